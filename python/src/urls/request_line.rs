//! `parse_request_line`.

use percent_simd::request_line::{Authority, RequestLine, Target};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::request_line_error;
use crate::ffi::new_with_surrogates;
use crate::input::Input;
use crate::parse::work;

/// Split a request line into its parts (RFC 9112 3), strictly by the grammar. Raises
/// RequestLineError for a malformed line.
///
/// The result is a RequestLine; its parts are str for a str, bytes for other types, and still
/// escaped. Parts that the form of target lacks are None.
///
/// >>> line = parse_request_line("GET /caf%C3%A9?q=1+1 HTTP/1.1\r\n")
/// >>> line.method, line.path, line.query, line.version
/// ('GET', '/caf%C3%A9', 'q=1+1', (1, 1))
/// >>> parse_request_line("GET http://example.com@evil.example/ HTTP/1.1")
/// Traceback (most recent call last):
///     ...
/// percent_simd.RequestLineError: request refused at character 11: userinfo in the target; remove it [userinfo]
#[pyfunction]
pub(crate) fn parse_request_line<'py>(line: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let (py, input) = (line.py(), Input::of(line)?);
    let parsed = work(py, input.bytes().len(), || RequestLine::parse(input.bytes()))
        .map_err(|error| request_line_error(py, error, &input))?;

    let part = |part: &[u8]| match input {
        // The cuts are at ASCII bytes, so the parts are UTF-8.
        Input::Text(_) => new_with_surrogates(py, part),
        Input::Bytes(_) | Input::Copy(_) => Ok(PyBytes::new(py, part).into_any()),
    };
    let optional = |bytes: Option<&[u8]>| bytes.map(part).transpose();
    let (form, scheme, authority, path, query) = match parsed.target {
        Target::Origin { path, query } => ("origin", None, None, Some(path), query),
        Target::Absolute { scheme, authority, path, query } => {
            ("absolute", Some(scheme), Some(authority), Some(path), query)
        }
        Target::Authority(authority) => ("authority", None, Some(authority), None, None),
        _ => ("asterisk", None, None, None, None),
    };
    let of_authority = |part: fn(Authority<'_>) -> Option<&[u8]>| authority.and_then(part);
    let parts = (
        part(parsed.method)?,
        form,
        optional(scheme)?,
        optional(of_authority(|authority| authority.userinfo))?,
        optional(of_authority(|authority| Some(authority.host)))?,
        authority.and_then(|authority| authority.port_number()),
        optional(path)?,
        optional(query)?,
        (parsed.version.major, parsed.version.minor),
    );
    py.import("percent_simd._request_line")?.getattr("RequestLine")?.call1(parts)
}
