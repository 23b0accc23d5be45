//! Validity bitmaps: a bit for each row, the lowest bit of each byte first; 1 is a row that is there.

use alloc::vec::Vec;

/// A borrowed bitmap, and the bit of the first row.
pub(super) type Bits<'a> = (&'a [u8], usize);

/// Returns whether the bit of `row` is 0.
#[inline]
pub(super) fn is_null((bitmap, first): Bits<'_>, row: usize) -> bool {
    bitmap[(first + row) / 8] >> ((first + row) % 8) & 1 == 0
}

/// How many rows the bitmap has bits for.
pub(super) const fn rows((bitmap, first): Bits<'_>) -> usize {
    bitmap.len().saturating_mul(8).saturating_sub(first)
}

/// Makes a row null in a bitmap of `rows` rows, which is empty as long as none is.
#[inline]
pub(super) fn set_null(bitmap: &mut Vec<u8>, row: usize, rows: usize) {
    if bitmap.is_empty() {
        all_valid(bitmap, rows);
    }
    bitmap[row / 8] &= !(1 << (row % 8));
}

/// Adds the bit of row number `row`, the next one.
#[inline]
pub(super) fn push(bitmap: &mut Vec<u8>, row: usize, is_valid: bool) {
    if bitmap.is_empty() {
        if is_valid {
            return;
        }
        all_valid(bitmap, row);
    }
    if row % 8 == 0 {
        bitmap.push(0);
    }
    bitmap[row / 8] |= u8::from(is_valid) << (row % 8);
}

/// Fills an empty bitmap with that many ones; bits past the last row are 0. Its memory is used
/// again.
#[inline]
fn all_valid(bitmap: &mut Vec<u8>, rows: usize) {
    bitmap.resize(rows.div_ceil(8), u8::MAX);
    if let Some(last) = bitmap.last_mut() {
        *last >>= (8 - rows % 8) % 8;
    }
}
