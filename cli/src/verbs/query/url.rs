//! The parts of a URL (RFC 3986, appendix B), and the pairs of its query.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::HashMap;

use clap::ValueEnum;
use memchr::memrchr;
use percent_simd::form::Pair;
use percent_simd::scheme::FORM;
use percent_simd::{Decoder, Utf8};

use crate::options::Charsets;

/// From this number on, names are hashed, so that hostile records take linear time.
const MANY: usize = 16;

/// The charset of escapes: UTF-8, or legacy charsets.
#[derive(Clone, Copy)]
pub(super) struct Decoding<'m> {
    pub(super) charsets: Option<Charsets>,
    /// Set if none of the charsets fits a value.
    pub(super) is_misfit: &'m Cell<bool>,
}

pub(super) struct Key {
    pub(super) text: String,
    bytes: Vec<u8>,
}

impl Decoding<'_> {
    /// A name, which is written as in a query.
    pub(super) fn key(self, name: &str) -> Key {
        let bytes = FORM.decode(name).unwrap_or_default().into_owned();
        let text = match self.charsets {
            // Other text is not in that charset, but from the keyboard.
            Some(_) if name.is_ascii() => self.text_in(&bytes, name.as_bytes(), FORM.decoder()),
            _ => String::from_utf8_lossy(&bytes),
        };
        Key { text: text.into_owned(), bytes }
    }

    pub(super) fn is(self, pair: Pair<'_>, key: &Key) -> bool {
        match self.charsets {
            None => pair.name_is(&key.bytes),
            // A name that fits none need not be one of those that are asked for.
            Some(_) => Decoding { is_misfit: &Cell::default(), ..self }.name(pair) == key.text,
        }
    }

    pub(super) fn name(self, pair: Pair<'_>) -> Cow<'_, str> {
        if self.charsets.is_none() {
            return pair.name();
        }
        let (name, decoder) = (pair.name_raw(), pair.decoder());
        self.text_in(&decoder.decode_lenient(name), name, decoder)
    }

    pub(super) fn value(self, pair: Pair<'_>) -> Cow<'_, str> {
        match self.charsets {
            None => pair.value(),
            Some(_) => self.text_in(&pair.value_bytes(), pair.value_raw(), FORM.decoder()),
        }
    }

    /// A field or a part of a URL. Bytes that are not UTF-8 stay escaped.
    pub(super) fn text(self, value: &[u8]) -> Cow<'_, str> {
        const DECODER: Decoder = Decoder::new();
        let bytes = self.charsets.map(|_| DECODER.decode(value).unwrap_or_default());
        self.text_in(&bytes.unwrap_or_default(), value, DECODER)
    }

    /// The text of these bytes, or if no charset fits, that of the value before decoding, whose escapes
    /// stay where they are not UTF-8.
    fn text_in<'a>(self, bytes: &[u8], raw: &'a [u8], decoder: Decoder) -> Cow<'a, str> {
        let Some(text) = self.charsets.and_then(|charsets| charsets.text(bytes)) else {
            self.is_misfit.set(true);
            return decoder.utf8(Utf8::KeepEscaped).decode_utf8(raw).unwrap_or_default();
        };
        text.into()
    }
}

pub(super) struct Group<'a> {
    pub(super) name: Cow<'a, str>,
    pub(super) first: Cow<'a, str>,
    pub(super) others: Vec<Cow<'a, str>>,
}

