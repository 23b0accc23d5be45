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

/// What `keep`, `reject` and strictness do to valid triplets.
#[derive(Clone, Copy)]
struct Selection {
    /// Bit 0: keep, bit 1: reject.
    table: SetTable,
    keep_non_ascii: u64,
    strict: u64,
}

impl Selection {
    const KEEP: u8 = 1;
    const REJECT: u8 = 2;

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn new(rules: &DecodeRules) -> Self {
        let (keep, reject) = (SetTable::new(&rules.keep), SetTable::new(&rules.reject));
        let flags = |keep, reject| {
            let keep = _mm512_maskz_set1_epi8(_mm512_test_epi8_mask(keep, keep), Self::KEEP as i8);
            _mm512_or_si512(keep, _mm512_maskz_set1_epi8(_mm512_test_epi8_mask(reject, reject), Self::REJECT as i8))
        };
        let mask = |yes: bool| if yes { u64::MAX } else { 0 };
        Self {
            table: SetTable { low: flags(keep.low, reject.low), high: flags(keep.high, reject.high) },
            keep_non_ascii: mask(rules.keep_non_ascii),
            strict: mask(rules.strict),
        }
    }

    /// Of the valid triplets at `starts`, those that are to be decoded, and the places where something is refused.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    fn select(self, starts: u64, value: __m512i, percent: u64) -> (u64, u64) {
        let flags = self.table.look_up(value);
        let non_ascii = _mm512_movepi8_mask(value);
        let kept = (_mm512_test_epi8_mask(flags, splat(Self::KEEP)) & !non_ascii) | (non_ascii & self.keep_non_ascii);
        let rejected = _mm512_test_epi8_mask(flags, splat(Self::REJECT)) & !non_ascii & starts;
        (starts & !kept, rejected | (percent & !starts & self.strict))
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
    let (src, len) = (input.as_ptr(), input.len());
    let digits = HexDigits::new();
    let selection = Selection::new(rules);
    let selective = rules.is_selective();
    let percent = splat(b'%');
    let (mut at, mut triplets, mut carry) = (0, 0, 0_u64);
    while at < len {
        if len - at >= STEP && carry == 0 {
            // SAFETY: at least STEP bytes are left from `at`.
            let none = unsafe {
                let other = |i: usize| _mm512_xor_si512(load(src.add(at + i * BLOCK)), percent);
                let least = _mm512_min_epu8(_mm512_min_epu8(other(0), other(1)), _mm512_min_epu8(other(2), other(3)));
                _mm512_testn_epi8_mask(least, least) == 0
            };
            if none {
                at += STEP;
                continue;
            }
        }
        // SAFETY: the input is a slice of `len` bytes; the loads that are not masked end before it does.
        let (v, v1, v2) = unsafe {
            if len - at >= BLOCK + 2 {
                (load(src.add(at)), load(src.add(at + 1)), load(src.add(at + 2)))
            } else {
                (load_up_to(src, at, len), load_up_to(src, at + 1, len), load_up_to(src, at + 2, len))
            }
        };
        let (mut starts, value) = digits.triplets(v, v1, v2);
        if selective {
            let (selected, refused) = selection.select(starts, value, _mm512_cmpeq_epi8_mask(v, percent));
            if refused != 0 {
                let read = at + carry.count_ones() as usize;
                return Progress { read, written: read - 2 * triplets };
            }
            starts = selected;
        }
        triplets += starts.count_ones() as usize;
        carry = dropped(starts, carry).1;
        at += BLOCK;
    }
    Progress { read: len, written: len - 2 * triplets }
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
            (false, false) => decode_with::<false, false>(src, len, dst, rules),
            (true, false) => decode_with::<true, false>(src, len, dst, rules),
            (false, true) => decode_with::<false, true>(src, len, dst, rules),
            (true, true) => decode_with::<true, true>(src, len, dst, rules),
        }
    }
}

/// One decoding, with the options that cost something as parameters.
struct Decoding {
    src: *const u8,
    len: usize,
    dst: *mut u8,
    digits: HexDigits,
    selection: Selection,
    /// Read and written so far. The bytes of `carry` at `at` are digits of a triplet that is decoded already.
    at: usize,
    end: usize,
    carry: u64,
}

