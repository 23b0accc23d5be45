//! The decoded bytes around a position of the input: a few at most in any input.

use crate::syntax::{Decoded, decoded_at, decoded_from};

/// Returns whether this is an unreserved character (RFC 3986 2.3).
pub(super) const fn is_unreserved(value: u8) -> bool {
    matches!(value, b'-' | b'.' | b'_' | b'~') || value.is_ascii_alphanumeric()
}

impl Decoded {
    pub(super) const fn is_separator(self) -> bool {
        match self.value {
            b'/' | b'\\' => true,
            b'?' | b'#' => !self.escaped,
            _ => false,
        }
    }

    /// Returns whether the name of a segment ends here, for servers that drop its parameters.
    pub(super) const fn ends_name(self) -> bool {
        self.is_separator() || self.value == b';'
    }
}

/// The decoded byte that ends at `at`, or `None` at the start.
#[inline]
fn decoded_before(input: &[u8], at: usize) -> Option<Decoded> {
    // An apparent triplet is one: no other triplet can begin inside it.
    let escaped = at
        .checked_sub(3)
        .and_then(|start| decoded_at(&input[..at], start))
        .filter(|byte| byte.escaped);
    escaped.or_else(|| Some(Decoded { value: input[at.checked_sub(1)?], escaped: false }))
}

/// The decoded bytes before `at`, the last one first.
pub(super) fn before(input: &[u8], mut at: usize) -> impl Iterator<Item = Decoded> {
    core::iter::from_fn(move || decoded_before(input, at).inspect(|byte| at -= byte.len()))
}

/// Returns whether the raw dots from `at` on, the first of a run, are `..` before a separator or
/// `;` that end no name, and the end of the run.
#[inline]
pub(super) fn is_raw_traversal(input: &[u8], at: usize) -> (bool, usize) {
    let end = at + input[at..].iter().take_while(|&&byte| byte == b'.').count();
    let is_name = |byte: Decoded| byte.value >= 0x80 || is_unreserved(byte.value);
    let is_traversal = end - at == 2
        && matches!(input.get(end), Some(b'/' | b'\\' | b';'))
        && !decoded_before(input, at).is_some_and(is_name);
    (is_traversal, end)
}

/// Returns whether the triplet at `at`, which decodes to a dot, a separator or `;`, forms a dot
/// segment with the bytes beside it.
#[inline(always)]
pub(super) fn makes_dot_segment(input: &[u8], at: usize, value: u8) -> bool {
    let after = || dots_to(decoded_from(input, at + 3), Decoded::ends_name);
    let before = || dots_to(before(input, at), Decoded::is_separator);
    match value {
        b'.' => after() + before() <= 1,
        b';' => matches!(before(), 1 | 2),
        _ => matches!(after(), 1 | 2) || matches!(before(), 1 | 2),
    }
}

/// The number of dots before the first end, or before the end of the input. 3 if there are more, or
/// anything else.
#[inline(always)]
fn dots_to(bytes: impl Iterator<Item = Decoded>, is_end: impl Fn(Decoded) -> bool) -> usize {
    let mut dots = 0;
    for byte in bytes.take(3) {
        if byte.value != b'.' {
            return if is_end(byte) { dots } else { 3 };
        }
        dots += 1;
    }
    dots
}
