//! Properties that hold for any input and any policy.

use oracle::content;
use percent_simd::{Backend, Decoder, Encoder, Malformed, Utf8};
use proptest::prelude::*;
use support::check::{self, Offsets};

fn any_backend() -> impl Strategy<Value = Backend> {
    proptest::sample::select(support::backends())
}

/// The parts of an input: mostly bytes with rules, and a few of everything.
fn any_piece() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        4 => any::<u8>().prop_map(|byte| format!("%{byte:02X}").into_bytes()),
        2 => any::<u8>().prop_map(|byte| format!("%{byte:02x}").into_bytes()),
        2 => "[a-zA-Z0-9._~-]{1,40}".prop_map(String::into_bytes),
        1 => proptest::sample::select(vec!["%", "%4", "%%", "%zz", "%4%", "+", "%2B", " ", "/", "%2f", "%00", "\0"]).prop_map(|text| text.into()),
        1 => proptest::sample::select(content::NEAR_DIGITS).prop_map(|byte| vec![b'%', byte, b'1']),
        1 => any::<char>().prop_map(|character| character.to_string().into_bytes()),
        1 => any::<char>().prop_map(|character| character.to_string().bytes().map(|byte| format!("%{byte:02X}")).collect::<String>().into_bytes()),
        1 => proptest::collection::vec(any::<u8>(), 1..8),
    ]
}

fn any_input() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        8 => proptest::collection::vec(any_piece(), 0..24).prop_map(|pieces| pieces.concat()),
        1 => proptest::collection::vec(any_piece(), 100..200).prop_map(|pieces| pieces.concat()),
        1 => proptest::collection::vec(any::<u8>(), 0..300),
    ]
}

fn any_set() -> impl Strategy<Value = [bool; 128]> {
    let of_bits = |bits: u128| core::array::from_fn(|index| bits >> index & 1 != 0);
    prop_oneof![
        2 => Just([false; 128]),
        1 => any::<u128>().prop_map(of_bits),
        1 => (any::<u128>(), any::<u128>(), any::<u128>()).prop_map(move |(a, b, c)| of_bits(a & b & c)),
        1 => (any::<u128>(), any::<u128>()).prop_map(move |(a, b)| of_bits(a | b)),
        2 => proptest::collection::vec(proptest::sample::select(&b"\0\n %+/&=041Aa~\x7F"[..]), 1..5).prop_map(|bytes| oracle::members(&bytes)),
    ]
}

fn any_digits() -> impl Strategy<Value = oracle::Digits> {
    use oracle::Digits::{Any, Lower, Upper};
    proptest::sample::select(vec![Any, Any, Any, Lower, Upper])
}

prop_compose! {
    fn any_decode()(plus: bool, strict in proptest::bool::weighted(0.2), keep in any_set(), keep_non_ascii: bool, reject in any_set(), rejects in proptest::bool::weighted(0.3), reject_raw: bool, digits in any_digits()) -> oracle::Decode {
        oracle::Decode { plus, strict, keep, keep_non_ascii, reject: if rejects { reject } else { [false; 128] }, reject_raw, digits }
    }
}

prop_compose! {
    fn any_encode()(set in any_set(), plus: bool, lowercase: bool, keep_escapes: bool, keep_non_ascii in proptest::bool::weighted(0.2)) -> oracle::Encode {
        oracle::Encode { set, plus, lowercase, keep_escapes, keep_non_ascii }
    }
}

prop_compose! {
    fn any_offsets()(input in 0..64usize, output in 0..64usize) -> Offsets {
        Offsets { input, output }
    }
}

