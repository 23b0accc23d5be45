//! The first line of an HTTP/1 request (RFC 9112 3), split before anything is decoded.
//!
//! ```
//! use percent_simd::request_line::{Target, request_line};
//!
//! let line = request_line(b"GET /a%2Fb?q=1+%2B+1 HTTP/1.1\r\n").unwrap();
//! assert_eq!((line.method, line.version.minor), (&b"GET"[..], 1));
//! assert_eq!(line.target, Target::Origin { path: b"/a%2Fb", query: Some(b"q=1+%2B+1") });
//! ```
//!
//! What comes next is the caller's explicit choice:
//!
//! * **The path** goes through a [`PathPolicy`](crate::path::PathPolicy).
//! * **The query** is given raw. Is its `+` a space? In a form's query it is: `form::parse`, or [`Decoder::plus_as_space`](crate::Decoder::plus_as_space).
//!   In any other it is a plus: a [`Decoder`](crate::Decoder) as it is. `q=1+%2B+1` is `1 + 1` or `1+++1`, and nothing in the line says which.
//! * **The host** of an absolute form goes through [`scheme::url::host`](crate::scheme::url), which `Authority::domain` does.

#[cfg(feature = "alloc")]
use alloc::borrow::Cow;
use core::error::Error;
use core::fmt;
use core::net::Ipv6Addr;

use crate::path::find_ascii;
#[cfg(feature = "alloc")]
use crate::scheme::url::{self, HostError};
use crate::sets::{self, AsciiSet};
use crate::{DecodeError, Encoder};

/// A request line's parts (RFC 9112 3): slices of the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct RequestLine<'a> {
    /// A token; the standard's methods are in upper case, and methods are case-sensitive.
    pub method: &'a [u8],
    /// What is asked for.
    pub target: Target<'a>,
    /// The version of HTTP.
    pub version: Version,
}

/// `HTTP/1.1` (RFC 9112 2.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version {
    /// The digit before the dot.
    pub major: u8,
    /// The digit behind the dot.
    pub minor: u8,
}

/// The four forms of a request target (RFC 9112 3.2). Nothing in them is decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target<'a> {
    /// `/where?q=now` (RFC 9112 3.2.1).
    Origin {
        /// It begins with `/`.
        path: &'a [u8],
        /// What follows the first `?`.
        query: Option<&'a [u8]>,
    },
    /// `http://www.example.org/pub/` (RFC 9112 3.2.2): mostly to a proxy.
    Absolute {
        /// Case-insensitive.
        scheme: &'a [u8],
        /// The server.
        authority: Authority<'a>,
        /// Empty, which for http and https means `/` (RFC 9110 4.2.3; with `OPTIONS` it means `*`), or it begins with `/`.
        path: &'a [u8],
        /// What follows the first `?`.
        query: Option<&'a [u8]>,
    },
    /// `www.example.com:80` (RFC 9112 3.2.3): `CONNECT` alone. It has a port and no userinfo.
    Authority(Authority<'a>),
    /// `*` (RFC 9112 3.2.4): `OPTIONS` alone.
    Asterisk,
}

/// The authority of a target (RFC 3986 3.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Authority<'a> {
    /// What stands before `@`. With http and https it is an error (RFC 9110 4.2.4): its use is to make a host look like another one.
    pub userinfo: Option<&'a [u8]>,
    /// A registered name or IPv4 address as it is written, or an IP literal with its brackets. It is empty only with schemes other than http and https.
    pub host: &'a [u8],
    /// Digits of a number up to 65535. It may be empty in an absolute form.
    pub port: Option<&'a [u8]>,
}

/// Why and where a request line is refused: 16 bytes, no allocation.
///
/// ```
/// use percent_simd::request_line::{RequestLineErrorKind, request_line};
///
/// let error = request_line(b"GET /a b HTTP/1.1\r\n").unwrap_err();
/// assert_eq!((error.position(), error.kind()), (7, RequestLineErrorKind::Version));
/// assert_eq!(error.to_string(), "request line refused at byte 7: no `HTTP/` with two digits ends the line here");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RequestLineError {
    position: usize,
    kind: RequestLineErrorKind,
}

const _: () = assert!(size_of::<RequestLineError>() <= 16);

