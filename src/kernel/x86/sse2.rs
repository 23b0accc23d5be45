//! SSE2 (the baseline of x86-64): no byte shuffle, so it finds `%` sixteen bytes at a time, copies what stands between, and decodes the triplets one
//! by one. Set look-ups, and so encoding, are the scalar kernel's.

use super::arch::*;
use crate::kernel::out::Slot;
use crate::kernel::partial::{load_partial, store_partial};
use crate::kernel::scalar::{self, Unit};
use crate::kernel::{DecodeRules, EncodeRules, Progress};
use crate::sets::AsciiSet;

const BLOCK: usize = 16;

/// Bit i: byte i is `a` or `b`.
///
/// # Safety
/// `src` is valid for reads of 16 bytes.
#[inline]
#[target_feature(enable = "sse2")]
unsafe fn load_and_compare(src: *const u8, a: __m128i, b: __m128i) -> u32 {
    // SAFETY: this function's own contract.
    let v = unsafe { _mm_loadu_si128(src.cast()) };
    _mm_movemask_epi8(_mm_or_si128(_mm_cmpeq_epi8(v, a), _mm_cmpeq_epi8(v, b))) as u32
}

/// The index of the first byte that is `a` or `b`, or the length.
#[target_feature(enable = "sse2")]
pub(in crate::kernel) fn find_either(input: &[u8], a: u8, b: u8) -> usize {
    let (va, vb) = (_mm_set1_epi8(a as i8), _mm_set1_epi8(b as i8));
    let mut at = 0;
    while input.len() - at >= BLOCK {
        // SAFETY: at least 16 bytes are left from `at`.
        let mask = unsafe { load_and_compare(input.as_ptr().add(at), va, vb) };
        if mask != 0 {
            return at + mask.trailing_zeros() as usize;
        }
        at += BLOCK;
    }
    at + scalar::find_either(&input[at..], a, b)
}

/// The index of the first valid triplet (or of the first `+`, if `plus`), or the length.
#[target_feature(enable = "sse2")]
pub(in crate::kernel) fn find_triplet(input: &[u8], plus: bool) -> usize {
    let (percent, other) = (_mm_set1_epi8(b'%' as i8), _mm_set1_epi8(if plus { b'+' } else { b'%' } as i8));
    let mut at = 0;
    while input.len() - at >= BLOCK {
        // SAFETY: at least 16 bytes are left from `at`.
        let mut mask = unsafe { load_and_compare(input.as_ptr().add(at), percent, other) };
        while mask != 0 {
            let found = at + mask.trailing_zeros() as usize;
            if input[found] != b'%' || scalar::is_triplet(&input[found..]) {
                return found;
            }
            mask &= mask - 1;
        }
        at += BLOCK;
    }
    at + scalar::find_triplet(&input[at..], plus)
}

/// The index of the first byte that is in `set` or is 80 or above, or the length.
#[target_feature(enable = "sse2")]
pub(in crate::kernel) fn find_member(input: &[u8], set: &AsciiSet) -> usize {
    scalar::find_member(input, set)
}

/// The length of what [`encode`] writes.
#[target_feature(enable = "sse2")]
pub(in crate::kernel) fn encoded_len(input: &[u8], rules: &EncodeRules) -> usize {
    scalar::encoded_len(input, rules)
}

/// Encodes all of the input to the front of `out`, and returns the length of that.
///
/// # Safety
/// `out` holds at least as many bytes as [`encoded_len`] answers.
#[target_feature(enable = "sse2")]
pub(in crate::kernel) unsafe fn encode(input: &[u8], out: &mut [Slot], rules: &EncodeRules) -> usize {
    scalar::encode(input, out, rules)
}

