//! Decoding: triplets become the bytes they stand for.

#[cfg(feature = "alloc")]
use alloc::{borrow::Cow, string::String, vec::Vec};

use crate::backend::Backend;
use crate::error::{DecodeError, DecodeIntoError, OutputTooSmall};
use crate::kernel::out;
use crate::kernel::{self, DecodeRules};
use crate::sets::AsciiSet;
use crate::text::{self, DecodeDisplay};

/// A policy for decoding: what becomes of triplets, of a `%` that begins none, of `+`, and of bytes that are not UTF-8.
///
/// It is `Copy`, 40 bytes at most, and built in `const`; every method takes it by value, so no result borrows it. Decoding takes linear time;
/// decoded bytes are never more than the input (text under [`Utf8::Lossy`] or [`Utf8::KeepEscaped`]: at most three times as many). An error
/// changes nothing: what was appended to is as it was, a caller's buffer too.
///
/// At a `%`, in this order:
/// 1. no two hex digits follow: the [`malformed`](Self::malformed) policy;
/// 2. else the value is in the [`reject`](Self::reject) set: an error, even if it is also kept;
/// 3. else it is in the [`keep`](Self::keep) set, or is 80 or above under [`keep_non_ascii`](Self::keep_non_ascii): the three bytes stay as written;
/// 4. else the value.
///
/// The error with the smallest position wins.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::{AsciiSet, Decoder, DecodeErrorKind};
///
/// const PATH: Decoder = Decoder::new().keep(AsciiSet::from_bytes(b"/%")).reject(AsciiSet::from_bytes(b"\0"));
/// assert_eq!(&*PATH.decode(b"a%2fb%20c").unwrap(), b"a%2fb c");
/// assert_eq!(PATH.decode(b"a%00b").unwrap_err().kind(), DecodeErrorKind::Rejected(0));
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(C)] // see `EncodeRules`
pub struct Decoder {
    pub(crate) rules: DecodeRules,
    utf8: Utf8,
    backend: Option<Backend>,
}

const _: () = assert!(size_of::<Decoder>() <= 40 && size_of::<DecodeError>() <= 16);

/// What becomes of a `%` that is not followed by two hex digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Malformed {
    /// It stays, and decoding goes on at the very next byte (WHATWG URL 1.3, *percent-decode*).
    #[default]
    Keep,
    /// It is an error: [`Truncated`](crate::DecodeErrorKind::Truncated) or [`BadHex`](crate::DecodeErrorKind::BadHex).
    Error,
}

/// What becomes of decoded bytes that are not UTF-8, where the result is text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Utf8 {
    /// They are an error, at the place in the input where the first ill-formed sequence begins.
    #[default]
    Strict,
    /// Each maximal ill-formed subsequence becomes U+FFFD (WHATWG Encoding, *UTF-8 decode without BOM*).
    Lossy,
    /// Each byte outside any well-formed sequence stays as its triplet; one that was raw becomes an upper-case triplet. Never fails for UTF-8.
    KeepEscaped,
}

impl Default for Decoder {
    fn default() -> Self {
        Self::new()
    }
}

impl Decoder {
    /// WHATWG URL 1.3, *percent-decode*: every triplet is decoded, a malformed `%` stays, `+` stays; text must be UTF-8.
    #[must_use]
    pub const fn new() -> Self {
        Self { rules: DecodeRules::PLAIN, utf8: Utf8::Strict, backend: None }
    }

    /// Whether a raw `+` becomes SP, as in forms; never right for a path. `%2B` gives `+` all the same.
    #[must_use]
    pub const fn plus_as_space(mut self, yes: bool) -> Self {
        self.rules.plus_as_space = yes;
        self
    }

    /// What becomes of a `%` that is not followed by two hex digits.
    #[must_use]
    pub const fn malformed(mut self, policy: Malformed) -> Self {
        self.rules.strict = matches!(policy, Malformed::Error);
        self.rules = self.rules.settled();
        self
    }

    /// The triplets that stay as they are written: those whose value is in the set. Raw bytes are not concerned.
    ///
    /// Without `%` in the set, a kept `%2F` and a decoded `%252F` look alike in the output: add `%` where somebody decodes once more.
    #[must_use]
    pub const fn keep(mut self, set: AsciiSet) -> Self {
        self.rules.keep = set;
        self.rules = self.rules.settled();
        self
    }

