//! WebAssembly's fixed-width SIMD: [`generic`](crate::kernel::generic) in registers of 16
//! bytes.

use super::v16::V16;
use crate::kernel::generic::{self, SHORT};
#[cfg(feature = "batch")]
use crate::kernel::marks::Block;
#[cfg(all(feature = "path", feature = "alloc"))]
use crate::kernel::path_rules::SHORT_PATH;
#[cfg(feature = "path")]
use crate::kernel::path_rules::{Examined, PathRules};
use crate::kernel::rules::{DecodeRules, EncodeRules, Progress};
use crate::kernel::trust::Slot;
use crate::sets::AsciiSet;

/// Inputs of up to this many bytes are encoded byte by byte.
pub(in crate::kernel) const ENCODE_FEW: usize = 7;

// The functions of the kernel (see its contract in `kernel`): each enables the instructions and is
// the generic one.

#[target_feature(enable = "simd128")]
pub(in crate::kernel) unsafe fn find_either(input: &[u8], a: u8, b: u8) -> usize {
    // SAFETY: the attribute enables the features that the vector needs.
    unsafe { generic::find_either::<V16>(input, a, b) }
}

#[cfg(feature = "inspect")]
#[target_feature(enable = "simd128")]
pub(in crate::kernel) unsafe fn find_suspect(input: &[u8], byte: u8) -> usize {
    // SAFETY: the attribute enables the features that the vector needs.
    unsafe { generic::find_suspect::<V16>(input, byte) }
}

#[target_feature(enable = "simd128")]
pub(in crate::kernel) unsafe fn find_triplet(input: &[u8], plus: bool) -> usize {
    // SAFETY: the attribute enables the features that the vector needs.
    unsafe { generic::find_triplet::<V16>(input, plus) }
}

#[target_feature(enable = "simd128")]
pub(in crate::kernel) unsafe fn find_member(input: &[u8], set: &AsciiSet) -> usize {
    // SAFETY: the attribute enables the features that the vector needs.
    unsafe { generic::find_member::<V16>(input, set) }
}

#[target_feature(enable = "simd128")]
pub(in crate::kernel) unsafe fn members(input: &[u8], set: &AsciiSet) -> u64 {
    // SAFETY: the attribute enables the features that the vector needs.
    unsafe { generic::members::<V16>(input, set) }
}

#[target_feature(enable = "simd128")]
pub(in crate::kernel) unsafe fn is_utf8(input: &[u8]) -> bool {
    // SAFETY: the attribute enables the features that the vector needs.
    unsafe { generic::is_utf8::<V16>(input) }
}

/// # Safety
/// `src` is valid for reads of `len` bytes, and `dst` for writes of `len + 64`, any of which may be
/// written; they do not overlap.
#[target_feature(enable = "simd128")]
pub(in crate::kernel) unsafe fn decode_text(
    src: *const u8,
    len: usize,
    dst: *mut u8,
    plus: bool,
) -> Option<(usize, bool)> {
    // SAFETY: the attribute enables the features that the vector needs; `src` is valid for reads of
    // `len` bytes, and `dst` for writes of `len + 32 <= len + 64`, by this function's contract.
    let (written, known) = unsafe { generic::decode_text::<V16>(src, len, dst, plus) };
    let is_text = match known {
        Some(is_text) => is_text,
        // SAFETY: the `written` bytes from `dst` on have just been written; the attribute enables
        // the features of `is_utf8`.
        None => unsafe { is_utf8(core::slice::from_raw_parts(dst, written)) },
    };
    Some((written, is_text))
}

#[cfg(feature = "path")]
#[target_feature(enable = "simd128")]
pub(in crate::kernel) unsafe fn examine(path: &[u8], rules: &PathRules) -> Examined {
    // SAFETY: the attribute enables the features that the vector needs.
    let first = unsafe { generic::first_look::<V16>(path, rules) };
    match first.from {
        Some(from) => examine_from(path, from, first.dots, rules),
        None => first.of_all(path),
    }
}

/// [`examine`], which also decodes a short path.
///
/// # Safety
/// `dst` is valid for writes of `DECODED_PATH` bytes, any of which may be written.
#[cfg(all(feature = "path", feature = "alloc"))]
#[target_feature(enable = "simd128")]
pub(in crate::kernel) unsafe fn examine_decoding(
    path: &[u8],
    rules: &PathRules,
    keep: &AsciiSet,
    dst: *mut u8,
) -> Examined {
    // SAFETY: the attribute enables the features that the vector needs.
    let first = unsafe { generic::first_look::<V16>(path, rules) };
    match first.from {
        Some(_) if path.len() <= SHORT_PATH => {
            // SAFETY: `dst` is valid for writes of `DECODED_PATH` bytes, by this function's
            // contract, and `path.len() <= SHORT_PATH`.
            unsafe { examine_decoding_short(path, first.dots, rules, keep, dst) }
        }
        Some(from) => examine_from(path, from, first.dots, rules),
        None => first.of_all(path),
    }
}

