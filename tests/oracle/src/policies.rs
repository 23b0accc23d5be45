//! Policies of every kind, in the oracle's types.

use crate::{Decode, Digits, Encode};

/// These bytes as the members of a set.
pub fn members(bytes: &[u8]) -> [bool; 128] {
    let mut members = [false; 128];
    for &byte in bytes {
        members[usize::from(byte)] = true;
    }
    members
}

/// All ASCII bytes except A-Z, a-z, 0-9 and `kept`.
pub fn all_but(kept: &[u8]) -> [bool; 128] {
    core::array::from_fn(|index| {
        let byte = index as u8;
        !byte.is_ascii_alphanumeric() && !kept.contains(&byte)
    })
}

/// Decoding policies of every kind, by name.
pub fn decode_policies() -> Vec<(&'static str, Decode)> {
    let plain = Decode::default();
    vec![
        ("plain", plain.clone()),
        ("plus", Decode { plus: true, ..plain.clone() }),
        ("strict", Decode { strict: true, ..plain.clone() }),
        ("keep /%", Decode { keep: members(b"/%"), ..plain.clone() }),
        ("keep all ASCII", Decode { keep: [true; 128], ..plain.clone() }),
        ("keep non-ASCII", Decode { keep_non_ascii: true, ..plain.clone() }),
        ("keep everything", Decode { keep: [true; 128], keep_non_ascii: true, ..plain.clone() }),
        ("reject NUL", Decode { reject: members(b"\0"), ..plain.clone() }),
        (
            "reject / kept too, strict",
            Decode {
                reject: members(b"/\0"),
                keep: members(b"/&="),
                strict: true,
                ..plain.clone()
            },
        ),
        (
            "reject line ends, raw too",
            Decode { reject: members(b"\r\n\0"), reject_raw: true, ..plain.clone() },
        ),
        (
            "reject %/+ and digits, raw too, keep",
            Decode {
                reject: members(b"%/+47"),
                reject_raw: true,
                keep: members(b"/&="),
                ..plain.clone()
            },
        ),
        (
            "strict, reject digits of kept escapes, raw too",
            Decode {
                strict: true,
                reject: members(b"2F"),
                reject_raw: true,
                keep: members(b"/%"),
                ..plain.clone()
            },
        ),
        (
            "plus, strict, reject SP, raw too",
            Decode {
                plus: true,
                strict: true,
                reject: members(b" %\0"),
                reject_raw: true,
                ..plain.clone()
            },
        ),
        ("plus, keep digits", Decode { plus: true, keep: members(b"0123456789"), ..plain.clone() }),
        (
            "plus, strict, keep non-ASCII",
            Decode { plus: true, strict: true, keep_non_ascii: true, ..plain.clone() },
        ),
        ("lower-case digits", Decode { digits: Digits::Lower, ..plain.clone() }),
        (
            "lower-case digits, strict, reject, raw too",
            Decode {
                digits: Digits::Lower,
                strict: true,
                reject: members(b"BC\0"),
                reject_raw: true,
                ..plain.clone()
            },
        ),
        (
            "upper-case digits, plus, keep, reject digits, raw too",
            Decode {
                digits: Digits::Upper,
                plus: true,
                keep: members(b"/&="),
                reject: members(b"acf"),
                reject_raw: true,
                ..plain
            },
        ),
    ]
}

/// Encoding policies of every kind, by name.
pub fn encode_policies() -> Vec<(&'static str, Encode)> {
    let plain = Encode::default();
    let unreserved = all_but(b"-._~");
    vec![
        ("non-ASCII alone", plain.clone()),
        ("all", Encode { set: [true; 128], ..plain.clone() }),
        ("unreserved stays", Encode { set: unreserved, ..plain.clone() }),
        ("form", Encode { set: all_but(b"*-._"), plus: true, ..plain.clone() }),
        ("lower case", Encode { set: all_but(b"-_.!~*'()"), lowercase: true, ..plain.clone() }),
        (
            "keep escapes, unreserved stays",
            Encode { set: unreserved, keep_escapes: true, ..plain.clone() },
        ),
        (
            "keep escapes, all",
            Encode { set: [true; 128], keep_escapes: true, lowercase: true, ..plain.clone() },
        ),
        (
            "keep escapes, hex digits",
            Encode { set: members(b"0123456789ABCDEFabcdef"), keep_escapes: true, ..plain.clone() },
        ),
        (
            "plus without SP or + in the set",
            Encode { plus: true, lowercase: true, ..plain.clone() },
        ),
        (
            "keep escapes, plus, controls",
            Encode {
                set: members(b"\0\t\n\x1F\x7F %"),
                plus: true,
                keep_escapes: true,
                ..plain.clone()
            },
        ),
        ("keep non-ASCII", Encode { set: unreserved, keep_non_ascii: true, ..plain.clone() }),
        (
            "keep non-ASCII and escapes, plus, lower case",
            Encode {
                set: members(b"\0 \"<>%"),
                plus: true,
                lowercase: true,
                keep_escapes: true,
                keep_non_ascii: true,
            },
        ),
    ]
}
