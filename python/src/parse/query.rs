//! `parse_qsl` and `parse_qs`.

use std::ffi::CStr;
use std::ops::Range;

use percent_simd::Decoder;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PyInt, PyList, PyString};

use super::options::{Argument, DIFFERENCES, decoding, flag, is_none};
use super::unquote::in_encoding;
use crate::ffi::{
    Answer, Args, Errors, Function, any_text, ascii, bytes, new_text, substring, text,
};

const PLUS: Decoder = Decoder::new().plus_as_space(true);

const PARAMETERS: &[&str] = &[
    "qs",
    "keep_blank_values",
    "strict_parsing",
    "encoding",
    "errors",
    "max_num_fields",
    "separator",
];

/// The type of names and values in the result.
#[derive(Clone, Copy)]
enum Kind<'a, 'py> {
    Text(Errors),
    /// Text whose escapes are of this encoding, with this error handler.
    Encoded([Argument<'a, 'py>; 2]),
    Bytes,
}

/// A query, and how to read it.
struct Query<'a, 'py> {
    input: &'a [u8],
    /// The input itself, if it is ASCII text that decoding does not change.
    clean: Option<&'a Bound<'py, PyString>>,
    kind: Kind<'a, 'py>,
    /// True if the query is bytes that are read as ASCII text, and so are the results.
    is_ascii: bool,
    separator: &'a [u8],
    keep_blank: bool,
    strict: bool,
}

impl<'a, 'py> Query<'a, 'py> {
    /// The query of a call; `None` to delegate to the original.
    #[inline(always)]
    fn of(py: Python<'py>, frozen: Argument<'a, 'py>, args: &Args<'a, 'py>) -> Option<Self> {
        let [Some(value), keep_blank, strict, encoding, errors, most, separator] = *args else {
            return None;
        };
        let value = frozen.unwrap_or(value);
        let versions = DIFFERENCES.get(py)?;
        let (input, is_bytes) = if let Some(text) = text(value) {
            (text.as_bytes(), false)
        } else if let Some(bytes) = bytes(value) {
            (bytes, true)
        } else if value.is_none() && args[1..].iter().all(Option::is_none) {
            (&[][..], false)
        } else {
            (subclass(value, most)?.as_bytes(), false)
        };
        let is_ascii = is_bytes && !versions.bytes_are_bytes;
        let kind = match decoding(encoding, errors) {
            _ if is_ascii && !input.is_ascii() => return None,
            _ if is_bytes && versions.bytes_are_bytes => Kind::Bytes,
            known => known.map_or(Kind::Encoded([encoding, errors]), Kind::Text),
        };
        let separator = separator.map_or(Some(&b"&"[..]), |value| separator_of(value, is_bytes))?;
        let clean = ascii(value, input.len()).filter(|_| PLUS.find(input).is_none());
        let (keep_blank, strict) = (flag(keep_blank)?, flag(strict)?);
        let strict = strict && !(input.is_empty() && versions.empty_is_nothing);
        let query = Self { input, clean, kind, is_ascii, separator, keep_blank, strict };
        query.has_at_most(most, versions.empty_is_nothing)?.then_some(query)
    }

    /// True if the number of fields is within the limit; `None` if the limit is not a plain
    /// integer.
    fn has_at_most(&self, most: Argument<'_, '_>, empty_is_nothing: bool) -> Option<bool> {
        if is_none(most) {
            return Some(true);
        }
        let most: usize = most?.cast_exact::<PyInt>().ok()?.extract().ok()?;
        Some(if self.input.is_empty() { empty_is_nothing } else { self.fields().count() <= most })
    }

    /// The ranges of the fields between separators.
    fn fields(&self) -> impl Iterator<Item = Range<usize>> {
        let (input, separator, mut next) = (self.input, self.separator, Some(0));
        std::iter::from_fn(move || {
            let start = next?;
            let rest = &input[start..];
            let found = match separator {
                [byte] => rest.iter().position(|other| other == byte),
                _ => rest.windows(separator.len()).position(|window| window == separator),
            };
            let end = start + found.unwrap_or(rest.len());
            next = found.map(|_| end + separator.len());
            Some(start..end)
        })
    }

