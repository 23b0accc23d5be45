//! Views: the sixteen bytes that say where a row is, and borrowed columns of them.

use alloc::vec::Vec;
use core::ops::Range;

use super::error::{BatchError, BatchErrorKind};
use super::validity::{self, Bits};

/// The longest row that is in its view.
pub(super) const INLINE: usize = 12;

/// The longest row, and the greatest offset and index: they are 32 bits with a sign.
pub(super) const MOST: usize = i32::MAX as usize;

/// A view as a number: the length is in its lowest 32 bits. Then a short row's bytes follow, or the
/// first four bytes, the number of the buffer, and the offset there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct View(pub(super) u128);

impl View {
    /// The view of an empty row.
    pub(super) const EMPTY: Self = Self(0);

    /// A row of at most [`INLINE`] bytes.
    #[inline]
    pub(super) fn short(row: &[u8]) -> Self {
        let mut view = [0; 16];
        view[4..4 + row.len()].copy_from_slice(row);
        Self(u128::from_le_bytes(view) | row.len() as u128)
    }

    /// A longer row, which is in that buffer; its length and the numbers are at most [`MOST`].
    #[inline]
    pub(super) fn long(row: &[u8], buffer: usize, offset: usize) -> Self {
        let prefix = u32::from_le_bytes([row[0], row[1], row[2], row[3]]);
        Self(
            row.len() as u128
                | u128::from(prefix) << 32
                | (buffer as u128) << 64
                | (offset as u128) << 96,
        )
    }

    #[inline]
    pub(super) const fn len(self) -> usize {
        self.0 as u32 as usize
    }

    #[inline]
    pub(super) const fn buffer(self) -> usize {
        (self.0 >> 64) as u32 as usize
    }

    #[inline]
    pub(super) const fn offset(self) -> usize {
        (self.0 >> 96) as u32 as usize
    }

    /// The end of the row in its buffer.
    #[inline]
    pub(super) const fn end(self) -> usize {
        self.offset() + self.len()
    }

    /// Returns whether one of a short row's bytes is `first` or `second`, or perhaps >= 0x80. (Its
    /// padding may be taken for it.)
    #[inline]
    pub(super) const fn may_have(self, first: u8, second: u8) -> bool {
        const ONES: u128 = u128::MAX / 255;
        // The highest bit of each byte that is zero, or follows one.
        const fn zeros(word: u128) -> u128 {
            word.wrapping_sub(ONES) & !word & ONES << 7
        }
        // (The length is neither of them.)
        let found =
            zeros(self.0 ^ (ONES * first as u128)) | zeros(self.0 ^ (ONES * second as u128));
        (found | self.0 & ONES << 7) >> 32 != 0
    }

    /// The view of the row in another buffer.
    #[inline]
    pub(super) const fn in_buffer(self, buffer: usize) -> Self {
        Self(self.0 & !(0xFFFF_FFFF << 64) | (buffer as u128) << 64)
    }
}

/// A borrowed column of views, as in Apache Arrow's *Variable-size Binary View Layout*: sixteen
/// bytes for each row, which hold a row of up to 12 bytes or say where in which buffer it is. They
/// are checked when the column is made, in linear time.
///
/// A view is four little-endian numbers of 32 bits: the length, then the row itself padded with
/// zeros; or, of a row of more than 12 bytes, its first four bytes, the number of the buffer, and
/// the offset there.
///
/// The views are bytes here, because the memory of another program need not be aligned for `u128`,
/// and because a short row borrows the bytes of its view. [`ViewColumn`](super::ViewColumn) returns
/// `u128`, which Arrow's buffers take without a copy.
///
/// ```
/// use percent_simd::batch::ViewColumnRef;
///
/// // A short row, and one that is in the buffer.
/// let views = [*b"\x05\0\0\0a%20b\0\0\0\0\0\0\0", *b"\x10\0\0\0/cle\0\0\0\0\x02\0\0\0"];
/// assert_eq!(ViewColumnRef::new(&views, &[b"##/clean/and/long"], None).unwrap_err().row(), 1);
/// let input = ViewColumnRef::new(&views, &[b"##/clean/and/long!"], None).unwrap();
/// assert!(input.iter().eq([Some(&b"a%20b"[..]), Some(b"/clean/and/long!")]));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ViewColumnRef<'a> {
    /// They are within the buffers, unless they are null.
    pub(super) views: &'a [[u8; 16]],
    pub(super) buffers: &'a [&'a [u8]],
    /// A bitmap with a bit for each row, and the bit of the first one.
    pub(super) validity: Option<Bits<'a>>,
}

