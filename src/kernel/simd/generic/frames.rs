//! The functions of a kernel over registers that are not inlined.

use super::vector::Vector;
use crate::kernel::rules::{DecodeRules, EncodeRules, Progress};
#[cfg(feature = "path")]
use crate::kernel::rules::{Decoding, Examined, PathRules};
use crate::kernel::simd::contract::{Kernel, declare};
use crate::kernel::trust::Slot;

/// The functions of [`Frames`].
macro_rules! frames {
    ($apply:ident: $($features:literal)?) => { $apply! { $($features #[inline(never)])?:
        /// [`encode`](Kernel::encode) for fewer than 16 bytes.
        encode_few(input: &[u8], out: &mut [Slot], rules: &EncodeRules) -> usize = generic::encode_few::<Half<Self>>;

        /// [`encode`](Kernel::encode) for 16 bytes or more.
        encode_long(input: &[u8], out: &mut [Slot], rules: &EncodeRules) -> usize = generic::encode_long::<Registers<Self>>;

        /// [`decode`](Kernel::decode) for fewer than 16 bytes.
        decode_few<const PLAIN>(src: *const [u8], dst: *mut [u8], rules: &DecodeRules) -> Progress = generic::decode_short::<Half<Self>, true, PLAIN>;

        /// [`decode`](Kernel::decode) for the input that `steps` leave, unless it is clean.
        decode_short<const PLAIN>(src: *const [u8], dst: *mut [u8], rules: &DecodeRules) -> Progress = generic::decode_short::<Registers<Self>, false, PLAIN>;

        /// [`decode`](Kernel::decode) for longer input.
        decode_long<const PLAIN>(src: *const [u8], dst: *mut [u8], rules: &DecodeRules) -> Progress = generic::decode_long::<Self, Registers<Self>, PLAIN>;

        /// [`decode_text`](Kernel::decode_text) for more than a register, or what is not clean.
        decode_text_in_frame(src: *const [u8], dst: *mut [u8], rules: &DecodeRules) -> (usize, bool) = |src, dst, rules| generic::text::decode_values::<Self, Registers<Self>>(src, dst, rules, None);

        /// [`examine`](Kernel::examine) from a place before which nothing is odd and there is no triplet;
        /// `dots` says whether dots have been seen. With `DECODE`, which `decoding` is for, the path is of
        /// at most 128 bytes, and that place is its start.
        #[cfg(feature = "path")]
        examine_rest<const DECODE>(path: &[u8], from: usize, dots: bool, rules: &PathRules, decoding: Option<&mut Decoding<'_>>) -> Examined = generic::examine_rest::<Registers<Self>, DECODE>;
    } };
}

pub(in crate::kernel::simd) use frames;

/// The registers of a kernel that has some, and their halves.
pub(in crate::kernel::simd) type Registers<K> = <K as Frames>::Vector;
pub(in crate::kernel::simd) type Half<K> = <Registers<K> as Vector>::Half;

/// The functions that have a frame of their own, so that a clean call needs none: an operation of
/// [`Kernel`] calls them by the length of the input. They are not inlined.
///
/// # Safety
/// The CPU has the kernel's instructions. The rest is the contract of the operation that the name
/// begins with, and the bounds on the length.
#[allow(clippy::missing_safety_doc, reason = "the trait's documentation says what all ask for")]
pub(in crate::kernel) trait Frames: Kernel {
    /// The kernel's registers.
    type Vector: Vector;

    frames! { declare: }
}
