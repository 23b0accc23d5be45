//! One name and its value.

#[cfg(feature = "alloc")]
use alloc::{borrow::Cow, string::String};
use core::fmt;
use core::ops::Range;

use super::options::Parser;
#[cfg(feature = "alloc")]
use crate::DecodeError;
use crate::kernel::form::Part;
use crate::{Decoder, syntax};
#[cfg(any(feature = "serde", feature = "batch"))]
use crate::{Malformed, Utf8};

/// A name and its value, still encoded. Each is decoded on request, and borrowed if decoding
/// changes nothing.
///
/// | | a malformed `%` | decoded bytes that are not UTF-8 |
/// | --- | --- | --- |
/// | `name`, `value`, `value_append`, … | kept | U+FFFD (under [`Utf8::KeepEscaped`]: their escapes) |
/// | `value_bytes` | kept | kept |
/// | `name_utf8`, `value_utf8` | set by [`Parser::malformed`](super::Parser::malformed) | an error, unless [`Parser::utf8`](super::Parser::utf8) changes it |
///
/// Two pairs are equal if their decoded names and values are equal, in any spelling.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::form;
///
/// let pair = form::parse("caf%C3%A9=50%25+off").next().unwrap();
/// assert_eq!((pair.name_raw(), pair.value_raw()), (&b"caf%C3%A9"[..], &b"50%25+off"[..]));
/// assert_eq!((pair.name_utf8().unwrap(), pair.value()), ("café".into(), "50% off".into()));
/// assert!(pair.name_is("café"));
/// assert_eq!(pair, form::parse("c%61f%c3%a9=50%25%20off").next().unwrap());
/// # }
/// ```
#[derive(Clone, Copy)]
pub struct Pair<'a> {
    pub(super) name: Part<'a>,
    pub(super) value: Part<'a>,
    /// The position of the name in the input.
    pub(super) start: usize,
    pub(super) has_equals: bool,
    pub(super) options: Parser,
}

impl<'a> Pair<'a> {
    /// The name, still encoded.
    #[must_use]
    #[inline]
    pub const fn name_raw(self) -> &'a [u8] {
        self.name.bytes()
    }

    /// The value, still encoded; empty if there is no `=`.
    #[must_use]
    #[inline]
    pub const fn value_raw(self) -> &'a [u8] {
        self.value.bytes()
    }

    /// The range of [`value_raw`](Self::value_raw) in the parser's input. If there is no `=`, the
    /// range is empty and starts at the end of the name.
    ///
    /// ```
    /// use percent_simd::form;
    ///
    /// let query = "user=bob&token=s%65cret&page=2";
    /// let token = form::parse(query).find(|pair| pair.name_is("token")).unwrap();
    /// let mut redacted = String::from(query);
    /// redacted.replace_range(token.value_range(), "***");
    /// assert_eq!(redacted, "user=bob&token=***&page=2");
    /// ```
    #[must_use]
    #[inline]
    pub const fn value_range(self) -> Range<usize> {
        let name_end = self.start + self.name_raw().len();
        let start = name_end + self.has_equals as usize;
        start..start + self.value_raw().len()
    }

    /// Returns whether a `=` follows the name. WHATWG treats `a` and `a=` alike.
    #[must_use]
    #[inline]
    pub const fn has_equals(self) -> bool {
        self.has_equals
    }

    /// The decoder of the name and the value, under the options of the [`Parser`].
    /// Use it for the bytes of a name ([`decode_lenient`](Decoder::decode_lenient)), to decode into a
    /// buffer, to format, or for any other method of [`Decoder`].
    #[inline]
    pub const fn decoder(self) -> Decoder {
        let decoder = self.options.lenient().malformed(self.options.malformed);
        match self.options.utf8 {
            Some(utf8) => decoder.utf8(utf8),
            None => decoder,
        }
    }

    /// Returns whether the decoded name equals `name`. Nothing is allocated.
    #[must_use]
    pub fn name_is(self, name: impl AsRef<[u8]>) -> bool {
        match self.name.plain() {
            Some(text) => text.as_bytes() == name.as_ref(),
            None => self.options.lenient().decodes_to(self.name_raw(), name.as_ref()),
        }
    }
}

/// Decodes the bytes one by one.
fn decoded(input: &[u8], plus_as_space: bool) -> impl Iterator<Item = u8> {
    let mut rest = input;
    core::iter::from_fn(move || {
        let (&first, after) = rest.split_first()?;
        let triplet = if first == b'%' { syntax::triplet(rest) } else { None };
        rest = if triplet.is_some() { &after[2..] } else { after };
        Some(triplet.unwrap_or(if first == b'+' && plus_as_space { b' ' } else { first }))
    })
}

impl PartialEq for Pair<'_> {
    /// Compares the decoded names and the decoded values.
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        let is_equal = |own, others| {
            decoded(own, self.options.plus_as_space)
                .eq(decoded(others, other.options.plus_as_space))
        };
        is_equal(self.name_raw(), other.name_raw()) && is_equal(self.value_raw(), other.value_raw())
    }
}

