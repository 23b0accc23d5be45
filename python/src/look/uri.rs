//! `normalize` and `equivalent`.

use std::borrow::Cow;

use percent_simd::uri;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::input::Input;
use crate::parse::work;

/// The value with its escapes in their normal form (RFC 3986 6.2.2): hex digits in upper case, and
/// no escape of letters, digits, and -._~. str gives str, other types give bytes.
///
/// >>> normalize("/%7ebob/%2f")
/// '/~bob/%2F'
#[pyfunction]
pub(crate) fn normalize<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let (py, input) = (value.py(), Input::of(value)?);
    let len = input.bytes().len();
    if let Some(text) = input.text() {
        return Ok(match work(py, len, || uri::normalize_str(text)) {
            Cow::Borrowed(_) => value.clone(),
            Cow::Owned(normal) => PyString::new(py, &normal).into_any(),
        });
    }
    Ok(match (work(py, len, || uri::normalize(input.bytes())), &input) {
        (Cow::Borrowed(_), Input::Bytes(_)) => value.clone(),
        (normal, _) => PyBytes::new(py, &normal).into_any(),
    })
}

/// Whether two values have the same normal form (RFC 3986 6.2.2). str and bytes can be compared,
/// with str as UTF-8.
///
/// >>> equivalent("/%41%c3%a9", "/A%C3%A9"), equivalent("/a%2Fb", "/a/b")
/// (True, False)
#[pyfunction]
pub(crate) fn equivalent(one: &Bound<'_, PyAny>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
    let (py, one, other) = (one.py(), Input::of(one)?, Input::of(other)?);
    let len = one.bytes().len().max(other.bytes().len());
    Ok(work(py, len, || uri::equivalent(one.bytes(), other.bytes())))
}
