//! The measured lines, and their decoding by the tests' oracle.

use std::array;
use std::path::Path;

use oracle::{Decode, Utf8};
use percent_simd::{AsciiSet, Decoder, Malformed};

use super::set::Expected;
use percent_simd_benches::peers::TRAFFIC;
use percent_simd_benches::pool;
use support::corpus::{lines, to_decode};
use support::traffic::{self, KINDS};

/// The escapes that a proxy keeps: a decoded `/` would be a separator, and a kept `%25`
/// distinguishes `%2F` from `%252F`.
const KEPT: &[u8] = b"/%";
/// The bytes that a proxy rejects: terminators of strings and lines.
pub(crate) const REJECTED: &[u8] = b"\0\r\n";

/// A decoder, `const` as the README writes it, by its options.
pub(crate) struct Policy<const STRICT: bool, const SETS: bool>;

pub(crate) type Plain = Policy<false, false>;
pub(crate) type All = Policy<true, true>;

impl<const STRICT: bool, const SETS: bool> Policy<STRICT, SETS> {
    pub(crate) const DECODER: Decoder = {
        let decoder =
            Decoder::new().malformed(if STRICT { Malformed::Error } else { Malformed::Keep });
        if SETS {
            decoder.keep(AsciiSet::from_bytes(KEPT)).reject(AsciiSet::from_bytes(REJECTED))
        } else {
            decoder
        }
    };

    /// The suffix in the names of rows, after the entry.
    pub(crate) const NAME: &'static str = match (STRICT, SETS) {
        (false, false) => "",
        (true, false) => ", strict",
        (false, true) => ", keep and reject",
        (true, true) => ", strict, keep and reject",
    };

    /// The decoding of the lines by the tests' oracle, as bytes and as text.
    pub(crate) fn expected(lines: &[&[u8]]) -> (Vec<Expected>, Vec<Expected>) {
        let set = |bytes: &[u8]| array::from_fn(|byte| SETS && bytes.contains(&(byte as u8)));
        let (keep, reject) = (set(KEPT), set(REJECTED));
        let policy = Decode { strict: STRICT, keep, reject, ..Decode::default() };
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
    /// The repository's sample, the files of `PERCENT_CORPUS=file[,file]`, generated lines like those
    /// of real traffic, and generated inputs of 1 KiB and 64 KiB.
    pub(crate) fn all() -> Vec<Self> {
        let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../samples/access.log").to_owned();
        let named = std::env::var("PERCENT_CORPUS").unwrap_or_default();
        let named = named.split(',').filter(|name| !name.is_empty()).map(str::to_owned);
        let files = std::iter::once(sample).chain(named).map(|path| Self::read(&path));
        files.chain(Self::traffic()).chain(Self::generated()).collect()
    }

    fn traffic() -> impl Iterator<Item = Self> {
        let kinds = TRAFFIC.into_iter().zip(KINDS);
        kinds.map(|(name, kind)| Self::new(name, traffic::lines(kind, 16384)))
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
