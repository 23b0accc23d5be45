//! Filling a column from another one: as many rows at once as are worth it.

use core::ops::Range;

use super::codec::{Codec, Refused};
use super::column::{Column, ColumnRef, Counts};
use super::offset::Offset;
use super::validity;
use crate::kernel::{self, Block};

/// Rows of up to this many bytes are handled at once: the input, the output and the blocks stay in
/// the first cache.
pub(super) const PIECE: usize = 8192;

/// After a run of at least this many unchanged rows, more of them are expected: only the row that
/// follows the run is decoded or encoded.
const FEW: usize = 8;

/// After a row that must be handled alone, this many are handled at once, then twice as many, and
/// so on: what is done for all of them in vain is no more than what is done for good.
const AGAIN: usize = 8;

/// Rows of this average length are handled one by one: the cost of a call is negligible for them.
const LONG_ROW: usize = 512;

/// The first of some rows that must be handled alone.
struct Alone {
    row: usize,
    /// Whether it is known to be refused; otherwise one of its triplets may be split, or its output
    /// is not the text that it must be.
    is_refused: bool,
}

/// The marks of some rows' bytes.
struct Marks<'a> {
    blocks: &'a [Block],
    /// Where the first row begins.
    start: usize,
}

impl<O: Offset> Column<O> {
    /// Fills the column with the output of the codec for another one.
    pub(super) fn fill(&mut self, input: ColumnRef<'_, O>, codec: &impl Codec) {
        self.clear_for(input);
        self.append_spans(input, codec);
    }

    /// Appends the output of the codec for another column. Its rows are the only ones here then;
    /// their values follow those that are there, and the counts go on.
    pub(super) fn append_column(&mut self, input: ColumnRef<'_, O>, codec: &impl Codec) {
        self.offsets.clear();
        self.validity.clear();
        self.end_row();
        self.append_spans(input, codec);
    }

    fn append_spans(&mut self, input: ColumnRef<'_, O>, codec: &impl Codec) {
        let mut blocks = [Block::default(); Block::number(PIECE)];
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
                row = rows.end;
                if rows.is_empty() {
                    continue;
                }
                self.append_rows(input, rows, codec, &mut blocks);
            }
        }
        self.end_void_rows(input.len());
    }

    /// Empties the column, and makes room for the rows of another one and for as many bytes as they
    /// have. Rows that are null there are null here.
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

    /// Appends rows of which nothing changes unless they must be text, and are not.
    fn append_clean(
        &mut self,
        input: ColumnRef<'_, O>,
        mut rows: Range<usize>,
        codec: &impl Codec,
    ) {
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
    fn first_ill_formed(&self, rows: Range<usize>, codec: &impl Codec) -> Option<usize> {
        let backend = codec.text_by()?;
        let output = self.as_column_ref();
        let is_text = |rows| kernel::text(backend, output.bytes(rows)).is_some();
        // Where all is text, each row is if none starts within a character.
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

    /// Appends the output of rows: as many at once as may be, if that is faster. Not inlined, so
    /// that what is clean needs none of its registers.
    #[inline(never)]
    fn append_rows(
        &mut self,
        input: ColumnRef<'_, O>,
        rows: Range<usize>,
        codec: &impl Codec,
        blocks: &mut [Block],
    ) {
        let bytes = input.bytes(rows.clone());
        let mut is_marked = false;
        if rows.len() > 1 && bytes.len() / LONG_ROW < rows.len() {
            is_marked = codec.mark(bytes, &mut blocks[..Block::number(bytes.len())]);
        }
        if !is_marked {
            return rows.for_each(|row| self.append_row(input, row, codec));
        }
        let marks = Marks { blocks, start: input.start(rows.start) };
        let (mut row, mut number) = (rows.start, rows.len());
        while row < rows.end {
            let (mut end, mut alone) = (rows.end.min(row.saturating_add(number)), None);
            while let Err(first) = self.append_at_once(input, row..end, codec, &marks) {
                (end, alone) = (first.row, Some(first));
            }
            row = end;
            number = number.saturating_mul(2);
            if let Some(Alone { row: _, is_refused }) = alone {
                if is_refused {
                    self.append_refused(input, row, codec);
                } else {
                    self.append_row(input, row, codec);
                }
                row += 1;
                number = AGAIN;
            }
        }
    }

    /// Appends the output of rows in one call if no triplet is in two of them, and nothing is
    /// refused; otherwise does nothing, and names the first row that must be handled alone.
    #[inline(always)]
    fn append_at_once<C: Codec>(
        &mut self,
        input: ColumnRef<'_, O>,
        rows: Range<usize>,
        codec: &C,
        marks: &Marks<'_>,
    ) -> Result<(), Alone> {
        let (bytes, to) = (input.bytes(rows.clone()), self.values.len());
        let start = input.start(rows.start);
        let (before, _) = Block::look_up(marks.blocks, start - marks.start);
        let (mut marked, mut changed, mut is_split) = (before, 0, false);
        self.offsets.extend(input.ends(rows.clone()).iter().map(|end| {
            let (marked_before, may_split) =
                Block::look_up(marks.blocks, end.index() - marks.start);
            changed += usize::from(marked_before != marked);
            marked = marked_before;
            is_split |= may_split;
            // (Where a triplet is split, this is wrong, and may wrap.)
            O::from_index(to.wrapping_add(C::len(end.index() - start, marked - before)))
        }));
        let alone = if is_split {
            let splits = |end: &O| Block::look_up(marks.blocks, end.index() - marks.start).1;
            let row = input.ends(rows.clone()).iter().position(splits);
            row.map(|row| Alone { row: rows.start + row, is_refused: false })
        } else {
            match codec.append(bytes, &mut self.values) {
                // No triplet is split, so the row by itself is refused there, too.
                Err(Refused(at)) => {
                    let row = input.row_at(rows.clone(), start + at);
                    Some(Alone { row, is_refused: true })
                }
                Ok(()) => self
                    .first_ill_formed(rows.clone(), codec)
                    .map(|row| Alone { row, is_refused: false }),
            }
        };
        if let Some(alone) = alone {
            self.values.truncate(to);
            self.offsets.truncate(rows.start + 1);
            return Err(alone);
        }
        // A row with a mark is changed; others may be by what is not marked.
        if codec.has_swaps() && changed < rows.len() {
            let output = self.as_column_ref();
            changed =
                rows.filter(|&row| input.bytes(row..row + 1) != output.bytes(row..row + 1)).count();
        }
        self.counts.changed += changed;
        Ok(())
    }

    /// Appends the output of one row.
    fn append_row(&mut self, input: ColumnRef<'_, O>, row: usize, codec: &impl Codec) {
        let (bytes, to) = (input.bytes(row..row + 1), self.values.len());
        if codec.append_row(bytes, &mut self.values).is_err() {
            return self.append_refused(input, row, codec);
        }
        self.counts.changed += usize::from(self.values[to..] != *bytes);
        self.end_row();
    }

    /// Appends what stands for a row that is refused.
    fn append_refused(&mut self, input: ColumnRef<'_, O>, row: usize, codec: &impl Codec) {
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
