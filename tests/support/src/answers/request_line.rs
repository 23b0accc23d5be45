//! The parts of a request line, from the grammar of RFC 9112 3 and RFC 3986 3.

use percent_simd::request_line::{Authority, RequestLine, Target};

#[derive(Debug, PartialEq)]
pub struct Line {
    pub method: Vec<u8>,
    pub target: Form,
    pub version: (u8, u8),
}

#[derive(Debug, PartialEq)]
pub enum Form {
    Origin(Vec<u8>, Option<Vec<u8>>),
    Absolute(Vec<u8>, Server, Vec<u8>, Option<Vec<u8>>),
    Authority(Server),
    Asterisk,
}

#[derive(Debug, PartialEq)]
pub struct Server {
    pub userinfo: Option<Vec<u8>>,
    pub host: Vec<u8>,
    pub port: Option<Vec<u8>>,
}

fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~".contains(&byte)
}

fn is_sub_delim(byte: u8) -> bool {
    b"!$&'()*+,;=".contains(&byte)
}

/// *( unreserved / pct-encoded / sub-delims / others ).
fn is_encoded(text: &[u8], others: &[u8]) -> bool {
    match text {
        [] => true,
        [b'%', high, low, rest @ ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => {
            is_encoded(rest, others)
        }
        [byte, rest @ ..] => {
            (is_unreserved(*byte) || is_sub_delim(*byte) || others.contains(byte))
                && is_encoded(rest, others)
        }
    }
}

/// RFC 3986 3.2.2: "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" ).
fn is_ip_future(address: &[u8]) -> bool {
    let (version, Some(rest)) = cut(address, b'.') else { return false };
    let digits = version.strip_prefix(b"v").or(version.strip_prefix(b"V")).unwrap_or_default();
    let is_rest = |&byte: &u8| is_unreserved(byte) || is_sub_delim(byte) || byte == b':';
    !digits.is_empty()
        && digits.iter().all(u8::is_ascii_hexdigit)
        && !rest.is_empty()
        && rest.iter().all(is_rest)
}

/// RFC 3986 3.2.2: eight groups, the last two of which may be an IPv4 address; or fewer, with `::`
/// for one or more.
fn is_ipv6(address: &[u8]) -> bool {
    let address = String::from_utf8_lossy(address);
    let halves: Vec<&str> = address.splitn(2, "::").collect();
    let groups = |half: &str, is_end: bool| -> Option<usize> {
        let parts: Vec<&str> = half.split(':').filter(|_| !half.is_empty()).collect();
        let lens = parts.iter().enumerate().map(|(index, part)| match part.len() {
            1..=4 if part.bytes().all(|byte| byte.is_ascii_hexdigit()) => Some(1),
            _ if is_end && index + 1 == parts.len() && is_ipv4(part) => Some(2),
            _ => None,
        });
        lens.sum()
    };
    match *halves {
        [all] => groups(all, true) == Some(8),
        [before, behind] => groups(before, false)
            .zip(groups(behind, true))
            .is_some_and(|(before, behind)| before + behind <= 7),
        _ => false,
    }
}

/// Four numbers up to 255 without leading zeros.
fn is_ipv4(text: &str) -> bool {
    let is_octet = |part: &str| part.parse::<u8>().is_ok_and(|octet| octet.to_string() == part);
    text.split('.').count() == 4 && text.split('.').all(is_octet)
}

/// The bytes before the first `at`, and those after it.
fn cut(bytes: &[u8], at: u8) -> (Vec<u8>, Option<Vec<u8>>) {
    let mut parts = bytes.splitn(2, |&byte| byte == at).map(<[u8]>::to_vec);
    (parts.next().unwrap(), parts.next())
}

/// RFC 3986 3.2, with the rules of RFC 9110 4.2 for http and https.
fn server(authority: &[u8]) -> Option<Server> {
    let (userinfo, host_and_port) = match cut(authority, b'@') {
        (userinfo, Some(rest)) => (Some(userinfo), rest),
        (rest, None) => (None, rest),
    };
    if userinfo.as_ref().is_some_and(|userinfo| !is_encoded(userinfo, b":")) {
        return None;
    }
    let (host, port) = if host_and_port.first() == Some(&b'[') {
        let (address, rest) = cut(&host_and_port[1..], b']');
        let port = match rest?.as_slice() {
            [] => None,
            [b':', port @ ..] => Some(port.to_vec()),
            _ => return None,
        };
        if !is_ip_future(&address) && !is_ipv6(&address) {
            return None;
        }
        ([b"[", &address[..], b"]"].concat(), port)
    } else {
        let (host, port) = cut(&host_and_port, b':');
        if !is_encoded(&host, b"") {
            return None;
        }
        (host, port)
    };
    let is_port = |port: &Vec<u8>| {
        port.iter().all(u8::is_ascii_digit) && (port.is_empty() || number(port).is_some())
    };
    if !port.as_ref().is_none_or(is_port) {
        return None;
    }
    Some(Server { userinfo, host, port })
}

fn number(port: &[u8]) -> Option<u128> {
    let digits: String =
        port.iter().map(|&byte| char::from(byte)).skip_while(|&digit| digit == '0').collect();
    if digits.len() > 5 {
        return None;
    }
    if digits.is_empty() { Some(0) } else { digits.parse().ok().filter(|&number| number <= 65535) }
}

fn form(method: &[u8], target: &[u8]) -> Option<Form> {
    if method == b"CONNECT" {
        let server = server(target)?;
        let has_port =
            server.port.as_ref().is_some_and(|port| number(port).is_some_and(|number| number > 0));
        return (server.userinfo.is_none() && !server.host.is_empty() && has_port)
            .then_some(Form::Authority(server));
    }
    if target == b"*" {
        return (method == b"OPTIONS").then_some(Form::Asterisk);
    }
    let (before, query) = cut(target, b'?');
    if target.first() == Some(&b'/') {
        return Some(Form::Origin(before, query));
    }
    let (scheme, rest) = cut(&before, b':');
    let is_scheme = scheme.first().is_some_and(u8::is_ascii_alphabetic)
        && scheme.iter().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(byte));
    let rest = rest.filter(|_| is_scheme)?;
    let (authority, path) = cut(rest.strip_prefix(b"//")?, b'/');
    let path = path.map_or(Vec::new(), |path| [b"/", &path[..]].concat());
    let server = server(&authority)?;
    let is_http =
        matches!(scheme.to_ascii_lowercase().as_slice(), b"http" | b"https" | b"ws" | b"wss");
    if is_http && (server.userinfo.is_some() || server.host.is_empty()) {
        return None;
    }
    Some(Form::Absolute(scheme, server, path, query))
}

