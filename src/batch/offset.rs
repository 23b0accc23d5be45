//! The types that offsets may have.

use super::error::{BatchError, BatchErrorKind};

/// An offset into a column's values: `u32` or `u64`, or `i32` or `i64` as Arrow has them (which are
/// never negative). It cannot be implemented elsewhere.
pub trait Offset: private::Offset {}

pub(super) mod private {
    pub trait Offset: Copy + Ord + Default + TryInto<usize> + core::fmt::Debug {
        /// The largest number that both this type and `usize` can hold.
        const MOST: usize;

        /// The offset as an index, if it is known to be within a slice.
        fn index(self) -> usize;

        /// The index, at most [`MOST`](Self::MOST), as an offset.
        fn from_index(index: usize) -> Self;
    }
}

/// The first row whose end the offsets cannot hold, as an error, by the rows' lengths.
pub(super) fn check_ends<O: Offset>(lens: impl Iterator<Item = usize>) -> Result<(), BatchError> {
    let mut end = 0_usize;
    for (row, len) in lens.enumerate() {
        end = end.saturating_add(len);
        if end > O::MOST {
            return Err(BatchError::new(row, BatchErrorKind::Overflow));
        }
    }
    Ok(())
}

macro_rules! offsets {
    ($($integer:ty)+) => {
        $(
            impl Offset for $integer {}

            impl private::Offset for $integer {
                const MOST: usize =
                    if Self::MAX as u128 <= usize::MAX as u128 { Self::MAX as usize } else { usize::MAX };

                #[inline]
                fn index(self) -> usize {
                    self as usize
                }

                #[inline]
                fn from_index(index: usize) -> Self {
                    index as Self
                }
            }
        )+
    };
}
offsets!(u32 u64 i32 i64);
// For tests of columns that are too long.
#[cfg(test)]
offsets!(u8);
