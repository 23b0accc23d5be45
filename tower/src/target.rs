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

/// Whether both name the same host and port. A missing port is that of the scheme; without a scheme,
/// as with `CONNECT`, the field may leave out 80 or 443 (RFC 9112 3.2.3).
fn is_same_server(scheme: Option<&Scheme>, authority: &[u8], host: &[u8]) -> bool {
    let defaults: &[&[u8]] = match scheme.map(Scheme::as_str) {
        Some("http") => &[b"80"],
        Some("https") => &[b"443"],
        Some(_) => &[],
        None => &[b"80", b"443"],
    };
    let ((one, port), (other, other_port)) = (host_and_port(authority), host_and_port(host));
    let is_default = |port: &[u8]| port.is_empty() || defaults.contains(&port);
    one.eq_ignore_ascii_case(other)
        && (port == other_port
            || (port.is_empty() && is_default(other_port))
            || (other_port.is_empty() && is_default(port)))
}

/// The host, and the port, which may be missing or empty. A colon inside brackets is one of IPv6.
fn host_and_port(server: &[u8]) -> (&[u8], &[u8]) {
    match server.iter().rposition(|byte| matches!(byte, b':' | b']')) {
        Some(at) if server[at] == b':' => (&server[..at], &server[at + 1..]),
        _ => (server, b""),
    }
}

#[cfg(test)]
mod tests {
    use http::uri::Scheme;

    use super::is_same_server;

    #[test]
    fn servers_that_are_the_same() {
        let connect =
            |one: &str, other: &str| is_same_server(None, one.as_bytes(), other.as_bytes());
        // RFC 9112 3.2.3.
        assert!(connect("www.example.com:80", "www.example.com"));
        assert!(connect("x:443", "X") && connect("x:443", "x:443") && connect("x:8080", "x:8080"));
        assert!(connect("[::1]:80", "[::1]") && connect("x:80", "x:"));
        assert!(!connect("x:80", "x:443") && !connect("x:8080", "x") && !connect("x:80", "y"));
        assert!(!connect("[::1]:80", "[::2]") && !connect("[::1]:8080", "[::1]"));

        let http = |one: &str, other: &str| {
            is_same_server(Some(&Scheme::HTTP), one.as_bytes(), other.as_bytes())
        };
        assert!(http("x", "x:80") && http("x:80", "x") && http("x:", "x") && http("x:81", "x:81"));
        assert!(!http("x:443", "x") && !http("x:80", "x:443") && !http("x", "x:81"));
        let https = |one: &str, other: &str| {
            is_same_server(Some(&Scheme::HTTPS), one.as_bytes(), other.as_bytes())
        };
        assert!(https("x:443", "x") && !https("x:80", "x"));
        let other = "ftp".parse().unwrap();
        assert!(!is_same_server(Some(&other), b"x:80", b"x"));
    }
}
