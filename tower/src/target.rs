//! The form of a request target, and the fields that must agree with it.

use http::uri::Scheme;
use http::{HeaderMap, Method, Uri, Version, header};
use percent_simd::http_uri::UriExt;

use crate::refusal::Refusal;

/// Whether the target has a path for a policy to check. Refuses forms that do not fit the method.
/// `http::Uri` has already dropped a fragment.
pub(crate) fn has_path(
    method: &Method,
    version: Version,
    uri: &Uri,
    headers: &HeaderMap,
) -> Result<bool, Refusal> {
    let is_asterisk = uri.path() == "*";
    if let Some(authority) = uri.authority() {
        uri.target().map_err(Refusal::Target)?;
        for host in headers.get_all(header::HOST) {
            if !is_same_server(uri.scheme(), authority.as_str().as_bytes(), host.as_bytes()) {
                return Err(Refusal::Host);
            }
        }
    }
    let is_authority = uri.path_and_query().is_none();
    let is_connect = method == Method::CONNECT;
    match (is_connect, is_authority, is_asterisk) {
        (true, true, _) => Ok(false),
        // Extended CONNECT (RFC 8441 4) has a path; that of HTTP/1 has none.
        (true, false, false) if version >= Version::HTTP_2 && uri.scheme().is_some() => Ok(true),
        (false, false, true) if method == Method::OPTIONS => Ok(false),
        (false, false, false) => Ok(true),
        _ => Err(Refusal::Form),
    }
}

/// Whether both name the same host and port; a missing port is that of the scheme.
fn is_same_server(scheme: Option<&Scheme>, one: &[u8], other: &[u8]) -> bool {
    let port: &[u8] = match scheme.map(Scheme::as_str) {
        Some("http") => b":80",
        Some("https") => b":443",
        _ => b":",
    };
    let bare = |server: &[u8]| -> usize {
        let server = server.strip_suffix(port).unwrap_or(server);
        server.strip_suffix(b":").unwrap_or(server).len()
    };
    one[..bare(one)].eq_ignore_ascii_case(&other[..bare(other)])
}
