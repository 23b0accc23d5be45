//! The first line of an HTTP/1 request (RFC 9112 3), split before anything is decoded.
//!
//! [`Target::parse`] takes the target alone, if the line is split already. The caller chooses the
//! next step:
//!
//! * **The path** goes through a [`PathPolicy`](crate::path::PathPolicy): rules judge the
//!   [resolved](crate::path::PathPolicy::resolve) path, and its
//!   [target](crate::path::PathPolicy::target) is forwarded.
//! * **The query** is returned raw. In the query of a form `+` is a space: use
//!   [`form::parse`](crate::form::parse), or
//!   [`Decoder::plus_as_space`](crate::Decoder::plus_as_space). In any other query it is a plus:
//!   use a [`Decoder`](crate::Decoder) as it is. `q=1+%2B+1` is `1 + 1` or `1+++1`, and nothing in
//!   the line says which.
//! * **The host** of an absolute form goes through [`Authority::domain`]. A `Host` field is split by
//!   [`Authority::parse_host`].
//!
//! `*` goes with `OPTIONS` alone (RFC 9112 3.2.4): `M-SEARCH * HTTP/1.1` (SSDP, over UDP) and
//! `PRI * HTTP/2.0`, the preface of an HTTP/2 connection (RFC 9113 3.4), are
//! [`Form`](RequestLineErrorKind::Form). A server of both versions looks for the preface first.
//!
//! A proxy that accepts or refuses a request, and forwards its resolved path:
//!
//! ```
//! use percent_simd::path::{self, Prefix};
//! use percent_simd::request_line::RequestLine;
//!
//! fn target(line: &[u8]) -> Result<Vec<u8>, Box<dyn core::error::Error>> {
//!     let target = RequestLine::parse(line)?.target;
//!     let path = target.path().ok_or("`*` and `host:port` have no path")?;
//!     let resolved = path::UNKNOWN.resolve(path)?;
//!     if resolved.is_under(&Prefix::new("/admin")?) {
//!         return Err("/admin is not for everybody".into());
//!     }
//!     let mut forwarded = path::UNKNOWN.target(path)?.into_owned().into_bytes();
//!     if let Some(query) = target.query() {
//!         forwarded.push(b'?');
//!         forwarded.extend_from_slice(query);
//!     }
//!     Ok(forwarded)
//! }
//!
//! assert_eq!(target(b"GET /a/./b%20%2B?q=%2F HTTP/1.1\r\n").unwrap(), b"/a/b%20%2B?q=%2F");
//! assert!(target(b"GET /x/%2e%2e/%61dmin HTTP/1.1\r\n").is_err());
//! let error = target(b"GET /a%00 HTTP/1.1\r\n").unwrap_err();
//! assert_eq!(error.to_string(), "path refused at byte 2: control character 0x00; remove it");
//! ```

mod authority;
mod error;
mod target;

use crate::kernel;
use crate::sets::{self, AsciiSet};

pub use authority::Authority;
use error::error;
pub use error::{RequestLineError, RequestLineErrorKind};
pub use target::Target;
use target::{extent, parse_authority_form, parse_common_form};

/// The parts of a request line (RFC 9112 3): slices of the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct RequestLine<'a> {
    /// A token. The methods of the standard are in upper case, and methods are case-sensitive.
    pub method: &'a [u8],
    /// The target of the request.
    pub target: Target<'a>,
    /// Any version of HTTP: `HTTP/0.9`, `HTTP/2.0`, and `HTTP/9.9` pass. A server of
    /// HTTP/1 refuses others with 505 (RFC 9110 15.6.6).
    pub version: Version,
}

/// `HTTP/1.1` (RFC 9112 2.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct Version {
    /// The digit before the dot.
    pub major: u8,
    /// The digit after the dot.
    pub minor: u8,
}

