//! `escape` and `unescape`, on text and on UTF-16 code units.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::LoneSurrogate;
use super::units::{BLOCK, CHUNK, find_percent, narrow, pair, widen};
use crate::memory;
use crate::sets::{self, AsciiSet};
use crate::{Decoder, Encoder, Malformed};

/// After this many bytes or units in a row without `%`, vectors search for the next `%`.
const CLEAN: usize = 32;

const ENCODER: Encoder = Encoder::new(sets::JS_ESCAPE);

/// `escape` (ECMA-262 B.2.1.1): UTF-16 code units up to 0xFF become `%XX`, others `%uXXXX`.
/// Alphanumerics and `@*_+-./` stay. Borrowed if nothing changes.
///
/// This is not percent-encoding: `é` becomes `%E9`, and only [`unescape`] reads it back. `+` stays,
/// so the result is unsuitable for forms.
///
/// ```
/// use percent_simd::js;
/// assert_eq!(js::escape("é ☃+💩"), "%E9%20%u2603+%uD83D%uDCA9");
/// ```
#[must_use]
pub fn escape(text: &str) -> Cow<'_, str> {
    const NON_ASCII: Encoder = Encoder::new(AsciiSet::EMPTY);
    if ENCODER.find(text.as_bytes()).is_none() {
        return Cow::Borrowed(text);
    }
    let (mut output, mut rest) = (String::new(), text);
    while !rest.is_empty() {
        let (ascii, other) = rest.split_at(NON_ASCII.find(rest.as_bytes()).unwrap_or(rest.len()));
        ENCODER.encode_append(ascii.as_bytes(), &mut output);
        // Escape characters one by one until enough ASCII follows for a kernel call to pay.
        let (mut ascii, mut chars) = (0, other.chars());
        while ascii < BLOCK {
            let Some(character) = chars.next() else { break };
            ascii = if character.is_ascii() { ascii + 1 } else { 0 };
            character
                .encode_utf16(&mut [0; 2])
                .iter()
                .for_each(|&unit| push_escaped(unit, &mut output));
        }
        rest = chars.as_str();
    }
    Cow::Owned(trimmed(output))
}

/// `escape` (ECMA-262 B.2.1.1) for UTF-16 code units; see [`escape`]. Surrogates are escaped like
/// any other code unit.
///
/// ```
/// use percent_simd::js;
/// assert_eq!(js::escape_utf16(&[0x61, 0xE9, 0xDC00, 0x20]), "a%E9%uDC00%20");
/// ```
#[must_use]
pub fn escape_utf16(units: &[u16]) -> String {
    let (mut output, mut buffer, mut rest) = (String::new(), [0; CHUNK], units);
    while !rest.is_empty() {
        let ascii = narrow(rest, &mut buffer);
        ENCODER.encode_append(ascii, &mut output);
        rest = &rest[ascii.len()..];
        if ascii.len() == CHUNK {
            continue;
        }
        // As in `escape`.
        let mut ascii = 0;
        while ascii < BLOCK {
            let Some((&unit, behind)) = rest.split_first() else { break };
            ascii = if unit < 0x80 { ascii + 1 } else { 0 };
            push_escaped(unit, &mut output);
            rest = behind;
        }
    }
    trimmed(output)
}

/// `unescape` (ECMA-262 B.2.1.2): `%uXXXX` and `%XX`, with hex digits of either case, become UTF-16
/// code units; everything else stays, including `%U0041`. Borrowed if nothing changes.
///
/// Two consecutive escapes that spell a surrogate pair become one character.
///
/// # Errors
/// If an escape spells a lone surrogate, which a `str` cannot hold ([`unescape_utf16`] keeps it).
/// The position is that of the escape's `%`.
///
/// ```
/// use percent_simd::js;
/// assert_eq!(js::unescape("%E9%u2603%20%uD83D%udca9%U0041%").unwrap(), "é☃ 💩%U0041%");
/// assert_eq!(js::unescape("a%uD83D").unwrap_err().position(), 1);
/// ```
pub fn unescape(text: &str) -> Result<Cow<'_, str>, LoneSurrogate> {
    /// Stops at each `%`, whether or not it begins an escape.
    const PERCENT: Decoder = Decoder::new().malformed(Malformed::Error);
    let bytes = text.as_bytes();
    // The result for the input before `copied` is in `output`.
    let (mut output, mut copied, mut at) = (String::new(), 0, 0);
    while let Some(clean) = PERCENT.find(&bytes[at..]) {
        at += clean;
        let end = end_of_chunk(&bytes[at..], |index| text.is_char_boundary(at + index));
        let chunk = &text[at..at + end];
        if is_plain(chunk.as_bytes()) {
            if Decoder::new().find(chunk.as_bytes()).is_some() {
                output.push_str(&text[copied..at]);
                Decoder::new()
                    .decode_utf8_append(chunk.as_bytes(), &mut output)
                    .expect("text with ASCII decoded is text");
                copied = at + end;
            }
            at += end;
            continue;
        }
        let mut clean = 0;
        let end = at + end;
        while at < end && clean < CLEAN {
            let Some((unit, len)) = escaped(&bytes[at..]) else {
                clean = if bytes[at] == b'%' { 0 } else { clean + 1 };
                at += 1;
                continue;
            };
            let (character, len) = match escaped(&bytes[at + len..]) {
                Some((low @ 0xDC00..=0xDFFF, len_of_low)) if matches!(unit, 0xD800..=0xDBFF) => {
                    (pair(unit, low), len + len_of_low)
                }
                _ => (char::from_u32(unit.into()).ok_or(LoneSurrogate { position: at })?, len),
            };
            output.push_str(&text[copied..at]);
            output.push(character);
            at += len;
            copied = at;
            clean = 0;
        }
    }
    if copied == 0 {
        return Ok(Cow::Borrowed(text));
    }
    output.push_str(&text[copied..]);
    Ok(Cow::Owned(trimmed(output)))
}

