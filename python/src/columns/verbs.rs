//! The functions on columns.

use std::sync::Arc;

use percent_simd::batch::{
    BatchError, BatchErrorKind, ColumnRef, Fill, Key, OnError, PrimitiveColumn, ViewColumn,
    ViewColumnRef,
};
use percent_simd::form::{Occurrence, Parser};
use percent_simd::inspect_batch;
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;

use super::{ChunkedColumn, Column};
use crate::errors::{choice, row_error};
use crate::ffi::arrow::{Array, Chunk, Format, Imported, Keys, Layout, Size, import};
use crate::policy::{Decoder, Encoder};

const ON_ERROR: [(&str, OnError); 3] =
    [("fail", OnError::Fail), ("null", OnError::Null), ("keep", OnError::Keep)];
const WHICH: [(&str, Occurrence); 2] = [("first", Occurrence::First), ("last", Occurrence::Last)];

/// Decode every row of a column of strings or binary values; the result has the column's type.
///
/// column: an object with Arrow's PyCapsule interface, from pyarrow, Polars, DuckDB, or pandas with
///     Arrow.
/// decoder: the policy; Decoder() by default. Strings become text under its utf8, binary values bytes.
/// on_error: how to treat a row that the policy refuses: "fail" raises DecodeError with the number
///     of the row, "null" makes it null, "keep" leaves it unchanged.
///
/// The values of a dictionary are decoded once, and its keys stay. Null rows stay null.
#[pyfunction]
#[pyo3(signature = (column, decoder=None, *, on_error="fail"))]
pub(crate) fn decode_column<'py>(
    column: &Bound<'py, PyAny>,
    decoder: Option<&Bound<'py, Decoder>>,
    on_error: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let policy = decoder.map_or_else(percent_simd::Decoder::new, |decoder| decoder.get().policy());
    let on_error = choice("on_error", on_error, &ON_ERROR)?.1;
    let input = import(column)?;
    let format = input.format;
    let is_text = format.is_text;
    map(column.py(), &input, Some(format), |chunk| {
        values(chunk, format.keys.is_some(), |rows| {
            Ok(match *rows {
                Rows::Small(rows) => Made::Small(decoded(policy, rows, is_text, on_error)?),
                Rows::Large(rows) => Made::Large(decoded(policy, rows, is_text, on_error)?),
                Rows::View(rows) => Made::View(decoded(policy, rows, is_text, on_error)?),
            })
        })
    })
}

fn decoded<I, C: Fill<I> + Default>(
    policy: percent_simd::Decoder,
    rows: I,
    is_text: bool,
    on_error: OnError,
) -> Result<C, BatchError> {
    let mut output = C::default();
    if is_text {
        policy.decode_utf8_batch(rows, on_error, &mut output)?;
    } else {
        policy.decode_batch(rows, on_error, &mut output)?;
    }
    Ok(output)
}

fn encoded<I, C: Fill<I> + Default>(
    policy: percent_simd::Encoder,
    rows: I,
) -> Result<C, BatchError> {
    let mut output = C::default();
    policy.encode_batch(rows, &mut output)?;
    Ok(output)
}

/// Encode every row of a column of strings or binary values, to strings.
///
/// column: an object with Arrow's PyCapsule interface.
/// encoder: the policy, or the name of a scheme; Encoder() by default.
///
/// The result has the column's layout, with strings for binary values. Null rows stay null.
#[pyfunction]
#[pyo3(signature = (column, encoder=None))]
pub(crate) fn encode_column<'py>(
    column: &Bound<'py, PyAny>,
    encoder: Option<Either<'_>>,
) -> PyResult<Bound<'py, PyAny>> {
    let policy = match encoder {
        None => percent_simd::Encoder::new(percent_simd::sets::URI_COMPONENT),
        Some(Either::Policy(encoder)) => encoder.policy(),
        Some(Either::Scheme(name)) => Encoder::named(&name)?.policy(),
    };
    let input = import(column)?;
    let format = input.format.text();
    map(column.py(), &input, Some(format), |chunk| {
        values(chunk, format.keys.is_some(), |rows| {
            Ok(match *rows {
                Rows::Small(rows) => Made::Small(encoded(policy, rows)?),
                Rows::Large(rows) => Made::Large(encoded(policy, rows)?),
                Rows::View(rows) => Made::View(encoded(policy, rows)?),
            })
        })
    })
}

