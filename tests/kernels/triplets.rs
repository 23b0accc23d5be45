//! All 65,536 pairs of bytes after a `%`, and inputs that broke other codecs, by name.

use oracle::random::Random;
use percent_simd::{AsciiSet, Decoder, Encoder, Malformed};
use support::check::{self, Offsets};

#[test]
fn all_65536_alone() {
    let strict = oracle::Decode { strict: true, ..oracle::Decode::default() };
    let encode = oracle::Encode {
        set: oracle::members(b"%"),
        keep_escapes: true,
        ..oracle::Encode::default()
    };
    let (decoder, strict_decoder, encoder) =
        (Decoder::new(), support::decoder(&strict), support::encoder(&encode));
    for pair in 0..=u16::MAX {
        let [high, low] = pair.to_be_bytes();
        let input = [b'%', high, low];
        let decoded = oracle::decode(&input, &oracle::Decode::default()).unwrap();
        let refused = oracle::decode(&input, &strict).map(|bytes| bytes.len());
        let encoded = oracle::encode(&input, &encode);
        for backend in support::backends() {
            let mut output = [0; 9];
            let len = decoder.on(backend).decode_into(&input, &mut output).unwrap();
            assert_eq!(output[..len], decoded, "{backend}: %{high:02X}{low:02X}");
            assert_eq!(
                strict_decoder.on(backend).decoded_len(&input).map_err(support::error),
                refused,
                "{backend}: %{high:02X}{low:02X}"
            );
            let len = encoder.on(backend).encode_into(&input, &mut output).unwrap();
            assert_eq!(&output[..len], encoded.as_bytes(), "{backend}: %{high:02X}{low:02X}");
        }
    }
}

/// One pair in each 16 bytes: `phase` bytes into a 16-byte block, with the first in the quarter
/// `shift` of a 64-byte block.
fn pairs_in_blocks(pairs: core::ops::RangeInclusive<u16>, phase: usize, shift: usize) -> Vec<u8> {
    let mut random = Random::new(phase as u64);
    let mut input = vec![b'z'; 16 * shift + phase];
    for pair in pairs {
        let [high, low] = pair.to_be_bytes();
        input.extend([b'%', high, low]);
        // These bytes may complete a triplet that the pair has begun: `%%4` and `1`.
        input.extend((0..13).map(|_| random.pick(b"zzz1aF")));
    }
    input
}

/// Each pair across the end of a 64-byte block; pairs with a digit or a near digit across the ends
/// of 16 and 32 bytes, too.
#[test]
fn all_65536_in_blocks() {
    let matters = |high: &u8| {
        high.is_ascii_hexdigit() || *high == b'%' || oracle::content::NEAR_DIGITS.contains(high)
    };
    for (phase, shift, all) in [
        (13, 3, false),
        (14, 0, false),
        (14, 1, false),
        (14, 3, true),
        (15, 0, false),
        (15, 1, false),
        (15, 3, true),
    ] {
        // One input for each high digit: 4 KiB and more, so the kernels' widest loops run.
        for high in (0..=u8::MAX).filter(|high| all || matters(high)) {
            let input = pairs_in_blocks(
                u16::from_be_bytes([high, 0])..=u16::from_be_bytes([high, 255]),
                phase,
                shift,
            );
            let expected = oracle::decode(&input, &oracle::Decode::default()).unwrap();
            let mut output = vec![0; input.len()];
            for backend in support::backends() {
                let len = Decoder::new().on(backend).decode_into(&input, &mut output).unwrap();
                assert!(
                    output[..len] == expected,
                    "{backend}: %{high:02X}__ at {phase} mod 16, first at {}",
                    16 * shift + phase
                );
            }
        }
    }
}

/// Each malformed pair of digits and near digits, under the strict policy, at the ends of blocks:
/// the error and its position are exact.
#[test]
fn malformed_pairs_are_found_in_blocks() {
    let strict = Decoder::new().malformed(Malformed::Error);
    let policy = oracle::Decode { strict: true, ..oracle::Decode::default() };
    let bytes = [oracle::content::NEAR_DIGITS, b"%09AFaf"].concat();
    for at in [0, 1, 14, 15, 16, 30, 31, 61, 62, 63, 64, 126, 127, 254, 255, 256] {
        for &high in &bytes {
            for &low in &bytes {
                let mut input = b"%41zz".repeat(80);
                input.resize(at, b'z');
                input.extend([b'%', high, low]);
                // Every second input goes on; the others end right after the pair.
                if high < low {
                    input.extend_from_slice(&b"z%zz%41".repeat(30));
                }
                let expected = oracle::decode(&input, &policy).map(|bytes| bytes.len());
                for backend in support::backends() {
                    let result = strict.on(backend).decoded_len(&input).map_err(support::error);
                    assert_eq!(
                        result,
                        expected,
                        "{backend}: {} at {at}",
                        [b'%', high, low].escape_ascii()
                    );
                }
            }
        }
    }
}

