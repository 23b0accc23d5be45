//! RFC 8187 (and RFC 5987, which it obsoletes): parameters of header fields with characters outside ASCII, `title*=UTF-8''%e2%82%ac%20rates`.

#[cfg(feature = "alloc")]
use alloc::borrow::Cow;
use core::fmt;

use super::Scheme;
#[cfg(feature = "alloc")]
use crate::{DecodeError, Decoder};
use crate::{EncodeDisplay, Encoder, sets};

/// Keeps *attr-char* (RFC 8187 3.2.1).
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::RFC5987;
/// assert_eq!(RFC5987.encode("€ rates"), "%E2%82%AC%20rates");
/// # }
/// ```
pub const RFC5987: Scheme = Scheme::new("rfc5987", sets::RFC5987, "RFC 8187 3.2.1, attr-char (RFC 5987)", ("€ rates", "%E2%82%AC%20rates"));

/// An *ext-value* (RFC 8187 3.2.1): what follows `title*=` in `title*=UTF-8'en'%C2%A3%20rates`.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::rfc8187::ExtValue;
///
/// let value = ExtValue::parse("iso-8859-1'en'%A3%20rates").unwrap();
/// assert_eq!((value.charset(), value.language()), ("iso-8859-1", "en"));
/// assert_eq!(&*value.decode_bytes().unwrap(), b"\xA3 rates"); // in that charset
///
/// let value = ExtValue::parse("UTF-8''%c2%a3%20and%20%e2%82%ac%20rates").unwrap();
/// assert_eq!(value.decode().unwrap(), "£ and € rates");
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ExtValue<'a> {
    charset: &'a str,
    language: &'a str,
    value: &'a str,
}

impl<'a> ExtValue<'a> {
    /// Splits at the first two `'`. `None` if there are not as many, or no charset before them.
    #[must_use]
    pub fn parse(input: &'a str) -> Option<Self> {
        let (charset, rest) = input.split_once('\'')?;
        let (language, value) = rest.split_once('\'')?;
        (!charset.is_empty()).then_some(Self { charset, language, value })
    }

    /// The charset's name as it is written. Only UTF-8 may be produced; ISO-8859-1 was, too.
    #[must_use]
    pub const fn charset(self) -> &'a str {
        self.charset
    }

    /// The language tag; may be empty.
    #[must_use]
    pub const fn language(self) -> &'a str {
        self.language
    }

    /// The value's bytes, in its charset.
    ///
    /// # Errors
    /// Where a triplet is malformed, or where a byte stands raw that is no *attr-char*; positions count from the value's start.
    #[cfg(feature = "alloc")]
    pub fn decode_bytes(self) -> Result<Cow<'a, [u8]>, DecodeError> {
        Encoder::new(sets::RFC5987).check_encoded(self.value.as_bytes())?;
        Decoder::new().decode(self.value.as_bytes())
    }

    /// The value, as UTF-8 whatever the charset says.
    ///
    /// # Errors
    /// As [`decode_bytes`](Self::decode_bytes), and where it is not UTF-8.
    #[cfg(feature = "alloc")]
    pub fn decode(self) -> Result<Cow<'a, str>, DecodeError> {
        Encoder::new(sets::RFC5987).check_encoded(self.value.as_bytes())?;
        Decoder::new().decode_str(self.value)
    }
}

/// The text as an *ext-value*; the language may be empty.
///
/// ```
/// use percent_simd::scheme::rfc8187;
/// assert_eq!(rfc8187::ext_value("€ rates", "").to_string(), "UTF-8''%E2%82%AC%20rates");
/// ```
#[must_use]
pub const fn ext_value<'a>(text: &'a str, language: &'a str) -> impl fmt::Display {
    Display { language, value: EncodeDisplay::new(Encoder::new(sets::RFC5987), text.as_bytes()) }
}

/// What [`ext_value`] returns.
struct Display<'a> {
    language: &'a str,
    value: EncodeDisplay<'a>,
}

impl fmt::Display for Display<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "UTF-8'{}'{}", self.language, self.value)
    }
}