/// An encoder, or the name of a scheme.
#[derive(FromPyObject)]
pub(crate) enum Either<'py> {
    Policy(PyRef<'py, Encoder>),
    Scheme(String),
}

/// The decoded value of one parameter in each row of a column of queries; null if the row has no
/// such parameter.
///
/// column: an object with Arrow's PyCapsule interface; each row is a query or a form's body.
/// name: the name of the parameter, decoded.
/// which: "first" or "last", if a query has the name several times.
/// urls: whether rows are URLs or request targets, whose query is the part from the first ? up to a
///     #.
///
/// The result is strings; ill-formed UTF-8 becomes U+FFFD.
#[pyfunction]
#[pyo3(signature = (column, name, *, which="first", urls=false))]
pub(crate) fn query_param_column<'py>(
    column: &Bound<'py, PyAny>,
    name: &str,
    which: &str,
    urls: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let which = choice("which", which, &WHICH)?.1;
    let input = import(column)?;
    let size = if input.format.size == Size::Large { Size::Large } else { Size::Small };
    // The new values are unordered.
    let format = Format { size, is_text: true, is_ordered: false, ..input.format };
    map(column.py(), &input, Some(format), |chunk| {
        values(chunk, format.keys.is_some(), |rows| {
            let parser = Parser::new();
            Ok(if size == Size::Large {
                let rows = rows.iter().map(|row| row.map(|row| query_of(row, urls)));
                Made::Large(parser.value_batch(rows, name, which, OnError::Fail)?)
            } else {
                let rows = rows.iter().map(|row| row.map(|row| query_of(row, urls)));
                Made::Small(parser.value_batch(rows, name, which, OnError::Fail)?)
            })
        })
    })
}

/// The query of a row.
fn query_of(row: &[u8], is_url: bool) -> &[u8] {
    if !is_url {
        return row;
    }
    let end = row.iter().position(|&byte| byte == b'#').unwrap_or(row.len());
    let url = &row[..end];
    url.iter().position(|&byte| byte == b'?').map_or(&[], |at| &url[at + 1..])
}

/// The flags of each row, as from inspect: 32-bit numbers, null for null rows.
///
/// column: an object with Arrow's PyCapsule interface. Flags(number) names the bits.
#[pyfunction]
pub(crate) fn flags_column<'py>(column: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let input = import(column)?;
    map(column.py(), &input, None, |chunk| {
        let flags = with_rows(chunk, |rows| Ok(inspect_batch(rows.iter())))?;
        let Some(keys) = chunk.keys().map_err(Problem::Python)? else {
            return Ok(Array::numbers(flags));
        };
        // Each row has the flags of its value.
        let flags: Vec<_> = flags.iter().collect();
        let validity = chunk.validity().map_err(Problem::Python)?;
        let is_there = |row: usize| {
            validity
                .is_none_or(|(bits, first)| bits[(first + row) / 8] >> ((first + row) % 8) & 1 == 1)
        };
        let of_row = |(row, key): (usize, Option<usize>)| {
            if !is_there(row) {
                return Ok(None);
            }
            let value = key.and_then(|key| flags.get(key));
            value.copied().ok_or_else(|| Problem::Python(no_value(row)))
        };
        let rows = indices(&keys).into_iter().enumerate().map(of_row);
        Ok(Array::numbers(PrimitiveColumn::from_rows(rows.collect::<Result<Vec<_>, _>>()?)))
    })
}

fn no_value(row: usize) -> PyErr {
    PyValueError::new_err(format!("row {row}: the dictionary has no value for its key"))
}

/// The keys as indices; `None` for one that is negative.
fn indices(keys: &Keys<'_>) -> Vec<Option<usize>> {
    fn all<K: Copy + TryInto<usize>>(keys: &[K]) -> Vec<Option<usize>> {
        keys.iter().map(|&key| key.try_into().ok()).collect()
    }
    match keys {
        Keys::I8(keys) => all(keys),
        Keys::U8(keys) => all(keys),
        Keys::I16(keys) => all(keys),
        Keys::U16(keys) => all(keys),
        Keys::I32(keys) => all(keys),
        Keys::U32(keys) => all(keys),
        Keys::I64(keys) => all(keys),
        Keys::U64(keys) => all(keys),
    }
}

