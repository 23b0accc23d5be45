//! HTML Standard, form submission: newlines in names and values.

use alloc::borrow::Cow;
use alloc::string::String;

use crate::Backend;
use crate::kernel;

/// Replaces every lone CR and every lone LF with CRLF; borrowed if there is neither. The result is
/// at most twice as long as the input.
#[inline]
pub(crate) fn normalize_newlines(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let first = kernel::find::find_either(Backend::active(), bytes, b'\r', b'\n');
    let is_lone = |&at: &usize| match bytes[at] {
        b'\r' => bytes.get(at + 1) != Some(&b'\n'),
        b'\n' => at == 0 || bytes[at - 1] != b'\r',
        _ => false,
    };
    let (mut normalized, mut copied) = (String::new(), 0);
    for at in (first..text.len()).filter(is_lone) {
        normalized.reserve(text.len() - copied + 1);
        normalized.push_str(&text[copied..at]);
        normalized.push_str("\r\n");
        copied = at + 1;
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    normalized.push_str(&text[copied..]);
    Cow::Owned(crate::memory::trimmed(normalized))
}