/// # Safety
/// As [`decode`].
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
unsafe fn decode_with<const PLUS: bool, const SELECT: bool>(src: *const u8, len: usize, dst: *mut u8, rules: &DecodeRules) -> Progress {
    let mut run = Decoding { src, len, dst, digits: HexDigits::new(), selection: Selection::new(rules), at: 0, end: 0, carry: 0 };
    // SAFETY: this function's own contract; `bulk` asks for the bytes that it needs, and `last` masks what is not there.
    unsafe {
        let mut go_on = len < STEP + COVER || run.bulk::<PLUS, SELECT>();
        while go_on && run.at < len {
            go_on = match len - run.at {
                ..=64 => run.last::<1, PLUS, SELECT>(),
                ..=128 => run.last::<2, PLUS, SELECT>(),
                _ => run.last::<BLOCKS, PLUS, SELECT>(),
            };
        }
    }
    if run.at < len {
        Progress { read: run.at + run.carry.count_ones() as usize, written: run.end }
    } else {
        Progress { read: len, written: run.end }
    }
}

/// Bytes of input behind a step whose output is sure to cover what the step's last store writes too much: 64 bytes of output, of three each.
const COVER: usize = 3 * BLOCK;

impl Decoding {
    /// Decodes steps of whole registers, as many as there are. False where something is refused.
    ///
    /// # Safety
    /// As [`decode`].
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
    unsafe fn bulk<const PLUS: bool, const SELECT: bool>(&mut self) -> bool {
        let percent = splat(b'%');
        // Solid runs of triplets have a loop of their own, tried only after two dense steps, and ever more rarely where runs prove short.
        let (mut dense_steps, mut rest_steps, mut pause) = (0_u32, 0_u32, 1_u32);
        while self.len - self.at >= STEP + COVER {
            // SAFETY: at least STEP + COVER bytes are left from `at`; the loads end two bytes after the step.
            let v = unsafe {
                let block = |i: usize| load(self.src.add(self.at + i * BLOCK));
                [block(0), block(1), block(2), block(3)]
            };
            let other = |v| _mm512_xor_si512(v, percent);
            let least = _mm512_min_epu8(_mm512_min_epu8(other(v[0]), other(v[1])), _mm512_min_epu8(other(v[2]), other(v[3])));
            if _mm512_testn_epi8_mask(least, least) == 0 && self.carry == 0 {
                for (i, v) in v.into_iter().enumerate() {
                    // SAFETY: 256 bytes of input become 256 of output, for which there is room.
                    unsafe { store(self.dst.add(self.end + i * BLOCK), spaces::<PLUS>(v)) };
                }
                self.at += STEP;
                self.end += STEP;
                dense_steps = 0;
                continue;
            }
            // SAFETY: as above.
            let next = |i: usize, n: usize| unsafe { load(self.src.add(self.at + i * BLOCK + n)) };
            let v1 = [next(0, 1), next(1, 1), next(2, 1), next(3, 1)];
            let v2 = [next(0, 2), next(1, 2), next(2, 2), next(3, 2)];
            let Some((starts, values)) = self.starts::<BLOCKS, PLUS, SELECT>(v, v1, v2) else { return false };
            let mut drops = 0;
            for i in 0..BLOCKS {
                let (drop, carry) = dropped(starts[i], self.carry);
                self.carry = carry;
                // SAFETY: what this store writes too much is covered: COVER bytes of input follow the step, see there.
                unsafe { store(self.dst.add(self.end), _mm512_mask_compress_epi8(values[i], !drop, values[i])) };
                let drop = drop.count_ones() as usize;
                self.end += BLOCK - drop;
                drops += drop;
            }
            self.at += STEP;
            if rest_steps > 0 {
                rest_steps -= 1;
                continue;
            }
            dense_steps = if drops >= STEP * 2 / 3 { dense_steps + 1 } else { 0 };
            if !SELECT && dense_steps >= 2 {
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
            let z = unsafe {
                let block = |i: usize| load(self.src.add(self.at + i * BLOCK));
                [block(0), block(1), block(2)]
            };
            // Role r is every third byte from the r-th: 43 of 128 lie in the first two registers (42 for the last role), the others in the third.
            let role = |r: usize| {
                // SAFETY: the tables are 64 bytes long.
                let (front, back) = unsafe { (load(ROLES[r][0].as_ptr()), load(ROLES[r][1].as_ptr())) };
                _mm512_permutex2var_epi8(_mm512_permutex2var_epi8(z[0], front, z[1]), back, z[2])
            };
            let (starts, value) = self.digits.triplets(role(0), role(1), role(2));
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

    /// Decodes a step of up to `N` registers that may be the last one: reads no byte that is not there, and stores exactly. False
    /// where something is refused.
    ///
    /// # Safety
    /// As [`decode`].
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
    unsafe fn last<const N: usize, const PLUS: bool, const SELECT: bool>(&mut self) -> bool {
        let mut loaded = [[_mm512_setzero_si512(); N]; 3];
        for (n, registers) in loaded.iter_mut().enumerate() {
            for (i, register) in registers.iter_mut().enumerate() {
                // SAFETY: this function's own contract: `src` has `len` bytes.
                *register = unsafe { load_up_to(self.src, self.at + i * BLOCK + n, self.len) };
            }
        }
        let [v, v1, v2] = loaded;
        let Some((starts, values)) = self.starts::<N, PLUS, SELECT>(v, v1, v2) else { return false };
        for i in 0..N {
            let input = lanes(self.len.saturating_sub(self.at + i * BLOCK).min(BLOCK));
            let (drop, carry) = dropped(starts[i], self.carry);
            self.carry = carry;
            let keep = input & !drop;
            let kept = keep.count_ones() as usize;
            // SAFETY: exactly the bytes are stored that this block decodes into.
            unsafe { store_first(self.dst.wrapping_add(self.end), _mm512_mask_compress_epi8(values[i], keep, values[i]), kept) };
            self.end += kept;
        }
        self.at = (self.at + N * BLOCK).min(self.len);
        true
    }

    /// Where decoded triplets start, and the blocks with their values in those places; `None` where something is refused.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
    fn starts<const N: usize, const PLUS: bool, const SELECT: bool>(
        &self,
        v: [__m512i; N],
        v1: [__m512i; N],
        v2: [__m512i; N],
    ) -> Option<([u64; N], [__m512i; N])> {
        let (mut starts, mut values, mut refused) = ([0; N], v, 0);
        for i in 0..N {
            let (mut start, value) = self.digits.triplets(v[i], v1[i], v2[i]);
            if SELECT {
                let (selected, not) = self.selection.select(start, value, _mm512_cmpeq_epi8_mask(v[i], splat(b'%')));
                start = selected;
                refused |= not;
            }
            starts[i] = start;
            values[i] = _mm512_mask_mov_epi8(spaces::<PLUS>(v[i]), start, value);
        }
        if SELECT && refused != 0 { None } else { Some((starts, values)) }
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

/// One encoding.
struct Encoding {
    dst: *mut u8,
    table: SetTable,
    /// Sixteen digits, four times over.
    hex: __m512i,
    digits: HexDigits,
    interleave: [__m512i; 3],
    /// Written so far.
    end: usize,
    /// Lanes at the start of the next block that belong to a triplet that stays.
    carry: u64,
}

/// # Safety
/// As [`encode`].
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
unsafe fn encode_with<const PLUS: bool, const KEEP: bool>(input: &[u8], out: &mut [Slot], rules: &EncodeRules) -> usize {
    /// Bytes of input behind a step whose output, at least as long, covers what the step's last store writes too much.
    const COVER: usize = BLOCK;
    let (src, len) = (input.as_ptr(), input.len());
    let digits = if rules.lowercase_hex { b"0123456789abcdef" } else { b"0123456789ABCDEF" };
    // SAFETY: there are sixteen digits, and three tables of 64 bytes.
    let (hex, interleave) = unsafe {
        let table = |group: usize| load(INTERLEAVE[group].as_ptr());
        (_mm512_broadcast_i32x4(_mm_loadu_si128(digits.as_ptr().cast())), [table(0), table(1), table(2)])
    };
    let mut run =
        Encoding { dst: out.as_mut_ptr().cast(), table: SetTable::new(&rules.set), hex, digits: HexDigits::new(), interleave, end: 0, carry: 0 };
    let mut at = 0;
    while len - at >= BLOCKS * INPUTS + COVER {
        // SAFETY: a step and COVER bytes are left from `at`; the loads end at most three bytes after the step.
        let block = |i: usize, n: usize| unsafe { load(src.add(at + i * INPUTS + n)) };
        let v = [block(0, 0), block(1, 0), block(2, 0), block(3, 0)];
        let mut escaped = [0; BLOCKS];
        for i in 0..BLOCKS {
            escaped[i] = run.escaped::<KEEP>(v[i], || (block(i, 1), block(i, 2)), lanes(INPUTS));
        }
        let clean = escaped == [0; BLOCKS];
        for i in 0..BLOCKS {
            // SAFETY: what is stored too much is covered: COVER bytes of input follow the step, see there.
            unsafe {
                if clean {
                    store(run.dst.add(run.end), pluses::<PLUS>(v[i]));
                    run.end += INPUTS;
                } else {
                    run.expand::<PLUS>(v[i], escaped[i]);
                }
            }
        }
        at += BLOCKS * INPUTS;
    }
    // SAFETY: the input is a slice of `len` bytes.
    let mut v = unsafe { load_up_to(src, at, len) };
    while at < len {
        let inputs = (len - at).min(INPUTS);
        // Loaded before this block is stored, see the top of this file.
        // SAFETY: as above.
        let next = unsafe { load_up_to(src, at + INPUTS, len) };
        // SAFETY: as above.
        let following = || unsafe { (load_up_to(src, at + 1, len), load_up_to(src, at + 2, len)) };
        let escaped = run.escaped::<KEEP>(v, following, lanes(inputs));
        // SAFETY: exactly the bytes are stored that this block encodes into.
        unsafe {
            if escaped == 0 {
                store_first(run.dst.add(run.end), pluses::<PLUS>(v), inputs);
                run.end += inputs;
            } else {
                run.expand_exactly::<PLUS>(v, escaped, inputs);
            }
        }
        v = next;
        at += inputs;
    }
    run.end
}

impl Encoding {
    /// Which of the inputs become triplets.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
    fn escaped<const KEEP: bool>(&mut self, v: __m512i, following: impl Fn() -> (__m512i, __m512i), inputs: u64) -> u64 {
        let mut escaped = self.table.members_and_non_ascii(v) & inputs;
        if KEEP {
            let (v1, v2) = following();
            let (protected, carry) = protected(self.digits.triplets(v, v1, v2).0 & inputs, self.carry);
            self.carry = carry;
            escaped &= !protected;
        }
        escaped
    }

    /// The high digits with `%` in the last lane, and the low digits where escaped, else the bytes themselves.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
    fn digits<const PLUS: bool>(&self, v: __m512i, escaped: u64) -> (__m512i, __m512i) {
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
    unsafe fn expand<const PLUS: bool>(&mut self, v: __m512i, escaped: u64) {
        let digits = self.digits::<PLUS>(v, escaped);
        for group in 0..3 {
            let (triplets, keep) = self.group(group, digits, escaped);
            // SAFETY: this function's own contract.
            unsafe { store(self.dst.add(self.end), _mm512_mask_compress_epi8(triplets, keep, triplets)) };
            self.end += keep.count_ones() as usize;
        }
    }

    /// The same for the first `inputs` of the block, storing exactly.
    ///
    /// # Safety
    /// `dst` has room for this block's output.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
    unsafe fn expand_exactly<const PLUS: bool>(&mut self, v: __m512i, escaped: u64, inputs: usize) {
        let digits = self.digits::<PLUS>(v, escaped);
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