/// The parts of a target of any form, without its method.
pub fn expected_target(target: &[u8]) -> Option<Form> {
    if target.iter().any(|&byte| byte <= 0x20 || byte == 0x7F || byte == b'#') {
        return None;
    }
    form(b"OPTIONS", target).or_else(|| form(b"CONNECT", target))
}

/// RFC 9112 3.2: uri-host [ ":" port ]. The host is not empty (RFC 9110 4.2.1).
pub fn expected_host(field: &[u8]) -> Option<Server> {
    server(field).filter(|server| server.userinfo.is_none() && !server.host.is_empty())
}

/// The parts of the line, or `None` if it is refused.
pub fn expected(line: &[u8]) -> Option<Line> {
    let line = [&b"\r\n"[..], b"\n"].iter().find_map(|end| line.strip_suffix(*end)).unwrap_or(line);
    // One SP between three parts, and none in them.
    let parts: Vec<&[u8]> = line.split(|&byte| byte == b' ').collect();
    let &[method, target, version] = parts.as_slice() else { return None };
    if method.is_empty()
        || !method
            .iter()
            .all(|&byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte))
    {
        return None;
    }
    let &[b'H', b'T', b'T', b'P', b'/', major, b'.', minor] = version else { return None };
    if !major.is_ascii_digit()
        || !minor.is_ascii_digit()
        || target.iter().any(|&byte| byte < 0x20 || byte == 0x7F || byte == b'#')
    {
        return None;
    }
    Some(Line {
        method: method.to_vec(),
        target: form(method, target)?,
        version: (major - b'0', minor - b'0'),
    })
}

fn owned(authority: Authority<'_>) -> Server {
    assert_eq!(
        authority.port_number().map(u128::from),
        authority.port.filter(|port| !port.is_empty()).and_then(number)
    );
    Server {
        userinfo: authority.userinfo.map(Vec::from),
        host: authority.host.to_vec(),
        port: authority.port.map(Vec::from),
    }
}

/// The parts of the line, from the library.
pub fn actual(line: &[u8]) -> Option<Line> {
    let found = match RequestLine::parse(line) {
        Ok(found) => found,
        Err(error) => {
            assert!(error.position() <= line.len(), "b\"{}\"", line.escape_ascii());
            return None;
        }
    };
    Some(Line {
        method: found.method.to_vec(),
        target: owned_target(found.target),
        version: (found.version.major, found.version.minor),
    })
}

/// The parts of a target alone, from the library.
pub fn actual_target(target: &[u8]) -> Option<Form> {
    match Target::parse(target) {
        Ok(found) => Some(owned_target(found)),
        Err(error) => {
            assert!(error.position() <= target.len(), "b\"{}\"", target.escape_ascii());
            None
        }
    }
}

/// The parts of a `Host` field, from the library.
pub fn actual_host(field: &[u8]) -> Option<Server> {
    match Authority::parse_host(field) {
        Ok(found) => Some(owned(found)),
        Err(error) => {
            assert!(error.position() <= field.len(), "b\"{}\"", field.escape_ascii());
            None
        }
    }
}

pub fn owned_target(target: Target<'_>) -> Form {
    match target {
        Target::Origin { path, query } => Form::Origin(path.to_vec(), query.map(Vec::from)),
        Target::Absolute { scheme, authority, path, query } => {
            Form::Absolute(scheme.to_vec(), owned(authority), path.to_vec(), query.map(Vec::from))
        }
        Target::Authority(authority) => Form::Authority(owned(authority)),
        Target::Asterisk => Form::Asterisk,
        other => panic!("RFC 9112 3.2 has no such form: {other:?}"),
    }
}
