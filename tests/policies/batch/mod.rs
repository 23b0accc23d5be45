//! Columns: each row equals the oracle's result for that row alone, on every backend, whatever the
//! other rows.

use std::fmt::Debug;

use oracle::random::Random;
use percent_simd::batch::{BatchError, BatchErrorKind, Column, ColumnRef, Offset, OnError};
use percent_simd::{Decoder, Utf8};

#[cfg(feature = "arrow")]
mod arrays;
mod columns;
mod errors;
mod properties;
mod text;
mod views;

const ON_ERROR: [OnError; 3] = [OnError::Fail, OnError::Null, OnError::Keep];

/// A row: its bytes, and whether it is null in spite of them.
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

/// The bytes around a column in its buffers: those of a slice.
#[derive(Clone, Copy, Debug, Default)]
struct Around {
    before: &'static [u8],
    behind: &'static [u8],
    /// The bit of the first row in the bitmap. `None`: no bitmap unless a row is null.
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
            // The bits past the last row are set.
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

type Parts<O> = (Vec<u8>, Vec<O>, Option<Vec<u8>>);

struct Expected<O> {
    parts: Parts<O>,
    /// The numbers of changed, refused and null rows.
    counts: [usize; 3],
}

impl<O: Offset + TryFrom<usize, Error: Debug> + PartialEq> Expected<O> {
    /// `become_` gives the result of each row. `Err` is a refused row with its replacement, or with
    /// `None` if it becomes null.
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

type Call<O> = fn(Decoder, ColumnRef<'_, O>, OnError, &mut Column<O>) -> Result<(), BatchError>;

/// Decodes the rows as one column on every backend. Each row equals its result alone; a kept
/// refused row is `instead`.
fn check<O: Offset + TryFrom<usize, Error: Debug> + PartialEq + Debug + Clone>(
    rows: &[Row],
    (around, context): (Around, &dyn Debug),
    decoder: Decoder,
    call: Call<O>,
    alone: impl Fn(&[u8]) -> Result<Vec<u8>, oracle::Error>,
    instead: fn(&[u8]) -> Option<Vec<u8>>,
) {
    let buffers = Buffers::<O>::new(rows, around);
    let alone: Vec<_> = rows.iter().map(|row| alone(&row.bytes)).collect();
    let first_error =
        rows.iter().zip(&alone).position(|(row, decoded)| !row.is_null && decoded.is_err());
    let expected = [false, true].map(|keeps| {
        Expected::new(rows, |row| {
            alone[row].clone().map_err(|_| instead(&rows[row].bytes).filter(|_| keeps))
        })
    });
    for backend in support::backends() {
        // One output for all calls, so that each call meets another one's rest.
        let mut output = Column::new();
        for on_error in ON_ERROR {
            let context = || format!("{on_error:?} on {backend}, {around:?}, under {context:?}");
            let before: Parts<O> = output.clone().into_parts();
            let result = call(decoder.on(backend), buffers.column(), on_error, &mut output);
            match first_error.filter(|_| on_error == OnError::Fail) {
                Some(row) => {
                    let error = result.expect_err(&context());
                    let BatchErrorKind::Decode(of_row) = error.kind() else {
                        panic!("{}: {error:?}", context())
                    };
                    assert_eq!(
                        (error.row(), Err(support::error(of_row))),
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

fn decode<O: Offset + TryFrom<usize, Error: Debug> + PartialEq + Debug + Clone>(
    rows: &[Row],
    policy: &oracle::Decode,
    around: Around,
) {
    check::<O>(
        rows,
        (around, policy),
        support::decoder(policy),
        |decoder, input, on_error, output| decoder.decode_batch(input, on_error, output),
        |row| oracle::decode(row, policy),
        |row| Some(row.to_vec()),
    );
}

fn decode_text<O: Offset + TryFrom<usize, Error: Debug> + PartialEq + Debug + Clone>(
    rows: &[Row],
    policy: &oracle::Decode,
    (ours, utf8): (Utf8, oracle::Utf8),
    around: Around,
) {
    check::<O>(
        rows,
        (around, &(policy, utf8)),
        support::decoder(policy).utf8(ours),
        |decoder, input, on_error, output| decoder.decode_utf8_batch(input, on_error, output),
        |row| oracle::decode_text(row, policy, utf8).map(String::into_bytes),
        |row| String::from_utf8(row.to_vec()).ok().map(String::into_bytes),
    );
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
    for backend in support::backends() {
        support::encoder(policy).on(backend).encode_batch(buffers.column(), &mut output).unwrap();
        expected.is(&output, &|| format!("on {backend}, {around:?}, under {policy:?}"));
    }
}

/// Cuts bytes into rows shorter than `bound`. If `whole`, no row ends with the start of a possible
/// triplet.
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
