//! Encoding: permutations interleave `%` and both digits for 21 inputs at a time, a compression
//! drops the lanes that are not output.

use super::registers::{BLOCK, BLOCKS, lanes, load, load_up_to, splat, store, store_first};
use super::tables::{HexDigits, SetTable, percents};
use crate::kernel::EncodeRules;
use crate::kernel::trust::Slot;
use crate::kernel::vector::x86::arch::*;

/// Inputs in an encoding block: 63, which is three times the 21 that fill a register with triplets.
const GROUP: usize = 21;
const INPUTS: usize = 3 * GROUP;

/// Lanes that belong to valid triplets (which stay), given where these start in this block of 63
/// and what the block before has left over; and what this one leaves.
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
            // SAFETY: `src` is valid for reads of `len` bytes, which is as far as `load_up_to`
            // reads from `at`, `at + 1` and `at + 2`.
            let (v, v1, v2) = unsafe {
                (
                    load_up_to(src, at, len),
                    load_up_to(src, at + 1, len),
                    load_up_to(src, at + 2, len),
                )
            };
            let inputs = lanes((len - at).min(INPUTS));
            let (protected, left) =
                protected(digits.look_up(v1, v2).starts(percents(v) & inputs), carry);
            carry = left;
            escaped += (table.members_and_non_ascii(v) & inputs & !protected).count_ones() as usize;
            at += INPUTS;
        }
    } else {
        while len - at >= BLOCK {
            // SAFETY: `at + BLOCK <= len` by the loop condition.
            escaped +=
                table.members_and_non_ascii(unsafe { load(src.add(at)) }).count_ones() as usize;
            at += BLOCK;
        }
        if at < len {
            // SAFETY: `src` is valid for reads of `len` bytes, which is as far as `load_up_to`
            // reads.
            let v = unsafe { load_up_to(src, at, len) };
            escaped += (table.members_and_non_ascii(v) & lanes(len - at)).count_ones() as usize;
        }
    }
    escaped.saturating_mul(2).saturating_add(len)
}

/// Encodes all of the input to the front of `out`, and returns the length of that.
///
/// # Safety
/// `out` holds at least as many bytes as [`encoded_len`] answers.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
pub(in crate::kernel) unsafe fn encode(
    input: &[u8],
    out: &mut [Slot],
    rules: &EncodeRules,
) -> usize {
    if input.is_empty() {
        return 0; // see `decode`
    }
    // SAFETY: `input`, `out` and `rules` are passed on, so `out` is at least as long as
    // `encoded_len` answers for them; `encode_short` gets `0 < input.len() <= INPUTS`.
    unsafe {
        match (rules.space_as_plus, rules.keep_escapes) {
            // Most calls: nothing but one block.
            (false, false) if input.len() <= INPUTS => encode_short(input, out, rules),
            (false, false) => encode_with::<false, false>(input, out, rules),
            (true, false) => encode_with::<true, false>(input, out, rules),
            (false, true) => encode_with::<false, true>(input, out, rules),
            (true, true) => encode_with::<true, true>(input, out, rules),
        }
    }
}

/// The callers of [`Encoding::expand_exactly`].
const SHORT: u8 = 0;
const LONG: u8 = 1;

/// Encodes an input of at most one block, where nothing but the set matters.
///
/// # Safety
/// `input.len() <= INPUTS`, and `out` holds at least as many bytes as [`encoded_len`] answers.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
unsafe fn encode_short(input: &[u8], out: &mut [Slot], rules: &EncodeRules) -> usize {
    let len = input.len();
    // SAFETY: the input is `len` readable bytes. `len <= INPUTS < 64` and `out.len() >= len`, since
    // no byte becomes less than one, for `store_first`. All of the output is this block's, and
    // `out` has room for the output, for `expand_exactly`.
    unsafe {
        let v = load_up_to(input.as_ptr(), 0, len);
        let escaped = SetTable::new(&rules.set).members_and_non_ascii(v) & lanes(len);
        if escaped == 0 {
            store_first(out.as_mut_ptr().cast(), v, len);
            return len;
        }
        let mut run = Encoding::<false, false>::new(out, rules);
        run.expand_exactly::<SHORT>(v, escaped, len);
        run.end
    }
}

