//! The memory of results; errors take none.

use std::borrow::Cow;

use crate::counter::{assert_allocates_nothing, measured};
use percent_simd::Utf8;
use percent_simd::{AsciiSet, Backend, Decoder, Encoder, Malformed, sets};

/// Long results have at most an eighth and 64 bytes of spare capacity, too. (Every comparison with
/// the oracle checks short ones.)
#[test]
fn long_results_hold_little_to_spare() {
    let fits = |capacity: usize, len: usize| {
        assert!(support::is_tight(capacity, len), "capacity {capacity} for {len} bytes")
    };
    for unit in [
        "a",
        "%41",
        "é",
        "%C3%A9",
        "a%20b c",
        "%E9",
        " ",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa%20",
    ] {
        for len in [500, 4096, 4097, 30_000] {
            let input = unit.repeat(len / unit.len());
            for backend in support::backends() {
                for utf8 in [Utf8::Lossy, Utf8::KeepEscaped] {
                    if let Ok(Cow::Owned(text)) =
                        Decoder::new().utf8(utf8).on(backend).decode_str(&input)
                    {
                        fits(text.capacity(), text.len());
                    }
                }
                if let Ok(Cow::Owned(bytes)) = Decoder::new().on(backend).decode(input.as_bytes()) {
                    fits(bytes.capacity(), bytes.len());
                }
                if let Cow::Owned(text) =
                    Encoder::new(sets::URI_COMPONENT).on(backend).encode(&input)
                {
                    fits(text.capacity(), text.len());
                }
            }
        }
    }
}

/// Appending clean input does not reserve three times its length: beside the Vec's own doubling,
/// three times 4 KiB at most.
#[test]
fn appending_reserves_by_the_chunk() {
    let input = vec![b'a'; 300_000];
    for backend in support::backends() {
        let mut text = String::new();
        Encoder::new(sets::URI_COMPONENT).on(backend).encode_append(&input, &mut text);
        assert!(text.capacity() <= 2 * (input.len() + 3 * 4096), "{backend}: {}", text.capacity());
        let mut bytes = Vec::new();
        Encoder::new(sets::URI_COMPONENT).on(backend).encode_append_bytes(&input, &mut bytes);
        assert!(
            bytes.capacity() <= 2 * (input.len() + 3 * 4096),
            "{backend}: {}",
            bytes.capacity()
        );
    }
}

/// Up to 1 MiB, decoding reserves the input's length once, and returns the unused rest. Appending
/// reserves at most the input's length and a register.
#[test]
fn decoding_takes_the_input_s_length_at_most() {
    for unit in ["%41", "%C3%A9", "a%20b c", "é%41"] {
        for len in [3, 30, 500, 20_000, 1 << 20] {
            let input = &long(unit, len)[..len];
            for backend in backends_for(len) {
                for decoder in
                    [Decoder::new().on(backend), Decoder::new().reject(sets::CONTROLS).on(backend)]
                {
                    let (calls, peak, bytes) =
                        measured(|| decoder.decode(input).unwrap().into_owned());
                    assert!(
                        calls <= 2 && peak <= input.len() + bytes.len(),
                        "{backend}: {calls} calls, {peak} bytes for {}",
                        input.len()
                    );
                    let mut appended = b"prior".to_vec();
                    let (calls, _, result) =
                        measured(|| decoder.decode_append(input, &mut appended));
                    assert_eq!(result, Ok(()));
                    assert!(
                        calls <= 1 && appended.capacity() <= 5 + input.len() + REGISTER,
                        "{backend}: {calls} calls, {}",
                        appended.capacity()
                    );
                }
            }
        }
    }
}