/// The kinds of [`RequestLineError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RequestLineErrorKind {
    /// No method, or a byte in it that no token holds (RFC 9110 5.6.2).
    Method,
    /// A control character in the target; a tab or a lone CR, for example.
    Control(u8),
    /// A `#`: a target has no fragment.
    Fragment,
    /// A target in no form, or in one that does not go with the method (RFC 9112 3.2).
    Form,
    /// Userinfo in an http or https target, or in an authority form; or with a byte in it that no userinfo holds (RFC 3986 3.2.1).
    Userinfo,
    /// A host that is empty where it may not be, or holds a byte that no host holds (a `%` that begins no triplet, too), or brackets that hold no IP
    /// address (RFC 3986 3.2.2).
    Host,
    /// A port that is missing or empty where it may not be, or no number up to 65535; or port 0 with `CONNECT`.
    Port,
    /// What follows the target is not one space, `HTTP/`, a digit, a dot, a digit, and at most a line ending.
    Version,
}

/// *token* of RFC 9110 5.6.2 does not hold these.
const NO_TOKEN: AsciiSet = sets::ALPN.remove(b'%');
/// What ends a target, or may not stand in it.
const TARGET_ENDS: AsciiSet = sets::CONTROLS.union(AsciiSet::from_bytes(b" #"));

/// Splits a request line into method, target and version (RFC 9112 3), and the target into the parts of its form. Linear time, no allocation.
///
/// It is as strict as the grammar: one space between the parts, nothing before and behind but a CRLF or LF that may follow. (The lenient ways of RFC 9112 3,
/// of splitting at any whitespace, are how one server sees another request than the next.) But in path and query any byte may stand that is no control
/// character, space or `#`, and a `%` whatever follows it: [`path`](crate::path) and the caller's decoder decide on them. And an absolute form has an
/// authority.
///
/// # Errors
/// The first [`RequestLineError`], in the order method, end of the target, empty target, version, form, authority.
///
/// ```
/// use percent_simd::request_line::{RequestLineErrorKind, Target, request_line};
///
/// let Target::Absolute { authority, path, .. } = request_line(b"GET http://example.com:8080/a HTTP/1.1").unwrap().target else { panic!() };
/// assert_eq!((authority.host, authority.port_number(), path), (&b"example.com"[..], Some(8080), &b"/a"[..]));
///
/// let kind = |line| request_line(line).unwrap_err().kind();
/// assert_eq!(kind(b"GET http://example.com@evil.example/ HTTP/1.1"), RequestLineErrorKind::Userinfo);
/// assert_eq!(kind(b"GET example.com:443 HTTP/1.1"), RequestLineErrorKind::Form); // CONNECT alone
/// assert_eq!(kind(b"GET  / HTTP/1.1"), RequestLineErrorKind::Form); // two spaces: an empty target
/// ```
pub fn request_line(line: &[u8]) -> Result<RequestLine<'_>, RequestLineError> {
    let line = line.strip_suffix(b"\n").map_or(line, |line| line.strip_suffix(b"\r").unwrap_or(line));

    let method_len = Encoder::new(NO_TOKEN).find(line).unwrap_or(line.len());
    let method = &line[..method_len];
    if method.is_empty() || line.get(method_len) != Some(&b' ') {
        return Err(error(method_len, RequestLineErrorKind::Method));
    }

    let start = method_len + 1;
    let end = start + find_ascii(Encoder::new(TARGET_ENDS), &line[start..]).unwrap_or(line.len() - start);
    match line.get(end) {
        Some(b'#') => return Err(error(end, RequestLineErrorKind::Fragment)),
        Some(&control) if control != b' ' => return Err(error(end, RequestLineErrorKind::Control(control))),
        _ if end == start => return Err(error(start, RequestLineErrorKind::Form)),
        _ => {}
    }

    let &[b' ', b'H', b'T', b'T', b'P', b'/', major @ b'0'..=b'9', b'.', minor @ b'0'..=b'9'] = &line[end..] else {
        return Err(error(line.len().min(end + 1), RequestLineErrorKind::Version));
    };
    let target = parse_target(method, &line[start..end]).map_err(|error| RequestLineError { position: start + error.position, ..error })?;
    Ok(RequestLine { method, target, version: Version { major: major - b'0', minor: minor - b'0' } })
}

/// RFC 9112 3.2. Positions are those in the target.
fn parse_target<'a>(method: &[u8], target: &'a [u8]) -> Result<Target<'a>, RequestLineError> {
    let form = Err(error(0, RequestLineErrorKind::Form));
    if method == b"CONNECT" {
        return parse_authority_form(target);
    }
    match target {
        b"*" if method == b"OPTIONS" => Ok(Target::Asterisk),
        [b'/', ..] => {
            let (path, query) = split_query(target);
            Ok(Target::Origin { path, query })
        }
        _ => match scheme_len(target) {
            Some(len) => parse_absolute_form(target, len),
            None => form,
        },
    }
}

