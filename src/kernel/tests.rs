//! Tests that need the entries of this module; results are tested through the policies, in
//! `tests/`.

#[cfg(all(feature = "path", feature = "alloc"))]
mod examine;
mod marks;
mod text;
pub(super) mod trace;
mod utf8;

use super::decode::{decode_into, decoded_len, find_escape, run_in_place};
use super::rules::DecodeRules;
use super::rules::Progress;
use super::scalar;
use crate::backend::Backend;
use crate::error::{DecodeError, DecodeErrorKind, DecodeIntoError};
use crate::sets::AsciiSet;

/// Decoding under `reject_raw`, from its definition.
fn expected(input: &[u8], rules: &DecodeRules) -> Result<Vec<u8>, (usize, DecodeErrorKind)> {
    let digit = |at: usize| input.get(at).and_then(|&byte| (byte as char).to_digit(16));
    let (mut output, mut at) = (Vec::new(), 0);
    while at < input.len() {
        let (value, len) = match (input[at], digit(at + 1), digit(at + 2)) {
            (b'%', Some(high), Some(low)) => ((high << 4 | low) as u8, 3),
            (b'%', high, _) if rules.strict => {
                let bad = at + 1 + usize::from(high.is_some()) < input.len();
                return Err((
                    at,
                    if bad { DecodeErrorKind::BadHex } else { DecodeErrorKind::Truncated },
                ));
            }
            (b'+', ..) if rules.plus_as_space => (b' ', 1),
            (byte, ..) => (byte, 1),
        };
        if rules.reject.contains(value) && (len == 3 || rules.reject_raw) {
            return Err((at, DecodeErrorKind::Rejected(value)));
        }
        let kept =
            len == 3 && (rules.keep.contains(value) || rules.keep_non_ascii && value >= 0x80);
        if kept {
            output.extend_from_slice(&input[at..at + 3])
        } else {
            output.push(value)
        }
        at += len;
    }
    Ok(output)
}

/// The scalar search passes over usual bytes sixteen at a time: every byte at every place among them.
#[test]
fn every_byte_among_usual_ones() {
    const USUAL: &[u8] = b"azAZ09-._/~mN5";
    let sets = [
        AsciiSet::EMPTY,
        crate::sets::URI_COMPONENT,
        crate::sets::URL_PATH,
        AsciiSet::from_bytes(b"~ %"),
        AsciiSet::from_bytes(b"/&"),
        AsciiSet::from_bytes(b"._"),
    ];
    for set in sets {
        let is_member = |&byte: &u8| set.contains(byte) || byte >= 0x80;
        let kept: Vec<u8> = USUAL.iter().copied().filter(|byte| !is_member(byte)).collect();
        for len in [1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 47, 48, 63, 64, 65, 70] {
            let mut input: Vec<u8> = kept.iter().copied().cycle().take(len).collect();
            for at in 0..len {
                let before = input[at];
                for byte in 0..=u8::MAX {
                    input[at] = byte;
                    let expected = input.iter().position(is_member);
                    assert_eq!(scalar::find_member(&input, &set), expected.unwrap_or(len));
                    assert_eq!(scalar::has_member(&input, &set, len), expected.is_some());
                    #[cfg(feature = "alloc")]
                    {
                        let block = &input[..len.min(64)];
                        let changing = (0..).zip(block).filter(|(_, byte)| is_member(byte));
                        let expected = changing.fold(0, |all, (place, _)| all | 1_u64 << place);
                        let candidates = scalar::candidates(block, &set);
                        assert_eq!(expected & !candidates, 0, "each that changes is a candidate");
                        // In 8 bytes or more, unless the set has a usual one, no other is.
                        let is_exact = block.len() >= 8 && !set.contains(b'.');
                        assert!(!is_exact || kept.contains(&byte) <= (candidates == expected));
                    }
                }
                input[at] = before;
            }
        }
    }
}

/// The look at a few bytes finds each byte at each place, beside bytes that differ from it by one.
#[test]
fn either_byte_of_a_few() {
    for len in 0..=20 {
        for (at, byte) in (0..len).flat_map(|at| (0..=u8::MAX).map(move |byte| (at, byte))) {
            let mut input = vec![b'&'; len];
            input[at] = byte;
            let is_one = matches!(byte, b'%' | b'+');
            assert_eq!(scalar::has_either::<false>(&input, b'%', b'+'), is_one, "{input:?}");
            assert_eq!(scalar::has_either::<false>(&input, b'%', b'%'), byte == b'%');
            assert_eq!(scalar::has_either::<true>(&input, b'%', b'+'), is_one || byte >= 0x80);
        }
        assert!(!scalar::has_either::<true>(&vec![b'$'; len], b'%', b'+'));
    }
}

/// Random numbers below the one that is asked for, the same for a seed.
pub(crate) fn randoms(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed;
    move |below| {
        state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
        (state >> 33) as usize % below
    }
}

