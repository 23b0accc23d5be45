//! Every backend x operation x policy x length x alignment x kind of content, compared with the
//! oracle, and all byte values in all lanes.

use oracle::content::{Content, NEAR_DIGITS};
use oracle::random::Random;
use support::check::{self, Offsets};

/// A random pair of offsets: over a test's many inputs every offset occurs.
fn any_offsets(random: &mut Random) -> Offsets {
    Offsets { input: random.below(64), output: random.below(64) }
}

/// Two kinds of content for a length and a policy. Neighbouring lengths and policies take other
/// kinds, so every pairing occurs many times.
fn two_contents(len: usize, policy: usize) -> [Content; 2] {
    let all = Content::ALL;
    let first = (len + 3 * policy) % all.len();
    [all[first], all[(first + 5) % all.len()]]
}

/// Lengths around the kernels' steps (256 and 512), around the chunks of appending (4096) and
/// formatting (512, 256), and beyond.
const LONG: [usize; 22] = [
    255, 256, 257, 258, 259, 260, 265, 270, 511, 512, 513, 514, 515, 516, 520, 767, 768, 769, 1000,
    1024, 1027, 1100,
];
const LONGEST: [usize; 5] = [4095, 4096, 4097, 4098, 9000];

/// All lengths of `LONG`, and one of `LONGEST`: neighbouring policies take the others.
fn long_lengths(policy: usize) -> impl Iterator<Item = usize> {
    LONG.into_iter().chain([LONGEST[policy % LONGEST.len()]])
}

#[test]
fn decode_lengths_0_to_200() {
    let mut random = Random::new(1);
    for (number, (_, policy)) in oracle::decode_policies().iter().enumerate() {
        for len in 0..=200 {
            for content in two_contents(len, number) {
                check::decode(
                    &content.generate(len, &mut random),
                    policy,
                    any_offsets(&mut random),
                );
            }
        }
    }
}

#[test]
fn decode_text_lengths_0_to_200() {
    let mut random = Random::new(2);
    for (number, (_, policy)) in oracle::decode_policies().iter().enumerate() {
        // Text costs most, and its decoding is tested above at every length.
        for len in (0..=70).chain((71..=200).step_by(3)) {
            let content = two_contents(len, number)[len % 2];
            check::decode_text(
                &content.generate(len, &mut random),
                policy,
                any_offsets(&mut random),
            );
            check::decode_text(
                &Content::Utf8.generate(len, &mut random),
                policy,
                any_offsets(&mut random),
            );
        }
    }
}

#[test]
fn encode_lengths_0_to_200() {
    let mut random = Random::new(3);
    for (number, (_, policy)) in oracle::encode_policies().iter().enumerate() {
        for len in 0..=200 {
            for content in two_contents(len, number) {
                check::encode(
                    &content.generate(len, &mut random),
                    policy,
                    any_offsets(&mut random),
                );
            }
        }
    }
}

#[test]
fn decode_long() {
    let mut random = Random::new(4);
    for (number, (_, policy)) in oracle::decode_policies().iter().enumerate() {
        for len in long_lengths(number) {
            for content in two_contents(len + number, number) {
                check::decode(
                    &content.generate(len, &mut random),
                    policy,
                    any_offsets(&mut random),
                );
            }
        }
    }
}

#[test]
fn decode_text_long() {
    let mut random = Random::new(5);
    for (number, (_, policy)) in oracle::decode_policies().iter().enumerate() {
        for len in long_lengths(number) {
            // Formatting and checking work in chunks: sequences and triplets must cross their ends.
            let content = if (len + number) % 2 == 0 { Content::Utf8 } else { Content::SolidText };
            check::decode_text(
                &content.generate(len, &mut random),
                policy,
                any_offsets(&mut random),
            );
        }
    }
}

#[test]
fn encode_long() {
    let mut random = Random::new(6);
    for (number, (_, policy)) in oracle::encode_policies().iter().enumerate() {
        for len in long_lengths(number) {
            for content in two_contents(len + number, number) {
                check::encode(
                    &content.generate(len, &mut random),
                    policy,
                    any_offsets(&mut random),
                );
            }
        }
    }
}

/// Every kind of content under every policy, at lengths that run the kernels' loops more than once.
#[test]
fn every_content_under_every_policy() {
    let mut random = Random::new(7);
    for content in Content::ALL {
        for (_, policy) in oracle::decode_policies() {
            for len in [61, 345, 700] {
                check::decode(
                    &content.generate(len, &mut random),
                    &policy,
                    any_offsets(&mut random),
                );
            }
            check::decode_text(
                &content.generate(600, &mut random),
                &policy,
                any_offsets(&mut random),
            );
        }
        for (_, policy) in oracle::encode_policies() {
            for len in [61, 345, 700] {
                check::encode(
                    &content.generate(len, &mut random),
                    &policy,
                    any_offsets(&mut random),
                );
            }
        }
    }
}

/// All 64 offsets of the input with some of the output, and the reverse.
#[test]
fn every_alignment() {
    let mut random = Random::new(8);
    let decode = oracle::Decode { keep: oracle::members(b"/"), ..oracle::Decode::default() };
    let encode = oracle::Encode { set: oracle::all_but(b"-._~"), ..oracle::Encode::default() };
    for offset in 0..64 {
        for other in [0, 1, 31, 63, random.below(64)] {
            let len = 64 + random.below(80);
            let content = random.pick(&Content::ALL).generate(len, &mut random);
            for offsets in
                [Offsets { input: offset, output: other }, Offsets { input: other, output: offset }]
            {
                check::decode(&content, &decode, offsets);
                check::encode(&content, &encode, offsets);
            }
        }
    }
}

