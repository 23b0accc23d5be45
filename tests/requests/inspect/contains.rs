//! `contains_decoded`.

use super::{any_piece, every_sequence};
use oracle::content::Content;
use oracle::places::Placed;
use oracle::random::Random;
use oracle::{inspect as definitions, members};
use percent_simd::{AsciiSet, contains_decoded};
use proptest::prelude::*;
use support::on_every_backend;

#[track_caller]
fn assert_contains(input: &[u8], wanted: &[bool; 128]) {
    let expected = definitions::contains(input, wanted);
    let placed = Placed::input(input, input.len());
    let set = support::set(wanted);
    on_every_backend(|backend| {
        assert_eq!(
            contains_decoded(placed.bytes(), set),
            expected,
            "{backend}: {set:?} in {}",
            input.escape_ascii()
        )
    });
}

#[test]
fn content_of_every_sort() {
    for content in Content::ALL {
        let mut random = Random::new(content as u64);
        for len in (0..200).chain([255, 256, 257, 1000, 5000]) {
            let input = content.generate(len, &mut random);
            for wanted in
                [members(b"\0"), members(b"/%"), members(b"4A\x7F"), [true; 128], [false; 128]]
            {
                assert_contains(&input, &wanted);
            }
        }
    }
}

#[test]
fn decoded_bytes_that_are_looked_for() {
    let slash = AsciiSet::from_bytes(b"/");
    let percent = AsciiSet::from_bytes(b"%");
    let two = AsciiSet::from_bytes(b"2");
    let vectors: &[(&[u8], AsciiSet, Option<usize>)] = &[
        (b"", slash, None),
        (b"a/b%2F", slash, Some(1)),
        (b"a%2fb/", slash, Some(1)),
        (b"%2", slash, None),
        (b"%2541%252f", slash, None),
        (b"%c0%af\xC0\xAF", slash, None),
        (b"%C3%2F", slash, Some(3)),
        (b"\xC3\xA9\xE2\x98%2F", slash, Some(4)),
        (b"%%2F", slash, Some(1)),
        // `%` is searched for in the decoded bytes: `%41` has none.
        (b"%41%42", percent, None),
        (b"%41%25", percent, Some(3)),
        (b"%41%4", percent, Some(3)),
        (b"%%41", percent, Some(0)),
        // The digits of a triplet are not separate bytes; those after a stray `%` are.
        (b"%20%62", two, None),
        (b"%20%32", two, Some(3)),
        (b"%2", two, Some(1)),
        (b"%2%41", two, Some(1)),
    ];
    for &(input, set, expected) in vectors {
        on_every_backend(|backend| {
            assert_eq!(
                contains_decoded(input, set),
                expected,
                "{backend}: {}",
                input.escape_ascii()
            )
        });
    }
}

#[test]
fn every_short_input_contains() {
    let pieces: &[&[u8]] = &[b"%", b"2", b"5", b"F", b"/", b"a", b"\xC3"];
    for wanted in
        [members(b"/"), members(b"%"), members(b"2"), members(b"R"), members(b"/%F"), members(b"a")]
    {
        every_sequence(pieces, 4, &mut |input| assert_contains(input, &wanted));
    }
}

#[test]
fn members_at_every_place() {
    let wanted = members(b"/");
    for found in [&b"/"[..], b"%2f", b"%%2F", b"\xC3%2F", b"%c0%2F", b"%2%2F"] {
        for filler in [&b"x"[..], b"\xC3", b"%41", b"%4", b"x\xC3xxxxxxxxxxxxxxxxxxxx"] {
            for before in (0..=66).chain(168..=172).chain(508..=514) {
                for behind in [0, 70] {
                    let input = [&filler.repeat(before)[..], found, &b"/".repeat(behind)].concat();
                    assert_contains(&input, &wanted);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(support::cases(200))]

    #[test]
    fn contains_agrees_with_the_oracle(pieces in proptest::collection::vec(any_piece(), 0..40), bits: u128, few: u128) {
        let wanted = core::array::from_fn(|index| bits & few >> index & 1 != 0);
        assert_contains(&pieces.concat(), &wanted);
    }
}
