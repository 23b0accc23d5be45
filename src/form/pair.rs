//! One name and its value.

#[cfg(feature = "alloc")]
use alloc::{borrow::Cow, string::String};
use core::fmt;
use core::ops::Range;

#[cfg(feature = "serde")]
use super::Delimiter;
use super::pairs::PairParts;
#[cfg(feature = "alloc")]
use crate::DecodeError;
#[cfg(feature = "alloc")]
use crate::kernel::form::{Look, Part};
use crate::{Backend, Decoder, Malformed, Utf8, syntax};

/// The decoding options of a [`Parser`](super::Parser).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Options {
    pub(super) plus_as_space: bool,
    pub(super) malformed: Malformed,
    /// `None`: each method's own default.
    pub(super) utf8: Option<Utf8>,
    pub(super) empty_as_none: bool,
    #[cfg(feature = "serde")]
    pub(super) delimiter: Option<Delimiter>,
    pub(super) backend: Option<Backend>,
}

impl Options {
    /// The bytes decoder, with every error turned off.
    #[inline]
    const fn lenient(self) -> Decoder {
        let decoder = Decoder::new().plus_as_space(self.plus_as_space);
        match self.backend {
            Some(backend) => decoder.on(backend),
            None => decoder,
        }
    }

    /// The text decoder, with every error turned off.
    #[cfg(feature = "alloc")]
    const fn lenient_text(self) -> Decoder {
        self.lenient().utf8(match self.utf8 {
            Some(Utf8::KeepEscaped) => Utf8::KeepEscaped,
            _ => Utf8::Lossy,
        })
    }

    /// Decodes a part to text. This is not a method of the pair, because each call would copy the
    /// pair.
    #[cfg(feature = "alloc")]
    #[inline]
    fn text(self, part: Part<'_>) -> Cow<'_, str> {
        // The usual policy is a constant: building a policy here costs the time of a short value.
        const USUAL: &Decoder = &Decoder::new().plus_as_space(true).utf8(Utf8::Lossy);
        let is_usual = matches!(
            self,
            Self { plus_as_space: true, utf8: None | Some(Utf8::Lossy), backend: None, .. }
        );
        match part.plain() {
            Some(text) => Cow::Borrowed(text),
            None if is_usual && part.look() == Look::Escaped => {
                USUAL.decode_escaped_utf8::<true>(part.bytes())
            }
            None => self.text_of_other::<true>(part.bytes()),
        }
    }

    /// Decodes long parts, and parts under other options.
    #[cfg(feature = "alloc")]
    #[inline(never)]
    fn text_of_other<const LAZY: bool>(self, input: &[u8]) -> Cow<'_, str> {
        self.lenient_text().decode_slice_utf8(input).expect("the decoder refuses nothing")
    }
}

/// A name and its value, still encoded. Each is decoded on request, and borrowed if decoding
/// changes nothing.
///
/// | | a malformed `%` | decoded bytes that are not UTF-8 |
/// | --- | --- | --- |
/// | `name`, `value`, `value_append`, … | kept | U+FFFD (under [`Utf8::KeepEscaped`]: their escapes) |
/// | `value_bytes` | kept | kept |
/// | `name_utf8`, `value_utf8` | set by [`Parser::malformed`](super::Parser::malformed) | an error, unless [`Parser::utf8`](super::Parser::utf8) changes it |
///
/// Two pairs are equal if their decoded names and values are equal, whatever their spelling.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::form;
///
/// let pair = form::parse("caf%C3%A9=50%25+off").next().unwrap();
/// assert_eq!((pair.name_raw(), pair.value_raw()), (&b"caf%C3%A9"[..], &b"50%25+off"[..]));
/// assert_eq!((pair.name_utf8().unwrap(), pair.value()), ("café".into(), "50% off".into()));
/// assert_eq!(pair, form::parse("c%61f%c3%a9=50%25%20off").next().unwrap());
/// # }
/// ```
#[derive(Clone, Copy)]
pub struct Pair<'a> {
    parts: PairParts<'a>,
    options: Options,
}

impl<'a> Pair<'a> {
    #[inline]
    pub(super) const fn new(parts: PairParts<'a>, options: Options) -> Self {
        Self { parts, options }
    }

