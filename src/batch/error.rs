//! The errors of columns.

use core::error::Error;
use core::fmt;

use crate::error::DecodeError;

/// Why a column was not accepted, not decoded or not encoded, and at which row: `Copy`, no
/// allocation.
///
/// ```
/// use percent_simd::batch::{BatchErrorKind, ColumnRef};
///
/// let error = ColumnRef::new(b"abc", &[0_u32, 2, 4]).unwrap_err();
/// assert_eq!((error.row(), error.kind()), (1, BatchErrorKind::OutOfBounds));
/// assert_eq!(error.to_string(), "row 1: it ends past the end of the values");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BatchError {
    row: usize,
    kind: BatchErrorKind,
}

impl BatchError {
    #[inline]
    pub(crate) const fn new(row: usize, kind: BatchErrorKind) -> Self {
        Self { row, kind }
    }

    /// The number of the first row with an error, from 0.
    #[must_use]
    pub const fn row(self) -> usize {
        self.row
    }

    /// The error of that row.
    #[must_use]
    pub const fn kind(self) -> BatchErrorKind {
        self.kind
    }
}

/// The kinds of [`BatchError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BatchErrorKind {
    /// The row's offset is negative, or the next one is smaller.
    BadOffsets,
    /// The row ends past the end of the values.
    OutOfBounds,
    /// The row's view names no buffer, reaches past its end, or has a negative number.
    BadView,
    /// The validity bitmap has no bit for the row.
    NoValidity,
    /// The array is of another type than strings or binary values (feature `arrow`). It concerns no
    /// row, so [`BatchError::row`] is 0.
    BadType,
    /// The policy refuses the row; the position counts from the row's first byte.
    Decode(DecodeError),
    /// The type of the offsets cannot hold the end of the row's output; or the row is too long for a
    /// view, or too far from its buffer's start ([`i32::MAX`]).
    Overflow,
}

impl fmt::Display for BatchError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.kind != BatchErrorKind::BadType {
            write!(f, "row {}: ", self.row)?;
        }
        f.write_str(match self.kind {
            BatchErrorKind::BadOffsets => "its offset is negative, or greater than the next one",
            BatchErrorKind::OutOfBounds => "it ends past the end of the values",
            BatchErrorKind::BadView => "its view does not lie within the buffers",
            BatchErrorKind::NoValidity => "the validity bitmap ends before it",
            BatchErrorKind::BadType => {
                "the array is neither of strings nor of binary values; cast it to Utf8, Binary, their Large or View types, or a dictionary of these"
            }
            BatchErrorKind::Decode(error) => return error.fmt(f),
            BatchErrorKind::Overflow => {
                "the offsets or views cannot hold where it is; wider offsets or fewer rows can"
            }
        })
    }
}

impl Error for BatchError {
    #[inline]
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.kind {
            BatchErrorKind::Decode(error) => Some(error),
            _ => None,
        }
    }
}
