//! The class `Scheme`, and the list of schemes.

use percent_simd::scheme::SCHEMES;
use pyo3::prelude::*;

use super::encoder::scheme_named;
use super::{Decoder, Encoder};

/// A standard's variant of percent-encoding: a name, a set of characters, and an encoder and a decoder.
///
/// >>> Scheme("oauth").encoder.encode("Ladies + Gentlemen")
/// 'Ladies%20%2B%20Gentlemen'
#[pyclass(frozen, eq, hash, module = "percent_simd")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Scheme(percent_simd::scheme::Scheme);

#[pymethods]
impl Scheme {
    #[new]
    fn new(name: &str) -> PyResult<Self> {
        scheme_named(name).map(Self)
    }

    /// The name, such as "url-path".
    #[getter]
    fn name(&self) -> &'static str {
        self.0.name()
    }

    /// The document that defines the scheme.
    #[getter]
    fn standard(&self) -> &'static str {
        self.0.standard()
    }

    /// A value and its encoded form.
    #[getter]
    fn example(&self) -> (&'static str, &'static str) {
        self.0.example()
    }

    /// The encoder of the scheme.
    #[getter]
    fn encoder(&self) -> PyResult<Encoder> {
        Encoder::of_scheme(self.0.name())
    }

    /// The decoder of the scheme.
    #[getter]
    fn decoder(&self) -> PyResult<Decoder> {
        Decoder::of_scheme(self.0)
    }
}

/// All schemes, in the order of their standards.
///
/// >>> [scheme.name for scheme in schemes()][:3]
/// ['url-c0', 'url-fragment', 'url-query']
#[pyfunction]
pub(crate) fn schemes() -> Vec<Scheme> {
    SCHEMES.iter().map(|&scheme| Scheme(scheme)).collect()
}
