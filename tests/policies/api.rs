//! The public interface: sizes, traits, `const` functions, borrowed results, and error messages.

use core::error::Error;
use core::fmt::{Debug, Display};
use core::hash::Hash;
use std::collections::HashSet;

use percent_simd::{
    AsciiSet, Backend, DecodeDisplay, DecodeError, DecodeErrorKind, DecodeIntoError, Decoder,
    EncodeDisplay, Encoder, Malformed, OutputTooSmall, Utf8, sets,
};
use support::on_every_backend;

#[test]
fn sizes() {
    assert_eq!(size_of::<AsciiSet>(), 16);
    assert!(size_of::<Encoder>() <= 24);
    assert!(size_of::<Decoder>() <= 40);
    assert!(size_of::<DecodeError>() <= 16);
    // A backend is a proof without content.
    assert!(size_of::<Backend>() <= 1);
}

#[test]
fn traits() {
    fn shareable<T: Send + Sync + Unpin + 'static>() {}
    fn policy<
        T: Copy
            + Eq
            + Hash
            + Debug
            + Send
            + Sync
            + Unpin
            + std::panic::UnwindSafe
            + std::panic::RefUnwindSafe
            + 'static,
    >() {
    }
    fn error<T: Error + Copy + Eq + Hash + Send + Sync + 'static>() {}
    policy::<AsciiSet>();
    policy::<Encoder>();
    policy::<Decoder>();
    policy::<Malformed>();
    policy::<Utf8>();
    policy::<Backend>();
    policy::<DecodeErrorKind>();
    error::<DecodeError>();
    error::<OutputTooSmall>();
    error::<DecodeIntoError>();
    fn display<T: Copy + Debug + Display + Send + Sync>() {}
    display::<EncodeDisplay<'static>>();
    display::<DecodeDisplay<'static>>();
    display::<Backend>();
    {
        fn stream<T: Clone + Debug + Send + Sync + Unpin + 'static>() {}
        stream::<percent_simd::DecodeStream>();
        stream::<percent_simd::EncodeStream>();
    }
    #[cfg(feature = "std")]
    {
        shareable::<percent_simd::io::Reader<std::fs::File, percent_simd::DecodeStream>>();
        shareable::<percent_simd::io::Writer<std::fs::File, percent_simd::EncodeStream>>();
    }
}

#[test]
fn defaults() {
    assert_eq!(Decoder::default(), Decoder::new());
    let spelled_out = Decoder::new()
        .plus_as_space(false)
        .malformed(Malformed::Keep)
        .keep(AsciiSet::EMPTY)
        .keep_non_ascii(false)
        .reject(AsciiSet::EMPTY)
        .reject_raw(false)
        .utf8(Utf8::Strict);
    assert_eq!(Decoder::default(), spelled_out);
    assert_eq!((Malformed::default(), Utf8::default()), (Malformed::Keep, Utf8::Strict));
    assert_eq!(
        Encoder::new(sets::URL_PATH),
        Encoder::new(sets::URL_PATH).space_as_plus(false).lowercase_hex(false).keep_escapes(false)
    );
}

/// The order of builder calls does not matter, and the last value of an option counts.
#[test]
fn builders() {
    let one =
        Encoder::new(sets::FORM_SET).space_as_plus(true).lowercase_hex(true).keep_escapes(true);
    assert_eq!(
        one,
        Encoder::new(sets::FORM_SET)
            .keep_escapes(true)
            .space_as_plus(false)
            .lowercase_hex(true)
            .space_as_plus(true)
    );
    assert_ne!(one, one.lowercase_hex(false));
    // `space_as_plus` leaves the set unchanged, whether it has SP, `+`, both or neither.
    for set in [&b""[..], b" ", b"+", b" +", b" /"].map(AsciiSet::from_bytes) {
        let plain = Encoder::new(set);
        assert_eq!(plain.space_as_plus(false), plain);
        let plus = plain.space_as_plus(true);
        assert_eq!(
            (plus.display(" +").to_string(), plus.space_as_plus(true)),
            ("+%2B".into(), plus)
        );
        assert_eq!(plus.space_as_plus(false), plain);
        let (without, plain) = (plus.space_as_plus(false).display(" +"), plain.display(" +"));
        assert_eq!(without.to_string(), plain.to_string());
    }
    let slash = AsciiSet::from_bytes(b"/");
    assert_eq!(Decoder::new().keep(sets::ALL).keep(slash), Decoder::new().keep(slash));
    let distinct: HashSet<Decoder> = [
        Decoder::new(),
        Decoder::new().keep(slash),
        Decoder::new().reject(slash),
        Decoder::new().reject(slash).reject_raw(true),
        Decoder::new().utf8(Utf8::Lossy),
        Decoder::new().plus_as_space(true),
    ]
    .into();
    assert_eq!(distinct.len(), 6);
    assert_eq!(
        Decoder::new().reject_raw(true).reject(slash).reject_raw(false),
        Decoder::new().reject(slash)
    );
}

