//! Allocations of adapters, schemes, inspection, and columns.

use std::borrow::Cow;

use crate::counter::{allocations, assert_allocates_nothing, measured};
#[cfg(feature = "std")]
use crate::results::long;
use crate::unchanged::clean_inputs;
use percent_simd::{AsciiSet, DecodedTimes, Decoder, Encoder, Malformed, sets};

/// Adapters hold some KiB, whatever amount passes through them.
#[cfg(feature = "std")]
#[test]
fn adapters_hold_little() {
    use percent_simd::io::{Reader, Writer};

    for backend in support::backends() {
        for unit in ["%41", "a%20", "a", "%C3%A9%"] {
            let input = long(unit, 100_000);
            let decoder = Decoder::new().on(backend);
            let encoder = Encoder::new(sets::URI_COMPONENT).keep_escapes(true).on(backend);
            let costs = [
                measured(|| {
                    std::io::copy(
                        &mut Reader::new(&input[..], decoder.stream()),
                        &mut std::io::sink(),
                    )
                    .unwrap()
                }),
                measured(|| {
                    std::io::copy(
                        &mut Reader::new(&input[..], encoder.stream()),
                        &mut std::io::sink(),
                    )
                    .unwrap()
                }),
                measured(|| {
                    std::io::copy(
                        &mut &input[..],
                        &mut Writer::new(std::io::sink(), decoder.stream()),
                    )
                    .unwrap()
                }),
                measured(|| {
                    std::io::copy(
                        &mut &input[..],
                        &mut Writer::new(std::io::sink(), encoder.stream()),
                    )
                    .unwrap()
                }),
            ];
            for (calls, peak, _) in costs {
                assert!(
                    calls <= 20 && peak <= 128 << 10,
                    "{backend}, {unit}: {calls} calls, {peak} bytes"
                );
            }
        }
    }
}

/// Schemes allocate nothing for unchanged input, with or without escapes; nor do comparisons with
/// the input itself, nor the parsing of forms.
#[test]
fn schemes_borrow_unchanged_text() {
    use percent_simd::scheme::{SCHEMES, TEMPLATE_RESERVED, alpn, url};
    use percent_simd::{form, iri, js, uri};

    let normal = |len| b"/a%2Fb%C3%A9~".iter().copied().cycle().take(len).collect::<Vec<u8>>();
    support::on_every_backend(|backend| {
        for input in clean_inputs().into_iter().chain([13, 26, 260, 520, 5200].map(normal)) {
            let text = std::str::from_utf8(&input).unwrap();
            let units: Vec<u16> = text.encode_utf16().collect();
            assert_allocates_nothing(|| {
                let what = || format!("{backend}: {text}");
                assert!(
                    matches!(uri::Normalizer::new().normalize(&input), Cow::Borrowed(_)),
                    "{}",
                    what()
                );
                assert!(matches!(uri::repair(&input), Cow::Borrowed(_)), "{}", what());
                assert!(matches!(iri::to_uri(text), Cow::Borrowed(_)), "{}", what());
                assert!(matches!(TEMPLATE_RESERVED.encode(text), Cow::Borrowed(_)), "{}", what());
                assert!(uri::equivalent(&input, &input), "{}", what());
                assert!(form::parse(&input).all(|pair| pair.value_raw().is_empty()), "{}", what());
                assert!(
                    !form::parse(&input).any(|pair| pair.name_is("another name")),
                    "{}",
                    what()
                );
            });
            if input.contains(&b'%') {
                continue;
            }
            assert_allocates_nothing(|| {
                assert!(
                    SCHEMES
                        .iter()
                        .filter(|scheme| scheme.name() != "all")
                        .all(|scheme| matches!(scheme.encode(text), Cow::Borrowed(_)))
                );
                assert!(
                    SCHEMES
                        .iter()
                        .all(|scheme| matches!(scheme.decode(&input), Ok(Cow::Borrowed(_))))
                );
                assert!(matches!(iri::from_uri(&input), Cow::Borrowed(_)));
                assert!(matches!(url::host(&input), Ok(Cow::Borrowed(_))));
                assert!(input.is_empty() || matches!(alpn::decode(&input), Ok(Cow::Borrowed(_))));
                assert!(matches!(js::unescape_utf16(&units), Cow::Borrowed(_)));
                assert!(matches!(js::decode_uri_utf16(&units), Ok(Cow::Borrowed(_))));
                assert!(form::parse(&input).all(|pair| matches!(pair.name(), Cow::Borrowed(_))));
            });
        }
    });
}

