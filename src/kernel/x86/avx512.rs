//! AVX-512 with VBMI and VBMI2 (Ice Lake, Zen 4 and later): byte permutes look up 128 entries, and `vpcompressb` closes gaps.
//!
//! Both directions work in **two phases** a step: first all loads and all masks, then all compressions and stores. Loads that follow, in program
//! order, stores to addresses that depend on the data make such a loop bistable (from run to run at a third of its speed); all loads first do not.
//! `vpcompressb` depends on its destination even where that is overwritten, so source and destination are the same register here, and it
//! compresses in registers: to memory it costs more than twice as much, and far more on Zen 4.

use super::arch::*;
use crate::kernel::out::Slot;
use crate::kernel::{DecodeRules, EncodeRules, Progress};
use crate::sets::AsciiSet;

/// Bytes in a register.
const BLOCK: usize = 64;
/// Registers in a step.
const BLOCKS: usize = 4;
const STEP: usize = BLOCK * BLOCKS;

/// A mask of the `n` lowest lanes, `n` being at most 64.
#[inline(always)]
fn lanes(n: usize) -> u64 {
    u64::MAX.checked_shr(64 - n as u32).unwrap_or(0)
}

/// Loads the bytes from `at` up to `len`, and zeros behind them.
///
/// # Safety
/// `src` is valid for reads of `len` bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,bmi1,bmi2,popcnt")]
unsafe fn load_up_to(src: *const u8, at: usize, len: usize) -> __m512i {
    let mask = lanes(len.saturating_sub(at).min(BLOCK));
    // SAFETY: lanes outside the mask are not read and cannot fault; those inside lie before `len`.
    unsafe { _mm512_maskz_loadu_epi8(mask, src.wrapping_add(at).cast()) }
}

/// Loads a whole register.
///
/// # Safety
/// `src` is valid for reads of 64 bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
unsafe fn load(src: *const u8) -> __m512i {
    // SAFETY: this function's own contract.
    unsafe { _mm512_loadu_si512(src.cast()) }
}

/// Stores a whole register.
///
/// # Safety
/// `dst` is valid for writes of 64 bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
unsafe fn store(dst: *mut u8, v: __m512i) {
    // SAFETY: this function's own contract.
    unsafe { _mm512_storeu_si512(dst.cast(), v) }
}

/// Stores the first `n` bytes of a register.
///
/// # Safety
/// `dst` is valid for writes of `n` bytes, and `n` is at most 64.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,bmi1,bmi2,popcnt")]
unsafe fn store_first(dst: *mut u8, v: __m512i, n: usize) {
    // SAFETY: lanes outside the mask are not written and cannot fault; those inside are this function's own contract.
    unsafe { _mm512_mask_storeu_epi8(dst.cast(), lanes(n), v) }
}

/// A byte in every lane.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn splat(byte: u8) -> __m512i {
    _mm512_set1_epi8(byte as i8)
}

/// Calls `hit` for each block until it answers with a mask that is not empty: `hit(at, bytes, lanes)` gets the block's offset and which of its
/// lanes are input, and must be free of side effects; `maybe(bytes)` is a cheaper test that may say yes too often, of the bytes alone.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,bmi1,bmi2,popcnt")]
fn find_block(input: &[u8], maybe: impl Fn(__m512i) -> u64, hit: impl Fn(usize, __m512i, u64) -> u64) -> usize {
    let (src, len) = (input.as_ptr(), input.len());
    let mut at = 0;
    while len - at >= STEP {
        // SAFETY: at least STEP bytes are left from `at` (the loop's condition).
        let any = unsafe {
            let block = |i: usize| load(src.add(at + i * BLOCK));
            maybe(block(0)) | maybe(block(1)) | maybe(block(2)) | maybe(block(3))
        };
        if any != 0 {
            for i in 0..BLOCKS {
                let from = at + i * BLOCK;
                // SAFETY: as above.
                let mask = hit(from, unsafe { load(src.add(from)) }, u64::MAX);
                if mask != 0 {
                    return from + mask.trailing_zeros() as usize;
                }
            }
        }
        at += STEP;
    }
    while at < len {
        // SAFETY: the input is a slice of `len` bytes.
        let v = unsafe { load_up_to(src, at, len) };
        let mask = lanes((len - at).min(BLOCK));
        if maybe(v) & mask != 0 {
            let mask = hit(at, v, mask) & mask;
            if mask != 0 {
                return at + mask.trailing_zeros() as usize;
            }
        }
        at += BLOCK;
    }
    len
}

/// The index of the first byte that is `a` or `b`, or the length.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
pub(in crate::kernel) fn find_either(input: &[u8], a: u8, b: u8) -> usize {
    let (a, b) = (splat(a), splat(b));
    let either = |v| _mm512_cmpeq_epi8_mask(v, a) | _mm512_cmpeq_epi8_mask(v, b);
    find_block(input, either, |_, v, _| either(v))
}

