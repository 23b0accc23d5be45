//! Columns of views: each row equals the oracle's result for that row alone, and unchanged rows are
//! copied only if necessary.

use std::fmt::Debug;

use percent_simd::Utf8;
use percent_simd::batch::{
    BatchErrorKind, Column, Offset, OnError, ViewBuffer, ViewColumn, ViewColumnRef,
};

use support::views::flat;

use super::{Around, Expected, ON_ERROR, Row};

mod buffers;
mod rows;

/// The places of the rows of a column.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    /// The number of buffers. Rows take turns.
    pub(super) buffers: usize,
    /// The bytes in a buffer before each row, and after the last one.
    pub(super) gap: &'static [u8],
    /// The bit of the first row in the bitmap. `None`: no bitmap unless a row is null.
    pub(super) first_bit: Option<usize>,
}

pub(super) const PLAIN: Layout = Layout { buffers: 1, gap: b"", first_bit: None };

/// Rows as views, in Arrow's *Variable-size Binary View Layout*.
pub(super) struct Views {
    views: Vec<[u8; 16]>,
    buffers: Vec<Vec<u8>>,
    bitmap: Option<(Vec<u8>, usize)>,
}

impl Views {
    pub(super) fn new(rows: &[Row], layout: Layout) -> Self {
        let mut buffers = vec![Vec::new(); layout.buffers];
        let mut views = Vec::new();
        for (index, row) in rows.iter().enumerate() {
            let number = index % layout.buffers;
            let buffer = &mut buffers[number];
            buffer.extend_from_slice(layout.gap);
            views.push(if row.is_null {
                // A null row's view is not read.
                [0xFF - index as u8; 16]
            } else if row.bytes.len() <= 12 {
                let mut view = [0; 16];
                view[..4].copy_from_slice(&(row.bytes.len() as u32).to_le_bytes());
                view[4..4 + row.bytes.len()].copy_from_slice(&row.bytes);
                view
            } else {
                let fields = [row.bytes.len() as u32, 0, number as u32, buffer.len() as u32]
                    .map(u32::to_le_bytes);
                let mut view: [u8; 16] = fields.concat().try_into().unwrap();
                view[4..8].copy_from_slice(&row.bytes[..4]);
                view
            });
            // Short rows have bytes in the buffer, too, like those of Parquet's pages.
            buffer.extend_from_slice(&row.bytes);
        }
        buffers.iter_mut().for_each(|buffer| buffer.extend_from_slice(layout.gap));
        let is_needed = layout.first_bit.is_some() || rows.iter().any(|row| row.is_null);
        let bitmap = is_needed.then(|| {
            let first = layout.first_bit.unwrap_or(0);
            let mut bitmap = vec![0xFF; (first + rows.len()).div_ceil(8)];
            for (index, _) in rows.iter().enumerate().filter(|(_, row)| row.is_null) {
                bitmap[(first + index) / 8] &= !(1 << ((first + index) % 8));
            }
            (bitmap, first)
        });
        Self { views, buffers, bitmap }
    }

    pub(super) fn buffers(&self) -> Vec<&[u8]> {
        self.buffers.iter().map(Vec::as_slice).collect()
    }

    pub(super) fn column<'a>(&'a self, buffers: &'a [&'a [u8]]) -> ViewColumnRef<'a> {
        let validity = self.bitmap.as_ref().map(|(bitmap, first)| (&bitmap[..], *first));
        ViewColumnRef::new(&self.views, buffers, validity).unwrap()
    }
}