#[test]
fn looking_allocates_nothing_and_decoding_again_once() {
    let hostile = b"/.%2e/%2541%c0%af%%zz%0d%0a/a%20/c%3A/a%7E1%E5%98%8A".repeat(50);
    support::on_every_backend(|backend| {
        for input in clean_inputs().iter().chain([&hostile]) {
            assert_allocates_nothing(|| {
                assert_eq!(
                    percent_simd::inspect(input).flags().is_empty(),
                    !input.contains(&b'%'),
                    "{backend}"
                );
                assert_eq!(
                    percent_simd::contains_decoded(input, AsciiSet::from_bytes(b"\r")).is_some(),
                    input.contains(&b'%'),
                    "{backend}"
                );
            });
        }
        let decoder = Decoder::new();
        assert_allocates_nothing(|| {
            assert!(matches!(
                decoder.decode_times(b"100% clean", 9),
                Ok(DecodedTimes { output: Cow::Borrowed(_), rounds: 0, .. })
            ))
        });
        assert_allocates_nothing(|| {
            assert!(matches!(
                decoder.decode_times(b"%41", 0),
                Ok(DecodedTimes { output: Cow::Borrowed(_), rounds: 0, .. })
            ))
        });
        // A result this short keeps its capacity.
        let (count, result) =
            allocations(|| decoder.decode_times(b"caf%252525C3%252525A9 %2541", 9).unwrap());
        assert_eq!((count, &*result.output, result.rounds), (1, "caf\u{E9} A".as_bytes(), 4));
    });
}

/// A reused column uses its capacity.
#[test]
fn a_column_is_filled_again_without_more() {
    use percent_simd::batch::{Column, ColumnRef, OnError};

    let (mut values, mut offsets) = (Vec::new(), vec![0_u32]);
    for row in 0..2000 {
        values.extend_from_slice(
            [&b"/plain"[..], b"a%20b%C3%A9", b"100%", b"", b"a b\xC3\xA9+"][row % 5],
        );
        offsets.push(values.len() as u32);
    }
    let input = ColumnRef::new(&values, &offsets).unwrap();
    for backend in support::backends() {
        let decoder = Decoder::new().on(backend);
        let strict = decoder.malformed(Malformed::Error);
        let encoder = Encoder::new(sets::FORM_SET).space_as_plus(true).on(backend);
        let mut output = Column::new();
        let fill = |output: &mut Column<u32>| {
            decoder.decode_batch(input, OnError::Fail, output).unwrap();
            strict.decode_batch(input, OnError::Null, output).unwrap();
            strict.decode_batch(input, OnError::Keep, output).unwrap();
            encoder.encode_batch(input, output).unwrap();
        };
        fill(&mut output);
        assert_allocates_nothing(|| fill(&mut output));
        // An error allocates nothing, even for a new column.
        assert_allocates_nothing(|| {
            strict.decode_batch(input, OnError::Fail, &mut Column::new()).unwrap_err()
        });
        // A new column costs two allocations, sized for the longest possible rows.
        let (calls, peak, fresh) = measured(|| {
            let mut output = Column::new();
            decoder.decode_batch(input, OnError::Fail, &mut output).unwrap();
            output
        });
        assert_eq!((calls, peak), (2, values.len() + size_of_val(&offsets[..])), "on {backend}");
        drop(fresh);
    }
}

