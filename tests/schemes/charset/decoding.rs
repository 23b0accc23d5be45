//! Decoding, against the core's decoder with each charset's decoder after it.

use encoding_rs::{
    BIG5, EUC_KR, Encoding, GB18030, GBK, ISO_2022_JP, SHIFT_JIS, UTF_8, WINDOWS_1252,
};
use percent_simd::charset;
use percent_simd::{DecodeErrorKind, Decoder};

use super::of;

/// The core's decoder, then the charset's decoder, on allocated input.
fn decoded(input: &[u8], encoding: &'static Encoding, decoder: Decoder) -> (String, bool) {
    let bytes = decoder.decode(input).expect("this policy refuses nothing");
    let (text, malformed) = encoding.decode_without_bom_handling(&bytes);
    (text.into_owned(), malformed)
}

pub(super) fn check_decode(input: &[u8], encoding: &'static Encoding, policy: Decoder) {
    let (wanted, malformed) = decoded(input, encoding, policy);
    for backend in support::backends() {
        let decoder = policy.on(backend);
        let got =
            charset::decode(input, of(encoding), decoder).expect("this policy refuses nothing");
        assert_eq!(got, wanted, "{} of {:?}", encoding.name(), input.escape_ascii().to_string());
        support::assert_cow(&got, input, String::capacity, || input.escape_ascii().to_string());
        match charset::decode_strict(input, of(encoding), decoder) {
            Ok(strict) => {
                assert_eq!(strict, wanted);
                assert!(!malformed, "an error was wanted: {:?}", input.escape_ascii().to_string());
            }
            Err(error) => {
                assert!(malformed && error.kind() == DecodeErrorKind::Charset, "{error:?}");
                // The bytes before the position are well-formed, but may leave a state
                // (ISO-2022-JP); with the sequence at the position they are ill-formed.
                let bytes =
                    |input| policy.decode(input).expect("this policy refuses nothing").into_owned();
                let (before, from) = input.split_at(error.position());
                assert_eq!(
                    [bytes(before), bytes(from)].concat(),
                    bytes(input),
                    "the position is no place to split at"
                );
                assert!(
                    !from.is_empty() && !encoding.decode_without_bom_handling(&bytes(before)).1,
                    "{error:?}"
                );
            }
        }
    }
}

#[test]
fn decoding() {
    let plain = Decoder::new();
    for (input, encoding, wanted) in [
        (&b"%81%DF"[..], SHIFT_JIS, "≡"),
        (b"%93%FA%96{", SHIFT_JIS, "日本"),
        (b"%93%fa%96%7b", SHIFT_JIS, "日本"),
        (b"%1B(J\\%1B(B", ISO_2022_JP, "¥"),
        (b"%1B$BF|K\\%1B(B", ISO_2022_JP, "日本"),
        (b"caf%E9+%80", WINDOWS_1252, "café+€"),
        (b"%A4%A4%A4%E5", BIG5, "中文"),
        (b"%D6%D0%CE%C4", GBK, "中文"),
        (b"%C7%D1%B1%B9", EUC_KR, "한국"),
        (b"%949%DA3", GB18030, "💩"),
        (b"%EF%BB%BFa", UTF_8, "\u{FEFF}a"),
        (b"%FF", UTF_8, "\u{FFFD}"),
        (b"a%00b%00", encoding_rs::UTF_16LE, "ab"),
        (b"%26%238253%3B", SHIFT_JIS, "&#8253;"),
        (b"100%", SHIFT_JIS, "100%"),
        (b"", BIG5, ""),
    ] {
        assert_eq!(charset::decode(input, of(encoding), plain).unwrap(), wanted);
        check_decode(input, encoding, plain);
    }
    assert_eq!(
        charset::decode(b"a+%E9", of(WINDOWS_1252), plain.plus_as_space(true)).unwrap(),
        "a é"
    );
    let strict = plain.malformed(percent_simd::Malformed::Error);
    for result in [
        charset::decode(b"%E9%", of(WINDOWS_1252), strict),
        charset::decode_strict(b"%E9%", of(WINDOWS_1252), strict),
    ] {
        let error = result.unwrap_err();
        assert_eq!((error.position(), error.kind()), (3, DecodeErrorKind::Truncated));
    }
}

#[test]
fn malformed_sequences() {
    for (input, encoding, position) in [
        (&b"%93%FA%93"[..], SHIFT_JIS, 6),
        (b"a b+c%93", SHIFT_JIS, 5),
        (b"%A4%A4x%A4%20", BIG5, 7),
        (b"ab%1B%24B%7F", ISO_2022_JP, 9),
        (b"%E3%81%82\xE3\x81", UTF_8, 9),
        (b"%81", WINDOWS_1252, usize::MAX),
    ] {
        let got = charset::decode_strict(input, of(encoding), Decoder::new().plus_as_space(true));
        if position == usize::MAX {
            assert_eq!(got.unwrap(), "\u{81}");
        } else {
            let error = got.unwrap_err();
            assert_eq!(
                (error.position(), error.kind()),
                (position, DecodeErrorKind::Charset),
                "{}",
                input.escape_ascii()
            );
            assert!(error.to_string().contains(&format!("byte {position}")));
        }
        check_decode(input, encoding, Decoder::new());
    }
    // The first error is found behind more than a buffer.
    let long = [b"%93%FA".repeat(3000), b"%93%20".to_vec()].concat();
    assert_eq!(
        charset::decode_strict(&long, of(SHIFT_JIS), Decoder::new()).unwrap_err().position(),
        18000
    );
}
