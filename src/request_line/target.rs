//! The target of a request, in one of four forms.

use super::authority::{Authority, parse_authority};
use super::error::{RequestLineError, RequestLineErrorKind, error};
use crate::encode::Encoder;
use crate::find::find_ascii;
use crate::sets::{self, AsciiSet};

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
    /// `http://www.example.org/pub/` (RFC 9112 3.2.2): mostly sent to proxies.
    Absolute {
        /// Case-insensitive.
        scheme: &'a [u8],
        /// The server.
        authority: Authority<'a>,
        /// It begins with `/` or is empty. For http and https, empty means `/` (RFC 9110 4.2.3),
        /// or `*` with `OPTIONS`.
        path: &'a [u8],
        /// What follows the first `?`.
        query: Option<&'a [u8]>,
    },
    /// `www.example.com:80` (RFC 9112 3.2.3): for `CONNECT` only. It has a port and no userinfo.
    Authority(Authority<'a>),
    /// `*` (RFC 9112 3.2.4): for `OPTIONS` only.
    Asterisk,
}

/// What ends a target, or must not occur in it.
pub(super) const TARGET_ENDS: AsciiSet = sets::CONTROLS.union(AsciiSet::from_bytes(b" #"));

impl<'a> Target<'a> {
    /// Splits a target into the parts of its form, with the rules of
    /// [`RequestLine::parse`](super::RequestLine::parse): for middleware, which has no request
    /// line.
    ///
    /// Without the method, all four forms are accepted. Only `CONNECT` goes with
    /// [`Authority`](Self::Authority), and only `OPTIONS` with [`Asterisk`](Self::Asterisk).
    ///
    /// # Errors
    /// The first [`RequestLineError`], in the order end of the target, form, authority; the
    /// position is in the target.
    ///
    /// ```
    /// use percent_simd::request_line::{RequestLineErrorKind, Target};
    ///
    /// let target = Target::parse("/caf%C3%A9?q=1+1").unwrap();
    /// assert_eq!(target.path(), Some(&b"/caf%C3%A9"[..]));
    /// assert_eq!(target.query(), Some(&b"q=1+1"[..]));
    ///
    /// let error = Target::parse("/a b").unwrap_err();
    /// assert_eq!((error.position(), error.kind()), (2, RequestLineErrorKind::Space));
    /// ```
    #[inline]
    pub fn parse<I: AsRef<[u8]> + ?Sized>(target: &'a I) -> Result<Self, RequestLineError> {
        Self::parse_slice(target.as_ref())
    }

    fn parse_slice(target: &'a [u8]) -> Result<Self, RequestLineError> {
        if let Some(at) = find_ascii(Encoder::new(TARGET_ENDS), target) {
            return Err(error(at, RequestLineErrorKind::of_end(target[at])));
        }
        match target {
            b"*" => Ok(Self::Asterisk),
            // What has a port, and no path, can only be an authority.
            [first, ..]
                if *first != b'/' && scheme_len(target).is_none() && target.contains(&b':') =>
            {
                parse_authority_form(target)
            }
            _ => parse_common_form(target),
        }
    }

    /// RFC 9112 3.2: the form that goes with the method. Positions are those in the target.
    pub(super) fn of_method(method: &[u8], target: &'a [u8]) -> Result<Self, RequestLineError> {
        match target {
            _ if method == b"CONNECT" => parse_authority_form(target),
            b"*" if method == b"OPTIONS" => Ok(Self::Asterisk),
            _ => parse_common_form(target),
        }
    }

    /// The path of an origin or absolute form, with `/` for an empty one (RFC 9110 4.2.3).
    ///
    /// The target alone does not show one exception: with `OPTIONS`, an absolute form with an empty
    /// path and no query means `*` (RFC 9112 3.2.4).
    #[must_use]
    pub const fn path(&self) -> Option<&'a [u8]> {
        match *self {
            Self::Absolute { path: b"", .. } => Some(b"/"),
            Self::Origin { path, .. } | Self::Absolute { path, .. } => Some(path),
            Self::Authority(_) | Self::Asterisk => None,
        }
    }

    /// The raw query of an origin or absolute form. The [module](super) says what to do with its
    /// `+`.
    #[must_use]
    pub const fn query(&self) -> Option<&'a [u8]> {
        match *self {
            Self::Origin { query, .. } | Self::Absolute { query, .. } => query,
            Self::Authority(_) | Self::Asterisk => None,
        }
    }
}

/// The forms that go with every method except `CONNECT`.
fn parse_common_form(target: &[u8]) -> Result<Target<'_>, RequestLineError> {
    if target.first() == Some(&b'/') {
        let (path, query) = split_query(target);
        return Ok(Target::Origin { path, query });
    }
    match scheme_len(target) {
        Some(len) => parse_absolute_form(target, len),
        None => Err(error(0, RequestLineErrorKind::Form)),
    }
}

/// The length of the scheme, if `://` follows it (RFC 3986 3.1).
fn scheme_len(target: &[u8]) -> Option<usize> {
    let len =
        target.iter().position(|byte| !(byte.is_ascii_alphanumeric() || b"+-.".contains(byte)))?;
    (target[0].is_ascii_alphabetic() && target[len..].starts_with(b"://")).then_some(len)
}

fn parse_absolute_form(target: &[u8], scheme_len: usize) -> Result<Target<'_>, RequestLineError> {
    let (scheme, start) = (&target[..scheme_len], scheme_len + "://".len());
    let end = start
        + target[start..]
            .iter()
            .position(|byte| b"/?".contains(byte))
            .unwrap_or(target.len() - start);
    let authority = parse_authority(&target[start..end]).map_err(|error| error.moved(start))?;
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
    let authority = parse_authority(target)?;
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

/// Splits at the first `?`.
fn split_query(target: &[u8]) -> (&[u8], Option<&[u8]>) {
    match find_ascii(Encoder::new(AsciiSet::from_bytes(b"?")), target) {
        Some(at) => (&target[..at], Some(&target[at + 1..])),
        None => (target, None),
    }
}
