//! The contract of a kernel: every operation with its meaning and its safety.
//!
//! The operations are in lists, since a signature occurs in the trait and in each kernel over registers:
//! [`declare`] makes the functions of a trait of a list, and [`open`] those of a kernel.

#[cfg(feature = "batch")]
use crate::kernel::marks::Block;
#[cfg(feature = "path")]
use crate::kernel::path_rules::{Examined, PathRules};
use crate::kernel::rules::{DecodeRules, EncodeRules, Progress};
use crate::kernel::scalar;
use crate::kernel::trust::Slot;
use crate::sets::AsciiSet;

/// The operations of a [`Kernel`]: each with the function over registers, and the one of a kernel that
/// lacks the operation.
macro_rules! operations {
    ($apply:ident: $($features:literal)?) => { $apply! { $($features)?:
        /// The index of the first byte that is `a` or `b`, or the length.
        find_either(input: &[u8], a: u8, b: u8) -> usize = generic::find_either::<Registers<Self>>, scalar::find_either;

        /// The index of the first byte that is in `set` or >= 0x80, or the length.
        find_member(input: &[u8], set: &AsciiSet) -> usize = generic::find_member::<Registers<Self>>, scalar::find_member;

        /// The index of the first byte that is `byte` or >= 0x80, or a `.` before another one, or the
        /// length.
        #[cfg(feature = "inspect")]
        find_suspect(input: &[u8], byte: u8) -> usize = generic::find_suspect::<Registers<Self>>, scalar::find_suspect;

        /// The mask of the first 64 bytes that are in `set` or >= 0x80: the first byte is the lowest bit.
        members(input: &[u8], set: &AsciiSet) -> u64 = generic::members::<Registers<Self>>, scalar::members;

        /// True if the input is well-formed UTF-8.
        is_utf8(input: &[u8]) -> bool = generic::is_utf8::<Registers<Self>>, scalar::is_utf8;

        /// The length of the output of [`encode`](Self::encode) (saturating).
        encoded_len(input: &[u8], rules: &EncodeRules) -> usize = generic::encoded_len::<Registers<Self>>, scalar::encoded_len;

        /// Encodes all of the input to the front of `out`, and returns the length of that.
        ///
        /// # Safety
        /// `out` holds at least as many bytes as [`encoded_len`](Self::encoded_len) answers.
        encode(input: &[u8], out: &mut [Slot], rules: &EncodeRules) -> usize = generic::encode::<Self>, scalar::encode;

        /// The progress that [`decode`](Self::decode) would make.
        decoded_len(input: &[u8], rules: &DecodeRules) -> Progress = generic::decoded_len::<Registers<Self>>, scalar::decoded_len;

        /// Decodes `len` bytes from `src` to `dst`, which may be the same, by the plain rules, `+` as SP if
        /// `plus`. Returns the length of the output: these rules refuse nothing.
        ///
        /// # Safety
        /// The contract of [`decode`](Self::decode).
        decode_plain(src: *const u8, len: usize, dst: *mut u8, room: usize, plus: bool) -> usize = generic::decode_plain::<Self>, decode_plain_by_scalar;

        /// Decodes `len` bytes from `src` to `dst`, which may be the same.
        ///
        /// # Safety
        /// `src` is valid for reads of `len` bytes, and `dst` for writes of `room >= len` bytes, any of
        /// which may be written. The two are equal, or do not overlap.
        decode(src: *const u8, len: usize, dst: *mut u8, room: usize, rules: &DecodeRules) -> Progress = generic::decode::<Self>, decode_by_scalar;

        /// Decodes a short input by the plain rules, with `plus` or without: the length of what
        /// [`decode`](Self::decode) writes, and whether that is UTF-8. `None` where decoding leaves nothing
        /// in registers, or the input is too long.
        ///
        /// # Safety
        /// `src` is valid for reads of `len` bytes, and `dst` for writes of `len + 64`, any of which may be
        /// written; they do not overlap.
        decode_text(src: *const u8, len: usize, dst: *mut u8, plus: bool) -> Option<(usize, bool)> = generic::decode_text::<Registers<Self>>, |_, _, _, _| None;

        /// Examines a path: see [`Examined`].
        #[cfg(feature = "path")]
        examine(path: &[u8], rules: &PathRules) -> Examined = generic::examine::<Self>, |path, rules| scalar::examine(path, 0, rules);

        /// [`examine`](Self::examine), which may decode a short path to `dst`.
        ///
        /// # Safety
        /// `dst` is valid for writes of `DECODED_PATH` bytes, any of which may be written.
        #[cfg(all(feature = "path", feature = "alloc"))]
        examine_decoding(path: &[u8], rules: &PathRules, keep: &AsciiSet, dst: *mut u8) -> Examined = generic::examine_decoding::<Self>, |path, rules, _, _| Self::examine(path, rules);

        /// Marks the bytes that are in `set` or >= 0x80, which [`encode`](Self::encode) escapes. False where
        /// going byte by byte is as fast: then nothing is marked.
        #[cfg(feature = "batch")]
        mark_escaped(input: &[u8], set: &AsciiSet, blocks: &mut [Block]) -> bool = generic::mark_escaped::<Registers<Self>>, |_, _, _| false;

        /// Decodes `len > 0` bytes from `src` to `dst`, and marks the digits that are dropped from the part
        /// that is read. `None`, and nothing done, where a call for each row is as fast.
        ///
        /// # Safety
        /// `src` is valid for reads of `len` bytes, and `dst` for writes of `room >= len` bytes, any of which
        /// may be written. The two do not overlap.
        #[cfg(feature = "batch")]
        decode_marked(src: *const u8, len: usize, dst: *mut u8, room: usize, rules: &DecodeRules, blocks: &mut [Block]) -> Option<Progress> = generic::decode_marked::<Self>, |_, _, _, _, _, _| None;
    } };
}