/// Skips one empty line at the start of the input, CRLF or LF: some clients send one after a body,
/// and RFC 9112 2.2 asks servers to ignore at least one before a request line.
///
/// ```
/// use percent_simd::request_line::{RequestLine, skip_empty_line};
///
/// let received = "\r\nGET / HTTP/1.1\r\n";
/// assert!(RequestLine::parse(received).is_err());
/// assert!(RequestLine::parse(skip_empty_line(received)).is_ok());
/// ```
#[must_use]
pub fn skip_empty_line<I: AsRef<[u8]> + ?Sized>(input: &I) -> &[u8] {
    match input.as_ref() {
        [b'\r', b'\n', rest @ ..] | [b'\n', rest @ ..] => rest,
        input => input,
    }
}

/// The bytes that a *token* (RFC 9110 5.6.2) does not contain.
const NO_TOKEN: AsciiSet = sets::ALPN.remove(b'%');

impl<'a> RequestLine<'a> {
    /// Splits a request line into method, target, and version (RFC 9112 3), and the target into the
    /// parts of its form. Linear time, no allocation.
    ///
    /// It is as strict as the grammar: one space between the parts, and nothing before or after
    /// them except an optional CRLF or LF; see [`skip_empty_line`] for one before. (The lenient
    /// parsing that RFC 9112 3 permits, at any whitespace, makes one server see another request than
    /// the next.) An absolute form must have an authority. But path and query may contain every byte
    /// that is not a control character, a space, or `#`, and a `%` before anything:
    /// [`path`](crate::path) and the caller's decoder decide on these. Bytes >= 0x80 pass, UTF-8 or
    /// not; `line.is_ascii()` refuses them all, as RFC 3986 does.
    ///
    /// # Errors
    /// The first [`RequestLineError`], in the order method, end of the target, empty target,
    /// version, form, authority.
    ///
    /// ```
    /// use percent_simd::request_line::{RequestLine, RequestLineErrorKind, Target};
    ///
    /// let line = RequestLine::parse("GET /a%2Fb?q=1+%2B+1 HTTP/1.1\r\n").unwrap();
    /// assert_eq!((line.method, line.version.minor), (&b"GET"[..], 1));
    /// assert_eq!(line.target, Target::Origin { path: b"/a%2Fb", query: Some(b"q=1+%2B+1") });
    ///
    /// let error = RequestLine::parse("GET http://a.example@b.example/ HTTP/1.1").unwrap_err();
    /// assert_eq!((error.position(), error.kind()), (11, RequestLineErrorKind::Userinfo));
    /// ```
    #[inline]
    pub fn parse<I: AsRef<[u8]> + ?Sized>(line: &'a I) -> Result<Self, RequestLineError> {
        let line = line.as_ref();
        let line =
            line.strip_suffix(b"\n").map_or(line, |line| line.strip_suffix(b"\r").unwrap_or(line));

        let method_len = kernel::find::len_unescaped(None, line, &NO_TOKEN);
        let (method, rest) = line.split_at(method_len);
        let [b' ', rest @ ..] = rest else {
            return Err(error(method_len, RequestLineErrorKind::Method));
        };
        if method.is_empty() {
            return Err(error(0, RequestLineErrorKind::Method));
        }

        let start = method_len + 1;
        let (len, query) = extent(rest);
        let (target, end) = (&rest[..len], start + len);
        match line.get(end) {
            Some(&byte) if byte != b' ' => {
                return Err(error(end, RequestLineErrorKind::of_end(byte)));
            }
            _ if end == start => return Err(error(start, RequestLineErrorKind::Form)),
            _ => {}
        }

        let &[b' ', b'H', b'T', b'T', b'P', b'/', major @ b'0'..=b'9', b'.', minor @ b'0'..=b'9'] =
            &line[end..]
        else {
            return Err(error(line.len().min(end + 1), RequestLineErrorKind::Version));
        };
        let target = match target {
            _ if method == b"CONNECT" => parse_authority_form(target),
            b"*" if method == b"OPTIONS" => Ok(Target::Asterisk),
            _ => parse_common_form(target, query),
        };
        let target = target.map_err(|error| error.moved(start))?;
        Ok(Self { method, target, version: Version { major: major - b'0', minor: minor - b'0' } })
    }
}
