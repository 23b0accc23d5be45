//! Encoding: permutations interleave `%` and both digits for 21 inputs at a time, a compression
//! drops the lanes that are not output.

use core::slice::from_raw_parts;

use super::vector::{BLOCK, V64, lanes};
use crate::kernel::rules::EncodeRules;
use crate::kernel::simd::arch::*;
use crate::kernel::simd::contract::Kernel as _;
use crate::kernel::simd::doors::Avx2;
use crate::kernel::simd::generic::decode::copy_step;
use crate::kernel::simd::generic::encode as generic;
use crate::kernel::simd::generic::tables::Aligned;
use crate::kernel::simd::generic::vector::{Copied, Cpu, Lanes, Vector};
use crate::kernel::trust::Slot;

/// Inputs that fill a register with triplets.
const GROUP: usize = 21;
/// Groups in a register of input, but for one byte.
const GROUPS: usize = 3;
/// Inputs in a block.
const INPUTS: usize = GROUPS * GROUP;
/// Blocks in a step.
const BLOCKS: usize = 4;
/// Inputs in a step.
const STEP: usize = BLOCKS * INPUTS;
/// Bytes that are copied at a time where nothing is escaped.
const CLEAN: usize = BLOCKS * BLOCK;

/// Bytes of input after a step whose output, at least as long, covers the surplus of the step's
/// last store.
const COVER: usize = BLOCK;

/// The most bytes that [`encode_few`] encodes. (Four blocks would be quicker from 127 bytes on, and
/// twice the code.)
pub(super) const FEW: usize = 2 * INPUTS;

/// Encodes a few bytes: 1 or 2 blocks, of which the last is cut. AVX2 encodes them where there is no room
/// for whole stores.
///
/// # Safety
/// The contract of [`Kernel::encode`](super::Kernel::encode), and `0 < input.len() <= FEW`.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) unsafe fn encode_few(input: &[u8], out: &mut [Slot], rules: &EncodeRules) -> usize {
    let (src, len, dst, room) = (input.as_ptr(), input.len(), out.as_mut_ptr().cast(), out.len());
    // SAFETY: the CPU has the instructions, by this function's contract. The input has the blocks, of
    // which the last one is of `1 <= len <= INPUTS` bytes, or `1 <= len - INPUTS <= INPUTS` of two.
    unsafe {
        let encoding = Encoding::new(rules);
        let written = if len <= INPUTS {
            encoding.blocks::<1, true>(src, len, dst, room)
        } else {
            encoding.blocks::<2, true>(src, len - INPUTS, dst, room)
        };
        if written > 0 { written } else { Avx2::encode(input, out, rules) }
    }
}

/// Encodes more bytes.
///
/// # Safety
/// The contract of [`Kernel::encode`](super::Kernel::encode), and `input.len() > FEW`.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) unsafe fn encode_long(input: &[u8], out: &mut [Slot], rules: &EncodeRules) -> usize {
    let (src, len, dst) = (input.as_ptr(), input.len(), out.as_mut_ptr().cast::<u8>());
    let (mut at, mut end) = (0, 0);
    // SAFETY: the CPU has the instructions, by this function's contract. The input has `N * INPUTS +
    // COVER` bytes where `blocks` takes `N`, and `CLEAN + COVER` where those are copied, and `out`
    // has room for all of its output. More than FEW bytes are left until `encode_few` gets the
    // rest, `0 < len - at <= FEW`.
    unsafe {
        let encoding = Encoding::new(rules);
        while len - at >= STEP + COVER {
            let written = encoding.blocks::<BLOCKS, false>(src.add(at), INPUTS, dst.add(end), 0);
            at += STEP;
            end += written;
            // Clean input often goes on.
            while written == STEP
                && len - at >= CLEAN + COVER
                && copy_step::<V64>(src.add(at), dst.add(end), &encoding.changes)
            {
                at += CLEAN;
                end += CLEAN;
            }
        }
        while len - at > FEW {
            end += encoding.blocks::<1, false>(src.add(at), INPUTS, dst.add(end), 0);
            at += INPUTS;
        }
        end + encode_few(from_raw_parts(src.add(at), len - at), &mut out[end..], rules)
    }
}

/// Everything that a block needs, in registers.
struct Encoding {
    /// The bytes that change.
    changes: generic::Encoding<V64>,
    /// Sixteen digits, four times over.
    hex: __m512i,
    interleave: [__m512i; GROUPS],
    /// 0xFF, but 0 in the last lane; and a `%` there. (A blend by a mask takes long input a tenth more.)
    all_but_last: __m512i,
    percent: __m512i,
}

impl Encoding {
    /// # Safety
    /// The CPU has the instructions.
    #[inline(always)]
    unsafe fn new(rules: &EncodeRules) -> Self {
        // SAFETY: the CPU has the instructions, by this function's contract; each of the three tables is 64
        // bytes long.
        unsafe {
            let changes = generic::Encoding::<V64>::new(Cpu::new(), rules);
            Self {
                hex: changes.hex.xor(changes.percent).0,
                changes,
                interleave: INTERLEAVE.0.each_ref().map(|table| V64::load(table.as_ptr()).0),
                all_but_last: _mm512_movm_epi8(lanes(63)),
                percent: _mm512_maskz_set1_epi8(1 << 63, b'%' as i8),
            }
        }
    }