/// Asserts the invariants of every column of views, and that the column has these rows.
fn is(
    column: &ViewColumn,
    inputs: &[&[u8]],
    rows: &[Row],
    expected: &Expected<i64>,
    context: &dyn Fn() -> String,
) {
    let (values, offsets, bitmap) = &expected.parts;
    let flat = flat::<i64>(column, inputs);
    assert!(
        flat.values() == values && flat.offsets() == offsets,
        "{}\n    values {}\n    ought {}",
        context(),
        flat.values().escape_ascii(),
        values.escape_ascii()
    );
    assert_eq!(column.validity(), bitmap.as_deref(), "{}", context());
    let counts = [column.changed(), column.refused(), column.nulls()];
    assert_eq!(counts, expected.counts, "{}", context());
    assert_eq!(column.len(), rows.len(), "{}", context());

    // The number of bytes of each buffer that rows of the column use.
    let mut filled = vec![0; column.buffers().len()];
    for (&view, output) in column.views().iter().zip(flat.iter()) {
        let view = view.to_le_bytes();
        let field = |at: usize| u32::from_le_bytes(view[at..at + 4].try_into().unwrap()) as usize;
        let bytes = output.unwrap_or_default();
        assert_eq!(field(0), bytes.len(), "{}", context());
        if bytes.len() <= 12 {
            assert!(view[4..].starts_with(bytes), "{}", context());
            assert!(view[4 + bytes.len()..].iter().all(|&byte| byte == 0), "{}", context());
        } else {
            assert_eq!(view[4..8], bytes[..4], "{}", context());
            filled[field(8)] += bytes.len();
        }
    }
    for (buffer, filled) in column.buffers().iter().zip(filled) {
        match buffer {
            // The buffer has no gap, and holds no row twice.
            ViewBuffer::Own(bytes) => assert_eq!(bytes.len(), filled, "{}", context()),
            ViewBuffer::Input(number) => {
                assert!(filled * 4 >= inputs[*number].len() && filled > 0, "{}", context());
            }
            other => panic!("it is no buffer: {other:?}"),
        }
    }
}

/// A policy for text, the library's and the oracle's.
type Text = Option<(Utf8, oracle::Utf8)>;

/// The oracle's result of each row alone.
fn alone(rows: &[Row], policy: &oracle::Decode, text: Text) -> Vec<Result<Vec<u8>, oracle::Error>> {
    let decoded = rows.iter().map(|row| match text {
        None => oracle::decode(&row.bytes, policy),
        Some((_, utf8)) => oracle::decode_text(&row.bytes, policy, utf8).map(String::into_bytes),
    });
    decoded.collect()
}

/// Returns whether a refused row may stay as written.
fn can_stay(text: Text, row: &[u8]) -> bool {
    text.is_none() || std::str::from_utf8(row).is_ok()
}

/// Decodes the rows on every backend, to bytes, or to text under a policy.
pub(super) fn decode(rows: &[Row], policy: &oracle::Decode, text: Text, layout: Layout) {
    let views = Views::new(rows, layout);
    let buffers = views.buffers();
    let input = views.column(&buffers);
    let alone = alone(rows, policy, text);
    let first_error =
        rows.iter().zip(&alone).position(|(row, decoded)| !row.is_null && decoded.is_err());
    let decoder = support::decoder(policy).utf8(text.map_or(Utf8::Strict, |(ours, _)| ours));
    for backend in support::backends() {
        let decoder = decoder.on(backend);
        let call = |on_error, output: &mut ViewColumn| match text {
            None => decoder.decode_batch(input, on_error, output),
            Some(_) => decoder.decode_utf8_batch(input, on_error, output),
        };
        let mut output = ViewColumn::new();
        for on_error in ON_ERROR {
            let context =
                || format!("{on_error:?} on {backend}, {layout:?}, under {policy:?}, {text:?}");
            let before = output.clone().into_parts();
            let result = call(on_error, &mut output);
            if let Some(row) = first_error.filter(|_| on_error == OnError::Fail) {
                let error = result.expect_err(&context());
                let BatchErrorKind::Decode(of_row) = error.kind() else {
                    panic!("{}: {error:?}", context())
                };
                let got = (error.row(), Err(support::error(of_row)));
                assert_eq!(got, (row, alone[row].clone()), "{}", context());
                assert_eq!(output.clone().into_parts(), before, "{}", context());
                continue;
            }
            assert_eq!(result, Ok(()), "{}", context());
            let keeps = on_error == OnError::Keep;
            let expected = Expected::new(rows, |row| {
                let bytes = &rows[row].bytes;
                alone[row]
                    .clone()
                    .map_err(|_| (keeps && can_stay(text, bytes)).then(|| bytes.clone()))
            });
            is(&output, &buffers, rows, &expected, &context);
        }
    }
}

