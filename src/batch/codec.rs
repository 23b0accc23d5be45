//! The operation on a column.

use alloc::vec::Vec;

use super::column::ColumnRef;
use super::error::BatchError;
use super::offset::{Offset, check_ends};
use super::view::View;
use crate::backend::Backend;
use crate::error::DecodeError;
use crate::kernel;
use crate::kernel::marks::Block;

/// An operation on a column. (Public, because [`Fill`](super::Fill) must be, and out of reach.)
#[allow(private_interfaces)]
pub trait Codec {
    /// The first of these bytes that may change or be refused, however they are cut into rows.
    fn find(&self, bytes: &[u8]) -> Option<usize>;

    /// The backend that does it.
    fn backend(&self) -> Backend;

    /// Appends the output of bytes, which may be of many rows, and marks those that give another
    /// number of bytes than one. Returns how many bytes are done: less than all of them if something
    /// is refused soon after; then the marks before that place hold. `None` where the backend has no
    /// kernel for it, or where marks do not give the output's length.
    ///
    /// If a triplet spans two rows, the output of both is wrong. Output that must be text may not
    /// be UTF-8 yet.
    fn append_marked(
        &self,
        bytes: &[u8],
        output: &mut Vec<u8>,
        blocks: &mut [Block],
    ) -> Option<usize>;

    /// The length of the output of `bytes` bytes of which `marked` are marked.
    fn len(bytes: usize, marked: usize) -> usize;

    /// Returns whether unmarked bytes may change.
    fn has_swaps(&self) -> bool;

    /// Appends the output of one row, or nothing if it is refused.
    fn append_row(&self, row: &[u8], output: &mut Vec<u8>) -> Result<(), Refused>;

    /// The backend that validates the output of each row, if it must be text.
    fn text_by(&self) -> Option<Backend> {
        None
    }

    /// The replacement of a refused row; `None` makes it null.
    fn instead<'a>(&self, row: &'a [u8]) -> Option<&'a [u8]>;

    /// The first row that makes the call fail, as an error.
    fn check<O: Offset>(&self, input: ColumnRef<'_, O>) -> Result<(), BatchError>;

    /// The first row whose end the type of offsets cannot hold, as an error.
    fn check_len<O: Offset>(&self, input: ColumnRef<'_, O>) -> Result<(), BatchError> {
        if !self.grows() || input.bytes(0..input.len()).len() <= O::MOST / 3 {
            return Ok(());
        }
        check_ends::<O>(input.iter().map(|row| self.output_len(row.unwrap_or_default())))
    }

    /// Returns whether a row that is refused makes the call fail.
    fn must_accept(&self) -> bool {
        false
    }

    /// Why a row is refused.
    fn refusal(&self, _row: &[u8]) -> Option<DecodeError> {
        None
    }

    /// Returns whether a row may become longer: up to three times as long.
    fn grows(&self) -> bool;

    /// The length of a row's output, if it is not refused.
    fn output_len(&self, row: &[u8]) -> usize;

    /// Returns whether a row that is in its view may change or be refused.
    #[inline]
    fn may_change_short(&self, _view: View, row: &[u8]) -> bool {
        self.may_change(row)
    }

    /// Returns whether a row may change or be refused.
    #[inline]
    fn may_change(&self, row: &[u8]) -> bool {
        self.find(row).is_some()
            || self.text_by().is_some_and(|backend| kernel::text::text(backend, row).is_none())
    }
}

/// The row is refused.
pub struct Refused;
