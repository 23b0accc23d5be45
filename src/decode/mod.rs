//! Decoding: triplets become the bytes they stand for.
//!
//! The policy is here; each facet of it has a file: [`slices`] (to bytes), [`text`], [`display`],
//! [`stream`], [`times`] (several rounds), and [`everyday`] (functions without a policy).

mod display;
#[cfg(feature = "alloc")]
mod everyday;
#[cfg(feature = "alloc")]
mod owned;
#[cfg(feature = "alloc")]
mod owned_text;
mod slices;
#[cfg(feature = "alloc")]
mod stream;
mod text;
#[cfg(feature = "alloc")]
mod times;

use crate::backend::Backend;
use crate::error::DecodeError;
use crate::kernel::DecodeRules;
use crate::sets::AsciiSet;

pub use display::DecodeDisplay;
#[cfg(feature = "alloc")]
pub use everyday::{decode, decode_lossy, decode_str};
#[cfg(feature = "alloc")]
pub(crate) use owned::{decode_append, decode_escaped_here, new_vec};
#[cfg(feature = "alloc")]
pub use stream::DecodeStream;
#[cfg(feature = "alloc")]
pub use times::{DecodeTimesError, DecodedTimes};

/// A policy for decoding: what becomes of triplets, of a `%` that begins none, of `+`, and of bytes
/// that are not UTF-8.
///
/// It is `Copy`, at most 40 bytes, and built in `const`; every method takes it by value, so no
/// result borrows it. Every input of bytes is anything that is `AsRef<[u8]>`: bytes or text.
/// Decoding takes linear time. Decoded bytes are never more than the input; text under
/// [`Utf8::Lossy`] or [`Utf8::KeepEscaped`] is at most three times as long.
///
/// At a `%`, in this order:
/// 1. Two hex digits do not follow: the [`malformed`](Self::malformed) policy.
/// 2. The value is in the [`reject`](Self::reject) set: an error, even if it is also kept.
/// 3. The value is in the [`keep`](Self::keep) set, or is >= 0x80 under
///    [`keep_non_ascii`](Self::keep_non_ascii): the three bytes stay as written.
/// 4. Otherwise the value.
///
/// Raw bytes stay, except a `+` under [`plus_as_space`](Self::plus_as_space), and except under
/// [`reject_raw`](Self::reject_raw) those of the reject set, which are an error.
///
/// The error with the smallest position wins. An error leaves what was appended to, and a buffer
/// that is decoded in place, as they were.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(C)] // see `EncodeRules`
pub struct Decoder {
    pub(crate) rules: DecodeRules,
    pub(crate) utf8: Utf8,
    backend: Option<Backend>,
}

const _: () = assert!(size_of::<Decoder>() <= 40 && size_of::<DecodeError>() <= 16);

/// What becomes of a `%` that is not followed by two hex digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Malformed {
    /// It stays, and decoding continues at the very next byte (WHATWG URL 1.3, *percent-decode*).
    #[default]
    Keep,
    /// It is an error: [`Truncated`](crate::DecodeErrorKind::Truncated) or
    /// [`BadHex`](crate::DecodeErrorKind::BadHex).
    Error,
}

/// What becomes of decoded bytes that are not UTF-8, where the result is text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Utf8 {
    /// They are an error, at the position in the input where the first ill-formed sequence begins.
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
    fn default() -> Self {
        Self::new()
    }
}

impl Decoder {
    /// WHATWG URL 1.3, *percent-decode*: every triplet is decoded, a malformed `%` stays, `+`
    /// stays; text must be UTF-8.
    #[must_use]
    #[inline]
    pub const fn new() -> Self {
        Self { rules: DecodeRules::PLAIN, utf8: Utf8::Strict, backend: None }
    }

    /// Whether a raw `+` becomes SP, as in forms; never right for a path. `%2B` gives `+` either
    /// way.
    #[must_use]
    #[inline]
    pub const fn plus_as_space(mut self, yes: bool) -> Self {
        self.rules.plus_as_space = yes;
        self
    }

    /// What becomes of a `%` that is not followed by two hex digits.
    #[must_use]
    #[inline]
    pub const fn malformed(mut self, policy: Malformed) -> Self {
        self.rules.strict = matches!(policy, Malformed::Error);
        self.rules = self.rules.settled();
        self
    }

    /// The triplets that stay as written: those whose value is in the set. Raw bytes are
    /// unaffected.
    ///
    /// Without `%` in the set, a kept `%2F` and a decoded `%252F` look alike in the output: add `%`
    /// where the output is decoded once more.
    #[must_use]
    #[inline]
    pub const fn keep(mut self, set: AsciiSet) -> Self {
        self.rules.keep = set;
        self.rules = self.rules.settled();
        self
    }

    /// Whether triplets of values >= 0x80 stay as written.
    #[must_use]
    #[inline]
    pub const fn keep_non_ascii(mut self, yes: bool) -> Self {
        self.rules.keep_non_ascii = yes;
        self.rules = self.rules.settled();
        self
    }

    /// The triplets that are an error: those whose value is in the set, kept or not. Raw bytes, a
    /// raw NUL for example, are unaffected, unless [`reject_raw`](Self::reject_raw) is set.
    #[must_use]
    #[inline]
    pub const fn reject(mut self, set: AsciiSet) -> Self {
        self.rules.reject = set;
        self.rules = self.rules.settled();
        self
    }

    /// Whether the [`reject`](Self::reject) set applies to raw bytes, too: for input that must not
    /// hold CR, LF or NUL in any spelling. The error is at the raw byte.
    ///
    /// A raw byte counts as what it becomes: under [`plus_as_space`](Self::plus_as_space) a `+` is
    /// an SP. The bytes of a valid triplet are not raw; those of a malformed one that stays are.
    ///
    /// ```
    /// use percent_simd::{AsciiSet, Decoder, DecodeErrorKind};
    ///
    /// const FIELD: Decoder =
    ///     Decoder::new().reject(AsciiSet::from_bytes(b"\r\n\0")).reject_raw(true);
    /// let error = FIELD.check("a%20b\r\nSet-Cookie: c").unwrap_err();
    /// assert_eq!((error.position(), error.kind()), (5, DecodeErrorKind::Rejected(b'\r')));
    /// assert_eq!(FIELD.check("a%0Db").unwrap_err().position(), 1);
    /// ```
    #[must_use]
    #[inline]
    pub const fn reject_raw(mut self, yes: bool) -> Self {
        self.rules.reject_raw = yes;
        self.rules = self.rules.settled();
        self
    }

    /// What becomes of bytes that are not UTF-8. It applies to the methods named `_str` and
    /// `_utf8`, and to `display`; the others give bytes.
    #[must_use]
    #[inline]
    pub const fn utf8(mut self, policy: Utf8) -> Self {
        self.utf8 = policy;
        self
    }

    /// This policy on that backend, whatever [`Backend::active`] is. The results are the same
    /// on all.
    #[must_use]
    pub const fn on(mut self, backend: Backend) -> Self {
        self.backend = Some(backend);
        self
    }

    #[inline]
    pub(crate) fn backend(self) -> Backend {
        self.backend.unwrap_or_else(Backend::active)
    }
}