/// The length of a scheme that `://` follows (RFC 3986 3.1).
fn scheme_len(target: &[u8]) -> Option<usize> {
    let len = target.iter().position(|byte| !(byte.is_ascii_alphanumeric() || b"+-.".contains(byte)))?;
    (target[0].is_ascii_alphabetic() && target[len..].starts_with(b"://")).then_some(len)
}

fn parse_absolute_form(target: &[u8], scheme_len: usize) -> Result<Target<'_>, RequestLineError> {
    let (scheme, start) = (&target[..scheme_len], scheme_len + "://".len());
    let end = start + target[start..].iter().position(|byte| b"/?".contains(byte)).unwrap_or(target.len() - start);
    let authority = parse_authority(target, start, end)?;
    if scheme.eq_ignore_ascii_case(b"http") || scheme.eq_ignore_ascii_case(b"https") {
        if authority.userinfo.is_some() {
            return Err(error(start, RequestLineErrorKind::Userinfo));
        }
        if authority.host.is_empty() {
            return Err(error(start, RequestLineErrorKind::Host));
        }
    }
    let (path, query) = split_query(&target[end..]);
    Ok(Target::Absolute { scheme, authority, path, query })
}

fn parse_authority_form(target: &[u8]) -> Result<Target<'_>, RequestLineError> {
    if target.is_empty() || target.iter().any(|byte| b"/?".contains(byte)) {
        return Err(error(0, RequestLineErrorKind::Form));
    }
    let authority = parse_authority(target, 0, target.len())?;
    if authority.userinfo.is_some() {
        return Err(error(0, RequestLineErrorKind::Userinfo));
    }
    if authority.host.is_empty() {
        return Err(error(0, RequestLineErrorKind::Host));
    }
    match authority.port_number() {
        Some(1..) => Ok(Target::Authority(authority)),
        _ => Err(error(authority.host.len(), RequestLineErrorKind::Port)),
    }
}

/// The authority that stands there in the target (RFC 3986 3.2).
fn parse_authority(target: &[u8], start: usize, end: usize) -> Result<Authority<'_>, RequestLineError> {
    let authority = &target[start..end];
    // `@` stands in no host: what follows the last one is the host, so none can hide before another.
    let userinfo = authority.iter().rposition(|&byte| byte == b'@').map(|at| &authority[..at]);
    let host_start = userinfo.map_or(0, |userinfo| userinfo.len() + 1);
    if let Some(at) = userinfo.and_then(|userinfo| find_foreign(sets::URI_USERINFO, userinfo)) {
        return Err(error(start + at, RequestLineErrorKind::Userinfo));
    }

    let rest = &authority[host_start..];
    let (host_len, bad) = match rest {
        [b'[', ..] => match rest.iter().position(|&byte| byte == b']') {
            Some(len) if is_ip_address(&rest[1..len]) => (len + 1, None),
            Some(len) => (len + 1, Some(Encoder::new(IP_LITERAL).find(&rest[1..len]).map_or(0, |at| 1 + at))),
            None => (0, Some(0)),
        },
        _ => {
            let len = rest.iter().position(|&byte| byte == b':').unwrap_or(rest.len());
            (len, find_foreign(sets::URI_REG_NAME, &rest[..len]))
        }
    };
    if let Some(at) = bad {
        return Err(error(start + host_start + at, RequestLineErrorKind::Host));
    }

    let port = match &rest[host_len..] {
        [] => None,
        [b':', port @ ..] if port.is_empty() || parse_port(port).is_some() => Some(port),
        _ => return Err(error(start + host_start + host_len, RequestLineErrorKind::Port)),
    };
    Ok(Authority { userinfo, host: &rest[..host_len], port })
}

/// The first byte that must not stand there raw: a member of the set, or a `%` that begins no triplet.
fn find_foreign(set: AsciiSet, part: &[u8]) -> Option<usize> {
    Encoder::new(set).check_encoded(part).err().map(DecodeError::position)
}

/// What the brackets of an IP literal do not hold: all but hex digits, `:` and `.`, and the letters and marks of *IPvFuture*.
const IP_LITERAL: AsciiSet = sets::URI_REG_NAME.remove(b':').add(b'%');

/// *IPv6address* or *IPvFuture* (RFC 3986 3.2.2), which stands between brackets. IPv6 has no zone here (RFC 6874 is obsolete).
fn is_ip_address(address: &[u8]) -> bool {
    if let [b'v' | b'V', future @ ..] = address {
        let digits = future.iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
        return digits > 0
            && future.get(digits) == Some(&b'.')
            && future.len() > digits + 1
            && Encoder::new(IP_LITERAL).find(&future[digits..]).is_none();
    }
    core::str::from_utf8(address).is_ok_and(|address| address.parse::<Ipv6Addr>().is_ok())
}

