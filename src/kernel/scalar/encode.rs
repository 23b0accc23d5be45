//! Encoding: a long input by a table of the output of each byte, a short one byte for byte.

use super::CHUNK;
use super::find::{Members, Usual, find_member};
use crate::kernel::rules::{EncodeRules, Progress};
#[cfg(feature = "simd")]
use crate::kernel::trust::text;
use crate::kernel::trust::{Slot, as_slots, slot};
use crate::sets::AsciiSet;

/// The triplet of each byte, and its length: four bytes each.
pub(crate) type Triplets = [u8; 4 * 256];

const fn triplets(digits: &[u8; 16]) -> Triplets {
    let (mut table, mut byte) = ([0; 4 * 256], 0);
    while byte < 256 {
        table[4 * byte] = b'%';
        table[4 * byte + 1] = digits[byte >> 4];
        table[4 * byte + 2] = digits[byte & 15];
        table[4 * byte + 3] = 3;
        byte += 1;
    }
    table
}

static UPPER: Triplets = triplets(b"0123456789ABCDEF");
static LOWER: Triplets = triplets(b"0123456789abcdef");

/// The triplets, all ASCII, each with its length.
#[inline]
pub(crate) fn triplets_of(lowercase_hex: bool) -> &'static Triplets {
    if lowercase_hex { &LOWER } else { &UPPER }
}

/// The triplet of the byte, and its length.
#[inline(always)]
pub(crate) fn triplet_in(triplets: &Triplets, byte: usize) -> &[u8; 4] {
    triplets[4 * byte..].first_chunk().expect("the table has four bytes for each byte")
}

/// The triplet of the byte.
#[inline(always)]
pub(crate) fn triplet(byte: u8, lowercase_hex: bool) -> &'static str {
    #[cfg(feature = "simd")]
    return text!(&triplet_in(triplets_of(lowercase_hex), byte.into())[..3], "the table is ASCII");
    #[cfg(not(feature = "simd"))]
    {
        const fn text(triplets: &'static Triplets) -> &'static str {
            match core::str::from_utf8(triplets) {
                Ok(text) => text,
                Err(_) => panic!("triplets and their lengths are ASCII"),
            }
        }
        static UPPER_TEXT: &str = text(&UPPER);
        static LOWER_TEXT: &str = text(&LOWER);
        let from = 4 * usize::from(byte);
        &(if lowercase_hex { LOWER_TEXT } else { UPPER_TEXT })[from..from + 3]
    }
}

/// The encoded form of each byte: up to three bytes, the first one lowest, and their number in the
/// highest one.
type Units = [u32; 256];

#[inline(never)]
pub(crate) fn encoded_len(input: &[u8], rules: &EncodeRules) -> usize {
    let members = Members::of(&rules.set, true);
    let triplets = input.iter().map(|&byte| usize::from(members.has(byte))).sum::<usize>();
    triplets.saturating_mul(2).saturating_add(input.len())
}

#[inline(never)]
pub(crate) fn encode(input: &[u8], out: &mut [Slot], rules: &EncodeRules) -> usize {
    let triplets = triplets_of(rules.lowercase_hex);
    Encoding { set: &rules.set, triplets, plus: rules.space_as_plus }.encode(input, out, rules)
}

/// Encodes a few bytes without a table of the set.
#[inline(never)]
pub(crate) fn encode_few(input: &[u8], out: &mut [Slot], rules: &EncodeRules) -> usize {
    let triplets = triplets_of(rules.lowercase_hex);
    let mut written = 0;
    for &byte in input {
        if rules.set.or_non_ascii(byte) {
            let triplet = triplet_in(triplets, byte.into());
            out[written..written + 3].copy_from_slice(as_slots(&triplet[..3]));
            written += 3;
        } else {
            let literal = if rules.space_as_plus && byte == b' ' { b'+' } else { byte };
            out[written] = slot(literal);
            written += 1;
        }
    }
    written
}

/// For at least this many bytes it pays to make a table for the set first. As many are searched before
/// that: slower than the table where all is clean, and faster where little is left for the table.
const WORTH_A_TABLE: usize = 256;

/// Bytes that are tested at a time, except at the end.
const BLOCK: usize = 2 * CHUNK;

/// The rules of an encoding.
struct Encoding<'a> {
    set: &'a AsciiSet,
    triplets: &'static Triplets,
    /// SP becomes `+`.
    plus: bool,
}

