//! RFC 6570 *URI Template*: the pieces that an expansion is made of. Variables, operators and
//! separators are left to the caller.

use alloc::borrow::Cow;

use super::{TEMPLATE, TEMPLATE_RESERVED};
use crate::syntax::{Sequence, continuation, decoded_at};

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
    let Some(first) = decoded_at(bytes, 0).filter(|first| first.escaped) else {
        return text.chars().next().map_or(0, char::len_utf8);
    };
    let sequence = Sequence::read(bytes, 0, first, continuation(first.value));
    let is_character = sequence.is_whole && sequence.end == 3 * sequence.triplets;
    if is_character { sequence.end } else { 3 }
}
