//! Values in the quotes of logs: `\"`, `\\`, `\xHH`, and Apache's `\b \n \r \t \v`. A backslash
//! before any other character is literal.

use std::slice;

use percent_simd::{AsciiSet, sets, triplet};

use super::Result;
use crate::control;

enum Unit<'a> {
    /// Bytes without a backslash, a control character or a byte that splits the record.
    Plain(&'a [u8]),
    /// One such byte, and its spelling: an escape, or the byte itself.
    Special(u8, &'a [u8]),
}

/// The parts of a value in which `special`, or else a backslash alone, is not plain.
fn units(spelled: &[u8], special: AsciiSet) -> impl Iterator<Item = Unit<'_>> {
    let mut rest = spelled;
    std::iter::from_fn(move || {
        let &first = rest.first()?;
        let special = special.add(b'\\');
        let (unit, len) = match escape(rest) {
            Some((byte, len)) => (Unit::Special(byte, &rest[..len]), len),
            None if special.contains(first) => (Unit::Special(first, &rest[..1]), 1),
            None => {
                let end = rest.iter().position(|&byte| special.contains(byte));
                let plain = &rest[..end.unwrap_or(rest.len())];
                (Unit::Plain(plain), plain.len())
            }
        };
        rest = &rest[len..];
        Some(unit)
    })
}

/// The byte of the first escape, and the length of the escape.
fn escape(bytes: &[u8]) -> Option<(u8, usize)> {
    match *bytes {
        [b'\\', quoted @ (b'"' | b'\\'), ..] => Some((quoted, 2)),
        [b'\\', b'b', ..] => Some((8, 2)),
        [b'\\', b't', ..] => Some((b'\t', 2)),
        [b'\\', b'n', ..] => Some((b'\n', 2)),
        [b'\\', b'v', ..] => Some((0x0B, 2)),
        [b'\\', b'r', ..] => Some((b'\r', 2)),
        [b'\\', b'x', high, low, ..] => control::hex(high, low).map(|byte| (byte, 4)),
        _ => None,
    }
}

pub(super) fn value(spelled: &[u8]) -> Vec<u8> {
    let mut value = Vec::with_capacity(spelled.len());
    units(spelled, AsciiSet::EMPTY).for_each(|unit| match unit {
        Unit::Plain(bytes) => value.extend_from_slice(bytes),
        Unit::Special(byte, _) => value.push(byte),
    });
    value
}

/// Writes bytes that are new to a value; those in `splits` become triplets.
pub(super) fn write(new: &[u8], splits: AsciiSet, out: &mut Vec<u8>) {
    for &byte in new {
        match byte {
            _ if splits.contains(byte) => out.extend_from_slice(triplet(byte).as_bytes()),
            b'"' | b'\\' => out.extend_from_slice(&[b'\\', byte]),
            ..b' ' | 0x7F => out.extend_from_slice(format!("\\x{byte:02X}").as_bytes()),
            _ => out.push(byte),
        }
    }
}

/// Writes a value whose parts go through `each`, with their offsets. Unchanged parts keep their
/// spelling, as servers differ in how they write a byte. Special bytes go through `each` only if
/// `each_byte`.
#[cold]
pub(super) fn rewrite(
    spelled: &[u8],
    splits: AsciiSet,
    each_byte: bool,
    mut each: impl FnMut(usize, &[u8], &mut Vec<u8>) -> Result,
    out: &mut Vec<u8>,
) -> Result {
    let (start, mut at) = (out.len(), 0);
    // Backslashes that are literal, unless they now begin an escape with the bytes after them.
    let (mut literal, mut ends_literal) = (Vec::new(), false);
    for unit in units(spelled, splits.union(sets::CONTROLS)) {
        let old = out.len();
        let (part, spelling, is_given) = match &unit {
            Unit::Plain(plain) => (*plain, *plain, true),
            Unit::Special(byte, spelling) => (slice::from_ref(byte), *spelling, each_byte),
        };
        if is_given {
            each(at, part, out)?;
        } else {
            out.extend_from_slice(part);
        }
        let is_same = out[old..] == *part;
        if !is_same {
            let new = out.split_off(old);
            write(&new, splits, out);
        } else if part != spelling {
            out.truncate(old);
            out.extend_from_slice(spelling);
        }
        ends_literal = is_same && spelling == b"\\";
        literal.extend(ends_literal.then_some(old - start));
        at += spelling.len();
    }
    let is_escape = |rest: &[u8]| escape(rest).is_some() || rest == b"\\" && !ends_literal;
    if literal.iter().any(|&at| is_escape(&out[start + at..])) {
        let text = out.split_off(start);
        let mut done = 0;
        for at in literal {
            out.extend_from_slice(&text[done..at]);
            out.extend(is_escape(&text[at..]).then_some(b'\\'));
            done = at;
        }
        out.extend_from_slice(&text[done..]);
    }
    Ok(())
}
