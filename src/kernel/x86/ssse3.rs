//! SSSE3 (every x86-64 CPU since about 2008): [`generic`](crate::kernel::generic) in
//! registers of 16 bytes.

use super::arch::*;
use crate::kernel::generic::{self, SHORT, Vector, Vector16};
#[cfg(feature = "batch")]
use crate::kernel::marks::Block;
#[cfg(all(feature = "path", feature = "alloc"))]
use crate::kernel::path_rules::SHORT_PATH;
#[cfg(feature = "path")]
use crate::kernel::path_rules::{Examined, PathRules};
use crate::kernel::rules::{DecodeRules, EncodeRules, Progress};
use crate::kernel::scalar;
use crate::kernel::trust::Slot;
use crate::sets::AsciiSet;

/// 16 bytes. A value exists only where the CPU has SSSE3: see [`Vector`].
#[derive(Clone, Copy)]
pub(super) struct V16(__m128i);

impl Vector for V16 {
    const LANES: usize = 16;
    type Half = Self;

    #[inline(always)]
    unsafe fn load(src: *const u8) -> Self {
        // SAFETY: `src` is valid for reads of `LANES` = 16 bytes, by the contract of `load`;
        // the CPU has SSSE3, by the same contract.
        Self(unsafe { _mm_loadu_si128(src.cast()) })
    }

    #[inline(always)]
    unsafe fn store(self, dst: *mut u8) {
        // SAFETY: `dst` is valid for writes of `LANES` = 16 bytes, by the contract of `store`;
        // `self` proves SSSE3.
        unsafe { _mm_storeu_si128(dst.cast(), self.0) }
    }

    #[inline(always)]
    unsafe fn load_halves(first: *const u8, _second: *const u8) -> Self {
        // SAFETY: `first` is valid for reads of 16 bytes, by the contract of `load_halves`;
        // the CPU has SSSE3, by the same contract.
        unsafe { Self::load(first) }
    }

    #[inline(always)]
    unsafe fn splat(byte: u8) -> Self {
        // SAFETY: the intrinsic touches registers only; the CPU has SSSE3, by the contract of
        // `splat`.
        #[allow(unused_unsafe)]
        Self(unsafe { _mm_set1_epi8(byte as i8) })
    }

    #[inline(always)]
    unsafe fn load_repeated(src: *const u8) -> Self {
        // SAFETY: `src` is valid for reads of 16 bytes, by the contract of `load_repeated`; the
        // CPU has SSSE3, by the same contract.
        unsafe { Self::load(src) }
    }

    generic::operations! {
        and(a, b) => _mm_and_si128(a, b);
        or(a, b) => _mm_or_si128(a, b);
        xor(a, b) => _mm_xor_si128(a, b);
        and_not(a, b) => _mm_andnot_si128(b, a);
        equal(a, b) => _mm_cmpeq_epi8(a, b);
        add(a, b) => _mm_add_epi8(a, b);
        add_saturating(a, b) => _mm_adds_epu8(a, b);
        subtract(a, b) => _mm_sub_epi8(a, b);
        subtract_saturating(a, b) => _mm_subs_epu8(a, b);
        min(a, b) => _mm_min_epu8(a, b);
        low_nibble_up(a) => _mm_and_si128(_mm_slli_epi16::<4>(a), _mm_set1_epi8(0xF0_u8 as i8));
        high_nibble_down(a) => _mm_and_si128(_mm_srli_epi16::<4>(a), _mm_set1_epi8(0x0F));
        top_bit(a) => _mm_cmpgt_epi8(_mm_setzero_si128(), a);
        look_up(table, index) => _mm_shuffle_epi8(table, index);
        next1(a, following) => _mm_alignr_epi8::<1>(following, a);
        next2(a, following) => _mm_alignr_epi8::<2>(following, a);
        rotate1(a) => _mm_alignr_epi8::<1>(a, a);
        rotate2(a) => _mm_alignr_epi8::<2>(a, a);
        previous1(a, preceding) => _mm_alignr_epi8::<15>(a, preceding);
        previous2(a, preceding) => _mm_alignr_epi8::<14>(a, preceding);
        previous3(a, preceding) => _mm_alignr_epi8::<13>(a, preceding);
        join_low8(a, b) => _mm_unpacklo_epi64(a, b);
        join_high8(a, b) => _mm_unpackhi_epi64(a, b);
        shuffle(a, index) => _mm_shuffle_epi8(a, index);
    }

