//! Views and buffers: valid views, and kept buffers.

use percent_simd::Decoder;
use percent_simd::batch::{
    BatchError, BatchErrorKind, OnError, ViewBuffer, ViewColumn, ViewColumnRef,
};
use support::views::flat;

use super::super::{Expected, Row};
use super::{Layout, PLAIN, Views, is, long_view};

#[test]
fn refused_columns() {
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

/// A column keeps a buffer if it uses at least a quarter of the bytes; otherwise it copies the
/// rows.
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
        let flat = flat::<i32>(&output, &buffers);
        assert!(flat.iter().eq([Some(&[b'a'; 20][..]), Some(&second), Some(b"000")]));
        // Rows that refer to the same bytes all count.
        let twice = [views[0], views[0], views[0]];
        let input = ViewColumnRef::new(&twice, &buffers, None).unwrap();
        Decoder::new().decode_batch(input, OnError::Fail, &mut output).unwrap();
        assert_eq!(matches!(output.buffers(), [ViewBuffer::Input(0)]), len <= 240);
    }
}

/// Slices are columns, too: they may use little of their buffers.
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