impl Eq for Pair<'_> {}

/// Decoding. Unencoded names and values are borrowed from the input.
#[cfg(feature = "alloc")]
impl<'a> Pair<'a> {
    /// The name, decoded as [`value`](Self::value) is.
    #[must_use]
    #[inline]
    pub fn name(self) -> Cow<'a, str> {
        self.options.text(self.name)
    }

    /// The value as WHATWG decodes it: *UTF-8 decode without BOM*, so ill-formed UTF-8 becomes
    /// U+FFFD, and U+FEFF at the start stays.
    #[must_use]
    #[inline]
    pub fn value(self) -> Cow<'a, str> {
        self.options.text(self.value)
    }

    /// Appends the text of [`value`](Self::value).
    #[inline]
    pub fn value_append(self, output: &mut String) {
        let value = self.value;
        match value.plain() {
            Some(text) => output.push_str(text),
            None => self
                .options
                .lenient_text()
                .decode_utf8_append(value.bytes(), output)
                .expect("the decoder refuses nothing"),
        }
    }

    /// The decoded value as bytes, in any charset.
    #[must_use]
    #[inline]
    pub fn value_bytes(self) -> Cow<'a, [u8]> {
        match self.value.plain() {
            Some(text) => Cow::Borrowed(text.as_bytes()),
            None => self.options.lenient().decode_lenient(self.value_raw()),
        }
    }

    /// The decoded name as text.
    ///
    /// # Errors
    /// Those of [`value_utf8`](Self::value_utf8), with the position in
    /// [`name_raw`](Self::name_raw).
    #[inline]
    pub fn name_utf8(self) -> Result<Cow<'a, str>, DecodeError> {
        self.decoder().decode_utf8(self.name_raw())
    }

    /// The decoded value as text.
    ///
    /// # Errors
    /// If the value is not UTF-8, or the parser's options reject it. The position is in bytes from
    /// the start of [`value_raw`](Self::value_raw).
    #[inline]
    pub fn value_utf8(self) -> Result<Cow<'a, str>, DecodeError> {
        self.decoder().decode_utf8(self.value_raw())
    }
}

/// Decoding for types and columns: text is lossy unless the parser's options say otherwise.
#[cfg(any(feature = "serde", feature = "batch"))]
impl<'a> Pair<'a> {
    /// The decoded name or value.
    #[inline]
    pub(super) fn typed_text(self, is_name: bool) -> Result<Cow<'a, str>, DecodeError> {
        let part = self.part(is_name);
        let Parser { malformed, utf8, .. } = self.options;
        if part.plain().is_some()
            || malformed == Malformed::Keep && matches!(utf8, None | Some(Utf8::Lossy))
        {
            return Ok(self.options.text(part));
        }
        self.typed_decoder().decode_utf8(part.bytes())
    }

    #[inline]
    pub(super) const fn part(self, is_name: bool) -> Part<'a> {
        if is_name { self.name } else { self.value }
    }

    #[inline]
    fn typed_decoder(self) -> Decoder {
        self.decoder().utf8(self.options.utf8.unwrap_or(Utf8::Lossy))
    }
}

#[cfg(feature = "serde")]
impl<'a> Pair<'a> {
    /// The name or the value as bytes, for typed reading.
    #[inline]
    pub(super) fn typed_bytes(self, is_name: bool) -> Result<Cow<'a, [u8]>, DecodeError> {
        self.typed_decoder().decode(self.part(is_name).bytes())
    }

    /// The elements of a sequence, for typed reading: the parts of the value between delimiters, as
    /// the values of pairs; without a delimiter, the pair.
    #[inline]
    pub(super) fn elements(self) -> impl Iterator<Item = Self> {
        let Parser { delimiter, plus_as_space, .. } = self.options;
        let value = self.value_raw();
        let part = move |range: Range<usize>| Pair {
            name: self.name.part(0..0),
            start: self.start + self.name_raw().len() + range.start,
            value: self.value.part(range),
            ..self
        };
        let mut next = (delimiter.is_none() || !value.is_empty()).then_some(0);
        core::iter::from_fn(move || {
            let start = next?;
            let found = delimiter.and_then(|delimiter| delimiter.find(value, start, plus_as_space));
            next = found.map(|(at, len)| at + len);
            Some(match found {
                None if start == 0 => self,
                None => part(start..value.len()),
                Some((at, _)) => part(start..at),
            })
        })
    }
}

/// The name and the value as WHATWG decodes them: [`name`](Pair::name) and [`value`](Pair::value).
#[cfg(feature = "alloc")]
impl<'a> From<Pair<'a>> for (Cow<'a, str>, Cow<'a, str>) {
    #[inline]
    fn from(pair: Pair<'a>) -> Self {
        (pair.name(), pair.value())
    }
}

impl fmt::Debug for Pair<'_> {
    /// Writes the pair, still encoded.
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let equals = if self.has_equals { "=" } else { "" };
        let (name, value) = (self.name_raw().escape_ascii(), self.value_raw().escape_ascii());
        write!(f, "Pair(\"{name}{equals}{value}\")")
    }
}
