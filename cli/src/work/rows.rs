//! How values are written where records become rows: cells of TSV, and JSON.

use percent_simd::triplet;

use crate::control;
use crate::fields;

/// A cell of TSV: control characters are triplets, also those of the order of text, and so is a `"`
/// at its start, after which readers that know quotes would look for another, in later rows too.
pub(crate) fn cell(value: &[u8], out: &mut Vec<u8>) {
    if !has_control(value) && !control::has_control(value) && !value.starts_with(b"\"") {
        return out.extend_from_slice(value);
    }
    let mut is_start = true;
    for chunk in value.utf8_chunks() {
        for char in chunk.valid().chars() {
            let mut bytes = [0; 4];
            let bytes = char.encode_utf8(&mut bytes).as_bytes();
            if control::is_control(char) || is_start && char == '"' {
                push_triplets(bytes, out);
            } else {
                out.extend_from_slice(bytes);
            }
            is_start = false;
        }
        out.extend_from_slice(chunk.invalid());
        is_start = false;
    }
}

fn push_triplets(bytes: &[u8], out: &mut Vec<u8>) {
    out.extend(bytes.iter().flat_map(|&byte| triplet(byte).bytes()));
}

/// A cell of TSV that percent-decoding turns into the value again: triplets are the characters
/// that are in [`cell`], a `%` that would begin a triplet, and `separator`.
pub(crate) fn exact_cell(value: &str, separator: Option<u8>, out: &mut Vec<u8>) {
    let is_plain =
        |byte: &u8| (b' '..0x7F).contains(byte) && *byte != b'%' && Some(*byte) != separator;
    let is_all_plain = value.as_bytes().iter().fold(true, |all, byte| all & is_plain(byte));
    if is_all_plain && !value.starts_with('"') {
        return out.extend_from_slice(value.as_bytes());
    }
    for (at, char) in value.char_indices() {
        let bytes = &value.as_bytes()[at..at + char.len_utf8()];
        let begins_triplet = || {
            let digits = value.as_bytes().get(at + 1..at + 3);
            digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
        };
        let is_escaped = match char {
            '%' => begins_triplet(),
            '"' if at == 0 => true,
            _ => control::is_control(char) || separator.is_some_and(|byte| bytes == [byte]),
        };
        if is_escaped {
            push_triplets(bytes, out);
        } else {
            out.extend_from_slice(bytes);
        }
    }
}

/// Escapes a byte order mark with which a row begins: no client's value marks the output.
pub(crate) fn escape_mark(start: usize, out: &mut Vec<u8>) {
    if out[start..].starts_with(fields::BOM) {
        let escaped = fields::BOM.iter().flat_map(|&byte| triplet(byte).bytes());
        out.splice(start..start + fields::BOM.len(), escaped);
    }
}

/// A JSON string. Control characters, also those of the order of text, are escaped; what is not
/// UTF-8 is triplets.
pub(crate) fn json_string(text: &[u8], out: &mut Vec<u8>) {
    let is_plain = |byte: u8| (b' '..0x7F).contains(&byte) && byte != b'"' && byte != b'\\';
    out.push(b'"');
    if text.iter().fold(true, |all, &byte| all & is_plain(byte)) {
        out.extend_from_slice(text);
    } else {
        fields::write_json(text, control::is_control, out);
    }
    out.push(b'"');
}

/// One value as a string, several as a list, none as `null`; so is one that is not there.
pub(crate) fn json_list<'v>(values: impl Iterator<Item = Option<&'v [u8]>>, out: &mut Vec<u8>) {
    let start = out.len();
    let mut count = 0;
    for value in values {
        out.extend((count > 0).then_some(b','));
        match value {
            Some(value) => json_string(value, out),
            None => out.extend_from_slice(b"null"),
        }
        count += 1;
    }
    match count {
        0 => out.extend_from_slice(b"null"),
        1 => {}
        _ => {
            out.insert(start, b'[');
            out.push(b']');
        }
    }
}

/// Whether there is a control character of ASCII. One pass that compilers vectorise.
fn has_control(value: &[u8]) -> bool {
    value.iter().fold(false, |found, &byte| found | (byte < b' ') | (byte == 0x7F))
}