pub(crate) const ENCODER: Encoder =
    Encoder::new(sets::FORM_SET).space_as_plus(true).lowercase_hex(true).keep_escapes(true);
pub(crate) const DECODER: Decoder = Decoder::new()
    .plus_as_space(true)
    .malformed(Malformed::Error)
    .keep(AsciiSet::from_bytes(b"/%"))
    .keep_non_ascii(false)
    .reject(AsciiSet::from_bytes(b"\0"))
    .utf8(Utf8::KeepEscaped);

#[test]
fn policies_in_consts() {
    const ROOM: Option<usize> = Encoder::max_encoded_len(5);
    static IN_STATIC: Decoder = DECODER;
    assert_eq!(ROOM, Some(15));
    assert_eq!(
        (ENCODER.display(b"a b/").to_string(), DECODER.display(b"a+b%2f%E9").to_string()),
        ("a+b%2f".into(), "a b%2f%E9".into())
    );
    assert_eq!(IN_STATIC.check(b"%00").unwrap_err().kind(), DecodeErrorKind::Rejected(0));
}

#[test]
fn triplets_are_percent_and_two_upper_case_digits() {
    // RFC 3986 2.1.
    for byte in 0..=255 {
        assert_eq!(percent_simd::triplet(byte), format!("%{byte:02X}"));
    }
}

#[test]
fn max_encoded_len_overflows_to_none() {
    assert_eq!(Encoder::max_encoded_len(0), Some(0));
    assert_eq!(Encoder::max_encoded_len(usize::MAX / 3), Some(usize::MAX / 3 * 3));
    assert_eq!(Encoder::max_encoded_len(usize::MAX / 3 + 1), None);
    assert_eq!(Encoder::max_encoded_len(usize::MAX), None);
}

/// Results and displays live as long as the input: these functions compile only if no result
/// borrows its policy.
#[test]
fn results_do_not_borrow_the_policy() {
    use std::borrow::Cow;
    fn decoded(input: &[u8]) -> Cow<'_, [u8]> {
        let policy = Decoder::new().keep(AsciiSet::from_bytes(b"/"));
        policy.decode(input).unwrap()
    }
    fn text(input: &str) -> Cow<'_, str> {
        let policy = Decoder::new();
        policy.decode_str(input).unwrap()
    }
    fn encoded(input: &[u8]) -> Cow<'_, str> {
        let policy = Encoder::new(sets::URL_PATH);
        policy.encode(input)
    }
    fn shown(input: &[u8]) -> (EncodeDisplay<'_>, DecodeDisplay<'_>) {
        let (encoder, decoder) = (Encoder::new(sets::URL_PATH), Decoder::new());
        (encoder.display(input), decoder.display(input))
    }
    let input = String::from("a%20b");
    assert_eq!(
        (&*decoded(input.as_bytes()), &*text(&input), &*encoded(input.as_bytes())),
        (&b"a b"[..], "a b", "a%20b")
    );
    let (encoded, decoded) = shown(input.as_bytes());
    assert_eq!(format!("{encoded} {decoded}"), "a%20b a b");
}

// ---- Errors. ----

fn malformed(input: &[u8]) -> DecodeError {
    Decoder::new().malformed(Malformed::Error).check(input).unwrap_err()
}

