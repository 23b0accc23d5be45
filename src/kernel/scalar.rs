//! The definition of the three primitives, in plain Rust: what every other kernel is compared with, and what finds the exact error.

use super::text::FEW_ENCODED;
use super::trust::{Slot, slot};
use super::{DecodeRules, EncodeRules, PLACES, Progress};
use crate::error::{DecodeError, DecodeErrorKind};
use crate::sets::AsciiSet;

/// No hex digit.
const NO_DIGIT: u8 = 0xFF;

/// The value of every hex digit, of either case; [`NO_DIGIT`] for all other bytes.
static HEX_VALUE: [u8; 256] = {
    let mut table = [NO_DIGIT; 256];
    let mut byte = 0;
    while byte < 256 {
        if let Some(value) = (byte as u8 as char).to_digit(16) {
            table[byte] = value as u8;
        }
        byte += 1;
    }
    table
};

/// What becomes of every byte: up to three bytes, the first one lowest, and in the highest one their number.
type Units = [u32; 256];

/// The triplet of every byte.
const fn triplets(digits: &[u8; 16]) -> Units {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = u32::from_le_bytes([b'%', digits[byte >> 4], digits[byte & 15], 3]);
        byte += 1;
    }
    table
}

static UPPER: Units = triplets(b"0123456789ABCDEF");
static LOWER: Units = triplets(b"0123456789abcdef");

/// How many bytes are looked at together.
const CHUNK: usize = 8;

/// The first unit of an input under some rules, and what becomes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    /// One byte of input makes this byte of output.
    Byte(u8),
    /// A triplet makes this byte of output.
    Value(u8),
    /// A triplet that stays as it is written.
    Kept,
    /// A malformed triplet, or a triplet that decodes into a rejected byte.
    Refused(DecodeErrorKind),
}

impl Unit {
    /// How many bytes of input it takes.
    pub(crate) const fn len(self) -> usize {
        match self {
            Self::Byte(_) | Self::Refused(_) => 1,
            Self::Value(_) | Self::Kept => 3,
        }
    }
}

/// The first unit of an input that is not empty, and that begins with no raw byte that is refused: kernels are given
/// none (see `accepted` in the entries of decoding), so their loops need not ask.
#[inline]
pub(crate) fn unit(input: &[u8], rules: &DecodeRules) -> Unit {
    match input[0] {
        b'%' => triplet_unit(input, rules, rules.is_plain()),
        b'+' if rules.plus_as_space => Unit::Byte(b' '),
        byte => Unit::Byte(byte),
    }
}

/// The first unit of an input that begins with `%`. `plain` is [`DecodeRules::is_plain`].
#[inline(always)]
pub(crate) fn triplet_unit(input: &[u8], rules: &DecodeRules, plain: bool) -> Unit {
    match triplet(input) {
        Some(value) if plain => Unit::Value(value),
        Some(value) if rules.reject.contains(value) => Unit::Refused(DecodeErrorKind::Rejected(value)),
        Some(value) if rules.keep.contains(value) || (rules.keep_non_ascii && value >= 0x80) => Unit::Kept,
        Some(value) => Unit::Value(value),
        None if rules.strict => Unit::Refused(malformed_kind(input)),
        None => Unit::Byte(b'%'),
    }
}

/// The value of the triplet at the start of an input that begins with `%`, if it is valid.
#[inline(always)]
pub(crate) fn triplet(input: &[u8]) -> Option<u8> {
    let &[_, high, low, ..] = input else { return None };
    let (high, low) = (HEX_VALUE[usize::from(high)], HEX_VALUE[usize::from(low)]);
    (high | low != NO_DIGIT).then_some(high << 4 | low)
}

/// Why the triplet at the start of an input is malformed: a byte that is there and no digit, or none.
#[cold]
pub(crate) fn malformed_kind(input: &[u8]) -> DecodeErrorKind {
    let digits = &input[1..input.len().min(3)];
    if digits.iter().all(u8::is_ascii_hexdigit) { DecodeErrorKind::Truncated } else { DecodeErrorKind::BadHex }
}

