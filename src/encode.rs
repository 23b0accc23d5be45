//! Encoding: bytes and a set give ASCII.

#[cfg(feature = "alloc")]
use alloc::{borrow::Cow, string::String, vec::Vec};
use core::fmt;
use core::iter::FusedIterator;

use crate::backend::Backend;
use crate::decode::Decoder;
use crate::error::OutputTooSmall;
use crate::kernel::out;
use crate::kernel::pieces::Pieces;
use crate::kernel::{self, EncodeRules};
use crate::sets::AsciiSet;

/// A policy for encoding: which bytes become triplets, and how they are written.
///
/// It escapes the members of its set and every byte from 80 to FF (so text is escaped as its UTF-8 bytes). It is `Copy`, 24 bytes at most, and
/// built in `const`; every method takes it by value, so no result borrows it. Encoding takes linear time, and the output is at most three times
/// as long as the input.
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
    /// What the set said of SP and `+` when it was given: `space_as_plus` overrules it.
    escapes_space: bool,
    escapes_plus: bool,
    backend: Option<Backend>,
}

const _: () = assert!(size_of::<Encoder>() <= 24 && size_of::<AsciiSet>() == 16);

impl Encoder {
    /// Escapes the members of `set` and every byte from 80 to FF, in upper-case hex.
    #[must_use]
    #[inline]
    pub const fn new(set: AsciiSet) -> Self {
        let rules = EncodeRules { set, space_as_plus: false, lowercase_hex: false, keep_escapes: false };
        Self { rules, escapes_space: set.contains(b' '), escapes_plus: set.contains(b'+'), backend: None }
    }

    /// Whether SP is written as `+`, as in forms. Then every `+` is escaped, whatever the set says, so that the two stay apart.
    #[must_use]
    pub const fn space_as_plus(mut self, yes: bool) -> Self {
        let mut set = self.rules.set.remove(b' ').remove(b'+');
        if self.escapes_space && !yes {
            set = set.add(b' ');
        }
        if self.escapes_plus || yes {
            set = set.add(b'+');
        }
        self.rules.set = set;
        self.rules.space_as_plus = yes;
        self
    }

    /// Whether triplets are written with `a` to `f`. The standards ask for upper case (RFC 3986 2.1), which is the default.
    #[must_use]
    pub const fn lowercase_hex(mut self, yes: bool) -> Self {
        self.rules.lowercase_hex = yes;
        self
    }

