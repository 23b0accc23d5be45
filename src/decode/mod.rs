//! Decoding: triplets become the bytes they stand for.
//!
//! The policy is here; each facet of it has a file: [`builder`] (its options), [`slices`] and
//! `owned` (to bytes), [`text`] (text that is checked or formatted), `to_text` and `owned_text` (text
//! in memory of its own), [`stream`], and [`times`] (several rounds).

mod builder;
mod slices;
mod text;

#[cfg(feature = "alloc")]
mod owned;
#[cfg(feature = "alloc")]
mod owned_text;
#[cfg(feature = "alloc")]
mod stream;
#[cfg(feature = "alloc")]
mod times;
#[cfg(feature = "alloc")]
mod to_text;

use crate::backend::Backend;
use crate::error::DecodeError;
use crate::kernel::rules::DecodeRules;

#[cfg(feature = "alloc")]
pub use owned::decode;
#[cfg(feature = "batch")]
pub(crate) use owned::decode_append;
#[cfg(all(feature = "path", feature = "alloc"))]
pub(crate) use owned::{decode_cow_other, new_vec};
#[cfg(feature = "alloc")]
pub use stream::DecodeStream;
pub use text::DecodeDisplay;
#[cfg(feature = "alloc")]
pub use times::{DecodeTimesError, DecodedTimes};
#[cfg(feature = "alloc")]
pub use to_text::{decode_lossy, decode_str};

/// A policy for decoding: the treatment of triplets, of a `%` that begins none, of `+`, and of bytes
/// that are not UTF-8.
///
/// It is `Copy`, at most 40 bytes, and built in `const`; every method takes it by value, so no
/// result borrows it. Every byte input accepts any `AsRef<[u8]>`: bytes or text.
/// Decoding takes linear time. Decoded bytes are never more than the input; text under
/// [`Utf8::Lossy`] or [`Utf8::KeepEscaped`] is at most three times as long.
///
/// At a `%`, in this order:
/// 1. Two [hex digits](Self::hex_digits) do not follow: the [`malformed`](Self::malformed) policy.
/// 2. The value is in the [`reject`](Self::reject) set: an error, even if it is also kept.
/// 3. The value is in the [`keep`](Self::keep) set, or is >= 0x80 under
///    [`keep_non_ascii`](Self::keep_non_ascii): the three bytes stay as written.
/// 4. Otherwise the value.
///
/// Raw bytes stay, except a `+` under [`plus_as_space`](Self::plus_as_space), and except under
/// [`reject_raw`](Self::reject_raw) those of the reject set, which are an error.
///
/// The error with the smallest position wins. After an error, an output that was appended to and a
/// buffer that was decoded in place are unchanged.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::{AsciiSet, Decoder, DecodeErrorKind};
///
/// const PATH: Decoder =
///     Decoder::new().keep(AsciiSet::from_bytes(b"/%")).reject(AsciiSet::from_bytes(b"\0"));
/// assert_eq!(&*PATH.decode("a%2fb%20c").unwrap(), b"a%2fb c");
/// assert_eq!(PATH.decode("a%00b").unwrap_err().kind(), DecodeErrorKind::Rejected(0));
/// # }
/// ```
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(C, align(8))] // see `EncodeRules`
pub struct Decoder {
    pub(crate) rules: DecodeRules,
    pub(crate) utf8: Utf8,
    pub(crate) backend: Option<Backend>,
}

const _: () = assert!(size_of::<Decoder>() == 40 && size_of::<DecodeError>() <= 16);

/// The treatment of a `%` that is not followed by two hex digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Malformed {
    /// The `%` stays, and decoding continues at the very next byte (WHATWG URL 1.3,
    /// *percent-decode*).
    #[default]
    Keep,
    /// The `%` is an error: [`Truncated`](crate::DecodeErrorKind::Truncated) or
    /// [`BadHex`](crate::DecodeErrorKind::BadHex).
    Error,
}

/// The hex digits of a triplet: a triplet with others is malformed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum HexDigits {
    /// Digits of either case (RFC 3986 2.1).
    #[default]
    Any,
    /// `0-9 a-f`: RFC 9651 4.2.10, display strings.
    Lower,
    /// `0-9 A-F`: RFC 7639 2.2, protocol names.
    Upper,
}

/// The treatment of ill-formed UTF-8 in a result that is text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Utf8 {
    /// Ill-formed UTF-8 is an error, at the position in the input where the first ill-formed
    /// sequence begins.
    #[default]
    Strict,
    /// Each maximal ill-formed subsequence becomes U+FFFD (WHATWG Encoding, *UTF-8 decode without
    /// BOM*).
    Lossy,
    /// Each byte outside any well-formed sequence stays as its triplet; a raw one becomes an
    /// upper-case triplet. Never fails for UTF-8.
    KeepEscaped,
}

impl Default for Decoder {
    #[inline]
    fn default() -> Self {
        Self::new()
    }
}

impl Decoder {
    #[inline]
    pub(crate) fn backend(self) -> Backend {
        self.backend.unwrap_or_else(Backend::active)
    }
}
