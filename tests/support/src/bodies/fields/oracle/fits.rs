//! The lines that fit a log format: each field has its kind, by the servers' documentation.

use std::net::IpAddr;

use percent_simd_cli::fields::Format;

use super::{Dialect, Field, Sort, split};

/// The kinds of a log's fields, and the least number of them in a line: a virtual host (`v`), a
/// host (`h`), an identity (`i`), a user (`u`), a time in brackets (`t`) or without (`d`), a value
/// in quotes (`q`), a status (`s`), a number (`n`), a name (`m`), or any word (`w`).
pub(super) fn kinds(format: Format) -> (&'static [u8], usize) {
    match format.name() {
        "combined" => (b"hiutqsnqq", 7),
        "common" => (b"hiutqsn", 7),
        "vhost-combined" => (b"vhiutqsnqq", 8),
        "alb" => (b"mdwwwnnnswnnqqwwwqqqwdqqqqqqqwqqq", 13),
        _ => (b"", 0),
    }
}

/// True for a record of a log that has the fields of its format.
pub fn fits(dialect: &Dialect, record: &[u8]) -> bool {
    let (kinds, least) = kinds(dialect.format);
    let Some(fields) = split(dialect, record, kinds.len() - 1) else { return false };
    fields.len() >= least
        && fields.iter().zip(kinds).all(|(field, &kind)| {
            let value = &record[field.span.clone()];
            let are_digits = value.iter().all(u8::is_ascii_digit);
            let is_address =
                core::str::from_utf8(value).is_ok_and(|text| text.parse::<IpAddr>().is_ok());
            value == b"-" && kind != b't'
                || match kind {
                    b'h' => {
                        !value.is_empty()
                            && !b"[<|\"".contains(&value[0])
                            && !begins_time(value)
                            && is_client(value)
                    }
                    b'v' => !value.is_empty() && !begins_time(value) && is_vhost(value),
                    b'i' => !value.is_empty() && !is_address,
                    b'u' if field.sort == Sort::Quoted => true,
                    b'u' => {
                        let text = String::from_utf8_lossy(value);
                        !value.is_empty() && !format!(" {text} ").contains(" - ")
                    }
                    b't' => field.sort == Sort::Time,
                    b'd' => {
                        value.iter().any(u8::is_ascii_digit)
                            && (value[0].is_ascii_digit() || value[0].is_ascii_uppercase())
                    }
                    b'm' => {
                        let is_of_name = |byte: &u8| {
                            byte.is_ascii_alphanumeric() || b"-_.!#$&'*+^`|~/".contains(byte)
                        };
                        !value.is_empty() && value.iter().all(is_of_name)
                    }
                    b'q' => field.sort == Sort::Quoted,
                    b's' => value.len() == 3 && are_digits || value == b"0" || value == b"-1",
                    b'n' => is_number(value),
                    _ => true,
                }
        })
        && has_no_stray_quote(record, &fields, kinds)
}

/// Only a user's name has a quote without a backslash, and only quotes that enclose something
/// follow the fields.
fn has_no_stray_quote(record: &[u8], fields: &[Field], kinds: &[u8]) -> bool {
    let is_stray = |(field, &kind): (&Field, &u8)| {
        let value = &record[field.span.clone()];
        let quotes = (0..value.len()).filter(|&at| value[at] == b'"');
        field.sort == Sort::Plain
            && kind != b'q'
            && quotes.into_iter().any(|at| at == 0 || value[at - 1] != b'\\')
    };
    if fields.iter().zip(kinds).any(is_stray) {
        return false;
    }
    let Some(last) = fields.last().filter(|_| fields.len() == kinds.len()) else { return true };
    let end = last.span.end + usize::from(last.sort == Sort::Quoted);
    let mut rest = record[end..].iter().copied().peekable();
    let (mut before, mut is_open) = (b' ', false);
    while let Some(byte) = rest.next() {
        match byte {
            b'"' if is_open => {
                is_open = false;
                if rest.peek().is_some_and(|next| !b" \t=:,;|])}\r\n".contains(next)) {
                    return false;
                }
            }
            b'"' => {
                is_open = true;
                if !b" \t=:,;|[({".contains(&before) {
                    return false;
                }
            }
            b'\\' if is_open => {
                rest.next();
            }
            _ => {}
        }
        before = byte;
    }
    !is_open
}

/// A client has a colon only in an address of IPv6, before a port, or after `unix`.
fn is_client(value: &[u8]) -> bool {
    let text = String::from_utf8_lossy(value);
    let colons = text.matches(':').count();
    colons == 0
        || text.starts_with("unix:")
        || colons > 1 && text.chars().all(|char| char.is_ascii_hexdigit() || char == ':')
        || is_ip(&text)
        || text.rsplit_once(':').is_some_and(|(host, port)| is_ip(host) && is_port(port))
}

/// A virtual host is a name or an address, with or without a port.
fn is_vhost(value: &[u8]) -> bool {
    let text = String::from_utf8_lossy(value);
    let is_name = |text: &str| !text.contains(':') || is_ip(text);
    is_name(&text)
        || text.rsplit_once(':').is_some_and(|(host, port)| is_name(host) && is_port(port))
}

fn is_port(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// An address, in brackets or not, with or without a zone.
fn is_ip(text: &str) -> bool {
    let inner = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    let address = inner.split('%').next().unwrap_or(inner);
    address.parse::<IpAddr>().is_ok()
}

/// True for a record that begins with a date (`1997-07-16`, ISO 8601), like CloudFront's.
pub fn begins_with_date(record: &[u8]) -> bool {
    record.len() >= 10
        && record[..10].iter().enumerate().all(|(at, byte)| {
            if at == 4 || at == 7 { *byte == b'-' } else { byte.is_ascii_digit() }
        })
}

/// A size or a duration of a server: digits, optionally with a sign and a dot.
fn is_number(value: &[u8]) -> bool {
    let text = String::from_utf8_lossy(value);
    let text = text.strip_prefix(['-', '+']).unwrap_or(&text);
    let digits: String = text.split('.').collect();
    text.split('.').count() <= 2
        && !digits.is_empty()
        && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// True for a value that begins like a date or a time of day, and is no address.
fn begins_time(value: &[u8]) -> bool {
    let is_time = |separator: usize, byte: u8| value.len() >= 5 && value[separator] == byte;
    let begins =
        (is_time(4, b'-') || is_time(2, b':')) && value[..2].iter().all(u8::is_ascii_digit);
    begins && !core::str::from_utf8(value).is_ok_and(|text| text.parse::<IpAddr>().is_ok())
}
