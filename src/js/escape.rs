//! `escape` and `unescape`, on text and on UTF-16 code units.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::LoneSurrogate;
use super::units::{BLOCK, CHUNK, find_percent, narrow};
use crate::memory::trimmed;
use crate::sets::{self, AsciiSet};
use crate::{Decoder, Encoder, Malformed, syntax};

const ENCODER: Encoder = Encoder::new(sets::JS_ESCAPE);

/// `escape` (ECMA-262 B.2.1.1): UTF-16 code units up to 0xFF become `%XX`, others `%uXXXX`.
/// Alphanumerics and `@*_+-./` stay. Borrowed if nothing changes.
///
/// This is not percent-encoding: `é` becomes `%E9`, and only [`unescape`] reads it back. `+` stays,
/// so the result is unsuitable for forms.
///
/// ```
/// assert_eq!(percent_simd::js::escape("é ☃+💩"), "%E9%20%u2603+%uD83D%uDCA9");
/// ```
#[must_use]
#[inline]
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
/// assert_eq!(percent_simd::js::escape_utf16(&[0x61, 0xE9, 0xDC00, 0x20]), "a%E9%uDC00%20");
/// ```
#[must_use]
#[inline]
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
#[inline]
pub fn unescape(text: &str) -> Result<Cow<'_, str>, LoneSurrogate> {
    /// Stops at each `%`, whether or not it begins an escape.
    const PERCENT: Decoder = Decoder::new().malformed(Malformed::Error);
    let bytes = text.as_bytes();
    let (mut output, mut at) = (String::new(), 0);
    while let Some((start, unit, end)) = next_escape(bytes, at, |rest| PERCENT.find(rest)) {
        output.push_str(&text[at..start]);
        at = end;
        let character = match unit {
            0xD800..=0xDBFF => escaped(&bytes[end..]).and_then(|(low, len)| {
                at += len;
                char::decode_utf16([unit, low]).next()?.ok()
            }),
            _ => char::from_u32(unit.into()),
        };
        output.push(character.ok_or(LoneSurrogate { position: start })?);
        // Triplets come in a row, and need no look for `%u` and surrogates.
        let triplets = bytes[at..].chunks_exact(3).map_while(|triplet| match triplet {
            [b'%', ..] => syntax::triplet(triplet).map(char::from),
            _ => None,
        });
        output.extend(triplets.inspect(|_| at += 3));
    }
    if at == 0 {
        return Ok(Cow::Borrowed(text));
    }
    output.push_str(&text[at..]);
    Ok(Cow::Owned(trimmed(output)))
}

/// `unescape` (ECMA-262 B.2.1.2) for UTF-16 code units; see [`unescape`]. It never fails: a
/// surrogate is a code unit like any other. Borrowed if nothing changes.
///
/// ```
/// let units: Vec<u16> = "%uDC00%41%".encode_utf16().collect();
/// assert_eq!(*percent_simd::js::unescape_utf16(&units), [0xDC00, 0x41, 0x25]);
/// ```
#[must_use]
#[inline]
pub fn unescape_utf16(units: &[u16]) -> Cow<'_, [u16]> {
    let (mut output, mut at) = (Vec::new(), 0);
    while let Some((start, unit, end)) = next_escape(units, at, find_percent) {
        output.extend_from_slice(&units[at..start]);
        output.push(unit);
        at = end;
    }
    if at == 0 {
        return Cow::Borrowed(units);
    }
    output.extend_from_slice(&units[at..]);
    Cow::Owned(trimmed(output))
}

/// The first escape from `at` on: its start, its code unit and its end. `find` finds the next `%`;
/// an escape right at the start, as after another one, needs no search.
fn next_escape<T: Copy + Into<u32>>(
    input: &[T],
    mut at: usize,
    find: impl Fn(&[T]) -> Option<usize>,
) -> Option<(usize, u16, usize)> {
    loop {
        if let Some((unit, len)) = escaped(&input[at..]) {
            return Some((at, unit, at + len));
        }
        let rest = input.get(at + 1..)?;
        at += 1 + find(rest)?;
    }
}

/// The code unit of the escape at the start of the input, and the escape's length.
fn escaped<T: Copy + Into<u32>>(input: &[T]) -> Option<(u16, usize)> {
    let is = |index: usize, byte: u8| {
        input.get(index).is_some_and(|&unit| unit.into() == u32::from(byte))
    };
    if !is(0, b'%') {
        return None;
    }
    let digits = if is(1, b'u') { 2..6 } else { 1..3 };
    let end = digits.end;
    let value = input.get(digits)?.iter().try_fold(0, |value, &digit| {
        Some(value << 4 | char::from_u32(digit.into())?.to_digit(16)?)
    })?;
    Some((value as u16, end))
}

/// Appends one code unit as `escape` writes it.
#[inline]
fn push_escaped(unit: u16, output: &mut String) {
    let digit = |shift: u32| char::from(b"0123456789ABCDEF"[usize::from(unit >> shift & 15)]);
    match u8::try_from(unit) {
        Ok(byte) if byte < 0x80 && !sets::JS_ESCAPE.contains(byte) => output.push(byte.into()),
        Ok(_) => output.extend(['%', digit(4), digit(0)]),
        Err(_) => output.extend(['%', 'u', digit(12), digit(8), digit(4), digit(0)]),
    }
}
