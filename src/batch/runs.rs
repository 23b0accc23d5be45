//! Looking at rows of a column of views: rows that are adjacent in a buffer are looked at together.

use core::ops::Range;

use super::error::BatchError;
use super::fill::PIECE;
use super::fill_views::Filling;
use super::view::{INLINE, View};
use crate::kernel;

/// Rows are looked at together if no more than this many bytes are between two of them: Parquet has
/// the length there, and rows that are in their views.
const GAP: usize = 64;

/// Rows that have fewer bytes together are copied to others: a call for them alone takes longer.
const WORTH_A_CALL: usize = 1024;

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
    pub(super) fn look_at_rows(&mut self) -> Result<(), BatchError> {
        let mut row = 0;
        while row < self.input.len() {
            let run = self.next_run(row);
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
    fn next_run(&mut self, first: usize) -> Run {
        let mut run = Run { rows: first..first, buffer: 0, bytes: 0..0, len: 0, long: 0 };
        for row in first..self.input.len() {
            if self.input.is_null(row) {
                self.views[row] = View::EMPTY.0;
                self.set_null(row);
            } else {
                let view = self.input.view(row);
                let (len, start) = (view.len(), view.offset());
                if len <= INLINE {
                    if self.codec.may_change_short(view, self.input.bytes(row)) {
                        self.gather(row, self.input.bytes(row));
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
        run
    }

    /// Gathers the long rows of a run that may change.
    #[inline]
    fn look_at_run(&mut self, run: Run) -> Result<(), BatchError> {
        let buffer = self.input.buffers()[run.buffer];
        let (mut row, mut at, mut changing) = (run.rows.start, run.bytes.start, 0);
        if self.codec.must_be_text && !self.is_text(&run) {
            for row in run.rows {
                if !self.is_passed(row) && self.codec.may_change(self.input.bytes(row)) {
                    self.gather_long(row)?;
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
            self.gather_long(row)?;
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
        if !run.is_solid() || run.len < WORTH_A_CALL || run.len > self.gathered.most {
            for row in run.rows.clone() {
                if !self.is_passed(row) {
                    self.gather_long(row)?;
                }
            }
            return Ok(());
        }
        // They need not be copied.
        self.end_gathered();
        let mut offsets = core::mem::take(&mut self.gathered.offsets);
        let ends = run.rows.clone().map(|row| self.input.view(row).end() - run.bytes.start);
        offsets.extend(ends.map(|end| end as u32));
        self.gathered.rows.extend(run.rows);
        self.passed[run.buffer] -= run.len as u64;
        self.append(&self.input.buffers()[run.buffer][run.bytes], &offsets);
        self.gathered.offsets = offsets;
        self.gathered.clear();
        Ok(())
    }
}
