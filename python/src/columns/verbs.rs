//! The functions on columns.

use std::borrow::Cow;
use std::sync::Arc;

use arrow_array::builder::{ArrayBuilder, ListBuilder, MapBuilder, StringBuilder};
use arrow_array::cast::AsArray;
use arrow_array::{ArrayRef, UInt32Array};
use percent_simd::batch::OnError;
use percent_simd::form::{self, Occurrence, Pair};
use percent_simd::{Flags, inspect_batch};
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

use super::chunks::{map, map_to};
use super::rows::{Failure, all_rows, array, keys, rows, text_type};
use super::text::{Verb, text};
use crate::errors::choice;
use crate::ffi::arrow::{Column, Dictionaries, import};
use crate::input::bytes_of;
use crate::policy::{check_times, decoder_of, encoder_of, rounds};
use crate::urls::{normalizer, path_policy_of};

const ON_ERROR: [(&str, OnError); 3] =
    [("fail", OnError::Fail), ("null", OnError::Null), ("keep", OnError::Keep)];
const WHICH: [(&str, Occurrence); 2] = [("first", Occurrence::First), ("last", Occurrence::Last)];

/// Decode every row of a column of strings or binary values; the result has the column's type.
///
/// column: an object with Arrow's PyCapsule interface, from pyarrow, Polars, DuckDB, or pandas with
///     Arrow.
/// decoder: the policy, or the name of a scheme; Decoder() by default. Strings become text under its utf8, binary values bytes.
/// on_error: how to treat a row that the policy refuses: "fail" raises DecodeError with the number
///     of the row, "null" makes it null, "keep" leaves it unchanged.
/// times: how often to decode, at most: a row is decoded again until decoding changes nothing. In later rounds a raw + and a
///     stray % stay.
///
/// The values of a dictionary are decoded once, and those that become equal are merged. Null rows stay null.
#[pyfunction]
#[pyo3(signature = (column, decoder=None, *, on_error="fail", times=1))]
pub(crate) fn decode_column(
    column: &Bound<'_, PyAny>,
    decoder: Option<&Bound<'_, PyAny>>,
    on_error: &str,
    times: u32,
) -> PyResult<Column> {
    let policy = decoder_of(decoder)?;
    check_times(times)?;
    let on_error = choice("on_error", on_error, &ON_ERROR)?.1;
    let input = import(column)?;
    let is_text = text_type(input.field.data_type()) == *input.field.data_type();
    map(column.py(), input, on_error, move |values, on_error| {
        if times != 1 {
            let decoded = rows(values).enumerate().map(|(row, value)| {
                let Some(value) = value else { return Ok(None) };
                match rounds(policy, value, times, is_text) {
                    Ok(decoded) => Ok(Some(decoded)),
                    Err(_) if on_error == OnError::Null => Ok(None),
                    Err(_) if on_error == OnError::Keep => Ok(Some(Cow::Borrowed(value))),
                    Err((error, round)) => Err(Failure::Row { row, error, round }),
                }
            });
            return array(values.data_type(), decoded);
        }
        Ok(if is_text {
            text(values, Verb::Decode(policy, on_error))
        } else {
            policy.decode_array(values, on_error)
        }?)
    })
}

/// Encode every row of a column of strings or binary values, to strings.
///
/// column: an object with Arrow's PyCapsule interface.
/// encoder: the policy, or the name of a scheme; Encoder() by default.
///
/// The result has the column's layout, with strings for binary values. Null rows stay null.
#[pyfunction]
#[pyo3(signature = (column, encoder=None))]
pub(crate) fn encode_column(
    column: &Bound<'_, PyAny>,
    encoder: Option<&Bound<'_, PyAny>>,
) -> PyResult<Column> {
    let policy = encoder_of(encoder)?;
    map(column.py(), for_text(import(column)?, false), OnError::Null, move |values, _| {
        Ok(text(values, Verb::Encode(policy))?)
    })
}