pub(super) use operations;

/// The functions of a trait, a line each: with the body of those that lack their own.
macro_rules! declare {
    (:$(
        $(#[$attribute:meta])*
        $name:ident($($argument:ident: $type:ty),*) -> $result:ty = $function:expr, $scalar:expr;
    )+) => {$(
        $(#[$attribute])*
        unsafe fn $name($($argument: $type),*) -> $result {
            #[allow(unused_unsafe, reason = "most are safe")]
            // SAFETY: the contract of an unsafe one is that of this function.
            unsafe { $scalar($($argument),*) }
        }
    )+};
    (:$(
        $(#[$attribute:meta])*
        $name:ident$(<const $constant:ident>)?($($argument:ident: $type:ty),*) -> $result:ty = $function:expr;
    )+) => {$(
        $(#[$attribute])*
        unsafe fn $name$(<const $constant: bool>)?($($argument: $type),*) -> $result;
    )+};
}
pub(super) use declare;

/// A kernel. The rules that hold for each operation are in the documentation of
/// [`kernel`](crate::kernel): memory, halting, in place, lengths.
///
/// # Safety
/// The CPU has the kernel's instructions, for each function. A few rely on memory besides, and say
/// so.
#[allow(clippy::missing_safety_doc, reason = "the trait's documentation says what all ask for")]
pub(in crate::kernel) trait Kernel {
    operations! { declare: }

    /// Folds places with the number of marks before each, and returns the state.
    #[cfg(feature = "batch")]
    unsafe fn fold_places<T, S>(
        blocks: &[Block],
        places: impl Iterator<Item = (usize, T)>,
        state: S,
        fold: impl FnMut(S, (usize, T), (usize, u64)) -> S,
    ) -> S {
        Block::fold(blocks, places, state, fold)
    }
}

/// [`Kernel::decode_plain`] by the scalar kernel.
///
/// # Safety
/// The contract of [`Kernel::decode`].
#[inline(never)] // it has a frame
unsafe fn decode_plain_by_scalar(
    src: *const u8,
    len: usize,
    dst: *mut u8,
    room: usize,
    plus: bool,
) -> usize {
    // SAFETY: this function's contract is that of `decode_by_scalar`; the input and the output do
    // not overlap unless they are equal, so each is a slice as there.
    unsafe {
        if src == dst.cast_const() {
            decode_by_scalar(src, len, dst, room, &DecodeRules::plain(plus)).written
        } else {
            let out = core::slice::from_raw_parts_mut(dst.cast(), room);
            scalar::decode_plain(core::slice::from_raw_parts(src, len), out, plus)
        }
    }
}

/// [`Kernel::decode`] by the scalar kernel.
///
/// # Safety
/// The contract of [`Kernel::decode`].
#[inline(never)]
unsafe fn decode_by_scalar(
    src: *const u8,
    len: usize,
    dst: *mut u8,
    room: usize,
    rules: &DecodeRules,
) -> Progress {
    // SAFETY: `src` is valid for reads of `len` bytes and `dst` for writes of `room >= len`, and they
    // do not overlap unless they are equal, by this function's contract: then the bytes are
    // initialised, since they are read. A slot may be uninitialised.
    unsafe {
        if src == dst.cast_const() {
            scalar::decode_in_place(core::slice::from_raw_parts_mut(dst, len), rules)
        } else {
            let out = core::slice::from_raw_parts_mut(dst.cast(), room);
            scalar::decode(core::slice::from_raw_parts(src, len), out, rules)
        }
    }
}