/// A refused byte is found before memory is reserved, except for a new Vec: nothing is allocated,
/// and the Vec appended to keeps its capacity.
#[test]
fn errors_allocate_nothing() {
    for len in [0, 1, 30, 300, 5000, LONG] {
        for backend in backends_for(len) {
            let decoders = [
                Decoder::new().malformed(Malformed::Error),
                Decoder::new().reject(AsciiSet::EMPTY.add(0)),
            ]
            .map(|decoder| decoder.on(backend));
            let mut input = "é%41".repeat(len / 5);
            input += "%00%4";
            for decoder in decoders {
                let (mut bytes, mut text) = (b"prior".to_vec(), String::from("prior"));
                let capacities = (bytes.capacity(), text.capacity());
                // Decoding takes one pass: the bytes before the error are freed, or are on the
                // stack.
                let (calls, peak, _) = measured(|| decoder.decode(input.as_bytes()).unwrap_err());
                assert!(
                    calls <= usize::from(input.len() > 1024) && peak <= input.len(),
                    "{backend}: {calls} calls, {peak} bytes for {}",
                    input.len()
                );
                assert_allocates_nothing(|| {
                    decoder.decode_str(&input).unwrap_err();
                    decoder.decode_utf8(input.as_bytes()).unwrap_err();
                    decoder.utf8(Utf8::Lossy).decode_utf8(input.as_bytes()).unwrap_err();
                    decoder.utf8(Utf8::KeepEscaped).decode_utf8(input.as_bytes()).unwrap_err();
                    decoder.decode_append(input.as_bytes(), &mut bytes).unwrap_err();
                    decoder.decode_utf8_append(input.as_bytes(), &mut text).unwrap_err();
                });
                assert_eq!(
                    (bytes.as_slice(), text.as_str(), (bytes.capacity(), text.capacity())),
                    (&b"prior"[..], "prior", capacities)
                );
            }
            // Only decoding shows that the input is not UTF-8: the decoded bytes are freed, or stay
            // as capacity.
            input += "%E9";
            let decoder = Decoder::new().on(backend);
            let (calls, peak, _) = measured(|| decoder.decode_str(&input).unwrap_err());
            assert!(
                calls <= 1 && peak <= input.len() + REGISTER,
                "{backend}: {calls} calls, {peak} bytes for {}",
                input.len()
            );
            let mut text = String::from("prior");
            decoder.decode_utf8_append(input.as_bytes(), &mut text).unwrap_err();
            assert_eq!(text, "prior");
            assert!(text.capacity() <= 5 + input.len() + REGISTER);
        }
    }
}

/// The bytes that appending reserves past the input's length when it must grow, so that a kernel's
/// last store is whole.
pub(crate) const REGISTER: usize = 64;

/// Longer than 1 MiB: the length is measured first.
pub(crate) const LONG: usize = (1 << 20) + 5000;

/// The backends to test on an input of this length. Without optimisation a long one is slow, and
/// reservations do not depend on the backend.
pub(crate) fn backends_for(len: usize) -> Vec<Backend> {
    if len < LONG / 2 { support::backends() } else { vec![Backend::active()] }
}

/// At least `len` bytes of a repeated text.
pub(crate) fn long(unit: &str, len: usize) -> Vec<u8> {
    unit.repeat(len.div_ceil(unit.len())).into()
}

