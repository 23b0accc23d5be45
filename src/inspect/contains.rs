//! Finding bytes of the decoded value in the input.

use super::context::{Decoded, decoded_at};
use crate::backend::Backend;
use crate::kernel;
use crate::kernel::rules::DecodeRules;
use crate::sets::AsciiSet;

/// Bytes of input that are decoded at a time after a triplet or a non-ASCII byte.
const CHUNK: usize = 512;

/// The position of the first byte that decodes to a member of the set: a raw byte, or the `%` of a
/// triplet. `None` if the decoded input contains no member.
///
/// It decodes once and compares bytes, whether or not they are UTF-8: `%C0%AF` contains no `/`, and
/// neither does `%252F`. A triplet counts as its value only: with `%` in the set it finds `%25`,
/// and a raw `%` only where that begins no triplet. Allocates nothing.
///
/// ```
/// use percent_simd::{AsciiSet, contains_decoded};
///
/// const NO_FILE_NAME: AsciiSet = AsciiSet::from_bytes(b"/\\\0");
/// assert_eq!(contains_decoded("report.txt", NO_FILE_NAME), None);
/// assert_eq!(contains_decoded("..%5creport", NO_FILE_NAME), Some(2));
/// assert_eq!(contains_decoded("a/b%2Fc", NO_FILE_NAME), Some(1));
/// ```
#[must_use]
#[inline]
pub fn contains_decoded<I: AsRef<[u8]> + ?Sized>(input: &I, set: AsciiSet) -> Option<usize> {
    find_decoded(input.as_ref(), set)
}

#[inline]
fn find_decoded(input: &[u8], set: AsciiSet) -> Option<usize> {
    let backend = Backend::active();
    let stops = set.add(b'%');
    let mut at = 0;
    loop {
        at += kernel::find::find_in(backend, &input[at..], &stops);
        let &byte = input.get(at)?;
        if byte != b'%' && set.contains(byte) {
            return Some(at);
        }
        let chunk = kernel::chunks::first_chunk(&input[at..], CHUNK);
        if let Some(offset) = first_in_decoded::<true>(backend, chunk, set) {
            return Some(at + offset);
        }
        at += chunk.len();
    }
}

/// The position in the chunk, of at most [`CHUNK`] bytes, of what decodes to the first member of
/// the set.
#[inline(never)]
fn first_in_decoded<const LAZY: bool>(
    backend: Backend,
    chunk: &[u8],
    set: AsciiSet,
) -> Option<usize> {
    let mut buffer = [0; CHUNK];
    let len = kernel::decode::decode_to::<true>(backend, chunk, &mut buffer, &DecodeRules::PLAIN)
        .expect("these rules refuse nothing");
    let decoded = &mut buffer[..len];
    let index = if let Some(other) = set.complement().iter().next() {
        // The kernel finds non-ASCII bytes, too: replace them by a byte outside the set.
        decoded.iter_mut().for_each(|byte| *byte = if byte.is_ascii() { *byte } else { other });
        kernel::find::find_in(backend, decoded, &set)
    } else {
        decoded.iter().position(u8::is_ascii).unwrap_or(len)
    };
    // The input of the first `index` decoded bytes comes before it.
    (index < len)
        .then(|| (0..index).fold(0, |at, _| at + decoded_at(chunk, at).map_or(0, Decoded::len)))
}
