//! Columns: each row is what the oracle makes of it alone, on every backend, whatever is beside it.

use std::fmt::Debug;

use oracle::content::Content;
use oracle::random::Random;
use percent_simd::batch::{BatchErrorKind, Column, ColumnRef, Offset, OnError};
use percent_simd::{Decoder, Encoder, Malformed, sets};
use proptest::prelude::*;

const ON_ERROR: [OnError; 3] = [OnError::Fail, OnError::Null, OnError::Keep];

/// A row: its bytes, and whether it is null all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Row {
    bytes: Vec<u8>,
    is_null: bool,
}

impl Row {
    fn of(bytes: &[u8]) -> Self {
        Self { bytes: bytes.to_vec(), is_null: false }
    }
}

/// What stands around a column in its buffers, as in a slice of a longer one.
#[derive(Clone, Copy, Debug, Default)]
struct Around {
    before: &'static [u8],
    behind: &'static [u8],
    /// The bit of the first row in the bitmap; no bitmap if there is none and no row is null.
    first_bit: Option<usize>,
}

/// Rows as buffers.
struct Buffers<O> {
    values: Vec<u8>,
    offsets: Vec<O>,
    bitmap: Option<(Vec<u8>, usize)>,
}

impl<O: Offset + TryFrom<usize, Error: Debug>> Buffers<O> {
    fn new(rows: &[Row], around: Around) -> Self {
        let mut values = around.before.to_vec();
        let mut offsets = vec![O::try_from(values.len()).unwrap()];
        for row in rows {
            values.extend_from_slice(&row.bytes);
            offsets.push(O::try_from(values.len()).unwrap());
        }
        values.extend_from_slice(around.behind);
        let is_needed = around.first_bit.is_some() || rows.iter().any(|row| row.is_null);
        let bitmap = is_needed.then(|| {
            let first = around.first_bit.unwrap_or(0);
            // What no row has a bit for is set.
            let mut bitmap = vec![0xFF; (first + rows.len()).div_ceil(8)];
            for (index, row) in rows.iter().enumerate() {
                if row.is_null {
                    bitmap[(first + index) / 8] &= !(1 << ((first + index) % 8));
                }
            }
            (bitmap, first)
        });
        Self { values, offsets, bitmap }
    }

    fn column(&self) -> ColumnRef<'_, O> {
        let column = ColumnRef::new(&self.values, &self.offsets).unwrap();
        match &self.bitmap {
            Some((bitmap, first)) => column.with_validity(bitmap, *first).unwrap(),
            None => column,
        }
    }
}

/// What a column holds.
type Parts<O> = (Vec<u8>, Vec<O>, Option<Vec<u8>>);

/// What a column ought to be.
struct Expected<O> {
    parts: Parts<O>,
    /// How many rows are changed, refused, null.
    counts: [usize; 3],
}

impl<O: Offset + TryFrom<usize, Error: Debug> + PartialEq> Expected<O> {
    /// Of what becomes of each row; `Err` if it is refused, with what it becomes all the same, if
    /// it does not become null.
    fn new(rows: &[Row], become_: impl Fn(usize) -> Result<Vec<u8>, Option<Vec<u8>>>) -> Self {
        let mut values = Vec::new();
        let mut offsets = vec![O::try_from(0).unwrap()];
        let mut bitmap = vec![0; rows.len().div_ceil(8)];
        let [mut changed, mut refused, mut nulls] = [0; 3];
        for (index, row) in rows.iter().enumerate() {
            let result = if row.is_null { Ok(None) } else { become_(index).map(Some) };
            refused += usize::from(result.is_err());
            let output = result.unwrap_or_else(|instead| instead);
            changed += usize::from(output.as_ref().is_some_and(|output| *output != row.bytes));
            nulls += usize::from(output.is_none());
            bitmap[index / 8] |= u8::from(output.is_some()) << (index % 8);
            values.extend(output.unwrap_or_default());
            offsets.push(O::try_from(values.len()).unwrap());
        }
        Self {
            parts: (values, offsets, (nulls > 0).then_some(bitmap)),
            counts: [changed, refused, nulls],
        }
    }

