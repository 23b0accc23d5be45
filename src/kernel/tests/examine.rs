//! The findings in a path, against their definitions.

use super::randoms;
use crate::backend::Backend;
use crate::kernel::rules::{Decoding, Examined, PathRules};
use crate::sets::AsciiSet;
use crate::syntax::triplet;

const RULES: [PathRules; 3] = [
    PathRules {
        raw: crate::sets::CONTROLS.union(AsciiSet::from_bytes(b"%?#\\;")),
        values: AsciiSet::from_bytes(b"\0\\"),
        non_ascii: false,
        utf8: true,
    },
    PathRules {
        raw: AsciiSet::from_bytes(b"%?;"),
        values: AsciiSet::from_bytes(b"%A"),
        non_ascii: true,
        utf8: false,
    },
    PathRules {
        raw: AsciiSet::from_bytes(b"%"),
        values: AsciiSet::EMPTY,
        non_ascii: false,
        utf8: true,
    },
];

/// The place of the first odd byte or triplet, UTF-8 aside; what is found where none is; and the
/// path decoded but for the triplets to keep.
fn expected(path: &[u8], rules: &PathRules, keep: &AsciiSet) -> (Option<usize>, u8, Vec<u8>) {
    let (mut odd, mut found, mut decoded, mut at) = (None, 0, Vec::new(), 0);
    while odd.is_none() && at < path.len() {
        let value = triplet(&path[at..]).filter(|_| path[at] == b'%');
        let is_odd = match value {
            Some(value) => rules.values.contains(value),
            None if path[at] >= 0x80 => !rules.non_ascii,
            None => rules.raw.contains(path[at]),
        };
        odd = is_odd.then_some(at);
        if let Some(value) = value {
            found |= Examined::ESCAPES;
            found |= u8::from(b"./\\".contains(&value)) * Examined::SPELLED;
        }
        let len = if value.is_some() { 3 } else { 1 };
        match value {
            Some(value) if !keep.contains(value) => decoded.push(value),
            _ => decoded.extend(&path[at..at + len]),
        }
        at += len;
    }
    if path.windows(2).any(|pair| matches!(pair, b"//" | b"/.")) {
        found |= Examined::DOTS;
    }
    (odd, found, decoded)
}

/// Examines the start of the bytes on every backend: those after it matter to none.
fn assert_examines(bytes: &[u8], len: usize) {
    let path = &bytes[..len];
    for (number, rules) in RULES.iter().enumerate() {
        let keep = [AsciiSet::EMPTY, AsciiSet::from_bytes(b"/B")][number % 2];
        let (odd, found, decoded) = expected(path, rules, &keep);
        let is_odd = odd.is_some() || rules.utf8 && core::str::from_utf8(&decoded).is_err();
        for backend in Backend::available() {
            let what = || format!("{backend}, {}, {rules:?}", path.escape_ascii());
            let mut decoding = Decoding::new(&keep);
            let decodes = decoding.examine(backend, path, rules);
            let examined = crate::kernel::examine::examine(backend, path, rules, None);
            for examined in [decodes, examined] {
                assert_eq!(examined.has(Examined::ODD), is_odd, "{}", what());
                if is_odd {
                    // An odd triplet ends two bytes after its place.
                    assert!(odd.is_none_or(|odd| examined.read <= odd + 2), "{}", what());
                } else {
                    assert_eq!(examined.found & !Examined::DECODED, found, "{}", what());
                }
            }
            if decodes.has(Examined::DECODED) {
                assert_eq!(decoding.bytes(), decoded, "{}", what());
            }
        }
    }
}

#[test]
fn findings_at_every_place() {
    const PIECES: &[u8] =
        b"%C3 %E2%82 %F0%9F%98 %C3%A9 %E0%A0%80 %E0%80%80 %ED%9F%BF %F4%8F%BF%BF %4 % %zz %4g \
        %00 %2F %2e %5c %41%42 // /. /./ \\ ? ; z \x80 \xC3\xA9 %25";
    for piece in PIECES.split(|&byte| byte == b' ').filter(|piece| !piece.is_empty()) {
        for place in (1..100).chain(120..135).chain([250]) {
            let mut bytes = vec![b'a'; place + 40];
            (bytes[0], bytes[place + 30]) = (b'/', b'?');
            bytes[place..place + piece.len()].copy_from_slice(piece);
            // The path ends with the piece, within it, and later.
            for rest in [0, piece.len() / 2, piece.len(), piece.len() + 1, 29, 30] {
                bytes[place + 29] = b"a%"[place % 2];
                assert_examines(&bytes, place + rest);
            }
        }
    }
}

#[test]
fn findings_at_random() {
    const PIECES: [&[u8]; 14] = [
        b"a",
        b"name2e5C",
        b"/",
        b"/a/",
        b".",
        b"%41",
        b"%C3%A9",
        b"%E2%82%AC",
        b"%F0%9F%98%80",
        b"%2F",
        b"%2e",
        b"%A9",
        b"%ED%A0%80",
        b"%4",
    ];
    let mut random = randoms(31);
    for _ in 0..3000 {
        let (mut bytes, pieces) = (vec![b'/'], [8, 11, 14][random(3)]);
        for _ in 0..random(50) {
            bytes.extend(PIECES[random(pieces)]);
        }
        let len = bytes.len() - random(3).min(bytes.len() - 1);
        bytes.push(b'?');
        assert_examines(&bytes, len);
    }
}
