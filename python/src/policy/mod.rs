//! Policies for encoding and decoding.

mod decoder;
mod encoder;
mod scheme;

pub(crate) use decoder::{Decoder, MALFORMED, check_times, decoder_of, rounds};
pub(crate) use encoder::{Encoder, encoder_of};
pub(crate) use scheme::{Scheme, schemes};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The value of an argument, whose name and needed types an error has.
pub(crate) fn argument<'py, T: FromPyObjectOwned<'py>>(
    given: &Bound<'py, PyAny>,
    parameter: &str,
    needed: &str,
) -> PyResult<T> {
    given.extract().map_err(|_| match given.get_type().name() {
        Ok(name) => PyTypeError::new_err(format!("{parameter} must be {needed}, not {name}")),
        Err(error) => error,
    })
}

/// The keyword arguments that make an object again, which are its attributes.
fn options<'py>(object: &Bound<'py, PyAny>, names: &[&str]) -> PyResult<Bound<'py, PyDict>> {
    let options = PyDict::new(object.py());
    for &name in names {
        options.set_item(name, object.getattr(name)?)?;
    }
    Ok(options)
}

/// The Python source of an object: its class with the keyword arguments that differ from the default, and the one that is
/// always written.
fn source(object: &Bound<'_, PyAny>, names: &[&str], always: &str) -> PyResult<String> {
    let class = object.get_type();
    let default = class.call0()?;
    let mut arguments = Vec::new();
    for &name in names {
        let value = object.getattr(name)?;
        if name == always || !value.eq(default.getattr(name)?)? {
            arguments.push(format!("{name}={}", value.repr()?));
        }
    }
    Ok(format!("{}({})", class.name()?, arguments.join(", ")))
}