#[test]
fn errors_as_text() {
    assert_eq!(
        malformed(b"100%").to_string(),
        "malformed triplet at byte 3: the input ends before the second hex digit"
    );
    assert_eq!(
        malformed(b"%zz").to_string(),
        "malformed triplet at byte 0: `%` is not followed by two hex digits"
    );
    let rejected = Decoder::new().reject(sets::ALL).check(b"ab%0a").unwrap_err();
    assert_eq!(rejected.to_string(), "rejected byte 0x0A at byte 2: the policy refuses it");
    let utf8 = Decoder::new().check_utf8(b"a%E9").unwrap_err();
    assert_eq!(
        utf8.to_string(),
        "not UTF-8 at byte 1: the decoded bytes that begin there are ill-formed"
    );
    let too_small = Encoder::new(sets::URL_PATH).encode_into(b"a b", &mut [0; 4]).unwrap_err();
    assert_eq!(
        (too_small.needed(), too_small.to_string().as_str()),
        (5, "the output buffer is too small: 5 bytes are needed")
    );
    for error in [&rejected as &dyn Error, &utf8, &too_small] {
        assert!(error.source().is_none());
    }
}

#[test]
fn decode_into_errors() {
    let strict = Decoder::new().malformed(Malformed::Error);
    // The input is refused and the buffer too small: the input's error comes first.
    let refused = strict.decode_into(b"aaaa%", &mut []).unwrap_err();
    assert_eq!(refused, DecodeIntoError::Decode(malformed(b"aaaa%")));
    let too_small = strict.decode_into(b"aa%41", &mut [0; 2]).unwrap_err();
    assert!(matches!(too_small, DecodeIntoError::OutputTooSmall(error) if error.needed() == 3));
    for error in [refused, too_small] {
        // The message is that of the source.
        let source = error.source().expect("it holds an error");
        assert_eq!(error.to_string(), source.to_string());
    }
    assert!(
        refused.source().unwrap().is::<DecodeError>()
            && too_small.source().unwrap().is::<OutputTooSmall>()
    );

    fn with_question_marks(input: &[u8], buffer: &mut [u8]) -> Result<usize, DecodeIntoError> {
        Decoder::new().malformed(Malformed::Error).check(input)?;
        Ok(Encoder::new(sets::ALL).encode_into(input, buffer)?)
    }
    assert!(matches!(with_question_marks(b"%", &mut []), Err(DecodeIntoError::Decode(_))));
    assert!(matches!(with_question_marks(b"a", &mut []), Err(DecodeIntoError::OutputTooSmall(_))));
    assert_eq!(with_question_marks(b"a", &mut [0; 3]), Ok(3));
}

/// Calls without a backend parameter run on the active one.
#[test]
fn the_active_backend() {
    on_every_backend(|_| everyday_calls());
}

/// The calls without a backend parameter.
fn everyday_calls() {
    use percent_simd::{decode, decode_lossy, decode_str, encode};
    use std::borrow::Cow;
    assert_eq!(encode(b"/a b\xE9", sets::URL_PATH), "/a%20b%E9");
    assert!(matches!(encode(b"/ab", sets::URL_PATH), Cow::Borrowed("/ab")));
    assert_eq!(encode("☃ %", sets::URI_COMPONENT), "%E2%98%83%20%25");
    assert!(matches!(encode("~", sets::URI_COMPONENT), Cow::Borrowed("~")));
    assert_eq!(&*decode(b"%41%%41+%4%E9"), b"A%A+%4\xE9");
    assert!(matches!(decode(b"100% +%4\xE9"), Cow::Borrowed(b"100% +%4\xE9")));
    assert_eq!(decode_str("%E2%98%83%").unwrap(), "☃%");
    assert!(matches!(decode_str("é%"), Ok(Cow::Borrowed("é%"))));
    let error = decode_str("caf%E9%C3").unwrap_err();
    assert_eq!((error.position(), error.kind()), (3, DecodeErrorKind::Utf8));
    assert_eq!(decode_lossy(b"caf%E9\xFF"), "caf\u{FFFD}\u{FFFD}");
    assert!(matches!(decode_lossy("é%".as_bytes()), Cow::Borrowed("é%")));
    assert_eq!(Decoder::new().decode_utf8(b"\xE2%98%83").unwrap(), "☃");
    assert_eq!(Encoder::new(sets::FORM_SET).space_as_plus(true).encode(b"a b"), "a+b");
}

