//! The application of a function to the chunks of a column.
//!
//! The function gets arrays without a dictionary. For a dictionary it gets the values, once for all chunks that share
//! them, and the result is a dictionary of distinct values: libraries group and count its rows by their
//! keys. Null rows have null keys, because pandas does not accept null as a category.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::ArrowDictionaryKeyType;
use arrow_array::{Array, ArrayRef, DictionaryArray, downcast_dictionary_array};
use arrow_buffer::ArrowNativeType;
use arrow_schema::Field;
use percent_simd::batch::OnError;
use pyo3::prelude::*;

use super::rows::{Failure, all_rows, array, rows};
use crate::errors::decode_error;
use crate::ffi::arrow::{Column, Dictionaries};

/// A function of arrays without a dictionary, which says by the second argument how to treat a refused row.
pub(super) trait Work: Fn(&ArrayRef, OnError) -> Result<ArrayRef, Failure> + Send {}

impl<F: Fn(&ArrayRef, OnError) -> Result<ArrayRef, Failure> + Send> Work for F {}

/// The column, of the input's field, of a function's results, which stays a dictionary for a dictionary.
pub(super) fn map(
    py: Python<'_>,
    input: Column,
    on_error: OnError,
    work: impl Work,
) -> PyResult<Column> {
    let (field, mut dictionaries) = (input.field.clone(), Dictionaries::new());
    let chunks = each(py, input, move |chunk| match chunk.as_any_dictionary_opt() {
        None => work(chunk, on_error),
        Some(dictionary) => {
            let values = dictionary.values();
            dictionaries
                .of(values, || Mapped::of(values, on_error, &work))?
                .apply(chunk, on_error, &work)
        }
    })?;
    Ok(Column { field, chunks })
}

/// The column of a function's results of another type.
pub(super) fn map_to(
    py: Python<'_>,
    input: Column,
    result: impl FnMut(&ArrayRef) -> Result<ArrayRef, Failure> + Send,
) -> PyResult<Column> {
    let chunks = each(py, input, result)?;
    Ok(Column { field: Field::new("", chunks[0].data_type().clone(), true), chunks })
}

/// The result of a function for each chunk. It is made without the GIL: Arrow's buffers are immutable,
/// as the C data interface demands of their producer. The input is released without it, too.
fn each(
    py: Python<'_>,
    mut input: Column,
    mut result: impl FnMut(&ArrayRef) -> Result<ArrayRef, Failure> + Send,
) -> PyResult<Vec<ArrayRef>> {
    let chunks = std::mem::take(&mut input.chunks);
    py.detach(move || {
        let mut first = 0;
        let chunks = chunks.iter().map(|chunk| {
            let made = result(chunk).map_err(|failure| raised(failure, chunk, first));
            first += chunk.len();
            made
        });
        chunks.collect()
    })
}

/// The exception for a failure in a chunk, with this first row.
fn raised(failure: Failure, chunk: &ArrayRef, first: usize) -> PyErr {
    match failure {
        Failure::Row { row, error, round } => {
            let refused = chunk.slice(row, 1);
            let value = all_rows(&refused).next().flatten().unwrap_or_default();
            Python::attach(|py| decode_error(py, error, round, &value.into(), Some(first + row)))
        }
        Failure::Other(error) => error,
    }
}

/// The values of a dictionary after a function.
struct Mapped {
    /// The new values; without nulls, and distinct if any changed.
    values: ArrayRef,
    /// For each old value the index of the new one, or `None` for null, unless all are as before.
    indices: Option<Vec<Option<usize>>>,
    /// True if an old value is refused. If no row has it, that does not matter.
    has_refused: bool,
}

impl Mapped {
    fn of(old: &ArrayRef, on_error: OnError, work: &impl Work) -> Result<Self, Failure> {
        let fails = on_error == OnError::Fail;
        let made = work(old, if fails { OnError::Null } else { on_error })?;
        let has_refused = fails && made.null_count() > old.null_count();
        if made.null_count() == 0
            && (Arc::ptr_eq(&made, old) || made.to_data().ptr_eq(&old.to_data()))
        {
            return Ok(Self { values: made, indices: None, has_refused });
        }
        let (mut found, mut distinct, mut indices) =
            (HashMap::new(), Vec::new(), Vec::with_capacity(made.len()));
        for value in rows(&made) {
            indices.push(value.map(|value| {
                *found.entry(value).or_insert_with(|| {
                    distinct.push(value);
                    distinct.len() - 1
                })
            }));
        }
        if distinct.len() == made.len() {
            return Ok(Self { values: made, indices: None, has_refused });
        }
        let distinct = distinct.into_iter().map(|value| Ok(Some(Cow::Borrowed(value))));
        Ok(Self { values: array(made.data_type(), distinct)?, indices: Some(indices), has_refused })
    }

    /// The chunk with the new values.
    fn apply(
        &self,
        chunk: &ArrayRef,
        on_error: OnError,
        work: &impl Work,
    ) -> Result<ArrayRef, Failure> {
        let dictionary = chunk.as_any_dictionary();
        let Some(indices) = &self.indices else {
            return Ok(dictionary.with_values(Arc::clone(&self.values)));
        };
        if self.has_refused {
            // Each row, for the first one with such a value.
            let rows = all_rows(chunk).map(|row| Ok(row.map(Cow::Borrowed)));
            work(&array(dictionary.values().data_type(), rows)?, on_error)?;
        }
        downcast_dictionary_array! {
            chunk => Ok(with_keys(chunk, indices, &self.values)),
            _ => unreachable!("it is a dictionary")
        }
    }
}

/// A dictionary with other values, whose index is given for each old value. There are not more values
/// than before, so the type of the keys has the indices.
fn with_keys<K: ArrowDictionaryKeyType>(
    dictionary: &DictionaryArray<K>,
    indices: &[Option<usize>],
    values: &ArrayRef,
) -> ArrayRef {
    let keys = dictionary.keys();
    let keys = keys.unary_opt::<_, K>(|key| K::Native::from_usize(indices[key.as_usize()]?));
    Arc::new(DictionaryArray::new(keys, Arc::clone(values)))
}
