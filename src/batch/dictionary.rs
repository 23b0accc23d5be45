//! Dictionaries: of their values, only those that keys use.

use alloc::vec::Vec;

use super::column::ColumnRef;
use super::error::{BatchError, BatchErrorKind};
use super::offset::Offset;
use super::validity::{self, Bits};
use super::view::ViewColumnRef;

/// A key of a dictionary: an integer of any size, as Arrow has them. It cannot be implemented
/// elsewhere.
pub trait Key: private::Key {}

mod private {
    pub trait Key: Copy {
        /// The key as an index, or `None` where it is negative or does not fit.
        fn index(self) -> Option<usize>;
    }
}

macro_rules! keys {
    ($($integer:ty)+) => {
        $(
            impl Key for $integer {}

            impl private::Key for $integer {
                #[inline]
                fn index(self) -> Option<usize> {
                    self.try_into().ok()
                }
            }
        )+
    };
}
keys!(u8 u16 u32 u64 i8 i16 i32 i64);

/// The bits of `values` values, of which those are 1 that a key uses and that are not null.
fn used<K: Key>(
    keys: &[K],
    validity: Option<Bits<'_>>,
    values: usize,
    is_null: impl Fn(usize) -> bool,
) -> Result<Vec<u8>, BatchError> {
    if let Some(bits) = validity
        && validity::rows(bits) < keys.len()
    {
        return Err(BatchError::new(validity::rows(bits), BatchErrorKind::NoValidity));
    }
    let mut used = alloc::vec![0; values.div_ceil(8)];
    for (row, key) in keys.iter().enumerate() {
        if validity.is_some_and(|bits| validity::is_null(bits, row)) {
            continue;
        }
        match key.index().filter(|&key| key < values) {
            Some(key) => used[key / 8] |= 1 << (key % 8),
            None => return Err(BatchError::new(row, BatchErrorKind::BadKey)),
        }
    }
    for value in (0..values).filter(|&value| is_null(value)) {
        used[value / 8] &= !(1 << (value % 8));
    }
    Ok(used)
}

impl<'a, O: Offset> ColumnRef<'a, O> {
    /// The values of a dictionary of which only those are not null that a key uses: a value that no
    /// row has is not decoded, and cannot be refused. `validity` is that of the keys, and the bit of
    /// the first one; null keys use nothing. The bitmap is made in `used`.
    ///
    /// Decode the values once, and leave the keys as they are. An error that names a row of the
    /// values then names a value.
    ///
    /// # Errors
    /// [`NoValidity`](BatchErrorKind::NoValidity) where the bitmap is too short, else
    /// [`BadKey`](BatchErrorKind::BadKey) for the first key without a value.
    ///
    /// ```
    /// use percent_simd::{Decoder, Malformed};
    /// use percent_simd::batch::{Column, ColumnRef, OnError};
    ///
    /// let values = ColumnRef::new(b"a%20b100%c", &[0_i32, 5, 9, 10]).unwrap();
    /// let mut used = Vec::new();
    /// let values = values.used_by(&[2_i8, 0, 0, 2], None, &mut used).unwrap();
    /// let mut output = Column::new();
    /// Decoder::new().malformed(Malformed::Error).decode_batch(values, OnError::Fail, &mut output).unwrap();
    /// assert!(output.iter().eq([Some(&b"a b"[..]), None, Some(b"c")]));
    /// ```
    pub fn used_by<K: Key>(
        self,
        keys: &[K],
        validity: Option<(&[u8], usize)>,
        bitmap: &'a mut Vec<u8>,
    ) -> Result<Self, BatchError> {
        *bitmap = used(keys, validity, self.len(), |value| self.is_null(value))?;
        self.with_validity(bitmap, 0)
    }
}

impl<'a> ViewColumnRef<'a> {
    /// The values of a dictionary of which only those are not null that a key uses: see
    /// [`ColumnRef::used_by`].
    ///
    /// # Errors
    /// [`NoValidity`](BatchErrorKind::NoValidity) where the bitmap is too short, else
    /// [`BadKey`](BatchErrorKind::BadKey) for the first key without a value.
    pub fn used_by<K: Key>(
        self,
        keys: &[K],
        validity: Option<(&[u8], usize)>,
        bitmap: &'a mut Vec<u8>,
    ) -> Result<Self, BatchError> {
        *bitmap = used(keys, validity, self.len(), |value| self.is_null(value))?;
        Ok(self.with_bits((bitmap, 0)))
    }
}
