//! The contract of a kernel: every operation with its meaning and its safety.
//!
//! The operations are in lists, so that each signature is written once: [`declare`] makes the
//! functions of a trait of a list, and `open!` those of a kernel.

#[cfg(feature = "batch")]
use crate::kernel::marks::Block;
use crate::kernel::rules::{DecodeRules, EncodeRules, Progress};
#[cfg(feature = "path")]
use crate::kernel::rules::{Decoding, Examined, PathRules};
use crate::kernel::scalar;
use crate::kernel::trust::{Slot, utf8};
use crate::sets::AsciiSet;

/// The operations of a [`Kernel`]: each with the function over registers, and the one of a kernel that
/// lacks the operation.
macro_rules! operations {
    ($apply:ident: $($features:literal)?) => { $apply! { $($features #[allow(unused_unsafe, reason = "some are safe where their instructions are enabled")])?:
        /// The index of the first byte that is `a` or `b`, or the length.
        find_either(input: &[u8], a: u8, b: u8) -> usize = generic::find::find_either::<Registers<Self>, Half<Self>>, scalar::find_either;

        /// The index of the first byte that is in `set` or >= 0x80, or the length.
        find_member(input: &[u8], set: &AsciiSet) -> usize = generic::find::find_member::<Registers<Self>>, scalar::find_member;

        /// The index of the first byte that is `byte` or >= 0x80, or a `.` before another one, or the
        /// length.
        #[cfg(feature = "inspect")]
        #[inline]
        find_suspect(input: &[u8], byte: u8) -> usize = generic::find::find_suspect::<Registers<Self>, Half<Self>>, scalar::find_suspect::<true>;

        /// The mask of the first 64 bytes that are in `set` or >= 0x80: the first byte is the lowest bit.
        #[inline]
        members(input: &[u8], set: &AsciiSet) -> u64 = generic::encode::members::<Registers<Self>>, scalar::members;

        /// True if the input is well-formed UTF-8.
        is_utf8(input: &[u8]) -> bool = generic::utf8::is_utf8::<Registers<Self>>, |input| utf8(input).is_some();

        /// The length of the output of [`encode`](Self::encode) (saturating).
        encoded_len(input: &[u8], rules: &EncodeRules) -> usize = generic::encoded_len::<Registers<Self>>, scalar::encoded_len;

        /// Encodes all of the input to the front of `out`, and returns the length of that.
        ///
        /// # Safety
        /// `out` holds at least [`encoded_len`](Self::encoded_len) bytes.
        encode(input: &[u8], out: &mut [Slot], rules: &EncodeRules) -> usize = generic::encode::<Self>, scalar::encode;

        /// Decodes `src` to `dst`, which may be the same memory. `PLAIN` repeats that the rules are plain,
        /// `plus_as_space` aside: they refuse nothing, and a program without others links no kernel for
        /// them.
        ///
        /// # Safety
        /// `src` is valid for reads, and `dst`, which is at least as long, for writes, any byte of which may
        /// be written. The two do not overlap, or, where [`DECODES`](Self::DECODES), begin at the same
        /// place.
        decode<const PLAIN>(src: *const [u8], dst: *mut [u8], rules: &DecodeRules) -> Progress = generic::decode::<Self, PLAIN>, |src: *const [u8], dst, rules| scalar::decode::<PLAIN>(&*src, &mut *(dst as *mut [Slot]), rules);

        /// Decodes at most [`SHORT_TEXT`](crate::kernel::memory::SHORT_TEXT) bytes by plain rules, where it
        /// [`DECODES`](Self::DECODES): the length of the output, and whether that is UTF-8. `DIRTY` says
        /// that decoding probably changes the input.
        ///
        /// # Safety
        /// `src` is valid for reads, and `dst`, which is longer by 64 bytes, for writes, any byte of which
        /// may be written; they do not overlap.
        decode_text<const DIRTY>(src: *const [u8], dst: *mut [u8], rules: &DecodeRules) -> (usize, bool) = generic::text::decode_text::<Self, DIRTY>, |_, _, _| unreachable!();

        /// Examines a path, and may decode a short one: see [`Examined`].
        #[cfg(feature = "path")]
        #[inline]
        examine(path: &[u8], rules: &PathRules, decoding: Option<&mut Decoding<'_>>) -> Examined = generic::examine::<Self>, scalar::examine::<true>;

        /// Marks the bytes that are in `set` or >= 0x80, which [`encode`](Self::encode) escapes. False where
        /// going byte by byte is as fast: then nothing is marked.
        #[cfg(feature = "batch")]
        #[inline]
        mark_escaped(input: &[u8], set: &AsciiSet, blocks: &mut [Block]) -> bool = generic::mark::mark_escaped::<Registers<Self>>, |_, _, _| false;

        /// [`decode`](Self::decode), which also marks the digits that are dropped from the part that is
        /// read: the marks before its end hold. `None`, and nothing done, where a call
        /// for each row is as fast.
        ///
        /// # Safety
        /// The contract of [`decode`](Self::decode), and the two do not overlap.
        #[cfg(feature = "batch")]
        #[inline]
        decode_marked<const PLAIN>(src: *const [u8], dst: *mut [u8], rules: &DecodeRules, blocks: &mut [Block]) -> Option<Progress> = generic::mark::decode_marked::<Registers<Self>, PLAIN>, |_, _, _, _| None;

        /// Folds places with the number of marks before each, and returns the state.
        #[cfg(feature = "batch")]
        fold_places[T, S](blocks: &[Block], places: impl Iterator<Item = (usize, T)>, state: S, fold: impl FnMut(S, (usize, T), usize) -> S) -> S = Block::fold, Block::fold;
    } };
}

pub(super) use operations;

/// The functions of a trait, a line each: with the body of those that lack their own.
macro_rules! declare {
    (:$(
        $(#[$attribute:meta])*
        $name:ident$(<const $constant:ident>)?$([$($parameter:ident),+])?($($argument:ident: $type:ty),*) -> $result:ty = $function:expr, $scalar:expr;
    )+) => {$(
        $(#[$attribute])*
        unsafe fn $name$(<const $constant: bool>)?$(<$($parameter),+>)?($($argument: $type),*) -> $result {
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
    /// Whether it decodes itself: then [`decode`](Self::decode) may write over its input, and
    /// [`decode_text`](Self::decode_text) is quicker than a search for something to decode.
    const DECODES: bool = true;

    operations! { declare: }
}