/// The progress that [`decode`] would make.
#[target_feature(enable = "sse2")]
pub(in crate::kernel) fn decoded_len(input: &[u8], rules: &DecodeRules) -> Progress {
    let mut progress = Progress { read: 0, written: 0 };
    loop {
        let rest = &input[progress.read..];
        let clean = find_either(rest, b'%', b'%');
        progress.read += clean;
        progress.written += clean;
        // Triplets often stand side by side.
        loop {
            let rest = &input[progress.read..];
            if rest.first() != Some(&b'%') {
                break;
            }
            let unit = scalar::unit(rest, rules);
            progress.written += match unit {
                Unit::Byte(_) | Unit::Value(_) => 1,
                Unit::Kept => 3,
                Unit::Refused(_) => return progress,
            };
            progress.read += unit.len();
        }
        if progress.read == input.len() {
            return progress;
        }
    }
}

/// Decodes `len` bytes from `src` to `dst`, which may be the same.
///
/// # Safety
/// `src` is valid for reads of `len` bytes; `dst` is valid for writes of as many bytes as [`decoded_len`] answers where nothing is refused, of
/// `len` bytes otherwise. The two are equal, or do not overlap.
#[target_feature(enable = "sse2")]
pub(in crate::kernel) unsafe fn decode(src: *const u8, len: usize, dst: *mut u8, rules: &DecodeRules) -> Progress {
    let percent = _mm_set1_epi8(b'%' as i8);
    let plus = _mm_set1_epi8(if rules.plus_as_space { b'+' } else { b'%' } as i8);
    let plus_to_space = _mm_set1_epi8((b'+' ^ b' ') as i8);
    let mut progress = Progress { read: 0, written: 0 };
    while progress.read < len {
        let left = len - progress.read;
        // SAFETY: at most `left` bytes are read from `at` (the comparisons and `load_partial` see to that), and what is stored takes the place of as
        // many bytes that have been read: `to` is never behind `at`, and no store is longer than what it stands for.
        unsafe {
            let (at, to) = (src.add(progress.read), dst.add(progress.written));
            let v = if left >= BLOCK { _mm_loadu_si128(at.cast()) } else { from_u128(load_partial(at, left)) };
            let percents = _mm_movemask_epi8(_mm_cmpeq_epi8(v, percent)) as u32;
            // `+` becomes SP; what equals `%` is not copied.
            let v = _mm_xor_si128(v, _mm_and_si128(_mm_cmpeq_epi8(v, plus), plus_to_space));
            let clean = (percents.trailing_zeros() as usize).min(BLOCK).min(left);
            if clean == BLOCK {
                _mm_storeu_si128(to.cast(), v);
            } else {
                store_partial(to, to_u128(v), clean);
            }
            progress.read += clean;
            progress.written += clean;
        }
        // Triplets often stand side by side.
        while progress.read < len {
            // SAFETY: the pointers are within the memory of this function's contract; the slice ends with the input and is gone before the store.
            let (unit, to) = unsafe {
                let at = src.add(progress.read);
                if *at != b'%' {
                    break;
                }
                (scalar::unit(core::slice::from_raw_parts(at, (len - progress.read).min(3)), rules), dst.add(progress.written))
            };
            // SAFETY: what is stored takes the place of as many bytes that have been read; `copy` allows that they are the same memory.
            unsafe {
                progress.written += match unit {
                    Unit::Byte(byte) | Unit::Value(byte) => {
                        to.write(byte);
                        1
                    }
                    Unit::Kept => {
                        core::ptr::copy(src.add(progress.read), to, 3);
                        3
                    }
                    Unit::Refused(_) => return progress,
                };
            }
            progress.read += unit.len();
        }
    }
    progress
}

#[inline]
#[target_feature(enable = "sse2")]
fn from_u128(bytes: u128) -> __m128i {
    // SAFETY: 16 bytes.
    unsafe { _mm_loadu_si128(bytes.to_le_bytes().as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "sse2")]
fn to_u128(v: __m128i) -> u128 {
    let mut bytes = [0; 16];
    // SAFETY: 16 bytes.
    unsafe { _mm_storeu_si128(bytes.as_mut_ptr().cast(), v) };
    u128::from_le_bytes(bytes)
}