/// Every call on bytes takes any `AsRef<[u8]>`, and its result borrows the input.
#[test]
fn bytes_and_text_alike() {
    use percent_simd::{decode, decode_lossy, encode};
    use std::borrow::Cow;

    fn all<I: AsRef<[u8]> + ?Sized>(input: &I) -> (Cow<'_, str>, Cow<'_, [u8]>) {
        let (encoder, decoder) = (Encoder::new(sets::URL_PATH), Decoder::new());
        let mut buffer = [0; 16];
        assert_eq!(encoder.encode_into(input, &mut buffer), Ok(encoder.encoded_len(input)));
        assert_eq!(decoder.decode_into(input, &mut buffer).ok(), decoder.decoded_len(input).ok());
        let (mut text, mut bytes) = (String::new(), Vec::new());
        encoder.encode_append(input, &mut text);
        encoder.encode_append_bytes(input, &mut bytes);
        assert_eq!((text.as_bytes(), encoder.find(input)), (&*bytes, Some(4)));
        assert!(encoder.pieces(input).eq(["a%20", "%20", "b"]));
        assert_eq!(encoder.display(input).to_string(), text);
        assert!(
            encoder.check_encoded(input).is_err() && encoder.encoding_problems(input).count() == 1
        );
        text.clear();
        encoder.encode_write(input, &mut text).unwrap();
        decoder.decode_utf8_append(input, &mut text).unwrap();
        assert_eq!(text, "a%20%20ba  b");
        bytes.clear();
        decoder.decode_append(input, &mut bytes).unwrap();
        assert_eq!(
            (decoder.find(input), decoder.check(input), decoder.check_utf8(input)),
            (Some(1), Ok(()), Ok(()))
        );
        assert_eq!(
            (decoder.decode_utf8(input).unwrap(), decode_lossy(input)),
            ("a  b".into(), "a  b".into())
        );
        assert_eq!(
            (&*decoder.decode(input).unwrap(), decoder.display(input).to_string()),
            (&*bytes, "a  b".into())
        );
        decoder.stream().push(input, &mut bytes).unwrap();
        encoder.stream().push_bytes(input, &mut bytes);
        assert_eq!(bytes, b"a  ba  ba%20%20b");
        assert_eq!(sets::URL_PATH.split_unescaped(input), ("a%20", &b" b"[..]));
        (encode(input, sets::URL_PATH), decode(input))
    }
    let text = "a%20 b";
    let wanted = ("a%20%20b".into(), b"a  b".into());
    assert_eq!(all(text), wanted);
    assert_eq!(all(&text), wanted);
    assert_eq!(all(text.as_bytes()), wanted);
    assert_eq!(all(b"a%20 b"), wanted);
    assert_eq!(all(&String::from(text)), wanted);
    assert_eq!(all(&Vec::from(text)), wanted);
    assert_eq!(all(&Cow::from(text.as_bytes())), wanted);
}