/// The index of the first valid triplet (or of the first `+`, if `plus`), or the length.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
pub(in crate::kernel) fn find_triplet(input: &[u8], plus: bool) -> usize {
    let (src, len) = (input.as_ptr(), input.len());
    let (percent, other) = (splat(b'%'), splat(if plus { b'+' } else { b'%' }));
    let maybe = |v| _mm512_cmpeq_epi8_mask(v, percent) | _mm512_cmpeq_epi8_mask(v, other);
    let hit = |at: usize, v, _| {
        let digits = HexDigits::new();
        // SAFETY: the input is a slice of `len` bytes.
        let (v1, v2) = unsafe { (load_up_to(src, at + 1, len), load_up_to(src, at + 2, len)) };
        let pluses = if plus { _mm512_cmpeq_epi8_mask(v, other) } else { 0 };
        digits.triplets(v, v1, v2).0 | pluses
    };
    find_block(input, maybe, hit)
}

/// The index of the first byte that is in `set` or is 80 or above, or the length.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
pub(in crate::kernel) fn find_member(input: &[u8], set: &AsciiSet) -> usize {
    let table = SetTable::new(set);
    find_block(input, |v| table.members_and_non_ascii(v), |_, v, _| table.members_and_non_ascii(v))
}

/// A set as a table of 128 bytes in two registers, 0 for what is no member.
#[derive(Clone, Copy)]
struct SetTable {
    low: __m512i,
    high: __m512i,
}

impl SetTable {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn new(set: &AsciiSet) -> Self {
        // SAFETY: the sixteen rows are 16 bytes of memory.
        let rows = _mm512_broadcast_i32x4(unsafe { _mm_loadu_si128(set.rows().as_ptr().cast()) });
        // Lane l of 16 bytes holds the bytes of high nibble l: their bit is 1 << l.
        let bit = |first: i64| {
            let ones = 0x0101_0101_0101_0101 * first;
            _mm512_setr_epi64(ones, ones, ones << 1, ones << 1, ones << 2, ones << 2, ones << 3, ones << 3)
        };
        Self { low: _mm512_and_si512(rows, bit(1)), high: _mm512_and_si512(rows, bit(16)) }
    }

    /// What stands in the table for each byte below 80; nothing of use for the others.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    fn look_up(self, v: __m512i) -> __m512i {
        _mm512_permutex2var_epi8(self.low, v, self.high)
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    fn members_and_non_ascii(self, v: __m512i) -> u64 {
        // look-up | (v & 80)
        let escaped = _mm512_ternarylogic_epi64::<0xF8>(self.look_up(v), v, splat(0x80));
        _mm512_test_epi8_mask(escaped, escaped)
    }
}

/// High-digit table: nibble << 4, or 1 where the byte is no hex digit.
static HIGH_DIGIT: [u8; 128] = digit_table(4, 0x01);
/// Low-digit table: nibble, or 80 where the byte is no hex digit.
static LOW_DIGIT: [u8; 128] = digit_table(0, 0x80);

const fn digit_table(shift: u32, no_digit: u8) -> [u8; 128] {
    let mut table = [no_digit; 128];
    let mut byte = 0;
    while byte < 128 {
        if let Some(value) = (byte as u8 as char).to_digit(16) {
            table[byte] = (value << shift) as u8;
        }
        byte += 1;
    }
    table
}

/// The tables of hex digits in registers.
#[derive(Clone, Copy)]
struct HexDigits {
    high: [__m512i; 2],
    low: [__m512i; 2],
}

impl HexDigits {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn new() -> Self {
        // SAFETY: both tables are 128 bytes long.
        let halves = |table: &'static [u8; 128]| unsafe { [load(table.as_ptr()), load(table.as_ptr().add(BLOCK))] };
        Self { high: halves(&HIGH_DIGIT), low: halves(&LOW_DIGIT) }
    }

    /// Where valid triplets start, and what they decode into. `v1` and `v2` are the bytes one and two places further on.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    fn triplets(self, v: __m512i, v1: __m512i, v2: __m512i) -> (u64, __m512i) {
        let high = _mm512_permutex2var_epi8(self.high[0], v1, self.high[1]);
        let low = _mm512_permutex2var_epi8(self.low[0], v2, self.low[1]);
        // Zero where v is '%', both look-ups say digit, and both bytes are below 80 (the look-ups ignore the top bit).
        let no_percent = _mm512_xor_si512(v, splat(b'%'));
        let no_digits = _mm512_ternarylogic_epi64::<0xFE>(low, v1, v2);
        let wrong = _mm512_ternarylogic_epi64::<0xF8>(no_percent, high, splat(0x01));
        let wrong = _mm512_ternarylogic_epi64::<0xF8>(wrong, no_digits, splat(0x80));
        (_mm512_testn_epi8_mask(wrong, wrong), _mm512_or_si512(high, low))
    }
}

