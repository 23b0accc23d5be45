//! Columns of views that are filled.

use alloc::vec::Vec;

use super::column::Counts;

/// A column of views that [`Decoder::decode_batch`](crate::Decoder::decode_batch) and the other
/// verbs fill: its rows are in the views, in buffers of its own, and in buffers of the input.
///
/// **Unchanged rows.** A row that does not change is not copied: its view refers to the input's
/// buffer. But a buffer with few rows left would be kept alive for them, so the column
/// refers to it only if the rows that are passed on fill at least a quarter of it, their lengths
/// added up. The rows of other buffers are copied. So a column keeps at most four times the memory
/// alive that its rows take.
///
/// **Changed rows** are in buffers of the column's own, each of at most [`i32::MAX`]
/// bytes, or in their views if they have at most 12 bytes.
///
/// ```
/// use percent_simd::Decoder;
/// use percent_simd::batch::{OnError, ViewBuffer, ViewColumn, ViewColumnRef};
///
/// let views = [*b"\x10\0\0\0/cle\0\0\0\0\0\0\0\0", *b"\x10\0\0\0esca\0\0\0\0\x10\0\0\0"];
/// let buffers: [&[u8]; 1] = [b"/clean/and/long!escaped%20a%20b!"];
/// let input = ViewColumnRef::new(&views, &buffers, None).unwrap();
/// let mut output = ViewColumn::new();
/// Decoder::new().decode_batch(input, OnError::Fail, &mut output).unwrap();
///
/// let (views, buffers, _) = output.into_parts();
/// assert_eq!(buffers, [ViewBuffer::Input(0)]);
/// assert_eq!(views[0].to_le_bytes(), *b"\x10\0\0\0/cle\0\0\0\0\0\0\0\0");
/// assert_eq!(views[1].to_le_bytes(), *b"\x0C\0\0\0escaped a b!");
/// ```
#[derive(Clone, Debug, Default)]
pub struct ViewColumn {
    pub(super) views: Vec<u128>,
    pub(super) buffers: Vec<ViewBuffer>,
    /// Empty if no row is null.
    pub(super) validity: Vec<u8>,
    pub(super) counts: Counts,
}

/// A buffer of a [`ViewColumn`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ViewBuffer {
    /// The input's buffer of that number. For input with offsets it is 0: all values.
    Input(usize),
    /// A buffer that the column owns.
    Own(Vec<u8>),
}

impl ViewColumn {
    /// A column without rows. Nothing is allocated.
    #[must_use]
    #[inline]
    pub const fn new() -> Self {
        let counts = Counts { changed: 0, refused: 0, nulls: 0 };
        Self { views: Vec::new(), buffers: Vec::new(), validity: Vec::new(), counts }
    }

    /// The views: the sixteen bytes of [`ViewColumnRef`](super::ViewColumnRef), which lends out the
    /// rows in them as slices and so takes bytes, as a number
    /// ([`u128::from_le_bytes`]), as the crate `arrow` takes them. That of a null row is 0.
    #[must_use]
    #[inline]
    pub fn views(&self) -> &[u128] {
        &self.views
    }

    /// The buffers that the views refer to.
    #[must_use]
    #[inline]
    pub fn buffers(&self) -> &[ViewBuffer] {
        &self.buffers
    }

    /// The bitmap of rows that are not null, as [`ViewColumnRef::new`](super::ViewColumnRef::new)
    /// takes it; bits past the last row are 0. `None` if no row is null.
    #[must_use]
    #[inline]
    pub fn validity(&self) -> Option<&[u8]> {
        (!self.validity.is_empty()).then_some(&*self.validity)
    }

    /// The views, the buffers and the validity bitmap, without a copy.
    #[must_use]
    #[inline]
    pub fn into_parts(self) -> (Vec<u128>, Vec<ViewBuffer>, Option<Vec<u8>>) {
        let validity = (!self.validity.is_empty()).then_some(self.validity);
        (self.views, self.buffers, validity)
    }

    /// The number of changed rows, as [`Column::changed`](super::Column::changed) counts them.
    #[must_use]
    pub const fn changed(&self) -> usize {
        self.counts.changed
    }

    /// The number of refused rows, as [`Column::refused`](super::Column::refused) counts them.
    #[must_use]
    pub const fn refused(&self) -> usize {
        self.counts.refused
    }

    /// The number of rows that are null.
    #[must_use]
    pub const fn nulls(&self) -> usize {
        self.counts.nulls
    }

    /// The number of rows.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.views.len()
    }

    /// Returns whether there are no rows.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