/// Input above 1 MiB is measured first, and its capacity is exact. The result is that of many short
/// inputs.
#[test]
fn long_inputs() {
    let unit = "a%20b%2F/ é%c3%a9+%00%E9%4 %%\u{FFFD}".as_bytes();
    let count = (1 << 20) / unit.len() + 1;
    let input = unit.repeat(count);
    let (prior, many) =
        (b"prior".to_vec(), |result: &[u8]| [b"prior", result.repeat(count).as_slice()].concat());
    let decode = oracle::Decode { keep: oracle::members(b"/"), ..oracle::Decode::default() };
    let decoded = many(&oracle::decode(unit, &decode).unwrap());
    let encode = oracle::Encode {
        set: oracle::all_but(b"-._~"),
        keep_escapes: true,
        ..oracle::Encode::default()
    };
    let encoded = many(oracle::encode(unit, &encode).as_bytes());
    let (decoder, encoder) = (support::decoder(&decode), support::encoder(&encode));
    for backend in support::backends() {
        let mut output = prior.clone();
        decoder.on(backend).decode_append(&input, &mut output).unwrap();
        assert!(output == decoded, "decode_append on {backend}");
        output.clone_from(&prior);
        encoder.on(backend).encode_append_bytes(&input, &mut output);
        assert!(output == encoded, "encode_append_bytes on {backend}");
    }
    assert!(*decoder.decode(&input).unwrap() == decoded[5..]);
    assert!(encoder.encode(&input).as_bytes() == &encoded[5..]);
    for (utf8, oracle_utf8) in support::UTF8 {
        let Ok(text) = oracle::decode_text(unit, &decode, oracle_utf8) else {
            let error = decoder.decode_utf8(&input).unwrap_err();
            assert_eq!(
                support::error(error),
                oracle::decode_text(unit, &decode, oracle_utf8).unwrap_err()
            );
            continue;
        };
        let text = many(text.as_bytes());
        let mut output = String::from("prior");
        decoder.utf8(utf8).decode_utf8_append(&input, &mut output).unwrap();
        assert!(output.as_bytes() == text, "decode_utf8_append, {utf8:?}");
        assert!(
            decoder.utf8(utf8).decode_utf8(&input).unwrap().as_bytes() == &text[5..],
            "decode_utf8, {utf8:?}"
        );
    }
    // The last byte is refused, or none is.
    let strict = decoder.malformed(Malformed::Error);
    let mut input = b"a%20b".repeat(count * 8);
    assert!(*strict.decode(&input).unwrap() == b"a b".repeat(count * 8));
    input.push(b'%');
    let mut output = prior.clone();
    for error in
        [strict.decode(&input).unwrap_err(), strict.decode_append(&input, &mut output).unwrap_err()]
    {
        assert_eq!((error.position(), error.kind()), (input.len() - 1, DecodeErrorKind::Truncated));
    }
    assert_eq!(output, prior);
}

/// The case of hex digits and the backend are independent of the order of their calls. A policy for
/// one case runs on the named backend: `tests/kernels` compares their results.
#[test]
fn hex_digits_and_a_backend_are_independent() {
    use percent_simd::HexDigits::{Any, Lower, Upper};
    let digits = [Any, Lower, Upper];
    for backend in support::backends() {
        let on = Decoder::new().on(backend);
        for first in digits {
            assert_eq!(on.hex_digits(first), Decoder::new().hex_digits(first).on(backend));
            for second in digits {
                assert_eq!(on.hex_digits(first).hex_digits(second), on.hex_digits(second));
            }
        }
        assert_ne!(on.hex_digits(Lower), Decoder::new().hex_digits(Lower), "{backend}");
    }
}

/// Letters of the other case begin no triplet, at every position in a register, on every backend.
#[test]
fn hex_digits_of_one_case_at_every_place() {
    use percent_simd::HexDigits::{Lower, Upper};
    let digits = b"0123456789abcdefABCDEF`gG@/:";
    for backend in support::backends() {
        for (case, counts) in [(Lower, b'a'..=b'f'), (Upper, b'A'..=b'F')] {
            let decoder = Decoder::new().on(backend).hex_digits(case);
            let is_digit = |byte: u8| byte.is_ascii_digit() || counts.contains(&byte);
            for (at, len) in [0, 1, 13, 14, 15, 16, 29, 30, 31, 32, 61, 62, 63, 64, 130]
                .into_iter()
                .flat_map(|at| [(at, at + 3), (at, at + 5), (at, 300)])
            {
                for (&high, &low) in
                    digits.iter().flat_map(|high| digits.iter().map(move |low| (high, low)))
                {
                    let mut input = vec![b'x'; len];
                    input[at..at + 3].copy_from_slice(&[b'%', high, low]);
                    let is_triplet = is_digit(high) && is_digit(low);
                    let mut expected = input.clone();
                    if is_triplet {
                        let text = core::str::from_utf8(&input[at + 1..at + 3]).unwrap();
                        let value = u8::from_str_radix(text, 16).unwrap();
                        expected.splice(at..at + 3, [value]);
                    }
                    let decoded = decoder.decode(&input).unwrap();
                    assert_eq!(decoded, expected, "{backend}: {}", input.escape_ascii());
                    let strict = decoder.malformed(Malformed::Error);
                    assert_eq!(strict.check(&input).is_ok(), is_triplet, "{backend}");
                    assert_eq!(decoder.decoded_len(&input), Ok(expected.len()), "{backend}");
                }
            }
        }
    }
}
