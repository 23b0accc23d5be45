//! The UTF-8 classes of bytes, for replacing ill-formed sequences: by SSE2, on which all kernels of
//! x86 build.

use crate::kernel::simd::arch::*;
use crate::kernel::utf8_classes::{BLOCK, Classes};

/// Bytes in a register.
const LANES: usize = 16;

/// The classes of the first `len` bytes, at most 64.
#[inline]
#[target_feature(enable = "sse2")]
pub(in crate::kernel) fn classes(block: &[u8; BLOCK], len: usize) -> Classes {
    let splat = |byte: u8| _mm_set1_epi8(byte as i8);
    let is_continuation = |v| _mm_cmpgt_epi8(splat(0xC0), v);
    let mask = |v| u64::from(_mm_movemask_epi8(v) as u32);
    let mut classes = Classes { continuation: [0; 2], leads: [0; 3], non_ascii: 0 };
    let registers = if len <= LANES { 1 } else { 4 };
    for at in (0..registers).map(|i| i * LANES) {
        // SAFETY: `at <= 48`, so the loads end at `at + 1 + LANES <= 65 <= BLOCK`.
        let (first, second) = unsafe {
            (
                _mm_loadu_si128(block.as_ptr().add(at).cast()),
                _mm_loadu_si128(block.as_ptr().add(at + 1).cast()),
            )
        };
        let only = |lead, bits| _mm_and_si128(_mm_cmpeq_epi8(first, splat(lead)), splat(bits));
        let lowest = _mm_or_si128(splat(0x80), _mm_or_si128(only(0xE0, 0x20), only(0xF0, 0x10)));
        let highest = _mm_xor_si128(splat(0xBF), _mm_or_si128(only(0xED, 0x20), only(0xF4, 0x30)));
        // A byte in the range stays the same.
        let nearest = _mm_min_epu8(_mm_max_epu8(second, lowest), highest);
        let fits = _mm_cmpeq_epi8(nearest, second);
        let lead = |from: u8, to: u8| {
            let offset = _mm_sub_epi8(first, splat(from));
            let within = _mm_cmpeq_epi8(_mm_min_epu8(offset, splat(to - from)), offset);
            mask(_mm_and_si128(within, fits)) << at
        };
        classes.continuation[0] |= mask(is_continuation(first)) << at;
        classes.leads[0] |= lead(0xC2, 0xDF);
        classes.leads[1] |= lead(0xE0, 0xEF);
        classes.leads[2] |= lead(0xF0, 0xF4);
        classes.non_ascii |= mask(first) << at;
    }
    // SAFETY: `64 + LANES <= BLOCK`.
    let behind = unsafe { _mm_loadu_si128(block.as_ptr().add(4 * LANES).cast()) };
    classes.continuation[1] = mask(is_continuation(behind));
    classes
}
