//! Decoding: eight bytes at a time, and unit by unit where few are left.

use super::{CHUNK, Unit, end_of_triplet_around, find_either, triplet_unit, unit};
use crate::error::{DecodeError, DecodeErrorKind};
use crate::kernel::rules::{DecodeRules, Progress};
use crate::kernel::trust::{Slot, as_slots, slot};

#[inline(never)]
pub(crate) fn decoded_len(input: &[u8], rules: &DecodeRules) -> Progress {
    let mut progress = Progress { read: 0, written: 0 };
    loop {
        let clean = find_either(&input[progress.read..], b'%', b'%');
        progress = Progress { read: clean, written: clean }.after(progress.read, progress.written);
        if progress.read == input.len() {
            return progress;
        }
        let unit = unit(&input[progress.read..], rules);
        progress.written += match unit {
            Unit::Byte(_) | Unit::Value(_) => 1,
            Unit::Kept => 3,
            Unit::Refused(_) => return progress,
        };
        progress.read += unit.len();
    }
}

/// The longest input of [`decode_clean`].
pub(crate) const FEW: usize = CHUNK;

/// Copies at most [`FEW`] bytes without `%` to an output of that room, quicker than a call of a
/// kernel; false if there is a `%`.
#[inline(always)]
pub(crate) fn decode_clean(input: &[u8], out: &mut [Slot], plus: bool) -> bool {
    const HALF: usize = FEW / 2;
    // The first four and the last four are all there are.
    if let (Some(first), Some(last)) = (input.first_chunk::<HALF>(), input.last_chunk::<HALF>()) {
        let word = |bytes: [u8; HALF]| u64::from(u32::from_le_bytes(bytes));
        let both = word(*first) | word(*last) << 32;
        if !has_zero_byte(both ^ splat(b'%')) {
            let both = if plus { spaces(both) } else { both }.to_le_bytes();
            let (first, last) = as_slots(&both).split_at(HALF);
            out[..HALF].copy_from_slice(first);
            out[input.len() - HALF..input.len()].copy_from_slice(last);
            return true;
        }
    } else if let (Some(&first), Some(&last)) = (input.first(), input.last()) {
        // First, middle and last byte of one, two or three: some of them the same.
        let middle = input.len() / 2;
        let bytes = [first, input[middle], last];
        if !bytes.contains(&b'%') {
            let copy = |byte| slot(if plus && byte == b'+' { b' ' } else { byte });
            out[0] = copy(bytes[0]);
            out[middle] = copy(bytes[1]);
            out[input.len() - 1] = copy(bytes[2]);
            return true;
        }
    }
    false
}

/// Decodes at most [`FEW`] bytes, unit by unit.
#[inline(never)]
pub(crate) fn decode_few(input: &[u8], out: &mut [Slot], rules: &DecodeRules) -> Progress {
    decode_rest(input, out, rules, Progress::NONE)
}

#[inline(never)]
pub(crate) fn decode(input: &[u8], out: &mut [Slot], rules: &DecodeRules) -> Progress {
    match decode_by_copies(input, out, rules, &Words { plus_as_space: rules.plus_as_space }) {
        (done, true) => decode_rest(input, out, rules, done),
        (done, false) => done,
    }
}

/// [`decode`] by the plain rules, `+` as SP if `plus`.
#[inline(never)]
pub(crate) fn decode_plain(input: &[u8], out: &mut [Slot], plus: bool) -> usize {
    let rules = DecodeRules::plain(plus);
    let (done, _) = decode_by_copies(input, out, &rules, &Words { plus_as_space: plus });
    decode_rest(input, out, &rules, done).written
}

/// [`decode_few`] by the plain rules, `+` as SP if `plus`.
#[inline(never)]
pub(crate) fn decode_plain_few(input: &[u8], out: &mut [Slot], plus: bool) -> usize {
    decode_rest(input, out, &DecodeRules::plain(plus), Progress::NONE).written
}

/// Decodes the rest unit by unit.
#[inline(always)]
fn decode_rest(
    input: &[u8],
    out: &mut [Slot],
    rules: &DecodeRules,
    mut done: Progress,
) -> Progress {
    let plain = rules.is_plain();
    while let Some(&byte) = input.get(done.read) {
        if byte != b'%' {
            out[done.written] = slot(if rules.plus_as_space && byte == b'+' { b' ' } else { byte });
            done.read += 1;
            done.written += 1;
            continue;
        }
        let unit = triplet_unit(&input[done.read..], rules, plain);
        match unit {
            Unit::Byte(byte) | Unit::Value(byte) => {
                out[done.written] = slot(byte);
                done.written += 1;
            }
            Unit::Kept => {
                for &byte in &input[done.read..done.read + 3] {
                    out[done.written] = slot(byte);
                    done.written += 1;
                }
            }
            Unit::Refused(_) => break,
        }
        done.read += unit.len();
    }
    done
}

/// Copies chunks of the input as if there were no triplets in them.
pub(in crate::kernel) trait Copies {
    /// Bytes in a chunk.
    const CHUNK: usize;
    /// The number of bits of a mask that stand for a byte.
    const BITS: usize;

    /// Copies the first chunk of `from` to the front of `to`, with `+` as SP if the rules say so,
    /// and returns the mask of its `%`; `None` if either is shorter than a chunk.
    fn copy(&self, from: &[u8], to: &mut [Slot]) -> Option<u64>;
}