/// Why a chunk has no result.
enum Problem {
    Row(BatchError),
    Python(PyErr),
}

impl From<BatchError> for Problem {
    fn from(error: BatchError) -> Self {
        Self::Row(error)
    }
}

/// The result for each chunk, made without the GIL: Arrow's buffers are immutable, as the C data
/// interface demands of their producer.
fn map<'py>(
    py: Python<'py>,
    input: &Imported,
    format: Option<Format>,
    result: impl Fn(&Arc<Chunk>) -> Result<Array, Problem> + Sync,
) -> PyResult<Bound<'py, PyAny>> {
    let mut arrays = Vec::new();
    let mut first = 0;
    for chunk in &input.chunks {
        match py.detach(|| result(chunk)) {
            Ok(array) => arrays.push(Arc::new(array)),
            Err(Problem::Python(error)) => return Err(error),
            Err(Problem::Row(error)) => return Err(raised(py, error, chunk, first)),
        }
        first += chunk.len();
    }
    if input.is_stream {
        return Ok(Bound::new(py, ChunkedColumn::new(format, arrays))?.into_any());
    }
    let array = arrays.pop().expect("what is no stream is one chunk");
    Ok(Bound::new(py, Column::new(format, array))?.into_any())
}

/// The exception for a row of the chunk that begins with row `first`.
fn raised(py: Python<'_>, error: BatchError, chunk: &Chunk, first: usize) -> PyErr {
    match error.kind() {
        BatchErrorKind::Decode(decode) => {
            row_error(py, decode, first + first_row(chunk, error.row()))
        }
        BatchErrorKind::Overflow => PyOverflowError::new_err(error.to_string()),
        _ => PyValueError::new_err(format!("the Arrow array is damaged: {error}")),
    }
}

/// The first row with this value of a dictionary; without a dictionary, the row itself.
fn first_row(chunk: &Chunk, value: usize) -> usize {
    let (Ok(Some(keys)), Ok(validity)) = (chunk.keys(), chunk.validity()) else { return value };
    let is_there = |row: usize| validity.is_none_or(|(bits, first)| bit(bits, first + row));
    let mut rows = indices(&keys).into_iter().enumerate();
    rows.find(|&(row, key)| key == Some(value) && is_there(row)).map_or(value, |(row, _)| row)
}

