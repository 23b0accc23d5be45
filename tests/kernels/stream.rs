//! Input in pieces: at every split the output and the error are those of the whole input.

use oracle::Error;
use oracle::content::Content;
use oracle::random::Random;
use percent_simd::{AsciiSet, Backend, DecodeErrorKind, Decoder, Encoder, Malformed};

/// Short inputs in which every position is a possible split.
const INPUTS: [&[u8]; 31] = [
    b"",
    b"a",
    b"%",
    b"%4",
    b"%41",
    b"%%",
    b"%%%",
    b"%%41",
    b"%4%41",
    b"%%4%41",
    b"%%%41",
    b"%2541",
    b"%25%34%31",
    b"%%30%30",
    b"%41%42%43",
    b"%4g%41",
    b"%g4%41",
    b"a%2fb%2Fc%2f",
    b"a%00b",
    b"%4%00",
    b"%41%%zz%41%4",
    b"%C3%A9 %E9+%2B+",
    b"\xC3\xA9%C3\xA9\xFF%",
    b"%\x00%4\x00%\x1041",
    b"%c3%a9%e2%82%ac%",
    b"++%2b%20 %+1%1+",
    b"%/:%@G%`g%41%",
    b"%%%%%%%%41%%%%%",
    b"%2%2f%2%2%2f%",
    b"41%41414%4141%4",
    b"%2F%00%zz%2f%",
];

/// The output and the answer of a stream at the end of an input.
struct Expected {
    output: Vec<u8>,
    error: Option<Error>,
    /// The number of bytes after which the error is certain; `None` if only the input's end makes
    /// it so.
    certain: Option<usize>,
}

impl Expected {
    fn new(input: &[u8], policy: &oracle::Decode) -> Self {
        match oracle::decode(input, policy) {
            Ok(output) => Self { output, error: None, certain: None },
            Err(error) => {
                let output = oracle::decode(&input[..error.position], policy)
                    .expect("the first error stands behind this");
                // The error is certain once its byte is not part of a possible triplet.
                let waiting = |input: &[u8]| match *input {
                    [.., b'%'] => 1,
                    [.., b'%', digit] if digit.is_ascii_hexdigit() => 2,
                    _ => 0,
                };
                let certain = (error.position + 1..=input.len())
                    .find(|&len| len - waiting(&input[..len]) > error.position);
                Self { output, error: Some(error), certain }
            }
        }
    }
}

/// Pushes the pieces of `input` between `splits`, and checks each step.
fn assert_decodes(decoder: Decoder, input: &[u8], splits: &[usize], expected: &Expected) {
    let context = || format!("{decoder:?}: {} split at {splits:?}", input.escape_ascii());
    let (mut stream, mut output) = (decoder.stream(), b"prior".to_vec());
    let mut start = 0;
    for end in splits.iter().copied().chain([input.len()]) {
        let result = stream.push(&input[start..end], &mut output).map_err(support::error);
        // The error is reported as soon as it is certain, and in every later call.
        let error =
            expected.error.filter(|_| expected.certain.is_some_and(|certain| certain <= end));
        assert_eq!(
            result,
            error.map_or(Ok(()), Err),
            "{}, the piece that ends at {end}",
            context()
        );
        start = end;
    }
    let result = stream.finish(&mut output).map_err(support::error);
    assert_eq!(result, expected.error.map_or(Ok(()), Err), "{}", context());
    assert_eq!(output, [b"prior", &expected.output[..]].concat(), "{}", context());
    if expected.error.is_some() {
        // Later pieces give the same error and no output.
        assert_eq!(
            stream.push(b"%41", &mut output).map_err(support::error),
            result,
            "{}",
            context()
        );
        assert_eq!(stream.push(b"", &mut output).map_err(support::error), result, "{}", context());
        assert_eq!(stream.finish(&mut output).map_err(support::error), result, "{}", context());
        assert_eq!(output, [b"prior", &expected.output[..]].concat(), "{}", context());
    }
}

