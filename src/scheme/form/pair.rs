//! One name and its value.

#[cfg(feature = "alloc")]
use alloc::borrow::Cow;
use core::fmt;

use crate::kernel;
use crate::{Backend, Decoder};
#[cfg(feature = "alloc")]
use crate::{DecodeError, Utf8};

/// A name and its value, still encoded: each is decoded when it is asked for, and borrowed if that changes nothing.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::form;
///
/// let pair = form::parse(b"caf%C3%A9=50%25+off").next().unwrap();
/// assert_eq!((pair.name_raw(), pair.value_raw()), (&b"caf%C3%A9"[..], &b"50%25+off"[..]));
/// assert_eq!((pair.name_str().unwrap(), pair.value()), ("café".into(), "50% off".into()));
/// # }
/// ```
#[derive(Clone, Copy)]
pub struct Pair<'a> {
    name: &'a [u8],
    value: &'a [u8],
    has_equals: bool,
    plus_as_space: bool,
    backend: Option<Backend>,
}

impl<'a> Pair<'a> {
    #[inline]
    pub(super) const fn new(name: &'a [u8], value: &'a [u8], has_equals: bool, plus_as_space: bool, backend: Option<Backend>) -> Self {
        Self { name, value, has_equals, plus_as_space, backend }
    }

    /// The name as it is written.
    #[must_use]
    #[inline]
    pub const fn name_raw(self) -> &'a [u8] {
        self.name
    }

    /// The value as it is written; empty where there is no `=`.
    #[must_use]
    #[inline]
    pub const fn value_raw(self) -> &'a [u8] {
        self.value
    }

    /// Whether a `=` follows the name. To WHATWG `a` and `a=` are the same.
    #[must_use]
    #[inline]
    pub const fn has_equals(self) -> bool {
        self.has_equals
    }

    /// What decodes the name and the value: for buffers of the caller's, formatting, and whatever else a [`Decoder`] does.
    ///
    /// ```
    /// use percent_simd::form;
    /// let pair = form::parse(b"q=a+b").next().unwrap();
    /// assert_eq!(pair.decoder().display(pair.value_raw()).to_string(), "a b");
    /// ```
    #[must_use]
    #[inline]
    pub const fn decoder(self) -> Decoder {
        let decoder = Decoder::new().plus_as_space(self.plus_as_space);
        match self.backend {
            Some(backend) => decoder.on(backend),
            None => decoder,
        }
    }

    /// Whether the decoded name is this one; nothing is allocated.
    ///
    /// ```
    /// use percent_simd::form;
    /// let mut pairs = form::parse(b"a=1&caf%C3%A9+1=2");
    /// assert!(pairs.any(|pair| pair.name_is("café 1")));
    /// ```
    #[must_use]
    pub fn name_is(self, name: impl AsRef<[u8]>) -> bool {
        is(self.decoder(), self.name, name.as_ref())
    }
}

/// Whether the input decodes to what is expected. The decoder refuses nothing.
fn is(decoder: Decoder, input: &[u8], mut expected: &[u8]) -> bool {
    const CHUNK: usize = 64;
    if decoder.find(input).is_none() {
        return input == expected;
    }
    let mut buffer = [0; CHUNK];
    let mut rest = input;
    while !rest.is_empty() {
        let end = if rest.len() > CHUNK { kernel::split_point(rest, CHUNK) } else { rest.len() };
        let (chunk, others) = rest.split_at(end);
        let len = decoder.decode_into(chunk, &mut buffer).expect("the decoder refuses nothing, and the buffer is as long as the chunk");
        let Some(expected_rest) = expected.strip_prefix(&buffer[..len]) else { return false };
        (rest, expected) = (others, expected_rest);
    }
    expected.is_empty()
}

/// Decoding. What is not encoded is borrowed from the input.
#[cfg(feature = "alloc")]
impl<'a> Pair<'a> {
    /// The decoded name as bytes, for charsets other than UTF-8 too.
    #[must_use]
    #[inline]
    pub fn name_bytes(self) -> Cow<'a, [u8]> {
        self.bytes(self.name)
    }

    /// The decoded value as bytes, for charsets other than UTF-8 too.
    #[must_use]
    #[inline]
    pub fn value_bytes(self) -> Cow<'a, [u8]> {
        self.bytes(self.value)
    }

    /// The decoded name as text.
    ///
    /// # Errors
    /// If it is not UTF-8. The position is in bytes from the start of [`name_raw`](Self::name_raw).
    pub fn name_str(self) -> Result<Cow<'a, str>, DecodeError> {
        self.decoder().decode_utf8(self.name)
    }

    /// The decoded value as text.
    ///
    /// # Errors
    /// If it is not UTF-8. The position is in bytes from the start of [`value_raw`](Self::value_raw).
    pub fn value_str(self) -> Result<Cow<'a, str>, DecodeError> {
        self.decoder().decode_utf8(self.value)
    }

    /// The name as WHATWG decodes it: *UTF-8 decode without BOM*, so what is not UTF-8 becomes U+FFFD, and U+FEFF at the start stays.
    #[must_use]
    pub fn name(self) -> Cow<'a, str> {
        self.lossy(self.name)
    }

    /// The value as WHATWG decodes it: *UTF-8 decode without BOM*, so what is not UTF-8 becomes U+FFFD, and U+FEFF at the start stays.
    #[must_use]
    pub fn value(self) -> Cow<'a, str> {
        self.lossy(self.value)
    }

    fn bytes(self, input: &'a [u8]) -> Cow<'a, [u8]> {
        self.decoder().decode(input).expect("the decoder refuses nothing")
    }

    fn lossy(self, input: &'a [u8]) -> Cow<'a, str> {
        self.decoder().utf8(Utf8::Lossy).decode_utf8(input).expect("the decoder refuses nothing")
    }
}

impl fmt::Debug for Pair<'_> {
    /// As it is written.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let equals = if self.has_equals { "=" } else { "" };
        write!(f, "Pair(\"{}{equals}{}\")", self.name.escape_ascii(), self.value.escape_ascii())
    }
}