/// What `keep`, `reject` and strictness do to triplets.
#[derive(Clone, Copy)]
struct Selection {
    /// Bit 0: keep, bit 1: reject, bit 7: one of them.
    table: SetTable,
    /// Bit 7 in every lane, if triplets of 80 and above are kept.
    keep_non_ascii: __m512i,
    strict: bool,
}

impl Selection {
    const KEEP: u8 = 0x01;
    const REJECT: u8 = 0x02;
    const SPECIAL: u8 = 0x80;

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn new(rules: &DecodeRules) -> Self {
        let (keep, reject) = (SetTable::new(&rules.keep), SetTable::new(&rules.reject));
        let flags = |keep, reject| {
            let keep = _mm512_maskz_set1_epi8(_mm512_test_epi8_mask(keep, keep), (Self::KEEP | Self::SPECIAL) as i8);
            _mm512_or_si512(keep, _mm512_maskz_set1_epi8(_mm512_test_epi8_mask(reject, reject), (Self::REJECT | Self::SPECIAL) as i8))
        };
        Self {
            table: SetTable { low: flags(keep.low, reject.low), high: flags(keep.high, reject.high) },
            keep_non_ascii: splat(if rules.keep_non_ascii { 0x80 } else { 0 }),
            strict: rules.strict,
        }
    }

    /// For each value bit 7: it is kept or rejected.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    fn special(self, value: __m512i) -> __m512i {
        // (look-up & !value) | (value & keep_non_ascii): what is looked up counts for values below 80 only.
        _mm512_ternarylogic_epi64::<0xAC>(value, self.table.look_up(value), self.keep_non_ascii)
    }

    /// Of the valid triplets at `starts`, leaves those that are to be decoded; false where something is refused.
    #[inline(never)]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
    fn select_step<const N: usize>(&self, v: &[__m512i; N], starts: &mut [u64; N], values: &[__m512i; N]) -> bool {
        let mut refused = 0;
        for i in 0..N {
            let flags = self.table.look_up(values[i]);
            let non_ascii = _mm512_movepi8_mask(values[i]);
            let kept = (_mm512_test_epi8_mask(flags, splat(Self::KEEP)) & !non_ascii) | _mm512_test_epi8_mask(values[i], self.keep_non_ascii);
            refused |= _mm512_test_epi8_mask(flags, splat(Self::REJECT)) & !non_ascii & starts[i];
            if self.strict {
                refused |= _mm512_cmpeq_epi8_mask(v[i], splat(b'%')) ^ starts[i];
            }
            starts[i] &= !kept;
        }
        refused == 0
    }
}

/// What tells where triplets start that are decoded. Selecting is a parameter, since it costs something.
#[derive(Clone, Copy)]
struct Triplets<const SELECT: bool> {
    digits: HexDigits,
    selection: Option<Selection>,
}

impl<const SELECT: bool> Triplets<SELECT> {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn new(rules: &DecodeRules) -> Self {
        Self { digits: HexDigits::new(), selection: if SELECT { Some(Selection::new(rules)) } else { None } }
    }

    /// Where decoded triplets start, and the blocks' values in those places; `None` where something is refused.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
    fn find<const N: usize>(&self, v: [__m512i; N], v1: [__m512i; N], v2: [__m512i; N]) -> Option<([u64; N], [__m512i; N])> {
        let (mut starts, mut values) = ([0; N], v);
        for i in 0..N {
            (starts[i], values[i]) = self.digits.triplets(v[i], v1[i], v2[i]);
        }
        if SELECT && let Some(selection) = &self.selection {
            // Mostly nothing is kept or refused in a whole step: only where it is, look which.
            let (mut special, mut stray) = (_mm512_setzero_si512(), 0);
            for i in 0..N {
                special = _mm512_mask_max_epu8(special, starts[i], special, selection.special(values[i]));
                if selection.strict {
                    stray |= _mm512_cmpeq_epi8_mask(v[i], splat(b'%')) ^ starts[i];
                }
            }
            if _mm512_movepi8_mask(special) | stray != 0 && !selection.select_step(&v, &mut starts, &values) {
                return None;
            }
        }
        Some((starts, values))
    }
}

/// Bytes to drop (the digits of decoded triplets), where triplets start and what the block before has left over; and what this one leaves.
#[inline(always)]
fn dropped(starts: u64, carry: u64) -> (u64, u64) {
    let digits = starts | starts << 1;
    (digits << 1 | carry, digits >> 63 | starts >> 62)
}

/// The progress that [`decode`] would make.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
pub(in crate::kernel) fn decoded_len(input: &[u8], rules: &DecodeRules) -> Progress {
    if rules.is_selective() { decoded_len_with::<true>(input, rules) } else { decoded_len_with::<false>(input, rules) }
}

