//! Decodes a name or a value: `+` is SP, triplets become their bytes, and ill-formed UTF-8 becomes
//! U+FFFD.

use alloc::borrow::Cow;
use alloc::string::String;

use percent_simd::{Decoder, Utf8};

const DECODER: Decoder = Decoder::new().plus_as_space(true).utf8(Utf8::Lossy);
const NEVER_FAILS: &str = "this decoder refuses nothing";

/// Up to this many bytes, decoding here is faster than a kernel.
const SHORT: usize = 16;

/// Decodes input of any length and content.
pub(crate) fn decode(input: &[u8]) -> Cow<'_, str> {
    DECODER.decode_utf8(input).expect(NEVER_FAILS)
}

/// Decodes input that holds a `%` or a `+`.
pub(crate) fn decode_escaped(input: &[u8]) -> Cow<'_, str> {
    if input.len() <= SHORT { decode_short(input) } else { decode(input) }
}

fn decode_short(input: &[u8]) -> Cow<'_, str> {
    let mut buffer = [0; SHORT];
    let mut len = 0;
    let mut is_changed = false;
    let mut rest = input;
    for slot in &mut buffer {
        (*slot, rest) = match rest {
            [] => break,
            [b'+', behind @ ..] => (b' ', behind),
            [b'%', high, low, behind @ ..]
                if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() =>
            {
                (hex_value(*high) << 4 | hex_value(*low), behind)
            }
            [byte, behind @ ..] => {
                *slot = *byte;
                rest = behind;
                len += 1;
                continue;
            }
        };
        is_changed = true;
        len += 1;
    }
    if is_changed {
        Cow::Owned(String::from_utf8_lossy(&buffer[..len]).into_owned())
    } else {
        String::from_utf8_lossy(input)
    }
}

/// The value of a hex digit.
const fn hex_value(digit: u8) -> u8 {
    if digit.is_ascii_digit() { digit - b'0' } else { (digit | 0x20) - b'a' + 10 }
}