/// Groups the pairs by name, in the order of first appearance.
pub(super) fn groups<'a>(
    pairs: impl Iterator<Item = Pair<'a>>,
    decoding: Decoding<'_>,
) -> Vec<Group<'a>> {
    let mut groups: Vec<Group<'a>> = Vec::new();
    let mut hashed: Option<HashMap<Cow<'a, str>, usize>> = None;
    for pair in pairs {
        let (name, value) = (decoding.name(pair), decoding.value(pair));
        if groups.len() == MANY && hashed.is_none() {
            let names = groups.iter().map(|group| group.name.clone());
            hashed = Some(names.zip(0..).collect());
        }
        let known = match &hashed {
            None => groups.iter().position(|group| group.name == name),
            Some(hashed) => hashed.get(&name).copied(),
        };
        match known {
            Some(at) => groups[at].others.push(value),
            None => {
                if let Some(hashed) = &mut hashed {
                    hashed.insert(name.clone(), groups.len());
                }
                groups.push(Group { name, first: value, others: Vec::new() });
            }
        }
    }
    groups
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Part {
    Scheme,
    User,
    Host,
    Port,
    Path,
    Query,
    Fragment,
}

impl Part {
    pub(super) const fn name(self) -> &'static str {
        ["scheme", "user", "host", "port", "path", "query", "fragment"][self as usize]
    }

    /// The part of a request's target, if present (RFC 9112 3.2): a path begins with `/`, even with two,
    /// and a host alone has a port.
    pub(super) fn of_target(self, target: &[u8]) -> Option<&[u8]> {
        let is_authority = || {
            let port = memrchr(b':', target).map(|colon| &target[colon + 1..]);
            port.is_some_and(|port| !port.is_empty() && port.iter().all(u8::is_ascii_digit))
        };
        match self {
            Self::Path if target.starts_with(b"/") => {
                let end = target.iter().position(|byte| b"?#".contains(byte));
                Some(&target[..end.unwrap_or(target.len())])
            }
            Self::Host | Self::Port | Self::User if target.starts_with(b"/") => None,
            _ if target.iter().any(|byte| b"/?".contains(byte)) || !is_authority() => {
                self.of(target)
            }
            Self::Host | Self::Port => {
                let (host, port) = target.split_at(memrchr(b':', target)?);
                Some(if self == Self::Host { host } else { &port[1..] })
            }
            _ => None,
        }
    }

    pub(super) fn of(self, url: &[u8]) -> Option<&[u8]> {
        let (url, fragment) = cut(url, b'#');
        let (url, query) = cut(url, b'?');
        let (scheme, rest) = match cut(url, b':') {
            (scheme, Some(rest)) if is_scheme(scheme) => (Some(scheme), rest),
            _ => (None, url),
        };
        let (authority, path) = match rest.strip_prefix(b"//") {
            Some(rest) => {
                let end = rest.iter().position(|&byte| byte == b'/').unwrap_or(rest.len());
                (Some(&rest[..end]), &rest[end..])
            }
            None => (None, rest),
        };
        let at = authority.and_then(|all| all.iter().rposition(|&byte| byte == b'@'));
        let host = || authority.map(|all| &all[at.map_or(0, |at| at + 1)..]);
        // A colon within [...] belongs to an address.
        let colon = || {
            let colon = host()?.iter().rposition(|&byte| byte == b':')?;
            (!host()?[colon..].contains(&b']')).then_some(colon)
        };
        match self {
            Self::Scheme => scheme,
            Self::User => authority.zip(at).map(|(all, at)| &all[..at]),
            Self::Host => host().map(|host| &host[..colon().unwrap_or(host.len())]),
            Self::Port => host().zip(colon()).map(|(host, colon)| &host[colon + 1..]),
            Self::Path => Some(path),
            Self::Query => query,
            Self::Fragment => fragment,
        }
    }
}

/// Splits at the first `byte`: the bytes before it, and the bytes after it if it exists.
fn cut(bytes: &[u8], byte: u8) -> (&[u8], Option<&[u8]>) {
    match memchr::memchr(byte, bytes) {
        Some(at) => (&bytes[..at], Some(&bytes[at + 1..])),
        None => (bytes, None),
    }
}

/// RFC 3986 3.1.
fn is_scheme(text: &[u8]) -> bool {
    let is_char = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
    text.first().is_some_and(u8::is_ascii_alphabetic) && text.iter().all(is_char)
}
