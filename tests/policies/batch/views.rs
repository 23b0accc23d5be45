//! Columns of views: each row is what the oracle makes of it alone, and no row that stays as it is
//! is copied without need.

use oracle::content::Content;
use oracle::random::Random;
use percent_simd::batch::{
    BatchError, BatchErrorKind, Column, ColumnRef, Offset, OnError, ViewBuffer, ViewColumn,
    ViewColumnRef,
};
use percent_simd::{Decoder, Encoder, Malformed, Utf8, sets};

use super::{Expected, ON_ERROR, Row, cut};
use crate::common::UTF8;

/// Where the rows of a column lie.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    /// How many buffers there are. Rows take turns.
    pub(super) buffers: usize,
    /// What is in a buffer before each row, and after the last one.
    pub(super) gap: &'static [u8],
    /// The bit of the first row in the bitmap; no bitmap if there is none and no row is null.
    pub(super) first_bit: Option<usize>,
}

pub(super) const PLAIN: Layout = Layout { buffers: 1, gap: b"", first_bit: None };

/// Rows as views, after Arrow's *Variable-size Binary View Layout*.
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
                // Nobody looks at it.
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
            // Short rows have bytes there, too, as those of Parquet's pages have.
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

/// Asserts what holds for every column of views, and that its rows are those.
fn is(
    column: &ViewColumn,
    inputs: &[&[u8]],
    rows: &[Row],
    expected: &Expected<i64>,
    context: &dyn Fn() -> String,
) {
    let (values, offsets, bitmap) = &expected.parts;
    let flat = column.to_column::<i64>(inputs).unwrap();
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

    // How many bytes of each buffer of the column its rows are.
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
            // Without a gap, and no row twice.
            ViewBuffer::Own(bytes) => assert_eq!(bytes.len(), filled, "{}", context()),
            ViewBuffer::Input(number) => {
                assert!(filled * 4 >= inputs[*number].len() && filled > 0, "{}", context());
            }
        }
    }
}

