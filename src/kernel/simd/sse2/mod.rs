//! SSE2 (the baseline of x86-64): no byte shuffle, so it only looks, sixteen bytes at a time. The
//! scalar kernel decodes and encodes.

#[cfg(feature = "path")]
mod examine;
mod utf8;

pub(in crate::kernel) use utf8::classes;

#[cfg(feature = "form")]
use crate::kernel::marks::FormMarks;
use crate::kernel::marks::PLACES;
#[cfg(feature = "path")]
use crate::kernel::path_rules::{Examined, PathRules};
use crate::kernel::scalar;
use crate::kernel::simd::arch::*;
use crate::kernel::simd::contract::Kernel;
use crate::kernel::simd::generic::partial::{load_partial, overlapping};
#[cfg(all(feature = "path", feature = "alloc"))]
use crate::sets::AsciiSet;

/// Bytes in a register.
const BLOCK: usize = 16;

/// Bit i: byte i is `a` or `b`.
///
/// # Safety
/// `src` is valid for reads of 16 bytes.
#[inline]
#[target_feature(enable = "sse2")]
unsafe fn load_and_compare(src: *const u8, a: __m128i, b: __m128i) -> u32 {
    // SAFETY: the 16 bytes from `src` are readable, by the contract.
    let v = unsafe { _mm_loadu_si128(src.cast()) };
    _mm_movemask_epi8(_mm_or_si128(_mm_cmpeq_epi8(v, a), _mm_cmpeq_epi8(v, b))) as u32
}

/// [`is_free_of`] is for inputs of up to this many bytes.
const SHORT: usize = PLACES;

/// Returns whether an input of at most [`SHORT`] bytes has neither `a` nor `b`, which are not zero,
/// nor, with `ASCII`, a byte >= 0x80.
///
/// It is inlined into its callers and into theirs: the CPU has SSE2 wherever there is a kernel for
/// x86, so there is no choice of a backend and no call.
#[inline]
#[target_feature(enable = "sse2")]
pub(in crate::kernel) fn is_free_of<const ASCII: bool>(input: &[u8], a: u8, b: u8) -> bool {
    let (src, len) = (input.as_ptr(), input.len());
    debug_assert!(len <= SHORT);
    let (a, b) = (_mm_set1_epi8(a as i8), _mm_set1_epi8(b as i8));
    let found = |v| {
        let found = _mm_or_si128(_mm_cmpeq_epi8(v, a), _mm_cmpeq_epi8(v, b));
        if ASCII { _mm_or_si128(found, v) } else { found }
    };
    let found = if len >= BLOCK {
        // SAFETY: `BLOCK <= len <= SHORT`, so each of `overlapping(len)` is at most `len - BLOCK`.
        let at = |at: usize| found(unsafe { _mm_loadu_si128(src.add(at).cast()) });
        let [first, second, third, last] = overlapping(len).map(at);
        _mm_or_si128(_mm_or_si128(first, second), _mm_or_si128(third, last))
    } else {
        // SAFETY: `len < BLOCK`, and `load_partial` reads `len` bytes.
        found(from_u128(unsafe { load_partial(src, len) }))
    };
    _mm_movemask_epi8(found) == 0
}

/// The mask of the first [`SHORT`] bytes that are `a`, `b` or `c`, none of them zero: the first
/// byte is the lowest bit.
#[inline]
#[target_feature(enable = "sse2")]
pub(in crate::kernel) fn places_of(input: &[u8], [a, b, c]: [u8; 3]) -> u64 {
    let [a, b, c] = [a, b, c].map(|byte| _mm_set1_epi8(byte as i8));
    let found = |v| {
        let found = _mm_or_si128(
            _mm_or_si128(_mm_cmpeq_epi8(v, a), _mm_cmpeq_epi8(v, b)),
            _mm_cmpeq_epi8(v, c),
        );
        _mm_movemask_epi8(found) as u64
    };
    let (src, len) = (input.as_ptr(), input.len().min(SHORT));
    if len >= BLOCK {
        overlapping(len).into_iter().fold(0, |places, at| {
            // SAFETY: `BLOCK <= len <= SHORT`, so each of `overlapping(len)` is at most `len -
            // BLOCK`, and `len <= input.len()`.
            places | found(unsafe { _mm_loadu_si128(src.add(at).cast()) }) << at
        })
    } else {
        // SAFETY: `len < BLOCK`, and `load_partial` reads `len <= input.len()` bytes.
        found(from_u128(unsafe { load_partial(src, len) }))
    }
}