/// [`examine`] from a place before which nothing is odd. Not inlined: most paths need none of its
/// registers.
#[cfg(feature = "path")]
#[inline(never)]
#[target_feature(enable = "simd128")]
fn examine_from(path: &[u8], from: usize, dots: bool, rules: &PathRules) -> Examined {
    let (none, dst) = (&AsciiSet::EMPTY, core::ptr::null_mut());
    // SAFETY: the attribute enables the features that the vector needs; without `DECODE`, nothing
    // is written to `dst`.
    unsafe { generic::examine_from::<V16, false>(path, from, dots, rules, none, dst) }
}

/// [`examine_decoding`] for a short path in which there is something.
///
/// # Safety
/// `dst` is valid for writes of `DECODED_PATH` bytes, and `path.len() <= SHORT_PATH`.
#[cfg(all(feature = "path", feature = "alloc"))]
#[inline(never)]
#[target_feature(enable = "simd128")]
unsafe fn examine_decoding_short(
    path: &[u8],
    dots: bool,
    rules: &PathRules,
    keep: &AsciiSet,
    dst: *mut u8,
) -> Examined {
    // SAFETY: the attribute enables the features that the vector needs; `dst` is valid for writes
    // of `DECODED_PATH == SHORT_PATH + 64` bytes, and `path.len() + 2 + 32 <= SHORT_PATH + 64`, by
    // this function's contract.
    unsafe { generic::examine_from::<V16, true>(path, 0, dots, rules, keep, dst) }
}

#[target_feature(enable = "simd128")]
pub(in crate::kernel) unsafe fn encoded_len(input: &[u8], rules: &EncodeRules) -> usize {
    if rules.keep_escapes {
        return encoded_len_keeping(input, rules);
    }
    // SAFETY: the attribute enables the features that the vector needs.
    unsafe { generic::encoded_len::<V16, false>(input, rules) }
}

/// [`encoded_len`] where valid triplets stay.
#[inline(never)]
#[target_feature(enable = "simd128")]
fn encoded_len_keeping(input: &[u8], rules: &EncodeRules) -> usize {
    // SAFETY: the attribute enables the features that the vector needs.
    unsafe { generic::encoded_len::<V16, true>(input, rules) }
}

/// # Safety
/// `out` holds at least as many bytes as [`encoded_len`] answers.
#[target_feature(enable = "simd128")]
pub(in crate::kernel) unsafe fn encode(
    input: &[u8],
    out: &mut [Slot],
    rules: &EncodeRules,
) -> usize {
    // SAFETY: the attribute enables the features that the vector needs; `out` holds as many bytes
    // as `encoded_len` answers, by this function's contract.
    unsafe {
        if rules.keep_escapes {
            return encode_keeping(input, out, rules);
        }
        generic::encode::<V16, false>(input, out, rules)
    }
}

/// [`encode`] where valid triplets stay.
///
/// # Safety
/// `out` holds at least as many bytes as [`encoded_len`] answers.
#[inline(never)]
#[target_feature(enable = "simd128")]
unsafe fn encode_keeping(input: &[u8], out: &mut [Slot], rules: &EncodeRules) -> usize {
    // SAFETY: the attribute enables the features that the vector needs; `out` holds as many bytes
    // as `encoded_len` answers, by this function's contract.
    unsafe { generic::encode::<V16, true>(input, out, rules) }
}

#[cfg(feature = "batch")]
#[target_feature(enable = "simd128")]
pub(in crate::kernel) unsafe fn mark_escaped(
    input: &[u8],
    set: &AsciiSet,
    blocks: &mut [Block],
) -> bool {
    // SAFETY: the attribute enables the features that the vector needs.
    unsafe { generic::mark_escaped::<V16>(input, set, blocks) }
    true
}

#[cfg(feature = "batch")]
#[target_feature(enable = "simd128")]
pub(in crate::kernel) unsafe fn fold_places<T, S>(
    blocks: &[Block],
    places: impl Iterator<Item = (usize, T)>,
    state: S,
    fold: impl FnMut(S, (usize, T), (usize, u64)) -> S,
) -> S {
    Block::fold(blocks, places, state, fold)
}

/// Decodes `len > 0` bytes from `src` to `dst`, and marks what is dropped.
///
/// # Safety
/// `src` is valid for reads of `len` bytes, and `dst` for writes of `room >= len` bytes, any of
/// which may be written. The two do not overlap.
#[cfg(feature = "batch")]
#[target_feature(enable = "simd128")]
pub(in crate::kernel) unsafe fn decode_marked(
    src: *const u8,
    len: usize,
    dst: *mut u8,
    room: usize,
    rules: &DecodeRules,
    blocks: &mut [Block],
) -> Option<Progress> {
    // SAFETY: the contract of `decode_marked_by` is this function's.
    Some(unsafe {
        if rules.is_plain() {
            decode_marked_by::<false>(src, len, dst, room, rules, blocks)
        } else {
            decode_marked_by::<true>(src, len, dst, room, rules, blocks)
        }
    })
}

