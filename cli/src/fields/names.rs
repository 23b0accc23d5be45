//! Names of fields: whether they are the same, how messages show them, and those of URLs.

use strsim::normalized_damerau_levenshtein;

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

/// The keys of URLs in the logs of Caddy, Google Cloud, Cloudflare, Azure, Traefik and nginx.
pub(super) const OF_JSON: [&str; 18] = [
    "/request/uri",
    "/request/headers/Referer/*",
    "/httpRequest/requestUrl",
    "/httpRequest/referer",
    "ClientRequestURI",
    "ClientRequestPath",
    "ClientRequestReferer",
    "requestUri",
    "/properties/requestUri",
    "RequestPath",
    "request_Referer",
    "request",
    "request_uri",
    "uri",
    "url",
    "path",
    "http_referer",
    "referer",
];

/// The keys whose values are URLs in the logs of Heroku, of Go programs and of those like them.
pub(super) const OF_LOGFMT: [&str; 10] = [
    "path",
    "url",
    "uri",
    "target",
    "request",
    "request_uri",
    "request_url",
    "requestURI",
    "referer",
    "http_referer",
];