/// # Safety
/// `out` holds at least as many bytes as [`encoded_len`] answers.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
unsafe fn encode_with<const PLUS: bool, const KEEP: bool>(
    input: &[u8],
    out: &mut [Slot],
    rules: &EncodeRules,
) -> usize {
    let mut run = Encoding::<PLUS, KEEP>::new(out, rules);
    // SAFETY: `out`, which is `run.dst`, has room for the output of all of `input`. `bulk` starts
    // with `end == 0`; `rest` continues with what `input[done..]` becomes, from where `bulk` has
    // ended.
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
        // SAFETY: `digits` is 16 bytes long, and each of the three tables is 64 bytes long.
        let (hex, interleave) = unsafe {
            let table = |group: usize| load(INTERLEAVE[group].as_ptr());
            (
                _mm512_broadcast_i32x4(_mm_loadu_si128(digits.as_ptr().cast())),
                [table(0), table(1), table(2)],
            )
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

    /// Encodes steps of four whole blocks, as many as there are, and returns how many bytes that
    /// were.
    ///
    /// # Safety
    /// `dst` has room, from `end` on, for what all of `input` becomes.
    #[inline]
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt"
    )]
    unsafe fn bulk(&mut self, input: &[u8]) -> usize {
        let (src, len) = (input.as_ptr(), input.len());
        let mut at = 0;
        while len - at >= BLOCKS * INPUTS + ENCODE_COVER {
            // SAFETY: `at + 4 * INPUTS + 64 <= len` by the loop condition; the loads of 64 bytes at
            // `at + i * INPUTS + n`, `i <= 3` and `n <= 2`, end at `at + 4 * INPUTS + 3` at most.
            let block = |i: usize, n: usize| unsafe { load(src.add(at + i * INPUTS + n)) };
            let v = [block(0, 0), block(1, 0), block(2, 0), block(3, 0)];
            let mut escaped = [0; BLOCKS];
            for i in 0..BLOCKS {
                escaped[i] = self.escaped(v[i], || (block(i, 1), block(i, 2)), lanes(INPUTS));
            }
            // SAFETY: each store is of 64 bytes and begins at or before the end of the step's
            // output, and the `ENCODE_COVER >= 64` bytes of input after the step become at least as
            // many: so `end + 64` is within the output, for which `dst` has room.
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
    /// `dst` has room, from `end` on, for what all of `input` becomes.
    #[inline]
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt"
    )]
    unsafe fn rest(&mut self, input: &[u8]) -> usize {
        let (src, len) = (input.as_ptr(), input.len());
        let mut at = 0;
        // SAFETY: `src` is valid for reads of `len` bytes, which is as far as `load_up_to` reads.
        let mut v = unsafe { load_up_to(src, at, len) };
        while at < len {
            let inputs = (len - at).min(INPUTS);
            // Loaded before this block is stored, see the top of `avx512/mod.rs`.
            // SAFETY: `src` is valid for reads of `len` bytes; `load_up_to` reads none if `at +
            // INPUTS >= len`.
            let next = unsafe { load_up_to(src, at + INPUTS, len) };
            // SAFETY: `src` is valid for reads of `len` bytes; `load_up_to` reads none from `len`
            // on.
            let following =
                || unsafe { (load_up_to(src, at + 1, len), load_up_to(src, at + 2, len)) };
            let escaped = self.escaped(v, following, lanes(inputs));
            // SAFETY: `store_first` stores `inputs <= 63` bytes, which are this block's output, and
            // so does `expand_exactly` with its own. `expand` is called only if `ENCODE_COVER >=
            // 64` bytes of input follow the block, whose output is at least as long: 64 bytes from
            // the end of the block's output are within `dst`.
            unsafe {
                if escaped == 0 {
                    store_first(self.dst.add(self.end), pluses::<PLUS>(v), inputs);
                    self.end += inputs;
                } else if len - at >= INPUTS + ENCODE_COVER {
                    self.expand(v, escaped);
                } else {
                    self.expand_exactly::<LONG>(v, escaped, inputs);
                }
            }
            v = next;
            at += inputs;
        }
        self.end
    }

    /// Which of the inputs become triplets.
    #[inline]
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt"
    )]
    fn escaped(
        &mut self,
        v: __m512i,
        following: impl Fn() -> (__m512i, __m512i),
        inputs: u64,
    ) -> u64 {
        let mut escaped = self.table.members_and_non_ascii(v) & inputs;
        if KEEP && let Some(digits) = self.digits {
            let (v1, v2) = following();
            let (protected, carry) =
                protected(digits.look_up(v1, v2).starts(percents(v) & inputs), self.carry);
            self.carry = carry;
            escaped &= !protected;
        }
        escaped
    }

    /// The high digits with `%` in the last lane, and the low digits where escaped, else the bytes
    /// themselves.
    #[inline]
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt"
    )]
    fn low_and_high(&self, v: __m512i, escaped: u64) -> (__m512i, __m512i) {
        // The permutation looks at six bits of each index; the table repeats every four.
        let high = _mm512_permutexvar_epi8(_mm512_srli_epi16::<4>(v), self.hex);
        let high = _mm512_mask_mov_epi8(high, 1 << 63, splat(b'%'));
        let low = _mm512_mask_permutexvar_epi8(pluses::<PLUS>(v), escaped, v, self.hex);
        (high, low)
    }

    /// The output of one group of 21 inputs, uncompressed, and which of its lanes count.
    #[inline]
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt"
    )]
    fn group(&self, group: usize, (high, low): (__m512i, __m512i), escaped: u64) -> (__m512i, u64) {
        let triplets = _mm512_permutex2var_epi8(high, self.interleave[group], low);
        let percents = spread(escaped >> (group * GROUP));
        (triplets, percents | percents << 1 | LITERALS)
    }

    /// # Safety
    /// `dst` has room for 64 bytes from where this block's output ends.
    #[inline]
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt"
    )]
    unsafe fn expand(&mut self, v: __m512i, escaped: u64) {
        let digits = self.low_and_high(v, escaped);
        for group in 0..3 {
            let (triplets, keep) = self.group(group, digits, escaped);
            // SAFETY: `end` is at most where this block's output ends, from where `dst` has room
            // for 64 bytes, by the contract.
            unsafe {
                store(self.dst.add(self.end), _mm512_mask_compress_epi8(triplets, keep, triplets))
            };
            self.end += keep.count_ones() as usize;
        }
    }

    /// The same for a block that is escaped from end to end: nothing to compress.
    ///
    /// # Safety
    /// `dst` has room for 64 bytes from where each group's output starts.
    #[inline]
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt"
    )]
    unsafe fn expand_solid(&mut self, v: __m512i) {
        let (high, low) = self.low_and_high(v, u64::MAX);
        for interleave in self.interleave {
            // SAFETY: `end` is where this group's output starts, from where `dst` has room for 64
            // bytes, by the contract.
            unsafe {
                store(self.dst.add(self.end), _mm512_permutex2var_epi8(high, interleave, low))
            };
            self.end += 3 * GROUP;
        }
    }

    /// The same for the first `inputs` of the block, storing exactly. A function of this size that
    /// is called from two places is not inlined, and all registers go through memory: each caller
    /// has one of its own.
    ///
    /// # Safety
    /// `dst` has room, from `end` on, for the output of the first `inputs <= INPUTS` bytes of the
    /// block.
    #[inline]
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt"
    )]
    unsafe fn expand_exactly<const CALLER: u8>(&mut self, v: __m512i, escaped: u64, inputs: usize) {
        let digits = self.low_and_high(v, escaped);
        for group in 0..3 {
            if inputs <= group * GROUP {
                break;
            }
            let (triplets, keep) = self.group(group, digits, escaped);
            let keep = keep & lanes(3 * (inputs - group * GROUP).min(GROUP));
            let kept = keep.count_ones() as usize;
            // SAFETY: `kept <= 3 * GROUP < 64`, and these bytes are a part of this block's output,
            // for all of which `dst` has room, by the contract.
            unsafe {
                store_first(
                    self.dst.wrapping_add(self.end),
                    _mm512_mask_compress_epi8(triplets, keep, triplets),
                    kept,
                )
            };
            self.end += kept;
        }
    }
}

/// Bytes of input after a block whose output, at least as long, covers what the block's last store
/// writes past its own output.
const ENCODE_COVER: usize = BLOCK;

/// Bit 3i of every triplet in a register, and bit 3i + 2, where the last digit or the literal is.
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
        let high =
            _pdep_u32((bits >> (PERCENTS as u32).count_ones()) as u32, (PERCENTS >> 32) as u32);
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
    if PLUS {
        _mm512_mask_mov_epi8(v, _mm512_cmpeq_epi8_mask(v, splat(b' ')), splat(b'+'))
    } else {
        v
    }
}
