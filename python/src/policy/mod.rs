//! Policies for encoding and decoding. `percent_simd._policies` adds their source, and the methods for pickling.

mod decoder;
mod encoder;
mod scheme;

pub(crate) use decoder::{Decoder, MALFORMED, check_times, decoder_of, rounds};
pub(crate) use encoder::{Encoder, encoder_of};
pub(crate) use scheme::{Scheme, schemes};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

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