/// The normal form of each row of a column of URIs or relative references, as from normalize; the result has the column's type.
///
/// The normal form is for comparing, and not for signed URLs: a signature covers the spelling of a URL.
#[pyfunction]
#[pyo3(signature = (column, *, case=true, triplets=true, dot_segments=true))]
pub(crate) fn normalize_column(
    column: &Bound<'_, PyAny>,
    case: bool,
    triplets: bool,
    dot_segments: bool,
) -> PyResult<Column> {
    let normalizer = normalizer(case, triplets, dot_segments);
    map(column.py(), import(column)?, OnError::Null, move |values, _| {
        array(
            values.data_type(),
            rows(values).map(|row| Ok(row.map(|row| normalizer.normalize(row)))),
        )
    })
}

/// For each row of a column of paths or request targets "ok", or the kind of the PathError. The query of a target is ignored.
///
/// policy: a PathPolicy, or the name of a preset.
#[pyfunction]
#[pyo3(signature = (column, policy=None))]
pub(crate) fn path_check_column(
    column: &Bound<'_, PyAny>,
    policy: Option<&Bound<'_, PyAny>>,
) -> PyResult<Column> {
    let policy = path_policy_of(policy)?;
    let check = move |target: &[u8]| {
        let path = target.split(|&byte| byte == b'?').next().unwrap_or_default();
        policy.check(path).map_or_else(|error| error.kind().name(), |()| "ok")
    };
    map(column.py(), for_text(import(column)?, true), OnError::Null, move |values, _| {
        let checks =
            rows(values).map(|row| Ok(row.map(|row| Cow::Borrowed(check(row).as_bytes()))));
        array(values.data_type(), checks)
    })
}

/// The decoded value of one parameter in each row of a column of URLs or queries; null if the row has no
/// such parameter.
///
/// column: an object with Arrow's PyCapsule interface; each row is a URL, a request target, a query, or a form's body.
/// name: the name of the parameter, decoded.
/// which: "first" or "last", if a query has the name several times.
/// urls: whether rows are URLs or request targets, whose query is the part from the first ? up to a
///     #. By default each row that begins with / or ?, or has ? or :// before the first = or &, is one.
/// raw: whether values stay as they are, escaped.
///
/// The result has the column's layout, with strings for binary values; ill-formed UTF-8 becomes U+FFFD.
#[pyfunction]
#[pyo3(signature = (column, name, *, which="first", urls=None, raw=false))]
pub(crate) fn query_param_column(
    column: &Bound<'_, PyAny>,
    name: &str,
    which: &str,
    urls: Option<bool>,
    raw: bool,
) -> PyResult<Column> {
    let which = choice("which", which, &WHICH)?.1;
    map(column.py(), for_text(import(column)?, true), OnError::Null, move |values, _| {
        let found = rows(values).map(|row| {
            let mut found = pairs_named(row?, name, urls);
            if which == Occurrence::First { found.next() } else { found.last() }
        });
        let texts = found.map(|pair| Ok(pair.map(|pair| bytes_of(value(pair, raw)))));
        array(values.data_type(), texts)
    })
}

/// The input, for text in its layout; the categories of other text have no order.
fn for_text(mut input: Column, is_other: bool) -> Column {
    let (field, text) = (input.field.clone(), text_type(input.field.data_type()));
    let is_ordered = !is_other && field.dict_is_ordered() == Some(true);
    input.field = field.with_data_type(text).with_dict_is_ordered(is_ordered);
    input
}

fn value(pair: Pair<'_>, raw: bool) -> Cow<'_, str> {
    if raw { String::from_utf8_lossy(pair.value_raw()) } else { pair.value() }
}

/// The parameters of a row that have this name.
fn pairs_named<'a>(
    row: &'a [u8],
    name: &'a str,
    urls: Option<bool>,
) -> impl Iterator<Item = Pair<'a>> {
    form::parse(query_of(row, urls)).filter(move |pair| pair.name_is(name))
}

