//! Decoding: eight bytes at a time, and unit by unit where few are left.

use super::find::{has_zero_byte, splat, zero_bytes};
use super::{CHUNK, Unit, find_either, triplet_unit};
use crate::kernel::chunks::first_chunk;
use crate::kernel::marks::PLACES;
use crate::kernel::memory::CLEARS_BUFFERS;
use crate::kernel::rules::{DecodeRules, Progress};
use crate::kernel::trust::{Slot, as_slots, slot, slots};

/// The progress of [`decode`], without an output.
#[inline(never)]
pub(crate) fn decoded_len(input: &[u8], rules: &DecodeRules) -> Progress {
    let mut done = Progress::whole(find_either(input, b'%', b'%'));
    while done.read < input.len() {
        let unit = triplet_unit(&input[done.read..], rules, rules.is_plain());
        if let Unit::Refused(_) = unit {
            break;
        }
        done.read += unit.len();
        done.written += if unit == Unit::Kept { 3 } else { 1 };
        let clean = find_either(&input[done.read..], b'%', b'%');
        done = Progress::whole(clean).after(done.read, done.written);
    }
    done
}

/// The longest input of [`decode_clean`].
pub(crate) const FEW: usize = CHUNK;

/// Copies at most [`FEW`] bytes without `%` to an output of that room, quicker than a call of a
/// kernel; false if there is a `%`.
#[inline(always)]
pub(crate) fn decode_clean(input: &[u8], out: &mut [Slot], rules: &DecodeRules) -> bool {
    const HALF: usize = FEW / 2;
    // The first four and the last four are all there are.
    if let (Some(first), Some(last)) = (input.first_chunk::<HALF>(), input.last_chunk::<HALF>()) {
        let word = |bytes: [u8; HALF]| u64::from(u32::from_le_bytes(bytes));
        let both = word(*first) | word(*last) << 32;
        if !has_zero_byte(both ^ splat(b'%')) {
            let both = if rules.plus_as_space { spaces(both) } else { both }.to_le_bytes();
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
            let copy = |byte| slot(if rules.plus_as_space && byte == b'+' { b' ' } else { byte });
            out[0] = copy(bytes[0]);
            out[middle] = copy(bytes[1]);
            out[input.len() - 1] = copy(bytes[2]);
            return true;
        }
    }
    false
}

/// Decodes all but the last bytes, fewer than a chunk, by copies: a chunk as if there were no triplets
/// in it, and then, over it, the bytes that follow each triplet. The output never overtakes the input,
/// so there is room for a whole chunk wherever the input has one. `PLAIN` repeats the rules.
#[inline(never)]
pub(crate) fn decode<const PLAIN: bool>(
    input: &[u8],
    out: &mut [Slot],
    rules: &DecodeRules,
) -> Progress {
    if let Some(done) = decode_few::<PLAIN>(input, out, rules) {
        return done;
    }
    let plus = rules.plus_as_space;
    let (mut at, mut end) = (0, 0);
    'copies: loop {
        let chunk = at;
        let Some(mut percents) = copy_chunk(&input[at..], &mut out[end..], plus) else { break };
        while percents != 0 {
            let found = chunk + percents.trailing_zeros() as usize / 8;
            percents &= percents - 1;
            match triplet_unit(&input[found..], rules, PLAIN) {
                Unit::Value(value) => {
                    end += found - at;
                    out[end] = slot(value);
                    (at, end) = (found + 3, end + 1);
                    // Triplets often come side by side.
                    while input.get(at) == Some(&b'%') {
                        let Unit::Value(value) = triplet_unit(&input[at..], rules, PLAIN) else {
                            break;
                        };
                        out[end] = slot(value);
                        (at, end) = (at + 3, end + 1);
                    }
                    if copy_chunk(&input[at..], &mut out[end..], plus).is_none() {
                        break 'copies;
                    }
                    // A run of triplets has any length: only a place within the chunk may become a
                    // shift.
                    percents &= if at - chunk < CHUNK { !0 << (8 * (at - chunk)) } else { 0 };
                }
                // They stay, and have been copied.
                Unit::Byte(_) | Unit::Kept => {}
                Unit::Refused(_) => return Progress { read: found, written: end + found - at },
            }
        }
        let next = at.max(chunk + CHUNK);
        end += next - at;
        at = next;
    }
    let read = decode_units::<PLAIN>(input, at, rules, |byte| {
        out[end] = slot(byte);
        end += 1;
    });
    Progress { read, written: end }
}

