//! SSE2: decoding. It copies what is between `%`, sixteen bytes at a time, and decodes the triplets
//! one by one.

use super::{BLOCK, from_u128};
use crate::kernel::arch::*;
use crate::kernel::generic::partial::{load_partial, store_partial};
use crate::kernel::rules::{DecodeRules, Progress};
use crate::kernel::scalar::{self, Copies, Unit, decode_by_copies};
use crate::kernel::trust::Slot;

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
    room: usize,
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
    if src != dst.cast_const() {
        // SAFETY: `src` is valid for reads of `len` bytes and `dst` for writes of `room`, and the two
        // do not overlap unless they are equal, by this function's contract. A slot may be
        // uninitialised. Both slices are gone before `exactly`.
        let (input, out) = unsafe {
            (
                core::slice::from_raw_parts(src, len),
                core::slice::from_raw_parts_mut(dst.cast(), room),
            )
        };
        let going_on;
        (run.progress, going_on) = decode_by_copies(input, out, rules, &run);
        if !going_on {
            return run.progress;
        }
    }
    // SAFETY: `src`, `len` and `dst` in `run` are those of the contract, and `progress` is within.
    unsafe { run.exactly(rules) };
    run.progress
}

impl Copies for Decoding {
    const CHUNK: usize = BLOCK;
    const BITS: usize = 1;

    #[inline(always)]
    fn copy(&self, from: &[u8], to: &mut [Slot]) -> Option<u64> {
        let (from, to) = (from.first_chunk::<BLOCK>()?, to.first_chunk_mut::<BLOCK>()?);
        // SAFETY: both chunks are 16 bytes long, and the CPU has SSE2 wherever there is a kernel for
        // x86.
        unsafe {
            let v = _mm_loadu_si128(from.as_ptr().cast());
            _mm_storeu_si128(to.as_mut_ptr().cast(), self.spaces(v));
            Some(u64::from(_mm_movemask_epi8(_mm_cmpeq_epi8(v, self.percent)) as u32))
        }
    }
}

/// The state of a decoding.
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

    /// Decodes the rest, byte for byte where it must: stores exactly what is decoded, and only over
    /// bytes that have been read.
    ///
    /// # Safety
    /// The contract of [`decode`] holds for `src`, `len` and `dst`, and `progress` is within it.
    #[inline]
    #[target_feature(enable = "sse2")]
    unsafe fn exactly(&mut self, rules: &DecodeRules) {
        // SAFETY: the contract of the two steps is this function's, and `at < len` before the first.
        unsafe {
            while self.progress.read < self.len {
                self.clean();
                if !self.triplets(rules) {
                    return;
                }
            }
        }
    }

    /// Copies up to 16 bytes before a `%`.
    ///
    /// # Safety
    /// The contract of [`exactly`](Self::exactly), and `at < len`.
    #[inline]
    #[target_feature(enable = "sse2")]
    unsafe fn clean(&mut self) {
        let Progress { read: at, written: end } = self.progress;
        let left = self.len - at;
        // SAFETY: reads are of 16 bytes if `left >= BLOCK`, else of `left`. Stores are exactly output,
        // and not longer than the input that they replace; `end <= at`.
        let clean = unsafe {
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
            clean
        };
        self.progress = Progress { read: at + clean, written: end + clean };
    }

    /// Decodes the units from here on that begin with a `%`: triplets are often adjacent. False where
    /// something is refused.
    ///
    /// # Safety
    /// The contract of [`exactly`](Self::exactly).
    #[inline]
    #[target_feature(enable = "sse2")]
    unsafe fn triplets(&mut self, rules: &DecodeRules) -> bool {
        let Progress { read: mut at, written: mut end } = self.progress;
        let mut refused = false;
        // SAFETY: reads are of one byte where `at < len`, and of three for a `Kept`, which is a whole
        // triplet, so `at + 3 <= len`. Stores are exactly output: `end` bytes precede them, so
        // `end + n` is at most the length that `decoded_len` answers if nothing is refused.
        // `end <= at`, and a store is never longer than the input that it replaces, so
        // `end + n <= len` otherwise.
        unsafe {
            while at < self.len && *self.src.add(at) == b'%' {
                let (read, written) = match self.unit(at, rules) {
                    Unit::Byte(byte) => {
                        self.dst.add(end).write(byte);
                        (1, 1)
                    }
                    Unit::Value(value) => {
                        self.dst.add(end).write(value);
                        (3, 1)
                    }
                    Unit::Kept => {
                        core::ptr::copy(self.src.add(at), self.dst.add(end), 3);
                        (3, 3)
                    }
                    Unit::Refused(_) => {
                        refused = true;
                        break;
                    }
                };
                at += read;
                end += written;
            }
        }
        self.progress = Progress { read: at, written: end };
        !refused
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