/// Encodes the rows on every backend.
pub(super) fn encode(rows: &[Row], policy: &oracle::Encode, layout: Layout) {
    let views = Views::new(rows, layout);
    let buffers = views.buffers();
    let expected =
        Expected::new(rows, |row| Ok(oracle::encode(&rows[row].bytes, policy).into_bytes()));
    let mut output = ViewColumn::new();
    for backend in support::backends() {
        let encoder = support::encoder(policy).on(backend);
        encoder.encode_batch(views.column(&buffers), &mut output).unwrap();
        let context = || format!("on {backend}, {layout:?}, under {policy:?}");
        is(&output, &buffers, rows, &expected, &context);
    }
}

const LAYOUTS: [Layout; 4] = [
    PLAIN,
    Layout { buffers: 3, gap: b"%41", first_bit: Some(3) },
    // The gap is a row's length, as Parquet's plain encoding writes it.
    Layout { buffers: 1, gap: b"%\0\0\0", first_bit: None },
    Layout { buffers: 2, gap: &[b'%'; 300], first_bit: None },
];

/// Decodes, to bytes or to text under a policy, and encodes the rows from each layout to the other,
/// on every backend.
pub(super) fn other_layouts<
    O: Offset + TryFrom<usize, Error: Debug> + PartialEq + Debug + Clone,
>(
    rows: &[Row],
    policy: &oracle::Decode,
    text: Text,
    encode: &oracle::Encode,
    (layout, around): (Layout, Around),
) {
    let views = Views::new(rows, layout);
    let buffers = views.buffers();
    let views = views.column(&buffers);
    let offsets = super::Buffers::<O>::new(rows, around);
    let values = [&offsets.values[..]];
    let alone = alone(rows, policy, text);
    let first_error =
        rows.iter().zip(&alone).position(|(row, decoded)| !row.is_null && decoded.is_err());
    let decoder = support::decoder(policy).utf8(text.map_or(Utf8::Strict, |(ours, _)| ours));
    for backend in support::backends() {
        let decoder = decoder.on(backend);
        let (mut to_offsets, mut to_views) = (Column::<O>::new(), ViewColumn::new());
        for on_error in ON_ERROR {
            let context = || {
                format!(
                    "{on_error:?} on {backend}, {layout:?}, {around:?}, under {policy:?}, {text:?}"
                )
            };
            let before = (to_offsets.clone().into_parts(), to_views.clone().into_parts());
            let results = match text {
                None => [
                    decoder.decode_batch(views, on_error, &mut to_offsets),
                    decoder.decode_batch(offsets.column(), on_error, &mut to_views),
                ],
                Some(_) => [
                    decoder.decode_utf8_batch(views, on_error, &mut to_offsets),
                    decoder.decode_utf8_batch(offsets.column(), on_error, &mut to_views),
                ],
            };
            if let Some(row) = first_error.filter(|_| on_error == OnError::Fail) {
                assert!(results.iter().all(|result| result.unwrap_err().row() == row));
                let after = (to_offsets.clone().into_parts(), to_views.clone().into_parts());
                assert_eq!(after, before, "{}", context());
                continue;
            }
            assert_eq!(results, [Ok(()), Ok(())], "{}", context());
            let decoded = |row: usize| {
                let bytes = &rows[row].bytes;
                let keeps = on_error == OnError::Keep && can_stay(text, bytes);
                alone[row].clone().map_err(|_| keeps.then(|| bytes.clone()))
            };
            Expected::<O>::new(rows, decoded).is(&to_offsets, &context);
            is(&to_views, &values, rows, &Expected::new(rows, decoded), &context);
        }
        let context = || format!("on {backend}, {layout:?}, {around:?}, under {encode:?}");
        let encoder = support::encoder(encode).on(backend);
        encoder.encode_batch(views, &mut to_offsets).unwrap();
        encoder.encode_batch(offsets.column(), &mut to_views).unwrap();
        let encoded = |row: usize| Ok(oracle::encode(&rows[row].bytes, encode).into_bytes());
        Expected::<O>::new(rows, encoded).is(&to_offsets, &context);
        is(&to_views, &values, rows, &Expected::new(rows, encoded), &context);
    }
}

/// The view of a row in a buffer; the prefix is not read.
pub(super) fn long_view(len: u32, buffer: u32, offset: u32) -> [u8; 16] {
    [len, 0x3030_3030, buffer, offset].map(u32::to_le_bytes).concat().try_into().unwrap()
}
