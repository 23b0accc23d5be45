//! Names of fields: whether they are the same, how messages show them, and those of URLs.

use std::sync::LazyLock;

use percent_simd::AsciiSet;
use strsim::normalized_damerau_levenshtein;

use super::value::Escapes;
use crate::shown::Shown;

/// The most names in a message, and the most characters of each.
const SHOWN: usize = 12;
pub(super) const LONGEST: usize = 100;

/// Names with more than this similarity are suggested.
const SIMILAR: f64 = 0.6;

pub(super) fn is_same(known: &[u8], name: &[u8]) -> bool {
    let fold = |byte: u8| if byte == b'_' { b'-' } else { byte.to_ascii_lowercase() };
    known.len() == name.len()
        && known.iter().zip(name).all(|(&known, &byte)| fold(known) == fold(byte))
}

/// The most similar of the known names, ignoring case.
pub(super) fn nearest<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let name = name.to_lowercase();
    known
        .map(|known| (normalized_damerau_levenshtein(&name, &known.to_lowercase()), known))
        .filter(|&(likeness, _)| likeness > SIMILAR)
        .max_by(|one, other| one.0.total_cmp(&other.0))
        .map(|(_, known)| known)
}

/// The first of these names: messages stay short even if records are long.
pub(super) fn some_of(names: &[impl AsRef<[u8]>]) -> String {
    let name = |name: &[u8]| {
        let text = String::from_utf8_lossy(&name[..name.len().min(4 * LONGEST)]);
        match text.char_indices().nth(LONGEST) {
            Some((end, _)) => format!("{}...", Shown(&text[..end])),
            None => Shown(&text).to_string(),
        }
    };
    let mut shown: Vec<String> =
        names.iter().take(SHOWN).map(|known| name(known.as_ref())).collect();
    shown.extend((names.len() > SHOWN).then(|| format!("... ({} in all)", names.len())));
    shown.join(" ")
}

/// The role of a field, by its name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Holds {
    Text,
    /// A method or a version.
    Word,
    Path,
    Query,
    /// A URL that is not that of the request.
    Url,
    /// The target of a request (RFC 9112 3.2).
    Target,
    /// The first line of a request, or its target.
    Request,
}

impl Holds {
    /// The raw bytes that separate the parts of a value with this role.
    pub(super) const fn separators(self) -> AsciiSet {
        match self {
            Self::Text | Self::Word => AsciiSet::EMPTY,
            Self::Query => const { AsciiSet::from_bytes(b"&=+;#") },
            Self::Path | Self::Url | Self::Target | Self::Request => {
                const { AsciiSet::from_bytes(b"?#") }
            }
        }
    }
}

#[derive(Debug)]
pub(super) struct Key {
    /// A key, or a JSON Pointer.
    pub(super) name: &'static str,
    pub(super) holds: Holds,
    pub(super) escapes: Escapes,
}

/// The keys of JSON and logfmt whose values servers percent-encode. Of those that hold the request or its
/// query, the first one in a record counts.
pub(super) static KEYS: LazyLock<Vec<Key>> = LazyLock::new(|| {
    let rows = ROWS.iter().flat_map(|&(holds, names)| {
        names.split_whitespace().map(move |name| {
            // As in CloudFront's logs with tabs.
            let is_cloudfront = matches!(name, "cs-uri-query" | "cs(Referer)" | "cs(User-Agent)");
            let escapes = if is_cloudfront { Escapes::Percent } else { Escapes::None };
            Key { name, holds, escapes }
        })
    });
    rows.collect()
});

/// In order: nginx and others; Caddy, pino; Azure Application Gateway; CloudFront; AWS WAF; Akamai
/// DataStream; Google Cloud; Cloudflare; Traefik; Kong; Vercel; Suricata; Elastic Common Schema and
/// OpenTelemetry, with and without nesting.
const ROWS: &[(Holds, &str)] = &[
    (Holds::Request, "request"),
    (Holds::Target, "request_uri"),
    (Holds::Target, "/request/uri /request/url /req/url"),
    (Holds::Target, "originalRequestUriWithArgs /properties/originalRequestUriWithArgs"),
    (Holds::Query, "requestQuery /properties/requestQuery"),
    (Holds::Target, "requestUri /properties/requestUri"),
    (Holds::Query, "cs-uri-query /httpRequest/args queryStr"),
    (Holds::Target, "/httpRequest/requestUrl ClientRequestURI RequestPath"),
    (Holds::Target, "/proxy/path /http/url"),
    (Holds::Target, "url.original /url/original /attributes/url.original"),
    (Holds::Target, "url.full /url/full /attributes/url.full"),
    (Holds::Target, "http.target /http/target /attributes/http.target"),
    (Holds::Target, "http.url /attributes/http.url"),
    (Holds::Query, "url.query /url/query /attributes/url.query"),
    (Holds::Query, "args query_string"),
    (Holds::Target, "uri url path target request_url requestURI"),
    (Holds::Path, "cs-uri-stem /httpRequest/uri reqPath ClientRequestPath"),
    (Holds::Path, "url.path /url/path /attributes/url.path"),
    (Holds::Url, "http_referer http_referrer referer referrer"),
    (Holds::Url, "/request/headers/Referer/* /request/headers/referer /req/headers/referer"),
    (Holds::Url, "/properties/referer /properties/referrer /properties/originUrl cs(Referer)"),
    (Holds::Url, "ClientRequestReferer request_Referer /proxy/referer /http/http_refer"),
    (Holds::Url, "upstream_uri destination"),
    (Holds::Url, "http.request.referrer /http/request/referrer /httpRequest/referer"),
    (Holds::Text, "cs(User-Agent)"),
];

/// The keys of their clients, and those of Go's servers and Heroku.
pub(super) const OF_CLIENTS: &str = "remote_addr /request/client_ip /request/remote_ip \
    /req/remoteAddress clientIp /properties/clientIp clientIP /properties/clientIP c-ip \
    /httpRequest/clientIp cliIP /httpRequest/remoteIp ClientIP ClientHost client_ip /proxy/clientIp \
    src_ip client.ip /client/ip \
    source.ip /source/ip client.address /client/address /attributes/client.address remote_ip fwd";

pub(super) fn key(selector: &str) -> Option<&'static Key> {
    let of_top = selector.strip_prefix('/').filter(|rest| !rest.contains('/'));
    KEYS.iter().find(|key| key.name == of_top.unwrap_or(selector))
}
