//! *Percent-encode after encoding* (WHATWG URL 1.3) with two of its sets, in the standard's words.

use encoding_rs::Encoding;
use support::answers::charset::encode_or_fail;

/// Returns whether a code point of ASCII is in the set.
pub(crate) type Set = fn(u8) -> bool;

/// *Special-query percent-encode set*: the query set (C0 controls, above `~`, SP `"` `#` `<` `>`)
/// and `'`.
pub(crate) fn special_query(byte: u8) -> bool {
    !matches!(byte, 0x20..=b'~') || b" \"#<>'".contains(&byte)
}

/// *application/x-www-form-urlencoded percent-encode set*: all but ASCII alphanumerics and `*` `-`
/// `.` `_`.
pub(crate) fn form(byte: u8) -> bool {
    !byte.is_ascii_alphanumeric() && !b"*-._".contains(&byte)
}

/// *Percent-encode after encoding*, steps 6 to 8.
pub(crate) fn percent_encode_after_encoding(
    text: &str,
    encoding: &'static Encoding,
    set: Set,
    space_as_plus: bool,
) -> String {
    let mut output = String::new();
    for unit in encode_or_fail(text, encoding) {
        match unit {
            Ok(b' ') if space_as_plus => output.push('+'),
            Ok(byte) if byte.is_ascii() && !set(byte) => output.push(char::from(byte)),
            Ok(byte) => output.push_str(&format!("%{byte:02X}")),
            Err(lacking) => output.push_str(&format!("%26%23{lacking}%3B")),
        }
    }
    output
}
