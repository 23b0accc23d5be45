//! Filling a column of views: rows that may change are gathered, and decoded or encoded in batches;
//! the others are passed on.

use alloc::vec::Vec;

use super::codec::Codec;
use super::column::{Column, ColumnRef, Counts};
use super::error::{BatchError, BatchErrorKind};
use super::fill::PIECE;
use super::validity;
use super::view::{INLINE, View, ViewColumnRef};
use super::view_column::{ViewBuffer, ViewColumn};

/// A buffer of the input is referred to if the rows that are passed on fill at least one in this
/// many of its bytes.
const SHARE: usize = 4;

/// The most room that is made, as a multiple of the need.
const AHEAD: usize = 8;

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
        gathered: Gathered::new(most),
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
pub(super) struct Filling<'a> {
    pub(super) input: ViewColumnRef<'a>,
    pub(super) codec: &'a Codec,
    /// The input's views, then those of the output. One that refers to a buffer of the input has its
    /// number there; one that refers to a buffer of the column's own, a number past those.
    pub(super) views: Vec<u128>,
    validity: Vec<u8>,
    nulls: usize,
    /// The number of bytes passed on of each buffer of the input. Rows may share bytes, so they may
    /// have more than fit in memory.
    pub(super) passed: Vec<u64>,
    pub(super) gathered: Gathered,
    own: Own,
    /// `true` if rows are gathered without a look at them, because most rows before them have
    /// changed.
    pub(super) is_dense: bool,
}

/// Rows that may change, one after the other.
pub(super) struct Gathered {
    values: Vec<u8>,
    pub(super) offsets: Vec<u32>,
    /// The number of each row in the column.
    pub(super) rows: Vec<usize>,
    /// The most bytes of values that are gathered.
    pub(super) most: usize,
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

impl Filling<'_> {
    #[inline]
    pub(super) fn set_null(&mut self, row: usize) {
        validity::set_null(&mut self.validity, row, self.input.len());
        self.nulls += 1;
    }

    /// Adds a long row that may change.
    #[inline]
    pub(super) fn gather_long(&mut self, row: usize) -> Result<(), BatchError> {
        let bytes = self.input.bytes(row);
        if bytes.len() > self.own.most / 3 && self.codec.output_len(bytes) > self.own.most {
            return Err(BatchError::new(row, BatchErrorKind::Overflow));
        }
        self.passed[self.input.view(row).buffer()] -= bytes.len() as u64;
        self.gather(row, bytes);
        Ok(())
    }

    /// Adds a row that may change.
    #[inline]
    pub(super) fn gather(&mut self, row: usize, bytes: &[u8]) {
        if bytes.len() > self.gathered.most - self.gathered.values.len() {
            self.end_gathered();
        }
        self.gathered.rows.push(row);
        if bytes.len() > self.gathered.most {
            self.append(bytes, &[0, bytes.len() as u32]);
            self.gathered.rows.clear();
        } else {
            self.gathered.values.extend_from_slice(bytes);
            self.gathered.offsets.push(self.gathered.values.len() as u32);
        }
    }

    /// Appends the output of the rows that were gathered.
    #[inline]
    pub(super) fn end_gathered(&mut self) {
        if self.gathered.rows.is_empty() {
            return;
        }
        let (values, offsets) = (
            core::mem::take(&mut self.gathered.values),
            core::mem::take(&mut self.gathered.offsets),
        );
        self.append(&values, &offsets);
        (self.gathered.values, self.gathered.offsets) = (values, offsets);
        self.gathered.clear();
    }

    /// Appends the output of the rows that were gathered, whose bytes these are.
    #[inline]
    pub(super) fn append(&mut self, values: &[u8], offsets: &[u32]) {
        let input = ColumnRef::trusted(values, offsets, None);
        let most = match values.len() {
            len if !self.codec.grows => len,
            len if len <= PIECE => 3 * len,
            // One row, which may be long: room is made for this row alone.
            _ => self.codec.output_len(values),
        };
        let rows = &self.gathered.rows;
        let is_seen = rows.last().map_or(0, |row| row + 1);
        self.own.make_room(most, is_seen, self.input.len());
        let (start, changed) = (self.own.last.values.len(), self.own.last.counts.changed);
        self.own.last.append_column(input, self.codec);
        self.is_dense &= 2 * (self.own.last.counts.changed - changed) >= input.len();

        let own = self.input.buffers().len() + self.own.full.len();
        let mut end = start;
        for index in 0..input.len() {
            let row = self.gathered.rows[index];
            let output = self.own.last.as_column_ref();
            if output.is_null(index) {
                self.set_null(row);
                self.views[row] = View::EMPTY.0;
                continue;
            }
            let (from, bytes) = (output.start(index), output.bytes(index..index + 1));
            let (len, old) = (bytes.len(), input.bytes(index..index + 1));
            if len == old.len() && bytes == old {
                // Its view is that of the input still.
                if len > INLINE {
                    self.passed[self.input.view(row).buffer()] += len as u64;
                }
            } else if len <= INLINE {
                self.views[row] = View::short(bytes).0;
            } else {
                self.views[row] = View::long(bytes, own, end).0;
                // Rows that are elsewhere leave no gap.
                if from > end {
                    self.own.last.values.copy_within(from..from + len, end);
                }
                end += len;
            }
        }
        self.own.last.values.truncate(end);
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

impl Gathered {
    /// For buffers of that many bytes; a row may become three times as long.
    #[inline]
    fn new(most: usize) -> Self {
        let (values, rows, most) = (Vec::new(), Vec::new(), PIECE.min(most / 3));
        Self { values, offsets: alloc::vec![0], rows, most }
    }

    #[inline]
    pub(super) fn clear(&mut self) {
        self.values.clear();
        self.offsets.truncate(1);
        self.rows.clear();
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
            self.full.push(core::mem::take(&mut self.last.values));
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