/// `content` between enough harmless bytes to fill the lanes of the widest block on both sides.
fn padded(lane: usize, content: &[u8], behind: usize) -> Vec<u8> {
    let mut input = vec![b'z'; lane];
    input.extend_from_slice(content);
    input.resize(input.len() + behind, b'z');
    input
}

/// Every byte value at every lane of a 64-byte block: `find`, and the escaped or unchanged byte.
#[test]
fn every_byte_value_in_every_lane_encoding() {
    let policies = [
        oracle::Encode { set: oracle::all_but(b"-._~"), ..oracle::Encode::default() },
        // Checkerboards test each row and each bit of a set's table on its own.
        oracle::Encode {
            set: core::array::from_fn(|byte| (byte ^ (byte >> 4)) & 1 == 0),
            ..oracle::Encode::default()
        },
        oracle::Encode {
            set: core::array::from_fn(|byte| byte % 3 == 0),
            plus: true,
            lowercase: true,
            ..oracle::Encode::default()
        },
    ];
    for (number, policy) in policies.iter().enumerate() {
        let encoder = support::encoder(policy);
        // `z` is in some of the sets.
        let z = oracle::encode(b"z", policy);
        for byte in 0..=255 {
            // The expectation at a lane differs from this one in position only.
            let (written, find) =
                (oracle::encode(&[byte], policy), oracle::encode_find(&[byte], policy));
            // One set covers every lane; the others cover the byte values.
            for lane in (0..64).step_by(if number == 0 { 1 } else { 9 }) {
                let input = padded(lane, &[byte], 70);
                let expected = [z.repeat(lane), written.clone(), z.repeat(70)].concat();
                let found = if z != "z" && lane > 0 {
                    Some(0)
                } else {
                    find.map(|_| lane).or((z != "z").then_some(lane + 1))
                };
                for backend in support::backends() {
                    let (encoder, mut output) = (encoder.on(backend), vec![0; expected.len()]);
                    assert_eq!(encoder.find(&input), found, "{backend}: {byte:02X} in lane {lane}");
                    assert_eq!(
                        encoder.encode_into(&input, &mut output),
                        Ok(expected.len()),
                        "{backend}: {byte:02X} in lane {lane}"
                    );
                    assert_eq!(output, expected.as_bytes(), "{backend}: {byte:02X} in lane {lane}");
                }
            }
        }
    }
}

/// Every byte value at every lane, raw and as a triplet.
#[test]
fn every_byte_value_in_every_lane_decoding() {
    let policy = oracle::Decode { plus: true, ..oracle::Decode::default() };
    let decoder = support::decoder(&policy);
    for byte in 0..=255 {
        for written in [vec![byte], format!("%{byte:02x}").into_bytes()] {
            let (value, find) = (
                oracle::decode(&written, &policy).unwrap(),
                oracle::decode_find(&written, &policy),
            );
            for lane in 0..64 {
                let input = padded(lane, &written, 70);
                let expected = padded(lane, &value, 70);
                for backend in support::backends() {
                    let (decoder, mut output) = (decoder.on(backend), vec![0; input.len()]);
                    let context =
                        || format!("{backend}: {} in lane {lane}", written.escape_ascii());
                    assert_eq!(decoder.find(&input), find.map(|_| lane), "{}", context());
                    assert_eq!(
                        decoder.decode_into(&input, &mut output),
                        Ok(expected.len()),
                        "{}",
                        context()
                    );
                    assert_eq!(output[..expected.len()], expected, "{}", context());
                }
            }
        }
    }
}

/// Pairs of significant bytes, farther from both ends than the largest step of any kernel.
#[test]
fn bytes_that_matter_in_every_lane_far_from_both_ends() {
    let decode =
        oracle::Decode { plus: true, keep: oracle::members(b"/"), ..oracle::Decode::default() };
    let encode = oracle::Encode { set: oracle::all_but(b"-._~"), ..oracle::Encode::default() };
    let mut random = Random::new(9);
    for lane in 0..64 {
        for &byte in [b"%+ /4aF".as_slice(), NEAR_DIGITS].concat().iter() {
            if random.chance(12) {
                let content = [byte, b'%', byte, b'4', b'%', b'4', byte, b'%', b'2', b'f', byte];
                let input = padded(320 + lane, &content, 340);
                check::decode(&input, &decode, Offsets::default());
                check::encode(&input, &encode, Offsets::default());
            }
        }
    }
}

/// Equal bytes in several registers of one step are found: a kernel joins their masks, which must
/// not cancel.
#[test]
fn the_same_lane_of_several_registers() {
    let decode = oracle::Decode::default();
    let encode = oracle::Encode { set: oracle::all_but(b"-._~"), ..oracle::Encode::default() };
    for lane in [0, 1, 7, 8, 14, 15, 16, 29, 31, 32, 47, 61, 62, 63] {
        for places in
            [[0, 64], [64, 128], [128, 192], [0, 192], [0, 16], [16, 48], [0, 32], [32, 96]]
        {
            let mut input = vec![b'a'; 700];
            for place in places {
                input[place + lane..][..3].copy_from_slice(b"%41");
            }
            check::decode(&input, &decode, Offsets::default());
            check::encode(&input, &encode, Offsets::default());
            // One triplet in each of the four registers.
            for place in [0, 64, 128, 192] {
                input[place + lane..][..3].copy_from_slice(b"%41");
            }
            check::decode(&input, &decode, Offsets::default());
            check::encode(&input, &encode, Offsets::default());
        }
    }
}