/// Whether the input begins with a valid triplet.
#[inline]
pub(crate) fn is_triplet(input: &[u8]) -> bool {
    input.first() == Some(&b'%') && triplet(input).is_some()
}

/// Where the valid triplet ends that holds the byte at `index`, if there is one. (Valid triplets never overlap: `%` is no hex digit.)
pub(crate) fn end_of_triplet_around(input: &[u8], index: usize) -> Option<usize> {
    (index.saturating_sub(2)..=index).find(|&start| is_triplet(&input[start..])).map(|start| start + 3).filter(|&end| end > index)
}

/// A set and every byte >= 0x80: bit `h` of row `l` says whether the byte `h << 4 | l` is in it.
struct Members([u16; 16]);

impl Members {
    #[inline(always)]
    fn new(set: &AsciiSet) -> Self {
        Self(set.rows().map(|row| u16::from(row) | 0xFF00))
    }

    #[inline(always)]
    fn has(&self, byte: u8) -> bool {
        self.0[usize::from(byte & 15)] >> (byte >> 4) & 1 != 0
    }

    #[inline(always)]
    fn first_in(&self, input: &[u8]) -> usize {
        input.iter().position(|&byte| self.has(byte)).unwrap_or(input.len())
    }
}

/// Which of the first 64 bytes are one of three, which are not zero: the first byte is the lowest bit.
// Beside an inlined vector version, an inlined copy of this one takes the caller's registers.
#[cfg_attr(any(target_arch = "x86", target_arch = "x86_64"), inline(never))]
pub(crate) fn places_of(input: &[u8], [a, b, c]: [u8; 3]) -> u64 {
    let mut block = input.first_chunk::<64>().copied().unwrap_or_else(|| {
        let mut block = [0; 64];
        block[..input.len()].copy_from_slice(input);
        block
    });
    // Without a branch: vector instructions on every target that has some.
    for byte in &mut block {
        *byte = u8::from((*byte == a) | (*byte == b) | (*byte == c));
    }
    // Eight bytes of 0 or 1: the factor's bits lie 7 apart, so it moves byte `i` to bit `56 + i`, and nothing else that high, and there is no carry.
    let (eights, _) = block.as_chunks::<8>();
    eights.iter().rev().fold(0, |places, &eight| places << 8 | u64::from_le_bytes(eight).wrapping_mul(0x0102_0408_1020_4080) >> 56)
}

#[inline(never)]
pub(crate) fn find_either(input: &[u8], a: u8, b: u8) -> usize {
    // Without a branch for each byte: sixteen are asked at a time.
    let wanted = |byte: &u8| *byte == a || *byte == b;
    let (chunks, _) = input.as_chunks::<16>();
    let clean = 16 * chunks.iter().take_while(|chunk| !chunk.iter().fold(false, |any, byte| any | wanted(byte))).count();
    input[clean..].iter().position(wanted).map_or(input.len(), |index| clean + index)
}

#[inline(never)]
pub(crate) fn find_triplet(input: &[u8], plus: bool) -> usize {
    let wanted = |index: usize| match input[index] {
        b'%' => is_triplet(&input[index..]),
        byte => plus && byte == b'+',
    };
    (0..input.len()).find(|&index| wanted(index)).unwrap_or(input.len())
}

#[inline(never)]
pub(crate) fn find_member(input: &[u8], set: &AsciiSet) -> usize {
    Members::new(set).first_in(input)
}

/// Which of the first 64 bytes are in `set` or >= 0x80: the first byte is the lowest bit.
#[inline(never)]
pub(crate) fn members(input: &[u8], set: &AsciiSet) -> u64 {
    let members = Members::new(set);
    input.iter().take(PLACES).enumerate().fold(0, |places, (index, &byte)| places | u64::from(members.has(byte)) << index)
}

/// Whether the input is UTF-8.
pub(crate) fn is_utf8(input: &[u8]) -> bool {
    core::str::from_utf8(input).is_ok()
}