/// One long row must not set the capacity for the short rows after it.
#[test]
fn a_long_row_before_short_ones() {
    use percent_simd::batch::{OnError, ViewColumn, ViewColumnRef};

    const ROWS: usize = 100_000;
    let escaped = "%41".repeat(30_000).into_bytes();
    // The row uses little of this buffer, so it is copied.
    let clean = vec![b'a'; 1 << 20];
    for (buffer, len) in [(&escaped, escaped.len()), (&clean, 90_000)] {
        let mut long = [0; 16];
        long[..4].copy_from_slice(&u32::try_from(len).unwrap().to_le_bytes());
        long[4..8].copy_from_slice(&buffer[..4]);
        let mut views = vec![*b"\x01\0\0\0a\0\0\0\0\0\0\0\0\0\0\0"; ROWS];
        views[0] = long;
        let buffers = [&buffer[..]];
        let input = ViewColumnRef::new(&views, &buffers, None).unwrap();
        for backend in support::backends() {
            let (_, peak, output) = measured(|| {
                let mut output = ViewColumn::new();
                Decoder::new().on(backend).decode_batch(input, OnError::Fail, &mut output).unwrap();
                output
            });
            // Eight times the row while it grows, the row alone once spare room is returned, and
            // small change.
            assert!(peak <= size_of_val(&views[..]) + 10 * len, "{backend}: {peak} bytes");
            let flat = support::views::flat::<i64>(&output, &buffers);
            assert_eq!(flat.row(ROWS - 1), Some(&b"a"[..]));
        }
    }
}

/// Encoded values beyond the range of four-byte offsets are an error before anything is written.
#[cfg(target_pointer_width = "64")]
#[test]
#[ignore = "reads 700 MB, which takes optimisation: cargo test --release -p percent-simd --test alloc -- --ignored"]
fn offsets_that_do_not_suffice() {
    use percent_simd::batch::{BatchErrorKind, Column, ColumnRef, OnError};

    // Tripled, they are one byte too many: 3 * 715,827,883 = 2^31 + 1.
    let len = 715_827_883;
    let values = vec![0_u8; len];
    let offsets = [0, 5, 1000, i32::try_from(len).unwrap(), i32::try_from(len).unwrap()];
    let input = ColumnRef::new(&values, &offsets).unwrap();
    let mut output = Column::new();
    Decoder::new()
        .decode_batch(ColumnRef::new(b"%41", &[0, 3]).unwrap(), OnError::Fail, &mut output)
        .unwrap();
    let encoder = Encoder::new(sets::CONTROLS);
    let error = assert_allocates_nothing(|| encoder.encode_batch(input, &mut output).unwrap_err());
    assert_eq!((error.row(), error.kind()), (2, BatchErrorKind::Overflow));
    assert_eq!((output.values(), output.offsets()), (&b"A"[..], &[0, 1][..]));
    // A null row does not count.
    let nulls = input.with_validity(&[0b1011], 0).unwrap();
    encoder.encode_batch(nulls, &mut output).unwrap();
    assert_eq!(output.offsets(), [0, 15, 3000, 3000, 3000]);
}

/// Decoding to text longer than its input.
#[cfg(target_pointer_width = "64")]
#[test]
#[ignore = "reads 700 MB, which takes optimisation: cargo test --release -p percent-simd --test alloc -- --ignored"]
fn offsets_that_do_not_suffice_for_text() {
    use percent_simd::Utf8;
    use percent_simd::batch::{BatchErrorKind, Column, ColumnRef, OnError};

    // U+FFFD takes three bytes for each, and so does an upper-case triplet.
    let len = 715_827_883;
    let values = vec![0xFF; len];
    let offsets = [0, 5, 1000, i32::try_from(len).unwrap(), i32::try_from(len).unwrap()];
    let input = ColumnRef::new(&values, &offsets).unwrap();
    for utf8 in [Utf8::Lossy, Utf8::KeepEscaped] {
        let decoder = Decoder::new().utf8(utf8);
        let mut output = Column::new();
        decoder.decode_utf8_batch(input.slice(0..1), OnError::Fail, &mut output).unwrap();
        assert_eq!(output.offsets(), [0, 15]);
        let error = assert_allocates_nothing(|| {
            decoder.decode_utf8_batch(input, OnError::Fail, &mut output).unwrap_err()
        });
        assert_eq!((error.row(), error.kind()), (2, BatchErrorKind::Overflow));
        assert_eq!(output.offsets(), [0, 15]);
        let nulls = input.with_validity(&[0b1011], 0).unwrap();
        decoder.decode_utf8_batch(nulls, OnError::Fail, &mut output).unwrap();
        assert_eq!(output.offsets(), [0, 15, 3000, 3000, 3000]);
    }
}