/// The marks of the first [`SHORT`] bytes of a form.
#[cfg(feature = "form")]
#[inline]
#[target_feature(enable = "sse2")]
pub(in crate::kernel) fn form_marks(input: &[u8]) -> FormMarks {
    let [ampersand, equals, percent, plus] =
        [b'&', b'=', b'%', b'+'].map(|byte| _mm_set1_epi8(byte as i8));
    let found = |v| {
        // A mask takes the top bits, so those of bytes >= 0x80, too.
        let escapes =
            _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(v, percent), _mm_cmpeq_epi8(v, plus)), v);
        [_mm_cmpeq_epi8(v, ampersand), _mm_cmpeq_epi8(v, equals), escapes]
            .map(|found| _mm_movemask_epi8(found) as u64)
    };
    let (src, len) = (input.as_ptr(), input.len().min(SHORT));
    let [ampersands, equals, escapes] = if len >= BLOCK {
        overlapping(len).into_iter().fold([0; 3], |[first, second, third], at| {
            // SAFETY: `BLOCK <= len <= SHORT`, so each of `overlapping(len)` is at most `len -
            // BLOCK`, and `len <= input.len()`.
            let found = found(unsafe { _mm_loadu_si128(src.add(at).cast()) });
            [first | found[0] << at, second | found[1] << at, third | found[2] << at]
        })
    } else {
        // SAFETY: `len < BLOCK`, and `load_partial` reads `len <= input.len()` bytes.
        found(from_u128(unsafe { load_partial(src, len) }))
    };
    FormMarks { ampersands, equals, escapes }
}

/// Not zero where a byte of `v`, before that of `next`, is >= 0x80 or one of two dots. (Only the
/// top bits of the lanes say so.)
#[cfg(feature = "inspect")]
#[inline]
#[target_feature(enable = "sse2")]
fn dots_and_non_ascii(v: __m128i, next: __m128i) -> __m128i {
    let dot = _mm_set1_epi8(b'.' as i8);
    _mm_or_si128(v, _mm_and_si128(_mm_cmpeq_epi8(v, dot), _mm_cmpeq_epi8(next, dot)))
}

/// Returns whether an input of at most [`SHORT`] bytes has `%`, and whether it has a byte >= 0x80
/// or two dots beside each other. Inlined as [`is_free_of`] is.
#[cfg(feature = "inspect")]
#[inline]
#[target_feature(enable = "sse2")]
pub(in crate::kernel) fn look_for_suspects(input: &[u8]) -> (bool, bool) {
    let (src, len) = (input.as_ptr(), input.len());
    debug_assert!(len <= SHORT);
    let percent = _mm_set1_epi8(b'%' as i8);
    let (percents, others) = if len > BLOCK {
        let at = |at: usize| {
            // SAFETY: each of `overlapping(len - 1)` is at most `len - 1 - BLOCK`, for `BLOCK <=
            // len - 1 <= SHORT`, so the two loads end at `len - 1` and `len` at the latest.
            let (v, next) = unsafe {
                (_mm_loadu_si128(src.add(at).cast()), _mm_loadu_si128(src.add(at + 1).cast()))
            };
            (_mm_cmpeq_epi8(v, percent), dots_and_non_ascii(v, next))
        };
        let [first, second, third, last] = overlapping(len - 1).map(at);
        // SAFETY: `BLOCK <= len`, so the register ends where the input ends.
        let end = unsafe { _mm_loadu_si128(src.add(len - BLOCK).cast()) };
        let any =
            |a, b, c, d, e| _mm_or_si128(_mm_or_si128(_mm_or_si128(a, b), _mm_or_si128(c, d)), e);
        let end_percents = _mm_cmpeq_epi8(end, percent);
        (
            any(first.0, second.0, third.0, last.0, end_percents),
            any(first.1, second.1, third.1, last.1, end),
        )
    } else if len == BLOCK {
        // SAFETY: `len == BLOCK` bytes are loaded, and `BLOCK - 1` from the second one on.
        let (v, next) = unsafe {
            (_mm_loadu_si128(src.cast()), from_u128(load_partial(src.add(1), BLOCK - 1)))
        };
        (_mm_cmpeq_epi8(v, percent), dots_and_non_ascii(v, next))
    } else {
        // SAFETY: `len < BLOCK`, and `load_partial` reads `len` bytes.
        let v = from_u128(unsafe { load_partial(src, len) });
        (_mm_cmpeq_epi8(v, percent), dots_and_non_ascii(v, _mm_srli_si128::<1>(v)))
    };
    (_mm_movemask_epi8(percents) != 0, _mm_movemask_epi8(others) != 0)
}

