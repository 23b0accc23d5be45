//! What is done to a column, and which columns it fills.

use alloc::vec::Vec;

use super::column::{Column, ColumnRef};
use super::error::{BatchError, BatchErrorKind};
use super::fill_views::fill_views;
use super::offset::Offset;
use super::view::{MOST, View, ViewColumnRef, views_of};
use super::view_column::ViewColumn;
use crate::backend::Backend;
use crate::error::DecodeError;
use crate::kernel::{self, Block};

/// What is done to a column. (Public, because [`Fill`] must be, and out of reach.)
#[allow(private_interfaces)]
pub trait Codec {
    /// The first of these bytes that may change or be refused, however they are cut into rows.
    fn find(&self, bytes: &[u8]) -> Option<usize>;

    /// Marks what gives another number of bytes than one; false where the backend has no kernel for
    /// it, or where the marks do not give the output's length.
    fn mark(&self, bytes: &[u8], blocks: &mut [Block]) -> bool;

    /// The length of the output of `bytes` bytes of which `marked` are marked; modulo the word size
    /// where a marked triplet ends past them.
    fn len(bytes: usize, marked: usize) -> usize;

    /// Whether bytes change that are not marked.
    fn has_swaps(&self) -> bool;

    /// Appends the output of rows of which no two share a triplet, or nothing if they are refused.
    /// Where the output must be text, it may be none yet.
    fn append(&self, bytes: &[u8], output: &mut Vec<u8>) -> Result<(), Refused>;

    /// Appends the output of one row, or nothing if it is refused.
    fn append_row(&self, row: &[u8], output: &mut Vec<u8>) -> Result<(), Refused> {
        self.append(row, output)
    }

    /// Where the output of each row must be text: the backend that tells whether it is.
    fn text_by(&self) -> Option<Backend> {
        None
    }

    /// What stands for a row that is refused; it is null if that is nothing.
    fn instead<'a>(&self, row: &'a [u8]) -> Option<&'a [u8]>;

    /// The first row that makes the call fail, as an error.
    fn check<O: Offset>(&self, input: ColumnRef<'_, O>) -> Result<(), BatchError>;

    /// Whether a row that is refused makes the call fail.
    fn must_accept(&self) -> bool {
        false
    }

    /// Why a row is refused.
    fn refusal(&self, _row: &[u8]) -> Option<DecodeError> {
        None
    }

    /// Whether a row may become longer: up to three times as long.
    fn grows(&self) -> bool;

    /// The length of a row's output, if it is not refused.
    fn output_len(&self, row: &[u8]) -> usize;

    /// Whether a row that is in its view may change or be refused.
    #[inline]
    fn may_change_short(&self, _view: View, row: &[u8]) -> bool {
        self.may_change(row)
    }

    /// Whether a row may change or be refused.
    #[inline]
    fn may_change(&self, row: &[u8]) -> bool {
        self.find(row).is_some()
            || self.text_by().is_some_and(|backend| kernel::text(backend, row).is_none())
    }
}

/// The bytes are refused: where the first one is.
pub struct Refused(pub(super) usize);

/// A column that is filled from a borrowed one of type `I`, of the same or of another layout:
///
/// | | [`ColumnRef<O>`](ColumnRef) | [`ViewColumnRef`] |
/// | --- | --- | --- |
/// | [`Column<O>`](Column) | the layout for which the verbs are made | the rows are copied to one buffer first |
/// | [`ViewColumn`] | each row gets a view; the input's values are its buffer 0 | the layout for which the verbs are made |
///
/// It cannot be implemented elsewhere.
pub trait Fill<I>: private::Fill<I> {}

pub(super) mod private {
    use super::{BatchError, Codec};

    pub trait Fill<I> {
        /// Fills the column with the output of the codec; after an error it is as it was.
        fn fill_by(&mut self, input: I, codec: &impl Codec) -> Result<(), BatchError>;
    }
}

impl<O: Offset> Fill<ColumnRef<'_, O>> for Column<O> {}

impl<O: Offset> private::Fill<ColumnRef<'_, O>> for Column<O> {
    fn fill_by(&mut self, input: ColumnRef<'_, O>, codec: &impl Codec) -> Result<(), BatchError> {
        codec.check(input)?;
        self.fill(input, codec);
        Ok(())
    }
}

impl<O: Offset> Fill<ViewColumnRef<'_>> for Column<O> {}

impl<O: Offset> private::Fill<ViewColumnRef<'_>> for Column<O> {
    fn fill_by(&mut self, input: ViewColumnRef<'_>, codec: &impl Codec) -> Result<(), BatchError> {
        // Before anything is copied.
        let mut end = 0_usize;
        for (row, bytes) in input.iter().enumerate() {
            end = end.saturating_add(bytes.unwrap_or_default().len());
            if end > O::MOST {
                return Err(BatchError::new(row, BatchErrorKind::Overflow));
            }
        }
        let rows = Self::from_rows(input.iter())?;
        self.fill_by(rows.as_column_ref(), codec)
    }
}

impl Fill<ViewColumnRef<'_>> for ViewColumn {}

impl private::Fill<ViewColumnRef<'_>> for ViewColumn {
    fn fill_by(&mut self, input: ViewColumnRef<'_>, codec: &impl Codec) -> Result<(), BatchError> {
        *self = fill_views(input, codec, MOST)?;
        Ok(())
    }
}

impl<O: Offset> Fill<ColumnRef<'_, O>> for ViewColumn {}

impl<O: Offset> private::Fill<ColumnRef<'_, O>> for ViewColumn {
    fn fill_by(&mut self, input: ColumnRef<'_, O>, codec: &impl Codec) -> Result<(), BatchError> {
        let rows = input.iter().enumerate();
        let views = views_of(rows.map(|(row, bytes)| Some((input.start(row), bytes?))), MOST)?;
        let buffers = [input.values()];
        self.fill_by(ViewColumnRef::new(&views, &buffers, input.validity())?, codec)
    }
}
