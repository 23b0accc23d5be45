//! The oracle for variants with special rules: the steps of their standards or programs, one byte
//! or one code unit after another.

/// A hex digit's value, by its ASCII code.
fn digit(code: u32) -> Option<u32> {
    match code {
        0x30..=0x39 => Some(code - 0x30),
        0x41..=0x46 => Some(code - 0x41 + 10),
        0x61..=0x66 => Some(code - 0x61 + 10),
        _ => None,
    }
}

/// The characters of *charToEscape* in Hive's `FileUtils`.
const HIVE: &str = "\"#%'*/:=?\\\u{7F}{[]^";

/// `FileUtils.escapePathName`: code unit by code unit.
pub fn hive_escape(path: &str) -> String {
    if path.is_empty() {
        return "__HIVE_DEFAULT_PARTITION__".into();
    }
    let mut output = Vec::new();
    for unit in path.encode_utf16() {
        let needs_escaping = unit < 0x20 || HIVE.encode_utf16().any(|escaped| escaped == unit);
        if needs_escaping {
            output.extend(format!("%{unit:02X}").encode_utf16());
        } else {
            output.push(unit);
        }
    }
    String::from_utf16(&output).unwrap()
}

/// `ExternalCatalogUtils.unescapePathName`: code unit by code unit.
pub fn hive_unescape(path: &str) -> String {
    let units: Vec<u16> = path.encode_utf16().collect();
    let (mut output, mut at) = (Vec::new(), 0);
    while at < units.len() {
        let value = |offset: usize| digit(u32::from(*units.get(at + offset)?));
        match (units[at], value(1), value(2)) {
            (0x25, Some(high), Some(low)) => {
                output.push((high * 16 + low) as u16);
                at += 3;
            }
            (unit, ..) => {
                output.push(unit);
                at += 1;
            }
        }
    }
    String::from_utf16(&output).unwrap()
}

/// RFC 9651 4.1.11, *Serializing a Display String*.
pub fn sf_display_serialize(text: &str) -> String {
    let mut encoded = String::from("%\"");
    for byte in text.bytes() {
        if byte == 0x25 || byte == 0x22 || byte <= 0x1F || byte >= 0x7F {
            encoded.push_str(&format!("%{byte:02x}"));
        } else {
            encoded.push(char::from(byte));
        }
    }
    encoded.push('"');
    encoded
}

/// RFC 9651 4.2.10, *Parsing a Display String*: the text and the number of bytes consumed. `None`
/// if parsing fails.
pub fn sf_display_parse(input: &[u8]) -> Option<(String, usize)> {
    if input.len() < 2 || input[0] != b'%' || input[1] != b'"' {
        return None;
    }
    let (mut byte_array, mut at) = (Vec::new(), 2);
    while at < input.len() {
        let char = input[at];
        at += 1;
        match char {
            0x00..=0x1F | 0x7F..=0xFF => return None,
            b'%' => {
                let octet_hex = input.get(at..at + 2)?;
                at += 2;
                if !octet_hex.iter().all(|byte| matches!(byte, 0x30..=0x39 | 0x61..=0x66)) {
                    return None;
                }
                let value = |byte: u8| digit(u32::from(byte)).unwrap();
                byte_array.push((value(octet_hex[0]) * 16 + value(octet_hex[1])) as u8);
            }
            b'"' => return Some((String::from_utf8(byte_array).ok()?, at)),
            _ => byte_array.push(char),
        }
    }
    None
}

/// HTML, *multipart/form-data encoding algorithm*: the name of a field, or of a file.
pub fn multipart_name(name: &str, is_file: bool) -> String {
    let chars: Vec<char> = name.chars().collect();
    let mut output = String::new();
    for (at, &char) in chars.iter().enumerate() {
        let is_pair = match char {
            '\r' => chars.get(at + 1) == Some(&'\n'),
            '\n' => at > 0 && chars[at - 1] == '\r',
            _ => false,
        };
        match char {
            '\r' | '\n' if !is_file && !is_pair => output.push_str("%0D%0A"),
            '\r' => output.push_str("%0D"),
            '\n' => output.push_str("%0A"),
            '"' => output.push_str("%22"),
            _ => output.push(char),
        }
    }
    output
}

/// ModSecurity's `t:urlDecode`, and with `uni` its `t:urlDecodeUni` without a map.
pub fn modsecurity(input: &[u8], uni: bool) -> Vec<u8> {
    let (mut output, mut at) = (Vec::new(), 0);
    while at < input.len() {
        let value = |offset: usize| digit(u32::from(*input.get(at + offset)?));
        let is_wide = uni && matches!(input.get(at + 1), Some(b'u' | b'U'));
        match input[at] {
            b'%' if is_wide => match (value(2), value(3), value(4), value(5)) {
                (Some(a), Some(b), Some(c), Some(d)) => {
                    let mut byte = c * 16 + d;
                    // Full width ASCII (ff01 - ff5e) needs 0x20 added.
                    if a == 0xF && b == 0xF && byte > 0x00 && byte < 0x5F {
                        byte += 0x20;
                    }
                    output.push(byte as u8);
                    at += 6;
                }
                _ => {
                    output.extend_from_slice(&input[at..at + 2]);
                    at += 2;
                }
            },
            b'%' => match (value(1), value(2)) {
                (Some(high), Some(low)) => {
                    output.push((high * 16 + low) as u8);
                    at += 3;
                }
                _ => {
                    output.push(b'%');
                    at += 1;
                }
            },
            b'+' => {
                output.push(b' ');
                at += 1;
            }
            byte => {
                output.push(byte);
                at += 1;
            }
        }
    }
    output
}

/// RFC 8141 3.1, with the syntax of section 2: the key that equivalent URNs share.
pub fn urn_key(urn: &str) -> Option<String> {
    let name = urn.split(['?', '#']).next()?;
    let mut parts = name.splitn(3, ':');
    let (scheme, nid, nss) = (parts.next()?, parts.next()?, parts.next()?);
    let is_nid = !nid.is_empty() && nid.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    if !scheme.eq_ignore_ascii_case("urn") || !is_nid || nss.is_empty() {
        return None;
    }
    let (mut key, chars) =
        (format!("{}:", nid.to_ascii_lowercase()), nss.chars().collect::<Vec<_>>());
    let mut at = 0;
    while at < chars.len() {
        let is_digit = |at: usize| chars.get(at).is_some_and(|&c| digit(u32::from(c)).is_some());
        if chars[at] == '%' && is_digit(at + 1) && is_digit(at + 2) {
            key.extend(chars[at..at + 3].iter().map(char::to_ascii_uppercase));
            at += 3;
        } else {
            key.push(chars[at]);
            at += 1;
        }
    }
    Some(key)
}
