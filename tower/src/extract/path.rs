//! The resolved path of a request, as text.

use std::error::Error;
use std::fmt::{self, Display, Formatter};

use axum::extract::FromRequestParts;
use axum::response::{IntoResponse, Response};
use http::StatusCode;
use http::request::Parts;

use crate::judged::Judged;

/// The resolved path of the request as text, decoded except for escapes that the policy keeps.
///
/// The Router must be wrapped in a [`PathPolicyLayer`](crate::PathPolicyLayer) with
/// [`annotate(true)`](crate::PathPolicyLayer::annotate). Even in a nested router, the path is
/// complete.
///
/// ```
/// use percent_simd_tower::extract::ResolvedPath;
///
/// async fn show(ResolvedPath(path): ResolvedPath) -> String {
///     path
/// }
/// # let _: axum::Router = axum::Router::new().fallback(show);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResolvedPath(pub String);

/// The segments of the resolved path as text, one after each `/`, completely decoded: `%25` is `%`,
/// and a kept `%2F` is a `/` in a segment. No segment is a dot segment or contains NUL. The path
/// `/` has one empty segment, and so has a path after its last `/`.
///
/// This extractor needs the layer of [`ResolvedPath`].
///
/// ```
/// use percent_simd_tower::extract::ResolvedSegments;
///
/// async fn depth(ResolvedSegments(segments): ResolvedSegments) -> String {
///     segments.len().to_string()
/// }
/// # let _: axum::Router = axum::Router::new().fallback(depth);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResolvedSegments(pub Vec<String>);

/// The reason for a missing resolved path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PathRejection {
    /// No layer has annotated the request: an error of the program, answered with 500.
    NotJudged,
    /// The target has no path, or its path is refused: 400. The layer lets such requests pass for
    /// `OPTIONS *` and `CONNECT`, and with
    /// [`annotate_only`](crate::PathPolicyLayer::annotate_only).
    NoPath,
    /// The path is not UTF-8, which the policy accepts: 400.
    NotUtf8,
}

impl Display for PathRejection {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotJudged => {
                "the request has no resolved path; wrap the Router in \
                 `PathPolicyLayer::new(policy).annotate(true)`"
            }
            Self::NoPath => "the request target has no accepted path",
            Self::NotUtf8 => "the path is not UTF-8",
        })
    }
}

impl Error for PathRejection {}

impl IntoResponse for PathRejection {
    fn into_response(self) -> Response {
        let status = match self {
            Self::NotJudged => StatusCode::INTERNAL_SERVER_ERROR,
            Self::NoPath | Self::NotUtf8 => StatusCode::BAD_REQUEST,
        };
        (status, self.to_string()).into_response()
    }
}

impl<S: Sync> FromRequestParts<S> for ResolvedPath {
    type Rejection = PathRejection;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, PathRejection> {
        let judged = parts.extensions.get::<Judged>().ok_or(PathRejection::NotJudged)?;
        let resolved = judged.resolved().ok_or(PathRejection::NoPath)?;
        text(resolved.path.into_owned()).map(Self)
    }
}

impl<S: Sync> FromRequestParts<S> for ResolvedSegments {
    type Rejection = PathRejection;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, PathRejection> {
        let judged = parts.extensions.get::<Judged>().ok_or(PathRejection::NotJudged)?;
        let resolved = judged.resolved().ok_or(PathRejection::NoPath)?;
        let segments = resolved.segments().map(|segment| text(segment.into_owned()));
        segments.collect::<Result<_, _>>().map(Self)
    }
}

fn text(bytes: Vec<u8>) -> Result<String, PathRejection> {
    String::from_utf8(bytes).map_err(|_| PathRejection::NotUtf8)
}