    #[track_caller]
    fn is(&self, column: &Column<O>, context: &dyn Fn() -> String) {
        let (values, offsets, bitmap) = &self.parts;
        assert!(
            column.values() == values,
            "{}\n    values {}\n    ought {}",
            context(),
            column.values().escape_ascii(),
            values.escape_ascii()
        );
        let differs =
            offsets.iter().zip(column.offsets()).position(|(expected, offset)| expected != offset);
        assert!(
            differs.is_none() && column.offsets().len() == offsets.len(),
            "{}\n    offset {differs:?}",
            context()
        );
        assert_eq!(column.validity(), bitmap.as_deref(), "{}", context());
        assert_eq!(
            [column.changed(), column.refused(), column.nulls()],
            self.counts,
            "{}",
            context()
        );
    }
}

fn decode<O: Offset + TryFrom<usize, Error: Debug> + PartialEq + Debug + Clone>(
    rows: &[Row],
    policy: &oracle::Decode,
    around: Around,
) {
    let buffers = Buffers::<O>::new(rows, around);
    let alone: Vec<_> = rows.iter().map(|row| oracle::decode(&row.bytes, policy)).collect();
    let first_error =
        rows.iter().zip(&alone).position(|(row, decoded)| !row.is_null && decoded.is_err());
    let expected = [false, true].map(|keeps| {
        Expected::new(rows, |row| {
            alone[row].clone().map_err(|_| keeps.then(|| rows[row].bytes.clone()))
        })
    });
    for backend in crate::common::backends() {
        let decoder = crate::common::decoder(policy).on(backend);
        // One for all, so that each finds what another one has left.
        let mut output = Column::new();
        for on_error in ON_ERROR {
            let context = || format!("{on_error:?} on {backend}, {around:?}, under {policy:?}");
            let before: Parts<O> = output.clone().into_parts();
            let result = decoder.decode_batch(buffers.column(), on_error, &mut output);
            match first_error.filter(|_| on_error == OnError::Fail) {
                Some(row) => {
                    let error = result.expect_err(&context());
                    let BatchErrorKind::Decode(of_row) = error.kind() else {
                        panic!("{}: {error:?}", context())
                    };
                    assert_eq!(
                        (error.row(), Err(crate::common::error(of_row))),
                        (row, alone[row].clone()),
                        "{}",
                        context()
                    );
                    assert_eq!(output.clone().into_parts(), before, "{}", context());
                }
                None => {
                    assert_eq!(result, Ok(()), "{}", context());
                    expected[usize::from(on_error == OnError::Keep)].is(&output, &context);
                }
            }
        }
    }
}

fn encode<O: Offset + TryFrom<usize, Error: Debug> + PartialEq + Debug>(
    rows: &[Row],
    policy: &oracle::Encode,
    around: Around,
) {
    let buffers = Buffers::<O>::new(rows, around);
    let expected =
        Expected::new(rows, |row| Ok(oracle::encode(&rows[row].bytes, policy).into_bytes()));
    let mut output = Column::new();
    for backend in crate::common::backends() {
        crate::common::encoder(policy)
            .on(backend)
            .encode_batch(buffers.column(), &mut output)
            .unwrap();
        expected.is(&output, &|| format!("on {backend}, {around:?}, under {policy:?}"));
    }
}

/// Cuts bytes into rows of lengths below `bound`; if `whole`, no row ends in what could be the
/// start of a triplet.
fn cut(bytes: &[u8], bound: usize, whole: bool, random: &mut Random) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut rest = bytes;
    while !rest.is_empty() {
        let mut end = random.below(bound).min(rest.len());
        while whole && end < rest.len() && matches!(&rest[..end], [.., b'%'] | [.., b'%', _]) {
            end += 1;
        }
        let (row, behind) = rest.split_at(end);
        rows.push(Row::of(row));
        rest = behind;
    }
    rows
}

/// More bytes than are handled at once, of every sort, cut anywhere and between triplets, into rows
/// of many lengths.
#[test]
fn long_columns() {
    let mut random = Random::new(6);
    for content in Content::ALL {
        for (bound, whole) in [(60, false), (10, true), (100, true), (2000, true)] {
            let rows = cut(&content.generate(9000, &mut random), bound, whole, &mut random);
            decode::<u64>(
                &rows,
                &oracle::Decode::default(),
                Around { before: b"%4", behind: b"1", ..Around::default() },
            );
            encode::<i64>(
                &rows,
                &oracle::Encode { set: oracle::all_but(b"-._~"), ..oracle::Encode::default() },
                Around::default(),
            );
        }
    }
}

