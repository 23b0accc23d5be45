//! Decoding short input to text: the values of triplets are validated in their places, before the
//! gaps are closed. A load after that would wait: store forwarding fails after a masked store.
//!
//! If all raw bytes are ASCII, a sequence of UTF-8 consists of adjacent triplets, which start three
//! lanes apart; every other lane has its own byte. So the bytes three, six and nine lanes before
//! take the place of those one, two and three before.

use super::decode::{TEXT, last};
use super::registers::{BLOCK, BLOCKS, STEP};
use super::utf8::Rules;
use crate::kernel::rules::{DecodeRules, Progress};
use crate::kernel::simd::arch::*;
use crate::kernel::simd::contract::Kernel;
use crate::kernel::simd::doors::Avx2;

/// [`Kernel::decode_text`](super::super::contract::Kernel::decode_text).
///
/// # Safety
/// The contract of the trait.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) unsafe fn decode_text(
    src: *const [u8],
    dst: *mut [u8],
    plus: bool,
) -> Option<(usize, bool)> {
    let len = src.len();
    if len == 0 || len > STEP {
        return None;
    }
    let rules = &DecodeRules::plain(plus);
    let mut known = None;
    // SAFETY: the contract of each is this function's, since `dst` is longer by a register, and its
    // `N` blocks are right: `N / 2 * BLOCK < len <= N * BLOCK`, since `0 < len <= STEP`.
    let Progress { written, .. } = unsafe {
        if len <= BLOCK {
            last::<true, 1, TEXT>(src, dst, rules, 0, |raw, values| known = is_utf8(raw, values))
        } else if len <= 2 * BLOCK {
            last::<true, 2, TEXT>(src, dst, rules, 0, |raw, values| known = is_utf8(raw, values))
        } else {
            last::<true, BLOCKS, TEXT>(src, dst, rules, 0, |raw, values| {
                known = is_utf8(raw, values)
            })
        }
    };
    // SAFETY: the `written` bytes from `dst` on have just been written; this function's attribute
    // enables the instructions of AVX2.
    let output = || unsafe { Avx2::is_utf8(core::slice::from_raw_parts(dst.cast(), written)) };
    Some((written, known.unwrap_or_else(output)))
}

/// Returns whether blocks are UTF-8, with the values of triplets where these start; `None` if some raw
/// byte is >= 0x80.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn is_utf8<const N: usize>(raw: [__m512i; N], values: [__m512i; N]) -> Option<bool> {
    if !any_non_ascii(values) {
        return Some(true);
    }
    if any_non_ascii(raw) {
        return None;
    }
    let (rules, zero) = (Rules::new(), _mm512_setzero_si512());
    let (mut errors, mut preceding) = (zero, zero);
    for v in values {
        let found = rules.errors(v, before(v, preceding));
        errors = _mm512_or_si512(errors, found);
        preceding = v;
    }
    errors = _mm512_or_si512(errors, incomplete(preceding));
    Some(_mm512_test_epi8_mask(errors, errors) == 0)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn any_non_ascii<const N: usize>(v: [__m512i; N]) -> bool {
    let mut union = v[0];
    for v in v {
        union = _mm512_or_si512(union, v);
    }
    _mm512_movepi8_mask(union) != 0
}

/// The bytes three, six and nine places before those of `v`, where `preceding` is before `v`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2")]
fn before(v: __m512i, preceding: __m512i) -> [__m512i; 3] {
    // The eight lanes before each eight, and those before them.
    let lanes8 = _mm512_alignr_epi64::<7>(v, preceding);
    let lanes16 = _mm512_alignr_epi64::<6>(v, preceding);
    [
        _mm512_shldi_epi64::<24>(v, lanes8),
        _mm512_shldi_epi64::<48>(v, lanes8),
        _mm512_shldi_epi64::<8>(lanes8, lanes16),
    ]
}

/// Not zero where a sequence of triplets is not complete at the end of the register.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn incomplete(v: __m512i) -> __m512i {
    // The greatest values that the last nine lanes may have: 0xEF three times, 0xDF, 0xBF.
    let greatest = _mm512_setr_epi64(
        -1,
        -1,
        -1,
        -1,
        -1,
        -1,
        0xEFFF_FFFF_FFFF_FFFF_u64 as i64,
        0xBFBF_BFDF_DFDF_EFEF_u64 as i64,
    );
    _mm512_subs_epu8(v, greatest)
}
