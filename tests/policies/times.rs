//! `Decoder::decode_times`, against repeated calls of the oracle.

use oracle::content::Content;
use oracle::members;
use oracle::random::Random;
use percent_simd::{AsciiSet, Decoder, Encoder, Malformed, sets};
use proptest::prelude::*;

/// The documented rounds: their options, and their end.
fn expected(input: &[u8], policy: &oracle::Decode, n: u32) -> Expected {
    let later = oracle::Decode { plus: false, strict: false, ..policy.clone() };
    let mut bytes = input.to_vec();
    for round in 0..n {
        match oracle::decode(&bytes, if round == 0 { policy } else { &later }) {
            Err(error) => return Expected { result: Err(error), round: round + 1 },
            Ok(decoded) if decoded == bytes => {
                return Expected { result: Ok((bytes, round)), round };
            }
            Ok(decoded) => bytes = decoded,
        }
    }
    Expected { result: Ok((bytes, n)), round: n }
}

/// The result, and the round that decided it: the failed one, or the last one with a change.
struct Expected {
    result: Result<(Vec<u8>, u32), oracle::Error>,
    round: u32,
}

#[track_caller]
fn assert_decodes(input: &[u8], policy: &oracle::Decode, n: u32) {
    let expected = expected(input, policy, n);
    for backend in support::backends() {
        let shown = || format!("{backend}: {} times {} under {policy:?}", n, input.escape_ascii());
        match support::decoder(policy).on(backend).decode_times(input, n) {
            Err(error) => {
                assert_eq!(
                    (Err(support::error(error.error())), error.round()),
                    (expected.result.clone(), expected.round),
                    "{}",
                    shown()
                )
            }
            Ok(decoded) => {
                let bytes = decoded.output;
                assert_eq!(Ok((bytes.to_vec(), decoded.rounds)), expected.result, "{}", shown());
                support::assert_cow(&bytes, input, Vec::capacity, shown);
            }
        }
    }
}

/// Against a handwritten result and the oracle.
#[track_caller]
fn assert_result(
    input: &[u8],
    policy: &oracle::Decode,
    n: u32,
    result: Result<(&[u8], u32), (usize, oracle::Kind)>,
) {
    let by_hand = result
        .map(|(bytes, rounds)| (bytes.to_vec(), rounds))
        .map_err(|(position, kind)| oracle::Error { position, kind });
    assert_eq!(
        expected(input, policy, n).result,
        by_hand,
        "the oracle itself: {}",
        input.escape_ascii()
    );
    assert_decodes(input, policy, n);
}

#[test]
fn rounds_are_bounded_and_counted() {
    let plain = oracle::Decode::default();
    for n in [0, 1, 2, 3, u32::MAX] {
        assert_result(b"", &plain, n, Ok((b"", 0)));
        assert_result(b"100% of %4", &plain, n, Ok((b"100% of %4", 0)));
    }
    let layers: [&[u8]; 5] = [b"%25252541", b"%252541", b"%2541", b"%41", b"A"];
    for n in 0..=4 {
        assert_result(layers[0], &plain, n, Ok((layers[n as usize], n)));
    }
    assert_result(layers[0], &plain, 5, Ok((b"A", 4)));
    assert_result(layers[0], &plain, u32::MAX, Ok((b"A", 4)));
    // A later round decodes a triplet that an earlier one has formed.
    assert_result(b"%%34%31", &plain, 2, Ok((b"A", 2)));
    assert_result(b"%2%35%34%31", &plain, 3, Ok((b"A", 3)));
    assert_result(b"100%2525", &plain, 9, Ok((b"100%", 2)));
}