impl<'a> ViewColumnRef<'a> {
    /// A column of these views, of rows in these buffers; perhaps with a validity bitmap, and the
    /// bit of its first row, as [`ColumnRef::with_validity`](super::ColumnRef::with_validity) takes
    /// them. The views of null rows are not looked at.
    ///
    /// The prefix of a long row and the padding of a short one are not checked: a view that is
    /// passed on keeps them.
    ///
    /// # Errors
    /// [`NoValidity`](BatchErrorKind::NoValidity) where the bitmap is too short, else
    /// [`BadView`](BatchErrorKind::BadView) for the first row that is not null and whose view names
    /// no buffer, reaches past its end, or has a negative number.
    #[inline]
    pub fn new(
        views: &'a [[u8; 16]],
        buffers: &'a [&'a [u8]],
        validity: Option<(&'a [u8], usize)>,
    ) -> Result<Self, BatchError> {
        let bits = validity.map_or(views.len(), validity::rows);
        if bits < views.len() {
            return Err(BatchError::new(bits, BatchErrorKind::NoValidity));
        }
        let column = Self { views, buffers, validity };
        match (0..views.len()).find(|&row| !column.is_null(row) && !column.is_within(row)) {
            Some(row) => Err(BatchError::new(row, BatchErrorKind::BadView)),
            None => Ok(column),
        }
    }

    /// Returns whether a view lies within the buffers.
    #[inline]
    fn is_within(self, row: usize) -> bool {
        let view = self.view(row);
        view.len() <= INLINE
            || view.len().max(view.offset()) <= MOST
                && self.buffers.get(view.buffer()).is_some_and(|buffer| {
                    view.offset() as u64 + view.len() as u64 <= buffer.len() as u64
                })
    }

    /// Some of the rows, without a copy.
    ///
    /// # Panics
    /// If the rows end past the last one, or before they start.
    #[must_use]
    #[inline]
    pub fn slice(self, rows: Range<usize>) -> Self {
        let validity = self.validity.map(|(bitmap, first)| (bitmap, first + rows.start));
        Self { views: &self.views[rows], validity, ..self }
    }

    /// The number of rows.
    #[must_use]
    pub const fn len(self) -> usize {
        self.views.len()
    }

    /// Returns whether there are no rows.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The row of that number, or `None` if it is null or there is no such row.
    #[must_use]
    #[inline]
    pub fn row(self, row: usize) -> Option<&'a [u8]> {
        (row < self.len() && !self.is_null(row)).then(|| self.bytes(row))
    }

    /// All rows, in order; `None` for those that are null.
    pub fn iter(self) -> impl ExactSizeIterator<Item = Option<&'a [u8]>> + Clone + use<'a> {
        (0..self.len()).map(move |row| self.row(row))
    }

    #[inline]
    pub(super) fn is_null(self, row: usize) -> bool {
        self.validity.is_some_and(|bits| validity::is_null(bits, row))
    }

    #[inline]
    pub(super) fn view(self, row: usize) -> View {
        View(u128::from_le_bytes(self.views[row]))
    }

    /// The bytes of a row that is not null.
    #[inline]
    pub(super) fn bytes(self, row: usize) -> &'a [u8] {
        let view = self.view(row);
        if view.len() <= INLINE {
            return &self.views[row][4..4 + view.len()];
        }
        &self.buffers[view.buffer()][view.offset()..][..view.len()]
    }
}

/// The views of rows that are in one buffer, by where they begin and end there; [`View::EMPTY`] for
/// a null one. `Err` for the first row that is longer than `most` bytes, or begins past them.
pub(super) fn views_of<'a>(
    rows: impl Iterator<Item = Option<(usize, &'a [u8])>>,
    most: usize,
) -> Result<Vec<[u8; 16]>, BatchError> {
    let views = rows.enumerate().map(|(row, at)| {
        let view = match at {
            None => View::EMPTY,
            Some((_, bytes)) if bytes.len() <= INLINE => View::short(bytes),
            Some((start, bytes)) if start.max(bytes.len()) <= most => View::long(bytes, 0, start),
            Some(_) => return Err(BatchError::new(row, BatchErrorKind::Overflow)),
        };
        Ok(view.0.to_le_bytes())
    });
    views.collect()
}