/// A long input costs one allocation of its result's size, or none with enough capacity. Tests this
/// many units.
pub(crate) fn costs_its_result_alone(backend: Backend, len: usize, sorts: usize) {
    let encoder = Encoder::new(sets::URI_COMPONENT).on(backend);
    let decoder = Decoder::new().on(backend);
    let strict = decoder.malformed(Malformed::Error).reject(AsciiSet::EMPTY.add(0));
    let (lossy, keeping) = (decoder.utf8(Utf8::Lossy), decoder.utf8(Utf8::KeepEscaped));
    let exact = |call: &str, (calls, peak, len): (usize, usize, usize)| {
        assert_eq!((calls, peak), (1, len), "{call} on {backend}");
    };
    let about = |call: &str, (calls, peak, len): (usize, usize, usize)| {
        assert!(
            calls <= 2 && peak <= len,
            "{call} on {backend}: {calls} calls and {peak} bytes for {len}"
        );
    };
    let result = |(calls, peak, bytes): (usize, usize, Vec<u8>)| (calls, peak, bytes.len());

    for unit in ["%41", "a%C3%A9", "no more than a single triplet in here, which is this: %20"]
        .into_iter()
        .take(sorts)
    {
        let input = long(unit, len);
        exact("decode", result(measured(|| decoder.decode(&input).unwrap().into_owned())));
        exact("decode, strict", result(measured(|| strict.decode(&input).unwrap().into_owned())));
        exact(
            "decode_utf8",
            result(measured(|| decoder.decode_utf8(&input).unwrap().into_owned().into())),
        );
        exact(
            "decode_utf8, keeping",
            result(measured(|| keeping.decode_utf8(&input).unwrap().into_owned().into())),
        );
        exact(
            "decode_append",
            result(measured(|| appended(|bytes| decoder.decode_append(&input, bytes).unwrap()))),
        );
        // Capacity for the result is enough. So is capacity for the input: then nothing is
        // measured.
        for room in [decoder.decoded_len(&input).unwrap(), input.len()] {
            let (mut bytes, mut text) = (Vec::with_capacity(room), String::with_capacity(room));
            assert_allocates_nothing(|| {
                decoder.decode_append(&input, &mut bytes).unwrap();
                decoder.decode_utf8_append(&input, &mut text).unwrap();
            });
            assert_eq!(bytes, text.as_bytes());
        }
    }
    // For ill-formed UTF-8, all input is decoded first, and its text replaces it then.
    for unit in ["%E9%41", "é%E9", "a\u{FFFD}%20%C3"].into_iter().take(sorts) {
        let input = long(unit, len);
        about(
            "decode_utf8, lossy",
            result(measured(|| lossy.decode_utf8(&input).unwrap().into_owned().into())),
        );
        about(
            "decode_utf8, keeping",
            result(measured(|| keeping.decode_utf8(&input).unwrap().into_owned().into())),
        );
    }
    for unit in ["a b", "é", "nothing but a space to be escaped"].into_iter().take(sorts) {
        let input = long(unit, len);
        exact("encode", result(measured(|| encoder.encode(&input).into_owned().into())));
        exact(
            "encode, keeping",
            result(measured(|| encoder.keep_escapes(true).encode(&input).into_owned().into())),
        );
        exact(
            "encode_append_bytes",
            result(measured(|| appended(|bytes| encoder.encode_append_bytes(&input, bytes)))),
        );
        let (mut bytes, mut text) = (
            Vec::with_capacity(encoder.encoded_len(&input)),
            String::with_capacity(3 * input.len()),
        );
        assert_allocates_nothing(|| {
            encoder.encode_append_bytes(&input, &mut bytes);
            encoder.encode_append(&input, &mut text);
        });
        assert_eq!(bytes, text.as_bytes());
    }
    // Clean input.
    let input = long("a", len);
    assert_allocates_nothing(|| {
        assert!(matches!(decoder.decode(&input), Ok(Cow::Borrowed(_))));
        assert!(matches!(encoder.encode(&input), Cow::Borrowed(_)));
    });
}

/// The bytes that the call appends to an empty Vec.
pub(crate) fn appended(append: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut bytes = Vec::new();
    append(&mut bytes);
    bytes
}

#[test]
fn a_long_input_costs_its_result() {
    for backend in backends_for(LONG) {
        costs_its_result_alone(backend, LONG, 3);
    }
}

#[test]
#[ignore = "needs 5 GiB of memory, and optimisation: cargo test --release -p percent-simd --test alloc -- --ignored"]
fn a_gibibyte_costs_its_result() {
    costs_its_result_alone(Backend::active(), 1 << 30, 1);
}