fn assert_encodes(encoder: Encoder, input: &[u8], splits: &[usize], expected: &str) {
    let context = || format!("{encoder:?}: {} split at {splits:?}", input.escape_ascii());
    let (mut stream, mut output) = (encoder.stream(), b"prior".to_vec());
    let mut start = 0;
    for end in splits.iter().copied().chain([input.len()]) {
        stream.push_bytes(&input[start..end], &mut output);
        start = end;
    }
    stream.finish(&mut output);
    assert!(
        output == format!("prior{expected}").as_bytes(),
        "{} gave {}",
        context(),
        output.escape_ascii()
    );
}

/// Every split in two and in three pieces (empty ones too), and byte by byte.
fn every_split(len: usize) -> Vec<Vec<usize>> {
    let mut splits =
        vec![vec![], (0..len).collect(), (0..2 * len).map(|index| index / 2).collect()];
    for first in 0..=len {
        splits.push(vec![first]);
        splits.extend((first..=len).map(|second| vec![first, second]));
    }
    splits
}

#[test]
fn decoding_at_every_split() {
    for (_, policy) in oracle::decode_policies() {
        for input in INPUTS {
            let expected = Expected::new(input, &policy);
            let splits = every_split(input.len());
            for backend in support::backends() {
                let decoder = support::decoder(&policy).on(backend);
                for splits in &splits {
                    assert_decodes(decoder, input, splits, &expected);
                }
            }
        }
    }
}

#[test]
fn encoding_at_every_split() {
    for (_, policy) in oracle::encode_policies() {
        for input in INPUTS {
            let expected = oracle::encode(input, &policy);
            let splits = every_split(input.len());
            for backend in support::backends() {
                let encoder = support::encoder(&policy).on(backend);
                for splits in &splits {
                    assert_encodes(encoder, input, splits, &expected);
                }
            }
        }
    }
}

/// Longer inputs, which run the kernels' loops, at every split in two and at random splits in many.
#[test]
fn long_inputs_at_many_splits() {
    let mut random = Random::new(21);
    let (decode_policies, encode_policies) = (oracle::decode_policies(), oracle::encode_policies());
    for content in Content::ALL {
        let input = content.generate(150, &mut random);
        let decode = &decode_policies[random.below(decode_policies.len())].1;
        let encode = &encode_policies[random.below(encode_policies.len())].1;
        let mut splits: Vec<Vec<usize>> = (0..=input.len()).map(|at| vec![at]).collect();
        for _ in 0..30 {
            let mut several: Vec<usize> =
                (0..random.below(12)).map(|_| random.below(input.len() + 1)).collect();
            several.sort_unstable();
            splits.push(several);
        }
        let (expected, encoded) = (Expected::new(&input, decode), oracle::encode(&input, encode));
        for backend in support::backends() {
            for splits in &splits {
                assert_decodes(support::decoder(decode).on(backend), &input, splits, &expected);
                assert_encodes(support::encoder(encode).on(backend), &input, splits, &encoded);
            }
        }
    }
}

/// At most two bytes wait: those of a possible triplet.
#[test]
fn decided_bytes_come_at_once() {
    for backend in support::backends() {
        for input in INPUTS {
            let (mut stream, mut output) = (Decoder::new().on(backend).stream(), Vec::new());
            for end in 1..=input.len() {
                stream.push(&input[end - 1..end], &mut output).unwrap();
                let waiting = match input[..end] {
                    [.., b'%'] => 1,
                    // A digit of a complete triplet follows no `%` in this sense.
                    [.., b'%', digit] if digit.is_ascii_hexdigit() => 2,
                    _ => 0,
                };
                let certain =
                    oracle::decode(&input[..end - waiting], &oracle::Decode::default()).unwrap();
                assert_eq!(output, certain, "{backend}: {} after {end}", input.escape_ascii());
            }
        }
    }
}

#[test]
fn positions_count_from_the_start_of_the_stream() {
    for backend in support::backends() {
        let (mut stream, mut output) =
            (Decoder::new().malformed(Malformed::Error).on(backend).stream(), Vec::new());
        for _ in 0..1000 {
            stream.push(b"abc%4", &mut output).unwrap();
            stream.push(b"1", &mut output).unwrap();
        }
        let error = stream.push(b"%41%zz", &mut output).unwrap_err();
        assert_eq!((error.position(), error.kind()), (6003, DecodeErrorKind::BadHex), "{backend}");
        assert_eq!(output, [b"abcA".repeat(1000), b"A".to_vec()].concat(), "{backend}");
    }
}