    /// Whether triplets of values from 80 to FF stay as they are written.
    #[must_use]
    pub const fn keep_non_ascii(mut self, yes: bool) -> Self {
        self.rules.keep_non_ascii = yes;
        self.rules = self.rules.settled();
        self
    }

    /// The triplets that are an error: those whose value is in the set, kept or not. Raw bytes, a raw NUL for example, are not concerned.
    #[must_use]
    pub const fn reject(mut self, set: AsciiSet) -> Self {
        self.rules.reject = set;
        self.rules = self.rules.settled();
        self
    }

    /// What becomes of bytes that are not UTF-8. It concerns the methods named `_str` and `_utf8`, and `display`; the others give bytes.
    #[must_use]
    pub const fn utf8(mut self, policy: Utf8) -> Self {
        self.utf8 = policy;
        self
    }

    /// The same policy on that backend, whatever [`Backend::active`] is. The results are the same on all.
    #[must_use]
    pub const fn on(mut self, backend: Backend) -> Self {
        self.backend = Some(backend);
        self
    }

    #[inline]
    pub(crate) fn backend(self) -> Backend {
        self.backend.unwrap_or_else(Backend::active)
    }

    /// The decoded bytes; borrowed, without allocation, if nothing changes.
    ///
    /// An owned result has at most an eighth of its length and 64 bytes of capacity to spare. While it is made, it takes as many bytes as the input
    /// has; for more than 1 MiB of input, which is measured first, as many as the result has.
    ///
    /// # Errors
    /// The first [`DecodeError`] under this policy; never with the default one.
    #[cfg(feature = "alloc")]
    #[inline]
    pub fn decode<I: AsRef<[u8]> + ?Sized>(self, input: &I) -> Result<Cow<'_, [u8]>, DecodeError> {
        let (backend, input) = (self.backend(), input.as_ref());
        match kernel::find_escape(backend, input, &self.rules) {
            None => Ok(Cow::Borrowed(input)),
            Some(first) => decode_owned(backend, input, first, &self.rules).map(Cow::Owned),
        }
    }

    /// Appends the decoded bytes.
    ///
    /// Where `output` has room for as many bytes as the input has, nothing is allocated, and one pass does it. Else room for so many is reserved;
    /// for more than 1 MiB of input, which is measured first, room for as many as are appended. (A Vec that must grow at least doubles.)
    ///
    /// # Errors
    /// The first [`DecodeError`] under this policy; then `output` is as it was, and so is its capacity.
    #[cfg(feature = "alloc")]
    #[inline]
    pub fn decode_append<I: AsRef<[u8]> + ?Sized>(self, input: &I, output: &mut Vec<u8>) -> Result<(), DecodeError> {
        self.decode_slice_append(input.as_ref(), output)
    }

    #[cfg(feature = "alloc")]
    fn decode_slice_append(&self, input: &[u8], output: &mut Vec<u8>) -> Result<(), DecodeError> {
        out::decode_append(self.backend(), input, output, &self.rules)
    }

    /// Writes the decoded bytes to the front of `output` and returns their number. Nothing behind them changes.
    ///
    /// # Errors
    /// The first [`DecodeError`] under this policy, or else [`OutputTooSmall`] with the length that suffices; then nothing was written. A buffer
    /// of [`decoded_len`](Self::decoded_len) bytes suffices, and so does one as long as the input, which is quicker.
    ///
    /// ```
    /// # use percent_simd::{DecodeIntoError, Decoder};
    /// let mut buffer = [0; 2];
    /// assert_eq!(Decoder::new().decode_into(b"a%20", &mut buffer), Ok(2));
    /// assert!(matches!(Decoder::new().decode_into(b"a%20b", &mut buffer), Err(DecodeIntoError::OutputTooSmall(e)) if e.needed() == 3));
    /// ```
    #[inline]
    pub fn decode_into<I: AsRef<[u8]> + ?Sized>(self, input: &I, output: &mut [u8]) -> Result<usize, DecodeIntoError> {
        self.decode_slice_into(input.as_ref(), output)
    }

    fn decode_slice_into(&self, input: &[u8], output: &mut [u8]) -> Result<usize, DecodeIntoError> {
        let backend = self.backend();
        if self.rules.can_fail() || output.len() < input.len() {
            let needed = kernel::decoded_len(backend, input, &self.rules)?;
            if needed > output.len() {
                return Err(OutputTooSmall::new(needed).into());
            }
        }
        Ok(kernel::decode(backend, input, out::slots(output), &self.rules)?)
    }

    /// Decodes within the buffer and returns how many bytes at its front are the result; what stands behind them is unspecified.
    ///
    /// # Errors
    /// The first [`DecodeError`] under this policy; then the buffer is as it was (a policy that can fail looks first, which costs a second pass).
    ///
    /// ```
    /// # use percent_simd::Decoder;
    /// let mut buffer = *b"a%20b";
    /// let len = Decoder::new().decode_in_place(&mut buffer).unwrap();
    /// assert_eq!(&buffer[..len], b"a b");
    /// ```
    pub fn decode_in_place(self, buffer: &mut [u8]) -> Result<usize, DecodeError> {
        let backend = self.backend();
        if self.rules.can_fail() {
            kernel::decoded_len(backend, buffer, &self.rules)?;
        }
        Ok(kernel::decode_in_place(backend, buffer, &self.rules))
    }

    /// The decoded text of text; borrowed, without allocation, if nothing changes.
    ///
    /// It takes the memory that [`decode`](Self::decode) takes. Where what is decoded is not UTF-8, and that is no error, a String of up to 1 MiB of
    /// input grows by doubling beyond that; for a longer input it is measured once more, and the decoded bytes give way to exactly the text.
    ///
    /// # Errors
    /// The first [`DecodeError`] under this policy.
    #[cfg(feature = "alloc")]
    pub fn decode_str(self, input: &str) -> Result<Cow<'_, str>, DecodeError> {
        match kernel::find_escape(self.backend(), input.as_bytes(), &self.rules) {
            None => Ok(Cow::Borrowed(input)),
            Some(_) => self.decode_utf8_other(input.as_bytes()),
        }
    }

    /// The decoded text; borrowed, without allocation, if nothing changes. Its memory is that of [`decode_str`](Self::decode_str).
    ///
    /// # Errors
    /// The first [`DecodeError`] under this policy.
    ///
    /// ```
    /// use percent_simd::{Decoder, Utf8};
    /// assert_eq!(Decoder::new().decode_utf8(b"%E2%98%83").unwrap(), "☃");
    /// assert_eq!(Decoder::new().utf8(Utf8::KeepEscaped).decode_utf8(b"%E9%C3%A9").unwrap(), "%E9é");
    /// ```
    #[cfg(feature = "alloc")]
    #[inline]
    pub fn decode_utf8<I: AsRef<[u8]> + ?Sized>(self, input: &I) -> Result<Cow<'_, str>, DecodeError> {
        let input = input.as_ref();
        match out::plain_ascii(self.backend(), input, &self.rules) {
            Some(text) => Ok(Cow::Borrowed(text)),
            None => self.decode_utf8_other(input),
        }
    }

    /// The same for what is not ASCII, or holds something that decoding looks at.
    #[cfg(feature = "alloc")]
    #[inline(never)]
    fn decode_utf8_other(self, input: &[u8]) -> Result<Cow<'_, str>, DecodeError> {
        if let Some(text) = out::decode_short_text(self.backend(), input, &self.rules) {
            return Ok(text);
        }
        if kernel::find_escape(self.backend(), input, &self.rules).is_none()
            && let Ok(text) = core::str::from_utf8(input)
        {
            return Ok(Cow::Borrowed(text));
        }
        // What is not UTF-8 as it stands may be so together with what its triplets decode into.
        let owned = self.decode_utf8_owned(input)?;
        Ok(owned.map_or_else(|| Cow::Borrowed(core::str::from_utf8(input).expect("it is equal to text")), Cow::Owned))
    }

    /// The decoded text, or `None` if it is equal to the input.
    #[cfg(feature = "alloc")]
    fn decode_utf8_owned(self, input: &[u8]) -> Result<Option<String>, DecodeError> {
        let backend = self.backend();
        if self.utf8 == Utf8::KeepEscaped {
            kernel::decoded_len(backend, input, &self.rules)?;
            if text::is_unchanged(self.text(), input) {
                return Ok(None);
            }
        }
        let mut text = String::new();
        self.decode_utf8_append(input, &mut text)?;
        if out::is_wasteful(text.len(), text.capacity()) {
            text.shrink_to_fit();
        }
        Ok(Some(text))
    }

    /// Appends the decoded text. Room is made for it as [`decode_append`](Self::decode_append) does; where what is decoded is not UTF-8, and that is
    /// no error, the String grows as text is pushed to it, but for more than 1 MiB of input at once.
    ///
    /// # Errors
    /// The first [`DecodeError`] under this policy; then `output` is as it was, and so is its capacity unless the error is that what is decoded is
    /// not UTF-8.
    #[cfg(feature = "alloc")]
    #[inline]
    pub fn decode_utf8_append<I: AsRef<[u8]> + ?Sized>(self, input: &I, output: &mut String) -> Result<(), DecodeError> {
        self.decode_slice_utf8_append(input.as_ref(), output)
    }

    #[cfg(feature = "alloc")]
    fn decode_slice_utf8_append(self, input: &[u8], output: &mut String) -> Result<(), DecodeError> {
        let backend = self.backend();
        match out::decode_append_utf8(backend, input, output, &self.rules) {
            Ok(()) => Ok(()),
            // The first error may be of the other sort, before this one.
            Err(_) if self.utf8 == Utf8::Strict => Err(self.check_utf8(input).expect_err("decoding has just failed")),
            Err(Some(error)) => Err(error),
            Err(None) => {
                if input.len() > out::LONG {
                    let mut needed = 0;
                    self.text().each(input, |piece| needed += piece.len());
                    if output.is_empty() && output.capacity() < needed {
                        *output = String::new(); // nothing to keep: not both at the same time
                    }
                    output.reserve(needed);
                }
                self.text().each(input, |piece| output.push_str(piece));
                Ok(())
            }
        }
    }

    /// The number of decoded bytes.
    ///
    /// # Errors
    /// The first [`DecodeError`] under this policy.
    #[inline]
    pub fn decoded_len<I: AsRef<[u8]> + ?Sized>(self, input: &I) -> Result<usize, DecodeError> {
        self.decoded_slice_len(input.as_ref())
    }

    fn decoded_slice_len(&self, input: &[u8]) -> Result<usize, DecodeError> {
        kernel::decoded_len(self.backend(), input, &self.rules)
    }

    /// Whether the input decodes to bytes under this policy; nothing is written or allocated.
    ///
    /// # Errors
    /// The first [`DecodeError`] under this policy.
    #[inline]
    pub fn check<I: AsRef<[u8]> + ?Sized>(self, input: &I) -> Result<(), DecodeError> {
        self.decoded_slice_len(input.as_ref()).map(|_| ())
    }

    /// Whether the input decodes to text under this policy; nothing is allocated.
    ///
    /// # Errors
    /// The first [`DecodeError`] under this policy.
    #[inline]
    pub fn check_utf8<I: AsRef<[u8]> + ?Sized>(self, input: &I) -> Result<(), DecodeError> {
        self.check_slice_utf8(input.as_ref())
    }

    fn check_slice_utf8(&self, input: &[u8]) -> Result<(), DecodeError> {
        let result = self.check(input);
        if self.utf8 != Utf8::Strict {
            return result;
        }
        // Only what stands before the other error can be the first one.
        let before = result.map_or_else(|error| &input[..error.position()], |()| input);
        text::check(self.backend(), self.rules.infallible(), before).and(result)
    }

    /// The index of the first byte that decoding changes or refuses, or `None` if the result is the input.
    ///
    /// ```
    /// # use percent_simd::Decoder;
    /// assert_eq!(Decoder::new().find(b"100% of %61"), Some(8));
    /// ```
    #[must_use]
    #[inline]
    pub fn find<I: AsRef<[u8]> + ?Sized>(self, input: &I) -> Option<usize> {
        kernel::find_escape(self.backend(), input.as_ref(), &self.rules)
    }

    /// The decoded text as something to format: no allocation, and it never fails. What the policy refuses is written as it stands; what is not
    /// UTF-8 as U+FFFD, or under [`Utf8::KeepEscaped`] as triplets.
    ///
    /// ```
    /// # use percent_simd::Decoder;
    /// assert_eq!(format!("<{}>", Decoder::new().display(b"%C3%A9 %E9 100%")), "<é \u{FFFD} 100%>");
    /// ```
    #[must_use]
    #[inline]
    pub fn display<I: AsRef<[u8]> + ?Sized>(self, input: &I) -> DecodeDisplay<'_> {
        DecodeDisplay::new(self, input.as_ref())
    }

    /// The policy as one that gives text whatever the input.
    pub(crate) fn text(self) -> text::Policy {
        text::Policy { backend: self.backend(), rules: self.rules.infallible(), keep_escaped: self.utf8 == Utf8::KeepEscaped }
    }
}

