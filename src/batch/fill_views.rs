//! Filling a column of views.
//!
//! ```text
//! each run of rows that are adjacent in a buffer:
//!     each first byte that may change:
//!         the rows before it are passed on: they keep their views
//!         its row is gathered, and after FEW adjacent ones the rest of the run without a look
//! the gathered rows, up to PIECE bytes: decoded or encoded as a column, in the last own buffer;
//!     those that change get other views
//! the rows passed on from a buffer that they fill too little are copied
//! ```

use alloc::vec::Vec;
use core::iter::once;
use core::mem::take;
use core::ops::Range;

use super::codec::Codec;
use super::column::{Column, ColumnRef, Counts};
use super::error::{BatchError, BatchErrorKind};
use super::fill::{FEW, PIECE};
use super::validity;
use super::view::{INLINE, View, ViewColumnRef};
use super::view_column::{ViewBuffer, ViewColumn};
use crate::kernel;
use crate::memory;

/// A buffer of the input is referred to if the rows that are passed on fill at least one in this
/// many of its bytes.
const SHARE: usize = 4;

/// The most room that is made, as a multiple of the need: the first rows may be unlike the others.
const AHEAD: usize = 8;

/// Rows are looked at together if no more than this many bytes are between two of them: Parquet has
/// the length there.
const GAP: usize = 64;

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
        views: input.views.iter().map(|view| u128::from_le_bytes(*view)).collect(),
        validity: Vec::new(),
        nulls: 0,
        passed: alloc::vec![0; input.buffers.len()],
        gathered: Column::from_rows::<&[u8]>([])?,
        rows: Vec::new(),
        streak: 0,
        full: Vec::new(),
        own: Column::new(),
        most,
    };
    let result = filling.look_at_rows();
    filling.end_gathered();
    if codec.must_accept() && filling.own.counts.refused > 0 {
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
    /// The number of adjacent rows gathered last, each because of its bytes. [`FEW`] predict that
    /// the next ones change, too.
    streak: usize,
    /// The column's own buffers but the last.
    full: Vec<Vec<u8>>,
    /// The values are the last own buffer, the rows those that were decoded or encoded last, and the
    /// counts those of all rows.
    own: Column<u32>,
    /// The most bytes of an own buffer.
    most: usize,
}

/// Rows whose long ones are adjacent in a buffer, and can be looked at together.
struct Run {
    rows: Range<usize>,
    buffer: usize,
    /// From the start of the first long row to the end of the last; empty if no row is long.
    bytes: Range<usize>,
    /// The number of bytes of the long rows, and the number of these rows.
    len: usize,
    long: usize,
}