proptest! {
    #![proptest_config(support::cases(100))]

    // ---- Every result equals the oracle's (`check` lists the results). ----

    #[test]
    fn decoding_is_the_oracle_s(input in any_input(), policy in any_decode(), offsets in any_offsets()) {
        check::decode(&input, &policy, offsets);
    }

    #[test]
    fn decoding_to_text_is_the_oracle_s(input in any_input(), policy in any_decode(), offsets in any_offsets()) {
        check::decode_text(&input, &policy, offsets);
    }

    #[test]
    fn encoding_is_the_oracle_s(input in any_input(), policy in any_encode(), offsets in any_offsets()) {
        check::encode(&input, &policy, offsets);
    }

    #[test]
    fn streams_are_the_oracle_s(input in any_input(), decode in any_decode(), encode in any_encode(), cuts: [u16; 4], backend in any_backend()) {
        let mut splits = cuts.map(|cut| usize::from(cut) % (input.len() + 1));
        splits.sort_unstable();
        let pieces = || {
            let ends = splits.iter().copied().chain([input.len()]);
            let starts = [0].into_iter().chain(splits);
            starts.zip(ends).map(|(start, end)| &input[start..end])
        };

        let (mut stream, mut bytes) = (support::decoder(&decode).on(backend).stream(), Vec::new());
        let result = pieces().try_for_each(|piece| stream.push(piece, &mut bytes)).and_then(|()| stream.finish(&mut bytes));
        let expected = oracle::decode(&input, &decode);
        prop_assert_eq!(result.map_err(support::error), expected.as_ref().map(|_| ()).map_err(|&error| error));
        prop_assert_eq!(bytes, expected.or_else(|error| oracle::decode(&input[..error.position], &decode)).unwrap());

        let (mut stream, mut bytes) = (support::encoder(&encode).on(backend).stream(), Vec::new());
        pieces().for_each(|piece| stream.push_bytes(piece, &mut bytes));
        stream.finish(&mut bytes);
        prop_assert_eq!(bytes, oracle::encode(&input, &encode).into_bytes());
    }

    // ---- Encoding and decoding against each other, without the oracle. ----

    /// With `%` in the set, decoding restores any input.
    #[test]
    fn decoding_undoes_encoding(input in any_input(), mut policy in any_encode(), backend in any_backend()) {
        policy.set[usize::from(b'%')] = true;
        policy.keep_escapes = false;
        let encoded = support::encoder(&policy).on(backend).encode(&input);
        let decoder = Decoder::new().plus_as_space(policy.plus).malformed(Malformed::Error).on(backend);
        prop_assert_eq!(&*decoder.decode(encoded.as_bytes()).unwrap(), &input[..]);
        // Only the escapes themselves and the `+` of SP are left to escape.
        prop_assert!(encoded.is_ascii() || policy.keep_non_ascii);
    }

    /// With another set, decoding restores inputs without `%`.
    #[test]
    fn decoding_undoes_encoding_without_percent(input in any_input(), mut policy in any_encode(), backend in any_backend()) {
        policy.set[usize::from(b'%')] = false;
        let input: Vec<u8> = input.into_iter().filter(|&byte| byte != b'%').collect();
        let encoded = support::encoder(&policy).on(backend).encode(&input);
        prop_assert_eq!(&*Decoder::new().plus_as_space(policy.plus).on(backend).decode(encoded.as_bytes()).unwrap(), &input[..]);
    }

    /// Encoding with `keep_escapes` is idempotent.
    #[test]
    fn keeping_escapes_is_idempotent(input in any_input(), mut policy in any_encode(), backend in any_backend()) {
        (policy.plus, policy.keep_escapes) = (false, true);
        let encoder = support::encoder(&policy).on(backend);
        let once = encoder.encode(&input);
        prop_assert_eq!(encoder.find(once.as_bytes()), None);
        prop_assert_eq!(encoder.encode(&*once), &*once);
    }

    /// Encoding is idempotent with a set that holds neither `%` nor a hex digit, like the URL
    /// Standard's sets for whole parts of a URL.
    #[test]
    fn encoding_without_percent_in_the_set_is_idempotent(input in any_input(), mut policy in any_encode(), backend in any_backend()) {
        (policy.plus, policy.keep_escapes) = (false, false);
        for byte in *b"%0123456789ABCDEFabcdef" {
            policy.set[usize::from(byte)] = false;
        }
        let encoder = support::encoder(&policy).on(backend);
        let once = encoder.encode(&input);
        prop_assert_eq!(encoder.find(once.as_bytes()), None);
    }

    /// Strict decoding of valid input equals lenient decoding, and rejecting absent values changes
    /// nothing.
    #[test]
    fn refusing_changes_no_result(input in any_input(), policy in any_decode(), backend in any_backend()) {
        let lax = oracle::Decode { strict: false, reject: [false; 128], ..policy.clone() };
        if let Ok(decoded) = support::decoder(&policy).on(backend).decode(&input) {
            prop_assert_eq!(decoded, support::decoder(&lax).on(backend).decode(&input).unwrap());
        }
    }

    /// Under `reject_raw`, a result holds a rejected byte only within a kept triplet.
    #[test]
    fn no_spelling_of_a_rejected_byte_is_decoded(input in any_input(), mut policy in any_decode(), backend in any_backend()) {
        (policy.reject_raw, policy.keep, policy.keep_non_ascii) = (true, [false; 128], false);
        if let Ok(decoded) = support::decoder(&policy).on(backend).decode(&input) {
            prop_assert!(!decoded.iter().any(|&byte| byte < 0x80 && policy.reject[usize::from(byte)]));
        }
    }

    /// The documentation's advice: with `%` in the keep set, a later decoder can decode the rest.
    #[test]
    fn keeping_percent_lets_another_decode_the_rest(input in any_input(), mut policy in any_decode(), backend in any_backend()) {
        (policy.strict, policy.plus, policy.reject) = (true, false, [false; 128]);
        policy.keep[usize::from(b'%')] = true;
        if let Ok(first) = support::decoder(&policy).on(backend).decode(&input) {
            prop_assert_eq!(Decoder::new().on(backend).decode(&first).unwrap(), Decoder::new().on(backend).decode(&input).unwrap());
        }
    }

    /// Decoding is the identity without `%` and `+`, and under a policy that keeps every value.
    #[test]
    fn text_without_escapes_stays(input in any_input(), mut policy in any_decode(), backend in any_backend()) {
        policy.reject_raw = false;
        let clean: Vec<u8> = input.iter().copied().filter(|byte| !b"%+".contains(byte)).collect();
        prop_assert_eq!(support::decoder(&policy).on(backend).find(&clean), None);
        let keeps = oracle::Decode { keep: [true; 128], keep_non_ascii: true, ..oracle::Decode::default() };
        prop_assert_eq!(support::decoder(&keeps).on(backend).find(&input), None);
    }

    // ---- The documented bounds. ----

    #[test]
    fn lengths_are_bounded(input in any_input(), decode in any_decode(), encode in any_encode(), backend in any_backend()) {
        let (decoder, encoder) = (support::decoder(&decode).on(backend), support::encoder(&encode).on(backend));
        if let Ok(len) = decoder.decoded_len(&input) {
            prop_assert!(len <= input.len() && 3 * len >= input.len());
            for utf8 in [Utf8::Lossy, Utf8::KeepEscaped] {
                prop_assert!(decoder.utf8(utf8).decode_utf8(&input).unwrap().len() <= 3 * input.len());
            }
        }
        let len = encoder.encoded_len(&input);
        prop_assert!(input.len() <= len && len <= Encoder::max_encoded_len(input.len()).unwrap());
    }

    /// `find` is the length of the common prefix of input and output, where nothing is refused.
    #[test]
    fn find_is_where_the_output_departs(input in any_input(), policy in any_decode(), encode in any_encode(), backend in any_backend()) {
        let (decoder, encoder) = (support::decoder(&policy).on(backend), support::encoder(&encode).on(backend));
        let encoded = encoder.encode(&input);
        match encoder.find(&input) {
            Some(index) => {
                prop_assert_eq!(&input[..index], &encoded.as_bytes()[..index]);
                // A triplet, or the `+` of SP. (`%` itself becomes `%25`, so this byte may be the
                // same.)
                prop_assert!(b"%+".contains(&encoded.as_bytes()[index]));
            }
            None => prop_assert_eq!(&input, encoded.as_bytes()),
        }
        if let Ok(decoded) = decoder.decode(&input) {
            match decoder.find(&input) {
                Some(index) => {
                    prop_assert_eq!(&input[..index], &decoded[..index]);
                    prop_assert!(b"%+".contains(&input[index]));
                    // Decoding from this position on is independent of the bytes before.
                    prop_assert_eq!(&decoder.decode(&input[index..]).unwrap()[..], &decoded[index..]);
                }
                None => prop_assert_eq!(&input, &*decoded),
            }
        }
    }

    /// Decoded text is the same as bytes and as text, and strict text is UTF-8.
    #[test]
    fn text_is_the_bytes(input in any_input(), policy in any_decode(), backend in any_backend()) {
        let decoder = support::decoder(&policy).on(backend);
        match decoder.decode_utf8(&input) {
            Ok(text) => prop_assert_eq!(text.as_bytes(), &*decoder.decode(&input).unwrap()),
            Err(error) => prop_assert!(error.position() < input.len()),
        }
        if let Ok(bytes) = decoder.decode(&input) {
            prop_assert_eq!(decoder.utf8(Utf8::Lossy).decode_utf8(&input).unwrap(), String::from_utf8_lossy(&bytes));
        }
    }
}
