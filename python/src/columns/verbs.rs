//! The functions on columns.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::UInt32Type;
use arrow_array::{Array, ArrayRef, PrimitiveArray, make_array, new_empty_array};
use arrow_schema::DataType;
use percent_simd::batch::{BatchError, BatchErrorKind, OnError, PrimitiveColumn};
use percent_simd::form::Occurrence;
use percent_simd::inspect_batch;
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;

use super::{ChunkedColumn, Column};
use crate::errors::{choice, row_error};
use crate::ffi::arrow::{Imported, Verb, import, parameter, text};
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
    let is_text = is_text(input.field.data_type());
    map(column.py(), input, |chunk| {
        let decoded = if is_text {
            text(chunk, Verb::Decode(policy, on_error))
        } else {
            policy.decode_array(chunk, on_error)
        };
        Ok(without_null_values(decoded?))
    })
}

/// True if a column of that type has text.
fn is_text(data_type: &DataType) -> bool {
    match data_type {
        DataType::Dictionary(_, values) => values.is_string(),
        plain => plain.is_string(),
    }
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
    map(column.py(), import(column)?, |chunk| {
        Ok(without_null_values(text(chunk, Verb::Encode(policy))?))
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
    let mut input = import(column)?;
    // The new values are unordered.
    input.field = input.field.with_dict_is_ordered(false);
    map(column.py(), input, |chunk| {
        let values = |values: &ArrayRef| {
            let rows = rows(values).map(|row| row.map(|row| query_of(row, urls)));
            match values.data_type() {
                DataType::LargeUtf8 | DataType::LargeBinary => parameter::<i64>(rows, name, which),
                _ => parameter::<i32>(rows, name, which),
            }
        };
        match chunk.as_any_dictionary_opt() {
            Some(dictionary) => {
                Ok(without_null_values(dictionary.with_values(values(dictionary.values())?)))
            }
            None => values(chunk),
        }
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
    map(column.py(), import(column)?, |chunk| {
        let Some(dictionary) = chunk.as_any_dictionary_opt() else {
            return Ok(numbers(inspect_batch(rows(chunk))));
        };
        let flags: Vec<_> = inspect_batch(rows(dictionary.values())).iter().collect();
        let keys =
            if flags.is_empty() { vec![0; chunk.len()] } else { dictionary.normalized_keys() };
        // Each row has the flags of its value.
        let of_row = |(row, key): (usize, usize)| {
            if dictionary.is_valid(row) { flags.get(key).copied().flatten() } else { None }
        };
        Ok(numbers(PrimitiveColumn::from_rows(keys.into_iter().enumerate().map(of_row))))
    })
}

fn numbers(column: PrimitiveColumn<u32>) -> ArrayRef {
    Arc::new(PrimitiveArray::<UInt32Type>::from(column))
}

/// The rows of an array that is no dictionary.
fn rows(array: &ArrayRef) -> Box<dyn Iterator<Item = Option<&[u8]>> + '_> {
    match array.data_type() {
        DataType::Utf8 => {
            Box::new(array.as_string::<i32>().iter().map(|row| row.map(str::as_bytes)))
        }
        DataType::LargeUtf8 => {
            Box::new(array.as_string::<i64>().iter().map(|row| row.map(str::as_bytes)))
        }
        DataType::Utf8View => {
            Box::new(array.as_string_view().iter().map(|row| row.map(str::as_bytes)))
        }
        DataType::Binary => Box::new(array.as_binary::<i32>().iter()),
        DataType::LargeBinary => Box::new(array.as_binary::<i64>().iter()),
        _ => Box::new(array.as_binary_view().iter()),
    }
}

/// A dictionary in which the rows mark nulls, not the values: pandas does not accept null as a category.
/// (A value whose bytes are no text stays null.)
fn without_null_values(array: ArrayRef) -> ArrayRef {
    let Some(dictionary) = array.as_any_dictionary_opt() else { return array };
    if dictionary.values().null_count() == 0 {
        return array;
    }
    let values = dictionary.values().to_data().into_builder().nulls(None).build();
    let Ok(values) = values else { return array };
    let data = array.to_data().into_builder().nulls(array.logical_nulls()).child_data(vec![values]);
    make_array(data.build().expect("its keys are those of a dictionary"))
}

/// The result for each chunk, made without the GIL: Arrow's buffers are immutable, as the C data
/// interface demands of their producer. The input is released without it, too.
fn map<'py>(
    py: Python<'py>,
    input: Imported,
    result: impl Fn(&ArrayRef) -> Result<ArrayRef, BatchError> + Send,
) -> PyResult<Bound<'py, PyAny>> {
    let is_stream = input.is_stream;
    let made = py.detach(move || {
        let mut arrays = Vec::new();
        let mut first = 0;
        for chunk in &input.chunks {
            arrays.push(result(chunk).map_err(|error| (error, first))?);
            first += chunk.len();
        }
        let data_type = match arrays.first() {
            Some(array) => array.data_type().clone(),
            None => result(&new_empty_array(input.field.data_type()))
                .map_err(|error| (error, 0))?
                .data_type()
                .clone(),
        };
        Ok((input.field.with_data_type(data_type), arrays))
    });
    let (field, mut arrays) = made.map_err(|(error, first)| raised(py, error, first))?;
    if is_stream {
        return Ok(Bound::new(py, ChunkedColumn::new(field, arrays))?.into_any());
    }
    let array = arrays.pop().expect("what is no stream is one chunk");
    Ok(Bound::new(py, Column::new(field, array))?.into_any())
}

/// The exception for a row of the chunk that begins with row `first`.
fn raised(py: Python<'_>, error: BatchError, first: usize) -> PyErr {
    match error.kind() {
        BatchErrorKind::Decode(decode) => row_error(py, decode, first + error.row()),
        BatchErrorKind::Overflow => PyOverflowError::new_err(error.to_string()),
        _ => PyValueError::new_err(error.to_string()),
    }
}