#[inline(never)]
pub(crate) fn encoded_len(input: &[u8], rules: &EncodeRules) -> usize {
    let members = Members::new(&rules.set);
    let mut triplets = input.iter().map(|&byte| usize::from(members.has(byte))).sum::<usize>();
    if rules.keep_escapes {
        // What valid triplets hold was counted above, and stays.
        let mut rest = input;
        while let Some(start) = rest.iter().position(|&byte| byte == b'%') {
            rest = &rest[start..];
            let kept = if is_triplet(rest) { 3 } else { 0 };
            triplets -= rest[..kept].iter().filter(|&&byte| members.has(byte)).count();
            rest = &rest[kept.max(1)..];
        }
    }
    triplets.saturating_mul(2).saturating_add(input.len())
}

#[inline(never)]
pub(crate) fn encode(input: &[u8], out: &mut [Slot], rules: &EncodeRules) -> usize {
    let encoding = Encoding { members: Members::new(&rules.set), triplets: if rules.lowercase_hex { &LOWER } else { &UPPER }, rules };
    if rules.keep_escapes {
        return encoding.exactly(input, out, Progress::NONE);
    }
    let mut done = encoding.clean_start(&input[..input.len().min(LOOK)], out);
    if input.len() - done.read >= WORTH_A_TABLE {
        encoding.by_table(input, out, &mut done);
    }
    let Progress { mut read, mut written } = done;
    // Stores of four bytes, as long as three more bytes are sure to follow.
    while input.len() - read > 3
        && let Some(window) = out[written..].first_chunk_mut::<4>()
    {
        let unit = encoding.unit(input[read]).to_le_bytes();
        *window = unit.map(slot);
        read += 1;
        written += usize::from(unit[3]);
    }
    encoding.exactly(input, out, Progress { read, written })
}

/// The same for at most [`FEW`](super::text::FEW) bytes, where there is room for a store too long.
#[inline]
pub(crate) fn encode_few(input: &[u8], out: &mut [Slot; FEW_ENCODED], rules: &EncodeRules) -> usize {
    let encoding = Encoding { members: Members::new(&rules.set), triplets: if rules.lowercase_hex { &LOWER } else { &UPPER }, rules };
    if rules.keep_escapes {
        return encoding.exactly(input, out, Progress::NONE);
    }
    let mut written = 0;
    for &byte in input {
        let unit = encoding.unit(byte).to_le_bytes();
        out[written..written + 4].copy_from_slice(&unit.map(slot));
        written += usize::from(unit[3]);
    }
    written
}

/// In how many bytes a clean start is looked for, which is slower than the table where all is clean, and quicker where little is left for it.
const LOOK: usize = 256;
/// From how many bytes on it pays to make a table for the set first.
const WORTH_A_TABLE: usize = 64;

/// One encoding.
struct Encoding<'a> {
    members: Members,
    triplets: &'static Units,
    rules: &'a EncodeRules,
}

