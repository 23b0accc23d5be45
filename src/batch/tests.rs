//! Limits that no test reaches at their real size: how long a buffer, a row and an offset may be.

use alloc::vec::Vec;

use super::codec::Codec;
use super::fill_views::fill_views;
use super::view::{View, ViewColumnRef, views_of};
use super::{BatchError, BatchErrorKind, Column, ColumnRef, OnError, ViewBuffer, ViewColumn};
use crate::{Decoder, Encoder, Malformed, Utf8, sets};

/// The views of rows that are one after the other in a buffer.
fn views(rows: &[&[u8]]) -> (Vec<[u8; 16]>, Vec<u8>) {
    let buffer = rows.concat();
    let starts = rows.iter().scan(0, |end, row| {
        let start = *end;
        *end += row.len();
        Some(Some((start, *row)))
    });
    (views_of(starts, usize::MAX).unwrap(), buffer)
}

fn fill(rows: &[&[u8]], codec: &Codec, most: usize) -> Result<ViewColumn, BatchError> {
    let (views, buffer) = views(rows);
    fill_views(ViewColumnRef::new(&views, &[&buffer], None).unwrap(), codec, most)
}

/// The rows of a column of views.
fn flat(column: &ViewColumn, inputs: &[&[u8]]) -> Column<i32> {
    let views: Vec<_> = column.views().iter().map(|view| view.to_le_bytes()).collect();
    let buffers = column.buffers().iter().map(|buffer| match buffer {
        ViewBuffer::Input(number) => inputs[*number],
        ViewBuffer::Own(bytes) => bytes,
    });
    let buffers: Vec<&[u8]> = buffers.collect();
    Column::from_rows(ViewColumnRef::new(&views, &buffers, None).unwrap().iter()).unwrap()
}

/// The lengths of a column's own buffers.
fn lens(column: &ViewColumn) -> Vec<usize> {
    let lens = column.buffers().iter().map(|buffer| match buffer {
        ViewBuffer::Input(_) => 0,
        ViewBuffer::Own(bytes) => bytes.len(),
    });
    lens.collect()
}

#[test]
fn own_buffers_have_a_limit() {
    let decoding = |on_error| Codec::decoding(Decoder::new(), on_error, false);
    // Twenty rows of 22 bytes that become 20.
    let rows = [&b"a row of escapes%20etc"[..]; 20];
    for most in 22..420 {
        let column = fill(&rows, &decoding(OnError::Fail), most).unwrap();
        let flat = flat(&column, &[]);
        assert!(flat.iter().eq([Some(&b"a row of escapes etc"[..]); 20]), "at most {most}");
        let lens = lens(&column);
        assert!(lens.iter().all(|&len| 0 < len && len <= most), "{lens:?}, at most {most}");
        assert_eq!(lens.iter().sum::<usize>(), 400);
    }
}

#[test]
fn copies_have_the_same_limit() {
    // Rows that fill little of the buffer, so they are copied.
    let (mut views, mut buffer) = views(&[&b"a row that is clean, and copied"[..]; 10]);
    let len = buffer.len();
    buffer.resize(10 * len, 0);
    views.push(*b"\x0d\0\0\0%41%\0\0\0\0\0\0\0\0");
    buffer[..13].copy_from_slice(b"%41%4a row th");
    for most in 50..350 {
        let buffers = [&buffer[..]];
        let input = ViewColumnRef::new(&views, &buffers, None).unwrap();
        let codec = Codec::decoding(Decoder::new(), OnError::Fail, false);
        let column = fill_views(input, &codec, most).unwrap();
        assert!(lens(&column).iter().all(|&len| 0 < len && len <= most), "at most {most}");
        let flat = flat(&column, &[]);
        assert_eq!(flat.row(9).unwrap(), b"a row that is clean, and copied");
        assert_eq!(flat.row(10).unwrap(), b"AJ row th");
    }
}

#[test]
fn a_row_has_a_limit() {
    let encoding = Codec::encoding(Encoder::new(sets::URI_COMPONENT));
    let rows = [&b"plain"[..], b"eleven //!!", b"<<<<<<<<<<<<<<<<<<<<"];
    assert!(fill(&rows, &encoding, 60).is_ok());
    let error = fill(&rows, &encoding, 59).unwrap_err();
    assert_eq!((error.row(), error.kind()), (2, BatchErrorKind::Overflow));

    // Text may grow, too. The first error is reported.
    let strict = Decoder::new().malformed(Malformed::Error).utf8(Utf8::Lossy);
    let rows = [&b"%41"[..], &[0xFF; 20], b"%zz"];
    let refused = [&b"%zz"[..], &[0xFF; 20]];
    let text = |on_error| Codec::decoding(strict, on_error, true);
    assert!(fill(&rows, &text(OnError::Null), 60).is_ok());
    for on_error in [OnError::Fail, OnError::Null, OnError::Keep] {
        let error = fill(&rows, &text(on_error), 59).unwrap_err();
        assert_eq!((error.row(), error.kind()), (1, BatchErrorKind::Overflow));
    }
    let error = fill(&refused, &text(OnError::Fail), 59).unwrap_err();
    assert!(error.row() == 0 && matches!(error.kind(), BatchErrorKind::Decode(_)));
    let error = fill(&refused, &text(OnError::Null), 59).unwrap_err();
    assert_eq!((error.row(), error.kind()), (1, BatchErrorKind::Overflow));

    // A row that is refused has no output, so it is not too long.
    let long = [&[0xFF; 60][..], b"%zz"].concat();
    let column = fill(&[&long, b"%41"], &text(OnError::Null), 59).unwrap();
    assert_eq!((column.nulls(), column.refused(), column.changed()), (1, 1, 1));
    let error = fill(&[&long], &text(OnError::Fail), 59).unwrap_err();
    assert!(error.row() == 0 && matches!(error.kind(), BatchErrorKind::Decode(_)));
    let (start, end) = (long.len() as u8, long.len() as u8 + 3);
    let values = [&long[..], b"%41", &[b'a'; 100]].concat();
    let offsets = [0, start, end, end + 100];
    let mut column = Column::<u8>::new();
    strict
        .decode_utf8_batch(ColumnRef::new(&values, &offsets).unwrap(), OnError::Null, &mut column)
        .unwrap();
    assert!(column.iter().eq([None, Some(&b"A"[..]), Some(&[b'a'; 100])]));
}

