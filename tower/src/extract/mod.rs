//! Extractors for axum (feature `axum`): the resolved path, and queries and forms read by
//! [`percent_simd::form`].
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

mod form;
mod path;

pub use form::{Form, FormRejection, Query, QueryRejection};
pub use path::{PathRejection, ResolvedPath, ResolvedSegments};
