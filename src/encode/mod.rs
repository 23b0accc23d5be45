//! Encoding: bytes and a set give ASCII.
//!
//! The policy is here; each facet of it has a file: [`slices`], [`pieces`] (runs and triplets one
//! by one), [`write`] (to what takes text, and as something to format), [`stream`], [`check`] (what
//! keeps an input from being encoded), and [`everyday`] (functions without a policy).

mod check;
mod everyday;
#[cfg(feature = "alloc")]
mod owned;
mod pieces;
mod slices;
#[cfg(feature = "alloc")]
mod stream;
mod write;

use crate::backend::Backend;
use crate::decode::Decoder;
use crate::kernel::EncodeRules;
use crate::sets::AsciiSet;

pub use check::EncodingProblems;
#[cfg(feature = "alloc")]
pub use everyday::encode;
pub use everyday::triplet;
#[cfg(feature = "alloc")]
pub(crate) use owned::encode_append;
pub use pieces::EncodePieces;
#[cfg(feature = "alloc")]
pub use stream::EncodeStream;
pub use write::EncodeDisplay;

/// A policy for encoding: which bytes become triplets, and how they are written.
///
/// It escapes the members of its set and every byte >= 0x80 (so text is escaped as its UTF-8
/// bytes). It is `Copy`, at most 24 bytes, and built in `const`; every method takes it by value, so
/// no result borrows it. Every input of bytes is anything that is `AsRef<[u8]>`: bytes or text.
/// Encoding takes linear time, and the output is at most three times as long as the input.
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
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(C)] // see `EncodeRules`
pub struct Encoder {
    pub(crate) rules: EncodeRules,
    /// What `space_as_plus` overrules: whether the set that was given has SP and `+`. False
    /// without `space_as_plus`.
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

const _: () = assert!(size_of::<Encoder>() <= 24 && size_of::<AsciiSet>() == 16);

impl Encoder {
    /// Escapes the members of `set` and every byte >= 0x80, in upper-case hex.
    #[must_use]
    #[inline]
    pub const fn new(set: AsciiSet) -> Self {
        // Nothing looks into the set, so that it is copied as a whole: see `EncodeRules`.
        let rules =
            EncodeRules { set, space_as_plus: false, lowercase_hex: false, keep_escapes: false };
        Self { rules, escapes_space: false, escapes_plus: false, backend: None }
    }

    /// Whether SP is written as `+`, as in forms. Then every `+` is escaped, whatever the set says,
    /// so that the two stay apart.
    #[must_use]
    pub const fn space_as_plus(mut self, yes: bool) -> Self {
        if yes == self.rules.space_as_plus {
            return self;
        }
        let set = self.rules.set.remove(b' ').remove(b'+');
        if yes {
            self.escapes_space = self.rules.set.contains(b' ');
            self.escapes_plus = self.rules.set.contains(b'+');
            self.rules.set = set.add(b'+');
        } else {
            let set = if self.escapes_space { set.add(b' ') } else { set };
            self.rules.set = if self.escapes_plus { set.add(b'+') } else { set };
            (self.escapes_space, self.escapes_plus) = (false, false);
        }
        self.rules.space_as_plus = yes;
        self
    }

    /// Whether triplets are written with `a` to `f`. The standards ask for upper case (RFC 3986
    /// 2.1), which is the default.
    #[must_use]
    #[inline]
    pub const fn lowercase_hex(mut self, yes: bool) -> Self {
        self.rules.lowercase_hex = yes;
        self
    }

    /// Whether valid triplets of the input stay as written, whatever the set says of their bytes:
    /// no double encoding. A stray `%` follows the set.
    ///
    /// ```
    /// # #[cfg(feature = "alloc")] {
    /// # use percent_simd::{Encoder, sets};
    /// const FINISH: Encoder = Encoder::new(sets::URI_COMPONENT).keep_escapes(true);
    /// assert_eq!(FINISH.encode("a%2fb 100%"), "a%2fb%20100%25");
    /// # }
    /// ```
    #[must_use]
    #[inline]
    pub const fn keep_escapes(mut self, yes: bool) -> Self {
        self.rules.keep_escapes = yes;
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

    /// The greatest length in bytes that any encoder gives for an input of this length: three times
    /// as many; `None` if that overflows.
    #[must_use]
    pub const fn max_encoded_len(input_len: usize) -> Option<usize> {
        input_len.checked_mul(3)
    }

    /// What is escaped, with SP and `+` as [`space_as_plus`](Self::space_as_plus) has them.
    pub(crate) const fn set(self) -> AsciiSet {
        self.rules.set
    }

    /// This policy with another set, and SP as `%20` if that is in it.
    pub(crate) const fn with_set(self, set: AsciiSet) -> Self {
        let other = Self::new(set)
            .lowercase_hex(self.rules.lowercase_hex)
            .keep_escapes(self.rules.keep_escapes);
        Self { backend: self.backend, ..other }
    }

    pub(crate) const fn writes_space_as_plus(self) -> bool {
        self.rules.space_as_plus
    }

    #[cfg(feature = "charset")]
    pub(crate) const fn writes_lowercase_hex(self) -> bool {
        self.rules.lowercase_hex
    }

    /// WHATWG's decoder, on the same backend.
    pub(crate) const fn decoder(self) -> Decoder {
        match self.backend {
            Some(backend) => Decoder::new().on(backend),
            None => Decoder::new(),
        }
    }

    /// Whether an input may end with the start of a triplet that stays.
    #[cfg(feature = "alloc")]
    pub(crate) const fn keeps_escapes(self) -> bool {
        self.rules.keep_escapes
    }
}
