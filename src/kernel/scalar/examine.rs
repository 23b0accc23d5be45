//! Examining a path.

use super::find::{Members, has_pair, len_without_pair};
use crate::kernel::rules::{Decoding, Examined, PathRules};
use crate::kernel::trust::{Slot, as_slots, slot};
use crate::sets::AsciiSet;
use crate::syntax::{continuation, triplet};

/// Looks at the path; and decodes all of it, but for some triplets, if there is room for its length.
#[inline(never)]
pub(crate) fn examine<const LAZY: bool>(
    path: &[u8],
    rules: &PathRules,
    decoding: Option<&mut Decoding<'_>>,
) -> Examined {
    // (The loop and the copy are functions of their own, so that a clean path has no frame.)
    match path.last_chunk() {
        Some(end) => examine_by_end::<LAZY>(path, end, rules, decoding),
        None => examine_short::<LAZY>(path, rules, decoding),
    }
}

/// [`examine`] in 16 bytes or fewer.
#[inline(never)]
fn examine_short<const LAZY: bool>(
    path: &[u8],
    rules: &PathRules,
    decoding: Option<&mut Decoding<'_>>,
) -> Examined {
    let mut end = [b'z'; 17];
    end[1..=path.len()].copy_from_slice(path);
    examine_by_end::<LAZY>(path, &end, rules, decoding)
}

/// [`examine`], where `end` has the last bytes of the path.
#[inline(always)]
fn examine_by_end<const LAZY: bool>(
    path: &[u8],
    end: &[u8; 17],
    rules: &PathRules,
    decoding: Option<&mut Decoding<'_>>,
) -> Examined {
    match first_odd(path, end, rules) {
        at if at == path.len() => Examined { read: at, found: 0 },
        at => examine_from::<LAZY>(path, at, rules, decoding),
    }
}

/// [`examine`] where nothing before `at` is odd.
#[inline(never)]
fn examine_from<const LAZY: bool>(
    path: &[u8],
    mut at: usize,
    rules: &PathRules,
    decoding: Option<&mut Decoding<'_>>,
) -> Examined {
    let mut found = 0;
    let (keep, slots) = match decoding {
        Some(Decoding { keep, slots }) if path.len() <= slots.len() => (*keep, &mut slots[..]),
        _ => (&AsciiSet::EMPTY, [].as_mut_slice()),
    };
    let decodes = !slots.is_empty();
    let mut out = Output { slots, len: 0 };
    out.extend(&path[..at]);
    let members = Members::new(&rules.raw);
    while let Some(&byte) = path.get(at) {
        if byte != b'%' {
            // Most of a path is neither odd nor a triplet.
            let clean = members.first_in(&path[at..]);
            if clean > 0 {
                if has_dots(&path[at.saturating_sub(1)..at + clean]) {
                    found |= Examined::DOTS;
                }
                out.extend(&path[at..at + clean]);
                at += clean;
            } else if byte >= 0x80 && rules.non_ascii {
                out.push(byte);
                at += 1;
            } else {
                return Examined { read: at, found: found | Examined::ODD };
            }
            continue;
        }
        found |= Examined::ESCAPES;
        let Some(value) = triplet(&path[at..]).filter(|&value| !rules.values.contains(value))
        else {
            return Examined { read: at, found: found | Examined::ODD };
        };
        if value < 0x80 {
            if PathRules::is_spelling(value) {
                found |= Examined::SPELLED;
            }
            if keep.contains(value) {
                out.extend(&path[at..at + 3]);
            } else {
                out.push(value);
            }
            at += 3;
            continue;
        }
        out.push(value);
        at += 3;
        if rules.utf8 {
            match rest_of_sequence(path, at, value, &mut out) {
                Ok(end) => at = end,
                Err(read) => return Examined { read, found: found | Examined::ODD },
            }
        }
    }
    if decodes && out.len < at {
        return Examined { read: out.len, found: found | Examined::DECODED };
    }
    Examined { read: at, found }
}

/// A place before which nothing in a path is odd, or a `/` or `.` after a `/`, and no triplet is begun.
/// It is the length if that is so in all of the path, whose first byte is a `/`.
#[inline(always)]
fn first_odd(path: &[u8], end: &[u8; 17], rules: &PathRules) -> usize {
    /// The raw bytes that `is_odd` sees: those that are odd under every policy without a reject set.
    const SEEN: AsciiSet = crate::sets::CONTROLS.union(AsciiSet::from_bytes(b"%?#\\;"));
    if !rules.raw.is_subset(SEEN) {
        return 0;
    }
    let non_ascii = if rules.non_ascii { 0 } else { 0x80 };
    let is_odd = |before: u8, byte: u8| {
        // `?` and 0x7F differ in bit 6, `/` and `.` in the last bit.
        let odd = (byte < 0x20) | (byte | 0x40 == 0x7F) | (byte & non_ascii != 0);
        let odd = odd | (byte == b'%') | (byte == b'#') | (byte == b'\\') | (byte == b';');
        odd | ((byte | 1 == b'/') & (before == b'/'))
    };
    match len_without_pair(path, is_odd) {
        at if path.len() - at <= 16 && !has_pair(end, is_odd) => path.len(),
        at => at,
    }
}

/// Reads the triplets from `at` on that are the rest of the sequence of UTF-8 which `first` begins,
/// up to where it ends.
///
/// # Errors
/// The triplet that is ill-formed: that of `first`, or a later one.
#[inline(always)]
fn rest_of_sequence(
    path: &[u8],
    mut at: usize,
    first: u8,
    out: &mut Output<'_>,
) -> Result<usize, usize> {
    let (left, mut range) = continuation(first).ok_or(at - 3)?;
    for _ in 0..left {
        let rest = &path[at..];
        match triplet(rest) {
            Some(value) if rest[0] == b'%' && range.0 <= value && value <= range.1 => {
                out.push(value);
            }
            _ => return Err(at),
        }
        range = (0x80, 0xBF);
        at += 3;
    }
    Ok(at)
}

/// The decoded path, if there is room for it.
struct Output<'a> {
    slots: &'a mut [Slot],
    len: usize,
}

impl Output<'_> {
    #[inline(always)]
    fn push(&mut self, byte: u8) {
        if let Some(place) = self.slots.get_mut(self.len) {
            *place = slot(byte);
        }
        self.len += 1;
    }

    #[inline(always)]
    fn extend(&mut self, bytes: &[u8]) {
        let end = self.len + bytes.len();
        if let Some(places) = self.slots.get_mut(self.len..end) {
            places.copy_from_slice(as_slots(bytes));
        }
        self.len = end;
    }
}

/// Returns whether a `/` or `.` follows a `/`.
#[inline]
fn has_dots(bytes: &[u8]) -> bool {
    let Some((_, seconds)) = bytes.split_first() else { return false };
    // Without a branch for each byte; the two differ in the last bit.
    let pairs = bytes.iter().zip(seconds);
    pairs.fold(false, |any, (&first, &second)| any | ((first == b'/') & (second | 1 == b'/')))
}
