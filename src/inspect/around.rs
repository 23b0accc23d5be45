//! The decoded bytes around a position of the input: a few at most, whatever the input.

use crate::kernel::scalar;

/// A byte of the decoded input.
#[derive(Clone, Copy)]
pub(super) struct Decoded {
    pub(super) value: u8,
    /// Whether it comes from a triplet.
    pub(super) escaped: bool,
}

impl Decoded {
    /// How many bytes of input it takes.
    pub(super) const fn len(self) -> usize {
        if self.escaped { 3 } else { 1 }
    }

    const fn is_separator(self) -> bool {
        match self.value {
            b'/' | b'\\' => true,
            b'?' | b'#' => !self.escaped,
            _ => false,
        }
    }

    /// Whether the name of a segment ends here, for servers that drop its parameters.
    const fn ends_name(self) -> bool {
        self.is_separator() || self.value == b';'
    }
}

/// The decoded byte that begins at `at`, or `None` at the end.
#[inline(always)]
pub(super) fn decoded_at(input: &[u8], at: usize) -> Option<Decoded> {
    let &byte = input.get(at)?;
    let triplet = if byte == b'%' { scalar::triplet(&input[at..]) } else { None };
    Some(
        triplet.map_or(Decoded { value: byte, escaped: false }, |value| Decoded {
            value,
            escaped: true,
        }),
    )
}

/// The decoded byte that ends at `at`, or `None` at the start.
fn decoded_before(input: &[u8], at: usize) -> Option<Decoded> {
    // What looks like a triplet is one: no other triplet can begin inside it.
    let escaped = at
        .checked_sub(3)
        .and_then(|start| decoded_at(&input[..at], start))
        .filter(|byte| byte.escaped);
    escaped.or_else(|| Some(Decoded { value: input[at.checked_sub(1)?], escaped: false }))
}

/// The decoded bytes from `at` on.
fn after(input: &[u8], mut at: usize) -> impl Iterator<Item = Decoded> {
    core::iter::from_fn(move || decoded_at(input, at).inspect(|byte| at += byte.len()))
}

/// The decoded bytes before `at`, the last one first.
fn before(input: &[u8], mut at: usize) -> impl Iterator<Item = Decoded> {
    core::iter::from_fn(move || decoded_before(input, at).inspect(|byte| at -= byte.len()))
}

/// Whether the input from `at` on decodes to two hex digits first.
pub(super) fn digits_at(input: &[u8], at: usize) -> bool {
    after(input, at).take(2).filter(|byte| byte.value.is_ascii_hexdigit()).count() == 2
}

/// Whether the triplet at `at`, which decodes to a dot, forms a dot segment with the bytes beside
/// it.
pub(super) fn dot_makes_dot_segment(input: &[u8], at: usize) -> bool {
    let after = dots_to(after(input, at + 3), 1, Decoded::ends_name);
    after
        .is_some_and(|after| dots_to(before(input, at), 1 - after, Decoded::is_separator).is_some())
}

/// Whether the triplet at `at`, which decodes to a separator, has a dot segment beside it.
pub(super) fn separator_makes_dot_segment(input: &[u8], at: usize) -> bool {
    dots_to(after(input, at + 3), 2, Decoded::ends_name).is_some_and(|dots| dots > 0)
        || has_dot_segment_before(input, at)
}

/// Whether a dot segment ends at `at`.
pub(super) fn has_dot_segment_before(input: &[u8], at: usize) -> bool {
    dots_to(before(input, at), 2, Decoded::is_separator).is_some_and(|dots| dots > 0)
}

/// The number of dots before the first end, or before the end of the input. `None` if there is
/// anything else, or more than `most` dots.
#[inline(always)]
fn dots_to(
    mut bytes: impl Iterator<Item = Decoded>,
    most: usize,
    is_end: impl Fn(Decoded) -> bool,
) -> Option<usize> {
    let mut dots = 0;
    loop {
        match bytes.next() {
            Some(byte) if byte.value == b'.' && dots < most => dots += 1,
            Some(byte) if !is_end(byte) => return None,
            _ => return Some(dots),
        }
    }
}
