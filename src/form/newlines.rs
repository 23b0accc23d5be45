//! HTML Standard, form submission: newlines in names and values.

use alloc::borrow::Cow;
use alloc::string::String;

use crate::Backend;
use crate::kernel;

/// Replaces every lone CR and every lone LF with CRLF; borrowed if there is neither. The result is
/// at most twice as long as the input.
#[inline]
pub(crate) fn normalize_newlines(text: &str) -> Cow<'_, str> {
    let (mut normalized, mut copied) = (String::new(), 0);
    while let Some((start, end)) = next_lone(text.as_bytes(), copied) {
        normalized.reserve(text.len() - copied + 1);
        normalized.push_str(&text[copied..start]);
        (start..end).for_each(|_| normalized.push_str("\r\n"));
        copied = end;
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    normalized.push_str(&text[copied..]);
    crate::memory::trim(&mut normalized);
    Cow::Owned(normalized)
}

/// The next run of lone CRs and LFs. `from` is not between a CR and its LF.
#[inline]
fn next_lone(bytes: &[u8], mut from: usize) -> Option<(usize, usize)> {
    let is_lone = |index: usize| {
        matches!(bytes[index], b'\r' | b'\n') && !bytes[index..].starts_with(b"\r\n")
    };
    loop {
        from += kernel::find::find_either(Backend::active(), &bytes[from..], b'\r', b'\n');
        // Empty lines often come in a row: skip them without a kernel call for each.
        while bytes[from..].starts_with(b"\r\n") {
            from += 2;
        }
        if from == bytes.len() {
            return None;
        }
        let end = (from..bytes.len()).find(|&index| !is_lone(index)).unwrap_or(bytes.len());
        if from < end {
            return Some((from, end));
        }
    }
}