impl Encoding<'_> {
    /// What the byte becomes. Without a branch on the data.
    #[inline(always)]
    fn unit(&self, byte: u8) -> u32 {
        let literal = if self.rules.space_as_plus && byte == b' ' { b'+' } else { byte };
        let escaped = u32::from(self.members.has(byte)).wrapping_neg();
        (self.triplets[usize::from(byte)] & escaped) | ((u32::from(literal) | 1 << 24) & !escaped)
    }

    /// Encodes the rest byte for byte, and says how long all is.
    #[inline(always)]
    fn exactly(&self, input: &[u8], out: &mut [Slot], done: Progress) -> usize {
        let Progress { mut read, mut written } = done;
        while let Some(&byte) = input.get(read) {
            let (taken, [first, second, third, len]) = if self.rules.keep_escapes && is_triplet(&input[read..]) {
                (3, [byte, input[read + 1], input[read + 2], 3])
            } else {
                (1, self.unit(byte).to_le_bytes())
            };
            out[written] = slot(first);
            if len == 3 {
                out[written + 1] = slot(second);
                out[written + 2] = slot(third);
            }
            read += taken;
            written += usize::from(len);
        }
        written
    }

    /// What every byte becomes. Row by row of the set, which the compiler makes vectors of.
    #[inline(always)]
    fn table(&self) -> Units {
        let rows = self.members.0.map(u32::from);
        let mut units = [0; 256];
        let rows_of_units = units.as_chunks_mut::<16>().0.iter_mut().zip(self.triplets.as_chunks::<16>().0);
        for (high, (units, triplets)) in (0..).zip(rows_of_units) {
            for (low, (unit, triplet)) in (0..).zip(units.iter_mut().zip(triplets)) {
                let escaped = (rows[low as usize] >> high & 1).wrapping_neg();
                *unit = (triplet & escaped) | ((high << 4 | low | 1 << 24) & !escaped);
            }
        }
        if self.rules.space_as_plus {
            units[usize::from(b' ')] = u32::from(b'+') | 1 << 24;
        }
        units
    }

    /// Copies the bytes before the first one that changes.
    #[inline(always)]
    fn clean_start(&self, input: &[u8], out: &mut [Slot]) -> Progress {
        if self.rules.space_as_plus {
            return Progress::NONE;
        }
        let clean = self.members.first_in(input);
        for (to, &byte) in out[..clean].iter_mut().zip(&input[..clean]) {
            *to = slot(byte);
        }
        Progress { read: clean, written: clean }
    }

    /// Encodes what is left but for the last bytes, by a table of what every byte becomes.
    #[inline(always)]
    fn by_table(&self, input: &[u8], out: &mut [Slot], done: &mut Progress) {
        let units = &self.table();
        while let Some((chunk, behind)) = input[done.read..].split_first_chunk::<CHUNK>()
            && behind.len() > 2 * CHUNK
            && let Some(window) = out[done.written..].first_chunk_mut::<{ 3 * CHUNK + 1 }>()
        {
            // Copied, for stores byte for byte suffer where input and output lie at the same place of two pages.
            let clean = !self.rules.space_as_plus && chunk.iter().fold(0, |all, &byte| all | units[usize::from(byte)]) < 2 << 24;
            if clean {
                window[..CHUNK].copy_from_slice(&chunk.map(slot));
                done.written += CHUNK;
            } else {
                // Stores of four bytes, the last of which is too many: what follows in the input covers it.
                let mut end = 0;
                for &byte in chunk {
                    let unit = units[usize::from(byte)].to_le_bytes();
                    window[end..end + 4].copy_from_slice(&unit.map(slot));
                    end += usize::from(unit[3]);
                }
                done.written += end;
            }
            done.read += CHUNK;
        }
    }
}

#[inline(never)]
pub(crate) fn decoded_len(input: &[u8], rules: &DecodeRules) -> Progress {
    let mut progress = Progress { read: 0, written: 0 };
    while progress.read < input.len() {
        let unit = unit(&input[progress.read..], rules);
        progress.written += match unit {
            Unit::Byte(_) | Unit::Value(_) => 1,
            Unit::Kept => 3,
            Unit::Refused(_) => break,
        };
        progress.read += unit.len();
    }
    progress
}

