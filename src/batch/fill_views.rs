//! Filling a column of views: rows that may change are gathered, and decoded or encoded in batches;
//! the others are passed on. Rows that are adjacent in a buffer are looked at together: a run.

use alloc::vec::Vec;
use core::iter::once;
use core::mem::take;
use core::ops::Range;

use super::codec::Codec;
use super::column::{Column, ColumnRef, Counts};
use super::error::{BatchError, BatchErrorKind};
use super::fill::PIECE;
use super::validity;
use super::view::{INLINE, View, ViewColumnRef};
use super::view_column::{ViewBuffer, ViewColumn};
use crate::kernel;

/// A buffer of the input is referred to if the rows that are passed on fill at least one in this
/// many of its bytes.
const SHARE: usize = 4;

/// The most room that is made, as a multiple of the need.
const AHEAD: usize = 8;

/// Rows are looked at together if no more than this many bytes are between two of them: Parquet has
/// the length there, and rows that are in their views.
const GAP: usize = 64;

/// Rows that have fewer bytes together are copied to others: a call for them alone takes longer.
const WORTH_A_CALL: usize = 1024;

/// The column of the output of each row; buffers of its own have at most `most` bytes.
#[inline]
pub(super) fn fill_views(
    input: ViewColumnRef<'_>,
    codec: &Codec,
    most: usize,
) -> Result<ViewColumn, BatchError> {
    let mut filling = Filling {
        input,
        codec,
        views: input.views().iter().map(|view| u128::from_le_bytes(*view)).collect(),
        validity: Vec::new(),
        nulls: 0,
        passed: alloc::vec![0; input.buffers().len()],
        gathered: Column::from_rows::<&[u8]>([])?,
        rows: Vec::new(),
        own: Own { full: Vec::new(), last: Column::new(), most },
        is_dense: false,
    };
    let result = filling.look_at_rows();
    filling.end_gathered();
    if codec.must_accept() && filling.own.last.counts.refused > 0 {
        let refused = codec.first_refused(input.iter());
        let refused = refused.expect("a row was refused when the column was decoded");
        return Err(result.err().filter(|error| error.row() < refused.row()).unwrap_or(refused));
    }
    result?;
    Ok(filling.finish())
}

/// A column that is being filled.
struct Filling<'a> {
    input: ViewColumnRef<'a>,
    codec: &'a Codec,
    /// The input's views, then those of the output. One that refers to a buffer of the input has its
    /// number there; one that refers to a buffer of the column's own, a number past those.
    views: Vec<u128>,
    validity: Vec<u8>,
    nulls: usize,
    /// The number of bytes passed on of each buffer of the input. Rows may share bytes, so they may
    /// have more than fit in memory.
    passed: Vec<u64>,
    /// Copies of rows that may change: at most [`PIECE`] bytes.
    gathered: Column<u32>,
    /// The number of each of them in the column.
    rows: Vec<usize>,
    own: Own,
    /// `true` if rows are gathered without a look at them, because most rows before them have
    /// changed.
    is_dense: bool,
}

/// The column's own buffers.
struct Own {
    full: Vec<Vec<u8>>,
    /// The last buffer is the values of this column. Its rows are those that were decoded or
    /// encoded last; its counts are those of all rows.
    last: Column<u32>,
    /// The most bytes of a buffer.
    most: usize,
}

/// Rows whose long ones are adjacent in a buffer, and can be looked at together.
struct Run {
    rows: Range<usize>,
    buffer: usize,
    /// From the start of the first long row to the end of the last.
    bytes: Range<usize>,
    /// The number of bytes of the long rows.
    len: usize,
    /// The number of long rows.
    long: usize,
}

impl Run {
    /// Returns whether every row is long, and begins where the one before it ends.
    #[inline]
    fn is_solid(&self) -> bool {
        self.long == self.rows.len() && self.len == self.bytes.len()
    }
}