    #[inline(always)]
    fn mask(self) -> u64 {
        // SAFETY: the intrinsic touches registers only; `self` proves SSSE3.
        #[allow(unused_unsafe)]
        u64::from(unsafe { _mm_movemask_epi8(self.0) } as u16)
    }

    #[inline(always)]
    fn any(self) -> bool {
        self.mask() != 0
    }

    #[inline(always)]
    fn half(self, _part: usize) -> Self {
        self
    }

    #[inline(always)]
    unsafe fn from_halves(first: Self, _second: Self) -> Self {
        first
    }

    #[inline(always)]
    fn repeat(self, _part: usize) -> Self {
        self
    }
}

impl Vector16 for V16 {
    #[inline(always)]
    unsafe fn from_u128(bytes: u128) -> Self {
        // SAFETY: the array has the 16 bytes that are loaded; the CPU has SSSE3, by the contract of
        // `from_u128`.
        unsafe { Self::load(bytes.to_le_bytes().as_ptr()) }
    }

    #[inline(always)]
    fn to_u128(self) -> u128 {
        let mut bytes = [0; 16];
        // SAFETY: `bytes` has the 16 bytes that are stored.
        unsafe { self.store(bytes.as_mut_ptr()) };
        u128::from_le_bytes(bytes)
    }

    #[inline(always)]
    unsafe fn load8(src: *const u8) -> Self {
        // SAFETY: `src` is valid for reads of 8 bytes, by the contract of `load8`;
        // the CPU has SSSE3, by the same contract.
        Self(unsafe { _mm_loadl_epi64(src.cast()) })
    }

    #[inline(always)]
    unsafe fn store8(self, dst: *mut u8) {
        // SAFETY: `dst` is valid for writes of 8 bytes, by the contract of `store8`;
        // `self` proves SSSE3.
        unsafe { _mm_storel_epi64(dst.cast(), self.0) }
    }

    generic::operations! {
        high8(a) => _mm_unpackhi_epi64(a, a);
    }
}

impl V16 {
    /// The register itself, for the wider one that it is half of.
    ///
    /// # Safety
    /// The CPU has SSSE3.
    #[inline(always)]
    pub(super) unsafe fn from_register(register: __m128i) -> Self {
        Self(register)
    }

    /// The register, for the wider one that it becomes half of.
    #[inline(always)]
    pub(super) fn register(self) -> __m128i {
        self.0
    }
}

// The functions of the kernel (see its contract in `kernel`): each enables the instructions and is
// the generic one.

#[target_feature(enable = "ssse3")]
pub(in crate::kernel) unsafe fn find_either(input: &[u8], a: u8, b: u8) -> usize {
    // SAFETY: the attribute enables the features that the vector needs.
    unsafe { generic::find_either::<V16>(input, a, b) }
}

#[cfg(feature = "inspect")]
#[target_feature(enable = "ssse3")]
pub(in crate::kernel) unsafe fn find_suspect(input: &[u8], byte: u8) -> usize {
    // SAFETY: the attribute enables the features that the vector needs.
    unsafe { generic::find_suspect::<V16>(input, byte) }
}

#[target_feature(enable = "ssse3")]
pub(in crate::kernel) unsafe fn find_triplet(input: &[u8], plus: bool) -> usize {
    // SAFETY: the attribute enables the features that the vector needs.
    unsafe { generic::find_triplet::<V16>(input, plus) }
}

#[target_feature(enable = "ssse3")]
pub(in crate::kernel) unsafe fn find_member(input: &[u8], set: &AsciiSet) -> usize {
    // SAFETY: the attribute enables the features that the vector needs.
    unsafe { generic::find_member::<V16>(input, set) }
}

