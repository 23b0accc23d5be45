//! HTML Standard, form submission: newlines in names and values.

use alloc::borrow::Cow;
use alloc::string::String;

use crate::Backend;
use crate::kernel;

/// Replaces every lone CR and every lone LF with CRLF; borrowed if there is neither. The result is
/// at most twice as long as the input.
#[inline]
pub(crate) fn normalize_newlines(text: &str) -> Cow<'_, str> {
    let backend = Backend::active();
    let Some((mut start, mut end)) = next_lone(backend, text, 0) else {
        return Cow::Borrowed(text);
    };
    let mut normalized = String::with_capacity(text.len() + 1);
    let mut copied = 0;
    loop {
        normalized.push_str(&text[copied..start]);
        for _ in start..end {
            normalized.push_str("\r\n");
        }
        copied = end;
        match next_lone(backend, text, end) {
            Some(next) => (start, end) = next,
            None => break,
        }
    }
    normalized.push_str(&text[copied..]);
    crate::memory::trim(&mut normalized);
    Cow::Owned(normalized)
}

/// The next run of lone CRs and LFs. `from` is not between a CR and its LF.
#[inline]
fn next_lone(backend: Backend, text: &str, mut from: usize) -> Option<(usize, usize)> {
    let bytes = text.as_bytes();
    let is_lone = |index: usize| match bytes[index..] {
        [b'\r', b'\n', ..] => false,
        [b'\r' | b'\n', ..] => true,
        _ => false,
    };
    loop {
        from += kernel::find::find_either(backend, &bytes[from..], b'\r', b'\n');
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
