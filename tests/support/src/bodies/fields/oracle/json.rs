//! The oracle's subset of JSON (RFC 8259).

use std::ops::Range;

/// The string literals of a JSON text, with their quotes.
pub fn literals(text: &[u8]) -> Vec<Range<usize>> {
    let (mut literals, mut at) = (Vec::new(), 0);
    while at < text.len() {
        if text[at] == b'"' {
            let start = at;
            at += 1;
            while at < text.len() && text[at] != b'"' {
                at += if text[at] == b'\\' { 2 } else { 1 };
            }
            literals.push(start..(at + 1).min(text.len()));
        }
        at += 1;
    }
    literals
}

/// A JSON string without its quotes, as short as possible; DEL and C1 are escaped, too.
pub fn json_string(text: &str) -> String {
    let mut all = String::new();
    for char in text.chars() {
        match char {
            '"' => all.push_str("\\\""),
            '\\' => all.push_str("\\\\"),
            '\n' => all.push_str("\\n"),
            '\r' => all.push_str("\\r"),
            '\t' => all.push_str("\\t"),
            '\0'..='\x1F' | '\x7F'..='\u{9F}' => all.push_str(&format!("\\u{:04x}", char as u32)),
            _ => all.push(char),
        }
    }
    all
}
