//! A block of input written out: permutations interleave `%` and both digits for 21 inputs at a
//! time.

use super::registers::{load, splat};
use crate::kernel::simd::arch::*;

/// Inputs that fill a register with triplets.
pub(super) const GROUP: usize = 21;
/// Groups in a register of input, but for one byte.
pub(super) const GROUPS: usize = 3;

/// The tables in registers.
#[derive(Clone, Copy)]
pub(super) struct Expansion {
    /// Sixteen digits, four times over.
    hex: __m512i,
    interleave: [__m512i; GROUPS],
}

/// The digits of a block, and which of its bytes are escaped.
#[derive(Clone, Copy)]
pub(super) struct Digits {
    high: __m512i,
    low: __m512i,
    escaped: u64,
}

impl Expansion {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) fn new(lowercase: bool) -> Self {
        let digits = if lowercase { b"0123456789abcdef" } else { b"0123456789ABCDEF" };
        // SAFETY: `digits` is 16 bytes long, and each of the three tables is 64 bytes long.
        unsafe {
            let table = |group: usize| load(INTERLEAVE[group].as_ptr());
            Self {
                hex: _mm512_broadcast_i32x4(_mm_loadu_si128(digits.as_ptr().cast())),
                interleave: [table(0), table(1), table(2)],
            }
        }
    }

    /// The high digits with `%` in the last lane, and the low digits where escaped, else the bytes
    /// themselves: `literals`, which are those of `v` or what they become.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    pub(super) fn digits(&self, v: __m512i, literals: __m512i, escaped: u64) -> Digits {
        // The permutation looks at six bits of each index; the table repeats every four.
        let high = _mm512_permutexvar_epi8(_mm512_srli_epi16::<4>(v), self.hex);
        let high = _mm512_mask_mov_epi8(high, 1 << 63, splat(b'%'));
        let low = _mm512_mask_permutexvar_epi8(literals, escaped, v, self.hex);
        Digits { high, low, escaped }
    }

    /// The triplets of one group, and the mask of the lanes that its output keeps: all three of an
    /// escaped byte, and the last one of a literal.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,bmi2")]
    pub(super) fn group(&self, group: usize, digits: Digits) -> (__m512i, u64) {
        let Digits { high, low, escaped } = digits;
        let triplets = _mm512_permutex2var_epi8(high, self.interleave[group], low);
        let percents = spread(escaped >> (group * GROUP));
        (triplets, percents | percents << 1 | LITERALS)
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
    {
        let low = _pdep_u32(bits as u32, PERCENTS as u32);
        let high =
            _pdep_u32((bits >> (PERCENTS as u32).count_ones()) as u32, (PERCENTS >> 32) as u32);
        u64::from(high) << 32 | u64::from(low)
    }
}

/// For each group of 21 inputs: `%` (the last high digit's lane), high digit, low digit.
static INTERLEAVE: [[u8; 64]; GROUPS] = {
    let mut tables = [[0; 64]; GROUPS];
    let mut group = 0;
    while group < GROUPS {
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
