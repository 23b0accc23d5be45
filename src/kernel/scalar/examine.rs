//! Examining a path.

use super::find::Members;
use super::{Sequence, triplet};
use crate::kernel::trust::{Slot, slot};
use crate::kernel::{Examined, PathRules};
use crate::sets::AsciiSet;

/// Looks at the path from `from` on, where no triplet and no sequence is begun.
#[inline(never)]
pub(crate) fn examine(path: &[u8], from: usize, rules: &PathRules) -> Examined {
    walk::<false>(path, from, rules, &AsciiSet::EMPTY, &mut [])
}

/// The same; a path that `out` has room for is decoded to it, but for the triplets in `keep`.
#[cfg(feature = "alloc")]
#[inline(never)]
pub(crate) fn examine_decoding(
    path: &[u8],
    from: usize,
    rules: &PathRules,
    keep: &AsciiSet,
    out: &mut [Slot],
) -> Examined {
    if path.len() > out.len() {
        return examine(path, from, rules);
    }
    walk::<true>(path, from, rules, keep, out)
}

#[inline(always)]
fn walk<const DECODE: bool>(
    path: &[u8],
    from: usize,
    rules: &PathRules,
    keep: &AsciiSet,
    out: &mut [Slot],
) -> Examined {
    let mut sequence = Sequence::NONE;
    let (mut at, mut found) = (from, 0);
    let mut end = if DECODE { copy(&path[..from], out) } else { 0 };
    let members = Members::new(&rules.raw);
    while let Some(&byte) = path.get(at) {
        // Most of a path is neither odd nor a triplet.
        let clean = if byte == b'%' { 0 } else { members.first_in(&path[at..]) };
        if clean > 0 {
            if sequence.is_begun() {
                return Examined { read: at, found: found | Examined::ODD };
            }
            let stretch = &path[at.saturating_sub(1)..at + clean];
            if has_dots(stretch) {
                found |= Examined::DOTS;
            }
            if DECODE {
                end += copy(&path[at..at + clean], &mut out[end..]);
            }
            at += clean;
            continue;
        }
        let (value, len) = match byte {
            b'%' => {
                found |= Examined::ESCAPES;
                match triplet(&path[at..]) {
                    Some(value) if !rules.values.contains(value) => {
                        if PathRules::is_spelling(value) {
                            found |= Examined::SPELLED;
                        }
                        (value, 3)
                    }
                    _ => return Examined { read: at, found: found | Examined::ODD },
                }
            }
            0x80.. if rules.non_ascii => (byte, 1),
            _ => return Examined { read: at, found: found | Examined::ODD },
        };
        if rules.utf8 && !sequence.continues_with(value) {
            return Examined { read: at, found: found | Examined::ODD };
        }
        if DECODE {
            if keep.contains(value) {
                end += copy(&path[at..at + len], &mut out[end..]);
            } else {
                out[end] = slot(value);
                end += 1;
            }
        }
        at += len;
    }
    if sequence.is_begun() {
        found |= Examined::ODD;
    } else if DECODE && end < at {
        return Examined { read: end, found: found | Examined::DECODED };
    }
    Examined { read: at, found }
}

/// Copies to the front of `out`, and returns the length of that.
#[inline(always)]
fn copy(bytes: &[u8], out: &mut [Slot]) -> usize {
    out[..bytes.len()].iter_mut().zip(bytes).for_each(|(out, &byte)| *out = slot(byte));
    bytes.len()
}

/// Whether a `/` or `.` follows a `/`.
fn has_dots(bytes: &[u8]) -> bool {
    let Some((_, seconds)) = bytes.split_first() else { return false };
    // Without a branch for each byte, so that the compiler compares many at a time. The two differ
    // in the last bit.
    bytes
        .iter()
        .zip(seconds)
        .fold(false, |any, (&first, &second)| any | ((first == b'/') & (second | 1 == b'/')))
}
