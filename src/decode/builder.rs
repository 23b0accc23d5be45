//! The options of a [`Decoder`].

use super::{Decoder, HexDigits, Malformed, Utf8};
use crate::backend::Backend;
use crate::kernel::rules::{DecodeRules, Digits};
use crate::sets::AsciiSet;

impl Decoder {
    /// WHATWG URL 1.3, *percent-decode*: every triplet is decoded, a malformed `%` stays, `+`
    /// stays; text must be UTF-8.
    #[inline]
    pub const fn new() -> Self {
        Self { rules: DecodeRules::PLAIN, utf8: Utf8::Strict, backend: None }
    }

    /// Sets whether a raw `+` becomes SP, as in forms; never right for a path. `%2B` gives `+`
    /// either way.
    #[inline]
    pub const fn plus_as_space(mut self, yes: bool) -> Self {
        self.rules.plus_as_space = yes;
        self
    }

    /// Sets the treatment of a `%` that is not followed by two hex digits.
    #[inline]
    pub const fn malformed(mut self, policy: Malformed) -> Self {
        self.rules.strict = matches!(policy, Malformed::Error);
        self.rules = self.rules.settled();
        self
    }

    /// The hex digits that a triplet may have; one with others is [malformed](Self::malformed).
    ///
    /// ```
    /// # #[cfg(feature = "alloc")] {
    /// use percent_simd::{DecodeErrorKind, Decoder, HexDigits, Malformed};
    ///
    /// /// RFC 9651 4.2.10.
    /// const DISPLAY_STRING: Decoder =
    ///     Decoder::new().hex_digits(HexDigits::Lower).malformed(Malformed::Error);
    /// assert_eq!(DISPLAY_STRING.decode_str("f%c3%bc%c3%bc").unwrap(), "füü");
    /// let error = DISPLAY_STRING.check("f%c3%BC").unwrap_err();
    /// assert_eq!((error.position(), error.kind()), (4, DecodeErrorKind::BadHex));
    /// # }
    /// ```
    #[inline]
    pub const fn hex_digits(mut self, digits: HexDigits) -> Self {
        self.rules.digits = match digits {
            HexDigits::Any => Digits::Any,
            HexDigits::Lower => Digits::Lower,
            HexDigits::Upper => Digits::Upper,
        };
        self.rules = self.rules.settled();
        self
    }

    /// The triplets that stay as written: those whose value is in the set. Raw bytes are
    /// unaffected.
    ///
    /// Without `%` in the set, a kept `%2F` and a decoded `%252F` look alike in the output: add `%`
    /// where the output is decoded once more.
    ///
    /// ```
    /// # #[cfg(feature = "alloc")] {
    /// use percent_simd::{Decoder, sets};
    ///
    /// /// For logs: no escape ends the line or moves the cursor.
    /// const LINE: Decoder = Decoder::new().keep(sets::CONTROLS);
    /// assert_eq!(&*LINE.decode("caf%C3%A9%0AGET%20/").unwrap(), "café%0AGET /".as_bytes());
    /// # }
    /// ```
    #[inline]
    pub const fn keep(mut self, set: AsciiSet) -> Self {
        self.rules.keep = set;
        self.rules = self.rules.settled();
        self
    }

    /// Sets whether triplets of values >= 0x80 stay as written.
    #[inline]
    pub const fn keep_non_ascii(mut self, yes: bool) -> Self {
        self.rules.keep_non_ascii = yes;
        self.rules = self.rules.settled();
        self
    }

    /// The triplets that are an error: those whose value is in the set, kept or not. Raw bytes, a
    /// raw NUL for example, are unaffected, unless [`reject_raw`](Self::reject_raw) is set.
    #[inline]
    pub const fn reject(mut self, set: AsciiSet) -> Self {
        self.rules.reject = set;
        self.rules = self.rules.settled();
        self
    }

    /// Sets whether the [`reject`](Self::reject) set applies to raw bytes, too: for input that must
    /// not hold CR, LF or NUL in any spelling. The error is at the raw byte.
    ///
    /// A raw byte counts as its decoded value: under [`plus_as_space`](Self::plus_as_space) a `+` is
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
    #[inline]
    pub const fn reject_raw(mut self, yes: bool) -> Self {
        self.rules.reject_raw = yes;
        self.rules = self.rules.settled();
        self
    }

    /// Sets the treatment of ill-formed UTF-8. It applies to the methods named `_str` and `_utf8`,
    /// and to `display`; the others give bytes.
    #[inline]
    pub const fn utf8(mut self, policy: Utf8) -> Self {
        self.utf8 = policy;
        self
    }

    /// Sets the backend of the policy instead of [`Backend::active`]. The results are the same
    /// on all.
    #[inline]
    pub const fn on(mut self, backend: Backend) -> Self {
        self.backend = Some(backend);
        self
    }
}