#[test]
fn raw_bytes_are_rejected_on_every_backend() {
    let pieces = b"a|%41|%0A|\n|%|%4|+| |\xC3\xA9|4|%25|%C3|%2B".split(|&byte| byte == b'|');
    let pieces: Vec<&[u8]> = pieces.collect();
    let mut random = randoms(12);
    for case in 0..4000 {
        let mut input = vec![b'a'; [0, 0, 60, 130, 300][random(5)]];
        for _ in 0..random(40) {
            // Few of those that are rejected, so that there is something before them.
            let piece =
                pieces[if random(8) == 0 { random(13) } else { [0, 1, 6, 8, 11, 12][random(6)] }];
            let at = random(input.len() + 1);
            input.splice(at..at, piece.iter().copied());
        }
        let set = [&b"\n"[..], b" ", b"+", b"%", b"4", b"2B", b"\n %", b"\0", b""][random(9)];
        let rules = DecodeRules {
            keep: AsciiSet::from_bytes([&b""[..], b"%", b"A+"][random(3)]),
            reject: AsciiSet::from_bytes(set),
            keep_non_ascii: random(2) == 0,
            plus_as_space: random(2) == 0,
            strict: random(4) == 0,
            reject_raw: random(4) != 0,
            ..DecodeRules::PLAIN
        }
        .settled();
        let expected = expected(&input, &rules);
        let error = |error: DecodeError| (error.position(), error.kind());
        for backend in Backend::available() {
            let what =
                || format!("case {case} on {backend}: {} under {rules:?}", input.escape_ascii());
            let len = decoded_len(backend, &input, &rules).map_err(error);
            assert_eq!(len, expected.as_ref().map(Vec::len).map_err(|&error| error), "{}", what());
            // As long as the input, and just long enough.
            for room in [input.len(), expected.as_ref().map_or(0, Vec::len)] {
                let mut output = vec![0; room];
                let written =
                    decode_into(backend, &input, &mut output, &rules).map_err(|decoded| {
                        match decoded {
                            DecodeIntoError::Decode(decoded) => error(decoded),
                            DecodeIntoError::OutputTooSmall(_) => panic!("{}", what()),
                        }
                    });
                assert_eq!(written.map(|len| output[..len].to_vec()), expected, "{}", what());
            }
            let changed = match &expected {
                Ok(output) => output != &input,
                Err(_) => true,
            };
            let found = find_escape::<true>(backend, &input, &rules);
            assert_eq!(found.is_some(), changed, "{}", what());
            if let (Some(found), Err((position, _))) = (found, &expected) {
                assert!(found <= *position, "{}", what());
            }
        }
    }
}

/// A kernel may be given the same memory to read and to write. (The entry in place takes short
/// input through the stack, so it shows this for long input only.)
#[test]
fn kernels_decode_in_place_at_every_length() {
    const PATTERNS: [&str; 7] = [
        "a",
        "%41",
        "a%20b c+d%2Fe",
        "%D0%BE%D1%82 ",
        "%%%4%4x%C3%A9%2f+",
        "abcdefghijklmnopqrstuvwxyz0123456789-._~%2B",
        "%252F%25%7E%7e%C3",
    ];
    let keeping = DecodeRules {
        keep: AsciiSet::from_bytes(b"/%"),
        reject: AsciiSet::from_bytes(b"\0\n"),
        plus_as_space: true,
        ..DecodeRules::PLAIN
    }
    .settled();
    let strict = DecodeRules { strict: true, ..DecodeRules::PLAIN }.settled();
    let raw = DecodeRules { keep_non_ascii: true, ..strict }.settled();
    for pattern in PATTERNS {
        for (len, start) in (0..=300).chain([600, 1100]).flat_map(|len| [(len, 0), (len, 1)]) {
            let input: Vec<u8> = pattern.bytes().cycle().skip(start).take(len).collect();
            for rules in [DecodeRules::PLAIN, strict, keeping, raw] {
                let Ok(expected) = expected(&input, &rules) else { continue };
                for backend in Backend::available() {
                    let mut buffer = input.clone();
                    let Progress { read, written } = run_in_place(backend, &mut buffer, &rules);
                    assert_eq!(read, len);
                    assert_eq!(
                        buffer[..written].escape_ascii().to_string(),
                        expected.escape_ascii().to_string(),
                        "{backend}: {} under {rules:?}",
                        input.escape_ascii()
                    );
                }
            }
        }
    }
}

/// A policy on a backend runs that one alone, whatever is active.
#[test]
#[cfg(feature = "alloc")]
fn a_policy_on_a_backend_runs_no_other() {
    let available: Vec<Backend> = Backend::available().collect();
    for &active in &available {
        active.set_active();
        for &backend in &available {
            for (call, run) in CALLS {
                let mut ran = Vec::new();
                for (length, text) in [0, 1, 7, 16, 40, 64, 65, 130, 700]
                    .into_iter()
                    .flat_map(|length| TEXTS.map(|text| (length, text)))
                {
                    let input: Vec<u8> = text.bytes().cycle().take(length).collect();
                    drop(trace::take());
                    run(backend, &input);
                    ran.extend(trace::take());
                    let other = ran.iter().find(|name| **name != backend.name());
                    assert_eq!(
                        other, None,
                        "{call} of {length} bytes of {text:?} on {backend}, while {active} is active"
                    );
                }
                assert!(ran.contains(&backend.name()), "{call} on {backend} ran {ran:?}");
            }
        }
    }
}