/// The same under every policy, with one sort that has all that decoding looks at, and nulls.
#[test]
fn every_policy() {
    let mut random = Random::new(60);
    for (content, whole) in
        [(Content::Query, true), (Content::OneDefect, true), (Content::Malformed, false)]
    {
        let mut rows = cut(&content.generate(3000, &mut random), 60, whole, &mut random);
        for nulls in [false, true] {
            if nulls {
                rows.iter_mut().for_each(|row| row.is_null = random.chance(10));
            }
            for (_, policy) in oracle::decode_policies() {
                decode::<i32>(&rows, &policy, Around::default());
            }
            for (_, policy) in oracle::encode_policies() {
                encode::<u32>(&rows, &policy, Around { first_bit: Some(3), ..Around::default() });
            }
        }
    }
}

/// Rows longer than what is handled at once, beside short and empty ones.
#[test]
fn long_rows() {
    let mut random = Random::new(600);
    let mut rows = Vec::new();
    for len in [0, 1, 8191, 8192, 8193, 0, 3, 20_000, 0] {
        rows.push(Row::of(&Content::Query.generate(len, &mut random)));
        rows.push(Row { bytes: b"%%4".to_vec(), is_null: len == 8192 });
        rows.push(Row::of(b"1%C3%A9"));
    }
    decode::<u32>(
        &rows,
        &oracle::Decode { plus: true, ..oracle::Decode::default() },
        Around::default(),
    );
    decode::<u32>(
        &rows,
        &oracle::Decode { strict: true, ..oracle::Decode::default() },
        Around::default(),
    );
    encode::<u32>(
        &rows,
        &oracle::Encode { set: [true; 128], ..oracle::Encode::default() },
        Around::default(),
    );
}

/// Every place at which rows can split triplets, at the start and about the ends of the kernels'
/// blocks.
#[test]
fn no_triplet_goes_from_row_to_row() {
    let text = b"%41%2F%4%zz+";
    let policies = [
        oracle::Decode::default(),
        oracle::Decode { plus: true, keep: oracle::members(b"/"), ..oracle::Decode::default() },
        oracle::Decode { strict: true, keep: oracle::members(b"/"), ..oracle::Decode::default() },
        oracle::Decode { reject: oracle::members(b"/"), ..oracle::Decode::default() },
    ];
    let keep_escapes = oracle::Encode {
        set: oracle::members(b"%/4"),
        keep_escapes: true,
        ..oracle::Encode::default()
    };
    for lead in (0..3).chain(59..67) {
        for split in 0..=text.len() {
            // Rows of one byte, too.
            let rows = [
                &b"x".repeat(lead)[..],
                &text[..split],
                &text[split..],
                b"%",
                b"4",
                b"1",
                b"",
                b"%4",
                b"",
                b"1%41",
            ]
            .map(Row::of);
            for policy in &policies {
                decode::<u32>(&rows, policy, Around::default());
            }
            encode::<u32>(&rows, &keep_escapes, Around::default());
        }
    }
}

/// Bits on both sides of bytes, and rows that are null although they have bytes.
#[test]
fn null_rows() {
    for count in [1, 7, 8, 9, 16, 17, 30] {
        for is_null in [|_| true, |row| row % 2 == 0, |row| row % 8 == 7, |row: usize| row == 0] {
            let rows: Vec<Row> = (0..count)
                .map(|row| Row {
                    bytes: if row % 3 == 0 { vec![] } else { b"%00%41 %".to_vec() },
                    is_null: is_null(row),
                })
                .collect();
            for first_bit in [None, Some(0), Some(1), Some(7), Some(8), Some(77)] {
                let around = Around { before: b"%", behind: b"%41", first_bit };
                decode::<u32>(&rows, &oracle::Decode::default(), around);
                decode::<u64>(
                    &rows,
                    &oracle::Decode { reject: oracle::members(b"\0"), ..oracle::Decode::default() },
                    around,
                );
                encode::<i32>(
                    &rows,
                    &oracle::Encode { set: oracle::members(b" "), ..oracle::Encode::default() },
                    around,
                );
            }
        }
    }
}