/// Digits of a number up to 65535, with any zeros in front.
fn parse_port(digits: &[u8]) -> Option<u16> {
    digits.iter().try_fold(0_u16, |number, &digit| {
        let value = digit.is_ascii_digit().then(|| digit - b'0')?;
        number.checked_mul(10)?.checked_add(u16::from(value))
    })
}

/// Splits at the first `?`.
fn split_query(target: &[u8]) -> (&[u8], Option<&[u8]>) {
    match find_ascii(Encoder::new(AsciiSet::from_bytes(b"?")), target) {
        Some(at) => (&target[..at], Some(&target[at + 1..])),
        None => (target, None),
    }
}

const fn error(position: usize, kind: RequestLineErrorKind) -> RequestLineError {
    RequestLineError { position, kind }
}

impl<'a> Target<'a> {
    /// The path of an origin or absolute form, with `/` for an empty one (RFC 9110 4.2.3). The one exception the target alone does not show: with
    /// `OPTIONS`, an absolute form with an empty path and no query means `*` (RFC 9112 3.2.4).
    #[must_use]
    pub const fn path(&self) -> Option<&'a [u8]> {
        match *self {
            Self::Absolute { path: b"", .. } => Some(b"/"),
            Self::Origin { path, .. } | Self::Absolute { path, .. } => Some(path),
            Self::Authority(_) | Self::Asterisk => None,
        }
    }

    /// The raw query of an origin or absolute form: see the [module](self) for its `+`.
    #[must_use]
    pub const fn query(&self) -> Option<&'a [u8]> {
        match *self {
            Self::Origin { query, .. } | Self::Absolute { query, .. } => query,
            Self::Authority(_) | Self::Asterisk => None,
        }
    }
}

impl<'a> Authority<'a> {
    /// The port's number, if there is one.
    #[must_use]
    pub fn port_number(&self) -> Option<u16> {
        self.port.filter(|port| !port.is_empty()).and_then(parse_port)
    }

    /// The host as the URL Standard has it: an IP literal as it is written; else the domain, percent-decoded once and checked, before IDNA (see
    /// [`scheme::url::host`](crate::scheme::url::host)). Borrowed if nothing changes.
    ///
    /// # Errors
    /// Those of [`scheme::url::host`](crate::scheme::url::host).
    ///
    /// ```
    /// use percent_simd::request_line::{Target, request_line};
    ///
    /// let host = |line| match request_line(line).unwrap().target {
    ///     Target::Absolute { authority, .. } => authority.domain().map(|host| host.into_owned()),
    ///     _ => panic!("not absolute"),
    /// };
    /// assert_eq!(host(b"GET http://ex%61mple.com/ HTTP/1.1").unwrap(), "example.com");
    /// assert_eq!(host(b"GET http://[::1]:80/ HTTP/1.1").unwrap(), "[::1]");
    /// assert!(host(b"GET http://example.com%2Fevil/ HTTP/1.1").is_err());
    /// ```
    #[cfg(feature = "alloc")]
    pub fn domain(&self) -> Result<Cow<'a, str>, HostError> {
        match core::str::from_utf8(self.host) {
            Ok(literal) if literal.starts_with('[') => Ok(Cow::Borrowed(literal)),
            _ => url::host(self.host),
        }
    }
}

impl RequestLineError {
    /// The offset in the line, in bytes from 0, of what is refused; where something is missing, the place where it should stand.
    #[must_use]
    pub const fn position(self) -> usize {
        self.position
    }

    /// What is wrong there.
    #[must_use]
    pub const fn kind(self) -> RequestLineErrorKind {
        self.kind
    }
}

impl fmt::Display for RequestLineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "request line refused at byte {}: ", self.position)?;
        match self.kind {
            RequestLineErrorKind::Method => f.write_str("no token and space begin the line"),
            RequestLineErrorKind::Control(value) => write!(f, "the target holds the control character {value:02X}"),
            RequestLineErrorKind::Fragment => f.write_str("the target has a fragment"),
            RequestLineErrorKind::Form => f.write_str("the target has no form that goes with the method"),
            RequestLineErrorKind::Userinfo => f.write_str("the target has userinfo"),
            RequestLineErrorKind::Host => f.write_str("the host is empty, no IP address in its brackets, or holds a byte that no host holds"),
            RequestLineErrorKind::Port => f.write_str("no port, or no number up to 65535"),
            RequestLineErrorKind::Version => f.write_str("no `HTTP/` with two digits ends the line here"),
        }
    }
}

impl Error for RequestLineError {}
