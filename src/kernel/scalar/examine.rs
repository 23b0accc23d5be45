//! Examining a path.

use super::find::Members;
use super::{Sequence, triplet};
use crate::kernel::{Examined, PathRules};

/// Looks at the path from `from` on, where no triplet and no sequence is begun.
#[inline(never)]
pub(crate) fn examine(path: &[u8], from: usize, rules: &PathRules) -> Examined {
    let mut sequence = Sequence::NONE;
    let (mut at, mut found) = (from, 0);
    let members = Members::new(&rules.raw);
    loop {
        // Most of a path is neither odd nor a triplet.
        let clean = members.first_in(&path[at..]);
        if clean > 0 {
            if sequence.is_begun() {
                return Examined { read: at, found: found | Examined::ODD };
            }
            let stretch = &path[at.saturating_sub(1)..at + clean];
            if has_dots(stretch) {
                found |= Examined::DOTS;
            }
            at += clean;
        }
        let Some(&byte) = path.get(at) else { break };
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
            0x80.. if rules.non_ascii => (b'-', 1),
            _ => return Examined { read: at, found: found | Examined::ODD },
        };
        if rules.utf8 && !sequence.continues_with(value) {
            return Examined { read: at, found: found | Examined::ODD };
        }
        at += len;
    }
    if sequence.is_begun() {
        found |= Examined::ODD;
    }
    Examined { read: at, found }
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
