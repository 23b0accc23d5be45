//! Extractors for axum (feature `axum`): the resolved path, and queries and forms read by
//! [`percent_simd::form`].
//!
//! **A route with a character outside ASCII is never reached**, and axum does not report it: it
//! compares routes with the escaped path. Write `/caf%C3%A9` instead of `/café`, or see
//! [Routes](#routes).
//!
//! ```
//! use axum::{Router, body::Body, routing::get};
//! use http::Request;
//! use percent_simd::path::STRICT;
//! use percent_simd_tower::PathPolicyLayer;
//! use percent_simd_tower::extract::{Query, ResolvedSegments};
//! use tower::{Layer, ServiceExt};
//!
//! #[derive(serde::Deserialize)]
//! struct Search {
//!     q: String,
//!     #[serde(default)]
//!     tag: Vec<String>,
//! }
//!
//! async fn files(ResolvedSegments(path): ResolvedSegments, Query(search): Query<Search>) -> String {
//!     format!("{path:?} {:?} {:?}", search.q, search.tag)
//! }
//!
//! # #[tokio::main(flavor = "current_thread")] async fn main() {
//! let router = Router::new().route("/{*path}", get(files));
//! let app = PathPolicyLayer::new(STRICT).annotate(true).layer(router);
//!
//! let request = Request::get("/a/../caf%C3%A9/b?tag=new&q=100%25+sure&tag=open");
//! let response = app.oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
//! let body = axum::body::to_bytes(response.into_body(), 1000).await.unwrap();
//! assert_eq!(body, r#"["café", "b"] "100% sure" ["new", "open"]"#);
//! # }
//! ```
//!
//! # Routes
//!
//! Behind a [`PathPolicyLayer`](crate::PathPolicyLayer) a router sees the
//! [target](percent_simd::path::PathPolicy::target). In it, bytes >= 0x80, spaces and all other
//! characters that RFC 3986 3.3 excludes are triplets in upper case. Write these routes by
//! [`encode`](percent_simd::encode), with a set that leaves `{` and `}`.
//!
//! A path with a `/` at the end is another path. Either write both routes, or put tower-http's
//! `NormalizePathLayer::trim_trailing_slash` between the layer and the Router; it does not
//! redirect.
//!
//! ```
//! use axum::{Router, body::Body, extract::Path, routing::get};
//! use http::Request;
//! use percent_simd::{AsciiSet, encode, path::STRICT, sets::URI_SEGMENT};
//! use percent_simd_tower::PathPolicyLayer;
//! use tower::{Layer, ServiceExt};
//! use tower_http::normalize_path::NormalizePathLayer;
//!
//! # #[tokio::main(flavor = "current_thread")] async fn main() {
//! let menu = get(async |Path(id): Path<String>| id);
//! // The characters that a target escapes, except the syntax of routes.
//! let route = URI_SEGMENT.difference(AsciiSet::from_bytes(b"/{}"));
//! let router = Router::new().route(&encode("/café/{id}", route), menu);
//! let trimmed = NormalizePathLayer::trim_trailing_slash().layer(router);
//! let app = PathPolicyLayer::new(STRICT).layer(trimmed);
//!
//! for target in ["/caf%C3%A9/th%C3%A9", "/caf%c3%a9/./th%c3%a9/"] {
//!     let request = Request::get(target).body(Body::empty()).unwrap();
//!     let response = app.clone().oneshot(request).await.unwrap();
//!     let body = axum::body::to_bytes(response.into_body(), 1000).await.unwrap();
//!     assert_eq!(body, "thé");
//! }
//! # }
//! ```

mod form;
mod path;

pub use form::{Form, FormRejection, Query, QueryRejection};
pub use path::{PathRejection, ResolvedPath, ResolvedSegments};
