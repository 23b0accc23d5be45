//! Arrays of views that repeat: the work is done once for each distinct row of a query.
//!
//! DataFusion reads a dictionary page of Parquet as arrays of views. Equal rows then have equal views:
//! the same buffer, offset and length, or the same bytes within the view. This holds for all batches
//! with the same buffers, which those of a row group are. So views are compared as integers, no row is
//! read, and results are kept from batch to batch.
//!
//! A table of views is begun when a sample says that a batch repeats its rows, or when the rows with the
//! same buffers have more bytes than these, so that some must have come before. A column without
//! repetition only costs the samples, and pointers that are compared.
//!
//! The results belong to a query: `Udf::simplify` gives each call of a function in a plan a memo of its
//! own. Where functions are called without one, as by the executors of Ballista, each batch is handled
//! by itself.

mod sample;
mod table;

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use arrow::array::{Array, ArrayRef, AsArray};
use arrow::buffer::{Buffer, NullBuffer, ScalarBuffer};
use arrow::compute::{concat, take};
use arrow::datatypes::DataType;
use datafusion_common::{Result, ScalarValue};
use datafusion_expr::ColumnarValue;

use sample::is_worthwhile;
use table::{Numbered, Table, bytes};

/// What a call of a function remembers during a query. Its partitions share it.
pub(crate) struct Memo {
    /// None of those that are in use. The last one has been used last.
    states: Mutex<Vec<State>>,
    most: usize,
}

impl Memo {
    /// A memo for a plan with this many partitions. Each of them reads other buffers.
    pub(crate) const fn new(partitions: usize) -> Self {
        Self { states: Mutex::new(Vec::new()), most: partitions }
    }

    /// What is known about a source, unless another thread uses it.
    fn remove(&self, source: &Source) -> Option<State> {
        let mut states = self.states.lock().unwrap_or_else(PoisonError::into_inner);
        let place = states.iter().rposition(|state| state.source == *source)?;
        Some(states.remove(place))
    }

    fn insert(&self, state: State) {
        let mut states = self.states.lock().unwrap_or_else(PoisonError::into_inner);
        if states.len() >= self.most.max(1) {
            states.remove(0);
        }
        states.push(state);
    }
}

impl fmt::Debug for Memo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Memo").finish_non_exhaustive()
    }
}

/// The result of a function of rows, which is called with the distinct rows if the array has views and
/// repeats them. The function gives null for null. The other arguments are the same for all rows, or
/// the function is called with the array.
pub(crate) fn once_each(
    memo: Option<&Memo>,
    array: &ArrayRef,
    others: &[ColumnarValue],
    function: impl Fn(&ArrayRef) -> Result<ArrayRef>,
) -> Result<ArrayRef> {
    let Some((source, views, nulls)) = Source::of(array, others) else { return function(array) };
    let rows = Rows { array, views: &views, nulls: nulls.as_ref() };
    let known = memo.and_then(|memo| memo.remove(&source));
    let mut state = match known {
        Some(mut state) => {
            state.count(&views);
            state
        }
        None => State::new(source),
    };
    let output = state.output(&rows, function)?;
    if let Some(memo) = memo {
        memo.insert(state);
    }
    Ok(output)
}

/// What the meaning of a view and its result depend on. The buffers stay allocated, so no others have
/// their addresses.
struct Source {
    data_type: DataType,
    buffers: Arc<[Buffer]>,
    /// The arguments after the first. DataFusion may copy a call into several branches of a plan, and put
    /// other constants there.
    others: Vec<ScalarValue>,
}

impl Source {
    /// The source of an array of views, the views, and which of them are null.
    fn of(
        array: &ArrayRef,
        others: &[ColumnarValue],
    ) -> Option<(Self, ScalarBuffer<u128>, Option<NullBuffer>)> {
        let (views, buffers, nulls) = match array.data_type() {
            DataType::Utf8View => array.as_string_view().clone().into_parts(),
            DataType::BinaryView => array.as_binary_view().clone().into_parts(),
            _ => return None,
        };
        let constant = |other: &ColumnarValue| match other {
            ColumnarValue::Scalar(scalar) => Some(scalar.clone()),
            ColumnarValue::Array(_) => None,
        };
        let others = others.iter().map(constant).collect::<Option<_>>()?;
        Some((Self { data_type: array.data_type().clone(), buffers, others }, views, nulls))
    }

