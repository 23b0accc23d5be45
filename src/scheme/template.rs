//! RFC 6570 *URI Template*: the pieces that an expansion is made of. Variables, operators and
//! separators are left to the caller.

use alloc::borrow::Cow;

use super::{TEMPLATE, TEMPLATE_RESERVED};
use crate::Decoder;
use crate::syntax::is_triplet;

/// Encodes as [`TEMPLATE`] does, with a prefix modifier: `{x:n}` (RFC 6570 2.4.1). It counts code
/// points of the value, before they are escaped.
///
/// ```
/// use percent_simd::scheme::template;
/// assert_eq!(template::value_prefix("äöü", 2), "%C3%A4%C3%B6");
/// assert_eq!(template::value_prefix("%41", 2), "%254");
/// ```
#[must_use]
#[inline]
pub fn value_prefix(text: &str, code_points: usize) -> Cow<'_, str> {
    let end = text.char_indices().nth(code_points).map_or(text.len(), |(at, _)| at);
    TEMPLATE.encode(&text[..end])
}

/// Encodes as [`TEMPLATE_RESERVED`] does, with a prefix modifier: `{+x:n}`, `{#x:n}`. Triplets that
/// stay, and together spell one code point, count as one and are not split (RFC 6570, appendix A).
/// So does a triplet that is not UTF-8.
///
/// ```
/// use percent_simd::scheme::template;
/// assert_eq!(template::reserved_prefix("/foo/bar", 6), "/foo/b");
/// assert_eq!(template::reserved_prefix("%E2%98%83 100%", 3), "%E2%98%83%201");
/// ```
#[must_use]
#[inline]
pub fn reserved_prefix(text: &str, code_points: usize) -> Cow<'_, str> {
    let mut rest = text;
    for _ in 0..code_points {
        rest = &rest[unit_len(rest)..];
    }
    TEMPLATE_RESERVED.encode(&text[..text.len() - rest.len()])
}

/// The bytes of the first code point: raw, or in triplets.
#[inline]
fn unit_len(text: &str) -> usize {
    let bytes = text.as_bytes();
    if !is_triplet(bytes) {
        return text.chars().next().map_or(0, char::len_utf8);
    }
    // A code point has one to four bytes. Only triplets alone decode to a third of their bytes.
    let mut decoded = [0; 4];
    let is_character = |&count: &usize| {
        let triplets = bytes.get(..3 * count).unwrap_or_default();
        Decoder::new().decode_into(triplets, &mut decoded) == Ok(count)
            && core::str::from_utf8(&decoded[..count]).is_ok()
    };
    3 * (1..=4).find(is_character).unwrap_or(1)
}
