//! Decoding: triplets become their bytes.

#[cfg(feature = "alloc")]
use alloc::{borrow::Cow, string::String, vec::Vec};
use core::slice;
#[cfg(feature = "alloc")]
use core::str::{self, Utf8Error};

use percent_simd::Decoder;

/// Decodes the triplets of text (WHATWG URL 1.3 *percent-decode*), as [`percent_decode`] does.
///
/// ```
/// use percent_encoding::percent_decode_str;
/// assert!(percent_decode_str("a%20b").eq(*b"a b"));
/// ```
#[inline]
pub fn percent_decode_str(input: &str) -> PercentDecode<'_> {
    percent_decode(input.as_bytes())
}

/// Decodes the triplets of bytes (WHATWG URL 1.3 *percent-decode*): `%` and two hex digits of
/// either case become one byte; everything else stays.
///
/// The result is an iterator over the decoded bytes, and converts into bytes or text: see
/// [`PercentDecode`].
///
/// ```
/// use percent_encoding::percent_decode;
/// # #[cfg(feature = "alloc")]
/// assert_eq!(percent_decode(b"caf%C3%a9 100%").decode_utf8().unwrap(), "café 100%");
/// ```
#[inline]
pub fn percent_decode(input: &[u8]) -> PercentDecode<'_> {
    PercentDecode { bytes: input.iter() }
}

/// Bytes to decode, returned by [`percent_decode`] and [`percent_decode_str`].
///
/// It is an iterator over the decoded bytes. These calls take all remaining bytes at once, and are
/// much faster:
#[cfg_attr(
    feature = "alloc",
    doc = "* as a [`Cow`] of bytes, borrowed exactly where there is no triplet,"
)]
#[cfg_attr(
    feature = "alloc",
    doc = "* as text: [`decode_utf8`](Self::decode_utf8), [`decode_utf8_lossy`](Self::decode_utf8_lossy),"
)]
/// * with `for_each`, `fold` and `count`.
///
/// ```
/// use percent_encoding::percent_decode;
///
/// let mut bytes = percent_decode(b"%61%62c%");
/// assert_eq!(bytes.next(), Some(b'a'));
/// assert_eq!(bytes.clone().count(), 3);
/// # #[cfg(feature = "alloc")]
/// assert_eq!(bytes.decode_utf8().unwrap(), "bc%");
/// ```
#[derive(Clone, Debug)]
pub struct PercentDecode<'a> {
    bytes: slice::Iter<'a, u8>,
}

/// Not a hex digit.
const NO_DIGIT: u8 = 0xFF;

/// The value of every hex digit, of either case; [`NO_DIGIT`] for all other bytes.
static HEX_VALUE: [u8; 256] = {
    let mut table = [NO_DIGIT; 256];
    let mut digit = 0;
    while digit < 16 {
        table[b"0123456789ABCDEF"[digit] as usize] = digit as u8;
        table[b"0123456789abcdef"[digit] as usize] = digit as u8;
        digit += 1;
    }
    table
};

/// The value of two hex digits.
#[inline]
fn value(high: u8, low: u8) -> Option<u8> {
    let (high, low) = (HEX_VALUE[usize::from(high)], HEX_VALUE[usize::from(low)]);
    (high | low != NO_DIGIT).then_some(high << 4 | low)
}

impl Iterator for PercentDecode<'_> {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        let byte = *self.bytes.next()?;
        match *self.bytes.as_slice() {
            [high, low, ref rest @ ..] if byte == b'%' => match value(high, low) {
                Some(value) => {
                    self.bytes = rest.iter();
                    Some(value)
                }
                None => Some(byte),
            },
            _ => Some(byte),
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.bytes.len();
        (left.div_ceil(3), Some(left))
    }

    #[inline]
    fn count(self) -> usize {
        if self.bytes.len() <= FEW {
            self.fold(0, |count, _| count + 1)
        } else {
            count_many(self.bytes.as_slice())
        }
    }
}

/// Up to this many bytes, a test of each is faster than a kernel.
const FEW: usize = 16;

#[inline(never)]
fn count_many(bytes: &[u8]) -> usize {
    Decoder::new().decoded_len(bytes).expect("a malformed `%` stays")
}

/// Borrows if there is no triplet.
#[cfg(feature = "alloc")]
impl<'a> From<PercentDecode<'a>> for Cow<'a, [u8]> {
    #[inline]
    fn from(rest: PercentDecode<'a>) -> Self {
        let bytes = rest.bytes.as_slice();
        let first = if bytes.len() <= FEW {
            bytes
                .windows(3)
                .position(|window| window[0] == b'%' && value(window[1], window[2]).is_some())
        } else {
            Decoder::new().find(bytes)
        };
        match first {
            None => Cow::Borrowed(bytes),
            Some(first) if bytes.len() <= 2 * FEW => Cow::Owned(decode_few(bytes, first)),
            Some(_) => percent_simd::decode(bytes),
        }
    }
}

/// Decodes a few bytes with a known first triplet.
#[cfg(feature = "alloc")]
#[inline(never)]
fn decode_few(bytes: &[u8], first: usize) -> Vec<u8> {
    let mut decoded = Vec::with_capacity(bytes.len() - 2);
    decoded.extend_from_slice(&bytes[..first]);
    decoded.extend(percent_decode(&bytes[first..]));
    decoded
}

#[cfg(feature = "alloc")]
impl<'a> PercentDecode<'a> {
    /// The remaining decoded bytes as text; borrowed if there is no triplet.
    ///
    /// # Errors
    /// If they are not UTF-8; the error's positions count decoded bytes.
    ///
    /// ```
    /// use percent_encoding::percent_decode;
    /// assert_eq!(percent_decode(b"%E2%98%83").decode_utf8().unwrap(), "☃");
    /// assert_eq!(percent_decode(b"%41%FF").decode_utf8().unwrap_err().valid_up_to(), 1);
    /// ```
    #[inline]
    pub fn decode_utf8(self) -> Result<Cow<'a, str>, Utf8Error> {
        let bytes = self.bytes.as_slice();
        if bytes.len() > 2 * FEW {
            if let Ok(text) = Decoder::new().decode_utf8(bytes) {
                return Ok(text);
            }
        }
        // The standard library builds the error.
        match self.into() {
            Cow::Borrowed(bytes) => core::str::from_utf8(bytes).map(Cow::Borrowed),
            Cow::Owned(bytes) => {
                String::from_utf8(bytes).map(Cow::Owned).map_err(|error| error.utf8_error())
            }
        }
    }

    /// The remaining decoded bytes as text, with U+FFFD for each maximal ill-formed subsequence;
    /// borrowed if there is neither one nor a triplet.
    ///
    /// ```
    /// use percent_encoding::percent_decode;
    /// assert_eq!(percent_decode(b"caf%C3%A9").decode_utf8_lossy(), "café");
    /// assert_eq!(percent_decode(b"caf%E9").decode_utf8_lossy(), "caf\u{FFFD}");
    /// ```
    #[inline]
    pub fn decode_utf8_lossy(self) -> Cow<'a, str> {
        let bytes = self.bytes.as_slice();
        if bytes.len() > 2 * FEW {
            return percent_simd::decode_lossy(bytes);
        }
        match self.into() {
            Cow::Borrowed(bytes) => String::from_utf8_lossy(bytes),
            Cow::Owned(bytes) => Cow::Owned(
                String::from_utf8(bytes)
                    .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()),
            ),
        }
    }
}