impl Encoding<'_> {
    #[inline(always)]
    fn encode(&self, input: &[u8], out: &mut [Slot], rules: &EncodeRules) -> usize {
        let mut done = Progress::NONE;
        if input.len() >= WORTH_A_TABLE {
            if !self.plus {
                let clean = find_member(&input[..WORTH_A_TABLE], self.set);
                out[..clean].copy_from_slice(as_slots(&input[..clean]));
                done = Progress::whole(clean);
            }
            if input.len() - done.read >= WORTH_A_TABLE {
                done = self.by_table(input, out, done);
            }
        }
        if input.len() >= BLOCK {
            done = self.by_blocks(input, out, done);
        }
        let Progress { mut read, mut written } = done;
        // Stores of four bytes as long as there is room: the next ones overwrite their ends.
        while let Some(&byte) = input.get(read) {
            let Some(window) = out.get_mut(written..written + 4) else {
                return written + encode_few(&input[read..], &mut out[written..], rules);
            };
            let unit = self.unit(byte).to_le_bytes();
            window.copy_from_slice(as_slots(&unit));
            read += 1;
            written += usize::from(unit[3]);
        }
        written
    }

    /// Encodes the rest, as long as there is room for whole stores, if the set has no usual byte.
    #[inline(always)]
    fn by_blocks(&self, input: &[u8], out: &mut [Slot], mut done: Progress) -> Progress {
        let (Some(usual), Some(last)) = (Usual::outside(self.set), input.last_chunk::<BLOCK>())
        else {
            return done;
        };
        while done.read < input.len() {
            let Some(out) = out[done.written..].first_chunk_mut::<{ 4 * BLOCK }>() else { break };
            let rest = &input[done.read..];
            let len = rest.len().min(BLOCK);
            let block = match rest.first_chunk() {
                Some(block) => u128::from_le_bytes(*block),
                None => u128::from_le_bytes(*last) >> (8 * (BLOCK - len)),
            };
            let others = usual.others(block);
            if others == u128::MAX {
                break; // the next ones probably are, too
            }
            let others = others & u128::MAX >> (8 * (BLOCK - len));
            done.read += len;
            if others == 0 {
                out[..BLOCK].copy_from_slice(as_slots(&block.to_le_bytes()));
                done.written += len;
                continue;
            }
            let mut written = 0;
            for half in 0..len.div_ceil(CHUNK) {
                let (word, others) =
                    ((block >> (64 * half)) as u64, (others >> (64 * half)) as u64);
                let len = (len - half * CHUNK).min(CHUNK);
                written += self.word(word, len, others, &mut out[written..]);
            }
            done.written += written;
        }
        done
    }

    /// Encodes the first `len` bytes of the word, and returns the length of that: a copy, and then,
    /// over it, the output of each of the `others` and the bytes after it.
    #[inline(always)]
    fn word(&self, mut word: u64, mut len: usize, mut others: u64, out: &mut [Slot]) -> usize {
        out[..CHUNK].copy_from_slice(as_slots(&word.to_le_bytes()));
        let mut written = 0;
        while others != 0 {
            let bits = others.trailing_zeros() & !7;
            (word, others) = (word >> bits, others >> bits);
            len -= bits as usize / 8;
            written += bits as usize / 8;
            // They often come side by side.
            while others as u8 != 0 {
                let byte = word as u8;
                if self.set.or_non_ascii(byte) {
                    let triplet = triplet_in(self.triplets, byte.into());
                    out[written..written + 4].copy_from_slice(as_slots(triplet));
                    written += 3;
                } else {
                    out[written] = slot(if self.plus && byte == b' ' { b'+' } else { byte });
                    written += 1;
                }
                (word, others) = (word >> 8, others >> 8);
                len -= 1;
            }
            out[written..written + CHUNK].copy_from_slice(as_slots(&word.to_le_bytes()));
        }
        written + len
    }

    /// The encoded form of the byte, without a branch on the data.
    #[inline(always)]
    fn unit(&self, byte: u8) -> u32 {
        let literal = if self.plus && byte == b' ' { b'+' } else { byte };
        let escaped = u32::from(self.set.or_non_ascii(byte)).wrapping_neg();
        let triplet = u32::from_le_bytes(*triplet_in(self.triplets, byte.into()));
        (triplet & escaped) | ((u32::from(literal) | 1 << 24) & !escaped)
    }

    /// The encoded form of every byte, row by row of the set, which the compiler vectorises.
    #[inline(always)]
    fn table(&self) -> Units {
        let Members(rows) = Members::of(self.set, true);
        let (mut units, mut high) = ([0; 256], 0);
        while high < 16 {
            let mut low = 0;
            while low < 16 {
                let byte = high << 4 | low;
                let escaped = (u32::from(rows[low]) >> high & 1).wrapping_neg();
                units[byte] = (u32::from_le_bytes(*triplet_in(self.triplets, byte)) & escaped)
                    | ((byte as u32 | 1 << 24) & !escaped);
                low += 1;
            }
            high += 1;
        }
        if self.plus {
            units[usize::from(b' ')] = u32::from(b'+') | 1 << 24;
        }
        units
    }

    /// Encodes the rest but for the last bytes, by a table of the output of every byte.
    #[inline(never)]
    fn by_table(&self, input: &[u8], out: &mut [Slot], mut done: Progress) -> Progress {
        // (No chunk is copied if SP may be in it.)
        let (units, clean) = (&self.table(), if self.plus { 0 } else { 2 << 24 });
        // More than twice a chunk's bytes follow each chunk.
        while input.len() - done.read > 3 * CHUNK {
            let chunk: &[u8; CHUNK] = input[done.read..].first_chunk().expect("it is longer");
            let Some(window) = out[done.written..].first_chunk_mut::<{ 3 * CHUNK + 1 }>() else {
                break;
            };
            // A copy, because stores of single bytes are slow where input and output are at the
            // same place of two pages.
            if chunk.iter().fold(0, |all, &byte| all | units[usize::from(byte)]) < clean {
                window[..CHUNK].copy_from_slice(as_slots(chunk));
                done.written += CHUNK;
            } else {
                // Stores of four bytes: the surplus of the last one is overwritten by the output
                // of the next bytes.
                let mut end = 0;
                for &byte in chunk {
                    let unit = units[usize::from(byte)].to_le_bytes();
                    window[end..end + 4].copy_from_slice(as_slots(&unit));
                    end += usize::from(unit[3]);
                }
                done.written += end;
            }
            done.read += CHUNK;
        }
        done
    }
}