/// A `%` waits, and the next piece makes its error certain: the position is that of the push.
#[test]
fn an_error_in_waiting_bytes() {
    for backend in support::backends() {
        let strict = Decoder::new().malformed(Malformed::Error).on(backend);
        for (pieces, position, kind) in [
            ([&b"a%"[..], b"z"], 1, DecodeErrorKind::BadHex),
            ([b"a%4", b"z"], 1, DecodeErrorKind::BadHex),
            ([b"a%", b"%41"], 1, DecodeErrorKind::BadHex),
            ([b"a%4", b"%41"], 1, DecodeErrorKind::BadHex),
        ] {
            let (mut stream, mut output) = (strict.stream(), Vec::new());
            stream.push(pieces[0], &mut output).unwrap();
            let error = stream.push(pieces[1], &mut output).unwrap_err();
            assert_eq!(
                (error.position(), error.kind(), &output[..]),
                (position, kind, &b"a"[..]),
                "{backend}: {pieces:?}"
            );
        }
        for piece in [&b"a%"[..], b"a%4"] {
            let (mut stream, mut output) = (strict.stream(), Vec::new());
            stream.push(piece, &mut output).unwrap();
            let error = stream.finish(&mut output).unwrap_err();
            assert_eq!(
                (error.position(), error.kind(), &output[..]),
                (1, DecodeErrorKind::Truncated, &b"a"[..]),
                "{backend}: {piece:?}"
            );
        }
    }
}

/// A waiting `%` stays, and is written before the refused digit after it.
#[test]
fn an_error_in_waiting_bytes_at_the_end() {
    let decoder = Decoder::new().reject(AsciiSet::from_bytes(b"2")).reject_raw(true);
    for backend in support::backends() {
        let (mut stream, mut output) = (decoder.on(backend).stream(), Vec::new());
        stream.push(b"a%2", &mut output).unwrap();
        for _ in 0..2 {
            let error = stream.finish(&mut output).unwrap_err();
            assert_eq!(
                (error.position(), error.kind(), &output[..]),
                (2, DecodeErrorKind::Rejected(b'2'), &b"a%"[..]),
                "{backend}"
            );
        }
    }
}

/// The documentation allows further pieces after `finish`: another input begins, and positions go
/// on.
#[test]
fn a_stream_goes_on_after_finish() {
    for backend in support::backends() {
        let (mut stream, mut output) = (Decoder::new().on(backend).stream(), Vec::new());
        stream.push(b"a%4", &mut output).unwrap();
        stream.finish(&mut output).unwrap();
        stream.push(b"1%41", &mut output).unwrap();
        stream.finish(&mut output).unwrap();
        assert_eq!(output, b"a%41A", "{backend}");

        let (mut stream, mut output) =
            (support::encoder(&keep_escapes()).on(backend).stream(), Vec::new());
        stream.push_bytes(b"a%4", &mut output);
        stream.finish(&mut output);
        stream.push_bytes(b"1%41", &mut output);
        stream.finish(&mut output);
        assert_eq!(output, b"a%2541%41", "{backend}");
    }
}

fn keep_escapes() -> oracle::Encode {
    oracle::Encode {
        set: oracle::all_but(b"-._~"),
        keep_escapes: true,
        ..oracle::Encode::default()
    }
}

/// A clone made between two pieces is independent of its original.
#[test]
fn clones_are_independent() {
    let backend = Backend::active();
    let (mut one, mut bytes) = (Decoder::new().on(backend).stream(), Vec::new());
    one.push(b"%4", &mut bytes).unwrap();
    let (mut other, mut others) = (one.clone(), bytes.clone());
    one.push(b"1", &mut bytes).unwrap();
    other.push(b"z", &mut others).unwrap();
    assert_eq!((&bytes[..], &others[..]), (&b"A"[..], &b"%4z"[..]));
}
