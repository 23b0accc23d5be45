//! Filling a column from another one, in batches of rows where that is faster.
//!
//! ```text
//! each span of rows without a null one that has bytes:
//!     each piece of up to PIECE bytes:
//!         find the first byte that may change
//!         the rows before it: copied as they are
//!         if these are FEW or more, only the row of that byte, else the rest of the piece:
//!             rows of LONG_ROW bytes on average: FEW, one by one
//!             others, in batches of AT_LEAST rows and more:               append_at_once
//!                 one call decodes or encodes them, and marks the bytes that change the length;
//!                 the marks before each row's end give its end in the output
//! ```
//!
//! A batch ends after a row that may end within a triplet, and before a row that is refused or whose
//! output is not the text that it must be. The rows from there on, up to FEW or the next refused one,
//! are handled alone. The output past a row that is not text was useless, so the next batch has FEW
//! rows, and each later one twice as many.

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
/// the next look for such a run comes after this many rows; and after useless work, the next batch
/// has this many.
pub(super) const FEW: usize = 8;

/// A call for at least this many rows takes less time than a call for each.
const AT_LEAST: usize = 4;

/// Rows of this average length are handled one by one: the cost of a call is negligible for them.
const LONG_ROW: usize = 512;

impl<O: Offset> Column<O> {
    /// Fills the column with the output of the codec for another one. Rows that are null there are
    /// null here.
    pub(super) fn fill(&mut self, input: ColumnRef<'_, O>, codec: &Codec) {
        self.values.clear();
        self.values.reserve(input.bytes(0..input.len()).len());
        self.counts = Counts::default();
        self.append_column(input, codec);
    }

    /// Appends the output of the codec for another column. The new rows replace the present ones;
    /// their values follow the present values, and the counts continue.
    pub(super) fn append_column(&mut self, input: ColumnRef<'_, O>, codec: &Codec) {
        self.offsets.clear();
        self.offsets.reserve(input.len() + 1);
        self.validity.clear();
        if input.validity.is_some() {
            (0..input.len())
                .filter(|&row| input.is_null(row))
                .for_each(|row| self.set_null(row, input.len()));
        }
        self.end_row();
        if input.bytes(0..input.len()).len() <= SMALL {
            self.append_by(input, codec, &mut [Block::default(); Block::number(SMALL)]);
        } else {
            self.append_by(input, codec, &mut [Block::default(); Block::number(PIECE)]);
        }
    }

    /// Appends all spans, with blocks for the whole column, or for [`PIECE`].
    #[inline(never)]
    fn append_by(&mut self, input: ColumnRef<'_, O>, codec: &Codec, blocks: &mut [Block]) {
        for span in input.spans() {
            self.end_void_rows(span.start);
            let mut row = span.start;
            while row < span.end {
                let piece = input.piece(row..span.end);
                let found = codec.find(input.bytes(piece.clone()));
                let first = found.map_or(piece.end, |found| {
                    input.row_at(piece.clone(), input.start(row) + found)
                });
                let is_sparse = first - row >= FEW;
                let rows = first..if is_sparse { piece.end.min(first + 1) } else { piece.end };
                if codec.must_be_text {
                    self.append_rows(input, row..first, codec, None);
                } else {
                    self.append_as_they_are(input, row..first);
                }
                row = first;
                if !rows.is_empty() {
                    row = self.append_rows(input, rows, codec, Some(&mut *blocks));
                }
            }
        }
        self.end_void_rows(input.len());
    }

    /// Ends the next row where the values end.
    pub(super) fn end_row(&mut self) {
        self.offsets.push(O::from_index(self.values.len()));
    }