/// The decoded values of one parameter in each row of a column of URLs or queries: a list of strings, empty if the row has no
/// such parameter.
///
/// The arguments are those of query_param_column.
#[pyfunction]
#[pyo3(signature = (column, name, *, urls=None, raw=false))]
pub(crate) fn query_param_values_column(
    column: &Bound<'_, PyAny>,
    name: &str,
    urls: Option<bool>,
    raw: bool,
) -> PyResult<Column> {
    map_to(column.py(), import(column)?, move |chunk| {
        let mut lists = ListBuilder::new(StringBuilder::new());
        for row in all_rows(chunk) {
            for pair in row.into_iter().flat_map(|row| pairs_named(row, name, urls)) {
                append(lists.values(), &value(pair, raw))?;
            }
            lists.append(row.is_some());
        }
        Ok(Arc::new(lists.finish()))
    })
}

/// All parameters of each row of a column of URLs or queries, decoded, as a map: a repeated name has its first value.
///
/// The arguments are those of query_param_column.
#[pyfunction]
#[pyo3(signature = (column, *, urls=None, raw=false))]
pub(crate) fn query_params_column(
    column: &Bound<'_, PyAny>,
    urls: Option<bool>,
    raw: bool,
) -> PyResult<Column> {
    map_to(column.py(), import(column)?, move |chunk| {
        let mut maps = MapBuilder::new(None, StringBuilder::new(), StringBuilder::new());
        let mut seen = std::collections::HashSet::new();
        for row in all_rows(chunk) {
            seen.clear();
            for pair in row.into_iter().flat_map(|row| form::parse(query_of(row, urls))) {
                let name = pair.name();
                if seen.contains(&name) {
                    continue;
                }
                append(maps.keys(), &name)?;
                append(maps.values(), &value(pair, raw))?;
                seen.insert(name);
            }
            maps.append(row.is_some()).map_err(Failure::defect)?;
        }
        Ok(Arc::new(maps.finish()))
    })
}

/// Appends a value. The offsets of the values, and those of lists of them, have 32 bits.
fn append(values: &mut StringBuilder, value: &str) -> Result<(), Failure> {
    if values.values_slice().len() + values.len() + value.len() >= i32::MAX as usize {
        return Err(Failure::Other(PyOverflowError::new_err(
            "the values of a chunk are longer than 2 GiB: cut the column into more chunks",
        )));
    }
    values.append_value(value);
    Ok(())
}

/// The query of a row. By default a row is a URL or a request target, rather than a query, by the rule of the SQL functions.
fn query_of(row: &[u8], is_url: Option<bool>) -> &[u8] {
    let is_url = is_url.unwrap_or_else(|| {
        let head = row.split(|byte| matches!(byte, b'=' | b'&')).next().unwrap_or_default();
        row.starts_with(b"/") || head.contains(&b'?') || head.windows(3).any(|part| part == b"://")
    });
    if !is_url {
        return row;
    }
    let url = row.split(|&byte| byte == b'#').next().unwrap_or_default();
    url.iter().position(|&byte| byte == b'?').map_or(&[], |at| &url[at + 1..])
}

/// The flags of each row, as from inspect: 32-bit numbers, null for null rows.
///
/// column: an object with Arrow's PyCapsule interface. Flags(number) names the bits.
#[pyfunction]
pub(crate) fn flags_column(column: &Bound<'_, PyAny>) -> PyResult<Column> {
    let mut dictionaries = Dictionaries::new();
    map_to(column.py(), import(column)?, move |chunk| {
        let flags: UInt32Array = match chunk.as_any_dictionary_opt() {
            None => flags_of(chunk).collect(),
            Some(dictionary) => {
                // Each row has the flags of its value.
                let values = dictionary.values();
                let made = || Ok::<Vec<_>, Failure>(flags_of(values).collect());
                let flags = dictionaries.of(values, made)?;
                keys(chunk).into_iter().map(|key| flags[key?]).collect()
            }
        };
        Ok(Arc::new(flags))
    })
}

fn flags_of(values: &ArrayRef) -> impl Iterator<Item = Option<u32>> {
    inspect_batch(rows(values)).map(|flags| flags.map(Flags::bits))
}
