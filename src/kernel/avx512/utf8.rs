//! Validating UTF-8: see [`utf8`](crate::kernel::generic::utf8_tables) for the algorithm.
//!
//! A table of 64 bytes takes the first byte of a pair at once, and the second one without a mask:
//! two look-ups where 16 entries need three.

use super::registers::{BLOCK, BLOCKS, STEP, load, load_up_to, splat};
use crate::kernel::arch::*;
use crate::kernel::generic::utf8_tables::{FIRST, FOURTH, SECOND, THIRD};

/// The tables in registers.
#[derive(Clone, Copy)]
pub(super) struct Rules {
    first: __m512i,
    second: __m512i,
}

impl Rules {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) fn new() -> Self {
        // SAFETY: `FIRST` and `SECOND` are 64 bytes long each.
        unsafe { Self { first: load(FIRST.as_ptr()), second: load(SECOND.as_ptr()) } }
    }

    /// Not zero where the sequence that a byte of `v` belongs to, or that ends before it, is
    /// ill-formed; `before` has the bytes one, two and three places before.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    pub(super) fn errors(self, v: __m512i, before: [__m512i; 3]) -> __m512i {
        // 0xBF and less is 0xC0, 0xC0 is 0xC1, ... (`vpermb` looks at six bits).
        let index = _mm512_adds_epu8(_mm512_max_epu8(before[0], splat(0xBF)), splat(1));
        let first = _mm512_permutexvar_epi8(index, self.first);
        let second = _mm512_permutexvar_epi8(_mm512_srli_epi16::<2>(v), self.second);
        let third = _mm512_subs_epu8(before[1], splat(THIRD));
        let fourth = _mm512_subs_epu8(before[2], splat(FOURTH));
        // (third | fourth) & 0x80, and first & second ^ that.
        let continuation = _mm512_ternarylogic_epi64::<0xA8>(third, fourth, splat(0x80));
        _mm512_ternarylogic_epi64::<0x78>(continuation, first, second)
    }
}

/// The bytes one, two and three places before those of `v`, where `preceding` is before `v`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2")]
fn before(v: __m512i, preceding: __m512i) -> [__m512i; 3] {
    // The eight lanes before each eight, of which the last come in from below.
    let lanes = _mm512_alignr_epi64::<7>(v, preceding);
    [
        _mm512_shldi_epi64::<8>(v, lanes),
        _mm512_shldi_epi64::<16>(v, lanes),
        _mm512_shldi_epi64::<24>(v, lanes),
    ]
}

/// Returns whether some byte is >= 0x80.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn has_non_ascii(v: __m512i) -> bool {
    _mm512_movepi8_mask(v) != 0
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn union([a, b, c, d]: [__m512i; BLOCKS]) -> __m512i {
    _mm512_or_si512(_mm512_ternarylogic_epi64::<0xFE>(a, b, c), d)
}

/// Not zero where a sequence is not complete at the end of the register.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn incomplete(v: __m512i) -> __m512i {
    // The greatest bytes that the last three may be.
    _mm512_subs_epu8(
        v,
        _mm512_setr_epi64(-1, -1, -1, -1, -1, -1, -1, 0xBFDF_EFFF_FFFF_FFFF_u64 as i64),
    )
}

/// Returns whether the input is UTF-8.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) fn is_utf8(input: &[u8]) -> bool {
    let (src, len) = (input.as_ptr(), input.len());
    let zero = _mm512_setzero_si512();
    if len <= BLOCK {
        // SAFETY: `src` is valid for reads of `len` bytes: both are those of the slice.
        return is_utf8_block(unsafe { load_up_to(src, 0, len) });
    }
    if len <= 2 * BLOCK {
        // SAFETY: `len > BLOCK`, so `0 + BLOCK <= len` and `len - BLOCK + BLOCK <= len`.
        let (first, last) = unsafe { (load(src), load(src.add(len - BLOCK))) };
        if !has_non_ascii(_mm512_or_si512(first, last)) {
            return true;
        }
    }
    if len <= STEP {
        return text(input, 0, zero, zero);
    }
    long(input)
}

/// Returns whether the register is UTF-8, up to zeros at its end if there are any.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn is_utf8_block(v: __m512i) -> bool {
    if !has_non_ascii(v) {
        return true;
    }
    // A sequence that the end cuts off is an error at the zero past it, if there is one.
    let before = before(v, _mm512_setzero_si512());
    let errors = _mm512_or_si512(Rules::new().errors(v, before), incomplete(v));
    _mm512_test_epi8_mask(errors, errors) == 0
}

#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn text(input: &[u8], mut at: usize, mut preceding: __m512i, mut errors: __m512i) -> bool {
    let (src, len) = (input.as_ptr(), input.len());
    let rules = Rules::new();
    while len - at > BLOCK {
        // SAFETY: `at + BLOCK < len` by the loop condition.
        let v = unsafe { load(src.add(at)) };
        errors = _mm512_or_si512(errors, rules.errors(v, before(v, preceding)));
        preceding = v;
        at += BLOCK;
    }
    // SAFETY: `src` is valid for reads of `len` bytes: both are those of the slice.
    let v = unsafe { load_up_to(src, at, len) };
    errors = _mm512_or_si512(
        errors,
        _mm512_or_si512(rules.errors(v, before(v, preceding)), incomplete(v)),
    );
    _mm512_test_epi8_mask(errors, errors) == 0
}

#[inline(never)]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn long(input: &[u8]) -> bool {
    let (src, len) = (input.as_ptr(), input.len());
    let zero = _mm512_setzero_si512();
    let mut at = 0;
    let (mut errors, mut preceding) = (zero, zero);
    let rules = Rules::new();
    while len - at >= STEP {
        // SAFETY: `at + STEP <= len` by the loop condition, and `i * BLOCK + 64 <= STEP` for `i <=
        // 3`.
        let block = |i: usize| unsafe { load(src.add(at + i * BLOCK)) };
        let blocks = [block(0), block(1), block(2), block(3)];
        if has_non_ascii(union(blocks)) {
            for v in blocks {
                errors = _mm512_or_si512(errors, rules.errors(v, before(v, preceding)));
                preceding = v;
            }
        } else {
            errors = _mm512_or_si512(errors, incomplete(preceding));
            preceding = zero;
        }
        at += STEP;
    }
    text(input, at, preceding, errors)
}
