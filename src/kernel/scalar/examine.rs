//! Examining a path.

use super::{Sequence, triplet};
use crate::kernel::{Examined, PathRules};

/// Looks at the path from `from` on, where no triplet and no sequence is begun.
#[inline(never)]
pub(crate) fn examine(path: &[u8], from: usize, rules: &PathRules) -> Examined {
    let mut sequence = Sequence::NONE;
    let (mut at, mut found) = (from, 0);
    while let Some(&byte) = path.get(at) {
        let (value, len) = match byte {
            b'%' => {
                found |= Examined::ESCAPES;
                match triplet(&path[at..]) {
                    Some(value) if !rules.values.contains(value) => (value, 3),
                    _ => return Examined { read: at, found: found | Examined::ODD },
                }
            }
            0x80.. if rules.non_ascii => (b'-', 1),
            _ if rules.raw.or_non_ascii(byte) => {
                return Examined { read: at, found: found | Examined::ODD };
            }
            b'/' | b'.' if at > 0 && path[at - 1] == b'/' => {
                found |= Examined::DOTS;
                (byte, 1)
            }
            _ => (byte, 1),
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
