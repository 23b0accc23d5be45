//! The measured lines, and their decoding by a reference decoder.

use std::path::Path;

use percent_simd::{AsciiSet, Decoder, Malformed};

use super::common::corpus::{lines, to_decode};
use super::common::{percent_encoding_decode, pool};
use super::set::Expected;

/// The escapes that a proxy keeps: a decoded `/` would be a separator, and a kept `%25`
/// distinguishes `%2F` from `%252F`.
const KEPT: &[u8] = b"/%";
/// The bytes that a proxy rejects: terminators of strings and lines.
pub(crate) const REJECTED: &[u8] = b"\0\r\n";

/// The options of a decoder.
#[derive(Clone, Copy)]
pub(crate) struct Policy {
    /// The suffix in the names of rows, after the entry.
    pub(crate) name: &'static str,
    strict: bool,
    sets: bool,
}

pub(crate) const PLAIN: Policy = Policy { name: "", strict: false, sets: false };
pub(crate) const STRICT: Policy = Policy { name: ", strict", strict: true, sets: false };
pub(crate) const SETS: Policy = Policy { name: ", keep and reject", strict: false, sets: true };
pub(crate) const ALL: Policy =
    Policy { name: ", strict, keep and reject", strict: true, sets: true };

impl Policy {
    pub(crate) fn decoder(self) -> Decoder {
        let sets = |bytes| if self.sets { AsciiSet::from_bytes(bytes) } else { AsciiSet::EMPTY };
        let malformed = if self.strict { Malformed::Error } else { Malformed::Keep };
        Decoder::new().malformed(malformed).keep(sets(KEPT)).reject(sets(REJECTED))
    }

    /// The decoding of a line, as bytes and as text: byte by byte, from the definition.
    fn reference(self, line: &[u8]) -> (Expected, Expected) {
        // Decoded bytes, and the source of each.
        let (mut out, mut origins) = (Vec::new(), Vec::new());
        let mut error = None;
        let mut at = 0;
        while at < line.len() {
            let value = (line[at] == b'%').then(|| hex_pair(&line[at + 1..])).flatten();
            let (bytes, len) = match value {
                None if line[at] == b'%' && self.strict => {
                    error = Some(at);
                    break;
                }
                Some(value) if self.sets && REJECTED.contains(&value) => {
                    error = Some(at);
                    break;
                }
                Some(value) if self.sets && KEPT.contains(&value) => (line[at..at + 3].to_vec(), 3),
                Some(value) => (vec![value], 3),
                None => (vec![line[at]], 1),
            };
            origins.extend(bytes.iter().map(|_| at));
            out.extend(bytes);
            at += len;
        }
        let text = match std::str::from_utf8(&out) {
            Err(ill_formed) => Err(origins[ill_formed.valid_up_to()]),
            Ok(_) => error.map_or_else(|| Ok(out.clone()), Err),
        };
        (error.map_or(Ok(out), Err), text)
    }

    /// The decoding of the lines, as bytes and as text.
    pub(crate) fn expected(self, lines: &[&[u8]]) -> (Vec<Expected>, Vec<Expected>) {
        let (bytes, text): (Vec<Expected>, Vec<Expected>) =
            lines.iter().map(|line| self.reference(line)).unzip();
        if !self.strict && !self.sets {
            for (line, decoded) in lines.iter().zip(&bytes) {
                assert_eq!(decoded.as_deref(), Ok(&*percent_encoding_decode(line)));
            }
        }
        (bytes, text)
    }
}

fn hex_pair(bytes: &[u8]) -> Option<u8> {
    let digit = |at: usize| char::from(*bytes.get(at)?).to_digit(16);
    Some((digit(0)? * 16 + digit(1)?) as u8)
}

/// The content of a file.
pub(crate) struct File {
    pub(crate) name: String,
    bytes: Vec<u8>,
}

impl File {
    /// The repository's sample, the files of `PERCENT_CORPUS=file[,file]`, and the generated
    /// inputs.
    pub(crate) fn all() -> Vec<Self> {
        let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../samples/access.log").to_owned();
        let named = std::env::var("PERCENT_CORPUS").unwrap_or_default();
        let named = named.split(',').filter(|name| !name.is_empty()).map(str::to_owned);
        let files = std::iter::once(sample).chain(named).map(|path| Self::read(&path));
        files.chain(Self::generated()).collect()
    }

    /// 256 KiB of each kind in inputs of 1 KiB and of 64 KiB, a line each.
    fn generated() -> impl Iterator<Item = Self> {
        let sizes = [("1 KiB", 1 << 10), ("64 KiB", 1 << 16)].into_iter();
        sizes.flat_map(|(size, len)| {
            ["query-like", "cyrillic"].map(|kind| Self {
                name: format!("{size}, {kind}"),
                bytes: pool(to_decode, kind, len).join(&b'\n'),
            })
        })
    }

    fn read(path: &str) -> Self {
        let bytes =
            std::fs::read(path).unwrap_or_else(|error| panic!("PERCENT_CORPUS: {path}: {error}"));
        let name = Path::new(path).file_name().unwrap_or_default();
        Self::new(&name.to_string_lossy(), bytes)
    }

    pub(crate) fn new(name: &str, bytes: Vec<u8>) -> Self {
        Self { name: name.to_owned(), bytes }
    }

    pub(crate) fn lines(&self) -> Vec<&[u8]> {
        lines(&self.bytes)
    }
}