#[target_feature(enable = "ssse3")]
pub(in crate::kernel) unsafe fn members(input: &[u8], set: &AsciiSet) -> u64 {
    // SAFETY: the attribute enables the features that the vector needs.
    unsafe { generic::members::<V16>(input, set) }
}

#[target_feature(enable = "ssse3")]
pub(in crate::kernel) unsafe fn is_utf8(input: &[u8]) -> bool {
    // SAFETY: the attribute enables the features that the vector needs.
    unsafe { generic::is_utf8::<V16>(input) }
}

/// # Safety
/// `src` is valid for reads of `len` bytes, and `dst` for writes of `len + 64`, any of which may be
/// written; they do not overlap.
#[target_feature(enable = "ssse3")]
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
#[target_feature(enable = "ssse3")]
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
#[target_feature(enable = "ssse3")]
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
#[target_feature(enable = "ssse3")]
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
#[target_feature(enable = "ssse3")]
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

#[target_feature(enable = "ssse3")]
pub(in crate::kernel) unsafe fn encoded_len(input: &[u8], rules: &EncodeRules) -> usize {
    if rules.keep_escapes {
        return scalar::encoded_len(input, rules); // see `encode`
    }
    // SAFETY: the attribute enables the features that the vector needs.
    unsafe { generic::encoded_len::<V16, false>(input, rules) }
}

/// # Safety
/// `out` holds at least as many bytes as [`encoded_len`] answers.
#[target_feature(enable = "ssse3")]
pub(in crate::kernel) unsafe fn encode(
    input: &[u8],
    out: &mut [Slot],
    rules: &EncodeRules,
) -> usize {
    if rules.keep_escapes {
        // Rarely asked for: not worth code that all of this crate's users compile.
        return scalar::encode(input, out, rules);
    }
    // SAFETY: the attribute enables the features that the vector needs; `out` holds as many bytes
    // as `encoded_len` answers, by this function's contract.
    unsafe { generic::encode::<V16, false>(input, out, rules) }
}

#[cfg(feature = "batch")]
#[target_feature(enable = "ssse3")]
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
#[target_feature(enable = "ssse3")]
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
#[target_feature(enable = "ssse3")]
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
#[target_feature(enable = "ssse3")]
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

#[target_feature(enable = "ssse3")]
pub(in crate::kernel) unsafe fn decoded_len(input: &[u8], rules: &DecodeRules) -> Progress {
    // SAFETY: the attribute enables the features that the vector needs.
    unsafe { generic::decoded_len::<V16>(input, rules) }
}

/// Decodes `len` bytes from `src` to `dst`, which may be the same.
///
/// # Safety
/// `src` is valid for reads of `len` bytes, and `dst` for writes of `room >= len` bytes, any of
/// which may be written. The two do not overlap, or `dst` does not begin after `src`.
#[target_feature(enable = "ssse3")]
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
        if len <= SHORT {
            decode_short(src, len, dst, room, rules)
        } else {
            decode_long(src, len, dst, room, rules)
        }
    }
}

/// [`decode`] for [`SHORT`] bytes or fewer that are not clean. (One function for plain rules and
/// others: few CPUs end here, and all of this crate's users compile it.)
///
/// # Safety
/// The contract of [`decode`], and `len <= SHORT`.
#[inline(never)]
#[target_feature(enable = "ssse3")]
unsafe fn decode_short(
    src: *const u8,
    len: usize,
    dst: *mut u8,
    room: usize,
    rules: &DecodeRules,
) -> Progress {
    // SAFETY: the attribute enables the features that the vector needs; the rest is this function's
    // contract.
    unsafe { generic::decode_short::<V16, true>(src, len, dst, room, rules) }
}

/// [`decode`] for more than [`SHORT`] bytes.
///
/// # Safety
/// The contract of [`decode`].
#[inline(never)]
#[target_feature(enable = "ssse3")]
unsafe fn decode_long(
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
            generic::decode_bulk::<V16, true>(src, len, dst, room, rules);
        if len - read > SHORT {
            return Progress { read, written }; // something is refused
        }
        decode(src.add(read), len - read, dst.add(written), room - written, rules)
            .after(read, written)
    }
}
