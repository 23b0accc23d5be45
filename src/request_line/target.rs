//! The target of a request, in one of four forms.

use super::authority::{Authority, parse_authority};
use super::error::{RequestLineError, RequestLineErrorKind, error};
use crate::backend::Backend;
use crate::kernel;
use crate::kernel::marks::PLACES;
use crate::sets::{self, AsciiSet};

/// The four forms of a request target (RFC 9112 3.2). Nothing in them is decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Target<'a> {
    /// `/where?q=now` (RFC 9112 3.2.1).
    Origin {
        /// The path, which begins with `/`.
        path: &'a [u8],
        /// The part after the first `?`.
        query: Option<&'a [u8]>,
    },
    /// `http://www.example.org/pub/` (RFC 9112 3.2.2): mostly sent to proxies.
    Absolute {
        /// Case-insensitive.
        scheme: &'a [u8],
        /// The server.
        authority: Authority<'a>,
        /// The path, which begins with `/` or is empty. For http and https, empty means `/` (RFC
        /// 9110 4.2.3), or `*` with `OPTIONS`.
        path: &'a [u8],
        /// The part after the first `?`.
        query: Option<&'a [u8]>,
    },
    /// `www.example.com:80` (RFC 9112 3.2.3): for `CONNECT` only. It has a port and no userinfo.
    Authority(Authority<'a>),
    /// `*` (RFC 9112 3.2.4): for `OPTIONS` only.
    Asterisk,
}

/// The bytes that end a target, or must not occur in it; and `?`, after which its query begins.
const MARKS: AsciiSet = sets::CONTROLS.union(AsciiSet::from_bytes(b" #?"));

/// The bytes that a scheme (RFC 3986 3.1) does not contain.
const NO_SCHEME: AsciiSet = sets::all_but(b"+-.");

/// The length of the target at the start of the input, up to the first byte that ends it, and the
/// position of its first `?`.
#[inline(always)] // most calls parse a request line
pub(super) fn extent(input: &[u8]) -> (usize, Option<usize>) {
    let backend = Backend::active();
    let mut query = None;
    for (number, block) in input.chunks(PLACES).enumerate() {
        let mut places = kernel::find::members(backend, block, &MARKS);
        while places != 0 {
            let place = places.trailing_zeros() as usize;
            let at = number * PLACES + place;
            match block[place] {
                b'?' => {
                    query = query.or(Some(at));
                    places &= places - 1;
                }
                // These are marked, too, and are often many.
                0x80.. => places &= !kernel::find::members(backend, block, &AsciiSet::EMPTY),
                _ => return (at, query),
            }
        }
    }
    (input.len(), query)
}

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
    /// assert_eq!((target.path(), target.query()), (Some(&b"/caf%C3%A9"[..]), Some(&b"q=1+1"[..])));
    /// let error = Target::parse("/a b").unwrap_err();
    /// assert_eq!((error.position(), error.kind()), (2, RequestLineErrorKind::Space));
    /// ```
    #[inline]
    pub fn parse<I: AsRef<[u8]> + ?Sized>(target: &'a I) -> Result<Self, RequestLineError> {
        let target = target.as_ref();
        let (len, query) = extent(target);
        if let Some(&byte) = target.get(len) {
            return Err(error(len, RequestLineErrorKind::of_end(byte)));
        }
        match target {
            b"*" => Ok(Self::Asterisk),
            // A target with a port, and no path, can only be an authority.
            [first, ..]
                if *first != b'/' && scheme_len(target).is_none() && target.contains(&b':') =>
            {
                parse_authority_form(target)
            }
            _ => parse_common_form(target, query),
        }
    }

    /// The target of these parts, which have been split already. Positions are those in the whole.
    #[cfg(feature = "http")]
    #[inline]
    pub(crate) fn from_parts(
        scheme: Option<&'a [u8]>,
        authority: Option<&'a [u8]>,
        path: &'a [u8],
        query: Option<&'a [u8]>,
    ) -> Result<Self, RequestLineError> {
        let start = scheme.map_or(0, |scheme| scheme.len() + "://".len());
        let path_start = start + authority.map_or(0, <[u8]>::len);
        let query_start = path_start + path.len() + 1;
        for (part, start) in [(path, path_start), (query.unwrap_or_default(), query_start)] {
            let (len, _) = extent(part);
            if let Some(&byte) = part.get(len) {
                return Err(error(start + len, RequestLineErrorKind::of_end(byte)));
            }
        }
        match (scheme, authority, path) {
            (None, None, b"*") => Ok(Self::Asterisk),
            (None, None, [b'/', ..]) => Ok(Self::Origin { path, query }),
            (None, Some(authority), b"") => parse_authority_form(authority),
            (Some(scheme), Some(authority), _) => {
                let authority =
                    parse_authority(scheme, authority).map_err(|error| error.moved(start))?;
                Ok(Self::Absolute { scheme, authority, path, query })
            }
            _ => Err(error(0, RequestLineErrorKind::Form)),
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

    /// The raw query of an origin or absolute form. The [module](super) says how to read its
    /// `+`.
    #[must_use]
    pub const fn query(&self) -> Option<&'a [u8]> {
        match *self {
            Self::Origin { query, .. } | Self::Absolute { query, .. } => query,
            Self::Authority(_) | Self::Asterisk => None,
        }
    }
}

