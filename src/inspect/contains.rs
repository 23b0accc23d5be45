//! Bytes of the decoded value, looked for in the input.

use super::around::{Decoded, decoded_at};
use crate::backend::Backend;
use crate::kernel::{self, DecodeRules, out};
use crate::sets::AsciiSet;

/// Where triplets and bytes that are not ASCII stand, so many bytes of input are decoded at a time.
const CHUNK: usize = 512;

/// Where the first byte of the decoded input comes from that is in the set: the position of the raw byte, or of the `%` of the triplet. `None` if
/// decoding gives none of them.
///
/// It is about bytes, decoded once, whatever UTF-8 makes of them: `%C0%AF` holds no `/`, and neither does `%252F`. The three bytes of a triplet stand
/// for its value and for nothing else, so with `%` in the set it finds `%25`, and a raw `%` only where that begins no triplet. Nothing is allocated.
///
/// ```
/// use percent_simd::{AsciiSet, contains_decoded};
///
/// const NO_FILE_NAME: AsciiSet = AsciiSet::from_bytes(b"/\\\0");
/// assert_eq!(contains_decoded(b"report.txt", NO_FILE_NAME), None);
/// assert_eq!(contains_decoded(b"..%5creport", NO_FILE_NAME), Some(2));
/// assert_eq!(contains_decoded(b"a/b%2Fc", NO_FILE_NAME), Some(1));
/// ```
#[must_use]
pub fn contains_decoded(input: &[u8], set: AsciiSet) -> Option<usize> {
    let backend = Backend::active();
    let stops = set.add(b'%');
    let mut at = 0;
    loop {
        at += kernel::find_in(backend, &input[at..], &stops);
        let &byte = input.get(at)?;
        if byte != b'%' && set.contains(byte) {
            return Some(at);
        }
        let rest = &input[at..];
        let chunk = if rest.len() > CHUNK { &rest[..kernel::split_point(rest, CHUNK)] } else { rest };
        if let Some(found) = first_in_decoded(backend, chunk, set) {
            return Some(at + found);
        }
        at += chunk.len();
    }
}

/// Where in the chunk, of at most [`CHUNK`] bytes, the first byte comes from that is in the set.
#[inline(never)]
fn first_in_decoded(backend: Backend, chunk: &[u8], set: AsciiSet) -> Option<usize> {
    let mut buffer = [0; CHUNK];
    let len = kernel::decode(backend, chunk, out::slots(&mut buffer), &DecodeRules::PLAIN).expect("these rules refuse nothing");
    let decoded = &mut buffer[..len];
    let found = if let Some(other) = set.complement().iter().next() {
        // The kernel finds what is not ASCII, too.
        decoded.iter_mut().for_each(|byte| *byte = if byte.is_ascii() { *byte } else { other });
        kernel::find_in(backend, decoded, &set)
    } else {
        decoded.iter().position(u8::is_ascii).unwrap_or(len)
    };
    // Behind so many decoded bytes.
    (found < len).then(|| (0..found).fold(0, |at, _| at + decoded_at(chunk, at).map_or(0, Decoded::len)))
}
