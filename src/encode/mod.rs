//! Encoding: bytes and a set give ASCII. The policy is here; each facet of it has a file.

mod builder;
mod slices;

mod check;
mod on_stack;
#[cfg(feature = "alloc")]
mod owned;
mod pieces;
#[cfg(not(feature = "simd"))]
mod short;
#[cfg(feature = "alloc")]
mod stream;
mod write;

use crate::backend::Backend;
use crate::carry::Carry;
use crate::decode::Decoder;
use crate::kernel::rules::EncodeRules;
use crate::sets::AsciiSet;

#[cfg(feature = "alloc")]
pub use owned::EncodeOutput;
#[cfg(feature = "batch")]
pub(crate) use owned::encode_append;
pub use pieces::{EncodePieces, triplet};
#[cfg(feature = "alloc")]
pub use stream::EncodeStream;
pub use write::EncodeDisplay;

/// Encodes text or bytes as an [`AsciiSet`], an [`Encoder`] or a
/// [`Scheme`](crate::scheme::Scheme) says: the members of the set and every byte >= 0x80 become
/// triplets. Borrowed if nothing changes. [`Encoder::encode_append`] writes to a `String` that is
/// used again.
///
/// ```
/// use percent_simd::{Encoder, encode, sets};
///
/// assert_eq!(encode("/a b", sets::URL_PATH), "/a%20b");
/// assert_eq!(encode("☃", sets::URI_COMPONENT), "%E2%98%83");
/// let lower_case = Encoder::new(sets::URI_COMPONENT).lowercase_hex(true);
/// assert_eq!(encode("a/b", lower_case), "a%2fb");
/// # #[cfg(feature = "scheme")]
/// assert_eq!(encode("1 + 1", percent_simd::scheme::FORM), "1+%2B+1");
/// ```
#[cfg(feature = "alloc")]
#[must_use]
#[inline]
pub fn encode<I: AsRef<[u8]> + ?Sized>(
    input: &I,
    how: impl Into<Encoder>,
) -> alloc::borrow::Cow<'_, str> {
    how.into().encode(input)
}

/// A policy for encoding: the bytes that become triplets, and their spelling.
///
/// It escapes the members of its set and every byte >= 0x80 (so text is escaped as its UTF-8
/// bytes), unless [`keep_non_ascii`](Self::keep_non_ascii) is set. It is `Copy`, at most 24 bytes,
/// and built in `const`; every method takes it by value, so no result borrows it. Every byte input
/// accepts any `AsRef<[u8]>`: bytes or text. Encoding takes linear time, and the output is at most
/// three times as long as the input.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::{Encoder, sets};
///
/// const FORM: Encoder = Encoder::new(sets::FORM_SET).space_as_plus(true);
/// assert_eq!(FORM.encode("Ladies & Gentlemen"), "Ladies+%26+Gentlemen");
///
/// let mut url = String::from("/search?q=");
/// FORM.encode_append("50% off", &mut url);
/// assert_eq!(url, "/search?q=50%25+off");
///
/// const PATH: Encoder = Encoder::new(sets::URL_PATH);
/// assert_eq!(Encoder::new(sets::URI_COMPONENT).keep_escapes(true).encode("a%2fb 100%"), "a%2fb%20100%25");
/// assert_eq!(PATH.keep_non_ascii(true).encode(b"/caf\xC3\xA9 \xE9"), "/café%20%E9"); // 0xE9 alone is not UTF-8
/// assert_eq!(PATH.keep_ucschar(true).encode("/café \u{202E}"), "/café%20%E2%80%AE");
/// # }
/// ```
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(C, align(8))] // see `EncodeRules`
pub struct Encoder {
    pub(crate) rules: EncodeRules,
    /// The given set has SP and `+`, which `space_as_plus` overrides. `false` without
    /// `space_as_plus`.
    escapes_space: bool,
    escapes_plus: bool,
    backend: Option<Backend>,
}

/// [`Encoder::new`].
impl From<AsciiSet> for Encoder {
    #[inline]
    fn from(set: AsciiSet) -> Self {
        Self::new(set)
    }
}

/// [`Encoder::new`] of a set that is defined as those of `percent-encoding` are, by reference.
impl From<&AsciiSet> for Encoder {
    #[inline]
    fn from(set: &AsciiSet) -> Self {
        Self::new(*set)
    }
}

const _: () = assert!(size_of::<Encoder>() == 24 && size_of::<AsciiSet>() == 16);

impl Encoder {
    #[inline]
    pub(crate) fn backend(self) -> Backend {
        self.backend.unwrap_or_else(Backend::active)
    }

    /// This policy with another set, and SP as `%20` if that is in it.
    pub(crate) const fn with_set(self, set: AsciiSet) -> Self {
        let rules = EncodeRules { set, space_as_plus: false, ..self.rules };
        Self { rules, escapes_space: false, escapes_plus: false, backend: self.backend }
    }

    /// The bytes that can be encoded now: those that waited, and those of the piece that need not
    /// wait for the next one.
    #[inline]
    fn certain<'a>(&self, carry: &mut Carry, mut piece: &'a [u8]) -> (Carry, &'a [u8]) {
        let waited = carry.resume(&mut piece);
        let now = if self.rules.keep_escapes { carry.split(piece) } else { piece };
        let now = if self.rules.keep_non_ascii { carry.split_sequence(now) } else { now };
        (waited, now)
    }

    /// WHATWG's decoder, on the same backend.
    pub(crate) const fn decoder(self) -> Decoder {
        Decoder { backend: self.backend, ..Decoder::new() }
    }
}
