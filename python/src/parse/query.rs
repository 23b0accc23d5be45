//! `parse_qsl` and `parse_qs`.

use std::borrow::Cow;
use std::ffi::CStr;
use std::ops::Range;

use percent_simd::{Decoder, form};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyInt, PyList, PyString};

use super::options::{Argument, decoding, flag, is_none, is_utf8};
use super::unquote::in_encoding;
use crate::ffi::{
    Answer, Args, Errors, Function, ascii, bytes, new_bytes, new_pair, new_text, original,
    substring, text,
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

/// Whether bytes are parsed as bytes, as from Python 3.13 on. Before, they were ASCII text, and so were the results.
static BYTES_ARE_BYTES: PyOnceLock<bool> = PyOnceLock::new();

/// Calls the original to find out how it treats bytes.
pub(super) fn learn(py: Python<'_>) -> PyResult<()> {
    let parse_qsl = original(py, "parse_qsl")?;
    let _ = BYTES_ARE_BYTES.set(py, parse_qsl.call1((new_bytes(py, b"a=%FF")?,)).is_ok());
    Ok(())
}

/// The type of names and values in the result.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Text(Errors),
    /// ASCII text whose escapes are of another encoding.
    Encoded,
    Bytes,
    /// Text that must be ASCII, as bytes.
    Ascii(Errors),
}

/// A query, and how to read it.
struct Query<'a, 'py> {
    input: &'a [u8],
    /// The input itself, if it is ASCII text that decoding does not change.
    clean: Option<Borrowed<'a, 'py, PyString>>,
    kind: Kind,
    encoding: [Argument<'a, 'py>; 2],
    separator: &'a [u8],
    keep_blank: bool,
    strict: bool,
}

impl<'a, 'py> Query<'a, 'py> {
    /// The query of a call; `None` to delegate to the original.
    #[inline(always)]
    fn of(py: Python<'py>, args: &Args<'a, 'py>) -> Option<Self> {
        let [Some(value), keep_blank, strict, encoding, errors, most, separator] = *args else {
            return None;
        };
        let decoding = |input| decoding(input, encoding, errors);
        let (input, kind) = match text(value) {
            Some(text) => match decoding(text.as_bytes()) {
                Some(errors) => (text.as_bytes(), Kind::Text(errors)),
                None if text.is_ascii() => (text.as_bytes(), Kind::Encoded),
                None => return None,
            },
            // The encoding and the handler matter little here, but wrong ones may be errors.
            None if !is_utf8(encoding) => return None,
            None if *BYTES_ARE_BYTES.get(py)? => {
                decoding(&[])?;
                (bytes(value)?, Kind::Bytes)
            }
            None => {
                let input = bytes(value).filter(|bytes| bytes.is_ascii())?;
                (input, Kind::Ascii(decoding(input)?))
            }
        };
        let separator = separator.map_or(Some(&b"&"[..]), |value| separator_of(value, kind))?;
        let clean = ascii(value, input.len()).filter(|_| PLUS.find(input).is_none());
        let (keep_blank, strict) = (flag(keep_blank)?, flag(strict)?);
        let encoding = [encoding, errors];
        let query = Self { input, clean, kind, encoding, separator, keep_blank, strict };
        query.has_at_most(most)?.then_some(query)
    }

    /// Whether the number of fields is within the limit; `None` if the limit is not a plain
    /// integer.
    fn has_at_most(&self, most: Argument<'_, '_>) -> Option<bool> {
        if is_none(most) {
            return Some(true);
        }
        let most: usize = most?.cast_exact::<PyInt>().ok()?.extract().ok()?;
        // An empty query counts differently in different versions.
        Some(!self.input.is_empty() && self.fields().count() <= most)
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
        if self.separator == b"&" && !self.strict {
            for pair in form::parse(self.input) {
                if pair.value_raw().is_empty() && !self.keep_blank {
                    continue;
                }
                let value = pair.value_range();
                let name_end = value.start - usize::from(pair.has_equals());
                let name = name_end - pair.name_raw().len()..name_end;
                let name =
                    self.object(py, name, || pair.decoder().decode_lenient(pair.name_raw()))?;
                let value = self.object(py, value, || pair.value_bytes())?;
                let (Some(name), Some(value)) = (name, value) else { return Ok(None) };
                take(name, value)?;
            }
            return Ok(Some(()));
        }
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
            let name = self.object(py, name.clone(), || decoded(&self.input[name]))?;
            let value = self.object(py, value.clone(), || decoded(&self.input[value]))?;
            let (Some(name), Some(value)) = (name, value) else { return Ok(None) };
            take(name, value)?;
        }
        Ok(Some(()))
    }

    /// The object for a name or a value in this range of the input.
    #[inline(always)]
    fn object<'b>(
        &self,
        py: Python<'py>,
        part: Range<usize>,
        decoded: impl FnOnce() -> Cow<'b, [u8]>,
    ) -> Answer<'py> {
        if let Some(input) = self.clean {
            return substring(input, part).map(Some);
        }
        let is_escaped = self.kind == Kind::Encoded && self.input[part].contains(&b'%');
        let decoded = decoded();
        match self.kind {
            Kind::Encoded if is_escaped => {
                in_encoding(new_bytes(py, &decoded)?, self.encoding).map(Some)
            }
            Kind::Encoded => new_text(py, &decoded, Errors::None),
            Kind::Text(errors) => new_text(py, &decoded, errors),
            Kind::Ascii(_) if !decoded.is_ascii() => Ok(None),
            Kind::Bytes | Kind::Ascii(_) => new_bytes(py, &decoded).map(Some),
        }
    }
}

/// A separator of the query's type.
fn separator_of<'a>(value: Borrowed<'a, '_, PyAny>, kind: Kind) -> Option<&'a [u8]> {
    let (separator, goes) = match (text(value), kind) {
        (Some(text), Kind::Text(_) | Kind::Encoded) => (text.as_bytes(), true),
        (Some(text), _) => (text.as_bytes(), text.is_ascii()),
        (None, _) => bytes(value).map(|bytes| (bytes, bytes.is_ascii()))?,
    };
    (goes && !separator.is_empty()).then_some(separator)
}

fn decoded(part: &[u8]) -> Cow<'_, [u8]> {
    PLUS.decode(part).expect("nothing is refused")
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
        let Some(query) = Query::of(py, args) else { return Ok(None) };
        let pairs = PyList::empty(py);
        let all = query.each(py, |name, value| pairs.append(new_pair(&name, &value)?))?;
        Ok(all.map(|()| pairs.into_any()))
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
        let Some(query) = Query::of(py, args) else { return Ok(None) };
        let names = PyDict::new(py);
        let all = query.each(py, |name, value| match names.get_item(&name)? {
            Some(values) => values.cast_into::<PyList>()?.append(value),
            None => names.set_item(name, PyList::new(py, [value])?),
        })?;
        Ok(all.map(|()| names.into_any()))
    }
}