#[test]
fn an_offset_has_a_limit() {
    let row = [b'a'; 20];
    let views = |start, len| views_of([None, Some((start, &row[..len]))].into_iter(), 19);
    for (start, len) in [(19, 19), (20, 12), (usize::MAX, 0), (0, 13)] {
        assert!(views(start, len).is_ok(), "{len} bytes at {start}");
    }
    for (start, len) in [(20, 13), (0, 20)] {
        let error = views(start, len).unwrap_err();
        assert_eq!((error.row(), error.kind()), (1, BatchErrorKind::Overflow));
    }
}

/// Every byte at every place of a short row; false positives are rare.
#[test]
fn bytes_of_short_rows() {
    for len in 0..=12 {
        let clean = &b"/clean/path/"[..len];
        assert!(!View::short(clean).may_have(b'%', b'+'));
        for at in 0..len {
            for byte in 0..=u8::MAX {
                let mut row = clean.to_vec();
                row[at] = byte;
                let (is_first, is_second) = (byte == b'%', byte == b'+');
                let view = View::short(&row);
                assert!(view.may_have(b'%', b'+') || !is_first && !is_second && byte < 0x80);
                assert!(view.may_have(b'%', b'%') || !is_first && byte < 0x80);
            }
        }
    }
}

/// The rows of a column whose offsets are at most 255, or the row that is too much.
fn small<T>(result: Result<T, BatchError>) -> Result<T, usize> {
    result.map_err(|error| {
        assert_eq!(error.kind(), BatchErrorKind::Overflow);
        error.row()
    })
}

#[test]
fn offsets_have_a_limit() {
    let (half, rest) = ([b'a'; 127], [b'b'; 128]);
    let fits = [Some(&half[..]), None, Some(&rest), Some(b"")];
    let column = small(Column::<u8>::from_rows(fits)).unwrap();
    assert!(column.iter().eq(fits) && column.offsets() == [0, 127, 127, 255, 255]);
    let too_long = [Some(&half[..]), None, Some(&rest), Some(b""), Some(b"c")];
    assert_eq!(small(Column::<u8>::from_rows(too_long)).err(), Some(4));

    // An error changes nothing.
    let mut pushed = column.clone();
    assert_eq!(small(pushed.push_row(Some(b"c"))), Err(4));
    assert_eq!(pushed.into_parts(), column.clone().into_parts());

    // From views, before anything is decoded; and back.
    let rows = [&half[..], b"%41", &rest];
    let (views, buffer) = views(&rows);
    let buffers = [&buffer[..]];
    let input = ViewColumnRef::new(&views, &buffers, None).unwrap();
    let mut output = column.clone();
    let decoded = Decoder::new().decode_batch(input, OnError::Fail, &mut output);
    assert_eq!(small(decoded), Err(2));
    assert_eq!(output.into_parts(), column.into_parts());
    let mut output = ViewColumn::new();
    Decoder::new().decode_batch(input, OnError::Fail, &mut output).unwrap();
    assert!(flat(&output, &buffers).iter().eq([Some(&half[..]), Some(b"A"), Some(&rest)]));

    // Output that becomes longer.
    let input = ColumnRef::new(&half, &[0_u8, 63, 86]).unwrap();
    let mut output = Column::new();
    let all = Encoder::new(sets::NON_ALPHANUMERIC.union(crate::AsciiSet::from_bytes(b"a")));
    assert_eq!(small(all.encode_batch(input, &mut output)), Err(1));
    small(all.encode_batch(input.slice(0..1), &mut output)).unwrap();
    assert_eq!(output.offsets(), [0, 189]);
    let bytes = [0xFF; 90];
    let input = ColumnRef::new(&bytes, &[0_u8, 85, 86]).unwrap();
    let lossy = Decoder::new().utf8(Utf8::Lossy);
    assert_eq!(small(lossy.decode_utf8_batch(input, OnError::Fail, &mut output)), Err(1));
    let first = input.slice(0..1);
    small(lossy.decode_utf8_batch(first, OnError::Fail, &mut output)).unwrap();
    assert_eq!(output.offsets(), [0, 255]);
}

#[cfg(feature = "form")]
#[test]
fn offsets_of_values_have_a_limit() {
    use crate::form::{Occurrence, Parser};

    let query = [b"q=".to_vec(), [b'a'; 200].to_vec()].concat();
    let queries = [Some(&query), Some(&query)];
    let value = |queries: &[_]| {
        let queries = queries.iter().copied();
        Parser::new().value_batch::<u8, _>(queries, "q", Occurrence::First, OnError::Fail)
    };
    assert!(value(&queries[..1]).is_ok());
    assert_eq!(small(value(&queries)).err(), Some(1));
}
