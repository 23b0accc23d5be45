//! Kernels have separate loops for clean stretches and for solid runs of triplets. Interruptions
//! come at every possible position.

use crate::rooms::assert_in_rooms;
use oracle::content::Content;
use oracle::random::Random;
use percent_simd::{Decoder, Encoder};
use support::check::{self, Offsets};

/// Compares the quick calls alone, because these tests cover many positions and the other calls use
/// the same kernels.
fn decode(decoder: Decoder, input: &[u8], expected: &[u8]) {
    for backend in support::backends() {
        let decoder = decoder.on(backend);
        assert_eq!(
            decoder.decoded_len(input),
            Ok(expected.len()),
            "{backend}: {}",
            input.escape_ascii()
        );
        assert_in_rooms(backend.name(), input, expected, |output| {
            decoder.decode_into(input, output).unwrap()
        });
        let mut buffer = input.to_vec();
        assert_eq!(
            decoder.decode_in_place(&mut buffer),
            Ok(expected.len()),
            "{backend}: {}",
            input.escape_ascii()
        );
        assert!(buffer.starts_with(expected), "{backend}, in place: {}", input.escape_ascii());
    }
}

fn encode(encoder: Encoder, input: &[u8], expected: &[u8]) {
    for backend in support::backends() {
        let encoder = encoder.on(backend);
        assert_eq!(
            encoder.encoded_len(input),
            expected.len(),
            "{backend}, {encoder:?}: {}",
            input.escape_ascii()
        );
        assert_in_rooms(backend.name(), input, expected, |output| {
            encoder.encode_into(input, output).unwrap()
        });
    }
}

/// Bytes that interrupt a run of triplets, as written and decoded.
const INTERRUPTIONS: [(&str, &str); 9] = [
    ("%", "%"),
    ("%4", "%4"),
    ("%%", "%%"),
    ("%4g", "%4g"),
    ("%g4", "%g4"),
    ("z", "z"),
    ("+", " "),
    ("4", "4"),
    ("zzzzzzzz", "zzzzzzzz"),
];

/// A loop for solid runs begins after two dense steps of 256 bytes, and takes 48, 96 or 192 bytes
/// at a time. The interruption comes at every triplet of such a chunk, in every phase, and another
/// run follows.
#[test]
fn solid_runs_are_interrupted_everywhere() {
    let mut random = Random::new(61);
    let decoder = Decoder::new().plus_as_space(true);
    let mut run = |count: usize| -> (Vec<u8>, Vec<u8>) {
        let values: Vec<u8> = (0..count).map(|_| random.byte()).collect();
        (values.iter().flat_map(|value| format!("%{value:02x}").into_bytes()).collect(), values)
    };
    for phase in 0..3 {
        for chunk_place in 0..64 {
            let (before, before_decoded) = run(200 + chunk_place);
            let (after, after_decoded) = run(130);
            for (turn, (written, decoded)) in INTERRUPTIONS.into_iter().enumerate() {
                // Every interruption comes at every position of a chunk in at least one phase; the
                // first few in all phases.
                if turn >= 4 && (turn + chunk_place) % 3 != phase {
                    continue;
                }
                let filler = &b"zz"[..phase];
                let input =
                    [filler, &before, written.as_bytes(), &after, written.as_bytes()].concat();
                let expected = [
                    filler,
                    &before_decoded,
                    decoded.as_bytes(),
                    &after_decoded,
                    decoded.as_bytes(),
                ]
                .concat();
                decode(decoder, &input, &expected);
            }
        }
    }
}

/// A solid run that the input's end interrupts, inside a triplet or between two.
#[test]
fn solid_runs_end_everywhere() {
    let written: Vec<u8> = (0..=255u8)
        .cycle()
        .take(400)
        .flat_map(|value| format!("%{value:02X}").into_bytes())
        .collect();
    let decoded: Vec<u8> = (0..=255u8).cycle().take(400).collect();
    for end in (500..written.len()).chain(0..200) {
        decode(
            Decoder::new(),
            &written[..end],
            &[&decoded[..end / 3], &written[end / 3 * 3..end]].concat(),
        );
    }
}