/// The plain decoding of `input`, on every backend, against a handwritten result; under every
/// policy, against the oracle.
#[track_caller]
fn assert_decodes(input: impl AsRef<[u8]>, expected: impl AsRef<[u8]>) {
    let (input, expected) = (input.as_ref(), expected.as_ref());
    for backend in support::backends() {
        let mut buffer = input.to_vec();
        let len = Decoder::new().on(backend).decode_in_place(&mut buffer).unwrap();
        assert!(
            buffer[..len] == *expected,
            "{backend}: {} gave {}",
            input.escape_ascii(),
            buffer[..len].escape_ascii()
        );
    }
    for (_, policy) in oracle::decode_policies() {
        check::decode(input, &policy, Offsets::default());
        check::decode_text(input, &policy, Offsets::default());
    }
    for (_, policy) in oracle::encode_policies() {
        check::encode(input, &policy, Offsets::default());
    }
}

// ---- Inputs that broke other codecs. ----

#[test]
fn empty_input() {
    assert_decodes("", "");
}

#[test]
fn truncated_at_the_end() {
    assert_decodes("a%", "a%");
    assert_decodes("a%4", "a%4");
    assert_decodes("%", "%");
    assert_decodes("%4", "%4");
    assert_decodes("%41%", "A%");
    assert_decodes("%41%4", "A%4");
}

#[test]
fn many_percent_signs_in_a_row() {
    for count in [1, 2, 3, 15, 16, 17, 33, 64, 65] {
        assert_decodes("%".repeat(count), "%".repeat(count));
        assert_decodes("%".repeat(count) + "41", "%".repeat(count - 1) + "A");
    }
    for count in (1..=140).chain([255, 256, 257, 512, 1000]) {
        assert_decodes_plainly(&"%".repeat(count), &"%".repeat(count));
        assert_decodes_plainly(&("%".repeat(count) + "41"), &("%".repeat(count - 1) + "A"));
        assert_decodes_plainly(&("%".repeat(count) + "4"), &("%".repeat(count) + "4"));
    }
}

#[test]
fn percent_before_a_triplet() {
    assert_decodes("%%41", "%A");
}

#[test]
fn percent_and_one_digit_before_a_triplet() {
    assert_decodes("%4%41", "%4A");
    assert_decodes("%%4%41", "%%4A");
}

#[test]
fn two_percents_before_a_triplet() {
    assert_decodes("%%%41", "%%A");
}

#[test]
fn one_pass_only() {
    assert_decodes("%2541", "%41");
    assert_decodes("%25%34%31", "%41");
    assert_decodes("%%34%31", "%41");
    assert_decodes("%25%32%35%34%31", "%2541");
}

#[test]
fn the_sequence_that_crashed_a_browser() {
    assert_decodes("%%30%30", "%00");
}

/// With 59 x `a`, the triplet's last digit and the stray `%` are at the end of a 64-byte block.
#[test]
fn triplet_then_two_percents_at_a_block_s_end() {
    let text = "a".repeat(59);
    assert_decodes(format!("{text}%41%%zz"), format!("{text}A%%zz"));
    for before in 0..=260 {
        let text = "a".repeat(before);
        assert_decodes_plainly(&format!("{text}%41%%zz"), &format!("{text}A%%zz"));
        assert_decodes_plainly(&format!("{text}%41%%41%4%41%zz%41"), &format!("{text}A%A%4A%zzA"));
    }
}

/// On every backend, against the handwritten result alone: for tests of many positions.
#[track_caller]
fn assert_decodes_plainly(input: &str, expected: &str) {
    for backend in support::backends() {
        let decoder = Decoder::new().on(backend);
        crate::rooms::assert_in_rooms(
            backend.name(),
            input.as_bytes(),
            expected.as_bytes(),
            |output| decoder.decode_into(input, output).unwrap(),
        );
    }
}

