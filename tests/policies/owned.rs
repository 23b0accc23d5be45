//! Owned input that becomes the output, and uninitialised memory.

use oracle::content::Content;
use oracle::random::Random;
use percent_simd::{Decoder, Utf8};
use support::{UTF8, backends, decoder, error};

/// Inputs of every kind, from empty to longer than the decoding on the stack.
fn inputs() -> Vec<Vec<u8>> {
    let mut random = Random::new(11);
    Content::ALL
        .into_iter()
        .flat_map(|content| {
            [0, 1, 3, 17, 64, 200, 1024, 1030, 4100].map(|len| content.generate(len, &mut random))
        })
        .collect()
}

#[test]
fn vecs() {
    for input in inputs() {
        for (name, policy) in oracle::decode_policies() {
            let expected = oracle::decode(&input, &policy);
            for backend in backends() {
                let mut bytes = input.clone();
                let start = bytes.as_ptr();
                let result = decoder(&policy).on(backend).decode_vec(&mut bytes).map_err(error);
                let context = format!("{name} on {backend}, of {}", input.escape_ascii());
                assert_eq!(
                    result,
                    expected.as_ref().map(drop).map_err(|error| *error),
                    "{context}"
                );
                assert_eq!(&bytes, expected.as_ref().unwrap_or(&input), "{context}");
                assert_eq!(bytes.as_ptr(), start, "{context}: the same memory");
            }
        }
    }
}

#[test]
fn strings() {
    for input in inputs() {
        let input = String::from_utf8_lossy(&input).into_owned();
        for (name, policy) in oracle::decode_policies() {
            for (utf8, oracle_utf8) in UTF8 {
                let expected = oracle::decode_text(input.as_bytes(), &policy, oracle_utf8);
                for backend in backends() {
                    let mut text = input.clone();
                    let (start, capacity) = (text.as_ptr(), text.capacity());
                    let decoder = decoder(&policy).utf8(utf8).on(backend);
                    let result = decoder.decode_string(&mut text).map_err(error);
                    let context = format!("{name}, {utf8:?} on {backend}, of {input:?}");
                    assert_eq!(
                        result,
                        expected.as_ref().map(drop).map_err(|error| *error),
                        "{context}"
                    );
                    assert_eq!(&text, expected.as_ref().unwrap_or(&input), "{context}");
                    assert_eq!((text.as_ptr(), text.capacity()), (start, capacity), "{context}");
                }
            }
        }
    }
}

/// Accepted ill-formed bytes never make a well-formed text longer.
#[test]
fn strings_never_grow() {
    for (text, lossy, kept) in [
        ("%FF", "\u{FFFD}", "%FF"),
        ("é%C3é%A9", "é\u{FFFD}é\u{FFFD}", "é%C3é%A9"),
        ("%F0%9F%98", "\u{FFFD}", "%F0%9F%98"),
        ("%ED%A0%80", "\u{FFFD}\u{FFFD}\u{FFFD}", "%ED%A0%80"),
    ] {
        for (utf8, expected) in [(Utf8::Lossy, lossy), (Utf8::KeepEscaped, kept)] {
            let mut decoded = String::from(text);
            Decoder::new().utf8(utf8).decode_string(&mut decoded).unwrap();
            assert_eq!(decoded, expected);
            assert!(decoded.len() <= text.len());
        }
    }
}

#[cfg(feature = "simd")]
#[test]
fn uninitialised_output() {
    use core::mem::MaybeUninit;
    use percent_simd::DecodeIntoError;
    use support::encoder;

    for input in inputs() {
        for backend in backends() {
            for (name, policy) in oracle::decode_policies() {
                let expected = oracle::decode(&input, &policy);
                let len = expected.as_ref().map_or(0, Vec::len);
                for room in [len, len.saturating_sub(1), input.len() + 70] {
                    let mut memory = vec![MaybeUninit::uninit(); room];
                    let start = memory.as_ptr().cast();
                    let decoder = decoder(&policy).on(backend);
                    let context = format!("{name} on {backend}, of {}", input.escape_ascii());
                    match (decoder.decode_into_uninit(&input, &mut memory), &expected) {
                        (Ok(bytes), Ok(expected)) => {
                            assert_eq!(
                                (bytes.as_ptr(), &*bytes),
                                (start, &**expected),
                                "{context}"
                            );
                            bytes.fill(0); // the bytes are writable
                        }
                        (Err(DecodeIntoError::Decode(got)), Err(expected)) => {
                            assert_eq!(error(got), *expected, "{context}");
                        }
                        (Err(DecodeIntoError::OutputTooSmall(error)), Ok(_)) => {
                            assert!(room < len && error.needed() == len, "{context}");
                        }
                        (result, _) => panic!("{context}: {result:?}"),
                    }
                }
            }
            for (name, policy) in oracle::encode_policies() {
                let expected = oracle::encode(&input, &policy);
                let len = expected.len();
                for room in [len, len.saturating_sub(1), 3 * input.len() + 70] {
                    let mut memory = vec![MaybeUninit::uninit(); room];
                    let result =
                        encoder(&policy).on(backend).encode_into_uninit(&input, &mut memory);
                    let context = format!("{name} on {backend}, of {}", input.escape_ascii());
                    match result {
                        Ok(text) => assert_eq!(*text, *expected, "{context}"),
                        Err(error) => {
                            assert!(room < len && error.needed() == len, "{context}");
                        }
                    }
                }
            }
        }
    }
}
