//! Kinds of fields: the values that each may hold, and the kind that a name has.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::LazyLock;

use memchr::{memchr, memmem, memrchr};

use super::super::names::Holds;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::fields) enum Kind {
    Text,
    /// A method, a scheme, a name of the server: no space and no separator.
    Word,
    /// `HTTP/1.1`, which may be missing.
    Protocol,
    /// The client's name or address: no time, and nothing that a program has put in front.
    Host,
    /// The virtual host: no time.
    VirtualHost,
    /// An address that ends at the last colon of its word, if a colon follows.
    Address,
    /// The identity of RFC 1413, which is hardly ever known.
    Identity,
    /// A name that may contain spaces.
    User,
    Time,
    /// `METHOD TARGET VERSION`, as far as the client has sent it.
    Request,
    Status,
    Number,
    /// Words, each after `, ` or ` : `.
    List,
    /// `{…}` twice, once, or not at all, each before a space.
    Captures,
    Url,
    /// A path that the server has decoded, with or without `?` and a query that it has not.
    DecodedUrl,
    Path,
    Query,
}

impl Kind {
    pub(in crate::fields) const fn holds(self) -> Holds {
        match self {
            Self::Word | Self::Protocol => Holds::Word,
            Self::Request => Holds::Request,
            Self::DecodedUrl => Holds::Target,
            Self::Url => Holds::Url,
            Self::Path => Holds::Path,
            Self::Query => Holds::Query,
            _ => Holds::Text,
        }
    }

    /// The expectation that a value of another kind does not meet; `None` for a value of this kind.
    #[inline]
    pub(in crate::fields) fn refuses(self, value: &[u8]) -> Option<&'static str> {
        let (fits, expected) = match self {
            Self::Status => (is_status(value), "three digits or `-` are expected"),
            Self::Number => (is_number(value), "a number or `-` is expected"),
            Self::Host => (
                is_host(value) && !value.contains(&b' '),
                "the client's name or address is expected",
            ),
            Self::VirtualHost => {
                (is_vhost(value) && !begins_time(value), "the virtual host is expected")
            }
            Self::Identity => (
                value == b"-" || !value.is_empty() && !is_address(value),
                "an identity is expected, mostly `-`",
            ),
            // A hyphen as a word of it was a field, before something was put in front of the line.
            Self::User => (
                !value.is_empty()
                    && !value.starts_with(b"- ")
                    && !value.ends_with(b" -")
                    && memmem::find(value, b" - ").is_none(),
                "the user's name or `-` is expected",
            ),
            Self::Time => {
                let begins = |first: &u8| first.is_ascii_digit() || first.is_ascii_uppercase();
                let has_digit = || value.iter().any(u8::is_ascii_digit);
                (value.first().is_some_and(begins) && has_digit(), "a time is expected")
            }
            Self::Address => (is_client(value), "the client's address is expected"),
            Self::List => (!value.is_empty(), "a word is expected"),
            Self::Word => (!value.is_empty() && value.iter().all(is_of_word), "a word is expected"),
            Self::Protocol => (is_protocol(value), "a protocol such as HTTP/1.1 is expected"),
            Self::Captures => (
                value.is_empty() || value.starts_with(b"{") && value.ends_with(b"} "),
                "captured headers in braces are expected",
            ),
            _ => return None,
        };
        (!fits).then_some(expected)
    }
}

/// Three digits, or the placeholder that servers write where there is no status.
#[inline]
pub(in crate::fields) fn is_status(value: &[u8]) -> bool {
    match value {
        [a, b, c] => a.is_ascii_digit() && b.is_ascii_digit() && c.is_ascii_digit(),
        b"-" | b"0" | b"-1" => true,
        _ => false,
    }
}

/// A number of bytes or a duration: digits, and at most one dot within.
#[inline]
pub(in crate::fields) fn is_number(value: &[u8]) -> bool {
    let digits = match value {
        b"-" => return true,
        [b'-' | b'+', digits @ ..] => digits,
        digits => digits,
    };
    let mut dots = 0;
    let are_digits = digits.iter().all(|&byte| {
        dots += u32::from(byte == b'.');
        byte.is_ascii_digit() || byte == b'.'
    });
    are_digits && dots <= 1 && digits.len() > dots as usize
}

/// True for a client's name or address, and false for the prefix of a line.
#[inline]
pub(in crate::fields) fn is_host(value: &[u8]) -> bool {
    is_client(value) && is_name(value)
}

/// True for a host without a colon.
#[inline]
pub(in crate::fields) fn is_name(value: &[u8]) -> bool {
    value.first().is_some_and(|first| !b"[<|\"".contains(first)) && !begins_time(value)
}

/// A name has no colon, but an address may: of IPv6, with a port, or of a socket. So nothing that ends with
/// a colon is in front of it.
#[inline]
fn is_client(value: &[u8]) -> bool {
    !value.is_empty() && (!value.contains(&b':') || is_address_with_colon(value))
}

fn is_address_with_colon(value: &[u8]) -> bool {
    let is_hexadecimal = |byte: &u8| byte.is_ascii_hexdigit() || *byte == b':';
    let is_ipv6 =
        || value.iter().all(is_hexadecimal) && memrchr(b':', value) != memchr(b':', value);
    is_ipv6()
        || is_address(without_zone(value))
        || value.starts_with(b"unix:")
        || has_port(value, is_address)
}

