//! An extractor for axum that yields the decoded, checked path of a request.

use axum::extract::FromRequestParts;
use axum::http::{StatusCode, Uri, request::Parts};
use axum::response::{IntoResponse, Response};
use percent_simd::http_uri::UriExt;
use percent_simd::path::{PathError, STRICT};

/// The segments of the request's path, decoded to the end, under [`STRICT`]: text without `/`, `\`,
/// or control characters of ASCII, none of which is a dot segment. The path `/` has one empty
/// segment, and so has the end of a path after its last `/`.
///
/// axum routes by the path as it is written, before this resolves it: under a route
/// `/public/{*rest}`, `/public/../admin` yields `admin`. So use it in handlers that decide by these
/// segments alone, such as a fallback. Where routes keep clients out, give the policy
/// [`DotSegments::Reject`](percent_simd::path::DotSegments::Reject) and
/// [`EmptySegments::Reject`](percent_simd::path::EmptySegments::Reject).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SafePath(pub Vec<String>);

/// Answered with 400. The reason is for the log: an attacking client must not learn it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnsafePath(pub PathError);

impl SafePath {
    /// The segments of a path.
    ///
    /// # Errors
    /// What the policy refuses.
    pub fn new(uri: &Uri) -> Result<Self, UnsafePath> {
        let resolved = uri.resolve_path(STRICT).map_err(UnsafePath)?;
        let text = |segment: &[u8]| {
            String::from_utf8(segment.to_vec()).expect("the policy accepts only UTF-8")
        };
        Ok(Self(resolved.segments().map(|segment| text(&segment)).collect()))
    }
}

impl<S: Sync> FromRequestParts<S> for SafePath {
    type Rejection = UnsafePath;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Self::Rejection> {
        Self::new(&parts.uri)
    }
}

impl IntoResponse for UnsafePath {
    fn into_response(self) -> Response {
        let Self(error) = self;
        let kind = error.kind();
        let group = if kind.is_attack() {
            "attack"
        } else if kind.is_malformed() {
            "malformed"
        } else {
            "policy"
        };
        eprintln!("400 ({group}): {error}");
        StatusCode::BAD_REQUEST.into_response()
    }
}