/// A clean stretch of any length, then an interruption: at its end no byte of a triplet may be
/// missed.
#[test]
fn clean_stretches_are_interrupted_everywhere() {
    for before in 0..=600 {
        // Past the longer stretches only a triplet across a boundary is new.
        let behind = if before % 3 == 0 { 300 } else { before % 70 };
        let (before, behind) = (vec![b'z'; before], vec![b'4'; behind]);
        let decoded = if behind.is_empty() { &b"A%A%4"[..] } else { b"A%AD" };
        let expected = [&before[..], decoded, &behind[behind.len().min(1)..]].concat();
        decode(Decoder::new(), &[&before[..], b"%41%%41%4", &behind].concat(), &expected);
        decode(
            Decoder::new().plus_as_space(true),
            &[&before[..], b"+%2B", &behind].concat(),
            &[&before[..], b" +", &behind].concat(),
        );
    }
}

/// A refused triplet at every position of a run, in every phase. The kernels halt there or some
/// blocks before, perhaps within a triplet that crosses the end of a block. The error must be exact
/// and leave everything unchanged.
#[test]
fn refused_everywhere() {
    let strict = oracle::Decode {
        strict: true,
        reject: oracle::members(b"\0"),
        ..oracle::Decode::default()
    };
    let keeping = oracle::Decode { keep: oracle::members(b"/\0"), plus: true, ..strict.clone() };
    for (policy, unit) in [(&strict, "%41"), (&keeping, "%2F%41+")] {
        let decoder = support::decoder(policy);
        let whole = unit.repeat(150);
        for phase in 0..3 {
            for place in 0..150 {
                let before = [&b"zz"[..phase], &whole.as_bytes()[..3 * place]].concat();
                for (turn, refused) in ["%00", "%4", "%zz", "%%41"].into_iter().enumerate() {
                    let behind =
                        &whole.as_bytes()[..if (place + turn) % 2 == 0 { 300 } else { place % 40 }];
                    let input = [&before[..], refused.as_bytes(), behind].concat();
                    let expected = oracle::decode(&input, policy).map(|bytes| bytes.len());
                    assert!(
                        expected.is_err(),
                        "that was meant to be refused: {}",
                        input.escape_ascii()
                    );
                    for backend in support::backends() {
                        let decoder = decoder.on(backend);
                        assert_eq!(
                            decoder.decoded_len(&input).map_err(support::error),
                            expected,
                            "{backend}: {}",
                            input.escape_ascii()
                        );
                        let mut buffer = input.clone();
                        assert_eq!(
                            decoder.decode_in_place(&mut buffer).map_err(support::error),
                            expected,
                            "{backend}: {}",
                            input.escape_ascii()
                        );
                        assert!(buffer == input, "{backend}: {} was changed", input.escape_ascii());
                        {
                            let mut appended = b"prior".to_vec();
                            let result = decoder
                                .decode_append(&input, &mut appended)
                                .map_err(support::error);
                            assert_eq!(
                                result,
                                expected.map(|_| ()),
                                "{backend}: {}",
                                input.escape_ascii()
                            );
                            assert_eq!(appended, b"prior", "{backend}: {}", input.escape_ascii());
                        }
                    }
                }
            }
        }
    }
}

