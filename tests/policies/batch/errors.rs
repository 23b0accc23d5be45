//! Malformed columns, and error messages.

use percent_simd::batch::{BatchErrorKind, Column, ColumnRef, Offset, OnError};
use percent_simd::{Decoder, Malformed};

#[test]
fn refused_columns() {
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
        "offsets that do not ascend are reported first"
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
fn errors_name_the_cause() {
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