    /// The bytes of the buffers.
    fn held(&self) -> usize {
        self.buffers.iter().map(|buffer| buffer.len()).sum()
    }
}

impl PartialEq for Source {
    fn eq(&self, other: &Self) -> bool {
        self.buffers.len() == other.buffers.len()
            && self.buffers.iter().zip(&*other.buffers).all(|(one, other)| one.ptr_eq(other))
            && self.data_type == other.data_type
            && self.others == other.others
    }
}

/// The rows of a batch.
struct Rows<'a> {
    array: &'a ArrayRef,
    views: &'a [u128],
    nulls: Option<&'a NullBuffer>,
}

/// What is known about a source.
struct State {
    source: Source,
    /// The rows may have this many bytes more before it is certain that they repeat. `usize::MAX` if it
    /// never is.
    unproven: usize,
    /// Whether the function has last returned what it got, which takes less time than a table.
    is_unchanged: bool,
    /// The distinct views, and the result for each.
    results: Option<(Table, ArrayRef)>,
}

impl State {
    fn new(source: Source) -> Self {
        let held = source.held();
        // Rows within their views may have no buffer.
        let unproven = if held == 0 { usize::MAX } else { held };
        Self { source, unproven, is_unchanged: false, results: None }
    }

    /// Counts the bytes of rows, if that may prove something.
    fn count(&mut self, views: &[u128]) {
        if self.results.is_none() && !self.is_unchanged && self.unproven < usize::MAX {
            self.unproven = self.unproven.saturating_sub(bytes(views));
        }
    }

    /// The result of the function for each row.
    fn output(
        &mut self,
        rows: &Rows<'_>,
        function: impl Fn(&ArrayRef) -> Result<ArrayRef>,
    ) -> Result<ArrayRef> {
        let is_proven = self.results.is_some() || self.unproven == 0;
        if !self.is_unchanged && (is_proven || is_worthwhile(rows.views, rows.nulls)) {
            let most = if is_proven { usize::MAX } else { rows.views.len() / 2 };
            if let Some(output) = self.by_table(rows, most, &function) {
                return Ok(output);
            }
        }
        let output = function(rows.array)?;
        self.is_unchanged = Arc::ptr_eq(&output, rows.array);
        Ok(output)
    }

    /// The same by the table of distinct views, of which at most this many may be new. `None`, and no
    /// table, if there are more, or if the function fails: its error for the whole array says which row
    /// it is.
    fn by_table(
        &mut self,
        rows: &Rows<'_>,
        most: usize,
        function: impl Fn(&ArrayRef) -> Result<ArrayRef>,
    ) -> Option<ArrayRef> {
        let (mut table, mut outputs) = match self.results.take() {
            Some((table, outputs)) => (table, Some(outputs)),
            None => (Table::new(rows.views, self.source.held()), None),
        };
        let Some(Numbered { keys, firsts }) = table.number(rows.views, rows.nulls, most) else {
            self.unproven = usize::MAX;
            return None;
        };
        if !firsts.is_empty() {
            let values = take(rows.array, &firsts, None).ok()?;
            let new = function(&values).ok()?;
            if outputs.is_none() && Arc::ptr_eq(&new, &values) {
                self.is_unchanged = true;
                return Some(ArrayRef::clone(rows.array));
            }
            outputs = Some(match outputs {
                Some(outputs) => concat(&[&outputs, &new]).ok()?,
                None => new,
            });
        }
        let outputs = outputs?;
        let output = take(&outputs, &keys, None).ok()?;
        self.results = Some((table, outputs));
        Some(output)
    }
}
