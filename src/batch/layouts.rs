//! The pairs of layouts that fill one another.

use super::codec::Codec;
use super::column::{Column, ColumnRef};
use super::error::BatchError;
use super::fill_views::fill_views;
use super::offset::{Offset, check_ends};
use super::view::{MOST, ViewColumnRef, views_of};
use super::view_column::ViewColumn;

/// A column that is filled from a borrowed one of type `I`, of the same or of another layout:
///
/// | | [`ColumnRef<O>`](ColumnRef) | [`ViewColumnRef`] |
/// | --- | --- | --- |
/// | [`Column<O>`](Column) | the layout for which the verbs are made | the rows are copied to one buffer first |
/// | [`ViewColumn`] | each row gets a view; the input's values are its buffer 0 | the layout for which the verbs are made |
///
/// It cannot be implemented elsewhere.
pub trait Fill<I> {
    /// Fills the column with the output of the codec; after an error it is as it was.
    #[doc(hidden)]
    fn fill_by(&mut self, input: I, codec: &Codec) -> Result<(), BatchError>;
}

impl<O: Offset> Fill<ColumnRef<'_, O>> for Column<O> {
    fn fill_by(&mut self, input: ColumnRef<'_, O>, codec: &Codec) -> Result<(), BatchError> {
        codec.check(input)?;
        self.fill(input, codec);
        Ok(())
    }
}

impl<O: Offset> Fill<ViewColumnRef<'_>> for Column<O> {
    fn fill_by(&mut self, input: ViewColumnRef<'_>, codec: &Codec) -> Result<(), BatchError> {
        // Before anything is copied.
        check_ends::<O>(input.iter().map(|bytes| bytes.unwrap_or_default().len()))?;
        let rows = Self::from_rows(input.iter())?;
        self.fill_by(rows.as_column_ref(), codec)
    }
}

impl Fill<ViewColumnRef<'_>> for ViewColumn {
    #[inline]
    fn fill_by(&mut self, input: ViewColumnRef<'_>, codec: &Codec) -> Result<(), BatchError> {
        *self = fill_views(input, codec, MOST)?;
        Ok(())
    }
}

impl<O: Offset> Fill<ColumnRef<'_, O>> for ViewColumn {
    fn fill_by(&mut self, input: ColumnRef<'_, O>, codec: &Codec) -> Result<(), BatchError> {
        let rows = input.iter().enumerate();
        let views = views_of(rows.map(|(row, bytes)| Some((input.start(row), bytes?))), MOST)?;
        let buffers = [input.values()];
        self.fill_by(ViewColumnRef::new(&views, &buffers, input.validity())?, codec)
    }
}
