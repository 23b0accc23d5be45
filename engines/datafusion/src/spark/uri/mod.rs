//! URIs as `java.net.URI` reads them: by RFC 2396, and RFC 2732 for IPv6 addresses, with the
//! deviations that the documentation of its constructor lists.

mod host;

use std::ops::Range;

use percent_simd::{AsciiSet, Encoder, sets};

use host::{is_host, is_port};

/// The characters that user information must escape: all but *unreserved* and *punct*, in the words
/// of that documentation. Each of the sets below has fewer members.
const USER_INFO: AsciiSet = sets::URI_2396.difference(AsciiSet::from_bytes(b",;:$&+="));
const REG_NAME: AsciiSet = USER_INFO.remove(b'@');
const PATH: AsciiSet = REG_NAME.remove(b'/');
/// For queries, fragments and opaque URIs.
const URIC: AsciiSet = PATH.difference(AsciiSet::from_bytes(b"?[]"));

/// The components of a URI, still escaped. A missing one is `None`.
#[derive(Debug, Default)]
pub(super) struct Uri<'a> {
    pub(super) scheme: Option<&'a str>,
    pub(super) authority: Option<&'a str>,
    pub(super) user_info: Option<&'a str>,
    pub(super) host: Option<&'a str>,
    /// The path, and the query with its question mark.
    pub(super) file: Option<&'a str>,
    pub(super) path: Option<&'a str>,
    pub(super) query: Option<&'a str>,
    pub(super) fragment: Option<&'a str>,
}

impl<'a> Uri<'a> {
    /// Splits a URI. Where `java.net.URI` throws `URISyntaxException`, the error is the position of a
    /// byte that cannot be there, or the length of a text that ends too early.
    pub(super) fn parse(text: &'a str) -> Result<Self, usize> {
        let mut uri = Self::default();
        let end = text.find('#').unwrap_or(text.len());
        let colon = text[..end].find([':', '/', '?']).filter(|at| text[*at..].starts_with(':'));
        uri.scheme = colon.map(|colon| scheme(&text[..colon])).transpose()?;
        let start = colon.map_or(0, |colon| colon + 1);
        if colon.is_none() || text[start..].starts_with('/') {
            uri.read_hierarchy(text, start..end)?;
        } else if start < end {
            component(text, start..end, URIC)?; // it is opaque
        } else {
            return Err(end);
        }
        if end < text.len() {
            uri.fragment = Some(component(text, end + 1..text.len(), URIC)?);
        }
        Ok(uri)
    }

    /// Reads `[//authority][path][?query]`.
    fn read_hierarchy(&mut self, text: &'a str, range: Range<usize>) -> Result<(), usize> {
        let Range { mut start, end } = range;
        if text[start..end].starts_with("//") {
            let authority = start + 2;
            start = text[authority..end].find(['/', '?']).map_or(end, |len| authority + len);
            if authority < start {
                self.read_authority(text, authority..start)?;
            } else if start == text.len() {
                return Err(start); // something must follow an empty authority
            }
        }
        let mark = text[start..end].find('?').map_or(end, |len| start + len);
        self.file = Some(&text[start..end]);
        self.path = Some(component(text, start..mark, PATH)?);
        if mark < end {
            self.query = Some(component(text, mark + 1..end, URIC)?);
        }
        Ok(())
    }

    /// Reads `[user-info@]host[:port]`, or else a name in a registry.
    fn read_authority(&mut self, text: &'a str, range: Range<usize>) -> Result<(), usize> {
        let authority = &text[range.clone()];
        self.authority = Some(authority);
        match server(authority) {
            Some((user_info, host)) => (self.user_info, self.host) = (user_info, Some(host)),
            None => {
                component(text, range, REG_NAME)?;
            }
        }
        Ok(())
    }
}

/// The text in this range, if it has no malformed triplet, no member of the set, and beyond ASCII no
/// control and no space.
fn component(text: &str, range: Range<usize>, escaped: AsciiSet) -> Result<&str, usize> {
    let part = &text[range.start..range.end];
    let is_other = |char: char| !char.is_ascii() && !char.is_control() && !char.is_whitespace();
    let mut problems = Encoder::new(escaped).encoding_problems(part).map(|error| error.position());
    // Each byte of a character beyond ASCII is a problem to an encoder.
    match problems.find(|at| part.get(*at..).is_some_and(|rest| !rest.starts_with(is_other))) {
        Some(at) => Err(range.start + at),
        None => Ok(part),
    }
}

fn scheme(text: &str) -> Result<&str, usize> {
    let is_allowed = |char: char| char.is_ascii_alphanumeric() || matches!(char, '+' | '-' | '.');
    match text.find(|char| !is_allowed(char)) {
        Some(at) => Err(at),
        None if text.starts_with(|char: char| char.is_ascii_alphabetic()) => Ok(text),
        None => Err(0),
    }
}

/// The user information and the host; `None` if the authority is not that of a server.
fn server(authority: &str) -> Option<(Option<&str>, &str)> {
    let (user_info, rest) = match authority.split_once('@') {
        Some((user_info, rest)) => (Some(user_info), rest),
        None => (None, authority),
    };
    if let Some(user_info) = user_info {
        component(user_info, 0..user_info.len(), USER_INFO).ok()?;
    }
    let len = match rest.strip_prefix('[') {
        Some(address) => address.find(']')? + 2,
        None => rest.find(':').unwrap_or(rest.len()),
    };
    let (host, port) = rest.split_at(len);
    (is_host(host) && is_port(port)).then_some((user_info, host))
}
