//! The measured lines, and their decoding by the tests' oracle.

use std::array;
use std::path::Path;

use oracle::{Decode, Utf8};
use percent_simd::{AsciiSet, Decoder, Malformed};

use super::common::corpus::{lines, to_decode};
use super::common::pool;
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

    /// The decoding of the lines by the tests' oracle, as bytes and as text.
    pub(crate) fn expected(self, lines: &[&[u8]]) -> (Vec<Expected>, Vec<Expected>) {
        let set = |bytes: &[u8]| array::from_fn(|byte| self.sets && bytes.contains(&(byte as u8)));
        let (keep, reject) = (set(KEPT), set(REJECTED));
        let policy = Decode { strict: self.strict, keep, reject, ..Decode::default() };
        let decode = |line: &&[u8]| -> (Expected, Expected) {
            let bytes = oracle::decode(line, &policy).map_err(|error| error.position);
            let text = oracle::decode_text(line, &policy, Utf8::Strict);
            (bytes, text.map(String::into_bytes).map_err(|error| error.position))
        };
        lines.iter().map(decode).unzip()
    }
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
