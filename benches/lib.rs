//! Common parts of the benchmarks: pools of inputs, the calls of `percent-encoding`, and the figures,
//! which `xtask` writes to pages.
#![allow(missing_docs, reason = "names say it, and nobody else uses them")]

pub mod figures;
pub mod peers;
pub mod targets;

use std::borrow::Cow;

use oracle::random::Random;

/// `sets::URI_COMPONENT` for the peers: all but unreserved characters are escaped.
pub const SET: &percent_encoding::AsciiSet =
    &percent_encoding::NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

#[inline]
pub fn percent_encoding_decode(input: &[u8]) -> Cow<'_, [u8]> {
    Cow::from(percent_encoding::percent_decode(input))
}

#[inline]
pub fn percent_encoding_encode(input: &[u8]) -> Cow<'_, str> {
    Cow::from(percent_encoding::percent_encode(input, SET))
}

/// Distinct inputs of one kind and length, about 256 KiB of them: the branch predictor learns a
/// repeated input, and even 64 KiB of them.
pub fn pool(make: fn(&str, usize, &mut Random) -> Vec<u8>, kind: &str, len: usize) -> Vec<Vec<u8>> {
    let mut random = Random::new(len as u64);
    (0..((1 << 18) / len).clamp(1, 8192)).map(|_| make(kind, len, &mut random)).collect()
}