#[test]
fn the_policy_of_later_rounds() {
    use oracle::Kind;
    let plain = oracle::Decode::default();
    // A plus and a stray `%` from triplets are data.
    let plus = oracle::Decode { plus: true, ..plain.clone() };
    assert_result(b"a+b%2Bc%252B", &plus, 3, Ok((b"a b+c+", 2)));
    assert_result(b"a+b", &plus, 3, Ok((b"a b", 1)));
    let strict = oracle::Decode { strict: true, ..plain.clone() };
    assert_result(b"100%25", &strict, 2, Ok((b"100%", 1)));
    assert_result(b"100%25 %2541", &strict, 2, Ok((b"100% A", 2)));
    assert_result(b"%2541 100%", &strict, 2, Err((9, Kind::Truncated)));
    assert_result(b"%2541 %zz", &strict, 2, Err((6, Kind::BadHex)));
    assert_result(b"%zz", &strict, 0, Ok((b"%zz", 0)));
    // The keep and reject sets apply to every round.
    let keep = oracle::Decode { keep: members(b"/"), ..plain.clone() };
    assert_result(b"%2F%252F%25252f%2541", &keep, 9, Ok((b"%2F%2F%2fA", 2)));
    let keep_percent = oracle::Decode { keep: members(b"%"), ..plain.clone() };
    assert_result(b"%2541%41", &keep_percent, 9, Ok((b"%2541A", 1)));
    let keep_non_ascii = oracle::Decode { keep_non_ascii: true, ..plain.clone() };
    assert_result(b"%25C3%C3%2541", &keep_non_ascii, 9, Ok((b"%C3%C3A", 2)));
    let reject = oracle::Decode { reject: members(b"\0"), ..plain };
    assert_result(b"a%00", &reject, 2, Err((1, Kind::Rejected(0))));
    assert_result(b"%41%2500", &reject, 1, Ok((b"A%00", 1)));
    // The position is in the output of the first round.
    let error = Decoder::new()
        .reject(AsciiSet::from_bytes(b"\0"))
        .decode_times("%41%2541%252500", 9)
        .unwrap_err();
    assert_eq!((error.round(), error.error().position()), (3, 2));
    assert_eq!(
        error.to_string(),
        "round 3 of decoding: rejected byte 0x00 at byte 2: the policy refuses it"
    );
    assert_eq!(std::error::Error::source(&error).unwrap().to_string(), error.error().to_string());
    assert_result(b"%41%2500", &reject, 2, Err((1, Kind::Rejected(0))));
    assert_result(b"%41%2541%252500", &reject, 3, Err((2, Kind::Rejected(0))));
}

#[test]
fn content_of_every_sort() {
    for content in Content::ALL {
        let mut random = Random::new(content as u64);
        for len in (0..80).step_by(3).chain([127, 128, 129, 1000, 5000]) {
            let mut input = content.generate(len, &mut random);
            // Escapes the input once or twice more.
            for _ in 0..random.below(3) {
                input = Encoder::new(sets::URI_QUERY.add(b'%'))
                    .encode(&input)
                    .into_owned()
                    .into_bytes();
            }
            for (_, policy) in oracle::decode_policies() {
                assert_decodes(&input, &policy, random.below(5) as u32);
            }
        }
    }
}

/// Text that was escaped this many times is restored, and decoding stops there.
#[test]
fn it_undoes_repeated_encoding() {
    let value = "100 % sûr: /a?b=c&%2541 \u{1F4A9}".repeat(40);
    for backend in support::backends() {
        let mut escaped = value.clone();
        for n in 1..=4 {
            escaped = Encoder::new(sets::URI_COMPONENT).encode(&escaped).into_owned();
            let result = Decoder::new()
                .malformed(Malformed::Error)
                .on(backend)
                .decode_times(escaped.as_bytes(), n)
                .unwrap();
            assert_eq!((std::str::from_utf8(&result.output).unwrap(), result.rounds), (&*value, n));
        }
    }
}

fn any_input() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        6 => proptest::sample::select(vec!["%", "25", "%25", "2", "5", "4", "41", "+", "%2B", "%2F", "0", "%30", "%32", "%35", "/"])
            .prop_map(|text| text.as_bytes().to_vec()),
        1 => any::<u8>().prop_map(|byte| vec![byte]),
        1 => "[a-z]{1,70}".prop_map(String::into_bytes),
    ];
    proptest::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    // Failing cases are not saved beside the sources: a failure is printed, and becomes a named
    // test.
    #![proptest_config(support::cases(256))]

    #[test]
    fn results_are_the_oracle_s(input in any_input(), policy in proptest::sample::select(oracle::decode_policies()), n in 0..6_u32) {
        assert_decodes(&input, &policy.1, n);
    }

    /// A second call continues where the first one ended.
    #[test]
    fn rounds_add_up(input in any_input(), a in 0..4_u32, b in 0..4_u32) {
        let first = Decoder::new().decode_times(&input, a).unwrap();
        let second = Decoder::new().decode_times(&first.output, b).unwrap();
        let both = Decoder::new().decode_times(&input, a + b).unwrap();
        prop_assert_eq!((&both.output, both.rounds), (&second.output, first.rounds + second.rounds));
        prop_assert!(first.rounds <= a && second.rounds <= b);
    }
}