    /// Passes all names and values to `take`; `None` to delegate to the original.
    #[inline(always)]
    fn each(
        &self,
        py: Python<'py>,
        mut take: impl FnMut(Bound<'py, PyAny>, Bound<'py, PyAny>) -> PyResult<()>,
    ) -> PyResult<Option<()>> {
        for field in self.fields() {
            let equals = self.input[field.clone()].iter().position(|&byte| byte == b'=');
            if self.strict && equals.is_none() {
                return Ok(None);
            }
            let end = equals.map_or(field.end, |at| field.start + at);
            let (name, value) = (field.start..end, field.end.min(end + 1)..field.end);
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
        let part = &self.input[part];
        let decoded = || PLUS.decode(part).expect("nothing is refused");
        let object = match self.kind {
            Kind::Bytes => return Ok(Some(PyBytes::new(py, &decoded()).into_any())),
            Kind::Text(errors) => new_text(py, &decoded(), errors)?,
            Kind::Encoded(encoding) if part.contains(&b'%') => {
                let Ok(part) = std::str::from_utf8(part) else { return Ok(None) };
                in_encoding(py, part, encoding, &PLUS)?
            }
            Kind::Encoded(_) => new_text(py, &decoded(), Errors::None)?,
        };
        if !self.is_ascii {
            return Ok(object);
        }
        let ascii = object.as_ref().and_then(text).filter(|text| text.is_ascii());
        Ok(ascii.map(|text| PyBytes::new(py, text.as_bytes()).into_any()))
    }
}

/// True if these methods of an object are those of `str`, whose subclass its type is.
fn inherits(object: &Bound<'_, PyAny>, methods: &[&str]) -> PyResult<bool> {
    let py = object.py();
    let own = object.getattr_opt(intern!(py, "__dict__"))?;
    if own.is_some_and(|own| !own.is_empty().unwrap_or(false)) {
        return Ok(false);
    }
    let (class, of_str) = (object.get_type(), py.get_type::<PyString>());
    for &method in methods {
        let method = PyString::intern(py, method);
        if !class.getattr(&method)?.is(&of_str.getattr(&method)?) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The text of a subclass of `str` whose methods are usual.
#[cold]
fn subclass<'a>(value: &'a Bound<'_, PyAny>, most: Argument<'_, '_>) -> Option<&'a str> {
    let text = any_text(value)?;
    let methods: &[&str] = if is_none(most) { &["split"] } else { &["split", "count"] };
    let is_usual = inherits(value, methods).ok()? && value.is_truthy().ok()? != text.is_empty();
    is_usual.then_some(text)
}

/// A separator, of the query's type or ASCII.
fn separator_of<'a>(value: &'a Bound<'_, PyAny>, is_bytes: bool) -> Option<&'a [u8]> {
    let (separator, fits) = match text(value) {
        Some(text) => (text.as_bytes(), !is_bytes),
        None => (bytes(value)?, false),
    };
    (!separator.is_empty() && (fits || separator.is_ascii())).then_some(separator)
}

/// Passes all names and values of a call's query to `take`; `None` to delegate the call to the original.
#[inline(always)]
fn pairs<'py>(
    py: Python<'py>,
    args: &Args<'_, 'py>,
    take: impl FnMut(Bound<'py, PyAny>, Bound<'py, PyAny>) -> PyResult<()>,
) -> PyResult<Option<()>> {
    let array = args[0].and_then(|value| value.cast_exact::<PyByteArray>().ok());
    let frozen = array.map(|array| PyBytes::new(py, &array.to_vec()).into_any());
    Query::of(py, frozen.as_ref(), args).map_or(Ok(None), |query| query.each(py, take))
}

pub(super) enum ParseQsl {}

impl Function for ParseQsl {
    const NAME: &CStr = c"parse_qsl";
    const DOC: &CStr = c"parse_qsl(qs, keep_blank_values=False, strict_parsing=False, encoding='utf-8', errors='replace', max_num_fields=None, separator='&')
--

Parse a query, or a form's body, to a list of names and values.

keep_blank_values: whether pairs without a value are kept, with an empty one.
strict_parsing: whether a field without ``=`` is a ValueError, rather than ignored.
max_num_fields: the most fields that a query may have; more are a ValueError.

>>> parse_qsl('q=caf%C3%A9+au+lait&page=2')
[('q', 'caf\\xe9 au lait'), ('page', '2')]
>>> parse_qsl('flag&a=1', keep_blank_values=True)
[('flag', ''), ('a', '1')]
";
    const PARAMETERS: &[&str] = PARAMETERS;

    fn call<'py>(py: Python<'py>, args: &Args<'_, 'py>) -> Answer<'py> {
        let list = PyList::empty(py);
        let all = pairs(py, args, |name, value| list.append((name, value)))?;
        Ok(all.map(|()| list.into_any()))
    }
}

pub(super) enum ParseQs {}

impl Function for ParseQs {
    const NAME: &CStr = c"parse_qs";
    const DOC: &CStr = c"parse_qs(qs, keep_blank_values=False, strict_parsing=False, encoding='utf-8', errors='replace', max_num_fields=None, separator='&')
--

Parse a query, or a form's body, to a dict of names and lists of their values.

The arguments are those of parse_qsl.

>>> parse_qs('a=1&b=2&a=3')
{'a': ['1', '3'], 'b': ['2']}
";
    const PARAMETERS: &[&str] = PARAMETERS;

    fn call<'py>(py: Python<'py>, args: &Args<'_, 'py>) -> Answer<'py> {
        let names = PyDict::new(py);
        let all = pairs(py, args, |name, value| match names.get_item(&name)? {
            Some(values) => values.cast_into::<PyList>()?.append(value),
            None => names.set_item(name, PyList::new(py, [value])?),
        })?;
        Ok(all.map(|()| names.into_any()))
    }
}
