//! Arrays of views that repeat: the work is done once for each distinct row of a query.
//!
//! DataFusion reads a dictionary page of Parquet as arrays of views. Equal rows then have equal views:
//! the same buffer, offset and length, or the same bytes within the view. This holds for all batches
//! with the same buffers, which those of a row group are. So views are compared as integers, no row is
//! read, and results are kept from batch to batch.
//!
//! Views are numbered as soon as the rows with the same buffers have [`REPETITION`] times the bytes of
//! these, so that most must have come before. A column without repetition only costs that sum, and
//! pointers that are compared.
//!
//! The results belong to a query: `Udf::simplify` gives each call of a function in a plan a memo of its
//! own. Where functions are called without one, as by the executors of Ballista, each batch is handled
//! by itself.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use arrow::array::{Array, ArrayRef, AsArray, UInt32Array};
use arrow::buffer::{Buffer, NullBuffer, ScalarBuffer};
use arrow::compute::{concat, take};
use arrow::datatypes::DataType;
use datafusion_common::{Result, ScalarValue};
use datafusion_expr::ColumnarValue;
use hashbrown::HashMap;

/// The bytes of the rows before views are numbered, as a multiple of the bytes in their buffers.
const REPETITION: usize = 2;

/// A source keeps results for at most this many views.
const MOST: usize = 65_536;

/// Rows of up to this many bytes are within their views.
const INLINE: usize = 12;

/// The results that a call of a function keeps during a query. The partitions of the query share it.
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

    /// The state of a source, unless there is none, or another thread uses it.
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
    let known = memo.and_then(|memo| memo.remove(&source));
    let mut state = known.unwrap_or_else(|| State::new(source));
    let output = match state.by_number(array, &views, nulls.as_ref(), &function) {
        Some(output) => output,
        None => {
            let output = function(array)?;
            // To return the array takes less time than to number its views.
            state.is_unchanged = Arc::ptr_eq(&output, array);
            output
        }
    };
    if let Some(memo) = memo {
        memo.insert(state);
    }
    Ok(output)
}

/// All that the meaning of a view and its result depend on. The buffers stay allocated, so no others have
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
}

impl PartialEq for Source {
    fn eq(&self, other: &Self) -> bool {
        self.buffers.len() == other.buffers.len()
            && self.buffers.iter().zip(&*other.buffers).all(|(one, other)| one.ptr_eq(other))
            && self.data_type == other.data_type
            && self.others == other.others
    }
}

/// The rows of a source so far.
struct State {
    source: Source,
    /// The bytes that further rows may have before views are numbered; `usize::MAX`: they never are.
    unproven: usize,
    /// `true` if the function has last returned the array that it got.
    is_unchanged: bool,
    /// The number of each distinct view.
    numbers: HashMap<u128, u32>,
    /// The result for each number.
    results: Option<ArrayRef>,
}

impl State {
    fn new(source: Source) -> Self {
        let held: usize = source.buffers.iter().map(|buffer| buffer.len()).sum();
        // Without buffers, all rows are within their views, and short.
        let unproven = if held == 0 { usize::MAX } else { held.saturating_mul(REPETITION) };
        Self { source, unproven, is_unchanged: false, numbers: HashMap::new(), results: None }
    }

    /// The result for each row by the numbers of their views. `None` if the rows may all be different, if
    /// too many have been, or if the function fails: its error for the whole array names the row.
    fn by_number(
        &mut self,
        array: &ArrayRef,
        views: &[u128],
        nulls: Option<&NullBuffer>,
        function: impl Fn(&ArrayRef) -> Result<ArrayRef>,
    ) -> Option<ArrayRef> {
        if self.is_unchanged || self.unproven == usize::MAX {
            return None;
        }
        let lens = views.iter().map(|view| *view as u32 as usize).filter(|len| *len > INLINE);
        self.unproven = self.unproven.saturating_sub(lens.sum());
        if self.unproven > 0 {
            return None;
        }
        // Unless this succeeds to the end, the numbers have no results.
        self.unproven = usize::MAX;
        let mut results = self.results.take();
        let (keys, firsts) = self.number(views, nulls)?;
        if !firsts.is_empty() {
            let values = take(array, &UInt32Array::from(firsts), None).ok()?;
            let new = function(&values).ok()?;
            if results.is_none() && Arc::ptr_eq(&new, &values) {
                self.is_unchanged = true;
                return Some(ArrayRef::clone(array));
            }
            results = Some(match results {
                Some(results) => concat(&[&results, &new]).ok()?,
                None => new,
            });
        }
        let results = results?;
        let output = take(&results, &UInt32Array::new(keys.into(), nulls.cloned()), None).ok()?;
        (self.unproven, self.results) = (0, Some(results));
        Some(output)
    }

    /// The number of each view, and the first row of each view that is new. `None` if there are too many.
    fn number(
        &mut self,
        views: &[u128],
        nulls: Option<&NullBuffer>,
    ) -> Option<(Vec<u32>, Vec<u32>)> {
        let (mut keys, mut firsts) = (Vec::with_capacity(views.len()), Vec::new());
        for (row, view) in views.iter().enumerate() {
            if nulls.is_some_and(|nulls| nulls.is_null(row)) {
                keys.push(0);
                continue;
            }
            let next = self.numbers.len() as u32;
            keys.push(*self.numbers.entry(*view).or_insert_with(|| {
                firsts.push(row as u32);
                next
            }));
        }
        (self.numbers.len() <= MOST).then_some((keys, firsts))
    }
}
