//! The application of a function to the chunks of a column.
//!
//! The function gets arrays without a dictionary. For a dictionary it gets the values, once for all chunks that share
//! them, and the result is a dictionary of distinct values: libraries group and count its rows by their
//! keys. Null rows have null keys, because pandas does not accept null as a category.

use std::borrow::Cow;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{
    Array, ArrayRef, ArrowPrimitiveType, DictionaryArray, PrimitiveArray, downcast_integer,
    new_empty_array,
};
use arrow_schema::DataType;
use percent_simd::batch::OnError;
use percent_simd::{Flags, inspect_batch};
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;

use super::Column;
use super::rows::{Failure, all_rows, array, keys, rows};
use crate::errors::row_error;
use crate::ffi::arrow::{Identity, Imported, identity};

/// A function of arrays without a dictionary, which says by the second argument how to treat a refused row.
pub(super) trait Work: Fn(&ArrayRef, OnError) -> Result<ArrayRef, Failure> + Send {}

impl<F: Fn(&ArrayRef, OnError) -> Result<ArrayRef, Failure> + Send> Work for F {}

/// The result of a function for text or binary values, which stays a dictionary for a dictionary.
pub(super) fn map<'py>(
    py: Python<'py>,
    input: Imported,
    on_error: OnError,
    work: impl Work,
) -> PyResult<Bound<'py, Column>> {
    each(py, input, move |chunk, dictionaries| match chunk.as_any_dictionary_opt() {
        None => work(chunk, on_error),
        Some(dictionary) => {
            let values = dictionary.values();
            dictionaries.of(values, on_error, &work)?.apply(chunk, on_error, &work)
        }
    })
}

/// The result of a function for each chunk, with the results for the dictionaries so far. It is made without the GIL: Arrow's
/// buffers are immutable, as the C data interface demands of their producer. The input is released without it, too.
pub(super) fn each<'py>(
    py: Python<'py>,
    input: Imported,
    result: impl Fn(&ArrayRef, &mut Dictionaries) -> Result<ArrayRef, Failure> + Send,
) -> PyResult<Bound<'py, Column>> {
    let (field, chunks) = py.detach(move || {
        let (mut chunks, mut dictionaries, mut first) = (Vec::new(), Dictionaries::default(), 0);
        for chunk in &input.chunks {
            let made = result(chunk, &mut dictionaries);
            chunks.push(made.map_err(|failure| raised(failure, chunk, first))?);
            first += chunk.len();
        }
        let data_type = match chunks.first() {
            Some(chunk) => chunk.data_type().clone(),
            None => {
                let empty = new_empty_array(input.field.data_type());
                let made = result(&empty, &mut dictionaries);
                made.map_err(|failure| raised(failure, &empty, 0))?.data_type().clone()
            }
        };
        Ok::<_, PyErr>((input.field.with_data_type(data_type), chunks))
    })?;
    Bound::new(py, Column::new(field, chunks))
}

/// The exception for a failure in a chunk, with this first row.
fn raised(failure: Failure, chunk: &ArrayRef, first: usize) -> PyErr {
    match failure {
        Failure::Row { row, error, round } => {
            let refused = chunk.slice(row, 1);
            let value = all_rows(&refused).next().flatten().unwrap_or_default();
            Python::attach(|py| row_error(py, error, first + row, round, value))
        }
        Failure::TooLong(message) => PyOverflowError::new_err(message),
        Failure::Other(message) => PyValueError::new_err(message),
    }
}

/// The results for the dictionaries so far, which the input keeps alive.
#[derive(Default)]
pub(super) struct Dictionaries {
    mapped: HashMap<Identity, Rc<Mapped>>,
    flags: HashMap<Identity, Rc<[Option<u32>]>>,
}

/// The values of a dictionary after a function.
pub(super) struct Mapped {
    /// The new values; without nulls, and distinct if any changed.
    values: ArrayRef,
    /// For each old value the index of the new one, or `None` for null, unless all are as before.
    indices: Option<Vec<Option<usize>>>,
    /// For each old value whether it is refused, unless none is.
    refused: Option<Vec<bool>>,
}