    /// The name, still encoded.
    #[must_use]
    #[inline]
    pub const fn name_raw(self) -> &'a [u8] {
        self.parts.name.bytes()
    }

    /// The value, still encoded; empty if there is no `=`.
    #[must_use]
    #[inline]
    pub const fn value_raw(self) -> &'a [u8] {
        self.parts.value.bytes()
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
        let name_end = self.parts.start + self.name_raw().len();
        let start = name_end + self.parts.has_equals as usize;
        start..start + self.value_raw().len()
    }

    /// Returns whether a `=` follows the name. WHATWG treats `a` and `a=` alike.
    #[must_use]
    #[inline]
    pub const fn has_equals(self) -> bool {
        self.parts.has_equals
    }

    /// The decoder of the name and the value, under the options of the [`Parser`](super::Parser).
    /// Use it for the bytes of a name ([`decode_lenient`](Decoder::decode_lenient)), to decode into a
    /// buffer, to format, or for any other method of [`Decoder`].
    ///
    /// ```
    /// use percent_simd::form;
    /// let pair = form::parse("q=a+b").next().unwrap();
    /// assert_eq!(pair.decoder().display(pair.value_raw()).to_string(), "a b");
    /// ```
    #[inline]
    pub const fn decoder(self) -> Decoder {
        let decoder = self.options.lenient().malformed(self.options.malformed);
        match self.options.utf8 {
            Some(utf8) => decoder.utf8(utf8),
            None => decoder,
        }
    }

    /// Returns whether the decoded name equals `name`. Nothing is allocated.
    ///
    /// ```
    /// use percent_simd::form;
    /// let mut pairs = form::parse("a=1&caf%C3%A9+1=2");
    /// assert!(pairs.any(|pair| pair.name_is("café 1")));
    /// ```
    #[must_use]
    pub fn name_is(self, name: impl AsRef<[u8]>) -> bool {
        match self.parts.name.plain() {
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
    /// The name as WHATWG decodes it: *UTF-8 decode without BOM*, so ill-formed UTF-8 becomes
    /// U+FFFD, and U+FEFF at the start stays.
    #[must_use]
    #[inline]
    pub fn name(self) -> Cow<'a, str> {
        self.options.text(self.parts.name)
    }

    /// The value as WHATWG decodes it: *UTF-8 decode without BOM*, so ill-formed UTF-8 becomes
    /// U+FFFD, and U+FEFF at the start stays.
    #[must_use]
    #[inline]
    pub fn value(self) -> Cow<'a, str> {
        self.options.text(self.parts.value)
    }

    /// Appends the text of [`value`](Self::value).
    ///
    /// ```
    /// use percent_simd::form;
    /// let mut values = String::new();
    /// form::parse("a=1+2&b=%E9").for_each(|pair| pair.value_append(&mut values));
    /// assert_eq!(values, "1 2\u{FFFD}");
    /// ```
    #[inline]
    pub fn value_append(self, output: &mut String) {
        let value = self.parts.value;
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
        match self.parts.value.plain() {
            Some(text) => Cow::Borrowed(text.as_bytes()),
            None => self.options.lenient().decode_lenient(self.value_raw()),
        }
    }

    /// The decoded name as text.
    ///
    /// # Errors
    /// If the name is not UTF-8, or the parser's options reject it. The position is in bytes from
    /// the start of [`name_raw`](Self::name_raw).
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
        let Options { malformed, utf8, .. } = self.options;
        if part.plain().is_some()
            || malformed == Malformed::Keep && matches!(utf8, None | Some(Utf8::Lossy))
        {
            return Ok(self.options.text(part));
        }
        self.typed_decoder().decode_utf8(part.bytes())
    }

    #[inline]
    const fn part(self, is_name: bool) -> Part<'a> {
        if is_name { self.parts.name } else { self.parts.value }
    }

    #[inline]
    fn typed_decoder(self) -> Decoder {
        self.decoder().utf8(self.options.utf8.unwrap_or(Utf8::Lossy))
    }
}

#[cfg(feature = "serde")]
impl<'a> Pair<'a> {
    /// The name or the value, if decoding is known to leave it unchanged.
    #[inline]
    pub(super) fn plain(self, is_name: bool) -> Option<&'a str> {
        self.part(is_name).plain()
    }

    /// The name or the value as bytes, for typed reading.
    #[inline]
    pub(super) fn typed_bytes(self, is_name: bool) -> Result<Cow<'a, [u8]>, DecodeError> {
        self.typed_decoder().decode(self.part(is_name).bytes())
    }

    /// The elements of a sequence, for typed reading: the parts of the value between delimiters, as
    /// the values of pairs; without a delimiter, the pair.
    #[inline]
    pub(super) fn elements(self) -> impl Iterator<Item = Self> {
        let Self { parts, options } = self;
        let (value, delimiter) = (self.value_raw(), options.delimiter);
        let mut next = (delimiter.is_none() || !value.is_empty()).then_some(0);
        core::iter::from_fn(move || {
            let start = next?;
            let find = |delimiter: Delimiter| delimiter.find(value, start, options.plus_as_space);
            let found = delimiter.and_then(find);
            next = found.map(|(at, len)| at + len);
            Some(match found {
                None if start == 0 => self,
                None => Pair { parts: parts.with_value(start..value.len()), options },
                Some((at, _)) => Pair { parts: parts.with_value(start..at), options },
            })
        })
    }

    /// Returns whether an `Option` reads this value as `None`.
    #[inline]
    pub(super) const fn is_none(self) -> bool {
        self.options.empty_as_none && self.value_raw().is_empty()
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
        let equals = if self.parts.has_equals { "=" } else { "" };
        let (name, value) = (self.name_raw().escape_ascii(), self.value_raw().escape_ascii());
        write!(f, "Pair(\"{name}{equals}{value}\")")
    }
}
