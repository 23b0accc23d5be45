//! The verdict of a policy on the path of a request, and the target to forward.

use std::borrow::Cow;

use http::Uri;
use http::uri::{Parts, PathAndQuery};
use percent_simd::path::PathPolicy;

use crate::refusal::Refusal;

/// The form of an accepted path.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// The path is its own target.
    Unchanged,
    /// The path has another target, here with the unchanged query; `redirects` is true if the
    /// policy asks for a redirect.
    Changed { target: PathAndQuery, redirects: bool },
}

/// Judges the path of a URI. The URI must have a path.
pub(crate) fn judge(policy: &PathPolicy, uri: &Uri) -> Result<Outcome, Refusal> {
    let raw = uri.path();
    let target = policy.target(raw).map_err(Refusal::Path)?;
    // `http://x?q` has an empty path, but `Uri::path` returns `/` (RFC 9110 4.2.3).
    let is_written = uri.path_and_query().is_some_and(|whole| whole.as_str().starts_with('/'));
    if is_written && matches!(target, Cow::Borrowed(_)) {
        return Ok(Outcome::Unchanged);
    }
    let mut target = target.into_owned();
    if let Some(query) = uri.query() {
        target.reserve(query.len() + 1);
        target.push('?');
        target.push_str(query);
    }
    // Path and query contain only allowed characters, so only their length can be an error.
    let target = PathAndQuery::try_from(target).map_err(|_| Refusal::TooLong)?;
    Ok(Outcome::Changed { target, redirects: policy.redirects(raw) })
}

/// Replaces path and query of a URI; scheme and authority stay. Returns the former URI.
pub(crate) fn replace(uri: &mut Uri, target: PathAndQuery) -> Uri {
    let raw = std::mem::take(uri);
    let mut parts = Parts::default();
    parts.scheme = raw.scheme().cloned();
    parts.authority = raw.authority().cloned();
    parts.path_and_query = Some(target);
    *uri = Uri::from_parts(parts).expect("the parts of a URI with a path go with another path");
    raw
}
