//! Filling a column from another one, in batches of rows where that is faster.
//!
//! ```text
//! each span of rows without a null one that has bytes:
//!     each piece of up to PIECE bytes:
//!         find the first byte that may change
//!         the rows before it: copied as they are                          append_clean
//!         if these are FEW or more, only the row of that byte, else the rest of the piece:
//!             rows of LONG_ROW bytes on average: one by one               append_few
//!             others, in batches of AT_LEAST rows and more:               append_at_once
//!                 one call decodes or encodes them, and marks the bytes that change the length;
//!                 the marks before each row's end give its end in the output
//! ```
//!
//! A batch ends after a row that may end within a triplet, and before a row that is refused or whose
//! output is not the text that it must be. That row is handled alone. Work past it was useless, so
//! the next batch has no more rows than this one was good for, and each later one twice as many.

use core::ops::Range;

use super::codec::Codec;
use super::column::{Column, ColumnRef, Counts};
use super::offset::Offset;
use super::validity;
use crate::kernel;
use crate::kernel::marks::Block;

/// Rows of up to this many bytes are handled at once: the input, the output and the blocks stay in
/// the first cache.
pub(super) const PIECE: usize = 12 << 10;

/// A column of up to this many bytes makes fewer blocks.
const SMALL: usize = 2048;

/// A run of at least this many unchanged rows predicts more of them. Where each row is handled alone,
/// the next look for such a run comes after this many rows.
pub(super) const FEW: usize = 8;

/// The most rows of the next batch after useless work; it has at most one row more than came before
/// the row that caused it.
const AGAIN: usize = 8;

/// A call for at least this many rows takes less time than a call for each.
const AT_LEAST: usize = 4;

/// Rows of this average length are handled one by one: the cost of a call is negligible for them.
const LONG_ROW: usize = 512;

impl<O: Offset> Column<O> {
    /// Fills the column with the output of the codec for another one.
    pub(super) fn fill(&mut self, input: ColumnRef<'_, O>, codec: &Codec) {
        self.clear_for(input);
        self.append_spans(input, codec);
    }

    /// Appends the output of the codec for another column. The new rows replace the present ones;
    /// their values follow the present values, and the counts continue.
    pub(super) fn append_column(&mut self, input: ColumnRef<'_, O>, codec: &Codec) {
        self.offsets.clear();
        self.validity.clear();
        self.end_row();
        self.append_spans(input, codec);
    }

    fn append_spans(&mut self, input: ColumnRef<'_, O>, codec: &Codec) {
        if input.bytes(0..input.len()).len() <= SMALL {
            let mut blocks = [Block::default(); Block::number(SMALL)];
            self.append_spans_by(input, codec, &mut blocks);
        } else {
            let mut blocks = [Block::default(); Block::number(PIECE)];
            self.append_spans_by(input, codec, &mut blocks);
        }
    }

    /// [`append_spans`](Self::append_spans) with blocks for the whole column, or for [`PIECE`].
    #[inline(never)]
    fn append_spans_by(&mut self, input: ColumnRef<'_, O>, codec: &Codec, blocks: &mut [Block]) {
        for span in input.spans() {
            self.end_void_rows(span.start);
            let mut row = span.start;
            while row < span.end {
                let piece = input.piece(row..span.end);
                let found = codec.find(input.bytes(piece.clone()));
                let first = found.map_or(piece.end, |found| {
                    input.row_at(piece.clone(), input.start(row) + found)
                });
                self.append_clean(input, row..first, codec);
                let is_sparse = first - row >= FEW;
                let rows = first..if is_sparse { piece.end.min(first + 1) } else { piece.end };
                row = rows.start;
                if !rows.is_empty() {
                    row = self.append_rows(input, rows, codec, blocks);
                }
            }
        }
        self.end_void_rows(input.len());
    }

    /// Empties the column, and makes room for the rows of another one and their bytes. Rows that are
    /// null there are null here.
    fn clear_for(&mut self, input: ColumnRef<'_, O>) {
        self.values.clear();
        self.values.reserve(input.bytes(0..input.len()).len());
        self.offsets.clear();
        self.offsets.reserve(input.len() + 1);
        self.validity.clear();
        self.counts = Counts::default();
        if input.has_validity() {
            (0..input.len())
                .filter(|&row| input.is_null(row))
                .for_each(|row| self.set_null(row, input.len()));
        }
        self.end_row();
    }

