//! Calls that return no decoded or encoded text: encoding a formatted value, comparing, and
//! infallible decoding.

use std::borrow::Cow;
use std::fmt;

use oracle::content::Content;
use oracle::random::Random;
use percent_simd::{AsciiSet, Decoder, Encoder, Malformed, sets};
use support::{backends, decoder, encoder};

/// Writes its text in pieces of these lengths, repeatedly.
struct Pieces<'a>(&'a str, &'a [usize]);

impl fmt::Display for Pieces<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.0;
        for &len in self.1.iter().cycle() {
            if rest.is_empty() {
                break;
            }
            let end = (len..rest.len()).find(|&at| rest.is_char_boundary(at)).unwrap_or(rest.len());
            let (piece, after) = rest.split_at(end);
            f.write_str(piece)?;
            rest = after;
        }
        Ok(())
    }
}

fn inputs() -> Vec<Vec<u8>> {
    let mut random = Random::new(12);
    let generated = Content::ALL.into_iter().flat_map(|content| {
        [0, 1, 2, 3, 7, 8, 9, 17, 64, 65, 130, 300, 800]
            .map(|len| content.generate(len, &mut random))
    });
    generated
        .chain([&b"%"[..], b"a%4", b"%%41%", b"%2%20", b"\xC3%A9+%2B %00"].map(<[u8]>::to_vec))
        .collect()
}