#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
fn decoded_len_with<const SELECT: bool>(input: &[u8], rules: &DecodeRules) -> Progress {
    let (src, len) = (input.as_ptr(), input.len());
    let triplets = Triplets::<SELECT>::new(rules);
    let (mut at, mut decoded, mut carry) = (0, 0, 0);
    let mut count = |starts: u64, carry: &mut u64| {
        decoded += starts.count_ones() as usize;
        *carry = dropped(starts, *carry).1;
    };
    let mut go_on = true;
    while go_on && len - at >= STEP + 2 {
        // SAFETY: a step and two bytes are left from `at`.
        let block = |i: usize, n: usize| unsafe { load(src.add(at + i * BLOCK + n)) };
        let step = |n: usize| [block(0, n), block(1, n), block(2, n), block(3, n)];
        let v = step(0);
        if carry == 0 && !any_percent(v) {
            at += STEP;
            continue;
        }
        match triplets.find(v, step(1), step(2)) {
            Some((starts, _)) => starts.into_iter().for_each(|starts| count(starts, &mut carry)),
            None => go_on = false,
        }
        if go_on {
            at += STEP;
        }
    }
    while at < len {
        // SAFETY: the input is a slice of `len` bytes.
        let block = |n: usize| unsafe { [load_up_to(src, at + n, len)] };
        let Some(([starts], _)) = triplets.find(block(0), block(1), block(2)) else {
            let read = at + carry.count_ones() as usize;
            return Progress { read, written: read - 2 * decoded };
        };
        count(starts, &mut carry);
        at += BLOCK;
    }
    Progress { read: len, written: len - 2 * decoded }
}

/// Whether there is a `%` in a step.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn any_percent(v: [__m512i; BLOCKS]) -> bool {
    let percent = splat(b'%');
    let other = |i: usize| _mm512_xor_si512(v[i], percent);
    let least = _mm512_min_epu8(_mm512_min_epu8(other(0), other(1)), _mm512_min_epu8(other(2), other(3)));
    _mm512_testn_epi8_mask(least, least) != 0
}

/// Decodes `len` bytes from `src` to `dst`, which may be the same.
///
/// # Safety
/// `src` is valid for reads of `len` bytes; `dst` is valid for writes of as many bytes as [`decoded_len`] answers where nothing is refused, of
/// `len` bytes otherwise. The two are equal, or do not overlap.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
pub(in crate::kernel) unsafe fn decode(src: *const u8, len: usize, dst: *mut u8, rules: &DecodeRules) -> Progress {
    // SAFETY: this function's own contract, in each case.
    unsafe {
        match (rules.plus_as_space, rules.is_selective()) {
            // Most calls: nothing but one block, without a frame.
            (false, false) if len <= BLOCK => Decoding::<false, false>::new(src, len, dst, rules).short(),
            (false, false) => decode_with::<false, false>(src, len, dst, rules),
            (true, false) => decode_with::<true, false>(src, len, dst, rules),
            (false, true) => decode_with::<false, true>(src, len, dst, rules),
            (true, true) => decode_with::<true, true>(src, len, dst, rules),
        }
    }
}

/// # Safety
/// As [`decode`].
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
unsafe fn decode_with<const PLUS: bool, const SELECT: bool>(src: *const u8, len: usize, dst: *mut u8, rules: &DecodeRules) -> Progress {
    let mut run = Decoding::<PLUS, SELECT>::new(src, len, dst, rules);
    // SAFETY: this function's own contract.
    unsafe { if len <= BLOCK { run.short() } else { run.long() } }
}

/// One decoding.
struct Decoding<const PLUS: bool, const SELECT: bool> {
    src: *const u8,
    len: usize,
    dst: *mut u8,
    triplets: Triplets<SELECT>,
    /// Read and written so far. The bytes of `carry` at `at` are digits of a triplet that is decoded already.
    at: usize,
    end: usize,
    carry: u64,
}

/// Bytes of input behind a step whose output is sure to cover what the step's last store writes too much: 64 bytes of output, of three each.
const COVER: usize = 3 * BLOCK;

impl<const PLUS: bool, const SELECT: bool> Decoding<PLUS, SELECT> {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn new(src: *const u8, len: usize, dst: *mut u8, rules: &DecodeRules) -> Self {
        Self { src, len, dst, triplets: Triplets::new(rules), at: 0, end: 0, carry: 0 }
    }

    /// Decodes an input of at most one block.
    ///
    /// # Safety
    /// As [`decode`].
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
    unsafe fn short(&self) -> Progress {
        let input = lanes(self.len);
        // SAFETY: the masks name bytes of the input only, and exactly what the block decodes into is stored.
        unsafe {
            let block = |n: usize| _mm512_maskz_loadu_epi8(input >> n, self.src.wrapping_add(n).cast());
            let v = block(0);
            let Some(([starts], [values])) = self.triplets.find([v], [block(1)], [block(2)]) else { return Progress { read: 0, written: 0 } };
            let keep = input & !(starts << 1 | starts << 2);
            let values = _mm512_mask_mov_epi8(spaces::<PLUS>(v), starts, values);
            let written = keep.count_ones() as usize;
            store_first(self.dst, _mm512_mask_compress_epi8(values, keep, values), written);
            Progress { read: self.len, written }
        }
    }