/// An address of IPv6 without brackets, and without the interface of a link (RFC 4007 11).
fn without_zone(value: &[u8]) -> &[u8] {
    let inner = value.strip_prefix(b"[").and_then(|host| host.strip_suffix(b"]")).unwrap_or(value);
    memchr(b'%', inner).map_or(inner, |zone| &inner[..zone])
}

/// True for `NAME` or `NAME:PORT`.
fn is_vhost(value: &[u8]) -> bool {
    let is_name = |name: &[u8]| !name.contains(&b':') || is_address(without_zone(name));
    !value.is_empty() && (is_name(value) || has_port(value, is_name))
}

/// True for a port after such a host, which may be in brackets.
fn has_port(value: &[u8], is_host: impl Fn(&[u8]) -> bool) -> bool {
    let Some(colon) = memrchr(b':', value) else { return false };
    let (host, port) = (&value[..colon], &value[colon + 1..]);
    port.iter().all(u8::is_ascii_digit) && is_host(without_zone(host))
}

/// A byte of a token (RFC 9110 5.6.2) but for `%`, or the slash of a media type.
fn is_of_word(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-_.!#$&'*+^`|~/".contains(byte)
}

/// Letters, `/` and a version with or without a dot, or nothing. The rest of
/// a target with a space is none.
pub(super) fn is_protocol(value: &[u8]) -> bool {
    let Some(slash) = memchr(b'/', value) else { return matches!(value, b"" | b"-") };
    let (name, version) = (&value[..slash], &value[slash + 1..]);
    let is_name = !name.is_empty() && name.iter().all(u8::is_ascii_alphabetic);
    is_name && version.first().is_some_and(u8::is_ascii_digit) && is_number(version)
}

/// True for a value that begins as a date or a time of day does.
#[inline]
fn begins_time(value: &[u8]) -> bool {
    let is_like = |pattern| strip(value, pattern).is_some();
    if !matches!(value, [_, _, b':', ..] | [_, _, _, _, b'-', ..]) {
        return false;
    }
    // A client's name may have a hyphen among its first digits: `10-2-0-1.example.net`.
    (is_like(b"9999-99-") || is_like(b"99:99")) && !is_address(value)
}

/// The bytes after this pattern: `9` matches a digit, `_` a digit or a space, `a` a letter.
pub fn strip<'a>(bytes: &'a [u8], pattern: &[u8]) -> Option<&'a [u8]> {
    let (start, rest) = bytes.split_at_checked(pattern.len())?;
    let is = |(&byte, &expected): (&u8, &u8)| match expected {
        b'9' => byte.is_ascii_digit(),
        b'_' => byte.is_ascii_digit() || byte == b' ',
        b'a' => byte.is_ascii_alphabetic(),
        _ => byte == expected,
    };
    start.iter().zip(pattern).all(is).then_some(rest)
}

pub(in crate::fields) fn is_address(word: &[u8]) -> bool {
    word.iter().any(|byte| b".:".contains(byte))
        && str::from_utf8(word).is_ok_and(|word| word.parse::<IpAddr>().is_ok())
}

/// The kinds of fields, by their names in nginx or here; after a colon the common name.
const NAMES: &[(Kind, &str)] = &[
    (Kind::Host, "remote_addr:host realip_remote_addr host"),
    (Kind::User, "remote_user:user user"),
    (Kind::Time, "time_local:time time_iso8601:time time request_creation_time"),
    (Kind::Number, "msec bytes_sent request_length request_time connection connection_requests"),
    (Kind::Number, "gzip_ratio bytes received_bytes sent_bytes request_processing_time"),
    (Kind::Number, "target_processing_time backend_processing_time response_processing_time"),
    (Kind::Number, "duration bytes_received body_bytes_sent:bytes"),
    (Kind::Text, "http_user_agent:user-agent"),
    (Kind::List, "http_x_forwarded_for x-forwarded-for proxy_add_x_forwarded_for upstream_addr"),
    (Kind::List, "upstream_status upstream_response_time upstream_response_length"),
    (Kind::List, "upstream_connect_time upstream_header_time upstream_bytes_received"),
    (Kind::List, "upstream_bytes_sent"),
    (Kind::Url, "http_referer:referer request_uri:target url:target"),
    (Kind::Url, "referer redirect_url target server_url"),
    (Kind::DecodedUrl, "uri document_uri decoded_path"),
    (Kind::Path, "key path"),
    (Kind::Query, "args:query query_string:query query"),
    (Kind::Word, "request_method:method method scheme request_scheme hierarchy type bucket_owner"),
    (Kind::Protocol, "server_protocol:version version"),
    (Kind::VirtualHost, "vhost"),
    (Kind::Identity, "ident"),
    (Kind::Request, "request"),
    (Kind::Status, "status elb_status_code:status"),
    (Kind::Address, "client:host"),
    (Kind::Captures, "captures"),
];

/// The common name of a field, or nothing, and its kind.
pub(super) fn known(name: &str) -> (&'static str, Kind) {
    static ALL: LazyLock<HashMap<&str, (&str, Kind)>> = LazyLock::new(|| {
        let all =
            NAMES.iter().flat_map(|&(kind, names)| names.split(' ').map(move |name| (kind, name)));
        let known = |(kind, name): (Kind, &'static str)| {
            let (name, common) = name.split_once(':').unwrap_or((name, ""));
            (name, (common, kind))
        };
        all.map(known).collect()
    });
    ALL.get(name).copied().unwrap_or(("", Kind::Text))
}