#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn from_u128(bytes: u128) -> __m128i {
    // SAFETY: the array is 16 bytes long, which is what the load reads.
    unsafe { _mm_loadu_si128(bytes.to_le_bytes().as_ptr().cast()) }
}

/// The kernel. The scalar kernel has the other operations.
pub(in crate::kernel) struct Sse2;

impl Kernel for Sse2 {
    #[inline(never)]
    #[target_feature(enable = "sse2")]
    unsafe fn find_either(input: &[u8], a: u8, b: u8) -> usize {
        let (va, vb) = (_mm_set1_epi8(a as i8), _mm_set1_epi8(b as i8));
        let mut at = 0;
        while input.len() - at >= BLOCK {
            // SAFETY: `at + BLOCK <= input.len()` by the loop condition.
            let mask = unsafe { load_and_compare(input.as_ptr().add(at), va, vb) };
            if mask != 0 {
                return at + mask.trailing_zeros() as usize;
            }
            at += BLOCK;
        }
        at + scalar::find_either(&input[at..], a, b)
    }

    #[cfg(feature = "inspect")]
    #[inline(never)]
    #[target_feature(enable = "sse2")]
    unsafe fn find_suspect(input: &[u8], byte: u8) -> usize {
        let mut at = 0;
        while input.len() - at > BLOCK {
            let start = input.as_ptr().wrapping_add(at);
            // SAFETY: `at + BLOCK + 1 <= input.len()` by the loop condition.
            let (v, next) =
                unsafe { (_mm_loadu_si128(start.cast()), _mm_loadu_si128(start.add(1).cast())) };
            let bytes = _mm_cmpeq_epi8(v, _mm_set1_epi8(byte as i8));
            let found = _mm_or_si128(bytes, dots_and_non_ascii(v, next));
            let mask = _mm_movemask_epi8(found) as u32;
            if mask != 0 {
                return at + mask.trailing_zeros() as usize;
            }
            at += BLOCK;
        }
        at + scalar::find_suspect(&input[at..], byte)
    }

    /// Without a shuffle the look-ups are the standard library's; ASCII,
    /// which most text is, is passed here.
    #[target_feature(enable = "sse2")]
    unsafe fn is_utf8(input: &[u8]) -> bool {
        let ascii = if input.len() <= SHORT {
            if is_free_of::<true>(input, 0x80, 0x80) {
                return true;
            }
            0
        } else {
            let mut at = 0;
            while input.len() - at >= SHORT {
                // SAFETY: `at + SHORT <= input.len()` by the loop condition, and `lane + BLOCK <=
                // SHORT`.
                let block =
                    |lane: usize| unsafe { _mm_loadu_si128(input.as_ptr().add(at + lane).cast()) };
                let any = _mm_or_si128(
                    _mm_or_si128(block(0), block(BLOCK)),
                    _mm_or_si128(block(2 * BLOCK), block(3 * BLOCK)),
                );
                if _mm_movemask_epi8(any) != 0 {
                    break;
                }
                at += SHORT;
            }
            at
        };
        scalar::is_utf8(&input[ascii..])
    }

    #[cfg(feature = "path")]
    #[target_feature(enable = "sse2")]
    unsafe fn examine(path: &[u8], rules: &PathRules) -> Examined {
        examine::examine(path, rules)
    }

    #[cfg(all(feature = "path", feature = "alloc"))]
    #[target_feature(enable = "sse2")]
    unsafe fn examine_decoding(
        path: &[u8],
        rules: &PathRules,
        keep: &AsciiSet,
        dst: *mut u8,
    ) -> Examined {
        // SAFETY: this function's contract is that of `examine::examine_decoding`.
        unsafe { examine::examine_decoding(path, rules, keep, dst) }
    }
}
