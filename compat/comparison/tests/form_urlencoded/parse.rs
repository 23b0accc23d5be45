//! Parsing.

use std::borrow::Cow;

use crate::inputs::{ALPHABET, WORDS, for_each_long, for_each_word};
use comparison::on_every_backend;
use original_form_urlencoded as original;
use ours_form_urlencoded as ours;
use percent_simd::Backend;

/// The text, its address if it is borrowed, and whether it is borrowed.
#[allow(clippy::ptr_arg, reason = "which of the two it is matters")]
pub(crate) fn seen<'a>(text: &'a Cow<'_, str>) -> (&'a str, Option<*const u8>, bool) {
    match text {
        // An empty text may have any address.
        Cow::Borrowed(text) => (text, (!text.is_empty()).then_some(text.as_ptr()), true),
        Cow::Owned(text) => (text, None, false),
    }
}

/// The number of iterator states that are compared in full. Long input has many states that differ
/// little.
pub(crate) fn looked_at(input: &[u8]) -> usize {
    if input.len() <= 20 { usize::MAX } else { 1 }
}

#[track_caller]
pub(crate) fn check_parse(input: &[u8]) {
    let (mut original, mut ours) = (original::parse(input), ours::parse(input));
    for step in 0.. {
        let what = || format!("{} at step {step} of {}", Backend::active(), input.escape_ascii());
        assert_eq!(ours.size_hint(), original.size_hint(), "{}", what());
        if step < looked_at(input) {
            let (original, ours) = (original, ours);
            assert!(ours.eq(original), "a copy, {}", what());
            assert!(
                Clone::clone(&ours).into_owned().eq(Clone::clone(&original).into_owned()),
                "a clone, {}",
                what()
            );
            assert_eq!(
                ours.into_owned().size_hint(),
                original.into_owned().size_hint(),
                "{}",
                what()
            );
            assert_eq!(ours.count(), original.count(), "{}", what());
            assert_eq!(ours.last(), original.last(), "{}", what());
            let (mut original, mut ours) = (original, ours);
            assert_eq!(ours.nth(1), original.nth(1), "{}", what());
            assert!(ours.eq(original), "after nth, {}", what());
        }
        match (original.next(), ours.next()) {
            (None, None) => break,
            (Some(original), Some(ours)) => {
                assert_eq!(
                    (seen(&ours.0), seen(&ours.1)),
                    (seen(&original.0), seen(&original.1)),
                    "{}",
                    what()
                );
            }
            (original, ours) => panic!("{ours:?} for {original:?}, {}", what()),
        }
    }
    for _ in 0..2 {
        assert_eq!((ours.next(), ours.size_hint()), (original.next(), original.size_hint()));
    }
    let (mut original, mut ours) =
        (original::parse(input).into_owned(), ours::parse(input).into_owned());
    loop {
        let next = original.next();
        assert_eq!(ours.next(), next, "{} of {}", Backend::active(), input.escape_ascii());
        if next.is_none() {
            break;
        }
    }
}

#[test]
fn parse_of_every_short_input() {
    on_every_backend(|_| for_each_word(ALPHABET, 5, check_parse));
}

#[test]
fn parse_of_short_inputs_of_separators() {
    on_every_backend(|_| for_each_word(b"a&=", 8, check_parse));
}

#[test]
fn parse_of_triplets() {
    on_every_backend(|_| {
        for first in 0..=255 {
            for second in 0..=255 {
                check_parse(&[b'%', first, second]);
                // Longer than the input that is decoded without a kernel.
                if first.is_ascii_hexdigit() || second.is_ascii_hexdigit() {
                    check_parse(&[b"0123456789ab%", &[first, second][..]].concat());
                }
            }
        }
    });
}

#[test]
fn parse_of_long_inputs() {
    on_every_backend(|_| for_each_long(WORDS, check_parse));
}

/// Names and values of every length, next to each other.
#[test]
fn parse_of_names_and_values_of_every_length() {
    on_every_backend(|_| {
        for unit in ["a", "%41", "+", "é", "%"] {
            for name in (0..18).chain(28..34).chain(58..68) {
                for value in [0, 1, 2, 12, 13, 30, 62, 63, 64, 65, 130] {
                    let pair = format!("{}={}&", unit.repeat(name), "b".repeat(value));
                    check_parse(pair.repeat(3).as_bytes());
                    check_parse(pair.trim_end_matches('&').as_bytes());
                }
            }
        }
    });
}

#[test]
fn parse_of_ill_formed_utf8() {
    const ENDS: &[&[u8]] = &[
        b"\xFF",
        b"\xF0\x9F\x92",
        b"\xF0\x9F\x92\xA9",
        b"\xED\xA0\x80",
        b"%F0%9F\x92%A9",
        b"%FF",
        b"\xE2%98\x83",
        b"\xEF\xBB\xBF",
    ];
    on_every_backend(|_| for_each_long(ENDS, check_parse));
}