impl Filling<'_> {
    /// Passes rows on, or gathers them.
    #[inline]
    fn look_at_rows(&mut self) -> Result<(), BatchError> {
        let mut row = 0;
        while row < self.input.len() {
            let run = self.next_run(row)?;
            row = run.rows.end;
            if run.long == 0 {
                continue;
            }
            self.passed[run.buffer] += run.len as u64;
            if self.is_dense {
                self.gather_run(run)?;
            } else {
                self.look_at_run(run)?;
            }
        }
        Ok(())
    }

    /// The rows from that one on, up to where the long ones go on elsewhere. Null ones and short
    /// ones are dealt with.
    #[inline]
    fn next_run(&mut self, first: usize) -> Result<Run, BatchError> {
        let mut run = Run { rows: first..first, buffer: 0, bytes: 0..0, len: 0, long: 0 };
        for row in first..self.input.len() {
            if self.input.is_null(row) {
                self.set_null(row);
            } else {
                let view = self.input.view(row);
                let (len, start) = (view.len(), view.offset());
                if len <= INLINE {
                    if self.codec.may_change_short(view, self.input.bytes(row)) {
                        self.gather(row)?;
                    }
                } else if run.long == 0 {
                    run.buffer = view.buffer();
                    run.bytes = start..start + len;
                    (run.len, run.long) = (len, 1);
                } else if view.buffer() == run.buffer
                    && start.wrapping_sub(run.bytes.end) <= GAP
                    && start + len - run.bytes.start <= PIECE
                {
                    run.bytes.end = start + len;
                    run.len += len;
                    run.long += 1;
                } else {
                    break;
                }
            }
            run.rows.end = row + 1;
        }
        Ok(run)
    }

    /// Gathers the long rows of a run that may change.
    #[inline]
    fn look_at_run(&mut self, run: Run) -> Result<(), BatchError> {
        let buffer = self.input.buffers()[run.buffer];
        let (mut row, mut at, mut changing) = (run.rows.start, run.bytes.start, 0);
        if self.codec.must_be_text && !self.is_text(&run) {
            for row in run.rows {
                if !self.is_passed(row) && self.codec.may_change(self.input.bytes(row)) {
                    self.gather(row)?;
                    changing += 1;
                }
            }
            at = run.bytes.end;
        }
        while let Some(found) = self.codec.find(&buffer[at..run.bytes.end]) {
            let found = at + found;
            // The row in which that is, or the first one after it.
            while self.is_passed(row) || self.input.view(row).end() <= found {
                row += 1;
            }
            let view = self.input.view(row);
            if view.offset() > found {
                at = view.offset();
                continue;
            }
            self.gather(row)?;
            changing += 1;
            row += 1;
            at = view.end();
        }
        self.is_dense = changing * 4 >= run.long * 3;
        Ok(())
    }

    /// Returns whether each long row of a run is text.
    #[inline]
    fn is_text(&self, run: &Run) -> bool {
        let bytes = &self.input.buffers()[run.buffer][run.bytes.clone()];
        // If all is UTF-8, each row is, unless one begins or ends within a character.
        let is_within = |at| matches!(bytes.get(at), Some(0x80..=0xBF));
        kernel::text::text(self.codec.backend, bytes).is_some()
            && run.rows.clone().filter(|&row| !self.is_passed(row)).all(|row| {
                let view = self.input.view(row);
                !is_within(view.offset() - run.bytes.start)
                    && !is_within(view.end() - run.bytes.start)
            })
    }

    /// Returns whether a row is null or short.
    #[inline]
    fn is_passed(&self, row: usize) -> bool {
        self.input.is_null(row) || self.input.view(row).len() <= INLINE
    }

    /// Gathers all long rows of a run.
    #[inline]
    fn gather_run(&mut self, run: Run) -> Result<(), BatchError> {
        if !run.is_solid() || run.len < WORTH_A_CALL || run.len > self.own.most / 3 {
            for row in run.rows.clone() {
                if !self.is_passed(row) {
                    self.gather(row)?;
                }
            }
            return Ok(());
        }
        // They need not be copied.
        self.end_gathered();
        let ends = run.rows.clone().map(|row| self.input.view(row).end() - run.bytes.start);
        let offsets: Vec<u32> = once(0).chain(ends.map(|end| end as u32)).collect();
        self.rows.extend(run.rows);
        let bytes = &self.input.buffers()[run.buffer][run.bytes];
        self.append(ColumnRef::trusted(bytes, &offsets, None));
        Ok(())
    }

    #[inline]
    fn set_null(&mut self, row: usize) {
        validity::set_null(&mut self.validity, row, self.input.len());
        self.views[row] = View::EMPTY.0;
        self.nulls += 1;
    }

    /// Adds a row that may change.
    #[inline]
    fn gather(&mut self, row: usize) -> Result<(), BatchError> {
        let (bytes, most) = (self.input.bytes(row), self.own.most);
        if bytes.len() > most / 3 && self.codec.output_len(bytes) > most {
            return Err(BatchError::new(row, BatchErrorKind::Overflow));
        }
        let most = PIECE.min(most / 3);
        if bytes.len() + self.gathered.values.len() > most {
            self.end_gathered();
        }
        self.rows.push(row);
        if bytes.len() > most {
            self.append(ColumnRef::trusted(bytes, &[0, bytes.len() as u32], None));
        } else {
            self.gathered.values.extend_from_slice(bytes);
            self.gathered.end_row();
        }
        Ok(())
    }

    /// Appends the output of the rows that were gathered.
    #[inline]
    fn end_gathered(&mut self) {
        if self.rows.is_empty() {
            return;
        }
        let mut gathered = take(&mut self.gathered);
        self.append(gathered.as_column_ref());
        gathered.values.clear();
        gathered.offsets.truncate(1);
        self.gathered = gathered;
    }

    /// Appends the output of the rows that were gathered, whose bytes `input` has.
    #[inline]
    fn append(&mut self, input: ColumnRef<'_, u32>) {
        let values = input.bytes(0..input.len());
        let most = match values.len() {
            len if !self.codec.grows => len,
            len if len <= PIECE => 3 * len,
            // One row, which may be long: room is made for this row alone.
            _ => self.codec.output_len(values),
        };
        let seen = self.rows.last().map_or(0, |row| row + 1);
        self.own.make_room(most, seen, self.input.len());
        let (start, changed) = (self.own.last.values.len(), self.own.last.counts.changed);
        self.own.last.append_column(input, self.codec);
        self.is_dense &= 2 * (self.own.last.counts.changed - changed) >= input.len();

        let own = self.input.buffers().len() + self.own.full.len();
        let mut end = start;
        let (rows, ends) = (take(&mut self.rows), take(&mut self.own.last.offsets));
        let (mut from, mut old_from) = (start, 0);
        for ((index, &row), &to) in rows.iter().enumerate().zip(&ends[1..]) {
            let (to, old_to) = (to as usize, input.start(index + 1));
            let Column { values: output, validity, .. } = &mut self.own.last;
            let (bytes, old) = (&output[from..to], &values[old_from..old_to]);
            let is_null = !validity.is_empty() && validity::is_null((validity, 0), index);
            // The view of an unchanged row is that of the input still.
            if bytes != old || is_null {
                if old.len() > INLINE {
                    self.passed[self.input.view(row).buffer()] -= old.len() as u64;
                }
                if bytes.len() > INLINE {
                    self.views[row] = View::long(bytes, own, end).0;
                    // Rows that are elsewhere leave no gap.
                    if from > end {
                        output.copy_within(from..to, end);
                    }
                    end += to - from;
                } else if is_null {
                    self.set_null(row);
                } else {
                    self.views[row] = View::short(bytes).0;
                }
            }
            (from, old_from) = (to, old_to);
        }
        self.own.last.values.truncate(end);
        (self.rows, self.own.last.offsets) = (rows, ends);
        self.rows.clear();
    }

    /// Copies the rows that would keep a buffer of the input alive without filling it, and gives
    /// each buffer its number.
    #[inline]
    fn finish(mut self) -> ViewColumn {
        let inputs = self.input.buffers();
        let mut buffers = Vec::with_capacity(inputs.len() + 1);
        let numbers: Vec<_> = (0..inputs.len())
            .map(|number| {
                let is_kept = self.passed[number] > 0
                    && self.passed[number] >= inputs[number].len().div_ceil(SHARE) as u64;
                is_kept.then(|| {
                    buffers.push(ViewBuffer::Input(number));
                    buffers.len() - 1
                })
            })
            .collect();
        let kept = buffers.len();
        if kept < inputs.len() {
            let rows = self.views.len();
            for (number, view) in self.views.iter_mut().enumerate() {
                let old = View(*view);
                if old.len() <= INLINE {
                    continue;
                }
                *view = match numbers.get(old.buffer()) {
                    None => old.in_buffer(old.buffer() - inputs.len() + kept),
                    Some(&Some(number)) => old.in_buffer(number),
                    Some(None) => {
                        let row = &inputs[old.buffer()][old.offset()..][..old.len()];
                        self.own.make_room(row.len(), number, rows);
                        let values = &mut self.own.last.values;
                        let view = View::long(row, kept + self.own.full.len(), values.len());
                        values.extend_from_slice(row);
                        view
                    }
                }
                .0;
            }
        }
        let Counts { changed, refused, nulls: _ } = self.own.last.counts;
        buffers.extend(self.own.full.into_iter().map(ViewBuffer::Own));
        if !self.own.last.values.is_empty() {
            crate::memory::trim(&mut self.own.last.values);
            buffers.push(ViewBuffer::Own(self.own.last.values));
        }
        let counts = Counts { changed, refused, nulls: self.nulls };
        ViewColumn { views: self.views, buffers, validity: self.validity, counts }
    }
}

impl Own {
    /// Makes room for `len` bytes more, in another buffer if the last one cannot hold them. `seen`
    /// of `rows` rows have filled the present buffer: the others are expected to need the same each.
    /// Room is made for [`AHEAD`] times the need at most, as the first rows may be unlike the
    /// others.
    #[inline]
    fn make_room(&mut self, len: usize, seen: usize, rows: usize) {
        if !self.last.values.is_empty() && len > self.most - self.last.values.len() {
            self.full.push(take(&mut self.last.values));
        }
        let values = &mut self.last.values;
        if values.capacity() - values.len() < len {
            let needed = values.len() + len;
            let all = needed as u128 * rows as u128 / seen.max(1) as u128;
            let all = usize::try_from(all).unwrap_or(usize::MAX);
            let all = all.min(needed.saturating_mul(AHEAD)).min(self.most);
            values.reserve_exact(all.saturating_sub(values.len()).max(len));
        }
    }
}
