//! The functions of a kernel that are not inlined.

#[cfg(feature = "batch")]
use crate::kernel::marks::Block;
#[cfg(feature = "path")]
use crate::kernel::path_rules::{Examined, PathRules};
use crate::kernel::rules::{DecodeRules, EncodeRules, Progress};
use crate::kernel::simd::contract::Kernel;
use crate::kernel::simd::generic::Vector;
use crate::kernel::trust::Slot;
#[cfg(all(feature = "path", feature = "alloc"))]
use crate::sets::AsciiSet;

/// The functions that have a frame of their own, so that a clean call needs none: an operation of
/// [`Kernel`] calls them by the length of the input.
///
/// # Safety
/// The CPU has the kernel's instructions. The rest is the contract of the operation that the name
/// begins with, and the bounds on the length.
#[allow(clippy::missing_safety_doc, reason = "the trait's documentation says what all ask for")]
pub(in crate::kernel) trait Frames: Kernel {
    /// The kernel's registers.
    type Vector: Vector;

    /// [`encode`](Kernel::encode) for fewer than 16 bytes.
    unsafe fn encode_few(input: &[u8], out: &mut [Slot], rules: &EncodeRules) -> usize;

    /// [`encode`](Kernel::encode) for 16 bytes or more.
    unsafe fn encode_long(input: &[u8], out: &mut [Slot], rules: &EncodeRules) -> usize;

    /// [`decode_plain`](Kernel::decode_plain) for fewer than 16 bytes.
    unsafe fn decode_plain_few(
        src: *const u8,
        len: usize,
        dst: *mut u8,
        room: usize,
        plus: bool,
    ) -> usize;

    /// [`decode_plain`](Kernel::decode_plain) for 16 to 128 bytes that are not clean.
    unsafe fn decode_plain_short(
        src: *const u8,
        len: usize,
        dst: *mut u8,
        room: usize,
        plus: bool,
    ) -> usize;

    /// [`decode_plain`](Kernel::decode_plain) for more than 128 bytes.
    unsafe fn decode_plain_long(
        src: *const u8,
        len: usize,
        dst: *mut u8,
        room: usize,
        plus: bool,
    ) -> usize;

    /// [`decode`](Kernel::decode) for fewer than 16 bytes.
    unsafe fn decode_few(
        src: *const u8,
        len: usize,
        dst: *mut u8,
        room: usize,
        rules: &DecodeRules,
    ) -> Progress;

    /// [`decode`](Kernel::decode) for 16 to 128 bytes that are not clean.
    unsafe fn decode_short(
        src: *const u8,
        len: usize,
        dst: *mut u8,
        room: usize,
        rules: &DecodeRules,
    ) -> Progress;

    /// [`decode`](Kernel::decode) for more than 128 bytes.
    unsafe fn decode_long(
        src: *const u8,
        len: usize,
        dst: *mut u8,
        room: usize,
        rules: &DecodeRules,
    ) -> Progress;

    /// [`decode_marked`](Kernel::decode_marked); `POLICY` is for rules that are not plain.
    #[cfg(feature = "batch")]
    unsafe fn decode_marked_by<const POLICY: bool>(
        src: *const u8,
        len: usize,
        dst: *mut u8,
        room: usize,
        rules: &DecodeRules,
        blocks: &mut [Block],
    ) -> Progress;

    /// [`examine`](Kernel::examine) from a place before which nothing is odd; `dots` is what has
    /// been seen of these.
    #[cfg(feature = "path")]
    unsafe fn examine_from(path: &[u8], from: usize, dots: bool, rules: &PathRules) -> Examined;

    /// [`examine_decoding`](Kernel::examine_decoding) for at most 128 bytes in which there is
    /// something.
    #[cfg(all(feature = "path", feature = "alloc"))]
    unsafe fn examine_decoding_short(
        path: &[u8],
        dots: bool,
        rules: &PathRules,
        keep: &AsciiSet,
        dst: *mut u8,
    ) -> Examined;
}