    /// The mask of the first `inputs` bytes that are escaped.
    #[inline(always)]
    fn escaped(&self, v: V64, inputs: usize) -> u64 {
        self.changes.found(v).mask() & lanes(inputs)
    }

    /// Encodes `N` blocks, of which the last is of `inputs` bytes: all of them unless it is `CUT`. Returns
    /// the length of the output; or 0, and nothing is done, where `room` is too little for a cut one.
    ///
    /// # Safety
    /// `src` is valid for reads of the blocks. If they are cut, `dst` is valid for writes of `room` bytes,
    /// and `inputs > 0`; else `src` for COVER bytes more, and `dst` for the output of all that.
    #[inline(always)]
    unsafe fn blocks<const N: usize, const CUT: bool>(
        &self,
        src: *const u8,
        inputs: usize,
        dst: *mut u8,
        room: usize,
    ) -> usize {
        let whole = (N - 1) * INPUTS;
        // SAFETY: the 64 bytes of a whole block are followed by one of the next block, or by COVER. Each
        // store is of 64 bytes and begins at or before the end of the output, after which there is room
        // for as many, or the `COVER = 64` bytes of input after the blocks become at least 64.
        unsafe {
            // All loads come before the stores.
            let last = V64::load_rest(src, whole, if CUT { whole + inputs } else { whole + BLOCK });
            let (mut v, mut escaped) = ([last; N], [self.escaped(last, inputs); N]);
            for i in 0..N - 1 {
                v[i] = V64::load(src.add(i * INPUTS));
                escaped[i] = self.escaped(v[i], INPUTS);
            }
            if CUT {
                let triplets = escaped.iter().fold(0, |sum, escaped| sum + escaped.count_ones());
                if room < whole + inputs + 2 * triplets as usize + BLOCK {
                    return 0;
                }
            }
            // (A comparison of arrays goes through memory.)
            let is_clean = escaped.iter().fold(0, |any, mask| any | mask) == 0;
            let is_solid = !CUT && escaped.iter().all(|&escaped| escaped == lanes(INPUTS));
            let mut end = 0;
            for i in 0..N {
                let inputs = if i + 1 == N { inputs } else { INPUTS };
                end += if is_clean {
                    self.changes.copy(v[i]).store(dst.add(end));
                    inputs
                } else if is_solid {
                    self.expand::<true>(v[i], u64::MAX, INPUTS, dst.add(end))
                } else {
                    self.expand::<false>(v[i], escaped[i], inputs, dst.add(end))
                };
            }
            end
        }
    }

    /// Stores the output of the first `inputs` bytes of a block, and something past it; the length of the
    /// output.
    ///
    /// # Safety
    /// `dst` is valid for writes of 64 bytes more than the output.
    #[inline(always)]
    unsafe fn expand<const SOLID: bool>(
        &self,
        V64(v): V64,
        escaped: u64,
        inputs: usize,
        dst: *mut u8,
    ) -> usize {
        let mut end = 0;
        // SAFETY: `self` proves the instructions. `end` is at most the length of the output, and `dst`
        // has 64 bytes from there, by this function's contract.
        unsafe {
            // The permutation looks at six bits of each index; the table repeats every four.
            let high = _mm512_permutexvar_epi8(_mm512_srli_epi16::<4>(v), self.hex);
            let high = _mm512_ternarylogic_epi64::<0xEA>(high, self.all_but_last, self.percent);
            let low =
                _mm512_mask_permutexvar_epi8(self.changes.copy(V64(v)).0, escaped, v, self.hex);
            for group in 0..GROUPS {
                let triplets = _mm512_permutex2var_epi8(high, self.interleave[group], low);
                if SOLID {
                    V64(triplets).store(dst.add(end));
                    end += 3 * GROUP;
                    continue;
                }
                // All three of an escaped byte are kept, and the last one of a literal.
                let percents = spread(escaped >> (group * GROUP));
                let mut keep = percents | percents << 1 | LITERALS;
                if inputs != INPUTS {
                    keep &= lanes(3 * inputs.saturating_sub(group * GROUP));
                }
                V64(_mm512_mask_compress_epi8(triplets, keep, triplets)).store(dst.add(end));
                end += keep.count_ones() as usize;
                // (Between two groups and three there is no branch: where lengths differ it costs more.)
                if inputs <= GROUP {
                    break;
                }
            }
        }
        end
    }
}

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
    (0..GROUP).fold(0, |spread, i| spread | (bits >> i & 1) << (3 * i))
}

/// For each group of 21 inputs: `%` (the last high digit's lane), high digit, low digit.
static INTERLEAVE: Aligned<[[u8; BLOCK]; GROUPS]> = {
    let mut tables = [[0; BLOCK]; GROUPS];
    let mut input = 0;
    while input < INPUTS {
        let (group, i) = (input / GROUP, input % GROUP);
        tables[group][3 * i] = 63;
        tables[group][3 * i + 1] = input as u8;
        tables[group][3 * i + 2] = (64 + input) as u8;
        input += 1;
    }
    Aligned(tables)
};