/// Decodes all but the last bytes, fewer than a chunk: copies a chunk, and then what follows each
/// triplet over it. The output never overtakes the input, so there is room for a whole chunk
/// wherever the input has one. Also says whether nothing was refused.
#[inline(always)]
pub(in crate::kernel) fn decode_by_copies<C: Copies>(
    input: &[u8],
    out: &mut [Slot],
    rules: &DecodeRules,
    copies: &C,
) -> (Progress, bool) {
    let plain = rules.is_plain();
    let (mut at, mut end) = (0, 0);
    loop {
        let chunk = at;
        let Some(mut percents) = copies.copy(&input[at..], &mut out[end..]) else {
            return (Progress { read: at, written: end }, true);
        };
        while percents != 0 {
            let found = chunk + percents.trailing_zeros() as usize / C::BITS;
            percents &= percents - 1;
            match triplet_unit(&input[found..], rules, plain) {
                Unit::Value(value) => {
                    end += found - at;
                    out[end] = slot(value);
                    (at, end) = (found + 3, end + 1);
                    // Triplets often come side by side.
                    while input.get(at) == Some(&b'%') {
                        let Unit::Value(value) = triplet_unit(&input[at..], rules, plain) else {
                            break;
                        };
                        out[end] = slot(value);
                        (at, end) = (at + 3, end + 1);
                    }
                    if copies.copy(&input[at..], &mut out[end..]).is_none() {
                        return (Progress { read: at, written: end }, true);
                    }
                    // A run of triplets has any length: only what is within the chunk may become a
                    // shift.
                    percents &=
                        if at - chunk < C::CHUNK { !0 << (C::BITS * (at - chunk)) } else { 0 };
                }
                // They stay, and have been copied.
                Unit::Byte(_) | Unit::Kept => {}
                Unit::Refused(_) => {
                    return (Progress { read: found, written: end + found - at }, false);
                }
            }
        }
        let next = at.max(chunk + C::CHUNK);
        end += next - at;
        at = next;
    }
}

/// Eight bytes as a word.
struct Words {
    plus_as_space: bool,
}

impl Copies for Words {
    const CHUNK: usize = CHUNK;
    const BITS: usize = 8;

    #[inline(always)]
    fn copy(&self, from: &[u8], to: &mut [Slot]) -> Option<u64> {
        let word = u64::from_le_bytes(*from.first_chunk::<CHUNK>()?);
        let copied = if self.plus_as_space { spaces(word) } else { word };
        to.first_chunk_mut::<CHUNK>()?.copy_from_slice(as_slots(&copied.to_le_bytes()));
        Some(zero_bytes(word ^ splat(b'%')))
    }
}

/// The byte in all eight places.
const fn splat(byte: u8) -> u64 {
    byte as u64 * 0x0101_0101_0101_0101
}

/// Bit 7 of each byte that is zero.
const fn zero_bytes(word: u64) -> u64 {
    const LOW: u64 = splat(0x7F);
    !(((word & LOW) + LOW) | word | LOW)
}

/// Returns whether some byte is zero: cheaper than [`zero_bytes`], since it need not say which.
const fn has_zero_byte(word: u64) -> bool {
    word.wrapping_sub(splat(1)) & !word & splat(0x80) != 0
}

/// SP where there is a `+`.
const fn spaces(word: u64) -> u64 {
    word ^ ((zero_bytes(word ^ splat(b'+')) >> 7) * (b'+' ^ b' ') as u64)
}

#[inline(never)]
pub(crate) fn decode_in_place(buffer: &mut [u8], rules: &DecodeRules) -> Progress {
    let mut progress = Progress { read: 0, written: 0 };
    let plus = if rules.plus_as_space { b'+' } else { b'%' };
    loop {
        let Progress { read, written } = progress;
        let clean = find_either(&buffer[read..], b'%', plus);
        if read != written {
            buffer.copy_within(read..read + clean, written);
        }
        progress = Progress { read: read + clean, written: written + clean };
        if progress.read == buffer.len() {
            return progress;
        }
        let unit = unit(&buffer[progress.read..], rules);
        match unit {
            Unit::Byte(byte) | Unit::Value(byte) => {
                buffer[progress.written] = byte;
                progress.written += 1;
            }
            Unit::Kept => {
                buffer.copy_within(progress.read..progress.read + 3, progress.written);
                progress.written += 3;
            }
            Unit::Refused(_) => return progress,
        }
        progress.read += unit.len();
    }
}

/// The first error at or after `from` under rules that refuse raw bytes. It exists, because a
/// kernel has halted for it, perhaps within a triplet that it keeps.
#[cold]
pub(crate) fn first_error_or_raw(input: &[u8], from: usize, rules: &DecodeRules) -> DecodeError {
    debug_assert!(rules.reject_raw);
    // The digits of a kept triplet are not raw.
    let mut position = match input[from] {
        b'%' => from,
        _ => end_of_triplet_around(input, from, rules.digits).unwrap_or(from),
    };
    loop {
        match unit(&input[position..], rules) {
            Unit::Refused(kind) => return DecodeError::new(position, kind),
            Unit::Byte(value) if rules.reject.contains(value) => {
                return DecodeError::new(position, DecodeErrorKind::Rejected(value));
            }
            unit => position += unit.len(),
        }
    }
}
