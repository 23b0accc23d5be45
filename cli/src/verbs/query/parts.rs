//! The parts of a URL (RFC 3986, appendix B).

use clap::ValueEnum;

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
        match self {
            Self::Scheme => "scheme",
            Self::User => "user",
            Self::Host => "host",
            Self::Port => "port",
            Self::Path => "path",
            Self::Query => "query",
            Self::Fragment => "fragment",
        }
    }

    /// The part of a URL or request target, if present.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_urls_and_targets() {
        let all = |url: &str| {
            let part = |part: &Part| {
                part.of(url.as_bytes()).map(|part| str::from_utf8(part).unwrap().to_owned())
            };
            Part::value_variants()
                .iter()
                .map(|which| part(which).unwrap_or("-".into()))
                .collect::<Vec<_>>()
                .join(" ")
        };
        for (url, parts) in [
            ("https://bob:x@e.org:443/a/b?c=d?#e#f", "https bob:x e.org 443 /a/b c=d? e#f"),
            ("http://[2001:db8::1]:80", "http - [2001:db8::1] 80  - -"),
            ("http://[2001:db8::1]/", "http - [2001:db8::1] - / - -"),
            ("//e.org?x", "- - e.org -  x -"),
            ("/a:b?c", "- - - - /a:b c -"),
            ("mailto:a@b", "mailto - - - a@b - -"),
            ("http://a@b@c/", "http a@b c - / - -"),
            ("", "- - - -  - -"),
        ] {
            assert_eq!(all(url), parts, "{url}");
        }
    }
}