    /// Whether valid triplets that the input holds already stay as they are written, whatever the set says of their bytes: no double encoding.
    /// A stray `%` follows the set.
    ///
    /// ```
    /// # #[cfg(feature = "alloc")] {
    /// # use percent_simd::{Encoder, sets};
    /// const FINISH: Encoder = Encoder::new(sets::URI_COMPONENT).keep_escapes(true);
    /// assert_eq!(FINISH.encode(b"a%2fb 100%"), "a%2fb%20100%25");
    /// # }
    /// ```
    #[must_use]
    pub const fn keep_escapes(mut self, yes: bool) -> Self {
        self.rules.keep_escapes = yes;
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

    /// The encoded input; borrowed, without allocation, if nothing changes.
    ///
    /// An owned result has at most an eighth of its length and 64 bytes of capacity to spare. While it is made, a String grows as that of
    /// [`encode_append`](Self::encode_append); for more than 1 MiB of input it takes as many bytes as the result has, and no more.
    #[cfg(feature = "alloc")]
    #[must_use]
    #[inline]
    pub fn encode<I: AsRef<[u8]> + ?Sized>(self, input: &I) -> Cow<'_, str> {
        let (backend, input) = (self.backend(), input.as_ref());
        match out::unchanged_text(backend, input, &self.rules) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => Cow::Owned(out::encode_new(backend, input, &self.rules)),
        }
    }

    /// Appends the encoded input.
    ///
    /// Where `output` has room for three times the input, nothing is allocated. Else room for at most three times 4 KiB is reserved at a time; for
    /// more than 1 MiB of input, which is measured first, room for what is appended. (A String that must grow at least doubles.)
    #[cfg(feature = "alloc")]
    #[inline]
    pub fn encode_append<I: AsRef<[u8]> + ?Sized>(self, input: &I, output: &mut String) {
        self.encode_slice_append(input.as_ref(), output);
    }

    #[cfg(feature = "alloc")]
    fn encode_slice_append(&self, input: &[u8], output: &mut String) {
        out::encode_append_str(self.backend(), input, output, &self.rules);
    }

    /// Appends the encoded input, which is ASCII. The Vec grows as the String of [`encode_append`](Self::encode_append) does.
    #[cfg(feature = "alloc")]
    #[inline]
    pub fn encode_append_bytes<I: AsRef<[u8]> + ?Sized>(self, input: &I, output: &mut Vec<u8>) {
        self.encode_slice_append_bytes(input.as_ref(), output);
    }

    #[cfg(feature = "alloc")]
    fn encode_slice_append_bytes(&self, input: &[u8], output: &mut Vec<u8>) {
        out::encode_append(self.backend(), input, output, &self.rules);
    }

    /// Writes the encoded input to the front of `output` and returns its length. Nothing behind it changes.
    ///
    /// # Errors
    /// [`OutputTooSmall`] with the length that suffices; then nothing was written. A buffer of [`encoded_len`](Self::encoded_len) bytes
    /// suffices, and so does one of three times the input's length, which is quicker.
    ///
    /// ```
    /// # use percent_simd::{Encoder, sets};
    /// let mut buffer = [0; 8];
    /// let encoder = Encoder::new(sets::URL_PATH);
    /// assert_eq!(encoder.encode_into(b"a b", &mut buffer), Ok(5));
    /// assert_eq!(&buffer[..5], b"a%20b");
    /// assert_eq!(encoder.encode_into(b"   ", &mut buffer).unwrap_err().needed(), 9);
    /// ```
    #[inline]
    pub fn encode_into<I: AsRef<[u8]> + ?Sized>(self, input: &I, output: &mut [u8]) -> Result<usize, OutputTooSmall> {
        self.encode_slice_into(input.as_ref(), output)
    }

    fn encode_slice_into(&self, input: &[u8], output: &mut [u8]) -> Result<usize, OutputTooSmall> {
        kernel::encode(self.backend(), input, out::slots(output), &self.rules)
    }

    /// Writes the encoded input to whatever takes text, piece by piece; nothing is allocated here.
    ///
    /// # Errors
    /// Those of `output`.
    ///
    /// ```
    /// # #[cfg(feature = "alloc")] {
    /// # use percent_simd::{Encoder, sets};
    /// let mut output = String::from("/");
    /// Encoder::new(sets::URL_PATH).encode_write(b"a b", &mut output).unwrap();
    /// assert_eq!(output, "/a%20b");
    /// # }
    /// ```
    #[inline]
    pub fn encode_write<I: AsRef<[u8]> + ?Sized>(self, input: &I, output: &mut impl fmt::Write) -> fmt::Result {
        self.encode_slice_write(input.as_ref(), output)
    }

    /// The same by reference: a short call would wait for a copy of the policy.
    pub(crate) fn encode_slice_write(&self, input: &[u8], output: &mut impl fmt::Write) -> fmt::Result {
        const CHUNK: usize = 256;
        let rules = &self.rules;
        if input.len() <= out::FEW {
            return output.write_str(out::encode_few(input, &mut [out::EMPTY; out::FEW_ENCODED], rules));
        }
        let backend = self.backend();
        let (start, mut rest) = out::split_at_escapable(backend, input, rules);
        if !start.is_empty() {
            output.write_str(start)?;
        }
        let mut buffer = [out::EMPTY; 3 * CHUNK];
        while !rest.is_empty() {
            let mut end = rest.len().min(CHUNK);
            if rules.keep_escapes && end < rest.len() {
                end = kernel::split_point(rest, end);
            }
            let text = out::encode_text(backend, &rest[..end], &mut buffer, rules).expect("the buffer holds three times the chunk");
            output.write_str(text)?;
            rest = &rest[end..];
        }
        Ok(())
    }

    /// The length in bytes of the encoded input; `usize::MAX` if it is greater than that.
    #[must_use]
    #[inline]
    pub fn encoded_len<I: AsRef<[u8]> + ?Sized>(self, input: &I) -> usize {
        self.encoded_slice_len(input.as_ref())
    }

    fn encoded_slice_len(&self, input: &[u8]) -> usize {
        kernel::encoded_len(self.backend(), input, &self.rules)
    }

    /// The greatest length in bytes that any encoder makes of so many bytes of input: three times as many; `None` if that overflows.
    #[must_use]
    pub const fn max_encoded_len(input_len: usize) -> Option<usize> {
        input_len.checked_mul(3)
    }

    /// The index of the first byte that encoding changes, or `None` if it changes nothing.
    ///
    /// ```
    /// # use percent_simd::{Encoder, sets};
    /// assert_eq!(Encoder::new(sets::URL_PATH).find(b"/a b"), Some(2));
    /// ```
    #[must_use]
    #[inline]
    pub fn find<I: AsRef<[u8]> + ?Sized>(self, input: &I) -> Option<usize> {
        kernel::find_escapable(self.backend(), input.as_ref(), &self.rules)
    }

    /// The encoded input piece by piece, without allocation: runs of bytes that stay as they are, each as long as can be, and what becomes of each
    /// other byte.
    ///
    /// ```
    /// # use percent_simd::{Encoder, sets};
    /// let mut pieces = Encoder::new(sets::URL_PATH).pieces(b"/a b");
    /// assert_eq!((pieces.next(), pieces.next()), (Some("/a"), Some("%20")));
    /// assert_eq!(pieces.rest(), b"b");
    /// ```
    #[must_use]
    #[inline]
    pub fn pieces<I: AsRef<[u8]> + ?Sized>(self, input: &I) -> EncodePieces<'_> {
        EncodePieces(Pieces::new(self.backend, input.as_ref(), self.rules))
    }

    /// The encoded input as something to format: no allocation, nothing encoded before it is written.
    ///
    /// ```
    /// # use percent_simd::{Encoder, sets};
    /// let query = Encoder::new(sets::URL_COMPONENT);
    /// assert_eq!(format!("/?q={}", query.display(b"a&b")), "/?q=a%26b");
    /// ```
    #[must_use]
    #[inline]
    pub fn display<I: AsRef<[u8]> + ?Sized>(self, input: &I) -> EncodeDisplay<'_> {
        EncodeDisplay::new(self, input.as_ref())
    }

    /// What is escaped, SP and `+` as they are under [`space_as_plus`](Self::space_as_plus).
    pub(crate) const fn set(self) -> AsciiSet {
        self.rules.set
    }

    /// The same policy with another set, and SP as `%20` if that is in it.
    pub(crate) const fn with_set(self, set: AsciiSet) -> Self {
        let other = Self::new(set).lowercase_hex(self.rules.lowercase_hex).keep_escapes(self.rules.keep_escapes);
        Self { backend: self.backend, ..other }
    }

    pub(crate) const fn writes_space_as_plus(self) -> bool {
        self.rules.space_as_plus
    }

    #[cfg(feature = "encoding")]
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

    /// Whether what an input ends with may be the start of a triplet that stays.
    #[cfg(feature = "alloc")]
    pub(crate) const fn keeps_escapes(self) -> bool {
        self.rules.keep_escapes
    }
}

