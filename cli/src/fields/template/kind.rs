//! Kinds of fields: the values that each may hold, and the kind that a name has.

use std::net::IpAddr;

use memchr::memmem;

use super::super::value::Role;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::fields) enum Kind {
    Text,
    /// A method or a version.
    Word,
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
    Path,
    Query,
}

impl Kind {
    pub(in crate::fields) const fn role(self) -> Role {
        match self {
            Self::Word => Role::Word,
            Self::Url => Role::Url,
            Self::Path => Role::Path,
            Self::Query => Role::Query,
            _ => Role::Text,
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
                (!value.is_empty() && !begins_time(value), "the virtual host is expected")
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
                (value == b"-" || value.iter().any(u8::is_ascii_digit), "a time is expected")
            }
            Self::Address | Self::List | Self::Word => (!value.is_empty(), "a word is expected"),
            Self::Captures => (
                value.is_empty() || value.starts_with(b"{") && value.ends_with(b"} "),
                "captured headers in braces are expected",
            ),
            Self::Text | Self::Request | Self::Url | Self::Path | Self::Query => return None,
        };
        (!fits).then_some(expected)
    }
}

/// Three digits; and what servers write where there is no status.
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

/// Not what stands in front of it where lines have a prefix.
#[inline]
pub(in crate::fields) fn is_host(value: &[u8]) -> bool {
    value.first().is_some_and(|first| !b"[<|\"".contains(first)) && !begins_time(value)
}

/// True for a value that begins as a date or a time of day does.
#[inline]
fn begins_time(value: &[u8]) -> bool {
    let is_like = |pattern: &[u8]| {
        value.len() >= pattern.len()
            && value.iter().zip(pattern).all(|(byte, like)| match like {
                b'0' => byte.is_ascii_digit(),
                _ => byte == like,
            })
    };
    // A client's name may have a hyphen among its first digits: `10-2-0-1.example.net`.
    (is_like(b"0000-00-") || is_like(b"00:00")) && !is_address(value)
}

pub(in crate::fields) fn is_address(word: &[u8]) -> bool {
    word.iter().any(|byte| b".:".contains(byte))
        && str::from_utf8(word).is_ok_and(|word| word.parse::<IpAddr>().is_ok())
}

/// The common name of a field, or nothing, and its kind, by its name in nginx or here.
pub(super) fn known(name: &str) -> (&'static str, Kind) {
    match name {
        "remote_addr" => ("host", Kind::Host),
        "realip_remote_addr" | "host" => ("", Kind::Host),
        "remote_user" => ("user", Kind::User),
        "time_local" | "time_iso8601" => ("time", Kind::Time),
        "msec"
        | "bytes_sent"
        | "request_length"
        | "request_time"
        | "connection"
        | "connection_requests"
        | "gzip_ratio"
        | "bytes"
        | "received_bytes"
        | "sent_bytes"
        | "request_processing_time"
        | "target_processing_time"
        | "backend_processing_time"
        | "response_processing_time"
        | "duration"
        | "bytes_received" => ("", Kind::Number),
        "body_bytes_sent" => ("bytes", Kind::Number),
        "http_referer" => ("referer", Kind::Url),
        "http_user_agent" => ("user-agent", Kind::Text),
        "http_x_forwarded_for"
        | "x-forwarded-for"
        | "proxy_add_x_forwarded_for"
        | "upstream_addr"
        | "upstream_status"
        | "upstream_response_time"
        | "upstream_response_length"
        | "upstream_connect_time"
        | "upstream_header_time"
        | "upstream_bytes_received"
        | "upstream_bytes_sent" => ("", Kind::List),
        "request_uri" | "url" => ("target", Kind::Url),
        "args" | "query_string" => ("query", Kind::Query),
        "request_method" => ("method", Kind::Word),
        "server_protocol" => ("version", Kind::Word),
        "vhost" => ("", Kind::VirtualHost),
        "ident" => ("", Kind::Identity),
        "user" => ("", Kind::User),
        "time" | "request_creation_time" => ("", Kind::Time),
        "request" => ("", Kind::Request),
        "status" => ("", Kind::Status),
        "elb_status_code" => ("status", Kind::Status),
        "client" => ("host", Kind::Address),
        "referer" | "redirect_url" | "target" | "server_url" => ("", Kind::Url),
        "key" | "path" => ("", Kind::Path),
        "query" => ("", Kind::Query),
        "method" | "version" => ("", Kind::Word),
        "captures" => ("", Kind::Captures),
        _ => ("", Kind::Text),
    }
}