/// Columns without rows, and with none but empty ones.
#[test]
fn empty_columns() {
    assert!(Column::<u32>::new().is_empty() && Column::<u32>::default().iter().next().is_none());
    let mut output = Column::new();
    for around in [Around::default(), Around { before: b"%4", behind: b"1", first_bit: Some(0) }] {
        for count in [0, 1, 5, 100_000] {
            let rows = vec![Row::of(b""); count];
            decode::<u32>(&rows, &oracle::Decode::default(), around);
            encode::<u32>(&rows, &oracle::Encode::default(), around);
        }
    }
    // Arrow allows a column without rows to have no offset.
    for _ in 0..2 {
        let input = ColumnRef::<u64>::new(b"%41", &[]).unwrap().with_validity(b"", 0).unwrap();
        assert!(input.is_empty() && input.row(0).is_none());
        Decoder::new().decode_batch(input, OnError::Fail, &mut output).unwrap();
        assert_eq!(
            (output.values(), output.offsets(), output.validity()),
            (&b""[..], &[0][..], None)
        );
        Encoder::new(sets::FORM_SET)
            .encode_batch(output.clone().as_column_ref(), &mut output)
            .unwrap();
        assert_eq!(
            (output.values(), output.offsets(), output.validity()),
            (&b""[..], &[0][..], None)
        );
    }
}

/// A column that was made can be read at once.
#[test]
fn there_and_back() {
    let mut random = Random::new(66);
    let mut rows = cut(&Content::Binary.generate(10_000, &mut random), 50, false, &mut random);
    rows.iter_mut().for_each(|row| row.is_null = random.chance(10));
    let buffers = Buffers::<u32>::new(&rows, Around::default());
    for backend in crate::common::backends() {
        let encoder = Encoder::new(sets::URI_COMPONENT).on(backend);
        let (mut encoded, mut decoded) = (Column::new(), Column::new());
        encoder.encode_batch(buffers.column(), &mut encoded).unwrap();
        let strict = Decoder::new().malformed(Malformed::Error).on(backend);
        strict.decode_batch(encoded.as_column_ref(), OnError::Fail, &mut decoded).unwrap();
        assert!(decoded.iter().eq(buffers.column().iter()), "on {backend}");
        assert_eq!(decoded.changed(), encoded.changed(), "on {backend}");
    }
}

#[test]
fn rows_by_number_and_in_order() {
    let input = ColumnRef::new(b"xa%20bcy", &[1_u32, 6, 6, 7])
        .unwrap()
        .with_validity(&[0b1101_0100], 2)
        .unwrap();
    let expected = [Some(&b"a%20b"[..]), None, Some(b"c")];
    assert!(
        input.iter().eq(expected)
            && input.iter().len() == 3
            && input.len() == 3
            && !input.is_empty()
    );
    assert!(
        (0..3).map(|row| input.row(row)).eq(expected)
            && input.row(3).is_none()
            && input.row(usize::MAX).is_none()
    );
    let mut output = Column::new();
    Decoder::new().decode_batch(input, OnError::Fail, &mut output).unwrap();
    let expected = [Some(&b"a b"[..]), None, Some(b"c")];
    assert!(
        output.iter().eq(expected)
            && output.iter().len() == 3
            && output.len() == 3
            && !output.is_empty()
    );
    assert!((0..3).map(|row| output.row(row)).eq(expected) && output.row(3).is_none());
    assert_eq!(output.into_parts(), (b"a bc".to_vec(), vec![0, 3, 3, 4], Some(vec![0b101])));
}

#[test]
fn what_is_no_column() {
    use BatchErrorKind::{BadOffsets, NoValidity, OutOfBounds};
    fn error<O: Offset>(values: &[u8], offsets: &[O]) -> Option<(usize, BatchErrorKind)> {
        ColumnRef::new(values, offsets).err().map(|error| (error.row(), error.kind()))
    }
    assert_eq!(error(b"abc", &[0_u32, 2, 1, 3]), Some((1, BadOffsets)));
    assert_eq!(error(b"abc", &[3_u64, 2, 1, 0]), Some((0, BadOffsets)));
    assert_eq!(error(b"abc", &[-1_i32, 2, 3]), Some((0, BadOffsets)));
    assert_eq!(error(b"abc", &[-1_i64]), Some((0, BadOffsets)));
    assert_eq!(error(b"abc", &[0_i64, 2, -1]), Some((1, BadOffsets)));
    assert_eq!(error(b"abc", &[0_u32, 2, 3, 4, 5]), Some((2, OutOfBounds)));
    assert_eq!(error(b"abc", &[0_u32, u32::MAX]), Some((0, OutOfBounds)));
    assert_eq!(error(b"abc", &[0_u64, 3, u64::MAX]), Some((1, OutOfBounds)));
    assert_eq!(error(b"abc", &[4_i64]), Some((0, OutOfBounds)));
    assert_eq!(
        error(b"abc", &[0_u32, 2, 9, 1]),
        Some((2, BadOffsets)),
        "what does not ascend is said first"
    );
    assert_eq!(error(b"abc", &[3_i32]), None);
    assert_eq!(error(b"abc", &[1_u64, 1, 3, 3]), None);

    let offsets = [0_u32; 18];
    let column = ColumnRef::new(b"", &offsets).unwrap();
    let validity = |bytes: usize, first| {
        column.with_validity(&[0; 9][..bytes], first).err().map(|error| (error.row(), error.kind()))
    };
    assert_eq!(column.len(), 17);
    assert_eq!(validity(2, 0), Some((16, NoValidity)));
    assert_eq!(validity(3, 7), None);
    assert_eq!(validity(3, 8), Some((16, NoValidity)));
    assert_eq!(validity(0, 0), Some((0, NoValidity)));
    assert_eq!(validity(9, usize::MAX), Some((0, NoValidity)));
}

