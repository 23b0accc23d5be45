//! Examining a path.

use super::find::{Members, len_without_pair};
use crate::kernel::memory::few;
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
    // (The walks are functions of their own, so that a clean path has no frame.)
    match (first_odd(path, rules), decoding) {
        (at, _) if at == path.len() => Examined { read: at, found: 0 },
        (at, Some(Decoding { keep, slots, .. })) if path.len() <= slots.len() => {
            walk::<true>(path, at, rules, keep, slots)
        }
        (at, _) => walk::<false>(path, at, rules, &AsciiSet::EMPTY, &mut []),
    }
}

/// A place before which nothing in a path is odd, or a `/` or `.` after a `/`, and no triplet is begun.
/// It is the length if that is so in all of the path, whose first byte is a `/`.
#[inline(always)]
fn first_odd(path: &[u8], rules: &PathRules) -> usize {
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
        odd | is_dots(before, byte)
    };
    if path.len() > 16 {
        return len_without_pair(path, is_odd);
    }
    const PADDING: u128 = u128::from_le_bytes([b'z'; 16]);
    let bytes = few(path) | PADDING.checked_shl(8 * path.len() as u32).unwrap_or(0);
    // The first byte is after a zero.
    let pairs = (bytes << 8).to_le_bytes().into_iter().zip(bytes.to_le_bytes());
    let is_any = pairs.fold(false, |any, (before, byte)| any | is_odd(before, byte));
    if is_any { 0 } else { path.len() }
}

/// Returns whether a byte is a `/` or `.`, which differ in the last bit, after a `/`.
#[inline(always)]
fn is_dots(before: u8, byte: u8) -> bool {
    (before == b'/') & (byte | 1 == b'/')
}

/// [`examine`] from `at` on, before which nothing is odd and no triplet is begun.
#[inline(never)]
fn walk<const DECODE: bool>(
    path: &[u8],
    mut at: usize,
    rules: &PathRules,
    keep: &AsciiSet,
    out: &mut [Slot],
) -> Examined {
    let members = Members::of(&rules.raw, !rules.non_ascii);
    let (values, keep) = (rules.values, *keep);
    let has_dots = match path.len() {
        ..=16 => path.windows(2).any(|pair| is_dots(pair[0], pair[1])),
        len => len_without_pair(path, is_dots) < len,
    };
    let mut found = u8::from(has_dots) * Examined::DOTS;
    let append = |out: &mut [Slot], end: usize, bytes: &[u8]| {
        if DECODE && !bytes.is_empty() {
            out[end..][..bytes.len()].copy_from_slice(as_slots(bytes));
        }
        end + bytes.len()
    };
    let mut end = append(out, 0, &path[..at]);
    while let Some(&byte) = path.get(at) {
        let odd = Examined { read: at, found: found | Examined::ODD };
        if byte != b'%' {
            // Most of a path is neither odd nor a triplet.
            let clean = members.first_in(&path[at..]);
            if clean == 0 {
                return odd;
            }
            end = append(out, end, &path[at..at + clean]);
            at += clean;
            continue;
        }
        let Some(value) = triplet(&path[at..]).filter(|&value| !values.contains(value)) else {
            return odd;
        };
        found |= Examined::ESCAPES;
        if PathRules::is_spelling(value) {
            found |= Examined::SPELLED;
        }
        if value < 0x80 && keep.contains(value) {
            end = append(out, end, &path[at..at + 3]);
        } else if DECODE {
            out[end] = slot(value);
            end += 1;
        }
        at += 3;
        if rules.utf8 && value >= 0x80 {
            let Some((left, mut range)) = continuation(value) else { return odd };
            // (A loop of its own: which byte of a sequence comes next is known in it.)
            for _ in 0..left {
                let rest = &path[at..];
                match triplet(rest) {
                    Some(value) if rest[0] == b'%' && range.0 <= value && value <= range.1 => {
                        if DECODE {
                            out[end] = slot(value);
                            end += 1;
                        }
                    }
                    _ => return Examined { read: at, ..odd },
                }
                (at, range) = (at + 3, (0x80, 0xBF));
            }
        }
    }
    if DECODE && end < at {
        return Examined { read: end, found: found | Examined::DECODED };
    }
    Examined { read: at, found }
}
