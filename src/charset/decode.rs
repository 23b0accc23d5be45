//! Percent-decode, then decode the bytes.

use alloc::{borrow::Cow, string::String};

use encoding_rs::{DecoderResult, Encoding};

use super::Charset;
use crate::backend::Backend;
use crate::kernel;
use crate::{DecodeError, DecodeErrorKind, Decoder};

/// Percent-decodes the input, then decodes the bytes from the charset; each malformed sequence
/// becomes U+FFFD. Borrowed if nothing changes.
///
/// Byte order marks are not detected, and the decoder's [`utf8`](Decoder::utf8) policy has no
/// effect. For input with raw bytes >= 0x80, see [Decoding](super#decoding).
///
/// # Errors
/// The first [`DecodeError`] under the decoder's policy. The default policy never fails.
///
/// ```
/// use percent_simd::Decoder;
/// use percent_simd::charset::{Charset, decode};
///
/// let windows = Charset::from_label("windows-1252").unwrap();
/// assert_eq!(decode("caf%E9+%80", windows, Decoder::new().plus_as_space(true)).unwrap(), "café €");
/// let euc_jp = Charset::from_label("euc-jp").unwrap();
/// assert_eq!(decode("%C6%FC %C6", euc_jp, Decoder::new()).unwrap(), "日 \u{FFFD}");
/// ```
#[inline]
pub fn decode<I: AsRef<[u8]> + ?Sized>(
    input: &I,
    charset: Charset,
    decoder: Decoder,
) -> Result<Cow<'_, str>, DecodeError> {
    decode_slice(input.as_ref(), charset.encoding(), decoder, false)
}

/// Percent-decodes the input, then decodes the bytes from the charset; a malformed sequence is an
/// error.
///
/// # Errors
/// The first [`DecodeError`] under the decoder's policy. Otherwise
/// [`Charset`](DecodeErrorKind::Charset), at the byte or the `%` where the first malformed sequence
/// begins. (Finding this position takes another pass.)
///
/// ```
/// use percent_simd::{Decoder, DecodeErrorKind};
/// use percent_simd::charset::{Charset, decode_strict};
///
/// let big5 = Charset::from_label("big5").unwrap();
/// assert_eq!(decode_strict("%A4%A4", big5, Decoder::new()).unwrap(), "中");
/// let error = decode_strict("a %A4%A4 %A4", big5, Decoder::new()).unwrap_err();
/// assert_eq!((error.position(), error.kind()), (9, DecodeErrorKind::Charset));
/// ```
#[inline]
pub fn decode_strict<I: AsRef<[u8]> + ?Sized>(
    input: &I,
    charset: Charset,
    decoder: Decoder,
) -> Result<Cow<'_, str>, DecodeError> {
    decode_slice(input.as_ref(), charset.encoding(), decoder, true)
}

#[inline]
fn decode_slice<'a>(
    input: &'a [u8],
    encoding: &'static Encoding,
    decoder: Decoder,
    is_strict: bool,
) -> Result<Cow<'a, str>, DecodeError> {
    let text = text_of(decoder.decode(input)?, |bytes| match is_strict {
        true => encoding.decode_without_bom_handling_and_without_replacement(bytes),
        false => Some(encoding.decode_without_bom_handling(bytes).0),
    });
    text.map(|text| settled(text, input)).ok_or_else(|| {
        let malformed = decoder.decode(input).map(|bytes| first_malformed(&bytes, encoding));
        let malformed = malformed.expect("the decoder has accepted the input");
        DecodeError::new(input_position(input, decoder, malformed), DecodeErrorKind::Charset)
    })
}

/// Decodes the bytes from the charset; reuses their memory if nothing changes.
fn text_of<'a>(
    bytes: Cow<'a, [u8]>,
    decode: impl for<'b> FnOnce(&'b [u8]) -> Option<Cow<'b, str>>,
) -> Option<Cow<'a, str>> {
    match bytes {
        Cow::Borrowed(bytes) => decode(bytes),
        Cow::Owned(bytes) => {
            let changed = match decode(&bytes)? {
                Cow::Owned(text) => Some(text),
                Cow::Borrowed(_) => None,
            };
            let text = changed.unwrap_or_else(|| {
                String::from_utf8(bytes).expect("this charset's text is the same in UTF-8")
            });
            Some(Cow::Owned(text))
        }
    }
}

/// Borrows the text if it equals the input, otherwise trims its spare capacity.
#[inline]
fn settled<'a>(text: Cow<'a, str>, input: &'a [u8]) -> Cow<'a, str> {
    let Cow::Owned(text) = text else { return text };
    // A charset may decode the bytes of U+FFFD to U+FFFD.
    if text.as_bytes() == input {
        if let Some(same) = kernel::text::text(Backend::active(), input) {
            return Cow::Borrowed(same);
        }
    }
    Cow::Owned(crate::memory::trimmed(text))
}

/// The index where the first malformed sequence begins. The bytes must hold one.
#[inline]
fn first_malformed(bytes: &[u8], encoding: &'static Encoding) -> usize {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let (mut done, mut buffer) = (0, [0; 1024]);
    loop {
        let (result, read, _) =
            decoder.decode_to_utf8_without_replacement(&bytes[done..], &mut buffer, true);
        done += read;
        match result {
            DecoderResult::InputEmpty => return done,
            DecoderResult::OutputFull => {}
            DecoderResult::Malformed(len, after) => {
                return done.saturating_sub(usize::from(len) + usize::from(after));
            }
        }
    }
}

/// The input position of the decoded byte at that index.
#[inline]
fn input_position(input: &[u8], decoder: Decoder, index: usize) -> usize {
    let (mut position, mut decoded) = (0, 0);
    while let Some(same) = decoder.find(&input[position..]).filter(|same| decoded + same < index) {
        position += same;
        // Only a triplet or `+` changes.
        position += if input[position] == b'%' { 3 } else { 1 };
        decoded += same + 1;
    }
    position + (index - decoded)
}
