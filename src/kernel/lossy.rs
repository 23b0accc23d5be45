//! Bytes as text: U+FFFD replaces ill-formed UTF-8.

use super::dispatch::look;
use super::marks::{BLOCK, PLACES};
use super::memory::copied;
use super::trust::{Slot, as_slots, initialised, text};
use crate::backend::Backend;

/// No window has longer text.
const WIDEST: usize = 256;
/// U+FFFD, and a zero that fills a store of four bytes.
const REPLACEMENT: u32 = u32::from_le_bytes(*b"\xEF\xBF\xBD\0");

/// The room for the text of this many bytes.
pub(crate) const fn text_room(len: usize) -> usize {
    3 * len + WIDEST + 4
}

/// The bytes as text: each maximal subpart of an ill-formed sequence becomes U+FFFD (Unicode 3.9,
/// *U+FFFD Substitution of Maximal Subparts*).
///
/// # Panics
/// If the room is less than [`text_room`] says.
#[inline]
pub(crate) fn replace_ill_formed<'a>(
    backend: Backend,
    bytes: &[u8],
    room: &'a mut [Slot],
) -> &'a str {
    let output = &mut room[..text_room(bytes.len())];
    let written = replace_by_windows(backend, bytes, output)
        .unwrap_or_else(|| replace_by_chunks(bytes, output));
    text!(
        initialised!(
            output,
            written,
            "each step initialises the slots by which it raises `written`"
        ),
        "every byte outside well-formed sequences is replaced or dropped"
    )
}

/// [`replace_ill_formed`] by the standard library; the length of the text.
#[inline]
fn replace_by_chunks(bytes: &[u8], output: &mut [Slot]) -> usize {
    let mut written = 0;
    for chunk in bytes.utf8_chunks() {
        let valid = copied(chunk.valid().as_bytes(), &mut output[written..]);
        written += valid.len();
        if !chunk.invalid().is_empty() {
            store(&mut output[written..], &REPLACEMENT.to_le_bytes());
            written += 3;
        }
    }
    written
}

/// [`replace_ill_formed`] by masks of [`PLACES`] bytes; the length of the text. `None` if the backend has
/// none.
#[inline(always)]
fn replace_by_windows(backend: Backend, bytes: &[u8], output: &mut [Slot]) -> Option<usize> {
    // The last bytes, with zeros after them.
    let mut last = [0; PLACES + BLOCK];
    let near = bytes.len().saturating_sub(BLOCK - 1).next_multiple_of(PLACES);
    last[..bytes.len() - near].copy_from_slice(&bytes[near..]);
    let (mut at, mut written) = (0, 0);
    // The first bytes that continue a well-formed sequence of the previous window, and a maximal subpart.
    let mut begun = [0; 2];
    while at < bytes.len() {
        let (window, len) =
            if at < near { (&bytes[at..], PLACES) } else { (&last[at - near..], bytes.len() - at) };
        let block = window.first_chunk().expect("a block begins before the last bytes, or in them");
        let len = len.min(PLACES);
        let classes: Option<[u64; 6]> = look!(backend, looks::classes(block, len));
        let [continuation, next, two, three, four, non_ascii] = classes?;
        let third = continuation >> 2 | next << 62;
        let fourth = continuation >> 3 | next << 61;
        let up_to_fourth = four & third & fourth;
        let up_to_third = three & third | up_to_fourth;
        let up_to_second = two | up_to_third;
        let cut_after_third = four & third & !fourth;
        let cut_after_second = (three | four) & !third | cut_after_third;
        let well_formed =
            begun[0] | up_to_second | up_to_second << 1 | up_to_third << 2 | up_to_fourth << 3;
        // Outside well-formed sequences, the first byte of each maximal subpart is replaced, and the
        // others are dropped.
        let dropped = begun[1] | cut_after_second << 1 | cut_after_third << 2;
        let replaced = non_ascii & !well_formed & !dropped;
        begun = [
            up_to_second >> 63 | up_to_third >> 62 | up_to_fourth >> 61,
            cut_after_second >> 63 | cut_after_third >> 62,
        ];
        written += replace(block, len, [replaced, dropped], &mut output[written..]);
        at += len;
    }
    Some(written)
}

/// Writes the text of the first `len` bytes of a block, of which some are replaced and some dropped;
/// returns its length.
#[inline(always)]
fn replace(
    block: &[u8; BLOCK],
    len: usize,
    [mut replaced, mut dropped]: [u64; 2],
    output: &mut [Slot],
) -> usize {
    /// Up to this many ill-formed bytes are visited one by one: a copy for each is faster than a
    /// step for every byte of the window.
    const FEW: u32 = 5;
    let mut marks = replaced | dropped;
    let (mut at, mut written) = (0, 0);
    if marks.count_ones() > FEW {
        let output: &mut [Slot; WIDEST + 4] =
            output.first_chunk_mut().expect("`text_room` is enough");
        // A branch on the byte would be mispredicted.
        for &byte in &block[..len] {
            let is_replaced = (replaced as u32 & 1).wrapping_neg();
            let word = u32::from(byte) & !is_replaced | REPLACEMENT & is_replaced;
            // (The remainder shows the compiler that the index is within the array.)
            store(&mut output[written % WIDEST..], &word.to_le_bytes());
            written += (1 + 2 * (replaced & 1) - (dropped & 1)) as usize;
            (replaced, dropped) = (replaced >> 1, dropped >> 1);
        }
        return written;
    }
    let window = |at: usize| -> &[u8; PLACES] {
        block[at..].first_chunk().expect("`at` is at most the window's length")
    };
    while marks != 0 {
        let mark = marks.trailing_zeros() as usize;
        marks &= marks - 1;
        store(&mut output[written..], window(at));
        written += mark - at;
        store(&mut output[written..], &REPLACEMENT.to_le_bytes());
        // For a dropped byte, the next store overwrites the replacement.
        written += 3 * (replaced >> mark & 1) as usize;
        at = mark + 1;
    }
    store(&mut output[written..], window(at));
    written + len - at
}

/// Writes bytes to the front of the slots.
#[inline(always)]
fn store<const N: usize>(output: &mut [Slot], bytes: &[u8; N]) {
    let output: &mut [Slot; N] = output.first_chunk_mut().expect("`text_room` is enough");
    output.copy_from_slice(as_slots(bytes));
}