    /// Ends empty rows up to that number.
    fn end_void_rows(&mut self, row: usize) {
        self.offsets.resize(row + 1, O::from_index(self.values.len()));
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

    /// Appends the output of rows in batches, the longest possible first; without blocks, rows that
    /// stay unchanged. Returns where they end: after a few rows, if one call for many is not faster.
    #[inline(never)]
    fn append_rows(
        &mut self,
        input: ColumnRef<'_, O>,
        mut rows: Range<usize>,
        codec: &Codec,
        mut blocks: Option<&mut [Block]>,
    ) -> usize {
        let mut number = rows.len();
        while !rows.is_empty() {
            let row = rows.start;
            let mut batch = row..rows.end.min(row.saturating_add(number));
            number = number.saturating_mul(2);
            let (mut done, mut changed) = (row, 0);
            if let Some(blocks) = &mut blocks {
                // A row that may end within a triplet ends a batch that is decoded.
                if codec.growth_of_marked < 0 {
                    batch.end = input.first_split(batch.clone()).map_or(batch.end, |row| row + 1);
                }
                if batch.len() >= AT_LEAST {
                    match self.append_at_once(input, batch.clone(), codec, blocks) {
                        Some(known) => (done, changed) = known,
                        None => rows.end = rows.end.min(row + FEW),
                    }
                }
            } else {
                self.append_as_they_are(input, batch.clone());
                done = batch.end;
            }
            if let Some(ill_formed) = self.first_ill_formed(row..done, codec) {
                (done, number) = (ill_formed, FEW);
            }
            if done < batch.end {
                self.offsets.truncate(done + 1);
                self.values.truncate(self.offsets[done].index());
            }
            // A marked row changes. A swap, which has no mark, may change other rows.
            if blocks.is_some() && (done < batch.end || codec.has_swaps && changed < batch.len()) {
                let output = self.as_column_ref();
                let is_changed =
                    |&row: &usize| input.bytes(row..row + 1) != output.bytes(row..row + 1);
                changed = (row..done).filter(is_changed).count();
            }
            self.counts.changed += changed;
            rows.start = done;
            for row in done..batch.end.min(done + FEW) {
                rows.start += 1;
                if !self.append_row(input, row, codec) {
                    break;
                }
            }
        }
        rows.start
    }

    /// Appends the output of rows in one call, up to the first one that is refused. Returns where
    /// they end, and how many have marks. `None` where one call is not faster.
    #[inline(always)]
    fn append_at_once(
        &mut self,
        input: ColumnRef<'_, O>,
        rows: Range<usize>,
        codec: &Codec,
        blocks: &mut [Block],
    ) -> Option<(usize, usize)> {
        let (bytes, to) = (input.bytes(rows.clone()), self.values.len());
        if bytes.len() / LONG_ROW >= rows.len() {
            return None;
        }
        let blocks = &mut blocks[..Block::number(bytes.len())];
        let read = codec.append_marked(bytes, &mut self.values, blocks)?;
        let start = input.start(rows.start);
        let mut ends = input.ends(rows.clone());
        if read < bytes.len() {
            ends = &ends[..ends.partition_point(|end| end.index() - start < read)];
        }
        let first = self.offsets.len();
        self.offsets.resize(first + ends.len(), O::default());
        let places = ends.iter().map(|end| end.index() - start);
        let growth = codec.growth_of_marked;
        let (_, changed) = kernel::columns::fold_places(
            codec.backend,
            blocks,
            places.zip(&mut self.offsets[first..]),
            (0, 0),
            move |(before, changed), (place, offset), marked| {
                *offset = O::from_index((to + place).wrapping_add_signed(growth * marked as isize));
                (marked, changed + usize::from(before < marked))
            },
        );
        Some((rows.start + ends.len(), changed))
    }

    /// Appends the output of one row, or its replacement; false if it is refused.
    fn append_row(&mut self, input: ColumnRef<'_, O>, row: usize, codec: &Codec) -> bool {
        let (bytes, to) = (input.bytes(row..row + 1), self.values.len());
        let is_accepted = codec.append_row(bytes, &mut self.values);
        if is_accepted {
            self.counts.changed += usize::from(self.values[to..] != *bytes);
        } else {
            self.counts.refused += 1;
            match codec.instead(bytes) {
                Some(bytes) => self.values.extend_from_slice(bytes),
                None => self.set_null(row, input.len()),
            }
        }
        self.end_row();
        is_accepted
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
            next = if self.validity.is_some() {
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
