//! SSE2: a look at a path for anything that matters, and the scalar kernel where there is
//! something.

use super::BLOCK;
#[cfg(feature = "alloc")]
use crate::kernel::limits::DECODED_PATH;
use crate::kernel::path_rules::{Examined, PathRules};
use crate::kernel::scalar;
use crate::kernel::simd::arch::*;
use crate::kernel::simd::generic::partial::load_partial;
use crate::sets::AsciiSet;

/// The raw bytes that [`Look`] sees: what is odd under every policy without a reject set.
const SEEN: AsciiSet = crate::sets::CONTROLS.union(AsciiSet::from_bytes(b"%?#\\;"));

/// Examines a path by the rules.
#[target_feature(enable = "sse2")]
pub(in crate::kernel) fn examine(path: &[u8], rules: &PathRules) -> Examined {
    match first_look(path, rules) {
        Some(at) => scalar::examine(path, at, rules),
        None => Examined { read: path.len(), found: 0 },
    }
}

/// Examines a path by the rules; a short path is decoded, too.
///
/// # Safety
/// `dst` is valid for writes of `DECODED_PATH` bytes, any of which may be written.
#[cfg(feature = "alloc")]
#[target_feature(enable = "sse2")]
pub(in crate::kernel) unsafe fn examine_decoding(
    path: &[u8],
    rules: &PathRules,
    keep: &AsciiSet,
    dst: *mut u8,
) -> Examined {
    match first_look(path, rules) {
        Some(at) => {
            // SAFETY: `dst` is valid for writes of `DECODED_PATH` bytes, by this function's
            // contract, and a slot may be uninitialised.
            let out = unsafe { core::slice::from_raw_parts_mut(dst.cast(), DECODED_PATH) };
            scalar::examine_decoding(path, at, rules, keep, out)
        }
        None => Examined { read: path.len(), found: 0 },
    }
}

/// A place before which there is nothing to look at; `None` if that is so in all of the path.
#[inline]
#[target_feature(enable = "sse2")]
fn first_look(path: &[u8], rules: &PathRules) -> Option<usize> {
    if !rules.raw.is_subset(SEEN) {
        return Some(0);
    }
    let (src, len) = (path.as_ptr(), path.len());
    let look = Look::new(rules);
    let mut at = 0;
    if len < BLOCK {
        // SAFETY: `len < BLOCK`, and `src` is valid for reads of `len` bytes: both are those of the
        // slice. The array has the 16 bytes that the load reads.
        let v = unsafe { _mm_loadu_si128(load_partial(src, len).to_le_bytes().as_ptr().cast()) };
        // The zeros past the end are odd.
        if look.at(v, _mm_slli_si128::<1>(v)) & !(u32::MAX << len) == 0 {
            return None;
        }
    } else {
        // SAFETY: `BLOCK <= len`.
        let v = unsafe { _mm_loadu_si128(src.cast()) };
        if look.at(v, _mm_slli_si128::<1>(v)) == 0 {
            at = BLOCK;
            while at < len {
                // The last block ends where the path does.
                let start = at.min(len - BLOCK);
                // SAFETY: `start + BLOCK <= len`, and `start >= 1`: `at >= BLOCK`, and `BLOCK <
                // len` since `at < len`.
                let (v, before) = unsafe {
                    (
                        _mm_loadu_si128(src.add(start).cast()),
                        _mm_loadu_si128(src.add(start - 1).cast()),
                    )
                };
                if look.at(v, before) != 0 {
                    break;
                }
                at += BLOCK;
            }
            if at >= len {
                return None;
            }
        }
    }
    Some(at)
}

/// The first look: the bytes that must be examined.
struct Look {
    /// The last control character.
    control: __m128i,
    non_ascii: __m128i,
}

impl Look {
    #[inline]
    #[target_feature(enable = "sse2")]
    fn new(rules: &PathRules) -> Self {
        Self {
            control: _mm_set1_epi8(0x1F),
            non_ascii: _mm_set1_epi8(if rules.non_ascii { 0 } else { 0x80_u8 as i8 }),
        }
    }

    /// A bit for each byte that may be odd (that is in [`SEEN`]), and for each `/` or `.`
    /// after a `/`; `before` has the bytes before those of `v`.
    #[inline]
    #[target_feature(enable = "sse2")]
    fn at(&self, v: __m128i, before: __m128i) -> u32 {
        let is = |v, byte: u8| _mm_cmpeq_epi8(v, _mm_set1_epi8(byte as i8));
        let with = |bits: u8| _mm_or_si128(v, _mm_set1_epi8(bits as i8));
        // `?` and 0x7F differ in bit 6.
        let controls = _mm_cmpeq_epi8(_mm_min_epu8(v, self.control), v);
        let odd = _mm_or_si128(
            _mm_or_si128(_mm_or_si128(is(with(0x40), 0x7F), is(v, b'%')), is(v, b'#')),
            _mm_or_si128(is(v, b'\\'), is(v, b';')),
        );
        // `/` and `.` differ in the last bit.
        let dots = _mm_and_si128(is(with(1), b'/'), is(before, b'/'));
        let found = _mm_or_si128(_mm_or_si128(odd, controls), dots);
        _mm_movemask_epi8(_mm_or_si128(found, _mm_and_si128(v, self.non_ascii))) as u32
    }
}