/// The forms that go with every method except `CONNECT`. `query` is the position of the first `?`.
#[inline]
pub(super) fn parse_common_form(
    target: &[u8],
    query: Option<usize>,
) -> Result<Target<'_>, RequestLineError> {
    if target.first() == Some(&b'/') {
        let (path, query) = split_query(target, 0, query);
        return Ok(Target::Origin { path, query });
    }
    match scheme_len(target) {
        Some(len) => parse_absolute_form(target, len, query),
        None => Err(error(0, RequestLineErrorKind::Form)),
    }
}

/// The length of the scheme, if `://` follows it (RFC 3986 3.1).
#[inline]
fn scheme_len(target: &[u8]) -> Option<usize> {
    let len = kernel::find::len_unescaped(None, target, &NO_SCHEME);
    (target.first()?.is_ascii_alphabetic() && target[len..].starts_with(b"://")).then_some(len)
}

#[inline]
fn parse_absolute_form(
    target: &[u8],
    scheme_len: usize,
    query: Option<usize>,
) -> Result<Target<'_>, RequestLineError> {
    let (scheme, start) = (&target[..scheme_len], scheme_len + "://".len());
    let rest = &target[start..];
    let name_len = kernel::find::find_in(Backend::active(), rest, &sets::URI_REG_NAME);
    let is_name = name_len > 0 && matches!(rest.get(name_len), None | Some(b'/' | b'?'));
    let (authority, end) = if is_name {
        // A name alone, as most are.
        (Authority { userinfo: None, host: &rest[..name_len], port: None }, start + name_len)
    } else {
        let len = rest.iter().position(|byte| b"/?".contains(byte)).unwrap_or(rest.len());
        let authority = parse_authority(scheme, &rest[..len]);
        (authority.map_err(|error| error.moved(start))?, start + len)
    };
    // Neither scheme nor authority contain a `?`.
    let (path, query) = split_query(target, end, query);
    Ok(Target::Absolute { scheme, authority, path, query })
}

#[inline]
pub(super) fn parse_authority_form(target: &[u8]) -> Result<Target<'_>, RequestLineError> {
    if target.is_empty() || target.iter().any(|byte| b"/?".contains(byte)) {
        return Err(error(0, RequestLineErrorKind::Form));
    }
    let authority = parse_authority(b"http", target)?;
    match authority.port_number() {
        Some(1..) => Ok(Target::Authority(authority)),
        _ => Err(error(authority.host.len(), RequestLineErrorKind::Port)),
    }
}

/// Splits the text from `start` on at the first `?`, which is at `query`.
#[inline]
fn split_query(target: &[u8], start: usize, query: Option<usize>) -> (&[u8], Option<&[u8]>) {
    match query {
        Some(at) => (&target[start..at], Some(&target[at + 1..])),
        None => (&target[start..], None),
    }
}
