//! The class `Scheme`, and the list of schemes.

use percent_simd::scheme::SCHEMES;
use pyo3::prelude::*;

use super::encoder::scheme_named;
use super::{Decoder, Encoder};

/// A standard's variant of percent-encoding: a name, a set of characters, and an encoder and a decoder.
///
/// >>> Scheme("oauth").encoder.encode("Ladies + Gentlemen")
/// 'Ladies%20%2B%20Gentlemen'
#[pyclass(frozen, eq, hash, get_all, module = "percent_simd")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Scheme {
    /// The name, such as "url-path".
    name: &'static str,
    /// The document that defines the scheme.
    standard: &'static str,
    /// A value and its encoded form.
    example: (&'static str, &'static str),
    /// The encoder of the scheme.
    encoder: Encoder,
    /// The decoder of the scheme.
    decoder: Decoder,
}

#[pymethods]
impl Scheme {
    #[new]
    fn new(name: &str) -> PyResult<Self> {
        let scheme = scheme_named(name)?;
        let (encoder, decoder) = (Encoder::of_scheme(name)?, Decoder::of_scheme(scheme)?);
        let (name, standard, example) = (scheme.name(), scheme.standard(), scheme.example());
        Ok(Self { name, standard, example, encoder, decoder })
    }
}

/// All schemes, in the order of their standards.
///
/// >>> [scheme.name for scheme in schemes()][:3]
/// ['url-c0', 'url-fragment', 'url-query']
#[pyfunction]
pub(crate) fn schemes() -> PyResult<Vec<Scheme>> {
    SCHEMES.iter().map(|scheme| Scheme::new(scheme.name())).collect()
}