/// Kept triplets at every position: a triplet is whole wherever blocks end, and `%` alone is not
/// one.
#[test]
fn kept_escapes_everywhere() {
    let policies = [
        oracle::Encode {
            set: oracle::all_but(b"-._~"),
            keep_escapes: true,
            ..oracle::Encode::default()
        },
        oracle::Encode {
            set: oracle::members(b"0123456789ABCDEFabcdef"),
            keep_escapes: true,
            ..oracle::Encode::default()
        },
        oracle::Encode {
            set: oracle::members(b"1"),
            plus: true,
            keep_escapes: true,
            lowercase: true,
            keep_non_ascii: false,
        },
    ];
    for policy in &policies {
        let encoder = support::encoder(policy);
        for before in 0..=420 {
            // `z` stays under all of these policies; `1` is escaped under two.
            for filler in [b'z', b'1'] {
                let behind = vec![filler; if before % 3 == 0 { 300 } else { before % 70 }];
                let input = [&vec![filler; before], &b"%41%1%11%%1"[..], &behind].concat();
                encode(encoder, &input, oracle::encode(&input, policy).as_bytes());
            }
        }
    }
}

/// A loop for input that is escaped throughout begins and ends at any position.
#[test]
fn solid_escaping_is_interrupted_everywhere() {
    let policies = [
        oracle::Encode { set: oracle::all_but(b"-._~"), ..oracle::Encode::default() },
        oracle::Encode {
            set: oracle::all_but(b"*-._"),
            plus: true,
            lowercase: true,
            ..oracle::Encode::default()
        },
    ];
    for policy in &policies {
        let encoder = support::encoder(policy);
        for place in 0..=330 {
            let escaped = (0..=255u8)
                .filter(|byte| !byte.is_ascii_alphanumeric() && !b"-._~* ".contains(byte));
            let mut input: Vec<u8> = escaped.cycle().take(600).collect();
            input[place] = if place % 2 == 0 { b'z' } else { b' ' };
            encode(encoder, &input, oracle::encode(&input, policy).as_bytes());
        }
    }
}

/// Text is checked and formatted in chunks of some hundred bytes: sequences across their ends,
/// whole, cut short and ill-formed, in every phase.
#[test]
fn utf8_sequences_across_the_ends_of_chunks() {
    let plain = oracle::Decode::default();
    let sequences: [&[u8]; 11] = [
        b"%E2%82%AC",
        b"%F0%9F%98%80%C3%A9",
        b"\xF0\x9F\x98\x80",
        b"\xF0%9F\x98%80",
        b"%e2\x82%ac%",
        b"%E2%82",
        b"%F0%9F%98z",
        b"%F0%9F%98%E2%82%AC",
        b"%E2%82%E2%82%AC%4",
        b"%80%80%80%80",
        b"%F4%90%80%80",
    ];
    for (turn, sequence) in sequences.into_iter().enumerate() {
        for before in (500..=513).chain([243, 256, 1015, 1023]) {
            let behind =
                if before % 2 == turn % 2 { &b"zzzzzzzzzzzzzzzzzzzzzzzz"[..] } else { b"" };
            check::decode_text(
                &[&vec![b'z'; before], sequence, behind].concat(),
                &plain,
                Offsets::default(),
            );
        }
    }
}

/// Several KiB of alternating content, so that every loop follows every other and a kernel
/// postpones attempts that did not pay.
#[test]
fn contents_by_turns() {
    let mut random = Random::new(62);
    let (decode_policies, encode_policies) = (oracle::decode_policies(), oracle::encode_policies());
    for round in 0..33 {
        let mut input = Vec::new();
        while input.len() < 2500 {
            // Now and then a long stretch of content that has a separate loop.
            let (content, longest) = if random.chance(40) {
                (random.pick(&[Content::Solid, Content::Clean, Content::Binary]), 1200)
            } else {
                (random.pick(&Content::ALL), 150)
            };
            input.extend(content.generate(random.below(longest), &mut random));
        }
        let offsets = Offsets { input: random.below(64), output: random.below(64) };
        // Every second round has the plain policy: some loops run only there.
        let decode = if round % 2 == 0 {
            &oracle::Decode::default()
        } else {
            &decode_policies[round / 2 % decode_policies.len()].1
        };
        check::decode(&input, decode, offsets);
        check::encode(&input, &encode_policies[round % encode_policies.len()].1, offsets);
        if round % 4 == 0 {
            check::decode_text(&input, decode, offsets);
        }
    }
}
