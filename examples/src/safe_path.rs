//! An extractor for axum that gives the decoded, checked path of a request.

use axum::extract::FromRequestParts;
use axum::http::{StatusCode, request::Parts};
use axum::response::{IntoResponse, Response};
use percent_simd::path::{PathError, STRICT};

/// The segments of the request's path, decoded to the end, under [`STRICT`]: text that holds no `/`, no `\`, no control character of ASCII, and
/// none of which is a dot segment. The path `/` has one empty segment, and so has what follows a last `/`.
///
/// axum routes by the path as it is written, before this resolves it: at a route `/public/{*rest}`, `/public/../admin` gives `admin`. So it is for
/// handlers that decide by these segments and by nothing else, as that of a fallback; where routes are what keeps clients out, give the policy
/// [`DotSegments::Reject`](percent_simd::path::DotSegments::Reject) and [`EmptySegments::Reject`](percent_simd::path::EmptySegments::Reject).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SafePath(pub Vec<String>);

/// 400. The reason is for the log: a client that attacks learns nothing from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnsafePath(pub PathError);

impl SafePath {
    /// The segments of a path.
    ///
    /// # Errors
    /// What the policy refuses.
    pub fn new(path: &[u8]) -> Result<Self, UnsafePath> {
        let resolved = STRICT.resolve(path).map_err(UnsafePath)?;
        let text = |segment: &[u8]| String::from_utf8(segment.to_vec()).expect("the policy lets only UTF-8 pass");
        Ok(Self(resolved.segments().map(|segment| text(&segment)).collect()))
    }
}

impl<S: Sync> FromRequestParts<S> for SafePath {
    type Rejection = UnsafePath;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Self::Rejection> {
        Self::new(parts.uri.path().as_bytes())
    }
}

impl IntoResponse for UnsafePath {
    fn into_response(self) -> Response {
        eprintln!("400: {}", self.0);
        StatusCode::BAD_REQUEST.into_response()
    }
}
