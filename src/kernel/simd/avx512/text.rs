//! Decoding short input to text: the values of triplets are validated in their places, before the
//! gaps are closed. A load after that would wait: store forwarding fails after a masked store.
//!
//! If all raw bytes are ASCII, a sequence of UTF-8 consists of adjacent triplets, which start three
//! lanes apart; every other lane has its own byte. So the bytes three, six and nine lanes before
//! take the place of those one, two and three before.

use super::registers::{BLOCK, BLOCKS, STEP, following, lanes, load_last, store};
use super::tables::HexDigits;
use super::triplets::{dropped, percents_of, spaces};
use super::utf8::Rules;
use crate::kernel::rules::Digits;
use crate::kernel::simd::arch::*;
use crate::kernel::simd::contract::Kernel;
use crate::kernel::simd::doors::Avx2;

/// Decodes short input by the plain rules, `+` as SP if `plus`, and tells whether the result is
/// UTF-8. `None` for more than a step.
///
/// # Safety
/// `src` is valid for reads of `len` bytes, and `dst` for writes of `len + 64`, any of which may be
/// written; they do not overlap.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) unsafe fn decode_text(
    src: *const u8,
    len: usize,
    dst: *mut u8,
    plus: bool,
) -> Option<(usize, bool)> {
    if len == 0 || len > STEP {
        return None;
    }
    // SAFETY: all is passed on as it is, and the `N` blocks of `blocks` are right: `N / 2 * BLOCK <
    // len <= N * BLOCK` in each call, since `0 < len <= STEP`.
    let (written, known) = unsafe {
        if len <= BLOCK {
            blocks::<1>(src, len, dst, plus)
        } else if len <= 2 * BLOCK {
            blocks::<2>(src, len, dst, plus)
        } else {
            blocks::<BLOCKS>(src, len, dst, plus)
        }
    };
    let is_text = match known {
        Some(is_text) => is_text,
        // SAFETY: the `written` bytes from `dst` on have just been written; this function's attribute
        // enables the instructions of AVX2.
        None => unsafe { Avx2::is_utf8(core::slice::from_raw_parts(dst, written)) },
    };
    Some((written, is_text))
}

/// Decodes 1, 2 or 4 blocks, of which more than the first `N / 2` are input; also tells whether the
/// result is UTF-8, if all raw bytes are ASCII.
///
/// # Safety
/// The contract of [`decode_text`], and `N / 2 * BLOCK < len <= N * BLOCK`.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
unsafe fn blocks<const N: usize>(
    src: *const u8,
    len: usize,
    dst: *mut u8,
    plus: bool,
) -> (usize, Option<bool>) {
    // SAFETY: `src` is valid for reads of `len` bytes, and `N / 2 * BLOCK < len`, by the contract.
    let raw = spaces(unsafe { load_last::<N>(src, len) }, plus);
    let ([v1, v2], percents) = (following(raw), percents_of(raw));
    let hex = HexDigits::new(Digits::ANY);
    let mut values = raw;
    let (mut end, mut carry) = (0, 0);
    for i in 0..N {
        let digits = hex.look_up(v1[i], v2[i]);
        let starts = digits.starts(percents[i]);
        values[i] = digits.values_into(raw[i], starts);
        let drop;
        (drop, carry) = dropped(starts, carry);
        let keep = lanes(len.saturating_sub(i * BLOCK)) & !drop;
        let output = _mm512_mask_compress_epi8(values[i], keep, values[i]);
        // SAFETY: no block becomes longer, so `end <= len`, and `dst` is valid for writes of
        // `len + 64` bytes, by the contract.
        unsafe { store(dst.add(end), output) };
        end += keep.count_ones() as usize;
    }
    if !any_non_ascii(values) {
        return (end, Some(true));
    }
    if any_non_ascii(raw) {
        return (end, None);
    }
    let (rules, zero) = (Rules::new(), _mm512_setzero_si512());
    let (mut errors, mut preceding) = (zero, zero);
    for v in values {
        let found = rules.errors(v, before(v, preceding));
        errors = _mm512_or_si512(errors, found);
        preceding = v;
    }
    errors = _mm512_or_si512(errors, incomplete(preceding));
    (end, Some(_mm512_test_epi8_mask(errors, errors) == 0))
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
