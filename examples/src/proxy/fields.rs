//! The fields of a head: what the proxy refuses, and what it does not forward.

use hyper::body::Incoming;
use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use hyper::http::uri::Scheme;
use hyper::{Method, Request, Version};
use percent_simd::request_line::Target;

/// Fields from which some servers (IIS, Symfony) take another path than that of the target, which
/// nobody has checked.
const OTHER_TARGETS: [&str; 2] = ["x-original-url", "x-rewrite-url"];

/// Fields that apply to one connection and are never forwarded (RFC 9110 7.6.1), in addition to
/// those that `Connection` names; and `Trailer`, because trailers are not forwarded either.
const HOP_BY_HOP: [&str; 8] = [
    "connection",
    "http2-settings",
    "keep-alive",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

/// Fields that say whom a message is for and where it ends: `Connection` cannot take them away, and
/// no other spelling of them is forwarded.
const ESSENTIAL: [&str; 2] = ["host", "content-length"];

/// Whether a server that makes a variable of a field's name (RFC 3875 4.1.18) takes the one for the
/// other: `X_Original.URL` is `HTTP_X_ORIGINAL_URL` to some, as `X-Original-URL` is.
fn is_same_variable(name: &HeaderName, other: &str) -> bool {
    let other = other.as_bytes();
    let name = name.as_str().as_bytes();
    name.len() == other.len()
        && name
            .iter()
            .zip(other)
            .all(|(a, b)| a == b || !(a.is_ascii_alphanumeric() || b.is_ascii_alphanumeric()))
}

/// Removes the fields that are not forwarded.
pub(super) fn remove_unforwarded(headers: &mut HeaderMap) {
    // Bytes >= 0x80 beside a name do not hide it.
    let listed: Vec<HeaderName> = headers
        .get_all(header::CONNECTION)
        .iter()
        .flat_map(|value| value.as_bytes().split(|&byte| byte == b','))
        .filter_map(|name| HeaderName::from_bytes(name.trim_ascii()).ok())
        .collect();
    let is_unforwarded = |name: &&HeaderName| {
        let is_one_of = |names: &[&str]| names.iter().any(|other| is_same_variable(name, other));
        let is_listed = listed.iter().any(|other| is_same_variable(name, other.as_str()));
        let is_essential = ESSENTIAL.contains(&name.as_str());
        is_one_of(&HOP_BY_HOP)
            || is_one_of(&OTHER_TARGETS)
            || !is_essential && (is_listed || is_one_of(&ESSENTIAL))
    };
    let removed: Vec<HeaderName> = headers.keys().filter(is_unforwarded).cloned().collect();
    for name in removed {
        headers.remove(name);
    }
}

/// Whether the body is in chunks, from fields that leave no doubt about where it ends.
///
/// A message with several codings, or with another one than `chunked`, may end somewhere else for
/// the recipient than for this proxy (RFC 9112 6.1), and would lose the label of the other coding.
/// Of a request, hyper drops a `Content-Length` beside chunks, and closes the connection after the
/// response (RFC 9112 6.3); of a response, the caller drops it.
pub(super) fn is_chunked(headers: &HeaderMap) -> Result<bool, String> {
    let mut codings = headers.get_all(header::TRANSFER_ENCODING).iter();
    match (codings.next(), codings.next()) {
        (None, _) => Ok(false),
        (Some(coding), None) if coding.as_bytes().eq_ignore_ascii_case(b"chunked") => Ok(true),
        _ => Err("a Transfer-Encoding that is not `chunked` alone".to_owned()),
    }
}

/// How often the request may still be forwarded (RFC 9110 7.6.2): said of `TRACE` and `OPTIONS`
/// alone. What is too large to count is the largest number.
pub(super) fn max_forwards(request: &Request<Incoming>) -> Result<Option<u64>, String> {
    if !matches!(*request.method(), Method::TRACE | Method::OPTIONS) {
        return Ok(None);
    }
    let mut fields = request.headers().get_all(header::MAX_FORWARDS).iter();
    match (fields.next().map(HeaderValue::as_bytes), fields.next()) {
        (None, _) => Ok(None),
        (Some(digits), None) if !digits.is_empty() && digits.iter().all(u8::is_ascii_digit) => {
            let add = |number: u64, digit: &u8| {
                number.saturating_mul(10).saturating_add((digit - b'0').into())
            };
            Ok(Some(digits.iter().fold(0, add)))
        }
        _ => Err("a Max-Forwards that is not one number".to_owned()),
    }
}

/// Checks the `Host` field (RFC 9112 3.2): an HTTP/1.1 request has one, no request has two, and it
/// is the authority of an http URI without userinfo. The host of an absolute target replaces it
/// (RFC 9112 3.2.2).
pub(super) fn replace_host(request: &mut Request<Incoming>) -> Result<(), String> {
    let mut fields = request.headers().get_all(header::HOST).iter();
    let field = match (fields.next(), fields.next()) {
        (Some(field), None) => Some(checked_host(field.as_bytes())?),
        (None, _) if request.version() < Version::HTTP_11 => None,
        (None, _) => return Err("no Host".to_owned()),
        _ => return Err("more than one Host".to_owned()),
    };
    let uri = request.uri();
    let host = match (uri.scheme(), uri.authority()) {
        (Some(scheme), Some(authority)) if *scheme == Scheme::HTTP => {
            Some(checked_host(authority.as_str().as_bytes())?)
        }
        // The connection is not secured, so https is refused as well (RFC 9110 7.4).
        (Some(_), _) => return Err("a scheme that is not http".to_owned()),
        (None, _) => field,
    };
    if let Some(host) = host {
        request.headers_mut().insert(header::HOST, host);
    }
    Ok(())
}

/// An authority as a `Host` field: decoded once and checked, without an empty port.
fn checked_host(authority: &[u8]) -> Result<HeaderValue, String> {
    let target = [b"http://", authority].concat();
    let Ok(Target::Absolute { authority, path: b"", query: None, .. }) = Target::parse(&target)
    else {
        return Err("an invalid host".to_owned());
    };
    let domain = authority.domain().map_err(|error| error.to_string())?;
    if !domain.is_ascii() {
        return Err("a host that needs IDNA to become ASCII".to_owned());
    }
    let port = authority.port_number().map_or(String::new(), |port| format!(":{port}"));
    HeaderValue::try_from(format!("{domain}{port}")).map_err(|error| error.to_string())
}
