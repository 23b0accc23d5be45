use std::borrow::Cow;

use super::expect::Case;
use super::plan::Plan;
use super::room::Source;
use percent_simd::{AsciiSet, Backend, Decoder, Encoder, HexDigits, Malformed, Utf8};

/// Encoding and decoding without an oracle: decoding reverses encoding, kept escapes preserve their
/// meaning, and encoding is idempotent if it keeps escapes.
pub fn roundtrip(data: &[u8]) {
    let plan = Plan::new(data);
    let source = Source::new(&plan.input, plan.frame);
    let input = source.bytes();
    for backend in Backend::available() {
        let case = Case { backend, policy: &plan.encode, input };
        there_and_back(&case, &plan, input);
        keeping_escapes(&case, &plan, input);
        text(&case, &plan, input);
    }
}

// Inlined into each of its callers, the codec would be large.
#[inline(never)]
fn encode(encoder: Encoder, input: &[u8]) -> Cow<'_, str> {
    encoder.encode(input)
}

#[inline(never)]
fn decode(decoder: Decoder, input: &[u8]) -> Cow<'_, [u8]> {
    decoder.decode(input).expect("nothing here is refused")
}

/// The plain decoder, and the one that matches the plan's encoding of SP.
fn decoders(case: &Case<'_>, plan: &Plan) -> (Decoder, Decoder) {
    let plain = Decoder::new().on(case.backend);
    (plain, plain.plus_as_space(plan.encode.plus))
}

/// The plan's encoder with `%` in its set: encoding is reversible.
fn lossless(case: &Case<'_>, plan: &Plan) -> Encoder {
    let encoder = Encoder::new(crate::set(&plan.encode.set).add(b'%')).on(case.backend);
    encoder
        .space_as_plus(plan.encode.plus)
        .lowercase_hex(plan.encode.lowercase)
        .keep_non_ascii(plan.encode.keep_non_ascii)
}

fn there_and_back(case: &Case<'_>, plan: &Plan, input: &[u8]) {
    let (plain, matching) = decoders(case, plan);
    let lossless = lossless(case, plan);
    let encoded = encode(lossless, input);
    case.holds("encoded text is ASCII", encoded.is_ascii() || plan.encode.keep_non_ascii);
    case.same_bytes(
        "decode(encode)",
        &decode(matching.malformed(Malformed::Error), encoded.as_bytes()),
        input,
    );

    let expected = encode(plan.encoder().on(case.backend).keep_escapes(false), input);
    let set = crate::set(&plan.encode.set);
    if set.contains(b'%') {
        case.same_bytes("the set with % in it", encoded.as_bytes(), expected.as_bytes());
    }
    // Triplets add `%` and hex digits, SP adds `+`; everything else is unchanged.
    let triplet = AsciiSet::from_bytes(b"%0123456789ABCDEFabcdef");
    let brought = if plan.encode.plus { triplet.add(b'+') } else { triplet };
    case.holds(
        "no member of the set is let through",
        expected.bytes().all(|byte| brought.contains(byte) || !set.contains(byte)),
    );

    let meaning = decode(plain, input);
    let back = encode(lossless, &meaning);
    case.same_bytes("decode(encode(decode))", &decode(matching, back.as_bytes()), &meaning);

    // Policies agree on input that neither refuses.
    let refusing = plan
        .decoder()
        .hex_digits(HexDigits::Any)
        .on(case.backend)
        .keep(AsciiSet::EMPTY)
        .keep_non_ascii(false)
        .plus_as_space(false);
    if let Ok(decoded) = refusing.decode(input) {
        case.same_bytes("decode where nothing is refused", &decoded, &meaning);
    }
}

fn keeping_escapes(case: &Case<'_>, plan: &Plan, input: &[u8]) {
    let (plain, matching) = decoders(case, plan);
    let keeping = plan.encoder().on(case.backend).keep_escapes(true);
    let kept = encode(keeping, input);
    case.same_bytes(
        "decode(encode with escapes kept)",
        &decode(matching, kept.as_bytes()),
        &decode(plain, input),
    );
    // The `+` of SP must not be in the set.
    if !(plan.encode.plus && plan.encode.set[usize::from(b'+')]) {
        case.same_bytes(
            "encoding twice with escapes kept",
            encode(keeping.space_as_plus(false), kept.as_bytes()).as_bytes(),
            kept.as_bytes(),
        );
    }
}

fn text(case: &Case<'_>, plan: &Plan, input: &[u8]) {
    let (plain, matching) = decoders(case, plan);
    let decode_utf8 = |utf8| plain.utf8(utf8).decode_utf8(input).expect("nothing here is refused");
    if let Ok(text) = core::str::from_utf8(input) {
        let encoded = lossless(case, plan).encode(text);
        case.same("decode_str(encode)", matching.decode_str(&encoded).as_deref(), Ok(text));
    }
    let meaning = decode(plain, input);
    case.same_bytes(
        "lossy text",
        decode_utf8(Utf8::Lossy).as_bytes(),
        String::from_utf8_lossy(&meaning).as_bytes(),
    );
    // Without a literal `%`, only ill-formed UTF-8 stays escaped, and decoding the text to bytes
    // restores it.
    if !meaning.contains(&b'%') {
        case.same_bytes(
            "decode(text with escapes kept)",
            &decode(plain, decode_utf8(Utf8::KeepEscaped).as_bytes()),
            &meaning,
        );
    }
}