#[test]
fn errors_say_what_is_wrong() {
    use std::error::Error;
    let column = |values: &'static [u8], offsets: &'static [i32]| ColumnRef::new(values, offsets);
    let says = |error: percent_simd::batch::BatchError, text| assert_eq!(error.to_string(), text);
    says(
        column(b"", &[1, 0]).unwrap_err(),
        "row 0: its offset is negative, or greater than the next one",
    );
    says(column(b"a", &[0, 1, 2]).unwrap_err(), "row 1: it ends past the end of the values");
    says(
        column(b"a", &[0, 1]).unwrap().with_validity(b"", 0).unwrap_err(),
        "row 0: the validity bitmap ends before it",
    );
    let strict = Decoder::new().malformed(Malformed::Error);
    let error = strict
        .decode_batch(column(b"a%4", &[0, 1, 3]).unwrap(), OnError::Fail, &mut Column::new())
        .unwrap_err();
    says(error, "row 1: malformed triplet at byte 0: the input ends before the second hex digit");
    assert_eq!(error.source().unwrap().to_string(), strict.check(b"%4").unwrap_err().to_string());
}

// ---- Properties ----

fn any_row() -> impl Strategy<Value = Row> {
    let piece = prop_oneof![
        4 => any::<u8>().prop_map(|byte| format!("%{byte:02X}").into_bytes()),
        1 => any::<u8>().prop_map(|byte| format!("%{byte:02x}").into_bytes()),
        2 => "[a-zA-Z0-9._~-]{1,20}".prop_map(String::into_bytes),
        1 => proptest::sample::select(vec!["%", "%4", "%%", "%zz", "4", "1", "+", "%2B", " ", "/", "%2f", "%00"]).prop_map(|text| text.into()),
        1 => proptest::collection::vec(any::<u8>(), 1..8),
    ];
    (proptest::collection::vec(piece, 0..6), proptest::bool::weighted(0.1))
        .prop_map(|(pieces, is_null)| Row { bytes: pieces.concat(), is_null })
}

fn any_rows() -> impl Strategy<Value = Vec<Row>> {
    prop_oneof![4 => proptest::collection::vec(any_row(), 0..40), 1 => proptest::collection::vec(any_row(), 300..800)]
}

fn any_around() -> impl Strategy<Value = Around> {
    let bytes = || proptest::sample::select(vec![&b""[..], b"%", b"%4", b"41", b"%41abc"]);
    (bytes(), bytes(), proptest::option::of(0..20_usize))
        .prop_map(|(before, behind, first_bit)| Around { before, behind, first_bit })
}

proptest! {
    #![proptest_config(crate::common::cases(100))]

    #[test]
    fn decoded_columns_are_the_oracle_s(rows in any_rows(), policy in proptest::sample::select(oracle::decode_policies()), around in any_around(), offset in 0..4) {
        let run = [decode::<u32>, decode::<u64>, decode::<i32>, decode::<i64>][offset as usize];
        run(&rows, &policy.1, around);
    }

    #[test]
    fn encoded_columns_are_the_oracle_s(rows in any_rows(), policy in proptest::sample::select(oracle::encode_policies()), around in any_around(), offset in 0..4) {
        let run = [encode::<u32>, encode::<u64>, encode::<i32>, encode::<i64>][offset as usize];
        run(&rows, &policy.1, around);
    }
}
