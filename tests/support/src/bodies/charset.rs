use std::borrow::Cow;

use super::expect::{Case, refusal};
use super::plan::Plan;
use super::room::Source;
use crate::answers::charset::encode_or_fail;
use encoding_rs::{
    self, BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, ISO_2022_JP, REPLACEMENT, SHIFT_JIS, UTF_8,
    UTF_16LE, WINDOWS_1252,
};
use percent_simd::charset::Charset;
use percent_simd::{Backend, DecodeErrorKind, charset};

/// Legacy charsets: encoding by the standard's steps, decoding by the core's oracle and the
/// charset's decoder, and forms. The header's place in memory selects the charset.
pub fn charset(data: &[u8]) {
    let plan = Plan::new(data);
    let source = Source::new(&plan.input, plan.frame);
    let encoding = plan.frame.one_of(&[
        SHIFT_JIS,
        EUC_JP,
        ISO_2022_JP,
        WINDOWS_1252,
        BIG5,
        GBK,
        EUC_KR,
        GB18030,
        UTF_8,
        UTF_16LE,
        REPLACEMENT,
        encoding_rs::X_USER_DEFINED,
        encoding_rs::KOI8_U,
    ]);
    // Bytes of the charset decode to characters of the charset; UTF-8 text has others.
    let (own, _) = encoding.decode_without_bom_handling(source.bytes());
    for text in [&*own, &*String::from_utf8_lossy(source.bytes())] {
        encode(&plan, encoding, text);
        forms(encoding, text);
    }
    decode(&plan, encoding, source.bytes());
}

fn encode(plan: &Plan, encoding: &'static Encoding, text: &str) {
    let mut policy = plan.encode.clone();
    policy.keep_escapes &= encoding != ISO_2022_JP;
    policy.keep_non_ascii &= encoding.output_encoding() == UTF_8;
    let wanted = after_encoding(text, encoding, &policy);
    for backend in Backend::available() {
        let described = (encoding.name(), &policy);
        let case = Case { backend, policy: &described, input: text.as_bytes() };
        let encoder = plan.encoder().on(backend);
        let got = charset::encode(text, of(encoding), encoder);
        case.same_cow("encode", got, wanted.as_bytes(), String::capacity);
        let mut output = String::from("before%4");
        charset::encode_append(text, of(encoding), encoder, &mut output);
        case.same_bytes("encode_append", &output.as_bytes()[8..], wanted.as_bytes());
    }
}

fn decode(plan: &Plan, encoding: &'static Encoding, input: &[u8]) {
    let decoded = oracle::decode(input, &plan.decode);
    for backend in Backend::available() {
        let described = (encoding.name(), &plan.decode);
        let case = Case { backend, policy: &described, input };
        let decoder = plan.decoder().on(backend);
        let got = charset::decode(input, of(encoding), decoder);
        let strict = charset::decode_strict(input, of(encoding), decoder);
        let Ok(bytes) = &decoded else {
            let wanted = decoder.check(input).map_err(refusal);
            case.holds("the policy refuses it", wanted.is_err());
            case.same("decode", got.map(|_| ()).map_err(refusal), wanted);
            case.same("decode_strict", strict.map(|_| ()).map_err(refusal), wanted);
            continue;
        };
        let (text, malformed) = encoding.decode_without_bom_handling(bytes);
        let got = got.unwrap_or_else(|error| case.fail("decode", &error.to_string()));
        case.same_bytes("decode", got.as_bytes(), text.as_bytes());
        case.holds(
            "unchanged text is borrowed",
            matches!(got, Cow::Borrowed(_)) == (text.as_bytes() == input),
        );
        match strict {
            Ok(strict) => {
                case.same_bytes("decode_strict", strict.as_bytes(), text.as_bytes());
                case.holds("nothing is malformed", !malformed);
            }
            Err(error) => {
                case.same("the error", (malformed, error.kind()), (true, DecodeErrorKind::Charset));
                // The position may be inside a kept triplet, so the part before it may end in an
                // incomplete triplet of raw bytes.
                let lenient =
                    oracle::Decode { strict: false, reject_raw: false, ..plan.decode.clone() };
                let before = oracle::decode(&input[..error.position()], &lenient);
                let before = before.unwrap_or_else(|error| {
                    case.fail("the text before the position", &format!("{error:?}"))
                });
                case.holds(
                    "the position is where a decoded byte begins",
                    bytes.starts_with(&before) && before.len() < bytes.len(),
                );
                case.holds("the first one", !encoding.decode_without_bom_handling(&before).1);
            }
        }
    }
}

/// A form round-trips, except for characters outside the charset.
fn forms(encoding: &'static Encoding, text: &str) {
    let body = charset::serialize_form(
        [(text, text), ("_charset_", encoding.output_encoding().name())],
        of(encoding),
    );
    let (bytes, sent, _) = encoding.encode(text);
    let (back, _) = sent.decode_without_bom_handling(&bytes);
    let pairs: Vec<_> = charset::parse_form(body.as_bytes(), of(encoding)).collect();
    assert_eq!(pairs.len(), 2, "{body}");
    assert_eq!(pairs[0], (back.clone(), back), "{} of {text:?}", encoding.name());
    // The text is no charset's label, in any field.
    assert_eq!(charset::form_charset(&body), Some(of(encoding.output_encoding())), "{body}");
}

/// *Percent-encode after encoding* under any policy: the bytes between errors agree with the
/// oracle.
fn after_encoding(text: &str, encoding: &'static Encoding, policy: &oracle::Encode) -> String {
    let mut output = String::new();
    let mut bytes = Vec::new();
    for unit in encode_or_fail(text, encoding) {
        match unit {
            Ok(byte) => bytes.push(byte),
            Err(lacking) => {
                output.push_str(&oracle::encode(&bytes, policy));
                bytes.clear();
                let semicolon = if policy.lowercase { "%3b" } else { "%3B" };
                output.push_str(&format!("%26%23{lacking}{semicolon}"));
            }
        }
    }
    output + &oracle::encode(&bytes, policy)
}

fn of(encoding: &'static Encoding) -> Charset {
    Charset::from_label(encoding.name()).expect("a name is a label")
}