/// # Safety
/// The contract of [`decode_marked`].
#[cfg(feature = "batch")]
#[inline(never)]
#[target_feature(enable = "simd128")]
unsafe fn decode_marked_by<const POLICY: bool>(
    src: *const u8,
    len: usize,
    dst: *mut u8,
    room: usize,
    rules: &DecodeRules,
    blocks: &mut [Block],
) -> Progress {
    // SAFETY: the attribute enables the features that the vector needs; the rest is this function's
    // contract.
    let (done, carry, marker) =
        unsafe { generic::decode_marked::<V16, POLICY>(src, len, dst, rules, blocks) };
    let Some(carry) = carry else { return done };
    let (from, to) = (done.read + carry.count_ones() as usize, done.written);
    // SAFETY: `src` is valid for reads of `len` bytes, `dst` for writes of `room >= len`, and they
    // do not overlap, by this function's contract. At most two bytes are carried, and after a block
    // a register follows, so `from <= len`; `to <= done.read <= from`, so
    // `room - to >= len - from`.
    unsafe {
        generic::mark_rest::<V16>(src, done.read, len, carry, rules, marker, blocks);
        let rest = decode(src.add(from), len - from, dst.add(to), room - to, rules);
        generic::with_rest(done, rest, from, len)
    }
}

#[target_feature(enable = "simd128")]
pub(in crate::kernel) unsafe fn decoded_len(input: &[u8], rules: &DecodeRules) -> Progress {
    // SAFETY: the attribute enables the features that the vector needs.
    unsafe { generic::decoded_len::<V16>(input, rules) }
}

/// Decodes `len` bytes from `src` to `dst`, which may be the same.
///
/// # Safety
/// `src` is valid for reads of `len` bytes, and `dst` for writes of `room >= len` bytes, any of
/// which may be written. The two do not overlap, or `dst` does not begin after `src`.
#[target_feature(enable = "simd128")]
pub(in crate::kernel) unsafe fn decode(
    src: *const u8,
    len: usize,
    dst: *mut u8,
    room: usize,
    rules: &DecodeRules,
) -> Progress {
    // SAFETY: the attribute enables the features that the vector needs; `src` is valid for reads of
    // `len` bytes, `dst` for writes of `room >= len`, and they overlap at most as `decode_short`
    // allows, by this function's contract.
    unsafe {
        // Most calls: a short line without a `%`, decoded without a frame.
        if generic::decode_clean::<V16>(src, len, dst, rules) {
            return Progress { read: len, written: len };
        }
        match (len <= SHORT, rules.is_plain()) {
            (true, true) => decode_short::<false>(src, len, dst, room, rules),
            (true, false) => decode_short::<true>(src, len, dst, room, rules),
            (false, true) => decode_long::<false>(src, len, dst, room, rules),
            (false, false) => decode_long::<true>(src, len, dst, room, rules),
        }
    }
}

/// [`decode`] for [`SHORT`] bytes or fewer that are not clean.
///
/// # Safety
/// The contract of [`decode`], and `len <= SHORT`.
#[inline(never)]
#[target_feature(enable = "simd128")]
unsafe fn decode_short<const POLICY: bool>(
    src: *const u8,
    len: usize,
    dst: *mut u8,
    room: usize,
    rules: &DecodeRules,
) -> Progress {
    // SAFETY: the attribute enables the features that the vector needs; the rest is this function's
    // contract.
    unsafe { generic::decode_short::<V16, POLICY>(src, len, dst, room, rules) }
}

/// [`decode`] for more than [`SHORT`] bytes.
///
/// # Safety
/// The contract of [`decode`].
#[inline(never)]
#[target_feature(enable = "simd128")]
unsafe fn decode_long<const POLICY: bool>(
    src: *const u8,
    len: usize,
    dst: *mut u8,
    room: usize,
    rules: &DecodeRules,
) -> Progress {
    // SAFETY: the attribute enables the features that the vector needs; the rest is this function's
    // contract. `written <= read <= len`, so `len - read` bytes are left to read from `src + read`,
    // and `room - written >= len - read` to write from `dst + written`, which does not begin after
    // `src + read` if the two overlap.
    unsafe {
        let Progress { read, written } =
            generic::decode_bulk::<V16, POLICY>(src, len, dst, room, rules);
        if len - read > SHORT {
            return Progress { read, written }; // something is refused
        }
        decode(src.add(read), len - read, dst.add(written), room - written, rules)
            .after(read, written)
    }
}

/// See [`is_free_of`](generic::is_free_of). Safe: the instruction set is enabled for all code of
/// the target.
#[inline(always)]
pub(in crate::kernel) fn is_free_of<const ASCII: bool>(input: &[u8], a: u8, b: u8) -> bool {
    // SAFETY: `kernel` has this module only where the instruction set is enabled for all code.
    unsafe { generic::is_free_of::<V16, ASCII>(input, a, b) }
}

/// See [`places_of`](generic::places_of). Safe: the instruction set is enabled for all code of the
/// target.
#[inline(always)]
pub(in crate::kernel) fn places_of(input: &[u8], bytes: [u8; 3]) -> u64 {
    // SAFETY: `kernel` has this module only where the instruction set is enabled for all code.
    unsafe { generic::places_of::<V16>(input, bytes) }
}
