//! RFC 9651 *Structured Field Values for HTTP*: Display Strings, `%"f%c3%bc r"`, which hold text
//! beyond ASCII.
//!
//! They differ from all other percent-encoding: hex digits are lower case, and a parser refuses
//! others.

#[cfg(feature = "alloc")]
use alloc::{borrow::Cow, string::String};
use core::fmt;

use crate::{DecodeError, Decoder, Encoder, HexDigits, Malformed, sets, syntax};

#[cfg(feature = "alloc")]
const ENCODER: Encoder = Encoder::new(sets::SF_DISPLAY).lowercase_hex(true);
const DECODER: Decoder = Decoder::new().malformed(Malformed::Error).hex_digits(HexDigits::Lower);

/// Serializes a Display String (RFC 9651 4.1.11), with its `%` and quotes. 0x00-0x1F, 0x7F and
/// above, `%` and `"` are escaped; SP stays.
///
/// ```
/// use percent_simd::scheme::sf_display;
/// let text = sf_display::serialize("This is intended for display to üsers.");
/// assert_eq!(text, "%\"This is intended for display to %c3%bcsers.\"");
/// ```
#[cfg(feature = "alloc")]
#[must_use]
#[inline]
pub fn serialize(text: &str) -> String {
    let mut output = String::with_capacity(text.len() + 3);
    output.push_str("%\"");
    ENCODER.encode_append(text, &mut output);
    output.push('"');
    output
}

/// Parses a Display String (RFC 9651 4.2.10) that is the whole input; borrowed if it holds no
/// triplet.
///
/// # Errors
/// The errors of [`parse_prefix`], and [`Trailing`](DisplayStringError::Trailing).
///
/// ```
/// use percent_simd::scheme::sf_display::{DisplayStringError, parse};
/// assert_eq!(parse("%\"f%c3%bc r\"").unwrap(), "fü r");
/// assert_eq!(parse("%\"%C3%BC\""), Err(DisplayStringError::UppercaseHex(2)));
/// assert_eq!(parse("%\"a"), Err(DisplayStringError::End));
/// ```
#[cfg(feature = "alloc")]
#[inline]
pub fn parse<I: AsRef<[u8]> + ?Sized>(input: &I) -> Result<Cow<'_, str>, DisplayStringError> {
    let input = input.as_ref();
    let (text, len) = parse_prefix(input)?;
    if len < input.len() { Err(DisplayStringError::Trailing(len)) } else { Ok(text) }
}

/// Parses a Display String (RFC 9651 4.2.10) at the start of the input, and returns the length of
/// it in the input: parameters or the next member may follow.
///
/// # Errors
/// It does not start with `%"` or does not end, or the first thing in it that the standard refuses:
/// a raw byte outside 0x20-0x7E, a malformed triplet, a hex digit in upper case, ill-formed UTF-8.
///
/// ```
/// use percent_simd::scheme::sf_display::parse_prefix;
/// assert_eq!(parse_prefix("%\"a%20b\";q=1").unwrap(), ("a b".into(), 8));
/// ```
#[cfg(feature = "alloc")]
#[inline]
pub fn parse_prefix<I: AsRef<[u8]> + ?Sized>(
    input: &I,
) -> Result<(Cow<'_, str>, usize), DisplayStringError> {
    let content = content(input.as_ref())?;
    let in_input = |error: DecodeError| DisplayStringError::Content(error.offset(2));
    let text = DECODER.decode_utf8(content).map_err(in_input)?;
    Ok((text, content.len() + 3))
}

/// The bytes between the quotes, after all checks but the one for UTF-8.
#[inline]
fn content(input: &[u8]) -> Result<&[u8], DisplayStringError> {
    /// Stops at the closing quote, and at bytes that must not be raw.
    const STOPS: Encoder = Encoder::new(sets::SF_DISPLAY.remove(b'%'));

    let rest = input.strip_prefix(b"%\"").ok_or(DisplayStringError::Start)?;
    let stop = STOPS.find(rest);
    let content = &rest[..stop.unwrap_or(rest.len())];
    DECODER.check(content).map_err(|error| match error.position() {
        at if syntax::is_triplet(&content[at..]) => DisplayStringError::UppercaseHex(at + 2),
        _ => DisplayStringError::Content(error.offset(2)),
    })?;
    match stop {
        None => Err(DisplayStringError::End),
        Some(at) if rest[at] == b'"' => Ok(content),
        Some(at) => Err(DisplayStringError::Raw(at + 2)),
    }
}

/// Checks that the whole input is a Display String.
///
/// # Errors
/// The errors of `parse`.
pub fn check<I: AsRef<[u8]> + ?Sized>(input: &I) -> Result<(), DisplayStringError> {
    let input = input.as_ref();
    let content = content(input)?;
    let is_text = DECODER.check_utf8(content);
    is_text.map_err(|error| DisplayStringError::Content(error.offset(2)))?;
    let len = content.len() + 3;
    if len < input.len() { Err(DisplayStringError::Trailing(len)) } else { Ok(()) }
}

/// Why an input is not a Display String. Positions are in the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DisplayStringError {
    /// The input does not start with `%"`.
    Start,
    /// The closing quote is missing.
    End,
    /// Something follows the closing quote, from this position on.
    Trailing(usize),
    /// The byte at this position must not be raw.
    Raw(usize),
    /// The triplet at this position has a hex digit in upper case.
    UppercaseHex(usize),
    /// A triplet is malformed, or the decoded bytes are not UTF-8.
    Content(DecodeError),
}

impl fmt::Display for DisplayStringError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start => f.write_str("a display string starts with `%\"`"),
            Self::End => f.write_str("the closing `\"` of the display string is missing"),
            Self::Trailing(at) => write!(f, "the display string ends before byte {at}"),
            Self::Raw(at) => write!(f, "raw byte at byte {at}: it must be escaped"),
            Self::UppercaseHex(at) => {
                write!(f, "malformed triplet at byte {at}: its hex digits must be in lower case")
            }
            Self::Content(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for DisplayStringError {}
