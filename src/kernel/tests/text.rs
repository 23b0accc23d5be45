//! Decoded text and lossy text, against the standard library's.

use super::randoms;
use super::utf8::{each_sequence, frames, put};
use crate::backend::Backend;
use crate::kernel::lossy::{replace_ill_formed, text_room};
use crate::kernel::memory::{REGISTER, SHORT_TEXT};
use crate::kernel::rules::DecodeRules;
use crate::kernel::text::{decode_to_text, is_short, short_text};
use crate::kernel::trust::{EMPTY, initialised, slot};

/// The longest input here, or more.
const LONGEST: usize = 600;

/// The byte that fills a buffer before a call.
const PREFILL: u8 = 0xA5;

/// Decodes, and panics unless every backend finds the text that there is: with `+` as it is, and as
/// SP.
fn assert_decodes(input: &[u8], decoded: &[u8]) {
    assert_decodes_by(&DecodeRules::PLAIN, input, decoded);
    let with_plus = DecodeRules { plus_as_space: true, ..DecodeRules::PLAIN };
    if input.contains(&b'+') {
        return;
    }
    assert_decodes_by(&with_plus, input, decoded);
    // Each raw SP as `+`: triplets have none.
    let pluses: Vec<u8> =
        input.iter().map(|&byte| if byte == b' ' { b'+' } else { byte }).collect();
    assert_decodes_by(&with_plus, &pluses, decoded);
}

fn assert_decodes_by(rules: &DecodeRules, input: &[u8], decoded: &[u8]) {
    let expected = core::str::from_utf8(decoded).map_err(|_| decoded);
    for backend in Backend::available() {
        // With room for whole registers, almost, and without: nothing past it is written.
        for spare in [REGISTER, REGISTER - 1, input.len() % REGISTER, 0] {
            let (room, mut buffer) = (input.len() + spare, [slot(PREFILL); LONGEST]);
            let found = decode_to_text::<false>(backend, input, &mut buffer[..room], rules);
            assert_eq!(found, Ok(expected), "{backend}, room {room}: {}", input.escape_ascii());
            let decodes = !["scalar", "sse2"].contains(&backend.name());
            let is_at_once =
                decodes && spare == REGISTER && (1..=SHORT_TEXT).contains(&input.len());
            assert_eq!(is_short(backend, input.len(), room, rules), is_at_once, "{backend}");
            if is_at_once {
                buffer.fill(slot(PREFILL));
                let found = short_text::<false>(backend, input, &mut buffer[..room], rules);
                assert_eq!(found, expected, "{backend}, at once: {}", input.escape_ascii());
            }
            let is_whole = initialised!(buffer, LONGEST, "it was filled")[room..]
                .iter()
                .all(|&byte| byte == PREFILL);
            assert!(is_whole, "{backend}, past room {room}: {}", input.escape_ascii());
        }
    }
}

/// Panics unless every backend gives the lossy text that the standard library gives.
fn assert_replaces(bytes: &[u8]) {
    let expected = String::from_utf8_lossy(bytes);
    for backend in Backend::available() {
        let mut buffer = [EMPTY; text_room(LONGEST)];
        let found = replace_ill_formed(backend, bytes, &mut buffer);
        assert_eq!(found, expected, "{backend}: {}", bytes.escape_ascii());
    }
}

/// The bytes, as triplets where a bit is set.
fn escaped(bytes: &[u8], mut bits: u64) -> Vec<u8> {
    let mut input = Vec::new();
    for &byte in bytes {
        if bits & 1 == 1 || byte == b'%' {
            input.extend(format!("%{byte:02x}").into_bytes());
        } else {
            input.push(byte);
        }
        bits = bits.rotate_right(1);
    }
    input
}