/// The rows of a chunk, or the values of its dictionary, in the library's types.
enum Rows<'a> {
    Small(ColumnRef<'a, i32>),
    Large(ColumnRef<'a, i64>),
    View(ViewColumnRef<'a>),
}

impl<'a> Rows<'a> {
    fn iter(&self) -> Box<dyn Iterator<Item = Option<&'a [u8]>> + 'a> {
        match self {
            Self::Small(rows) => Box::new(rows.iter()),
            Self::Large(rows) => Box::new(rows.iter()),
            Self::View(rows) => Box::new(rows.iter()),
        }
    }
}

/// The results.
enum Made {
    Small(percent_simd::batch::Column<i32>),
    Large(percent_simd::batch::Column<i64>),
    View(ViewColumn),
}

/// The array of the results of `make` for the rows of a chunk, or for the values of its dictionary.
fn values(
    chunk: &Arc<Chunk>,
    is_dictionary: bool,
    make: impl FnOnce(&Rows<'_>) -> Result<Made, BatchError>,
) -> Result<Array, Problem> {
    let array = match with_rows(chunk, |rows| Ok(make(rows)?))? {
        Made::Small(column) => Array::small(column),
        Made::Large(column) => Array::large(column),
        Made::View(column) => Array::views(column, chunk).map_err(Problem::Python)?,
    };
    if !is_dictionary {
        return Ok(array);
    }
    let rows = match array.validity() {
        Some(values) => Some(rows_there(chunk, values).map_err(Problem::Python)?),
        None => None,
    };
    Ok(Array::dictionary(chunk, array, rows))
}

/// The bit of a bitmap.
fn bit(bitmap: &[u8], at: usize) -> bool {
    bitmap[at / 8] >> (at % 8) & 1 == 1
}

/// The validity bitmap of the rows of a dictionary, in which a row with a null value is null, too, and how many are null. It begins
/// at the first bit of the keys' own buffer. `values` has a bit for each value.
fn rows_there(chunk: &Chunk, values: &[u8]) -> PyResult<(Vec<u8>, i64)> {
    let validity = chunk.validity()?;
    let keys = chunk.keys()?.map(|keys| indices(&keys)).unwrap_or_default();
    let (first, mut nulls) = (chunk.offset(), 0);
    let mut bitmap = vec![0; (first + chunk.len()).div_ceil(8)];
    for (row, key) in keys.into_iter().enumerate() {
        let has_key = validity.is_none_or(|(bits, at)| bit(bits, at + row));
        // A valid key is in the dictionary: `used_by` has refused others.
        if has_key && key.is_some_and(|key| bit(values, key)) {
            bitmap[(first + row) / 8] |= 1 << ((first + row) % 8);
        } else {
            nulls += 1;
        }
    }
    Ok((bitmap, nulls))
}

/// Passes the rows of a chunk to `with`; of a dictionary, its values, with null for unreferenced
/// ones.
fn with_rows<R>(
    chunk: &Chunk,
    with: impl FnOnce(&Rows<'_>) -> Result<R, Problem>,
) -> Result<R, Problem> {
    let validity = chunk.layout_validity().map_err(Problem::Python)?;
    let keys = chunk.keys().map_err(Problem::Python)?;
    let mut used = Vec::new();
    match chunk.layout().map_err(Problem::Python)? {
        Layout::Small { values, offsets } => {
            let mut rows = ColumnRef::new(values, offsets)?;
            if let Some((bits, first)) = validity {
                rows = rows.with_validity(bits, first)?;
            }
            if let Some(keys) = keys {
                rows = rows.used_by_any(&keys, chunk, &mut used)?;
            }
            with(&Rows::Small(rows))
        }
        Layout::Large { values, offsets } => {
            let mut rows = ColumnRef::new(values, offsets)?;
            if let Some((bits, first)) = validity {
                rows = rows.with_validity(bits, first)?;
            }
            if let Some(keys) = keys {
                rows = rows.used_by_any(&keys, chunk, &mut used)?;
            }
            with(&Rows::Large(rows))
        }
        Layout::View { views, buffers } => {
            let mut rows = ViewColumnRef::new(views, &buffers, validity)?;
            if let Some(keys) = keys {
                rows = rows.used_by_any(&keys, chunk, &mut used)?;
            }
            with(&Rows::View(rows))
        }
    }
}

/// The values of a dictionary that keys use.
trait Used<'a>: Sized {
    fn used_by<K: Key>(
        self,
        keys: &[K],
        validity: Option<(&[u8], usize)>,
        bitmap: &'a mut Vec<u8>,
    ) -> Result<Self, BatchError>;

    fn used_by_any(
        self,
        keys: &Keys<'_>,
        chunk: &Chunk,
        bitmap: &'a mut Vec<u8>,
    ) -> Result<Self, Problem> {
        let validity = chunk.validity().map_err(Problem::Python)?;
        Ok(match keys {
            Keys::I8(keys) => self.used_by(keys, validity, bitmap)?,
            Keys::U8(keys) => self.used_by(keys, validity, bitmap)?,
            Keys::I16(keys) => self.used_by(keys, validity, bitmap)?,
            Keys::U16(keys) => self.used_by(keys, validity, bitmap)?,
            Keys::I32(keys) => self.used_by(keys, validity, bitmap)?,
            Keys::U32(keys) => self.used_by(keys, validity, bitmap)?,
            Keys::I64(keys) => self.used_by(keys, validity, bitmap)?,
            Keys::U64(keys) => self.used_by(keys, validity, bitmap)?,
        })
    }
}

macro_rules! used {
    ($($column:ty)+) => {
        $(impl<'a> Used<'a> for $column {
            fn used_by<K: Key>(
                self,
                keys: &[K],
                validity: Option<(&[u8], usize)>,
                bitmap: &'a mut Vec<u8>,
            ) -> Result<Self, BatchError> {
                <$column>::used_by(self, keys, validity, bitmap)
            }
        })+
    };
}

used! { ColumnRef<'a, i32> ColumnRef<'a, i64> ViewColumnRef<'a> }