/// Not inlined, so that the unchanged case stays small where it is inlined.
#[cfg(feature = "alloc")]
#[inline(never)]
fn decode_owned(backend: Backend, input: &[u8], first: usize, rules: &DecodeRules) -> Result<Vec<u8>, DecodeError> {
    /// A clean start of up to so many bytes is decoded with the rest: quicker than a copy of odd length.
    const WITH_THE_REST: usize = 256;
    if input.len() > out::LONG {
        let mut bytes = Vec::new();
        out::decode_append(backend, input, &mut bytes, rules)?;
        return Ok(bytes);
    }
    let mut bytes = Vec::with_capacity(input.len());
    let first = if first <= WITH_THE_REST { 0 } else { first };
    if first > 0 {
        bytes.extend_from_slice(&input[..first]);
    }
    out::decode_append(backend, &input[first..], &mut bytes, rules).map_err(|error| error.offset(first))?;
    if out::is_wasteful(bytes.len(), bytes.capacity()) {
        bytes.shrink_to_fit();
    }
    Ok(bytes)
}

/// Decodes triplets to bytes as WHATWG URL 1.3, *percent-decode*, says: a malformed `%` stays. Never fails; borrowed if nothing changes.
///
/// ```
/// use percent_simd::decode;
/// assert_eq!(&*decode(b"%41%%41+%4"), b"A%A+%4");
/// ```
#[cfg(feature = "alloc")]
#[must_use]
#[inline]
pub fn decode<I: AsRef<[u8]> + ?Sized>(input: &I) -> Cow<'_, [u8]> {
    let (backend, input) = (Backend::active(), input.as_ref());
    match kernel::find_escape(backend, input, &DecodeRules::PLAIN) {
        None => Cow::Borrowed(input),
        Some(first) => Cow::Owned(decode_owned(backend, input, first, &DecodeRules::PLAIN).expect("these rules refuse nothing")),
    }
}

/// Decodes text to text. Borrowed if nothing changes.
///
/// # Errors
/// Where the decoded bytes are not UTF-8.
///
/// ```
/// use percent_simd::decode_str;
/// assert_eq!(decode_str("%E2%98%83").unwrap(), "☃");
/// assert_eq!(decode_str("caf%E9").unwrap_err().position(), 3);
/// ```
#[cfg(feature = "alloc")]
#[inline]
pub fn decode_str(input: &str) -> Result<Cow<'_, str>, DecodeError> {
    Decoder::new().decode_str(input)
}

/// Decodes bytes to text; what is not UTF-8 becomes U+FFFD. Never fails; borrowed if nothing changes.
///
/// ```
/// use percent_simd::decode_lossy;
/// assert_eq!(decode_lossy(b"caf%E9"), "caf\u{FFFD}");
/// ```
#[cfg(feature = "alloc")]
#[must_use]
#[inline]
pub fn decode_lossy<I: AsRef<[u8]> + ?Sized>(input: &I) -> Cow<'_, str> {
    Decoder::new().utf8(Utf8::Lossy).decode_utf8(input).expect("these rules refuse nothing")
}
