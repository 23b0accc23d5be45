//! SSE2: decoding. It copies what is between `%`, sixteen bytes at a time, and decodes the triplets
//! one by one.

use super::arch::*;
use super::sse2::from_u128;
use crate::kernel::scalar::{self, Unit, decode_by_copies};
use crate::kernel::vector::partial::{load_partial, store_partial};
use crate::kernel::{DecodeRules, Progress};

const BLOCK: usize = 16;

/// Decodes `len` bytes from `src` to `dst`, which may be the same.
///
/// # Safety
/// `src` is valid for reads of `len` bytes, and `dst` for writes of `room >= len` bytes, any of
/// which may be written. The two are equal, or do not overlap.
#[inline(never)]
#[target_feature(enable = "sse2")]
pub(in crate::kernel) unsafe fn decode(
    src: *const u8,
    len: usize,
    dst: *mut u8,
    _room: usize,
    rules: &DecodeRules,
) -> Progress {
    let mut run = Decoding {
        src,
        len,
        dst,
        plain: rules.is_plain(),
        percent: _mm_set1_epi8(b'%' as i8),
        plus: _mm_set1_epi8(b'+' as i8),
        plus_to_space: _mm_set1_epi8(if rules.plus_as_space { b'+' ^ b' ' } else { 0 } as i8),
        progress: Progress { read: 0, written: 0 },
    };
    // SAFETY: `src`, `len` and `dst` in `run` are those of the contract. `bulk` is called only if
    // `src != dst`, where the two do not overlap.
    unsafe {
        if src == dst.cast_const() || run.bulk(rules) {
            run.exactly(rules);
        }
    }
    run.progress
}

/// One decoding.
struct Decoding {
    src: *const u8,
    len: usize,
    dst: *mut u8,
    plain: bool,
    percent: __m128i,
    plus: __m128i,
    plus_to_space: __m128i,
    progress: Progress,
}

impl Decoding {
    /// The unit at a `%`.
    ///
    /// # Safety
    /// `self.src` is valid for reads of `self.len` bytes, and `at < self.len`.
    #[inline]
    #[target_feature(enable = "sse2")]
    unsafe fn unit(&self, at: usize, rules: &DecodeRules) -> Unit {
        // SAFETY: `at + min(len - at, 3) <= len`. In place the slice is gone before the next store:
        // it does not outlive this function, which stores nothing.
        let rest = unsafe { core::slice::from_raw_parts(self.src.add(at), (self.len - at).min(3)) };
        scalar::triplet_unit(rest, rules, self.plain)
    }

    /// `+` becomes SP, if it is to.
    #[inline]
    #[target_feature(enable = "sse2")]
    fn spaces(&self, v: __m128i) -> __m128i {
        _mm_xor_si128(v, _mm_and_si128(_mm_cmpeq_epi8(v, self.plus), self.plus_to_space))
    }

    /// Decodes all but the last bytes, 16 at a time. Not in place: the copies would overtake the
    /// input. False where something is refused.
    ///
    /// # Safety
    /// The contract of [`decode`] holds for `src`, `len` and `dst`, and the two do not overlap.
    #[inline]
    #[target_feature(enable = "sse2")]
    unsafe fn bulk(&mut self, rules: &DecodeRules) -> bool {
        let done;
        // SAFETY: `from + BLOCK <= len` at every copy, by the conditions before them, and `at <
        // len` where a byte is looked at; `unit` reads up to `len` at most. Stores end at `to +
        // BLOCK <= from + BLOCK <= len <= room`, because `to <= from`, or are one byte at `end < at
        // <= len`.
        unsafe {
            (self.progress, done) = decode_by_copies!(
                len: self.len, chunk: BLOCK, bits: 1,
                copy: |from, to| {
                    let v = _mm_loadu_si128(self.src.add(from).cast());
                    _mm_storeu_si128(self.dst.add(to).cast(), self.spaces(v));
                    Some(_mm_movemask_epi8(_mm_cmpeq_epi8(v, self.percent)) as u32)
                },
                is_percent: |at| *self.src.add(at) == b'%',
                unit: |at| self.unit(at, rules),
                store: |end, value| self.dst.add(end).write(value),
            );
        }
        done
    }

    /// Decodes the rest, byte for byte where it must: stores exactly what is decoded, and only over
    /// bytes that have been read.
    ///
    /// # Safety
    /// The contract of [`decode`] holds for `src`, `len` and `dst`, and `progress` is within it.
    #[inline]
    #[target_feature(enable = "sse2")]
    unsafe fn exactly(&mut self, rules: &DecodeRules) {
        let Progress { read: mut at, written: mut end } = self.progress;
        'input: while at < self.len {
            let left = self.len - at;
            // SAFETY: reads are of 16 bytes if `left >= BLOCK`, else of `left`; of one byte if `at
            // < len`; and of three for a `Kept`, which is a whole triplet, so `at + 3 <= len`.
            // Stores are exactly output: `end` bytes precede them, so `end + n` is at most the
            // length that `decoded_len` answers if nothing is refused. `end <= at`, and a store is
            // never longer than the input that it replaces, so `end + n <= len` otherwise.
            unsafe {
                let to = self.dst.add(end);
                let v = if left >= BLOCK {
                    _mm_loadu_si128(self.src.add(at).cast())
                } else {
                    from_u128(load_partial(self.src.add(at), left))
                };
                let percents = _mm_movemask_epi8(_mm_cmpeq_epi8(v, self.percent)) as u32;
                let clean = (percents.trailing_zeros() as usize).min(BLOCK).min(left);
                if clean == BLOCK {
                    _mm_storeu_si128(to.cast(), self.spaces(v));
                } else {
                    store_partial(to, to_u128(self.spaces(v)), clean);
                }
                at += clean;
                end += clean;
                // Triplets are often adjacent.
                while at < self.len && *self.src.add(at) == b'%' {
                    match self.unit(at, rules) {
                        Unit::Byte(byte) => {
                            self.dst.add(end).write(byte);
                            at += 1;
                            end += 1;
                        }
                        Unit::Value(value) => {
                            self.dst.add(end).write(value);
                            at += 3;
                            end += 1;
                        }
                        Unit::Kept => {
                            core::ptr::copy(self.src.add(at), self.dst.add(end), 3);
                            at += 3;
                            end += 3;
                        }
                        Unit::Refused(_) => break 'input,
                    }
                }
            }
        }
        self.progress = Progress { read: at, written: end };
    }
}

#[inline]
#[target_feature(enable = "sse2")]
fn to_u128(v: __m128i) -> u128 {
    let mut bytes = [0; 16];
    // SAFETY: the array is 16 bytes long, which is what the store writes.
    unsafe { _mm_storeu_si128(bytes.as_mut_ptr().cast(), v) };
    u128::from_le_bytes(bytes)
}