#[inline(never)]
pub(crate) fn decode(input: &[u8], out: &mut [Slot], rules: &DecodeRules) -> Progress {
    let plain = rules.is_plain();
    let (mut done, go_on) = decode_bulk(input, out, rules);
    if !go_on {
        return done;
    }
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

/// The loop that [`decode_bulk`] and the kernel of SSE2 share: copies a chunk as if there were no triplets in it, and what follows each triplet over
/// it. It leaves the last bytes, so what a copy writes past the current end is overwritten by what they become, at least a third of their number.
///
/// `chunk` is the length of a copy, and `bits` how many bits of its mask stand for a byte. `copy` copies a chunk and answers the mask of its `%`, or
/// `None` where there is no room. Evaluates to the [`Progress`], and whether nothing was refused.
///
/// A macro, since the accesses of SSE2 are unsafe, and the scalar kernel is compiled where unsafe code is forbidden.
macro_rules! decode_by_copies {
    (
        len: $len:expr, chunk: $chunk:expr, bits: $bits:expr,
        copy: |$from:ident, $to:ident| $copy:expr,
        is_percent: |$place:ident| $is_percent:expr,
        unit: |$start:ident| $unit:expr,
        store: |$slot:ident, $byte:ident| $store:expr $(,)?
    ) => {{
        let (mut at, mut end) = (0, 0);
        'decoding: loop {
            let chunk = at;
            // The furthest copy begins two bytes past the chunk: `at <= chunk + $chunk + 2`.
            if $len - at < 5 * $chunk {
                break 'decoding (Progress { read: at, written: end }, true);
            }
            let ($from, $to) = (at, end);
            let copied: Option<_> = $copy;
            let Some(mut percents) = copied else {
                break 'decoding (Progress { read: at, written: end }, true);
            };
            while percents != 0 {
                let found = chunk + percents.trailing_zeros() as usize / $bits;
                percents &= percents - 1;
                let $start = found;
                match $unit {
                    Unit::Value(value) => {
                        end += found - at;
                        let ($slot, $byte) = (end, value);
                        $store;
                        (at, end) = (found + 3, end + 1);
                        // Triplets often come side by side.
                        while $len - at >= 5 * $chunk {
                            let $place = at;
                            if !$is_percent {
                                break;
                            }
                            let $start = at;
                            let Unit::Value(value) = $unit else { break };
                            let ($slot, $byte) = (end, value);
                            $store;
                            (at, end) = (at + 3, end + 1);
                        }
                        let ($from, $to) = (at, end);
                        let _ = $copy;
                        // A run of triplets is as long as it likes: only what is within the chunk may become a shift.
                        percents &= if at - chunk < $chunk { !0 << ($bits * (at - chunk)) } else { 0 };
                    }
                    // They stay, and have been copied.
                    Unit::Byte(_) | Unit::Kept => {}
                    Unit::Refused(_) => break 'decoding (Progress { read: found, written: end + found - at }, false),
                }
            }
            let next = at.max(chunk + $chunk);
            end += next - at;
            at = next;
        }
    }};
}
#[cfg(all(feature = "simd", any(target_arch = "x86", target_arch = "x86_64"), target_feature = "sse2"))]
pub(in crate::kernel) use decode_by_copies;

/// Decodes all but the last bytes, eight at a time, and says whether nothing was refused.
#[inline(always)]
fn decode_bulk(input: &[u8], out: &mut [Slot], rules: &DecodeRules) -> (Progress, bool) {
    let plain = rules.is_plain();
    let copy = |from: usize, to: &mut [Slot]| {
        let word = u64::from_le_bytes(*input[from..].first_chunk::<CHUNK>()?);
        let copied = if rules.plus_as_space { spaces(word) } else { word };
        *to.first_chunk_mut::<CHUNK>()? = copied.to_le_bytes().map(slot);
        Some(zero_bytes(word ^ splat(b'%')))
    };
    decode_by_copies!(
        len: input.len(), chunk: CHUNK, bits: 8,
        copy: |from, to| copy(from, &mut out[to..]),
        is_percent: |at| input[at] == b'%',
        unit: |at| triplet_unit(&input[at..], rules, plain),
        store: |end, value| out[end] = slot(value),
    )
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

/// SP where `+` stands.
const fn spaces(word: u64) -> u64 {
    word ^ ((zero_bytes(word ^ splat(b'+')) >> 7) * (b'+' ^ b' ') as u64)
}

#[inline(never)]
pub(crate) fn decode_in_place(buffer: &mut [u8], rules: &DecodeRules) -> Progress {
    let mut progress = Progress { read: 0, written: 0 };
    while progress.read < buffer.len() {
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
            Unit::Refused(_) => break,
        }
        progress.read += unit.len();
    }
    progress
}

/// The first thing that the rules refuse, at `from` or after it. There is one: a kernel has halted for
/// it, maybe within a triplet that it keeps.
#[cold]
pub(crate) fn first_error(input: &[u8], from: usize, rules: &DecodeRules) -> DecodeError {
    // The digits of a kept triplet are not raw.
    let mut position = match input[from] {
        b'%' => from,
        _ => end_of_triplet_around(input, from).unwrap_or(from),
    };
    loop {
        match unit(&input[position..], rules) {
            Unit::Refused(kind) => return DecodeError::new(position, kind),
            Unit::Byte(value) if rules.reject_raw && rules.reject.contains(value) => {
                return DecodeError::new(position, DecodeErrorKind::Rejected(value));
            }
            unit => position += unit.len(),
        }
    }
}