/// Decodes the rows on every backend, to bytes, or to text under a policy.
pub(super) fn decode(
    rows: &[Row],
    policy: &oracle::Decode,
    text: Option<(Utf8, oracle::Utf8)>,
    layout: Layout,
) {
    let views = Views::new(rows, layout);
    let buffers = views.buffers();
    let input = views.column(&buffers);
    let alone: Vec<_> = rows
        .iter()
        .map(|row| match text {
            None => oracle::decode(&row.bytes, policy),
            Some((_, utf8)) => {
                oracle::decode_text(&row.bytes, policy, utf8).map(String::into_bytes)
            }
        })
        .collect();
    let can_stay = |row: &[u8]| text.is_none() || std::str::from_utf8(row).is_ok();
    let first_error =
        rows.iter().zip(&alone).position(|(row, decoded)| !row.is_null && decoded.is_err());
    let decoder = crate::common::decoder(policy).utf8(text.map_or(Utf8::Strict, |(ours, _)| ours));
    for backend in crate::common::backends() {
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
                let got = (error.row(), Err(crate::common::error(of_row)));
                assert_eq!(got, (row, alone[row].clone()), "{}", context());
                assert_eq!(output.clone().into_parts(), before, "{}", context());
                continue;
            }
            assert_eq!(result, Ok(()), "{}", context());
            let keeps = on_error == OnError::Keep;
            let expected = Expected::new(rows, |row| {
                let bytes = &rows[row].bytes;
                alone[row].clone().map_err(|_| (keeps && can_stay(bytes)).then(|| bytes.clone()))
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
    for backend in crate::common::backends() {
        let encoder = crate::common::encoder(policy).on(backend);
        encoder.encode_batch(views.column(&buffers), &mut output).unwrap();
        let context = || format!("on {backend}, {layout:?}, under {policy:?}");
        is(&output, &buffers, rows, &expected, &context);
    }
}

const LAYOUTS: [Layout; 4] = [
    PLAIN,
    Layout { buffers: 3, gap: b"%41", first_bit: Some(3) },
    // The length of a row, as Parquet's plain encoding writes it.
    Layout { buffers: 1, gap: b"%\0\0\0", first_bit: None },
    Layout { buffers: 2, gap: &[b'%'; 300], first_bit: None },
];

/// More bytes than are handled at once, of every sort, cut anywhere.
#[test]
fn long_columns() {
    let mut random = Random::new(8);
    let layouts = [(30, LAYOUTS[1]), (60, LAYOUTS[0]), (100, LAYOUTS[2])];
    for (content, (bound, layout)) in Content::ALL.into_iter().zip(layouts.into_iter().cycle()) {
        let rows = cut(&content.generate(9000, &mut random), bound, true, &mut random);
        decode(&rows, &oracle::Decode::default(), None, layout);
        decode(&rows, &oracle::Decode::default(), Some(UTF8[0]), layout);
        let set = oracle::all_but(b"-._~");
        encode(&rows, &oracle::Encode { set, ..oracle::Encode::default() }, layout);
    }
}

/// Every policy, with nulls.
#[test]
fn every_policy() {
    let mut random = Random::new(80);
    for content in [Content::OneDefect, Content::SolidText] {
        let mut rows = cut(&content.generate(1000, &mut random), 60, false, &mut random);
        rows.iter_mut().for_each(|row| row.is_null = random.chance(10));
        for (_, policy) in oracle::decode_policies() {
            decode(&rows, &policy, None, LAYOUTS[1]);
            for utf8 in UTF8 {
                decode(&rows, &policy, Some(utf8), LAYOUTS[3]);
            }
        }
        for (_, policy) in oracle::encode_policies() {
            encode(&rows, &policy, LAYOUTS[1]);
        }
    }
}

/// Rows at the length that fits in a view, and about the bytes that are gathered at once.
#[test]
fn lengths() {
    let mut rows = Vec::new();
    for len in [0, 1, 11, 12, 13, 15, 16, 8188, 8189, 8192, 8193, 20_000] {
        for tail in ["", "%41", "%FF"] {
            rows.push(Row::of(&[&b"x".repeat(len)[..], tail.as_bytes()].concat()));
        }
        rows.push(Row { bytes: b"%41".repeat(len), is_null: len % 5 == 0 });
    }
    for (utf8, layout) in UTF8.into_iter().zip(LAYOUTS) {
        decode(&rows, &oracle::Decode::default(), Some(utf8), layout);
        encode(&rows, &oracle::Encode { set: [true; 128], ..oracle::Encode::default() }, layout);
    }
}

/// Columns without rows, of null rows alone, without buffers.
#[test]
fn empty_columns() {
    for count in [0, 1, 9] {
        for is_null in [false, true] {
            let rows = vec![Row { bytes: vec![], is_null }; count];
            for layout in LAYOUTS {
                decode(&rows, &oracle::Decode::default(), None, layout);
                encode(&rows, &oracle::Encode::default(), layout);
            }
            decode(&rows, &oracle::Decode::default(), None, LAYOUTS[0]);
        }
    }
    let mut output = ViewColumn::new();
    assert!(output.is_empty() && output.views().is_empty() && output.validity().is_none());
    let input = ViewColumnRef::new(&[], &[], None).unwrap();
    assert!(input.is_empty() && input.row(0).is_none() && input.iter().next().is_none());
    Decoder::new().decode_batch(input, OnError::Fail, &mut output).unwrap();
    assert_eq!(output.into_parts(), (vec![], vec![], None));
}

fn long_view(len: u32, buffer: u32, offset: u32) -> [u8; 16] {
    [len, 0x3030_3030, buffer, offset].map(u32::to_le_bytes).concat().try_into().unwrap()
}

#[test]
fn what_is_no_column() {
    let buffers: [&[u8]; 2] = [&[b'0'; 20], &[b'0'; 40]];
    let error = |view, validity| {
        let views = [long_view(3, 9, 9), view];
        let error = ViewColumnRef::new(&views, &buffers, validity).err();
        error.map(|error: BatchError| (error.row(), error.kind()))
    };
    for good in [
        long_view(12, 9, 99),
        long_view(20, 0, 0),
        long_view(13, 0, 7),
        long_view(40, 1, 0),
        long_view(13, 1, 27),
    ] {
        assert_eq!(error(good, None), None, "{good:?}");
    }
    for bad in [
        long_view(21, 0, 0),
        long_view(13, 0, 8),
        long_view(13, 2, 0),
        long_view(13, u32::MAX, 0),
        long_view(13, 1, u32::MAX),
        long_view(u32::MAX, 0, 0),
        long_view(u32::MAX, 0, 1),
        long_view(1 << 31, 1, 0),
        long_view(13, 1, u32::MAX - 12),
    ] {
        assert_eq!(error(bad, None), Some((1, BatchErrorKind::BadView)), "{bad:?}");
        assert_eq!(error(bad, Some((&[0b11], 0))), Some((1, BatchErrorKind::BadView)));
        assert_eq!(error(bad, Some((&[0b01], 0))), None, "a null row's view is not looked at");
        assert_eq!(error(bad, Some((&[0b0101_1111], 4))), None);
    }
    let none = (1, BatchErrorKind::NoValidity);
    assert_eq!(error(long_view(1, 0, 0), Some((&[0xFF], 7))), Some(none));
    let text = ViewColumnRef::new(&[long_view(13, 0, 0)], &[], None).unwrap_err().to_string();
    assert_eq!(text, "row 0: its view does not lie within the buffers");
}

/// A buffer is referred to from a quarter of its bytes on; otherwise its rows are copied.
#[test]
fn few_rows_keep_no_large_buffer_alive() {
    for (len, is_kept) in [(79, true), (80, true), (81, false), (1000, false)] {
        let first = vec![b'a'; len];
        let second = [b'b'; 16];
        let buffers: [&[u8]; 3] = [&first, b"nobody's", &second];
        let views = [long_view(20, 0, 0), long_view(16, 2, 0), long_view(3, 7, 7)];
        let input = ViewColumnRef::new(&views, &buffers, None).unwrap();
        let mut output = ViewColumn::new();
        Decoder::new().decode_batch(input, OnError::Fail, &mut output).unwrap();
        let copied = ViewBuffer::Own(vec![b'a'; 20]);
        let expected = if is_kept {
            [ViewBuffer::Input(0), ViewBuffer::Input(2)]
        } else {
            [ViewBuffer::Input(2), copied]
        };
        assert_eq!(output.buffers(), expected, "a row of 20 bytes in a buffer of {len}");
        let flat = output.to_column::<i32>(&buffers).unwrap();
        assert!(flat.iter().eq([Some(&[b'a'; 20][..]), Some(&second), Some(b"000")]));
        // Rows that refer to the same bytes count each.
        let twice = [views[0], views[0], views[0]];
        let input = ViewColumnRef::new(&twice, &buffers, None).unwrap();
        Decoder::new().decode_batch(input, OnError::Fail, &mut output).unwrap();
        assert_eq!(matches!(output.buffers(), [ViewBuffer::Input(0)]), len <= 240);
    }
}

/// Slices are columns like others: of their buffers they may fill little.
#[test]
fn slices() {
    let rows: Vec<_> = (0..20)
        .map(|row| Row {
            bytes: format!("/a/clean/row/number/{row}/%4{}", row % 10).into_bytes(),
            is_null: row % 7 == 6,
        })
        .collect();
    let views = Views::new(&rows, Layout { first_bit: Some(5), ..PLAIN });
    let buffers = views.buffers();
    let column = views.column(&buffers);
    for (start, end) in [(0, 20), (0, 0), (20, 20), (3, 4), (5, 17), (6, 7), (6, 8)] {
        let slice = column.slice(start..end);
        let part = &rows[start..end];
        assert!(slice.iter().eq(part.iter().map(|row| (!row.is_null).then_some(&row.bytes[..]))));
        let expected = Expected::new(part, |row| {
            Ok(oracle::decode(&part[row].bytes, &oracle::Decode::default()).unwrap())
        });
        let mut output = ViewColumn::new();
        Decoder::new().decode_batch(slice, OnError::Fail, &mut output).unwrap();
        is(&output, &buffers, part, &expected, &|| format!("{start}..{end}"));
    }
}

/// From one layout to the other.
#[test]
fn other_layouts() {
    fn check<O: Offset + TryFrom<usize, Error: std::fmt::Debug> + PartialEq>(rows: &[Row]) {
        let policy = oracle::Decode { strict: true, ..oracle::Decode::default() };
        let decoder = crate::common::decoder(&policy);
        let views = Views::new(rows, LAYOUTS[1]);
        let buffers = views.buffers();
        let expected = Expected::<O>::new(rows, |row| {
            oracle::decode(&rows[row].bytes, &policy).map_err(|_| None)
        });
        let mut output = Column::<O>::new();
        decoder.decode_batch(views.column(&buffers), OnError::Null, &mut output).unwrap();
        expected.is(&output, &|| "views to offsets".into());

        let around = super::Around { before: b"%4", behind: b"1%", first_bit: Some(9) };
        let offsets = super::Buffers::<O>::new(rows, around);
        let expected =
            Expected::new(rows, |row| oracle::decode(&rows[row].bytes, &policy).map_err(|_| None));
        let mut output = ViewColumn::new();
        decoder.decode_batch(offsets.column(), OnError::Null, &mut output).unwrap();
        is(&output, &[&offsets.values], rows, &expected, &|| "offsets to views".into());
    }
    let mut random = Random::new(88);
    let mut rows = cut(&Content::OneDefect.generate(3000, &mut random), 40, false, &mut random);
    rows.iter_mut().for_each(|row| row.is_null = random.chance(10));
    check::<i32>(&rows);
    check::<i64>(&rows);
    check::<u32>(&rows);
    check::<u64>(&rows);
}

/// Arrow's own example: what goes out can come in again.
#[test]
fn there_and_back() {
    let mut random = Random::new(888);
    let rows = cut(&Content::Binary.generate(5000, &mut random), 50, false, &mut random);
    let views = Views::new(&rows, PLAIN);
    let buffers = views.buffers();
    let (mut encoded, mut decoded) = (ViewColumn::new(), ViewColumn::new());
    Encoder::new(sets::URI_COMPONENT).encode_batch(views.column(&buffers), &mut encoded).unwrap();
    let bytes: Vec<_> = encoded.views().iter().map(|view| view.to_le_bytes()).collect();
    let inputs: Vec<&[u8]> = encoded
        .buffers()
        .iter()
        .map(|buffer| match buffer {
            ViewBuffer::Input(number) => buffers[*number],
            ViewBuffer::Own(bytes) => bytes,
        })
        .collect();
    let input = ViewColumnRef::new(&bytes, &inputs, None).unwrap();
    let strict = Decoder::new().malformed(Malformed::Error);
    strict.decode_batch(input, OnError::Fail, &mut decoded).unwrap();
    let flat = decoded.to_column::<u32>(&inputs).unwrap();
    assert!(flat.iter().eq(rows.iter().map(|row| Some(&row.bytes[..]))));
}

/// The values of a dictionary that no key uses are null, so they are not decoded.
#[test]
fn dictionaries() {
    let offsets = [0_i32, 3, 6, 9, 9, 12];
    let values = ColumnRef::new(b"%41%zz%42%43", &offsets).unwrap();
    let nulls = values.with_validity(&[0b11011], 0).unwrap();
    let strict = Decoder::new().malformed(Malformed::Error);
    let (mut used, mut output) = (Vec::new(), Column::new());
    let column = values.used_by(&[4_u8, 0, 0], None, &mut used).unwrap();
    strict.decode_batch(column, OnError::Fail, &mut output).unwrap();
    assert!(output.iter().eq([Some(&b"A"[..]), None, None, None, Some(b"C")]));
    // A null key uses nothing, whatever is in its slot, and a null value stays null.
    let keys = [-1_i64, 2, 0];
    let column = nulls.used_by(&keys, Some((&[0b1100], 1)), &mut used).unwrap();
    strict.decode_batch(column, OnError::Fail, &mut output).unwrap();
    assert!(output.iter().eq([Some(&b"A"[..]), None, None, None, None]));

    let error = |keys: &[i16], validity| {
        let error = values.used_by(keys, validity, &mut Vec::new()).unwrap_err();
        (error.row(), error.kind())
    };
    assert_eq!(error(&[0, 5], None), (1, BatchErrorKind::BadKey));
    assert_eq!(error(&[0, -1], None), (1, BatchErrorKind::BadKey));
    assert_eq!(error(&[0, 9], Some((&[0b1111_1111], 7))), (1, BatchErrorKind::NoValidity));
    let refused = values.used_by(&[1_u64], None, &mut used).unwrap();
    let error = strict.decode_batch(refused, OnError::Fail, &mut output).unwrap_err();
    assert_eq!(error.row(), 1, "the value's number");

    let views = [long_view(3, 0, 0), long_view(40, 0, 0), *b"\x03\0\0\0%zz\0\0\0\0\0\0\0\0\0"];
    let buffer = b"%41".repeat(14);
    let buffers = [&buffer[..]];
    let values = ViewColumnRef::new(&views, &buffers, None).unwrap();
    let column = values.used_by(&[1_i32, 1], None, &mut used).unwrap();
    assert!(column.row(0).is_none() && column.row(1).is_some() && column.row(2).is_none());
    let mut output = ViewColumn::new();
    strict.decode_batch(column, OnError::Null, &mut output).unwrap();
    assert_eq!(
        (output.nulls(), output.refused()),
        (3, 1),
        "the end of its last triplet is missing"
    );
}