// ---- NUL. ----

#[test]
fn nul_escaped_and_raw() {
    assert_decodes("%00", "\0");
    assert_decodes("%\x004", "%\x004");
    assert_decodes("%4\x00", "%4\x00");
    assert_decodes("%\x00\x00", "%\x00\x00");
    assert_decodes("%4\x001", "%4\x001");
}

// ---- Bytes other than hex digits. ----

/// Each byte as the high digit, the low digit and both; at the start, in the middle and at the end
/// of a block and of the input.
fn assert_no_digits(bytes: &[u8]) {
    for &byte in bytes {
        for pair in [[byte, b'4'], [b'4', byte], [byte, byte], [byte, b'F'], [b'f', byte]] {
            let triplet = [b'%', pair[0], pair[1]];
            if pair.contains(&b'4') {
                assert_decodes(triplet, triplet);
            }
            for before in [13, 14, 15, 29, 30, 31, 61, 62, 63, 200] {
                for behind in [0, 1, 70] {
                    let input = [&vec![b'z'; before], &triplet[..], &vec![b'z'; behind]].concat();
                    for backend in support::backends() {
                        let decoder = Decoder::new().on(backend);
                        let mut output = input.clone();
                        assert_eq!(
                            decoder.find(&input),
                            None,
                            "{backend}: {}",
                            input.escape_ascii()
                        );
                        assert_eq!(
                            decoder.decode_into(&input, &mut output),
                            Ok(input.len()),
                            "{backend}: {}",
                            input.escape_ascii()
                        );
                        assert_eq!(output, input, "{backend}: {}", input.escape_ascii());
                    }
                }
            }
        }
    }
}

#[test]
fn bytes_just_outside_the_digits() {
    assert_no_digits(b"/:@G`g");
}

#[test]
fn bytes_that_alias_digits_under_a_mask() {
    let aliases: Vec<u8> = (0x10..=0x19)
        .chain(0xB0..=0xB9)
        .chain(0xC1..=0xC6)
        .chain(0xE1..=0xE6)
        .chain(0x01..=0x06)
        .chain(0x21..=0x24)
        .collect();
    assert_no_digits(&aliases);
    // 0x25 itself is `%`, which may begin a triplet.
    assert_no_digits(&[0x26, 0x80, 0xFF]);
}

#[test]
fn signs_and_blanks_are_no_digits() {
    // `strtol` and similar functions accept these.
    assert_no_digits(b"+- \t\n\x0B\x0C\rxX_");
}

#[test]
fn all_22_digits_in_both_places() {
    for high in *b"0123456789ABCDEFabcdef" {
        for low in *b"0123456789ABCDEFabcdef" {
            let digits = [high, low];
            let value = u8::from_str_radix(core::str::from_utf8(&digits).unwrap(), 16).unwrap();
            for backend in support::backends() {
                let mut output = [0; 3];
                assert_eq!(
                    Decoder::new().on(backend).decode_into(&[b'%', high, low], &mut output),
                    Ok(1),
                    "{backend}: {}",
                    digits.escape_ascii()
                );
                assert_eq!(output, [value, 0, 0], "{backend}: {}", digits.escape_ascii());
            }
        }
    }
}

// ---- The ends of blocks and of the input. ----

#[test]
fn percent_at_the_last_two_places_of_a_block() {
    let cases = [
        ("%", "%"),
        ("%4", "%4"),
        ("%41", "A"),
        ("%41z", "Az"),
        ("%zz", "%zz"),
        ("%4z", "%4z"),
        ("%%41", "%A"),
        ("%4%41", "%4A"),
    ];
    for block in [16, 32, 64, 128, 256] {
        for back in 1..=3 {
            for (behind, decoded) in cases {
                let before = "z".repeat(block - back);
                assert_decodes_plainly(&format!("{before}{behind}"), &format!("{before}{decoded}"));
                let after = "z".repeat(300);
                assert_decodes_plainly(
                    &format!("{before}{behind}{after}"),
                    &format!("{before}{decoded}{after}"),
                );
                // The widest block is tested under every policy, too.
                if block == 64 {
                    assert_decodes(format!("{before}{behind}"), format!("{before}{decoded}"));
                }
            }
        }
    }
}

