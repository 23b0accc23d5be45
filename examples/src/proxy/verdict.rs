//! The decision on a request line.

use hyper::header::HeaderValue;
use hyper::http::uri::PathAndQuery;
use percent_simd::path::{PathPolicy, TARGET};
use percent_simd::request_line::{Authority, RequestLine, Target};

/// What to do with a request, judged by its target.
#[derive(Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Forward it to the upstream with this path and query, and with this host if the target names
    /// one.
    Forward {
        /// Replaces the target.
        target: PathAndQuery,
        /// Replaces the `Host` field (RFC 9112 3.2.2). Without it, the field is forwarded as it
        /// was checked.
        host: Option<HeaderValue>,
    },
    /// Redirect the client.
    Redirect(HeaderValue),
    /// Answer 400. The reason is for the log, not for the client.
    Refuse(String),
    /// Answer 501: a method that a reverse proxy does not implement, `CONNECT` or `OPTIONS *` (in
    /// either spelling).
    NotImplemented,
}

/// Decides on a request line; the line ending is optional.
pub fn judge(policy: PathPolicy, line: &[u8]) -> Verdict {
    decide(policy, line).unwrap_or_else(Verdict::Refuse)
}

fn decide(policy: PathPolicy, line: &[u8]) -> Result<Verdict, String> {
    let line = RequestLine::parse(line).map_err(|error| error.to_string())?;
    let Some(path) = line.target.path() else { return Ok(Verdict::NotImplemented) };
    // This means `*`, too (RFC 9112 3.2.4); hyper writes an empty path as `/`.
    if line.method == b"OPTIONS"
        && matches!(line.target, Target::Absolute { path: b"" | b"/", query: None, .. })
    {
        return Ok(Verdict::NotImplemented);
    }
    let host = match line.target {
        Target::Absolute { scheme, authority, .. } => {
            // The connection is not secured, so https is refused as well (RFC 9110 7.4).
            if !scheme.eq_ignore_ascii_case(b"http") {
                return Err("a scheme that is not http".to_owned());
            }
            Some(forwarded_host(authority)?)
        }
        _ => None,
    };

    let resolved = policy.resolve(path).map_err(|error| error.to_string())?;
    // Escape again what a path may not contain. The query is forwarded as it is: the upstream
    // decides on its `+`.
    let mut target = TARGET.encode(&resolved.path).into_owned().into_bytes();
    if let Some(query) = line.target.query() {
        target.push(b'?');
        target.extend_from_slice(query);
    }
    if resolved.redirect {
        // A policy that does not merge slashes: here `//` would mean another host.
        if target.starts_with(b"//") {
            return Err("a redirect to a path that begins with `//`".to_owned());
        }
        return Ok(Verdict::Redirect(
            HeaderValue::try_from(target).map_err(|error| error.to_string())?,
        ));
    }
    Ok(Verdict::Forward {
        target: PathAndQuery::try_from(target).map_err(|error| error.to_string())?,
        host,
    })
}

/// An authority as a `Host` field: decoded once and checked, without an empty port.
pub(super) fn forwarded_host(authority: Authority<'_>) -> Result<HeaderValue, String> {
    let domain = authority.domain().map_err(|error| error.to_string())?;
    if !domain.is_ascii() {
        return Err("a host that needs IDNA to become ASCII".to_owned());
    }
    let port = authority.port_number().map_or(String::new(), |port| format!(":{port}"));
    HeaderValue::try_from(format!("{domain}{port}")).map_err(|error| error.to_string())
}