#[test]
fn decoded_sequences_at_every_place() {
    for frame in frames(40) {
        each_sequence(|number, sequence| {
            let mut bytes = frame.clone();
            let place = number % 37;
            put(&mut bytes, place, &sequence);
            // All as triplets, none, and some: at other places for each sequence.
            let some = (number as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            for (bits, len) in [(u64::MAX, 21), (u64::MAX, 40), (0, 40), (some, 24), (!some, 30)] {
                // The input ends with the sequence, within it, or later.
                let start = place.saturating_sub(len * 2 / 3);
                let end = (start + len).min(place + 1 + number / 37 % 8).min(bytes.len());
                let bytes = &bytes[start..end];
                let input = escaped(bytes, bits);
                assert_decodes(&input, bytes);
            }
        });
    }
}

#[test]
fn decoded_text_of_every_length() {
    let text = "аé漢😀, %zz ".repeat(8);
    for len in 0..=text.len().min(100) {
        let bytes = &text.as_bytes()[..len];
        let raw: Vec<u8> = bytes.iter().copied().filter(|&byte| byte != b'%').collect();
        assert_decodes(&raw, &raw);
        for shift in 0..7 {
            assert_decodes(&escaped(bytes, 0x0F33_5555_00FF_A5C3 >> shift), bytes);
        }
    }
}

#[test]
fn one_byte_of_an_otherwise_clean_input() {
    for len in 0..=260 {
        let clean: Vec<u8> = (0..len).map(|at| b"ghijk+lmnopq"[at % 12]).collect();
        assert_decodes(&clean, &clean);
        for place in
            (0..len).filter(|place| len <= 33 || place % 16 == len % 16 || place + 1 == len)
        {
            // Not UTF-8, a `%` that stays, and a valid triplet.
            for bytes in [&b"\xFF"[..], b"%", b"%41"] {
                let mut input = clean.clone();
                input.splice(place..place + 1, bytes.iter().copied());
                let mut decoded = clean.clone();
                decoded[place] = if bytes == b"%41" { b'A' } else { bytes[0] };
                assert_decodes_by(&DecodeRules::PLAIN, &input, &decoded);
            }
        }
    }
}

#[test]
fn plus_stays_or_is_a_space() {
    for len in 0..=260 {
        for step in 1..4 {
            // `*`, `,` and `-` are beside `+` in ASCII.
            let byte = |at: usize| if at % step == 0 { b'+' } else { b"*+,-"[at % 4] };
            let input: Vec<u8> = (0..len).map(byte).collect();
            assert_decodes_by(&DecodeRules::PLAIN, &input, &input);
            let with_plus = DecodeRules { plus_as_space: true, ..DecodeRules::PLAIN };
            let mut decoded = input.clone();
            decoded.iter_mut().filter(|byte| **byte == b'+').for_each(|byte| *byte = b' ');
            assert_decodes_by(&with_plus, &input, &decoded);
        }
    }
}

#[test]
fn replaced_sequences_across_every_border() {
    const PLACES: usize = 131;
    for frame in frames(PLACES + 73) {
        each_sequence(|number, sequence| {
            let mut bytes = frame.clone();
            let place = number % PLACES;
            put(&mut bytes, place, &sequence);
            assert_replaces(&bytes);
            assert_replaces(&bytes[..place + 1 + number / PLACES % 4]);
            // Many at once.
            for at in (0..place.saturating_sub(4)).step_by(5 + number % 11) {
                put(&mut bytes, at, &sequence);
            }
            assert_replaces(&bytes);
        });
    }
}

#[test]
fn replaced_at_random() {
    let mut random = randoms(29);
    for _ in 0..4000 {
        let len = random(LONGEST);
        // Bytes that are near to text: leads and those that may follow.
        const LIKELY: [u8; 12] =
            [0x80, 0xBF, 0x9F, 0xA0, 0x90, 0x8F, 0xE0, 0xED, 0xF0, 0xF4, 0xC3, 0xE2];
        let bytes: Vec<u8> = (0..len)
            .map(|_| match random(3) {
                0 => random(256) as u8,
                1 => b'a',
                _ => LIKELY[random(LIKELY.len())],
            })
            .collect();
        assert_replaces(&bytes);
    }
}
