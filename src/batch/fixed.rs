//! Columns of numbers.

use alloc::vec::Vec;

use super::validity;

/// A column of numbers, as in Arrow's *Fixed-Size Primitive Layout*: what
/// [`inspect_batch`](crate::inspect_batch) returns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PrimitiveColumn<T> {
    values: Vec<T>,
    /// Empty if no row is null.
    validity: Vec<u8>,
    nulls: usize,
}

impl<T: Copy + Default> PrimitiveColumn<T> {
    /// A column of these rows; `None` is null, and the value of such a row is 0.
    #[must_use]
    pub fn from_rows(rows: impl IntoIterator<Item = Option<T>>) -> Self {
        let mut column = Self::default();
        let rows = rows.into_iter();
        column.values.reserve(rows.size_hint().0);
        for value in rows {
            validity::push(&mut column.validity, column.values.len(), value.is_some());
            column.nulls += usize::from(value.is_none());
            column.values.push(value.unwrap_or_default());
        }
        column
    }
}

impl<T> PrimitiveColumn<T> {
    /// The value of each row.
    #[must_use]
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// The values and the validity bitmap, without a copy.
    #[must_use]
    pub fn into_parts(self) -> (Vec<T>, Option<Vec<u8>>) {
        (self.values, (!self.validity.is_empty()).then_some(self.validity))
    }

    /// Which rows are null: a bit for each row, 0 if it is null, the lowest bit of each byte
    /// first. `None` if no row is null.
    #[must_use]
    pub fn validity(&self) -> Option<&[u8]> {
        (!self.validity.is_empty()).then_some(&*self.validity)
    }

    /// The number of rows that are null.
    #[must_use]
    pub const fn nulls(&self) -> usize {
        self.nulls
    }

    /// Returns whether there are no rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.values.len()
    }
}

impl<T: Copy> PrimitiveColumn<T> {
    /// All rows, in order; `None` for those that are null.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Option<T>> + Clone {
        let bits = self.validity().map(|bitmap| (bitmap, 0));
        self.values.iter().enumerate().map(move |(row, &value)| {
            (!bits.is_some_and(|bits| validity::is_null(bits, row))).then_some(value)
        })
    }
}
