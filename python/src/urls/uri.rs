//! `normalize` and `equivalent`.

use percent_simd::uri::Normalizer;
use pyo3::prelude::*;

use crate::input::Input;
use crate::parse::work;

/// The normal form of a URI or relative reference (RFC 3986 6.2.2). str gives str, other types give
/// bytes.
///
/// case: scheme and host in lower case. triplets: hex digits in upper case, and no escape of
/// letters, digits, and -._~. dot_segments: no . and .. in a path that begins with /. A part of a
/// URI, such as a query, needs case=False, dot_segments=False.
///
/// The normal form is for comparing, and not for signed URLs: a signature covers the spelling of a URL.
///
/// >>> normalize("HTTP://E.org/a/./%7ebob/%2f")
/// 'http://e.org/a/~bob/%2F'
#[pyfunction]
#[pyo3(signature = (value, *, case=true, triplets=true, dot_segments=true))]
pub(crate) fn normalize<'py>(
    value: &Bound<'py, PyAny>,
    case: bool,
    triplets: bool,
    dot_segments: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let input = Input::of(value)?;
    let normalizer = normalizer(case, triplets, dot_segments);
    let normal = input.run(value.py(), |bytes| normalizer.normalize(bytes));
    input.answer(value, normal, input.text.is_some())
}

/// True if normalize, with the same options, gives the same for both. str and bytes can be compared,
/// with str as UTF-8.
///
/// >>> equivalent("HTTP://E.org/a/./b", "http://e.org/a/b"), equivalent("/a%2Fb", "/a/b")
/// (True, False)
#[pyfunction]
#[pyo3(signature = (one, other, *, case=true, triplets=true, dot_segments=true))]
pub(crate) fn equivalent(
    one: &Bound<'_, PyAny>,
    other: &Bound<'_, PyAny>,
    case: bool,
    triplets: bool,
    dot_segments: bool,
) -> PyResult<bool> {
    let uri = normalizer(case, triplets, dot_segments);
    let (py, one, other) = (one.py(), Input::of(one)?, Input::of(other)?);
    let len = one.bytes.len().max(other.bytes.len());
    Ok(work(py, len, || uri.equivalent(&one.bytes, &other.bytes)))
}

pub(crate) const fn normalizer(case: bool, triplets: bool, dot_segments: bool) -> Normalizer {
    Normalizer::new().case(case).triplets(triplets).dot_segments(dot_segments)
}
