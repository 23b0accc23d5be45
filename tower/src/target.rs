//! The form of a request target, and its agreement with other fields.

use http::{HeaderMap, HeaderValue, Method, Request, Uri, Version, header};
use percent_simd::http_uri::UriExt;
use percent_simd::request_line::{Authority, Target};

use crate::refusal::Refusal;

/// The form of a target, after its method and `Host`.
pub(crate) struct Form {
    /// True if the target has a path for a policy to check.
    pub(crate) has_path: bool,
    /// True if `Host` names another server, and the target's server replaces it.
    pub(crate) replaces_host: bool,
}

/// Refuses forms that do not fit the method, and a `Host` that does not fit the target. `http::Uri`
/// has already dropped a fragment. `checks` applies to a `Host` without a server in the target, and
/// `replaces` to a `Host` with another server.
pub(crate) fn form<B>(request: &Request<B>, checks: bool, replaces: bool) -> Result<Form, Refusal> {
    let (uri, version) = (request.uri(), request.version());
    let names_server = uri.authority().is_some() || checks;
    let replaces_host =
        names_server && replaces_host(uri, version, request.headers(), checks, replaces)?;
    let is_authority = uri.path_and_query().is_none();
    let is_asterisk = uri.path() == "*";
    let is_connect = request.method() == Method::CONNECT;
    let has_path = match (is_connect, is_authority, is_asterisk) {
        (true, true, _) => false,
        // Extended CONNECT (RFC 8441 4) has a path; CONNECT in HTTP/1 has none.
        (true, false, false) if version >= Version::HTTP_2 && uri.scheme().is_some() => true,
        (false, false, true) if request.method() == Method::OPTIONS => false,
        (false, false, false) => true,
        _ => return Err(Refusal::Form),
    };
    Ok(Form { has_path, replaces_host })
}

/// True if the server of the target replaces `Host`.
#[inline(never)]
fn replaces_host(
    uri: &Uri,
    version: Version,
    headers: &HeaderMap,
    checks: bool,
    replaces: bool,
) -> Result<bool, Refusal> {
    let mut hosts = headers.get_all(header::HOST).iter();
    let host = hosts.next().map(HeaderValue::as_bytes);
    if hosts.next().is_some() {
        return Err(Refusal::Hosts);
    }
    if checks {
        match host {
            None if version == Version::HTTP_11 => return Err(Refusal::NoHost),
            // A target without an authority (RFC 9112 3.2).
            Some(b"") if uri == "*" => {}
            Some(host) => _ = Authority::parse_host(host).map_err(Refusal::HostField)?,
            None => {}
        }
    }
    if uri.authority().is_none() {
        return Ok(false);
    }
    let target = uri.target().map_err(Refusal::Target)?;
    if host.is_none_or(|host| is_same_server(target, host)) {
        return Ok(false);
    }
    // RFC 9112 3.2.2. In HTTP/2 such requests are malformed (RFC 9113 8.3.1).
    let is_absolute = version < Version::HTTP_2 && uri.scheme().is_some();
    match is_absolute && replaces {
        true => Ok(true),
        false => Err(Refusal::Host),
    }
}

/// The `Host` for a target: its authority without userinfo (RFC 9110 7.2).
pub(crate) fn host_of(uri: &Uri) -> HeaderValue {
    let authority = uri.authority().map_or("", |authority| authority.as_str());
    let server = authority.rsplit_once('@').map_or(authority, |(_, server)| server);
    HeaderValue::from_str(server).expect("an authority is visible ASCII")
}

/// True if the target and `Host` name the same host and port. A missing port is the scheme's.
/// Without a scheme, as with `CONNECT`, the field may omit 80 or 443 (RFC 9112 3.2.3).
fn is_same_server(target: Target<'_>, host: &[u8]) -> bool {
    let (scheme, authority) = match target {
        Target::Absolute { scheme, authority, .. } => (Some(scheme), authority),
        Target::Authority(authority) => (None, authority),
        _ => return false,
    };
    // The common case.
    if authority.port.is_none() && authority.host == host {
        return true;
    }
    let is_of = |schemes: [&[u8]; 2]| {
        scheme.is_none_or(|scheme| schemes.iter().any(|name| name.eq_ignore_ascii_case(scheme)))
    };
    let port = authority.port.unwrap_or_default();
    let Ok(other) = Authority::parse_host(host) else { return false };
    let other_port = other.port.unwrap_or_default();
    let is_default = |port: &[u8]| match port {
        b"80" => is_of([b"http", b"ws"]),
        b"443" => is_of([b"https", b"wss"]),
        port => port.is_empty(),
    };
    authority.host.eq_ignore_ascii_case(other.host)
        && (port == other_port
            || (port.is_empty() && is_default(other_port))
            || (other_port.is_empty() && is_default(port)))
}

#[cfg(test)]
mod tests {
    use percent_simd::request_line::Target;

    #[test]
    fn servers_that_are_the_same() {
        let is_same = |target, host: &str| {
            super::is_same_server(Target::parse(target).unwrap(), host.as_bytes())
        };
        // RFC 9112 3.2.3.
        assert!(is_same("www.example.com:80", "www.example.com"));
        for (target, host) in [
            ("x:443", "X"),
            ("x:8080", "x:8080"),
            ("[::1]:80", "[::1]"),
            ("x:80", "x:"),
            ("http://x", "x:80"),
            ("http://x:80", "x"),
            ("HTTP://x:", "x"),
            ("http://x:81", "x:81"),
            ("https://x:443", "x"),
            ("ws://x:80/chat", "x"),
            ("ws://x", "x:80"),
            ("wss://x:443", "x"),
            ("WSS://x", "X:443"),
            ("ftp://x:21", "x:21"),
            ("ftp://u@x", "x"),
        ] {
            assert!(is_same(target, host), "{target} {host}");
        }
        for (target, host) in [
            ("x:80", "x:443"),
            ("x:8080", "x"),
            ("x:80", "y"),
            ("[::1]:80", "[::2]"),
            ("[::1]:8080", "[::1]"),
            ("http://x:443", "x"),
            ("http://x:80", "x:443"),
            ("http://x", "x:81"),
            ("https://x:80", "x"),
            ("ws://x:443", "x"),
            ("wss://x:80", "x"),
            ("wss://x", "x:80"),
            ("ftp://x:80", "x"),
            ("ftp://x", "x:21"),
            // A name with the root's dot is another name.
            ("http://x", "x."),
            ("http://x", ""),
            ("http://x", "x/"),
            ("http://x", "u@x"),
        ] {
            assert!(!is_same(target, host), "{target} {host}");
        }
    }
}
