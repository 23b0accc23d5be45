//! RFC 8187 (and RFC 5987, which it obsoletes): parameters of header fields with characters outside
//! ASCII, `title*=UTF-8''%e2%82%ac%20rates`.

#[cfg(feature = "alloc")]
use alloc::borrow::Cow;
use core::fmt;

#[cfg(feature = "alloc")]
use super::raw_text;
use crate::{DecodeError, Encoder, sets};
#[cfg(feature = "alloc")]
use crate::{decode, decode_lossy, decode_str};

/// An *ext-value* (RFC 8187 3.2.1): the text after `title*=` in `title*=UTF-8'en'%C2%A3%20rates`. It
/// is made of text by [`new`](Self::new) or found in a header field by [`parse`](Self::parse), and
/// written by `Display`.
///
/// Two are equal if they are written alike.
///
/// ```
/// use percent_simd::scheme::rfc8187::ExtValue;
///
/// let field = format!("attachment; filename*={}", ExtValue::new("£ rates", "en"));
/// assert_eq!(field, "attachment; filename*=UTF-8'en'%C2%A3%20rates");
///
/// let value = ExtValue::parse("UTF-8''%c2%a3%20and%20%e2%82%ac%20rates").unwrap();
/// assert_eq!(value.value_utf8().unwrap(), "£ and € rates"); // or `value()`, which cannot fail
///
/// let value = ExtValue::parse("iso-8859-1'en'%A3%20rates").unwrap();
/// assert_eq!((value.charset(), value.language()), ("iso-8859-1", "en"));
/// assert_eq!(value.value(), "£ rates");
/// assert_eq!(&*value.value_bytes(), b"\xA3 rates"); // in that charset
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ExtValue<'a> {
    charset: &'a str,
    language: &'a str,
    value: Value<'a>,
}

#[derive(Clone, Copy, Debug)]
enum Value<'a> {
    Encoded(&'a str),
    Text(&'a str),
}

const ENCODER: Encoder = Encoder::new(sets::RFC5987);

impl<'a> ExtValue<'a> {
    /// The text, in UTF-8, in that language; the language tag may be empty.
    ///
    /// # Panics
    /// If the language holds anything but ASCII letters, digits and `-` (RFC 5646 2.1), as it is
    /// written without an escape. In a `const` that is a compile error.
    #[must_use]
    #[inline]
    pub const fn new(text: &'a str, language: &'a str) -> Self {
        let (bytes, mut at) = (language.as_bytes(), 0);
        while at < bytes.len() {
            assert!(
                bytes[at].is_ascii_alphanumeric() || bytes[at] == b'-',
                "a language tag holds ASCII letters, digits and `-` only"
            );
            at += 1;
        }
        Self { charset: "UTF-8", language, value: Value::Text(text) }
    }

    /// Splits at the first two `'`. `None` if there are fewer, or no charset before them.
    #[must_use]
    #[inline]
    pub fn parse(input: &'a str) -> Option<Self> {
        let (charset, rest) = input.split_once('\'')?;
        let (language, value) = rest.split_once('\'')?;
        (!charset.is_empty()).then_some(Self { charset, language, value: Value::Encoded(value) })
    }

    /// The charset's name as it is written. Only UTF-8 may be produced; RFC 5987 also allowed
    /// ISO-8859-1.
    #[must_use]
    pub const fn charset(self) -> &'a str {
        self.charset
    }

    /// The language tag; may be empty.
    #[must_use]
    pub const fn language(self) -> &'a str {
        self.language
    }

    /// Checks that the value is one of RFC 8187 3.2.1: *attr-char* and triplets.
    ///
    /// # Errors
    /// The first triplet that is malformed, or raw byte that is not an *attr-char*; positions count
    /// from the value's start.
    #[inline]
    pub fn check(self) -> Result<(), DecodeError> {
        match self.value {
            Value::Text(_) => Ok(()),
            Value::Encoded(value) => ENCODER.check_encoded(value),
        }
    }

    /// The value as text in the charset that it names, UTF-8 or ISO-8859-1; triplets
    /// that [`check`](Self::check) refuses stay.
    ///
    /// U+FFFD stands for ill-formed UTF-8, and for each triplet from `%80` on in any
    /// other charset, which RFC 8187 does not define. (The feature `charset` has those of the web:
    /// look [`charset`](Self::charset) up, and decode [`value_bytes`](Self::value_bytes).)
    #[cfg(feature = "alloc")]
    #[must_use]
    #[inline]
    pub fn value(self) -> Cow<'a, str> {
        match self.value {
            Value::Text(text) => Cow::Borrowed(text),
            Value::Encoded(value) if self.charset.eq_ignore_ascii_case("UTF-8") => {
                decode_lossy(value)
            }
            Value::Encoded(value) if self.charset.eq_ignore_ascii_case("ISO-8859-1") => {
                raw_text::decode(value, char::from)
            }
            Value::Encoded(value) => raw_text::decode(value, |byte| match byte {
                0..=0x7F => char::from(byte),
                _ => char::REPLACEMENT_CHARACTER,
            }),
        }
    }

    /// The value as UTF-8, under any name of a charset.
    ///
    /// # Errors
    /// As [`check`](Self::check), and where the decoded bytes are not UTF-8.
    #[cfg(feature = "alloc")]
    #[inline]
    pub fn value_utf8(self) -> Result<Cow<'a, str>, DecodeError> {
        self.check()?;
        match self.value {
            Value::Text(text) => Ok(Cow::Borrowed(text)),
            Value::Encoded(value) => decode_str(value),
        }
    }

    /// The value's bytes, in its charset; bytes that [`check`](Self::check) refuses stay.
    #[cfg(feature = "alloc")]
    #[must_use]
    #[inline]
    pub fn value_bytes(self) -> Cow<'a, [u8]> {
        match self.value {
            Value::Text(text) => Cow::Borrowed(text.as_bytes()),
            Value::Encoded(value) => decode(value),
        }
    }

    /// The bytes of the value as it is written.
    #[inline]
    fn written(self) -> impl Iterator<Item = u8> {
        let (encoded, text) = match self.value {
            Value::Encoded(value) => (value, ""),
            Value::Text(text) => ("", text),
        };
        encoded.bytes().chain(ENCODER.pieces(text).flat_map(str::bytes))
    }
}

impl PartialEq for ExtValue<'_> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.charset == other.charset
            && self.language == other.language
            && self.written().eq(other.written())
    }
}

impl Eq for ExtValue<'_> {}

impl fmt::Display for ExtValue<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}'{}'", self.charset, self.language)?;
        match self.value {
            Value::Encoded(value) => f.write_str(value),
            Value::Text(text) => ENCODER.encode_write(text, f),
        }
    }
}
