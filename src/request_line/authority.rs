//! The authority of a target: userinfo, host, and port.

#[cfg(feature = "alloc")]
use alloc::borrow::Cow;
use core::net::Ipv6Addr;

use super::error::{RequestLineError, RequestLineErrorKind, error};
use crate::encode::Encoder;
use crate::error::DecodeError;
#[cfg(feature = "alloc")]
use crate::host::{HostError, host};
use crate::sets::{self, AsciiSet};

/// The authority of a target (RFC 3986 3.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Authority<'a> {
    /// The part before `@`. With http and https it is an error (RFC 9110 4.2.4), because it serves
    /// to make one host look like another; with ws and wss, too (RFC 6455 3 has none).
    pub userinfo: Option<&'a [u8]>,
    /// A registered name or IPv4 address as it is written, or an IP literal with its brackets.
    /// Only schemes other than http, https, ws and wss allow an empty one.
    pub host: &'a [u8],
    /// The digits of a number up to 65535. In an absolute form there may be none.
    pub port: Option<&'a [u8]>,
}

impl<'a> Authority<'a> {
    /// Splits the value of a `Host` field (RFC 9112 3.2): `host` or `host:port`, and nothing else.
    /// [`userinfo`](Self::userinfo) is `None` in the result; the port may be empty. Linear time, no
    /// allocation.
    ///
    /// The value has no whitespace around it, as every parser of fields leaves it. An empty one,
    /// which goes with `OPTIONS *` and with targets without an authority alone, is an error here:
    /// ask for it first. So are a missing field and a second one: RFC 9112 3.2 has a server answer
    /// 400 to each of them.
    ///
    /// Two names of one server stay two here: letters of either case, `example.com.` with the dot of
    /// the root, and a port that is the default of the scheme.
    ///
    /// # Errors
    /// The first [`RequestLineError`]; the position is in the value.
    ///
    /// ```
    /// use percent_simd::request_line::{Authority, RequestLineErrorKind};
    ///
    /// let host = Authority::parse_host("[::1]:8080").unwrap();
    /// assert_eq!((host.host, host.port_number()), (&b"[::1]"[..], Some(8080)));
    ///
    /// let error = Authority::parse_host("a.example, b.example").unwrap_err();
    /// assert_eq!((error.position(), error.kind()), (10, RequestLineErrorKind::Host));
    /// ```
    pub fn parse_host<I: AsRef<[u8]> + ?Sized>(field: &'a I) -> Result<Self, RequestLineError> {
        parse_authority(b"http", field.as_ref())
    }

    /// The port as a number, if there is one.
    #[must_use]
    #[inline]
    pub fn port_number(&self) -> Option<u16> {
        self.port.filter(|port| !port.is_empty()).and_then(parse_port)
    }

    /// The host as the URL Standard has it: an IP literal as it is written, or the domain,
    /// percent-decoded once and checked, before IDNA (see
    /// `scheme::url::host`). Borrowed if nothing changes.
    ///
    /// # Errors
    /// Those of `scheme::url::host`.
    ///
    /// ```
    /// use percent_simd::request_line::Authority;
    ///
    /// assert_eq!(Authority::parse_host("ex%61mple.com").unwrap().domain().unwrap(), "example.com");
    /// assert!(Authority::parse_host("example.com%2Fevil").unwrap().domain().is_err());
    /// ```
    #[cfg(feature = "alloc")]
    #[inline]
    pub fn domain(&self) -> Result<Cow<'a, str>, HostError> {
        match core::str::from_utf8(self.host) {
            Ok(literal) if literal.starts_with('[') => Ok(Cow::Borrowed(literal)),
            _ => host(self.host),
        }
    }
}

/// Splits an authority (RFC 3986 3.2). With http and https it has no userinfo, and a host; with ws
/// and wss, too: a handshake is a request of HTTP to that host (RFC 6455 3, 4.1). Positions are those
/// in the authority.
#[inline]
pub(super) fn parse_authority<'a>(
    scheme: &[u8],
    authority: &'a [u8],
) -> Result<Authority<'a>, RequestLineError> {
    // No host contains `@`: the host follows the last one, so none can hide before another.
    let userinfo = authority.iter().rposition(|&byte| byte == b'@').map(|at| &authority[..at]);
    let host_start = userinfo.map_or(0, |userinfo| userinfo.len() + 1);
    if let Some(at) = userinfo.and_then(|userinfo| find_foreign(sets::URI_USERINFO, userinfo)) {
        return Err(error(at, RequestLineErrorKind::Userinfo));
    }

    let rest = &authority[host_start..];
    let (host_len, bad) = match rest {
        [b'[', ..] => match rest.iter().position(|&byte| byte == b']') {
            Some(len) if is_ip_address(&rest[1..len]) => (len + 1, None),
            Some(len) => {
                (len + 1, Some(Encoder::new(IP_LITERAL).find(&rest[1..len]).map_or(0, |at| 1 + at)))
            }
            None => (0, Some(0)),
        },
        _ => {
            let len = rest.iter().position(|&byte| byte == b':').unwrap_or(rest.len());
            (len, find_foreign(sets::URI_REG_NAME, &rest[..len]))
        }
    };
    if let Some(at) = bad {
        return Err(error(host_start + at, RequestLineErrorKind::Host));
    }

    let port = match &rest[host_len..] {
        [] => None,
        [b':', port @ ..] if port.is_empty() || parse_port(port).is_some() => Some(port),
        _ => return Err(error(host_start + host_len, RequestLineErrorKind::Port)),
    };

    let schemes = ["http", "https", "ws", "wss"].map(str::as_bytes);
    let is_http = || schemes.iter().any(|http| scheme.eq_ignore_ascii_case(http));
    match userinfo {
        Some(_) if is_http() => Err(error(0, RequestLineErrorKind::Userinfo)),
        None if host_len == 0 && is_http() => Err(error(0, RequestLineErrorKind::Host)),
        _ => Ok(Authority { userinfo, host: &rest[..host_len], port }),
    }
}

/// The first byte that must not occur raw there: a member of the set, or a `%` that begins no
/// triplet.
#[inline]
fn find_foreign(set: AsciiSet, part: &[u8]) -> Option<usize> {
    Encoder::new(set).check_encoded(part).err().map(DecodeError::position)
}

/// The bytes that an IP literal does not contain in its brackets: all except hex digits, `:`, `.`,
/// and the letters and marks of *IPvFuture*.
const IP_LITERAL: AsciiSet = sets::URI_REG_NAME.remove(b':').add(b'%');

/// *IPv6address* or *IPvFuture* (RFC 3986 3.2.2), without brackets. IPv6 has no zone here (RFC 6874
/// is obsolete).
#[inline]
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

/// The digits of a number up to 65535, with any leading zeros.
#[inline]
fn parse_port(digits: &[u8]) -> Option<u16> {
    digits.iter().try_fold(0_u16, |number, &digit| {
        let value = digit.is_ascii_digit().then(|| digit - b'0')?;
        number.checked_mul(10)?.checked_add(u16::from(value))
    })
}