/// Without `simd`, decodes a few bytes unit by unit if there is room for whole words, and stores these:
/// the result is often copied at once, and a load of several bytes waits for the stores of each.
#[inline(always)]
pub(crate) fn decode_few<const PLAIN: bool>(
    input: &[u8],
    out: &mut [Slot],
    rules: &DecodeRules,
) -> Option<Progress> {
    const SHORT: usize = 24;
    if !CLEARS_BUFFERS || input.len() >= SHORT || out.len() < SHORT + CHUNK {
        return None;
    }
    let (mut written, mut word) = (0, 0);
    let push = |byte: u8| {
        word |= u64::from(byte) << (8 * (written % CHUNK));
        written += 1;
        if written % CHUNK == 0 {
            out[written - CHUNK..written].copy_from_slice(as_slots(&word.to_le_bytes()));
            word = 0;
        }
    };
    let read = decode_units::<PLAIN>(input, 0, rules, push);
    let start = written - written % CHUNK;
    out[start..start + CHUNK].copy_from_slice(as_slots(&word.to_le_bytes()));
    Some(Progress { read, written })
}

/// Copies a chunk, `+` as SP if `plus`, and returns bit 7 of each byte that is `%`; `None` if either
/// is shorter than a chunk.
#[inline(always)]
fn copy_chunk(from: &[u8], to: &mut [Slot], plus: bool) -> Option<u64> {
    let word = u64::from_le_bytes(*from.first_chunk::<CHUNK>()?);
    let copied = if plus { spaces(word) } else { word };
    to.first_chunk_mut::<CHUNK>()?.copy_from_slice(as_slots(&copied.to_le_bytes()));
    Some(zero_bytes(word ^ splat(b'%')))
}

/// Decodes the input from `read` on unit by unit, and returns the place where it ends or the rules
/// refuse something.
#[inline(always)]
fn decode_units<const PLAIN: bool>(
    input: &[u8],
    mut read: usize,
    rules: &DecodeRules,
    mut push: impl FnMut(u8),
) -> usize {
    while let Some(&byte) = input.get(read) {
        if byte != b'%' {
            push(if rules.plus_as_space && byte == b'+' { b' ' } else { byte });
            read += 1;
            continue;
        }
        let unit = triplet_unit(&input[read..], rules, PLAIN);
        match unit {
            Unit::Byte(byte) | Unit::Value(byte) => push(byte),
            Unit::Kept => input[read..read + 3].iter().for_each(|&byte| push(byte)),
            Unit::Refused(_) => break,
        }
        read += unit.len();
    }
    read
}

/// SP where there is a `+`.
const fn spaces(word: u64) -> u64 {
    word ^ ((zero_bytes(word ^ splat(b'+')) >> 7) * (b'+' ^ b' ') as u64)
}

/// [`decode`] in place: each window of the input is copied first.
#[inline(never)]
pub(crate) fn decode_in_place<const LAZY: bool>(
    buffer: &mut [u8],
    rules: &DecodeRules,
) -> Progress {
    let mut window = [0; PLACES];
    let plus = if rules.plus_as_space { b'+' } else { b'%' };
    let mut done = Progress::whole(find_either(buffer, b'%', plus));
    while done.read < buffer.len() {
        let chunk = first_chunk(&buffer[done.read..], window.len());
        let window = &mut window[..chunk.len()];
        window.copy_from_slice(chunk);
        let out = slots!(&mut buffer[done.written..], "decoding stores initialised bytes only");
        let progress = if rules.is_plain() {
            decode::<true>(window, out, rules)
        } else {
            decode::<false>(window, out, rules)
        };
        done = progress.after(done.read, done.written);
        if progress.read < window.len() {
            break;
        }
    }
    done
}
