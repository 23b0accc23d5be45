//! Roles of values: the bytes that separate the parts of a path, a query, a URL.

use percent_simd::{AsciiSet, Decoder, sets};

use crate::control;

/// A server's own escapes of a client's bytes, beside the quoting of its format.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Escapes {
    None,
    /// CloudFront percent-encodes a client's `%`, too.
    Percent,
    /// IIS writes a space as `+`.
    Plus,
}

impl Escapes {
    /// The client's bytes, if they are others. The escapes of `kept` stay, and so do those of
    /// control characters and of what separates the parts of a URL: they are the client's.
    pub(super) fn undone(self, written: &[u8], kept: AsciiSet) -> Option<Vec<u8>> {
        match self {
            Self::Percent => {
                let of_url = AsciiSet::from_bytes(b"?#&=+;");
                let decoder = Decoder::new().keep(kept.union(of_url).union(sets::CONTROLS));
                let decode = |part: &[u8]| decoder.decode(part).unwrap_or_default().into_owned();
                let (mut once, mut done) = (Vec::new(), 0);
                for control in control::escaped_controls(written) {
                    once.extend(decode(&written[done..control.start]));
                    once.extend_from_slice(&written[control.clone()]);
                    done = control.end;
                }
                once.extend(decode(&written[done..]));
                (once != written).then_some(once)
            }
            Self::Plus if written.contains(&b'+') => {
                let space = |&byte| if byte == b'+' { b' ' } else { byte };
                Some(written.iter().map(space).collect())
            }
            Self::Plus | Self::None => None,
        }
    }
}

/// The role of a value, which decides how it is decoded.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Role {
    /// Any text.
    Text,
    /// A method or a version.
    Word,
    /// A URL or a request target: a path, and optionally `?` and a query.
    Url,
    Path,
    Query,
}

impl Role {
    /// The raw bytes that separate the parts of a value with this role.
    pub(super) const fn separators(self) -> AsciiSet {
        const OF_PATH: AsciiSet = AsciiSet::from_bytes(b"?#");
        const OF_QUERY: AsciiSet = AsciiSet::from_bytes(b"&=+;#");
        match self {
            Self::Text | Self::Word => AsciiSet::EMPTY,
            Self::Url | Self::Path => OF_PATH,
            Self::Query => OF_QUERY,
        }
    }
}
