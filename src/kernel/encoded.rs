//! Text that encoding writes or leaves as it is.

use super::find::{find_escapable, len_unescaped};
use super::rules::EncodeRules;
use super::trust::text;
use crate::backend::Backend;
use crate::sets::AsciiSet;

/// The triplets of all bytes, one after the other, with hex digits in upper case and in lower case.
static TRIPLETS: [[u8; 3 * 256]; 2] =
    [triplets(b"0123456789ABCDEF"), triplets(b"0123456789abcdef")];

const fn triplets(digits: &[u8; 16]) -> [u8; 3 * 256] {
    let mut table = [b'%'; 3 * 256];
    let mut byte = 0;
    while byte < 256 {
        table[3 * byte + 1] = digits[byte >> 4];
        table[3 * byte + 2] = digits[byte & 15];
        byte += 1;
    }
    table
}

/// The triplet of the byte.
#[inline]
pub(crate) fn triplet(byte: u8, lowercase_hex: bool) -> &'static str {
    let start = 3 * usize::from(byte);
    text!(&TRIPLETS[usize::from(lowercase_hex)][start..start + 3], "the table is ASCII")
}

/// The longest start that encoding does not change, and the rest.
#[inline]
pub(crate) fn split_at_escapable<'a>(
    backend: Backend,
    input: &'a [u8],
    rules: &EncodeRules,
) -> (&'a str, &'a [u8]) {
    let (start, rest) =
        input.split_at(find_escapable(backend, input, rules).unwrap_or(input.len()));
    (
        text!(start, "`find_escapable` stops at bytes >= 0x80 outside a sequence that stays whole"),
        rest,
    )
}

/// The longest start without members of the set and bytes >= 0x80, and the rest: see
/// [`len_unescaped`].
#[inline(always)]
pub(crate) fn split_unescaped<'a>(input: &'a [u8], set: &AsciiSet) -> (&'a str, &'a [u8]) {
    let (start, rest) = input.split_at(len_unescaped(None, input, set));
    (text!(start, "`len_unescaped` stops at bytes >= 0x80"), rest)
}

/// A few bytes as text if there is no member of the set and no byte >= 0x80 among them.
#[inline(always)]
pub(crate) fn unescaped_few<'a>(input: &'a [u8], set: &AsciiSet) -> Option<&'a str> {
    (!set.or_non_ascii_in(input)).then(|| text!(input, "no byte is >= 0x80"))
}

/// The input as text if encoding changes nothing.
#[cfg(feature = "alloc")]
#[inline(always)] // the options of most callers are constants
pub(crate) fn unchanged<'a>(
    backend: Backend,
    input: &'a [u8],
    rules: &EncodeRules,
) -> Option<&'a str> {
    find_escapable(backend, input, rules)
        .is_none()
        .then(|| text!(input, "`find_escapable` stops at bytes >= 0x80 outside a sequence that stays whole, and found nothing"))
}
