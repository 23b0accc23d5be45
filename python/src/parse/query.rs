//! `parse_qsl` and `parse_qs`.

use std::ops::Range;

use percent_simd::Decoder;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyInt, PyList, PyString};

use super::options::{decoding_of, flag, safe_bytes};
use crate::ffi::{Answer, Args, Handler, ascii, bytes, new_text, original, substring, text};

/// True if bytes are parsed as bytes, as from Python 3.13 on. Before, they were ASCII text, and so were the results.
static BYTES_ARE_BYTES: PyOnceLock<bool> = PyOnceLock::new();

/// Calls the original to find out how it answers.
pub(super) fn learn(py: Python<'_>) -> PyResult<()> {
    let answer = original::<ParseQsl>(py).call1((PyBytes::new(py, b"a=%FF"),));
    let _ = BYTES_ARE_BYTES.set(py, answer.is_ok());
    Ok(())
}

const PLUS: Decoder = Decoder::new().plus_as_space(true);

/// A query, and how to read it.
struct Query<'a, 'py> {
    input: &'a [u8],
    /// The input itself, if it is ASCII text that decoding does not change.
    clean: Option<&'a Bound<'py, PyString>>,
    /// The treatment of ill-formed UTF-8, if names and values become text.
    errors: Option<Handler>,
    /// True if bytes are read as ASCII text, and so are the results.
    is_ascii: bool,
    separator: u8,
    keep_blank: bool,
}

impl<'a, 'py> Query<'a, 'py> {
    /// The query of a call; `None` to delegate to the original.
    #[inline(always)]
    fn of(py: Python<'py>, args: &Args<'a, 'py>) -> Option<Self> {
        let [Some(value), keep_blank, strict, encoding, errors, most, separator] = *args else {
            return None;
        };
        let (input, is_bytes) = match text(value) {
            Some(text) => (text.as_bytes(), false),
            None => (bytes(value)?, true),
        };
        let is_ascii = is_bytes && !*BYTES_ARE_BYTES.get(py)?;
        let known = decoding_of(input, encoding, errors);
        let is_known = known.is_some() || is_bytes && !is_ascii;
        if !is_known || is_ascii && !input.is_ascii() || flag(strict)? {
            return None;
        }
        let errors = known.filter(|_| !is_bytes);
        let separator = match separator.map(safe_bytes) {
            None => b'&',
            Some(Some(&[byte])) if byte.is_ascii() => byte,
            _ => return None,
        };
        if let Some(most) = most.filter(|most| !most.is_none()) {
            let fields = 1 + input.iter().filter(|&&byte| byte == separator).count();
            if input.is_empty() || most.cast_exact::<PyInt>().ok()?.lt(fields).ok()? {
                return None;
            }
        }
        let clean = ascii(value, input.len()).filter(|_| PLUS.find(input).is_none());
        let keep_blank = flag(keep_blank)?;
        Some(Self { input, clean, errors, is_ascii, separator, keep_blank })
    }

    /// Passes all names and values to `take`; `None` to delegate to the original.
    #[inline(always)]
    fn each(
        &self,
        py: Python<'py>,
        mut take: impl FnMut(Bound<'py, PyAny>, Bound<'py, PyAny>) -> PyResult<()>,
    ) -> PyResult<Option<()>> {
        let mut next = 0;
        for field in self.input.split(|&byte| byte == self.separator) {
            let (start, end) = (next, next + field.len());
            next = end + 1;
            let equals = field.iter().position(|&byte| byte == b'=').map_or(end, |at| start + at);
            let (name, value) = (start..equals, end.min(equals + 1)..end);
            if field.is_empty() || value.is_empty() && !self.keep_blank {
                continue;
            }
            let (name, value) = (self.object(py, name)?, self.object(py, value)?);
            let (Some(name), Some(value)) = (name, value) else { return Ok(None) };
            take(name, value)?;
        }
        Ok(Some(()))
    }

    /// The object for a name or a value in this range of the input.
    #[inline(always)]
    fn object(&self, py: Python<'py>, part: Range<usize>) -> Answer<'py> {
        if let Some(input) = self.clean {
            return substring(input, part).map(Some);
        }
        let decoded = PLUS.decode(&self.input[part]).expect("nothing is refused");
        match self.errors {
            Some(errors) => new_text(py, &decoded, errors),
            None if self.is_ascii && !decoded.is_ascii() => Ok(None),
            None => Ok(Some(PyBytes::new(py, &decoded).into_any())),
        }
    }
}

function! {
    ParseQsl 6: parse_qsl(qs, keep_blank_values, strict_parsing, encoding, errors, max_num_fields, separator),
    |py, args| {
        let Some(query) = Query::of(py, args) else { return Ok(None) };
        let list = PyList::empty(py);
        let all = query.each(py, |name, value| list.append((name, value)))?;
        Ok(all.map(|()| list.into_any()))
    },
    c"parse_qsl(qs, keep_blank_values=False, strict_parsing=False, encoding='utf-8', errors='replace', max_num_fields=None, separator='&')
--

Parse a query, or a form's body, to a list of names and values.

keep_blank_values: whether pairs without a value are kept, with an empty one.
strict_parsing: whether a field without ``=`` is a ValueError, rather than ignored.
max_num_fields: the most fields that a query may have; more are a ValueError.

>>> parse_qsl('q=caf%C3%A9+au+lait&page=2')
[('q', 'caf\\xe9 au lait'), ('page', '2')]
>>> parse_qsl('flag&a=1', keep_blank_values=True)
[('flag', ''), ('a', '1')]
"
}

function! {
    ParseQs 7: parse_qs(qs, keep_blank_values, strict_parsing, encoding, errors, max_num_fields, separator),
    |py, args| {
        let Some(query) = Query::of(py, args) else { return Ok(None) };
        let names = PyDict::new(py);
        let all = query.each(py, |name, value| match names.get_item(&name)? {
            Some(values) => values.cast_into::<PyList>()?.append(value),
            None => names.set_item(name, PyList::new(py, [value])?),
        })?;
        Ok(all.map(|()| names.into_any()))
    },
    c"parse_qs(qs, keep_blank_values=False, strict_parsing=False, encoding='utf-8', errors='replace', max_num_fields=None, separator='&')
--

Parse a query, or a form's body, to a dict of names and lists of their values.

The arguments are those of parse_qsl.

>>> parse_qs('a=1&b=2&a=3')
{'a': ['1', '3'], 'b': ['2']}
"
}