/// The pieces of encoded bytes: what [`Encoder::pieces`] returns. Linear time, whatever the pieces.
#[derive(Clone, Copy, Debug)]
pub struct EncodePieces<'a>(Pieces<'a>);

impl<'a> EncodePieces<'a> {
    /// The input that is not in a piece yet.
    #[must_use]
    #[inline]
    pub const fn rest(&self) -> &'a [u8] {
        self.0.rest()
    }
}

impl<'a> Iterator for EncodePieces<'a> {
    type Item = &'a str;

    #[inline]
    fn next(&mut self) -> Option<&'a str> {
        self.0.next()
    }

    /// At least one piece if there is input, at most one for each byte.
    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.rest().len();
        (len.min(1), Some(len))
    }

    #[inline]
    fn fold<B, F: FnMut(B, &'a str) -> B>(self, init: B, f: F) -> B {
        self.0.fold(init, f)
    }
}

impl FusedIterator for EncodePieces<'_> {}

/// Writes encoded bytes when it is formatted: what [`Encoder::display`] returns.
#[derive(Clone, Copy, Debug)]
pub struct EncodeDisplay<'a> {
    encoder: Encoder,
    input: &'a [u8],
}

impl<'a> EncodeDisplay<'a> {
    pub(crate) const fn new(encoder: Encoder, input: &'a [u8]) -> Self {
        Self { encoder, input }
    }
}

impl fmt::Display for EncodeDisplay<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.encoder.encode_slice_write(self.input, f)
    }
}

/// The triplet of a byte, in upper-case hex (RFC 3986 2.1).
///
/// ```
/// use percent_simd::triplet;
/// assert_eq!((triplet(b' '), triplet(b'a'), triplet(0xFF)), ("%20", "%61", "%FF"));
/// ```
#[must_use]
#[inline]
pub fn triplet(byte: u8) -> &'static str {
    out::triplet(byte, false)
}

/// Encodes text or bytes: the members of `set` and every byte >= 0x80 become triplets. Borrowed if nothing changes.
///
/// ```
/// use percent_simd::{encode, sets};
/// assert_eq!(encode("/a b", sets::URL_PATH), "/a%20b");
/// assert_eq!(encode("☃", sets::URI_COMPONENT), "%E2%98%83");
/// ```
#[cfg(feature = "alloc")]
#[must_use]
#[inline]
pub fn encode<I: AsRef<[u8]> + ?Sized>(input: &I, set: AsciiSet) -> Cow<'_, str> {
    Encoder::new(set).encode(input)
}
