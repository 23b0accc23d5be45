//! Dictionaries: of the values, only those in use.

use percent_simd::batch::{BatchErrorKind, Column, ColumnRef, OnError, ViewColumn, ViewColumnRef};
use percent_simd::{Decoder, Malformed};

use super::views::long_view;

/// The values of a dictionary that no key uses are null, so they are not decoded.
#[test]
fn values_in_use() {
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