    /// Ends the next row where the values end.
    pub(super) fn end_row(&mut self) {
        self.offsets.push(O::from_index(self.values.len()));
    }

    /// Ends empty rows up to that number.
    fn end_void_rows(&mut self, row: usize) {
        self.offsets.resize(row + 1, O::from_index(self.values.len()));
    }

    /// Appends rows that stay unchanged, unless they must be text and are not.
    fn append_clean(&mut self, input: ColumnRef<'_, O>, mut rows: Range<usize>, codec: &Codec) {
        let mut number = rows.len();
        while !rows.is_empty() {
            let some = rows.start..rows.end.min(rows.start.saturating_add(number));
            self.append_as_they_are(input, some.clone());
            rows.start = some.end;
            number = number.saturating_mul(2);
            if let Some(row) = self.first_ill_formed(some, codec) {
                self.values.truncate(self.offsets[row].index());
                self.offsets.truncate(row + 1);
                self.append_row(input, row, codec);
                rows.start = row + 1;
                number = AGAIN;
            }
        }
    }

    /// The first of the rows appended last whose output must be text, and is not.
    #[inline]
    fn first_ill_formed(&self, rows: Range<usize>, codec: &Codec) -> Option<usize> {
        if !codec.must_be_text {
            return None;
        }
        let output = self.as_column_ref();
        let is_text = |rows| kernel::text::text(codec.backend, output.bytes(rows)).is_some();
        // If all is UTF-8, each row is, unless one starts within a character.
        let is_start = |row| !matches!(self.values.get(output.start(row)), Some(0x80..=0xBF));
        if is_text(rows.clone()) && rows.clone().all(is_start) {
            return None;
        }
        rows.into_iter().find(|&row| !is_text(row..row + 1))
    }

    /// Appends rows as they are.
    fn append_as_they_are(&mut self, input: ColumnRef<'_, O>, rows: Range<usize>) {
        let shift = self.values.len().wrapping_sub(input.start(rows.start));
        self.offsets.extend(
            input
                .ends(rows.clone())
                .iter()
                .map(|end| O::from_index(end.index().wrapping_add(shift))),
        );
        self.values.extend_from_slice(input.bytes(rows));
    }

    /// Appends the output of rows: of the longest possible batch, or, if that is not faster, of a
    /// few rows alone. Returns the end of these rows. Not inlined, so that clean rows save none of
    /// its registers.
    #[inline(never)]
    fn append_rows(
        &mut self,
        input: ColumnRef<'_, O>,
        rows: Range<usize>,
        codec: &Codec,
        blocks: &mut [Block],
    ) -> usize {
        let few = |row: usize| row..rows.end.min(row + FEW);
        if input.bytes(rows.clone()).len() / LONG_ROW >= rows.len() {
            return self.append_few(input, few(rows.start), codec);
        }
        let (mut row, mut number) = (rows.start, rows.len());
        while row < rows.end {
            let some = row..rows.end.min(row.saturating_add(number));
            let some = row..codec.end_of_batch(input, some);
            number = number.saturating_mul(2);
            let mut alone = some.clone();
            if some.len() >= AT_LEAST {
                let is_in_vain;
                (alone, is_in_vain) = match self.append_at_once(input, some, codec, blocks) {
                    Some(known) => known,
                    None => return self.append_few(input, few(row), codec),
                };
                if is_in_vain {
                    number = AGAIN.min(alone.start - row + 1);
                }
            }
            row = alone.start;
            for one in alone {
                row += 1;
                if !self.append_row(input, one, codec) {
                    break;
                }
            }
        }
        row
    }

    /// Appends the output of rows one by one, and returns where they end.
    fn append_few(&mut self, input: ColumnRef<'_, O>, rows: Range<usize>, codec: &Codec) -> usize {
        for row in rows.clone() {
            self.append_row(input, row, codec);
        }
        rows.end
    }