impl Filling<'_> {
    /// Passes rows on, or gathers them.
    #[inline]
    fn look_at_rows(&mut self) -> Result<(), BatchError> {
        let mut row = 0;
        while row < self.input.len() {
            let run = self.next_run(row)?;
            row = run.rows.end;
            if run.long > 0 {
                self.passed[run.buffer] += run.len as u64;
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
                    (run.buffer, run.bytes) = (view.buffer(), start..start + len);
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

    /// Gathers the long rows of a run that may change, and unchanged ones among many of them.
    #[inline]
    fn look_at_run(&mut self, run: Run) -> Result<(), BatchError> {
        let buffer = self.input.buffers[run.buffer];
        let (mut row, mut at) = (run.rows.start, run.bytes.start);
        // Rows that are not text are refused or changed: all are gathered.
        let is_text = !self.codec.must_be_text || self.streak < FEW && self.is_text(&run);
        while is_text && self.streak < FEW {
            let Some(found) = self.codec.find(&buffer[at..run.bytes.end]) else { return Ok(()) };
            let found = at + found;
            // The row in which that is, or the first one after it.
            while self.is_passed(row) || self.input.view(row).end() <= found {
                (row, self.streak) = (row + 1, 0);
            }
            let view = self.input.view(row);
            at = view.offset();
            if at <= found {
                self.gather(row)?;
                (row, at) = (row + 1, view.end());
                self.streak += 1;
            }
        }
        let is_solid = run.long == run.rows.len() && run.len == run.bytes.len();
        if is_solid && self.streak >= FEW && run.len <= self.most / 3 {
            // The rest need not be copied: each row begins where the one before it ends.
            self.end_gathered();
            let ends = (row..run.rows.end).map(|row| (self.input.view(row).end() - at) as u32);
            let offsets: Vec<u32> = once(0).chain(ends).collect();
            self.rows.extend(row..run.rows.end);
            self.append(ColumnRef {
                values: &buffer[at..run.bytes.end],
                offsets: &offsets,
                validity: None,
            });
            return Ok(());
        }
        for row in row..run.rows.end {
            if !self.is_passed(row) {
                self.gather(row)?;
            }
        }
        Ok(())
    }

    /// Returns whether each long row of a run is text.
    #[inline]
    fn is_text(&self, run: &Run) -> bool {
        let bytes = &self.input.buffers[run.buffer][run.bytes.clone()];
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

    #[inline]
    fn set_null(&mut self, row: usize) {
        validity::set_null(&mut self.validity, row, self.input.len());
        self.views[row] = View::EMPTY.0;
        self.nulls += 1;
    }

    /// Adds a row that may change.
    #[inline]
    fn gather(&mut self, row: usize) -> Result<(), BatchError> {
        let (bytes, most) = (self.input.bytes(row), self.most);
        if bytes.len() > most / 3 && self.codec.output_len(bytes) > most {
            return Err(BatchError::new(row, BatchErrorKind::Overflow));
        }
        let most = PIECE.min(most / 3);
        if bytes.len() + self.gathered.values.len() > most {
            self.end_gathered();
        }
        self.rows.push(row);
        if bytes.len() > most {
            let offsets = &[0, bytes.len() as u32];
            self.append(ColumnRef { values: bytes, offsets, validity: None });
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
        let room = match values.len() {
            len if !self.codec.grows => len,
            len if len <= PIECE => 3 * len,
            // One row, which may be long: room is made for this row alone.
            _ => self.codec.output_len(values),
        };
        self.make_room(room, self.rows.last().copied().unwrap_or_default());
        let (start, changed) = (self.own.values.len(), self.own.counts.changed);
        self.own.append_column(input, self.codec);
        if 2 * (self.own.counts.changed - changed) < input.len() {
            self.streak = 0;
        }

        let buffer = self.input.buffers.len() + self.full.len();
        let mut end = start;
        let (rows, ends) = (take(&mut self.rows), take(&mut self.own.offsets));
        let (mut from, mut old_from) = (start, 0);
        for ((index, &row), &to) in rows.iter().enumerate().zip(&ends[1..]) {
            let (to, old_to) = (to as usize, input.start(index + 1));
            let Column { values: output, validity, .. } = &mut self.own;
            let (bytes, old) = (&output[from..to], &values[old_from..old_to]);
            let is_null = !validity.is_empty() && validity::is_null((validity, 0), index);
            // The view of an unchanged row is that of the input still.
            if bytes != old || is_null {
                if old.len() > INLINE {
                    self.passed[self.input.view(row).buffer()] -= old.len() as u64;
                }
                if bytes.len() > INLINE {
                    self.views[row] = View::long(bytes, buffer, end).0;
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
        self.own.values.truncate(end);
        (self.rows, self.own.offsets) = (rows, ends);
        self.rows.clear();
    }

    /// Makes room for `len` bytes more of the rows up to `row`, in another own buffer if the last one
    /// cannot hold them.
    #[inline]
    fn make_room(&mut self, len: usize, row: usize) {
        let values = &mut self.own.values;
        if !values.is_empty() && len > self.most - values.len() {
            self.full.push(memory::trimmed(take(values)));
        }
        let values = &mut self.own.values;
        if values.capacity() - values.len() < len {
            // The other rows are expected to need as much each as those up to this one.
            let needed = values.len() + len;
            let all = needed as u128 * self.views.len() as u128 / (row + 1) as u128;
            let all = usize::try_from(all).unwrap_or(usize::MAX).min(needed.saturating_mul(AHEAD));
            values.reserve_exact(all.min(self.most).saturating_sub(values.len()).max(len));
        }
    }

    /// Copies the rows that would keep a buffer of the input alive without filling it, and gives
    /// each buffer its number.
    #[inline]
    fn finish(mut self) -> ViewColumn {
        let inputs = self.input.buffers;
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
        for row in 0..if kept < inputs.len() { self.views.len() } else { 0 } {
            let old = View(self.views[row]);
            if old.len() <= INLINE {
                continue;
            }
            self.views[row] = match numbers.get(old.buffer()) {
                None => old.in_buffer(old.buffer() - inputs.len() + kept),
                Some(&Some(number)) => old.in_buffer(number),
                Some(None) => {
                    let bytes = &inputs[old.buffer()][old.offset()..][..old.len()];
                    self.make_room(bytes.len(), row);
                    let end = self.own.values.len();
                    self.own.values.extend_from_slice(bytes);
                    View::long(bytes, kept + self.full.len(), end)
                }
            }
            .0;
        }
        let Column { values, counts, .. } = self.own;
        if !values.is_empty() {
            self.full.push(memory::trimmed(values));
        }
        buffers.extend(self.full.into_iter().map(ViewBuffer::Own));
        let counts = Counts { nulls: self.nulls, ..counts };
        ViewColumn { views: self.views, buffers, validity: self.validity, counts }
    }
}
