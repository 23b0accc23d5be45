//! Unchanged input and the caller's memory cost no allocation.

use std::borrow::Cow;

use crate::counter::assert_allocates_nothing;
use percent_simd::Utf8;
use percent_simd::{AsciiSet, Decoder, Encoder, Malformed, sets};

/// Clean inputs of the lengths around the kernels' steps.
pub(crate) fn clean_inputs() -> Vec<Vec<u8>> {
    [0, 1, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 255, 256, 257, 1000, 5000]
        .map(|len| b"abc.def_".iter().copied().cycle().take(len).collect())
        .into()
}

#[test]
fn nothing_where_nothing_changes() {
    for backend in support::backends() {
        let encoder = Encoder::new(sets::URI_COMPONENT).on(backend);
        let decoder = Decoder::new().on(backend);
        let strict = decoder.malformed(Malformed::Error).reject(sets::CONTROLS);
        for input in clean_inputs() {
            let text = std::str::from_utf8(&input).unwrap();
            assert_allocates_nothing(|| {
                assert!(matches!(encoder.encode(&input), Cow::Borrowed(_)));
                assert!(matches!(encoder.encode(text), Cow::Borrowed(_)));
                assert!(matches!(encoder.keep_escapes(true).encode(&input), Cow::Borrowed(_)));
                for decoder in [
                    decoder,
                    strict,
                    decoder.plus_as_space(true),
                    decoder.utf8(Utf8::Lossy),
                    decoder.utf8(Utf8::KeepEscaped),
                ] {
                    assert!(matches!(decoder.decode(&input), Ok(Cow::Borrowed(_))));
                    assert!(matches!(decoder.decode_str(text), Ok(Cow::Borrowed(_))));
                    assert!(matches!(decoder.decode_utf8(&input), Ok(Cow::Borrowed(_))));
                }
            });
        }
        // Not clean, but unchanged.
        assert_allocates_nothing(|| {
            assert!(matches!(decoder.decode(b"100% of %4 %zz + \xFF"), Ok(Cow::Borrowed(_))));
            assert!(matches!(decoder.decode_str("é 100% of %4 %zz +"), Ok(Cow::Borrowed(_))));
            assert!(matches!(
                decoder.utf8(Utf8::Lossy).decode_utf8("é%".as_bytes()),
                Ok(Cow::Borrowed(_))
            ));
            assert!(matches!(
                decoder.utf8(Utf8::KeepEscaped).decode_utf8(b"caf%E9 %e2%82 %"),
                Ok(Cow::Borrowed(_))
            ));
            assert!(matches!(
                decoder.utf8(Utf8::KeepEscaped).decode_str("é%E9"),
                Ok(Cow::Borrowed(_))
            ));
            assert!(matches!(
                decoder.keep(AsciiSet::from_bytes(b"/")).decode(b"a%2fb%2F"),
                Ok(Cow::Borrowed(_))
            ));
            assert!(matches!(decoder.keep_non_ascii(true).decode(b"%C3%A9"), Ok(Cow::Borrowed(_))));
            assert!(matches!(encoder.keep_escapes(true).encode(b"a%20b%2f"), Cow::Borrowed(_)));
        });
    }
}

/// The caller brings the memory, or nothing is written.
#[test]
fn nothing_where_the_caller_brings_the_memory() {
    use std::fmt::Write;

    /// A sink without memory.
    struct Nowhere;
    impl Write for Nowhere {
        fn write_str(&mut self, _: &str) -> std::fmt::Result {
            Ok(())
        }
    }

    let input = "a%20%C3%A9 é+%%41\x00".repeat(100).into_bytes();
    for backend in support::backends() {
        let encoder = Encoder::new(sets::URI_COMPONENT).on(backend);
        let decoder = Decoder::new().on(backend);
        let strict = decoder.malformed(Malformed::Error).reject(sets::CONTROLS);
        let mut buffer = vec![0; 3 * input.len()];
        let (mut bytes, mut text) =
            (Vec::with_capacity(3 * input.len()), String::with_capacity(3 * input.len()));
        assert_allocates_nothing(|| {
            encoder.encode_into(&input, &mut buffer).unwrap();
            decoder.decode_into(&input, &mut buffer).unwrap();
            decoder.decode_in_place(&mut buffer).unwrap();
            (encoder.find(&input), encoder.encoded_len(&input)).0.unwrap();
            (decoder.find(&input), decoder.decoded_len(&input)).1.unwrap();
            decoder.check_utf8(&input).unwrap();
            write!(Nowhere, "{}{}", encoder.display(&input), decoder.display(&input)).unwrap();
            write!(Nowhere, "{}", decoder.utf8(Utf8::KeepEscaped).display(b"%E9\xE9%C3")).unwrap();
        });
        // A refused input allocates nothing either.
        assert_allocates_nothing(|| {
            strict.check(&input).unwrap_err();
            strict.check_utf8(&input).unwrap_err();
            strict.decoded_len(&input).unwrap_err();
            strict.decode_into(&input, &mut buffer).unwrap_err();
            strict.decode_in_place(copied(&input, &mut buffer)).unwrap_err();
            encoder.encode_into(&input, &mut []).unwrap_err();
            decoder.decode_into(&input, &mut []).unwrap_err();
            write!(Nowhere, "{}", strict.check(&input).unwrap_err()).unwrap();
        });
        // The existing capacity suffices.
        assert_allocates_nothing(|| encoder.encode_append(&input[..100], &mut text));
        assert_allocates_nothing(|| encoder.encode_append_bytes(&input[..100], &mut bytes));
        assert_allocates_nothing(|| decoder.decode_append(&input[..100], &mut bytes).unwrap());
        assert_allocates_nothing(|| decoder.decode_utf8_append(&input[..100], &mut text).unwrap());
        let (mut decode, mut encode) = (decoder.stream(), encoder.stream());
        bytes.clear();
        assert_allocates_nothing(|| {
            for piece in input[..300].chunks(7) {
                decode.push(piece, &mut bytes).unwrap();
            }
            decode.finish(&mut bytes).unwrap();
            encode.push_bytes(&input[..50], &mut bytes);
            encode.finish(&mut bytes);
        });
    }
}

/// A copy without allocation.
pub(crate) fn copied<'a>(input: &[u8], buffer: &'a mut [u8]) -> &'a mut [u8] {
    let copy = &mut buffer[..input.len()];
    copy.copy_from_slice(input);
    copy
}
