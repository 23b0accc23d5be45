//! Changes past a stray `%`: found and measured window by window, and encoded in parts.

use std::borrow::Cow;

use percent_simd::{Decoder, Encoder, decode, decode_str, sets};

/// The first changed byte past a `%` that stays, at and around the ends of windows.
#[test]
fn the_first_change_past_a_stray_percent() {
    let lengths = (0..4).chain(505..520).chain(1015..1030).chain([4096, 5000]);
    for backend in support::backends() {
        let decoder = Decoder::new().on(backend);
        for len in lengths.clone() {
            for (rest, changes) in [("%41", true), ("+%4", true), ("%4", false), ("%%4g", false)] {
                for between in ["x", "%"] {
                    let input = ["%zz", &between.repeat(len), rest].concat();
                    let found = changes.then_some(3 + len);
                    let form = decoder.plus_as_space(true);
                    assert_eq!(form.find(&input), found, "{backend}: {len} and {rest}");
                    let found = found.filter(|_| rest == "%41");
                    assert_eq!(decoder.find(&input), found, "{backend}: {len} and {rest}");
                    let unchanged = matches!(decoder.decode(&input), Ok(Cow::Borrowed(_)));
                    assert_eq!(unchanged, found.is_none(), "{backend}: {len} and {rest}");
                }
            }
        }
    }
}

/// Text of every length is validated, and a long result is measured exactly.
#[test]
fn long_text_by_the_everyday_calls() {
    for len in [200, 255, 256, 257, 1023, 1024, 1025, 5000, (1 << 20) - 3, (1 << 20) + 7] {
        let (start, plain) = ("%61b".repeat(len / 4), "ab".repeat(len / 4));
        let input = format!("{start}%C3%A9");
        assert_eq!(decode_str(&input).unwrap(), format!("{plain}é"), "{len}");
        assert_eq!(*decode(&input), *format!("{plain}é").as_bytes(), "{len}");
        let error = decode_str(&format!("{input}%E9")).unwrap_err();
        assert_eq!(error.position(), input.len(), "{len}");
    }
}

/// Triplets stay, and every other `%` follows the set, for every set and length.
#[test]
fn triplets_that_encoding_keeps() {
    let sets: [&[u8]; 5] = [b" %\"", b" \"", b"%4A", b"4F", b""];
    let pieces = ["%41", "%", "%4", "%zz", "a b", "4A", "%C3%A9", "\"", "\u{e9}", "%%41"];
    for backend in support::backends() {
        for (number, set) in (0..).zip(sets) {
            for len in 0..120_usize {
                let input: String =
                    (0..len).map(|i| pieces[(i * i + number + len) % pieces.len()]).collect();
                let encode = oracle::Encode {
                    set: oracle::members(set),
                    keep_escapes: true,
                    ..oracle::Encode::default()
                };
                let expected = oracle::encode(input.as_bytes(), &encode);
                let encoder = support::encoder(&encode).on(backend);
                assert_eq!(encoder.encode(&input), expected, "{backend}: {set:?}, {input}");
                assert_eq!(encoder.encoded_len(&input), expected.len(), "{backend}: {input}");
                for encoder in [encoder, encoder.keep_non_ascii(true)] {
                    let pieces: String = encoder.pieces(&input).collect();
                    assert_eq!(pieces, encoder.encode(&input), "{backend}: {set:?}, {input}");
                }
                let mut exact = vec![0; expected.len()];
                assert_eq!(encoder.encode_into(&input, &mut exact), Ok(expected.len()));
                assert_eq!(exact, expected.as_bytes(), "{backend}: {set:?}, {input}");
            }
        }
    }
}

/// Triplets and sequences that stay, and a `%` that changes, at and around the ends of the parts in
/// which text is encoded.
#[test]
fn kept_triplets_and_sequences_at_every_place() {
    let lengths = (60..68).chain(4090..4100).chain(8188..8196);
    for backend in support::backends() {
        let encoder = Encoder::new(sets::URI_COMPONENT).keep_non_ascii(true).on(backend);
        for (start, len) in lengths.clone().flat_map(|len| [("a", len), ("é", len / 2)]) {
            let start = start.repeat(len);
            for (end, escapes) in [("%41é", false), ("%41\u{10FFFF}%4a", false), ("%4é", true)] {
                let (input, encoder) = (format!("{start}{end}"), encoder.keep_escapes(true));
                let expected = if escapes { format!("{start}%254é") } else { input.clone() };
                assert_eq!(encoder.encode(&input), expected, "{backend}: {len}, {end}");
                assert_eq!(encoder.encoded_len(&input), expected.len(), "{backend}: {len}, {end}");
                assert_eq!(encoder.find(&input), escapes.then_some(start.len()), "{backend}");
                let mut output = vec![0; expected.len()];
                assert_eq!(encoder.encode_into(&input, &mut output), Ok(expected.len()));
                assert!(output == expected.as_bytes(), "{backend}: {len}, {end}");
                assert_eq!(encoder.pieces(&input).collect::<String>(), expected, "{backend}");
                assert_eq!(encoder.pieces(&input).count(), if escapes { 3 } else { 1 });
            }
        }
    }
}