    /// Appends the output of rows in one call, up to the first one that must be handled alone.
    /// Returns the rows that must, up to the first one that is refused, and `true` if a row's output
    /// is not the UTF-8 that it must be: some work was useless. `None` where one call is not faster.
    #[inline(always)]
    fn append_at_once(
        &mut self,
        input: ColumnRef<'_, O>,
        rows: Range<usize>,
        codec: &Codec,
        blocks: &mut [Block],
    ) -> Option<(Range<usize>, bool)> {
        let (bytes, to) = (input.bytes(rows.clone()), self.values.len());
        let blocks = &mut blocks[..Block::number(bytes.len())];
        let read = codec.append_marked(bytes, &mut self.values, blocks)?;
        let start = input.start(rows.start);
        let mut ends = input.ends(rows.clone());
        if read < bytes.len() {
            ends = &ends[..ends.partition_point(|end| end.index() - start < read)];
        }
        let (mut done, first) = (rows.start..rows.start + ends.len(), self.offsets.len());
        self.offsets.resize(first + ends.len(), O::default());
        let places = ends.iter().map(|end| end.index() - start);
        let growth = codec.growth_of_marked();
        let (_, mut changed) = kernel::columns::fold_places(
            codec.backend,
            blocks,
            places.zip(&mut self.offsets[first..]),
            (0, 0),
            move |(before, changed), (place, offset), marked| {
                *offset = O::from_index((to + place).wrapping_add_signed(growth * marked as isize));
                (marked, changed + usize::from(before < marked))
            },
        );
        let mut alone = if done.end < rows.end { FEW } else { 0 };
        let mut is_in_vain = false;
        if let Some(row) = self.first_ill_formed(done.clone(), codec) {
            (done.end, alone, is_in_vain) = (row, 1, true);
        }
        if alone > 0 {
            self.offsets.truncate(first + done.len());
            self.values.truncate(self.offsets[first + done.len() - 1].index());
        }
        // A marked row changes. A swap, which has no mark, may change other rows.
        if alone > 0 || codec.has_swaps() && changed < rows.len() {
            let output = self.as_column_ref();
            let is_changed = |&row: &usize| input.bytes(row..row + 1) != output.bytes(row..row + 1);
            changed = done.clone().filter(is_changed).count();
        }
        self.counts.changed += changed;
        Some((done.end..rows.end.min(done.end + alone), is_in_vain))
    }

    /// Appends the output of one row; false if it is refused.
    fn append_row(&mut self, input: ColumnRef<'_, O>, row: usize, codec: &Codec) -> bool {
        let (bytes, to) = (input.bytes(row..row + 1), self.values.len());
        if !codec.append_row(bytes, &mut self.values) {
            self.append_refused(input, row, codec);
            return false;
        }
        self.counts.changed += usize::from(self.values[to..] != *bytes);
        self.end_row();
        true
    }

    /// Appends the replacement of a refused row.
    fn append_refused(&mut self, input: ColumnRef<'_, O>, row: usize, codec: &Codec) {
        self.counts.refused += 1;
        match codec.instead(input.bytes(row..row + 1)) {
            Some(bytes) => self.values.extend_from_slice(bytes),
            None => self.set_null(row, input.len()),
        }
        self.end_row();
    }

    /// Makes a row null, in a column that will have `rows` rows.
    fn set_null(&mut self, row: usize, rows: usize) {
        validity::set_null(&mut self.validity, row, rows);
        self.counts.nulls += 1;
    }
}

impl<'a, O: Offset> ColumnRef<'a, O> {
    /// The rows in spans without any null row that has bytes. All rows between two spans are such
    /// rows.
    pub(super) fn spans(self) -> impl Iterator<Item = Range<usize>> + use<'a, O> {
        let is_void = move |&row: &usize| self.is_null(row) && !self.bytes(row..row + 1).is_empty();
        let mut next = 0;
        core::iter::from_fn(move || {
            let rows = self.len();
            let start = (next..rows).find(|row| !is_void(row))?;
            next = if self.has_validity() {
                (start..rows).find(is_void).unwrap_or(rows)
            } else {
                rows
            };
            Some(start..next)
        })
    }

    /// The first of some rows: those within [`PIECE`] bytes, or one.
    pub(super) fn piece(self, rows: Range<usize>) -> Range<usize> {
        let end = self.row_at(rows.clone(), self.start(rows.start).saturating_add(PIECE));
        rows.start..end.max(rows.start + 1)
    }
}