#[test]
fn a_block_ends_in_percent_and_the_next_holds_the_digits() {
    for block in [16, 32, 48, 64, 128, 192, 256, 512] {
        let (before, after) = ("z".repeat(block - 1), "z".repeat(block));
        assert_decodes_plainly(&format!("{before}%41{after}"), &format!("{before}A{after}"));
        assert_decodes_plainly(&format!("{before}%4{after}"), &format!("{before}%4{after}"));
    }
}

#[test]
fn dense_triplets_in_every_phase() {
    for phase in 0..=66 {
        for count in (0..=70).step_by(7).chain([85, 86, 171, 172, 343]) {
            for behind in ["", "%", "%4", "zz%zz"] {
                let before = "%".repeat(phase % 3) + &"z".repeat(phase);
                let (escaped, decoded) = (
                    "%D0%b0%41".repeat(count / 3) + &"%25".repeat(count % 3),
                    "\u{430}A".repeat(count / 3) + &"%".repeat(count % 3),
                );
                assert_decodes_plainly(
                    &format!("{before}{escaped}{behind}"),
                    &format!("{before}{decoded}{behind}"),
                );
            }
        }
    }
}

/// Every cut of an input made of triplets alone, so that it ends inside one at every position of a
/// block.
#[test]
fn the_input_ends_inside_a_triplet_at_a_block_s_end() {
    let whole = "%41".repeat(100);
    for end in 0..=whole.len() {
        assert_decodes_plainly(
            &whole[..end],
            &format!("{}{}", "A".repeat(end / 3), &whole[..end % 3]),
        );
        let shifted = format!("z{}", &whole[..end]);
        assert_decodes_plainly(&shifted, &format!("z{}{}", "A".repeat(end / 3), &whole[..end % 3]));
    }
}

// ---- Growth of an encoding. ----

#[test]
fn growth_by_exactly_three() {
    for count in [0, 1, 15, 16, 17, 42, 127, 128, 1000] {
        let (input, expected) = (vec![0xFF; count], "%FF".repeat(count));
        for backend in support::backends() {
            let encoder = Encoder::new(AsciiSet::EMPTY).on(backend);
            let mut output = vec![0; 3 * count];
            assert_eq!(encoder.encoded_len(&input), 3 * count, "{backend}");
            assert_eq!(encoder.encode_into(&input, &mut output), Ok(3 * count), "{backend}");
            assert_eq!(output, expected.as_bytes(), "{backend}");
        }
        if count <= 128 {
            assert_decodes(expected, input);
        }
    }
}

#[test]
fn a_character_half_raw_and_half_escaped() {
    assert_decodes(b"\xC3%A9", "é");
    assert_decodes(b"%C3\xA9", "é");
    assert_decodes(b"%E5\x86%86", "\u{5186}");
    assert_decodes(b"\xF0%9F\x98%80", "😀");
}

#[test]
fn all_of_80_to_ff_stays_raw() {
    let input: Vec<u8> = (0x80..=0xFF).collect();
    for before in 0..=64 {
        let input = [vec![b'z'; before], input.clone()].concat();
        for backend in support::backends() {
            assert_eq!(Decoder::new().on(backend).find(&input), None, "{backend}");
        }
    }
    assert_decodes(&input, &input);
}

#[test]
fn every_raw_byte_but_percent_stays() {
    let input: Vec<u8> = (0..=255).filter(|&byte| byte != b'%').collect();
    assert_decodes(&input, &input);
}

// ---- Decoding in place (every test here compares it; this one is long). ----

#[test]
fn in_place_the_output_never_overtakes_the_input() {
    // Kept triplets come after decoded ones, which have opened a gap, and before them, where there
    // is none.
    let policy = oracle::Decode { keep: oracle::members(b"/"), ..oracle::Decode::default() };
    for unit in [
        "%2F%41",
        "%41%2f",
        "%2F",
        "%2F%2Fz",
        "zzzzzzzzzzzzzzz%41",
        "%41%2F%2F%2F%2F%2F%2F%2F%2F%2F%2Fzz",
    ] {
        for count in [1, 2, 3, 10, 33, 100] {
            for before in 0..5 {
                let input = ["z".repeat(before), unit.repeat(count)].concat();
                check::decode(input.as_bytes(), &policy, Offsets::default());
            }
        }
    }
}

mod options;
