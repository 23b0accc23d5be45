//! The `percent-encoding` crate has the same semantics: any input gives the same result.

use std::sync::Mutex;

use oracle::content::Content;
use oracle::random::Random;
use percent_simd::{AsciiSet, Decoder, Encoder, Utf8, sets};
use proptest::prelude::*;

/// The set as the other crate's type, which must be `'static`.
fn their_set(set: AsciiSet) -> &'static percent_encoding::AsciiSet {
    // The leaked sets stay reachable, so leak detectors accept them.
    static FOR_EVER: Mutex<Vec<&'static percent_encoding::AsciiSet>> = Mutex::new(Vec::new());
    let theirs: &'static _ = Box::leak(Box::new(
        set.iter().fold(percent_encoding::AsciiSet::EMPTY, |theirs, byte| theirs.add(byte)),
    ));
    FOR_EVER.lock().expect("nobody panics with it").push(theirs);
    theirs
}

fn assert_decodes_alike(input: &[u8]) {
    let theirs = percent_encoding::percent_decode(input);
    let bytes: Vec<u8> = theirs.clone().collect();
    for backend in support::backends() {
        let decoder = Decoder::new().on(backend);
        assert!(*decoder.decode(input).unwrap() == *bytes, "{backend}: {}", input.escape_ascii());
        let (text, expected) = (decoder.decode_utf8(input), theirs.clone().decode_utf8());
        assert_eq!(text.ok(), expected.ok(), "{backend}: {}", input.escape_ascii());
        let text = decoder.utf8(Utf8::Lossy).decode_utf8(input).unwrap();
        assert!(text == theirs.clone().decode_utf8_lossy(), "{backend}: {}", input.escape_ascii());
    }
}

fn assert_encodes_alike(input: &[u8], set: AsciiSet) {
    let theirs: String = percent_encoding::percent_encode(input, their_set(set)).collect();
    for backend in support::backends() {
        assert!(
            Encoder::new(set).on(backend).encode(input) == theirs,
            "{backend}: {} under {set:?}",
            input.escape_ascii()
        );
    }
}

#[test]
fn alike_on_every_content() {
    let mut random = Random::new(51);
    for content in Content::ALL {
        for len in [0, 1, 5, 15, 16, 17, 31, 33, 63, 64, 65, 100, 255, 257, 1000] {
            let input = content.generate(len, &mut random);
            assert_decodes_alike(&input);
            for set in
                [sets::URI_COMPONENT, sets::URL_PATH, sets::ALL, sets::CONTROLS, AsciiSet::EMPTY]
            {
                assert_encodes_alike(&input, set);
            }
        }
    }
}

#[test]
fn their_constants_are_ours() {
    let input: Vec<u8> = (0..=255).collect();
    let theirs = |set| percent_encoding::percent_encode(&input, set).to_string();
    assert_eq!(
        Encoder::new(sets::NON_ALPHANUMERIC).encode(&input),
        theirs(percent_encoding::NON_ALPHANUMERIC)
    );
    assert_eq!(Encoder::new(sets::CONTROLS).encode(&input), theirs(percent_encoding::CONTROLS));
}

proptest! {
    #![proptest_config(support::cases(200))]

    #[test]
    fn alike_on_any_bytes(input in proptest::collection::vec(any::<u8>(), 0..400), bits: u128) {
        assert_decodes_alike(&input);
        assert_encodes_alike(&input, (0..128).filter(|&byte| bits >> byte & 1 != 0).fold(AsciiSet::EMPTY, AsciiSet::add));
    }

    /// An alphabet in which most bytes are part of some triplet, valid or not.
    #[test]
    fn alike_on_near_triplets(input in proptest::collection::vec(proptest::sample::select(&b"%%%%0149AFafGg+\xC3\xA9"[..]), 0..400)) {
        assert_decodes_alike(&input);
    }
}
