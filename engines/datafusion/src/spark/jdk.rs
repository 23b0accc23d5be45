//! The answers of `java.net.URLDecoder`, which are Spark's, where they are not those of percent-simd: for rows that
//! are malformed, or decode to bytes that are not UTF-8. Rows come here after percent-simd has refused them.

use std::sync::Arc;

use arrow::array::{ArrayRef, AsArray, StringViewArray};
use arrow::datatypes::DataType;
use datafusion_common::Result;

use crate::dictionary::each_value;

/// The array as Spark casts it to strings and reads these: binary values as `new String(bytes, UTF_8)`.
/// Text stays.
pub(super) fn text(array: &ArrayRef) -> Result<ArrayRef> {
    if *array.data_type() != DataType::BinaryView {
        return Ok(ArrayRef::clone(array));
    }
    let text = |row: &[u8]| {
        let mut text = String::with_capacity(row.len());
        push_bytes(row, &mut text);
        text
    };
    each_value(array, |array| {
        let rows = array.as_binary_view().iter();
        Ok(Arc::new(rows.map(|row| row.map(text)).collect::<StringViewArray>()))
    })
}

/// The result of `URLDecoder.decode(row, UTF_8)`. Where it throws `IllegalArgumentException`, the error
/// is the place of the `%`.
///
/// A run of triplets is decoded to bytes, and these bytes to text; the text around the run has no
/// part in it.
pub(super) fn decode(row: &[u8]) -> Result<String, usize> {
    let row = str::from_utf8(row).expect("the argument is text");
    let (mut rest, mut run, mut output) = (row, Vec::new(), String::new());
    while let Some(first) = rest.chars().next() {
        if first == '%' {
            let (value, after) = triplet(rest).ok_or(row.len() - rest.len())?;
            run.push(value);
            rest = after;
            continue;
        }
        push_bytes(&run, &mut output);
        run.clear();
        rest = &rest[first.len_utf8()..];
        output.push(if first == '+' { ' ' } else { first });
    }
    push_bytes(&run, &mut output);
    Ok(output)
}

/// The value of the `%` and the two characters at the start of the text, and the rest of it.
/// They are read by `Integer.parseInt`, so the first one may be a sign; the result must not be
/// negative.
fn triplet(text: &str) -> Option<(u8, &str)> {
    let mut chars = text.chars();
    let (_, high, low) = (chars.next()?, chars.next()?, chars.next()?);
    let value = match high {
        '+' => digit(low)?,
        '-' => Some(digit(low)?).filter(|value| *value == 0)?,
        _ => digit(high)? << 4 | digit(low)?,
    };
    Some((value, chars.as_str()))
}

/// The digits zero of the Basic Multilingual Plane: each begins the ten digits of a script (Unicode
/// general category Nd). Java looks at UTF-16 code units, so it knows none beyond that plane.
const ZEROS: [char; 37] = [
    '0', '\u{660}', '\u{6F0}', '\u{7C0}', '\u{966}', '\u{9E6}', '\u{A66}', '\u{AE6}', '\u{B66}',
    '\u{BE6}', '\u{C66}', '\u{CE6}', '\u{D66}', '\u{DE6}', '\u{E50}', '\u{ED0}', '\u{F20}',
    '\u{1040}', '\u{1090}', '\u{17E0}', '\u{1810}', '\u{1946}', '\u{19D0}', '\u{1A80}', '\u{1A90}',
    '\u{1B50}', '\u{1BB0}', '\u{1C40}', '\u{1C50}', '\u{A620}', '\u{A8D0}', '\u{A900}', '\u{A9D0}',
    '\u{A9F0}', '\u{AA50}', '\u{ABF0}', '\u{FF10}',
];

/// `Character.digit(char, 16)`.
fn digit(char: char) -> Option<u8> {
    let above = |base: char| {
        (char as u32).checked_sub(base as u32).and_then(|above| u8::try_from(above).ok())
    };
    let letter = ['a', 'A', 'ａ', 'Ａ'].into_iter().filter_map(above).find(|above| *above < 6);
    letter
        .map(|letter| letter + 10)
        .or_else(|| ZEROS.into_iter().filter_map(above).find(|above| *above < 10))
}

/// Appends `new String(bytes, UTF_8)`: ill-formed sequences become U+FFFD. They are counted as Unicode
/// recommends and `String::from_utf8_lossy` does, but an encoded surrogate (0xED 0xA0 to 0xED 0xBF)
/// is one sequence, not three.
fn push_bytes(mut bytes: &[u8], output: &mut String) {
    while let Some(chunk) = bytes.utf8_chunks().next() {
        output.push_str(chunk.valid());
        let rest = &bytes[chunk.valid().len()..];
        if rest.is_empty() {
            return;
        }
        output.push(char::REPLACEMENT_CHARACTER);
        let len = match rest {
            [0xED, 0xA0..=0xBF, 0x80..=0xBF, ..] => 3,
            [0xED, 0xA0..=0xBF, ..] => 2,
            _ => chunk.invalid().len(),
        };
        bytes = &rest[len..];
    }
}
