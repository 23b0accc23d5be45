//! Finding bytes of the decoded value in the input.

use crate::backend::Backend;
use crate::decode::Decoder;
use crate::kernel::chunks::{CHUNK, chunks};
use crate::kernel::find::find_in;
use crate::sets::AsciiSet;

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
    let input = input.as_ref();
    let start = find_in(Backend::active(), input, &set.add(b'%'));
    match input.get(start)? {
        byte if *byte != b'%' && set.contains(*byte) => Some(start),
        _ => find_from::<true>(input, start, set),
    }
}

/// The position, if the input holds no member before `start`.
#[inline(never)]
fn find_from<const LAZY: bool>(input: &[u8], start: usize, set: AsciiSet) -> Option<usize> {
    const DECODER: Decoder = Decoder::new();
    // The kernel finds non-ASCII bytes, too: replace them by a byte outside the set, if there is one.
    let other = set.complement().iter().next().unwrap_or_default();
    let mut at = start;
    for chunk in chunks(&input[start..], CHUNK, true, false) {
        let mut buffer = [0; CHUNK];
        let len =
            DECODER.decode_into(chunk, &mut buffer).expect("a chunk fits, and none is refused");
        let decoded = &mut buffer[..len];
        decoded.iter_mut().for_each(|byte| *byte = if byte.is_ascii() { *byte } else { other });
        if find_in(Backend::active(), decoded, &set) < len {
            if let Err(error) = DECODER.reject(set).reject_raw(true).check(chunk) {
                return Some(at + error.position());
            }
        }
        at += chunk.len();
    }
    None
}
