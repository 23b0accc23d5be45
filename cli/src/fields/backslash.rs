//! Values in the quotes of logs: `\"`, `\\`, `\xHH`, and Apache's `\b \n \r \t \v`. A backslash
//! before any other character is literal.

use memchr::memchr;
use percent_simd::{AsciiSet, triplet};

/// A part of a value.
enum Unit<'a> {
    /// A byte and its spelling.
    Escape(u8, &'a [u8]),
    Plain(&'a [u8]),
}

struct Units<'a>(&'a [u8]);

impl<'a> Iterator for Units<'a> {
    type Item = Unit<'a>;

    fn next(&mut self) -> Option<Unit<'a>> {
        self.0.first()?;
        let byte = escape(self.0);
        let len = byte.map_or_else(
            || memchr(b'\\', &self.0[1..]).map_or(self.0.len(), |at| at + 1),
            |(_, len)| len,
        );
        let (spelled, rest) = self.0.split_at(len);
        self.0 = rest;
        Some(byte.map_or(Unit::Plain(spelled), |(byte, _)| Unit::Escape(byte, spelled)))
    }
}

/// The byte of the first escape, and the length of the escape.
fn escape(bytes: &[u8]) -> Option<(u8, usize)> {
    let hex = |digit: u8| char::from(digit).to_digit(16);
    match *bytes {
        [b'\\', quoted @ (b'"' | b'\\'), ..] => Some((quoted, 2)),
        [b'\\', b'b', ..] => Some((8, 2)),
        [b'\\', b't', ..] => Some((b'\t', 2)),
        [b'\\', b'n', ..] => Some((b'\n', 2)),
        [b'\\', b'v', ..] => Some((0x0B, 2)),
        [b'\\', b'r', ..] => Some((b'\r', 2)),
        [b'\\', b'x', high, low, ..] => {
            hex(high).zip(hex(low)).map(|(high, low)| ((high << 4 | low) as u8, 4))
        }
        _ => None,
    }
}

/// Unescapes a value.
pub(super) fn value(spelled: &[u8]) -> Vec<u8> {
    let mut value = Vec::with_capacity(spelled.len());
    Units(spelled).for_each(|unit| match unit {
        Unit::Escape(byte, _) => value.push(byte),
        Unit::Plain(bytes) => value.extend_from_slice(bytes),
    });
    value
}

/// Each byte of a value, with its spelling.
fn bytes(spelled: &[u8]) -> Vec<(u8, &[u8])> {
    let mut all = Vec::with_capacity(spelled.len());
    Units(spelled).for_each(|unit| match unit {
        Unit::Escape(byte, escape) => all.push((byte, escape)),
        Unit::Plain(plain) => all.extend(plain.iter().zip(plain.chunks(1)).map(|(&b, s)| (b, s))),
    });
    all
}

/// Writes a changed value. If it was only decoded, bytes outside triplets keep their spelling, as
/// servers differ in how they write a byte. `rounds`: how often a `%25` was decoded. New bytes in
/// `splits` become triplets.
pub(super) fn write(
    value: &[u8],
    spelled: &[u8],
    rounds: u32,
    splits: AsciiSet,
    out: &mut Vec<u8>,
) {
    let old = bytes(spelled);
    let origins = decoded(&old, value, rounds).unwrap_or_else(|| as_often(&old, value));
    // Backwards: the next byte decides whether a backslash can be literal.
    let mut reversed = Vec::with_capacity(value.len());
    for (&byte, origin) in value.iter().zip(origins).rev() {
        let mut push = |spelling: &[u8]| reversed.extend(spelling.iter().rev());
        match (origin.map(|at| (at, old[at].1)), byte) {
            (Some((at, b"\\")), _) => {
                let is_alone = if reversed.is_empty() {
                    at + 1 == old.len()
                } else {
                    let ahead = reversed.iter().rev().take(3).copied();
                    let all: Vec<u8> = std::iter::once(byte).chain(ahead).collect();
                    escape(&all).is_none()
                };
                reversed.extend_from_slice(if is_alone { b"\\" } else { b"\\\\" });
            }
            (Some((_, spelling)), _) => push(spelling),
            (None, _) if splits.contains(byte) => push(triplet(byte).as_bytes()),
            (None, b'"' | b'\\') => push(&[b'\\', byte]),
            (None, ..b' ' | 0x7F) => push(format!("\\x{byte:02X}").as_bytes()),
            (None, _) => push(&[byte]),
        }
    }
    out.extend(reversed.iter().rev());
}

/// The old byte of each new one, if only triplets were decoded, bytes became triplets, and `+`
/// became spaces; `None` for new bytes. One pass: each triplet determines its decoded byte.
fn decoded(old: &[(u8, &[u8])], new: &[u8], rounds: u32) -> Option<Vec<Option<usize>>> {
    let (mut origins, mut at) = (Vec::with_capacity(new.len()), 0);
    while let Some(&byte) = new.get(origins.len()) {
        let (was, _) = *old.get(at)?;
        let rest = &new[origins.len()..];
        if let Some(len) = triplet_len(&old[at..], byte, rounds) {
            origins.push(None);
            at += len;
        } else if was == byte {
            origins.push(Some(at));
            at += 1;
        } else if rest.starts_with(triplet(was).as_bytes()) {
            origins.extend([None; 3]);
            at += 1;
        } else if (was, byte) == (b'+', b' ')
            || was.eq_ignore_ascii_case(&byte) && was.is_ascii_hexdigit()
        {
            origins.push(None);
            at += 1;
        } else {
            return None;
        }
    }
    (at == old.len()).then_some(origins)
}

/// The length of a triplet that decodes to this byte, in one or more rounds.
fn triplet_len(old: &[(u8, &[u8])], byte: u8, rounds: u32) -> Option<usize> {
    let hex = |at: usize| char::from(old.get(at)?.0).to_digit(16);
    let rounds = if byte == b'%' { rounds } else { rounds.max(1) };
    let (mut value, mut len, mut round) = (old.first()?.0, 1, 0);
    let mut found = None;
    while value == b'%'
        && round < rounds
        && let Some((high, low)) = hex(len).zip(hex(len + 1))
    {
        (value, len, round) = ((high << 4 | low) as u8, len + 2, round + 1);
        found = (value == byte).then_some(len).or(found);
    }
    found
}

/// The old byte of each new one after any change: bytes with an unchanged count match in order.
fn as_often(old: &[(u8, &[u8])], new: &[u8]) -> Vec<Option<usize>> {
    let mut places: [Vec<usize>; 256] = std::array::from_fn(|_| Vec::new());
    let mut counts = [0; 256];
    old.iter().enumerate().for_each(|(at, (byte, _))| places[usize::from(*byte)].push(at));
    new.iter().for_each(|&byte| counts[usize::from(byte)] += 1);
    let mut next = [0; 256];
    new.iter()
        .map(|&byte| {
            let (byte, at) = (usize::from(byte), next[usize::from(byte)]);
            next[byte] += 1;
            places[byte].get(at).copied().filter(|_| places[byte].len() == counts[byte])
        })
        .collect()
}