impl Dictionaries {
    fn of(
        &mut self,
        values: &ArrayRef,
        on_error: OnError,
        work: &impl Work,
    ) -> Result<Rc<Mapped>, Failure> {
        let identity = identity(values);
        if let Some(found) = self.mapped.get(&identity) {
            return Ok(Rc::clone(found));
        }
        let mapped = Rc::new(Mapped::of(values, on_error, work)?);
        self.mapped.insert(identity, Rc::clone(&mapped));
        Ok(mapped)
    }

    /// The flags of each value.
    pub(super) fn flags(&mut self, values: &ArrayRef) -> &[Option<u32>] {
        self.flags.entry(identity(values)).or_insert_with(|| {
            inspect_batch(rows(values)).map(|flags| flags.map(Flags::bits)).collect()
        })
    }
}

impl Mapped {
    fn of(old: &ArrayRef, on_error: OnError, work: &impl Work) -> Result<Self, Failure> {
        // A refused value that no row has does not matter.
        let fails = on_error == OnError::Fail;
        let made = work(old, if fails { OnError::Null } else { on_error })?;
        let refused = (fails && made.null_count() > old.null_count()).then(|| {
            (0..old.len()).map(|index| old.is_valid(index) && made.is_null(index)).collect()
        });
        if made.null_count() == 0
            && (Arc::ptr_eq(&made, old) || made.to_data().ptr_eq(&old.to_data()))
        {
            return Ok(Self { values: made, indices: None, refused });
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
            return Ok(Self { values: made, indices: None, refused });
        }
        let distinct = distinct.into_iter().map(|value| Ok(Some(Cow::Borrowed(value))));
        Ok(Self { values: array(made.data_type(), distinct)?, indices: Some(indices), refused })
    }

    /// The chunk with the new values.
    fn apply(
        &self,
        chunk: &ArrayRef,
        on_error: OnError,
        work: &impl Work,
    ) -> Result<ArrayRef, Failure> {
        let dictionary = chunk.as_any_dictionary();
        if let Some(refused) = &self.refused
            && let Some(row) =
                keys(chunk).into_iter().position(|key| key.is_some_and(|key| refused[key]))
        {
            // Its value alone, for the error.
            let value = keys(&chunk.slice(row, 1))[0].unwrap_or_default();
            return match work(&dictionary.values().slice(value, 1), on_error) {
                Err(Failure::Row { error, round, .. }) => Err(Failure::Row { row, error, round }),
                Err(other) => Err(other),
                Ok(_) => Err(Failure::Other(format!(
                    "row {row} is refused, and its value is not: this is a defect"
                ))),
            };
        }
        let Some(indices) = &self.indices else {
            return Ok(dictionary.with_values(Arc::clone(&self.values)));
        };
        let keys = keys(chunk).into_iter().map(|key| indices[key?]);
        macro_rules! dictionary_of {
            ($key:ty) => {
                with_keys::<$key>(keys, &self.values)
            };
        }
        let DataType::Dictionary(key, _) = chunk.data_type() else {
            unreachable!("it is a dictionary")
        };
        downcast_integer! {
            **key => (dictionary_of),
            _ => unreachable!("keys are integers")
        }
    }
}

/// A dictionary with these indices as keys. There are not more values than before, so its type has them.
fn with_keys<K: arrow_array::types::ArrowDictionaryKeyType>(
    indices: impl Iterator<Item = Option<usize>>,
    values: &ArrayRef,
) -> Result<ArrayRef, Failure>
where
    K::Native: TryFrom<usize>,
{
    let keys: PrimitiveArray<K> = indices
        .map(|index| {
            index.and_then(|index| <K as ArrowPrimitiveType>::Native::try_from(index).ok())
        })
        .collect();
    let made = DictionaryArray::try_new(keys, Arc::clone(values));
    made.map(|array| Arc::new(array) as ArrayRef).map_err(|error| Failure::Other(error.to_string()))
}