/// The value may cut its text anywhere, even within kept triplets and characters.
#[test]
fn the_text_of_a_display_is_encoded() {
    for input in inputs() {
        let text = String::from_utf8_lossy(&input);
        for (name, policy) in oracle::encode_policies() {
            let expected = oracle::encode(text.as_bytes(), &policy);
            for backend in backends() {
                for pieces in [&[1][..], &[2, 0, 3], &[7, 64, 1], &[1000]] {
                    let mut output = String::from("=");
                    encoder(&policy)
                        .on(backend)
                        .encode_display(&Pieces(&text, pieces), &mut output)
                        .unwrap();
                    assert_eq!(
                        output[1..],
                        expected,
                        "{name} on {backend}, of {text} in {pieces:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn errors_of_the_value_and_of_the_output_are_returned() {
    struct Fails;
    impl fmt::Display for Fails {
        fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
            Err(fmt::Error)
        }
    }
    struct Full;
    impl fmt::Write for Full {
        fn write_str(&mut self, _: &str) -> fmt::Result {
            Err(fmt::Error)
        }
    }
    let encoder = Encoder::new(sets::URL_COMPONENT);
    assert!(encoder.encode_display(&Fails, &mut String::new()).is_err());
    assert!(encoder.encode_display("a", &mut Full).is_err());
    assert!(encoder.keep_escapes(true).encode_display("%", &mut Full).is_err());
}

/// Refused input stays as written: a rejected triplet stays like a kept one.
#[test]
fn lenient_decoding_keeps_refused_escapes() {
    for input in inputs() {
        for (name, policy) in oracle::decode_policies() {
            let mut accepting = policy.clone();
            accepting.strict = false;
            accepting.reject = [false; 128];
            for (keep, reject) in accepting.keep.iter_mut().zip(policy.reject) {
                *keep |= reject;
            }
            // A `+` stays if it would become a rejected space.
            accepting.plus &= !(policy.reject_raw && policy.reject[usize::from(b' ')]);
            accepting.reject_raw = false;
            let expected = oracle::decode(&input, &accepting).expect("it refuses nothing");
            for backend in backends() {
                let got = decoder(&policy).on(backend).decode_lenient(&input).into_owned();
                assert_eq!(
                    got.escape_ascii().to_string(),
                    expected.escape_ascii().to_string(),
                    "{name} on {backend}, of {}",
                    input.escape_ascii()
                );
            }
        }
    }
    const STRICT: Decoder =
        Decoder::new().malformed(Malformed::Error).reject(AsciiSet::from_bytes(b"\0"));
    assert!(matches!(STRICT.decode_lenient("a%00%zz"), Cow::Borrowed(b"a%00%zz")));
}

#[test]
fn comparing_is_decoding() {
    for input in inputs() {
        for (name, policy) in oracle::decode_policies() {
            let decoded = oracle::decode(&input, &policy);
            for backend in backends() {
                let policy = decoder(&policy).on(backend);
                let context = format!("{name} on {backend}, of {}", input.escape_ascii());
                let Ok(decoded) = &decoded else {
                    assert!(!policy.decodes_to(&input, &input), "{context}");
                    continue;
                };
                assert!(policy.decodes_to(&input, decoded), "{context}");
                assert!(!policy.decodes_to(&input, &[decoded, &b"x"[..]].concat()), "{context}");
                for at in [0, decoded.len() / 2, decoded.len().saturating_sub(1)] {
                    let Some(byte) = decoded.get(at) else { continue };
                    let mut other = decoded.clone();
                    other[at] = byte ^ 1;
                    assert!(!policy.decodes_to(&input, &other), "{context}");
                    assert!(!policy.decodes_to(&input, &decoded[..at]), "{context}");
                }
            }
        }
    }
}

/// Formattable values are equal if their policies and inputs are.
#[test]
fn lazy_values_are_compared() {
    let (path, query) = (Encoder::new(sets::URL_PATH), Encoder::new(sets::URL_QUERY));
    assert_eq!(path.display("a b"), path.display(b"a b"));
    assert!(path.display("a") != path.display("b") && path.display("a") != query.display("a"));
    assert!(path.pieces("a") == path.pieces("a") && path.pieces("a") != path.pieces("b"));
    assert_eq!(Decoder::new().display("a"), Decoder::new().display("a"));
    assert_ne!(Decoder::new().display("a"), Decoder::new().plus_as_space(true).display("a"));
}

/// RFC 3987 2.2, *ucschar*, without the characters that 4.1 forbids.
fn is_ucschar(character: char) -> bool {
    let code = u32::from(character);
    let is_bidi_format = matches!(code, 0x200E | 0x200F | 0x202A..=0x202E);
    let basic = [0xA0..=0xD7FF, 0xF900..=0xFDCF, 0xFDF0..=0xFFEF];
    let planes = (0x1..=0xD).map(|plane| plane << 16..=plane << 16 | 0xFFFD);
    !is_bidi_format
        && basic
            .into_iter()
            .chain(planes)
            .chain([0xE_1000..=0xE_FFFD])
            .any(|range| range.contains(&code))
}

#[test]
fn characters_of_iris_stay() {
    let triplets =
        |bytes: &[u8]| -> String { bytes.iter().map(|byte| format!("%{byte:02X}")).collect() };
    let encoder = Encoder::new(sets::URL_PATH).keep_ucschar(true);
    let expected = |text: &str| -> String {
        let encoded = |character: char| match character {
            ' ' => "%20".to_owned(),
            _ if character.is_ascii() || is_ucschar(character) => character.to_string(),
            _ => triplets(character.encode_utf8(&mut [0; 4]).as_bytes()),
        };
        text.chars().map(encoded).collect()
    };
    // The edges of every block of 64 code points, which include the rule's, and some between.
    let codes = (0x80..=0x10_FFFF).filter(|code| matches!(code % 64, 0 | 31 | 41..=47 | 62..));
    for (number, block) in codes.collect::<Vec<u32>>().chunks(97).enumerate() {
        let characters: String = block.iter().copied().filter_map(char::from_u32).collect();
        let text = format!("/a b{characters} {characters}");
        for backend in backends() {
            let encoder = encoder.on(backend);
            assert_eq!(encoder.encode(&text), expected(&text), "{backend}");
            if number % 16 == 0 {
                let mut streamed = String::new();
                encoder.encode_display(&Pieces(&text, &[1, 5]), &mut streamed).unwrap();
                assert_eq!(streamed, expected(&text), "{backend}");
            }
        }
    }
    for backend in backends() {
        let bytes = b"\xC2\x80\xE2\x80\xAE\xC3\xA9\xE9%41";
        let encoder = encoder.on(backend);
        assert_eq!(encoder.encode(bytes), "%C2%80%E2%80%AE\u{E9}%E9%41");
        assert_eq!(encoder.encoded_len(bytes), encoder.encode(bytes).len());
        assert_eq!(encoder.find("\u{E9}\u{80}"), Some(2));
        assert_eq!(encoder.keep_non_ascii(true).encode("\u{202E}"), "\u{202E}");
        assert_eq!(encoder.keep_ucschar(false).encode("\u{E9}"), "%C3%A9");
    }
}
