//! Sets as tables of 128 bytes, two registers each.

use super::registers::{BLOCKS, splat};
use crate::kernel::simd::arch::*;
use crate::sets::AsciiSet;

/// A set as a table of 128 bytes in two registers, 0 for bytes that are not members.
#[derive(Clone, Copy)]
pub(super) struct SetTable {
    pub(super) low: __m512i,
    pub(super) high: __m512i,
}

impl SetTable {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) fn new(set: &AsciiSet) -> Self {
        // SAFETY: `rows` are an array of the 16 bytes that the load reads.
        let rows = _mm512_broadcast_i32x4(unsafe { _mm_loadu_si128(set.rows().as_ptr().cast()) });
        // Lane l of 16 bytes holds the bytes of high nibble l: their bit is 1 << l.
        let bit = |first: i64| {
            let ones = 0x0101_0101_0101_0101 * first;
            _mm512_setr_epi64(
                ones,
                ones,
                ones << 1,
                ones << 1,
                ones << 2,
                ones << 2,
                ones << 3,
                ones << 3,
            )
        };
        Self { low: _mm512_and_si512(rows, bit(1)), high: _mm512_and_si512(rows, bit(16)) }
    }

    /// The entries of the table for each byte < 0x80; unspecified for the others.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    pub(super) fn look_up(self, v: __m512i) -> __m512i {
        _mm512_permutex2var_epi8(self.low, v, self.high)
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    pub(super) fn members_and_non_ascii(self, v: __m512i) -> u64 {
        let flags = self.flags(v);
        _mm512_test_epi8_mask(flags, flags)
    }

    /// Returns whether a member, or a byte >= 0x80, is in some blocks.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    pub(super) fn any(self, v: [__m512i; BLOCKS]) -> bool {
        let [a, b, c, d] = v.map(|v| self.flags(v));
        let flags = _mm512_or_si512(_mm512_ternarylogic_epi64::<0xFE>(a, b, c), d);
        _mm512_test_epi8_mask(flags, flags) != 0
    }

    /// Not zero for members, and for bytes >= 0x80.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    pub(super) fn flags(self, v: __m512i) -> __m512i {
        // look-up | (v & 0x80)
        _mm512_ternarylogic_epi64::<0xF8>(self.look_up(v), v, splat(0x80))
    }
}