    /// Decodes an input of any length.
    ///
    /// # Safety
    /// As [`decode`].
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
    unsafe fn long(&mut self) -> Progress {
        // SAFETY: this function's own contract; `bulk` asks for the bytes that it needs, and `last` masks what is not there.
        unsafe {
            let mut go_on = self.bulk();
            while go_on && self.at < self.len {
                go_on = if self.len - self.at <= 2 * BLOCK { self.last::<2>() } else { self.last::<BLOCKS>() };
            }
        }
        // Where something is refused, the digits of the last decoded triplet are done, too.
        Progress { read: if self.at < self.len { self.at + self.carry.count_ones() as usize } else { self.len }, written: self.end }
    }

    /// Decodes steps of whole registers, as many as there are. False where something is refused.
    ///
    /// # Safety
    /// As [`decode`].
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
    unsafe fn bulk(&mut self) -> bool {
        // Solid runs of triplets have a loop of their own, tried only after two dense steps, and ever more rarely where runs prove short.
        let (mut dense_steps, mut rest_steps, mut pause) = (0_u32, 0_u32, 1_u32);
        while self.len - self.at >= STEP + COVER {
            // SAFETY: at least STEP + COVER bytes are left from `at`; the loads end two bytes after the step.
            let block = |i: usize, n: usize| unsafe { load(self.src.add(self.at + i * BLOCK + n)) };
            let step = |n: usize| [block(0, n), block(1, n), block(2, n), block(3, n)];
            let v = step(0);
            if self.carry == 0 && !any_percent(v) {
                for (i, v) in v.into_iter().enumerate() {
                    // SAFETY: 256 bytes of input become 256 of output, for which there is room.
                    unsafe { store(self.dst.add(self.end + i * BLOCK), spaces::<PLUS>(v)) };
                }
                self.at += STEP;
                self.end += STEP;
                dense_steps = 0;
                continue;
            }
            let Some((starts, values)) = self.triplets.find(v, step(1), step(2)) else { return false };
            let before = self.end;
            for i in 0..BLOCKS {
                let (drop, carry) = dropped(starts[i], self.carry);
                self.carry = carry;
                let values = _mm512_mask_mov_epi8(spaces::<PLUS>(v[i]), starts[i], values[i]);
                // SAFETY: what this store writes too much is covered: COVER bytes of input follow the step, see there.
                unsafe { store(self.dst.add(self.end), _mm512_mask_compress_epi8(values, !drop, values)) };
                self.end += BLOCK - drop.count_ones() as usize;
            }
            self.at += STEP;
            if SELECT {
                continue;
            }
            if rest_steps > 0 {
                rest_steps -= 1;
                continue;
            }
            dense_steps = if self.end - before <= STEP / 3 + 1 { dense_steps + 1 } else { 0 };
            if dense_steps >= 2 {
                // What is carried is done: the next triplet, if there is one, starts behind it.
                self.at += self.carry.count_ones() as usize;
                self.carry = 0;
                // SAFETY: this function's own contract.
                let chunks = unsafe { self.solid() };
                pause = if chunks >= 8 { 1 } else { (pause * 2).min(64) };
                rest_steps = pause;
                dense_steps = 0;
            }
        }
        true
    }

    /// Decodes chunks of 64 triplets without a gap, as many as there are, and returns their number. Nothing is carried before or after.
    ///
    /// # Safety
    /// As [`decode`].
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
    unsafe fn solid(&mut self) -> usize {
        const CHUNK: usize = 3 * BLOCK;
        let mut chunks = 0;
        while self.len - self.at >= CHUNK {
            // SAFETY: at least 192 bytes are left from `at`.
            let block = |i: usize| unsafe { load(self.src.add(self.at + i * BLOCK)) };
            let z = [block(0), block(1), block(2)];
            // Every third byte: those of the first two registers, then those of the third.
            let role = |r: usize| {
                // SAFETY: the tables are 64 bytes long.
                let (front, back) = unsafe { (load(ROLES[r][0].as_ptr()), load(ROLES[r][1].as_ptr())) };
                _mm512_permutex2var_epi8(_mm512_permutex2var_epi8(z[0], front, z[1]), back, z[2])
            };
            let (starts, value) = self.triplets.digits.triplets(role(0), role(1), role(2));
            if starts != u64::MAX {
                break;
            }
            // SAFETY: 192 bytes of input become 64 of output, for which there is room.
            unsafe { store(self.dst.add(self.end), value) };
            self.at += CHUNK;
            self.end += BLOCK;
            chunks += 1;
        }
        chunks
    }