/// `unescape` (ECMA-262 B.2.1.2) for UTF-16 code units; see [`unescape`]. It never fails: a
/// surrogate is a code unit like any other. Borrowed if nothing changes.
///
/// ```
/// use percent_simd::js;
/// let units: Vec<u16> = "%uDC00%41%".encode_utf16().collect();
/// assert_eq!(*js::unescape_utf16(&units), [0xDC00, 0x41, 0x25]);
/// ```
#[must_use]
pub fn unescape_utf16(units: &[u16]) -> Cow<'_, [u16]> {
    let (mut buffer, mut text) = ([0; CHUNK], String::new());
    let (mut output, mut copied, mut at) = (Vec::new(), 0, 0);
    while let Some(clean) = find_percent(&units[at..]) {
        at += clean;
        let ascii = narrow(&units[at..], &mut buffer);
        let chunk = &ascii[..end_of_chunk(ascii, |_| true)];
        if is_plain(chunk) {
            if Decoder::new().find(chunk).is_some() {
                text.clear();
                Decoder::new()
                    .decode_utf8_append(chunk, &mut text)
                    .expect("ASCII with ASCII decoded is ASCII");
                output.extend_from_slice(&units[copied..at]);
                widen(&text, &mut output);
                copied = at + chunk.len();
            }
            at += chunk.len();
            continue;
        }
        let mut clean = 0;
        let end = at + chunk.len();
        while at < end && clean < CLEAN {
            if let Some((unit, len)) = escaped(&units[at..]) {
                output.extend_from_slice(&units[copied..at]);
                output.push(unit);
                at += len;
                copied = at;
                clean = 0;
            } else {
                clean = if units[at] == u16::from(b'%') { 0 } else { clean + 1 };
                at += 1;
            }
        }
    }
    if copied == 0 {
        return Cow::Borrowed(units);
    }
    output.extend_from_slice(&units[copied..]);
    memory::trim(&mut output);
    Cow::Owned(output)
}

/// The end of a chunk of bytes that begin with `%`. It falls on a character boundary and inside no
/// escape (an escape has at most six bytes).
fn end_of_chunk(bytes: &[u8], is_boundary: impl Fn(usize) -> bool) -> usize {
    if bytes.len() < CHUNK {
        return bytes.len();
    }
    let cut = (CHUNK - 5..CHUNK).find(|&at| bytes[at] == b'%').unwrap_or(CHUNK);
    (0..=cut).rev().find(|&at| is_boundary(at)).unwrap_or(cut)
}

/// Returns whether each `%` is followed by a digit from 0 to 7, or ends the input: such escapes are
/// triplets of ASCII.
fn is_plain(bytes: &[u8]) -> bool {
    !bytes
        .iter()
        .zip(&bytes[1..])
        .fold(false, |other, (&byte, next)| other | (byte == b'%') & (next.wrapping_sub(b'0') > 7))
}

/// The code unit of the escape at the start of the input, and the escape's length.
fn escaped<T: Copy + Into<u32>>(input: &[T]) -> Option<(u16, usize)> {
    let is = |index: usize, byte: u8| {
        input.get(index).is_some_and(|&unit| unit.into() == u32::from(byte))
    };
    let (start, end) = match is(1, b'u') {
        true => (2, 6),
        false => (1, 3),
    };
    let digits = input.get(start..end).filter(|_| is(0, b'%'))?;
    let value = digits.iter().try_fold(0, |value, &digit| {
        Some(value << 4 | char::from_u32(digit.into())?.to_digit(16)?)
    })?;
    Some((value as u16, end))
}

/// Appends one code unit as `escape` writes it.
fn push_escaped(unit: u16, output: &mut String) {
    let digit = |shift: u32| char::from(b"0123456789ABCDEF"[usize::from(unit >> shift & 15)]);
    match u8::try_from(unit) {
        Ok(byte) if byte < 0x80 && !sets::JS_ESCAPE.contains(byte) => output.push(byte.into()),
        Ok(_) => output.extend(['%', digit(4), digit(0)]),
        Err(_) => output.extend(['%', 'u', digit(12), digit(8), digit(4), digit(0)]),
    }
}

/// Trims the text's spare capacity.
fn trimmed(mut text: String) -> String {
    memory::trim(&mut text);
    text
}
