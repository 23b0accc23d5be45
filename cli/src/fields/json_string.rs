//! JSON strings: reading and writing.

use percent_simd::triplet;

use super::Problem;

/// Unescapes a string, without its quotes, that is valid JSON.
pub(super) fn unescape(spelled: &[u8]) -> Result<Vec<u8>, Problem> {
    let quoted = [b"\"", spelled, b"\""].concat();
    match serde_json::from_slice::<String>(&quoted) {
        Ok(text) => Ok(text.into_bytes()),
        // The only possible error.
        Err(error) => Err(Problem::new(
            position(&quoted, &error).saturating_sub(1),
            "not text: half of a surrogate pair",
        )),
    }
}

/// Writes text as a string without its quotes; bytes that are not UTF-8 become triplets. Escapes
/// `"`, `\\` and the characters of `is_escaped`, which includes all control characters.
pub fn write(text: &[u8], is_escaped: impl Fn(char) -> bool, out: &mut Vec<u8>) {
    for chunk in text.utf8_chunks() {
        let mut rest = chunk.valid();
        while let Some((at, char)) =
            rest.char_indices().find(|(_, char)| matches!(char, '"' | '\\') || is_escaped(*char))
        {
            out.extend_from_slice(&rest.as_bytes()[..at]);
            match char {
                '"' => out.extend_from_slice(b"\\\""),
                '\\' => out.extend_from_slice(b"\\\\"),
                '\n' => out.extend_from_slice(b"\\n"),
                '\r' => out.extend_from_slice(b"\\r"),
                '\t' => out.extend_from_slice(b"\\t"),
                _ => out.extend_from_slice(format!("\\u{:04x}", u32::from(char)).as_bytes()),
            }
            rest = &rest[at + char.len_utf8()..];
        }
        out.extend_from_slice(rest.as_bytes());
        for &byte in chunk.invalid() {
            out.extend_from_slice(triplet(byte).as_bytes());
        }
    }
}

/// The offset of an error, whose line and column count from 1.
pub(super) fn position(text: &[u8], error: &serde_json::Error) -> usize {
    let line = text
        .split_inclusive(|&byte| byte == b'\n')
        .take(error.line().saturating_sub(1))
        .map(<[u8]>::len)
        .sum::<usize>();
    (line + error.column().saturating_sub(1)).min(text.len())
}