    /// Decodes a step of up to `N` registers that may be the last one: reads no byte that is not there, and stores exactly. False where something
    /// is refused.
    ///
    /// # Safety
    /// As [`decode`].
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
    unsafe fn last<const N: usize>(&mut self) -> bool {
        let mut loaded = [[_mm512_setzero_si512(); N]; 3];
        for (n, registers) in loaded.iter_mut().enumerate() {
            for (i, register) in registers.iter_mut().enumerate() {
                // SAFETY: this function's own contract: `src` has `len` bytes.
                *register = unsafe { load_up_to(self.src, self.at + i * BLOCK + n, self.len) };
            }
        }
        let [v, v1, v2] = loaded;
        let Some((starts, values)) = self.triplets.find(v, v1, v2) else { return false };
        for i in 0..N {
            let input = lanes(self.len.saturating_sub(self.at + i * BLOCK).min(BLOCK));
            let (drop, carry) = dropped(starts[i], self.carry);
            self.carry = carry;
            let values = _mm512_mask_mov_epi8(spaces::<PLUS>(v[i]), starts[i], values[i]);
            let keep = input & !drop;
            let kept = keep.count_ones() as usize;
            // SAFETY: exactly the bytes are stored that this block decodes into.
            unsafe { store_first(self.dst.wrapping_add(self.end), _mm512_mask_compress_epi8(values, keep, values), kept) };
            self.end += kept;
        }
        self.at = (self.at + N * BLOCK).min(self.len);
        true
    }
}

/// For each role in a run of triplets (`%`, high digit, low digit) two permutations: from the first two of three registers, then with the third.
static ROLES: [[[u8; 64]; 2]; 3] = {
    let mut tables = [[[0; 64]; 2]; 3];
    let mut role = 0;
    while role < 3 {
        let mut i = 0;
        while i < 64 {
            let from = 3 * i + role;
            if from < 128 {
                tables[role][0][i] = from as u8;
                tables[role][1][i] = i as u8;
            } else {
                tables[role][1][i] = (from - 64) as u8;
            }
            i += 1;
        }
        role += 1;
    }
    tables
};

/// `+` becomes SP, if `PLUS`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn spaces<const PLUS: bool>(v: __m512i) -> __m512i {
    if PLUS { _mm512_mask_mov_epi8(v, _mm512_cmpeq_epi8_mask(v, splat(b'+')), splat(b' ')) } else { v }
}

/// Inputs in an encoding block: 63, which is three times the 21 that fill a register with triplets.
const GROUP: usize = 21;
const INPUTS: usize = 3 * GROUP;

/// Lanes that belong to valid triplets (which stay), given where these start in this block of 63 and what the block before has left over; and
/// what this one leaves.
#[inline(always)]
fn protected(starts: u64, carry: u64) -> (u64, u64) {
    let two = starts | starts << 1;
    (two | starts << 2 | carry, two >> 62)
}

/// The length of what [`encode`] writes.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
pub(in crate::kernel) fn encoded_len(input: &[u8], rules: &EncodeRules) -> usize {
    let (src, len) = (input.as_ptr(), input.len());
    let table = SetTable::new(&rules.set);
    let (mut at, mut escaped) = (0, 0_usize);
    if rules.keep_escapes {
        let digits = HexDigits::new();
        let mut carry = 0;
        while at < len {
            // SAFETY: the input is a slice of `len` bytes.
            let (v, v1, v2) = unsafe { (load_up_to(src, at, len), load_up_to(src, at + 1, len), load_up_to(src, at + 2, len)) };
            let inputs = lanes((len - at).min(INPUTS));
            let (protected, left) = protected(digits.triplets(v, v1, v2).0 & inputs, carry);
            carry = left;
            escaped += (table.members_and_non_ascii(v) & inputs & !protected).count_ones() as usize;
            at += INPUTS;
        }
    } else {
        while len - at >= BLOCK {
            // SAFETY: at least 64 bytes are left from `at`.
            escaped += table.members_and_non_ascii(unsafe { load(src.add(at)) }).count_ones() as usize;
            at += BLOCK;
        }
        // SAFETY: the input is a slice of `len` bytes.
        let v = unsafe { load_up_to(src, at, len) };
        escaped += (table.members_and_non_ascii(v) & lanes(len - at)).count_ones() as usize;
    }
    escaped.saturating_mul(2).saturating_add(len)
}

/// Encodes all of the input to the front of `out`, and returns the length of that.
///
/// # Safety
/// `out` holds at least as many bytes as [`encoded_len`] answers.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
pub(in crate::kernel) unsafe fn encode(input: &[u8], out: &mut [Slot], rules: &EncodeRules) -> usize {
    // SAFETY: this function's own contract, in each case.
    unsafe {
        match (rules.space_as_plus, rules.keep_escapes) {
            (false, false) => encode_with::<false, false>(input, out, rules),
            (true, false) => encode_with::<true, false>(input, out, rules),
            (false, true) => encode_with::<false, true>(input, out, rules),
            (true, true) => encode_with::<true, true>(input, out, rules),
        }
    }
}

