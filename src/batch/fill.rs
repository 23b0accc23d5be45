//! Filling a column from another one: as many rows at once as are worth it.

use alloc::vec::Vec;
use core::ops::Range;

use super::column::{Column, ColumnRef, Counts};
use super::offset::Offset;
use crate::kernel::Block;

/// Rows of up to so many bytes are handled at once: what is read, what is written and the blocks between stay in the first cache.
const PIECE: usize = 8192;

/// So many rows that do not change, one after another, are taken to be followed by others: only the row behind them is looked at.
const FEW: usize = 8;

/// Rows that are as long on average are handled one by one: what a call costs is nothing to them.
const LONG_ROW: usize = 512;

/// What a column goes through.
pub(super) trait Codec {
    /// The first of these bytes that may change or be refused, however they are cut into rows.
    fn find(&self, bytes: &[u8]) -> Option<usize>;

    /// Marks what gives another number of bytes than one; false where no backend's kernel does, or where that does not tell how long the output is.
    fn mark(&self, bytes: &[u8], blocks: &mut [Block]) -> bool;

    /// The length of what so many bytes give, of which so many are marked; modulo the word where some of what is marked ends behind them.
    fn len(bytes: usize, marked: usize) -> usize;

    /// Whether bytes change that are not marked.
    fn has_swaps(&self) -> bool;

    /// Appends what the bytes become, or nothing if something in them is refused.
    fn append(&self, bytes: &[u8], output: &mut Vec<u8>) -> Result<(), Refused>;

    /// What becomes of a row that is refused: it stays, or is null.
    fn keeps_refused(&self) -> bool;
}

/// Something is refused.
pub(super) struct Refused;

impl<O: Offset> Column<O> {
    /// Fills the column with what the codec makes of another one.
    pub(super) fn fill(&mut self, input: ColumnRef<'_, O>, codec: &impl Codec) {
        self.clear_for(input);
        let mut blocks = [Block::default(); Block::number(PIECE)];
        for span in input.spans() {
            self.end_void_rows(span.start);
            let mut row = span.start;
            while row < span.end {
                let piece = input.piece(row..span.end);
                let found = codec.find(input.bytes(piece.clone()));
                let first = found.map_or(piece.end, |found| input.row_at(piece.clone(), input.start(row) + found));
                self.append_clean(input, row..first);
                let is_sparse = first - row >= FEW;
                let rows = first..if is_sparse { piece.end.min(first + 1) } else { piece.end };
                row = rows.end;
                if !self.append_at_once(input, rows.clone(), codec, &mut blocks) {
                    rows.for_each(|row| self.append_row(input, row, codec));
                }
            }
        }
        self.end_void_rows(input.len());
    }

    /// Makes it a column without rows, and with room for those of another one and for as many bytes as those have. What is null there is null here.
    fn clear_for(&mut self, input: ColumnRef<'_, O>) {
        self.values.clear();
        self.values.reserve(input.bytes(0..input.len()).len());
        self.offsets.clear();
        self.offsets.reserve(input.len() + 1);
        self.validity.clear();
        self.counts = Counts::default();
        if input.has_validity() {
            (0..input.len()).filter(|&row| input.is_null(row)).for_each(|row| self.set_null(row, input.len()));
        }
        self.end_row();
    }

    /// Ends the next row where the values end.
    fn end_row(&mut self) {
        self.offsets.push(O::from_index(self.values.len()));
    }

    /// Ends rows that give nothing, up to one.
    fn end_void_rows(&mut self, row: usize) {
        self.offsets.resize(row + 1, O::from_index(self.values.len()));
    }

    /// Appends rows as they are.
    fn append_clean(&mut self, input: ColumnRef<'_, O>, rows: Range<usize>) {
        let shift = self.values.len().wrapping_sub(input.start(rows.start));
        self.offsets.extend(input.ends(rows.clone()).iter().map(|end| O::from_index(end.index().wrapping_add(shift))));
        self.values.extend_from_slice(input.bytes(rows));
    }

    /// Appends what rows become, if that is quicker so, nothing goes from one to the next, and nothing is refused; else it does nothing, and returns false.
    fn append_at_once<C: Codec>(&mut self, input: ColumnRef<'_, O>, rows: Range<usize>, codec: &C, blocks: &mut [Block]) -> bool {
        let bytes = input.bytes(rows.clone());
        if bytes.len() / LONG_ROW >= rows.len() || rows.len() == 1 {
            return false;
        }
        let blocks = &mut blocks[..Block::number(bytes.len())];
        if !codec.mark(bytes, blocks) {
            return false;
        }
        let (from, to) = (input.start(rows.start), self.values.len());
        let (mut marked, mut changed, mut is_split) = (0, 0, false);
        self.offsets.extend(input.ends(rows.clone()).iter().map(|end| {
            let at = end.index() - from;
            let (marked_before, may_split) = Block::look_up(blocks, at);
            changed += usize::from(marked_before != marked);
            marked = marked_before;
            is_split |= may_split;
            // (Where a triplet is split, this is wrong, and may be less than nothing.)
            O::from_index(to.wrapping_add(C::len(at, marked)))
        }));
        if is_split || codec.append(bytes, &mut self.values).is_err() {
            self.offsets.truncate(rows.start + 1);
            return false;
        }
        if codec.has_swaps() {
            let output = self.as_column_ref();
            changed = rows.filter(|&row| input.bytes(row..row + 1) != output.bytes(row..row + 1)).count();
        }
        self.counts.changed += changed;
        true
    }

    /// Appends what one row becomes.
    fn append_row(&mut self, input: ColumnRef<'_, O>, row: usize, codec: &impl Codec) {
        let (bytes, to) = (input.bytes(row..row + 1), self.values.len());
        if codec.append(bytes, &mut self.values).is_ok() {
            self.counts.changed += usize::from(self.values[to..] != *bytes);
        } else {
            self.counts.refused += 1;
            if codec.keeps_refused() {
                self.values.extend_from_slice(bytes);
            } else {
                self.set_null(row, input.len());
            }
        }
        self.end_row();
    }

    /// Makes a row null, of a column that is to have so many.
    fn set_null(&mut self, row: usize, rows: usize) {
        if self.validity.is_empty() {
            self.validity.resize(rows.div_ceil(8), u8::MAX);
            if let Some(last) = self.validity.last_mut() {
                *last >>= (8 - rows % 8) % 8;
            }
        }
        self.validity[row / 8] &= !(1 << (row % 8));
        self.counts.nulls += 1;
    }
}

impl<'a, O: Offset> ColumnRef<'a, O> {
    /// The rows in spans that hold none which is null and has bytes all the same. Between two spans there is nothing else.
    pub(super) fn spans(self) -> impl Iterator<Item = Range<usize>> + use<'a, O> {
        let is_void = move |&row: &usize| self.is_null(row) && !self.bytes(row..row + 1).is_empty();
        let mut next = 0;
        core::iter::from_fn(move || {
            let rows = self.len();
            let start = (next..rows).find(|row| !is_void(row))?;
            next = if self.has_validity() { (start..rows).find(is_void).unwrap_or(rows) } else { rows };
            Some(start..next)
        })
    }

    /// The first of some rows: those within [`PIECE`] bytes, or one.
    pub(super) fn piece(self, rows: Range<usize>) -> Range<usize> {
        let end = self.row_at(rows.clone(), self.start(rows.start).saturating_add(PIECE));
        rows.start..end.max(rows.start + 1)
    }
}
