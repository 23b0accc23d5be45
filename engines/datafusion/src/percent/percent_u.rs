//! `%uXXXX`: a UTF-16 code unit, as `escape` of ECMA-262 (B.2.1.1), Classic ASP and IIS write it.

use std::borrow::Cow;

use memchr::memmem::Finder;

/// Writes each `%uXXXX` as the triplets of its character in UTF-8, so that all options of a decoder hold for
/// it. A pair of surrogates is one character; half a pair stays as it is.
pub(super) fn to_triplets(row: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
    let mark = Finder::new("%u");
    let (mut output, mut copied) = (Vec::new(), 0);
    for at in mark.find_iter(&row) {
        if at < copied {
            continue; // the second half of a pair
        }
        let Some((char, len)) = char_at(&row[at..]) else { continue };
        output.extend_from_slice(&row[copied..at]);
        for byte in char.encode_utf8(&mut [0; 4]).bytes() {
            output.extend_from_slice(format!("%{byte:02X}").as_bytes());
        }
        copied = at + len;
    }
    if copied == 0 {
        return row;
    }
    output.extend_from_slice(&row[copied..]);
    Cow::Owned(output)
}

/// The character of the escapes at the start, and their length.
fn char_at(text: &[u8]) -> Option<(char, usize)> {
    let first = unit_at(text)?;
    if let Some(char) = char::from_u32(u32::from(first)) {
        return Some((char, 6));
    }
    let pair = [first, unit_at(&text[6..])?];
    let char = char::decode_utf16(pair).next()?.ok()?;
    Some((char, 12))
}

fn unit_at(text: &[u8]) -> Option<u16> {
    let digits = str::from_utf8(text.strip_prefix(b"%u")?.get(..4)?).ok()?;
    let is_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit()); // from_str_radix takes a sign
    is_hex.then(|| u16::from_str_radix(digits, 16).ok())?
}