/// # Safety
/// As [`encode`].
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
unsafe fn encode_with<const PLUS: bool, const KEEP: bool>(input: &[u8], out: &mut [Slot], rules: &EncodeRules) -> usize {
    let mut run = Encoding::<PLUS, KEEP>::new(out, rules);
    // SAFETY: this function's own contract.
    unsafe {
        let done = run.bulk(input);
        run.rest(&input[done..])
    }
}

/// One encoding.
struct Encoding<const PLUS: bool, const KEEP: bool> {
    dst: *mut u8,
    table: SetTable,
    /// Sixteen digits, four times over.
    hex: __m512i,
    digits: Option<HexDigits>,
    interleave: [__m512i; 3],
    /// Written so far.
    end: usize,
    /// Lanes at the start of the next block that belong to a triplet that stays.
    carry: u64,
}

impl<const PLUS: bool, const KEEP: bool> Encoding<PLUS, KEEP> {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn new(out: &mut [Slot], rules: &EncodeRules) -> Self {
        let digits = if rules.lowercase_hex { b"0123456789abcdef" } else { b"0123456789ABCDEF" };
        // SAFETY: there are sixteen digits, and three tables of 64 bytes.
        let (hex, interleave) = unsafe {
            let table = |group: usize| load(INTERLEAVE[group].as_ptr());
            (_mm512_broadcast_i32x4(_mm_loadu_si128(digits.as_ptr().cast())), [table(0), table(1), table(2)])
        };
        Self {
            dst: out.as_mut_ptr().cast(),
            table: SetTable::new(&rules.set),
            hex,
            digits: if KEEP { Some(HexDigits::new()) } else { None },
            interleave,
            end: 0,
            carry: 0,
        }
    }

    /// Encodes steps of four whole blocks, as many as there are, and returns how many bytes that were.
    ///
    /// # Safety
    /// As [`encode`].
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
    unsafe fn bulk(&mut self, input: &[u8]) -> usize {
        let (src, len) = (input.as_ptr(), input.len());
        let mut at = 0;
        while len - at >= BLOCKS * INPUTS + ENCODE_COVER {
            // SAFETY: a step and ENCODE_COVER bytes are left from `at`; the loads end at most three bytes after the step.
            let block = |i: usize, n: usize| unsafe { load(src.add(at + i * INPUTS + n)) };
            let v = [block(0, 0), block(1, 0), block(2, 0), block(3, 0)];
            let mut escaped = [0; BLOCKS];
            for i in 0..BLOCKS {
                escaped[i] = self.escaped(v[i], || (block(i, 1), block(i, 2)), lanes(INPUTS));
            }
            // SAFETY: what is stored too much is covered: ENCODE_COVER bytes of input follow the step, see there.
            unsafe {
                if escaped == [0; BLOCKS] {
                    for v in v {
                        store(self.dst.add(self.end), pluses::<PLUS>(v));
                        self.end += INPUTS;
                    }
                } else if escaped == [lanes(INPUTS); BLOCKS] {
                    for v in v {
                        self.expand_solid(v);
                    }
                } else {
                    for i in 0..BLOCKS {
                        self.expand(v[i], escaped[i]);
                    }
                }
            }
            at += BLOCKS * INPUTS;
        }
        at
    }

    /// Encodes what is left, block by block.
    ///
    /// # Safety
    /// As [`encode`].
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
    unsafe fn rest(&mut self, input: &[u8]) -> usize {
        let (src, len) = (input.as_ptr(), input.len());
        let mut at = 0;
        // SAFETY: the input is a slice of `len` bytes.
        let mut v = unsafe { load_up_to(src, at, len) };
        while at < len {
            let inputs = (len - at).min(INPUTS);
            // Loaded before this block is stored, see the top of this file.
            // SAFETY: as above.
            let next = unsafe { load_up_to(src, at + INPUTS, len) };
            // SAFETY: as above.
            let following = || unsafe { (load_up_to(src, at + 1, len), load_up_to(src, at + 2, len)) };
            let escaped = self.escaped(v, following, lanes(inputs));
            // SAFETY: exactly the bytes are stored that this block encodes into, or what is too much is covered by the output of what follows.
            unsafe {
                if escaped == 0 {
                    store_first(self.dst.add(self.end), pluses::<PLUS>(v), inputs);
                    self.end += inputs;
                } else if len - at >= INPUTS + ENCODE_COVER {
                    self.expand(v, escaped);
                } else {
                    self.expand_exactly(v, escaped, inputs);
                }
            }
            v = next;
            at += inputs;
        }
        self.end
    }

    /// Which of the inputs become triplets.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
    fn escaped(&mut self, v: __m512i, following: impl Fn() -> (__m512i, __m512i), inputs: u64) -> u64 {
        let mut escaped = self.table.members_and_non_ascii(v) & inputs;
        if KEEP && let Some(digits) = self.digits {
            let (v1, v2) = following();
            let (protected, carry) = protected(digits.triplets(v, v1, v2).0 & inputs, self.carry);
            self.carry = carry;
            escaped &= !protected;
        }
        escaped
    }

