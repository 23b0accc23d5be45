//! Bytes that are found by block or by register, at every position in these.

use super::check;
use percent_simd::path::{self, Backslash, EscapedSlashes};
use support::answers::path::{Options, PRESETS};

/// Slashes and dots are found 64 bytes at a time, and read with the bytes after them.
#[test]
fn at_every_place_of_a_block() {
    const BEHIND: [&str; 14] = [
        "/", "//", "/.", "/..", "/../b", "/./b", "/.b", "/...", "//b", "\\..", "%2F..", "/%2e",
        "/..;", "/%C3%A9",
    ];
    for (number, (_, policy, options)) in PRESETS.into_iter().enumerate() {
        for len in (0..140).chain(250..260) {
            let behind = BEHIND[(len + number) % BEHIND.len()];
            for behind in [behind, "/..", "//"] {
                for rest in ["", "/rest"] {
                    check(
                        options,
                        policy,
                        format!("/{}{behind}{rest}", "a".repeat(len)).as_bytes(),
                    );
                }
            }
        }
    }
}

/// Sequences of UTF-8 are validated where their triplets are, and continue in the next register.
#[test]
fn sequences_at_every_place_of_a_block() {
    const PIECES: [&str; 16] = [
        "%C3",
        "%C3a",
        "%C3%A9",
        "%C3%A9%A9",
        "%C3aa%A9",
        "%C3%41",
        "%C3a%41",
        "%A9",
        "%E2%82%AC",
        "%E2%82",
        "%E2%82a",
        "%E2aa%41",
        "%F0%9F%98%80",
        "%F0%9F%98a",
        "%ED%A0%80",
        "%C3\u{e9}",
    ];
    let utf8 = Options { raw_non_ascii: true, ..PRESETS[0].2 };
    for len in (0..100).chain(120..135) {
        for piece in PIECES {
            for rest in ["", "b", "bcd", "%41", "/%2F", "%zz", "?", "\u{e9}"] {
                let path = format!("/{}{piece}{rest}", "a".repeat(len));
                for options in [PRESETS[0].2, utf8] {
                    check(options, options.policy(), path.as_bytes());
                }
            }
        }
    }
}

/// Short paths are decoded where they are examined, register by register. Longer paths and kept
/// triplets take another way.
#[test]
fn triplets_at_every_place_of_a_block() {
    for len in (8..36).chain(58..66).chain(120..132) {
        for piece in ["%41", "%41%42%43", "%25%41", "%2E", "%2F%41"] {
            for rest in ["", "%43", "bcdefghijklmnop%E2%82%AC"] {
                let path = format!("/{}{piece}{rest}", "a".repeat(len));
                for (_, policy, options) in PRESETS {
                    check(options, policy, path.as_bytes());
                }
            }
        }
    }
}

/// Names are counted block by block: the count bounds the climbs of `..`.
#[test]
fn dot_segments_at_every_place_of_a_block() {
    for names in [1, 9, 12, 15, 16, 21, 22, 31, 32, 33, 64] {
        for name in ["a", "ab", ".a", "...", "%41", ""] {
            let start = format!("/{name}").repeat(names);
            for parent in ["..", ".%2E"] {
                for parents in [names - 1, names, names + 1] {
                    let path = format!("{start}{}", format!("/{parent}").repeat(parents));
                    for end in ["", "/.", "/..;", "//b", "/%2e%2e%3b"] {
                        let path = format!("{path}{end}");
                        check(PRESETS[0].2, path::STRICT, path.as_bytes());
                    }
                }
            }
        }
    }
}

/// A refused dot may belong to a dot segment that begins earlier and ends with a `\`.
#[test]
fn refused_dots_of_a_segment_before_a_backslash() {
    for backslash in [Backslash::Slash, Backslash::Keep] {
        let escaped_backslash = EscapedSlashes::Keep;
        let options = Options { escaped_dots: false, backslash, escaped_backslash, ..PRESETS[0].2 };
        for len in [0, 20, 40, 60, 80] {
            let path = format!("/{}/.%2e\\b", "a".repeat(len));
            check(options, options.policy(), path.as_bytes());
        }
    }
}
