//! The oracle of repair, from its documentation, and the library's normalizers.

use ::oracle::uri::{Normal, triplet};
use percent_simd::uri::Normalizer;

/// Every `%` that begins no triplet becomes `%25`.
pub(crate) fn repaired(input: &[u8]) -> Vec<u8> {
    let mut output = Vec::new();
    let mut at = 0;
    while at < input.len() {
        let len = if triplet(&input[at..]).is_some() { 3 } else { 1 };
        output.extend_from_slice(if len == 1 && input[at] == b'%' {
            b"%25"
        } else {
            &input[at..at + len]
        });
        at += len;
    }
    output
}

/// The normalizer of a component: triplets alone.
pub(crate) const COMPONENT: Normalizer = Normalizer::new().case(false).dot_segments(false);

/// The normalizer that the oracle describes.
pub(crate) fn normalizer(how: &Normal) -> Normalizer {
    Normalizer::new().case(how.case).triplets(how.triplets).dot_segments(how.dot_segments)
}