    /// The high digits with `%` in the last lane, and the low digits where escaped, else the bytes themselves.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
    fn low_and_high(&self, v: __m512i, escaped: u64) -> (__m512i, __m512i) {
        // The permutation looks at six bits of each index; the table repeats every four.
        let high = _mm512_permutexvar_epi8(_mm512_srli_epi16::<4>(v), self.hex);
        let high = _mm512_mask_mov_epi8(high, 1 << 63, splat(b'%'));
        let low = _mm512_mask_permutexvar_epi8(pluses::<PLUS>(v), escaped, v, self.hex);
        (high, low)
    }

    /// The output of one group of 21 inputs, uncompressed, and which of its lanes count.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
    fn group(&self, group: usize, (high, low): (__m512i, __m512i), escaped: u64) -> (__m512i, u64) {
        let triplets = _mm512_permutex2var_epi8(high, self.interleave[group], low);
        let percents = spread(escaped >> (group * GROUP));
        (triplets, percents | percents << 1 | LITERALS)
    }

    /// # Safety
    /// `dst` has room for 64 bytes from where this block's output ends.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
    unsafe fn expand(&mut self, v: __m512i, escaped: u64) {
        let digits = self.low_and_high(v, escaped);
        for group in 0..3 {
            let (triplets, keep) = self.group(group, digits, escaped);
            // SAFETY: this function's own contract.
            unsafe { store(self.dst.add(self.end), _mm512_mask_compress_epi8(triplets, keep, triplets)) };
            self.end += keep.count_ones() as usize;
        }
    }

    /// The same for a block that is escaped from end to end: nothing to compress.
    ///
    /// # Safety
    /// `dst` has room for 64 bytes from where each group's output starts.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
    unsafe fn expand_solid(&mut self, v: __m512i) {
        let (high, low) = self.low_and_high(v, u64::MAX);
        for interleave in self.interleave {
            // SAFETY: this function's own contract.
            unsafe { store(self.dst.add(self.end), _mm512_permutex2var_epi8(high, interleave, low)) };
            self.end += 3 * GROUP;
        }
    }

    /// The same for the first `inputs` of the block, storing exactly.
    ///
    /// # Safety
    /// `dst` has room for this block's output.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
    unsafe fn expand_exactly(&mut self, v: __m512i, escaped: u64, inputs: usize) {
        let digits = self.low_and_high(v, escaped);
        for group in 0..3 {
            let (triplets, keep) = self.group(group, digits, escaped);
            let keep = keep & lanes(3 * inputs.saturating_sub(group * GROUP).min(GROUP));
            let kept = keep.count_ones() as usize;
            // SAFETY: this function's own contract.
            unsafe { store_first(self.dst.wrapping_add(self.end), _mm512_mask_compress_epi8(triplets, keep, triplets), kept) };
            self.end += kept;
        }
    }
}

/// Bytes of input behind a block whose output, at least as long, covers what the block's last store writes too much.
const ENCODE_COVER: usize = BLOCK;

/// Bit 3i of every triplet in a register, and bit 3i + 2, where the last digit or the literal stands.
const PERCENTS: u64 = 0x1249_2492_4924_9249;
const LITERALS: u64 = PERCENTS << 2;

/// Moves bit i to bit 3i, for the 21 lowest bits.
#[inline]
#[target_feature(enable = "bmi2")]
fn spread(bits: u64) -> u64 {
    #[cfg(target_arch = "x86_64")]
    return _pdep_u64(bits, PERCENTS);
    #[cfg(target_arch = "x86")]
    {
        let low = _pdep_u32(bits as u32, PERCENTS as u32);
        let high = _pdep_u32((bits >> (PERCENTS as u32).count_ones()) as u32, (PERCENTS >> 32) as u32);
        u64::from(high) << 32 | u64::from(low)
    }
}

/// For each group of 21 inputs: `%` (the last high digit's lane), high digit, low digit.
static INTERLEAVE: [[u8; 64]; 3] = {
    let mut tables = [[0; 64]; 3];
    let mut group = 0;
    while group < 3 {
        let mut i = 0;
        while i < GROUP {
            let input = group * GROUP + i;
            tables[group][3 * i] = 63;
            tables[group][3 * i + 1] = input as u8;
            tables[group][3 * i + 2] = (64 + input) as u8;
            i += 1;
        }
        group += 1;
    }
    tables
};

/// SP becomes `+`, if `PLUS`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn pluses<const PLUS: bool>(v: __m512i) -> __m512i {
    if PLUS { _mm512_mask_mov_epi8(v, _mm512_cmpeq_epi8_mask(v, splat(b' ')), splat(b'+')) } else { v }
}