#[cfg(feature = "alloc")]
const TEXTS: [&str; 6] =
    ["clean", "/a%20b%2Fc+d", "k=v&k2=%C3%A9;+", "%D0%BE", "100% \u{e9}/../", "\r\na\n"];

/// The name of some calls, and the function that makes them on a backend.
#[cfg(feature = "alloc")]
type Calls = (&'static str, fn(Backend, &[u8]));

/// Everything that takes a backend.
#[cfg(feature = "alloc")]
const CALLS: &[Calls] = &[
    ("encoding", |backend, input| {
        let plain = crate::Encoder::new(crate::sets::URL_COMPONENT).on(backend);
        for encoder in
            [plain, plain.keep_escapes(true), plain.space_as_plus(true).lowercase_hex(true)]
        {
            let encoded = encoder.encode(input).into_owned();
            assert_eq!(encoder.encoded_len(input), encoded.len());
            assert_eq!(encoder.display(input).to_string(), encoded);
            assert_eq!(encoder.pieces(input).collect::<Vec<_>>().concat(), encoded);
            assert_eq!(
                encoder.pieces(input).fold(0, |len, piece| len + piece.len()),
                encoded.len()
            );
            assert_eq!(encoder.find(input).is_none(), encoded.as_bytes() == input);
            assert_eq!(encoder.encode_into(input, &mut vec![0; encoded.len()]), Ok(encoded.len()));
            assert_eq!(encoder.check_encoded(encoded.as_bytes()), Ok(()));
            let _ = encoder.encoding_problems(input).count();
        }
    }),
    ("decoding", |backend, input| {
        let plain = crate::Decoder::new().on(backend);
        let strict = plain.malformed(crate::Malformed::Error).reject(AsciiSet::from_bytes(b"\n"));
        let keeping = plain.keep(AsciiSet::from_bytes(b"/%")).keep_non_ascii(true);
        for decoder in [plain, plain.plus_as_space(true), strict, keeping] {
            let decoded = decoder.decode(input).map(Vec::from);
            assert_eq!(
                decoder.decoded_len(input),
                decoded.as_ref().map(Vec::len).map_err(|&error| error)
            );
            assert_eq!(decoder.check(input).is_ok(), decoded.is_ok());
            let _ = (
                decoder.find(input),
                decoder.display(input).to_string(),
                decoder.decode_times(input, 3),
            );
            let _ = decoder.decode_into(input, &mut vec![0; input.len()]);
            let _ = decoder.decode_in_place(&mut input.to_vec());
            for utf8 in [crate::Utf8::Strict, crate::Utf8::Lossy, crate::Utf8::KeepEscaped] {
                let decoder = decoder.utf8(utf8);
                let _ = (
                    decoder.decode_utf8(input).is_ok(),
                    decoder.check_utf8(input),
                    decoder.display(input).to_string(),
                );
            }
        }
    }),
    ("streaming", |backend, input| {
        let mut output = Vec::new();
        let mut encode = crate::Encoder::new(crate::sets::URL_COMPONENT).on(backend).stream();
        let mut decode = crate::Decoder::new().on(backend).stream();
        for piece in input.chunks(50) {
            encode.push_bytes(piece, &mut output);
            decode.push(piece, &mut output).unwrap();
        }
        encode.finish(&mut output);
        decode.finish(&mut output).unwrap();
    }),
    #[cfg(feature = "batch")]
    ("columns", |backend, input| {
        let offsets: Vec<u32> = (0..=input.len() as u32).step_by(10).collect();
        let column = crate::batch::ColumnRef::new(input, &offsets).unwrap();
        let mut output = crate::batch::Column::new();
        crate::Encoder::new(crate::sets::URL_COMPONENT)
            .on(backend)
            .encode_batch(column, &mut output)
            .unwrap();
        crate::Decoder::new()
            .on(backend)
            .decode_batch(column, crate::batch::OnError::Null, &mut output)
            .unwrap();
    }),
    #[cfg(feature = "form")]
    ("forms", |backend, input| {
        let pairs = crate::form::Parser::new().on(backend).parse(input);
        let mut text = String::new();
        let mut form = crate::form::Serializer::new(&mut text).on(backend);
        for pair in pairs {
            form.append_pair(&pair.name(), &pair.value());
        }
    }),
    #[cfg(feature = "scheme")]
    ("normalizing", |backend, input| {
        let _ = crate::uri::Normalizer::new().on(backend).normalize(input);
    }),
    #[cfg(feature = "path")]
    ("paths", |backend, input| {
        for policy in [crate::path::PathPolicy::new(), crate::path::NGINX] {
            let policy = policy.on(backend);
            let _ = (policy.resolve(input).is_ok(), policy.check(input), policy.redirects(input));
            let _ = policy.resolve_in_place(&mut input.to_vec());
        }
    }),
];
