//! `urlencode`.

use std::ffi::CStr;

use percent_simd::{Encoder, sets};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyTuple};

use super::options::{escaped, flag, is_handler, is_none, is_utf8};
use super::quote;
use crate::ffi::{Answer, Args, Function, bytes, new_ascii, originals, text};

/// The functions that are recognised as `quote_via`: `quote_plus` and `quote`, ours and the
/// originals.
struct Quoters {
    plus: [Py<PyAny>; 2],
    path: [Py<PyAny>; 2],
}

static QUOTERS: PyOnceLock<Quoters> = PyOnceLock::new();

/// Sets the recognised functions for `quote_via`.
pub(super) fn learn(module: &Bound<'_, PyModule>, originals: &Bound<'_, PyDict>) -> PyResult<()> {
    let of = |name: &str| -> PyResult<[Py<PyAny>; 2]> {
        Ok([module.getattr(name)?.unbind(), originals.as_any().get_item(name)?.unbind()])
    };
    let _ = QUOTERS.set(module.py(), Quoters { plus: of("quote_plus")?, path: of("quote")? });
    Ok(())
}

/// The encoder of a call; `None` to delegate its options to the original.
fn encoder(py: Python<'_>, args: &Args<'_, '_>) -> Option<Encoder> {
    let [_, _, safe, encoding, errors, quote_via, _] = *args;
    if !is_utf8(encoding) || !is_handler(errors) {
        return None;
    }
    let is_any = |quoters: &[Py<PyAny>; 2]| {
        quote_via.is_some_and(|via| quoters.iter().any(|quoter| via.is(quoter)))
    };
    let quoters = QUOTERS.get(py)?;
    if is_none(quote_via) || is_any(&quoters.plus) {
        quote::form(safe)
    } else if is_any(&quoters.path) {
        // `safe` is passed to the function, so its own default does not matter.
        safe.map_or(Some(Encoder::new(sets::URI_COMPONENT)), |safe| escaped(safe).map(Encoder::new))
    } else {
        None
    }
}

/// The form under construction.
struct Form {
    text: String,
    encoder: Encoder,
}

impl Form {
    /// Writes a name or a value; `false` to delegate a type with its own methods to the original.
    #[inline(always)]
    fn write(&mut self, value: Borrowed<'_, '_, PyAny>) -> bool {
        if let Some(text) = text(value) {
            self.encoder.encode_append(text, &mut self.text);
        } else if let Some(bytes) = bytes(value) {
            self.encoder.encode_append(bytes, &mut self.text);
        } else {
            return self.write_other(value);
        }
        true
    }

    fn write_other(&mut self, value: Borrowed<'_, '_, PyAny>) -> bool {
        if !is_plain(value) {
            return false;
        }
        // An integer may have more digits than `str` allows.
        let Ok(string) = value.str() else { return false };
        text(string.as_any().as_borrowed())
            .inspect(|text| self.encoder.encode_append(text, &mut self.text))
            .is_some()
    }

    /// Whether the original would accept an unwritten name: it quotes the name of an empty
    /// sequence, too.
    fn refuses_nothing(&mut self, name: Borrowed<'_, '_, PyAny>) -> bool {
        let len = self.text.len();
        let is_written = self.write(name);
        self.text.truncate(len);
        is_written
    }

    fn pair(
        &mut self,
        name: Borrowed<'_, '_, PyAny>,
        value: Borrowed<'_, '_, PyAny>,
        doseq: bool,
    ) -> bool {
        if doseq && !is_single(value) {
            let is_empty = match (value.cast_exact::<PyList>(), value.cast_exact::<PyTuple>()) {
                (Ok(list), _) => list.is_empty(),
                (_, Ok(tuple)) => tuple.is_empty(),
                _ => return false,
            };
            if is_empty {
                return self.refuses_nothing(name);
            }
            let mut each = |value: Bound<'_, PyAny>| self.pair(name, value.as_borrowed(), false);
            return if let Ok(list) = value.cast_exact::<PyList>() {
                list.iter().all(&mut each)
            } else {
                value.cast_exact::<PyTuple>().is_ok_and(|tuple| tuple.iter().all(&mut each))
            };
        }
        if !self.text.is_empty() {
            self.text.push('&');
        }
        if !self.write(name) {
            return false;
        }
        self.text.push('=');
        self.write(value)
    }
}

/// Whether `str` of it runs only built-in code.
fn is_plain(value: Borrowed<'_, '_, PyAny>) -> bool {
    value.is_exact_instance_of::<PyInt>()
        || value.is_exact_instance_of::<PyFloat>()
        || value.is_exact_instance_of::<PyBool>()
        || value.is_none()
}

/// Whether `doseq` treats it as one value.
fn is_single(value: Borrowed<'_, '_, PyAny>) -> bool {
    text(value).is_some() || bytes(value).is_some() || is_plain(value)
}

/// Writes all pairs; `false` to delegate to the original.
fn write_all(query: Borrowed<'_, '_, PyAny>, doseq: bool, form: &mut Form) -> bool {
    if let Ok(dict) = query.cast_exact::<PyDict>() {
        return dict
            .iter()
            .all(|(name, value)| form.pair(name.as_borrowed(), value.as_borrowed(), doseq));
    }
    let mut pair = |item: Bound<'_, PyAny>| {
        item.cast_exact::<PyTuple>().is_ok_and(|pair| {
            pair.len() == 2
                && match (pair.get_borrowed_item(0), pair.get_borrowed_item(1)) {
                    (Ok(name), Ok(value)) => form.pair(name, value, doseq),
                    _ => false,
                }
        })
    };
    if let Ok(list) = query.cast_exact::<PyList>() {
        list.iter().all(&mut pair)
    } else if let Ok(tuple) = query.cast_exact::<PyTuple>() {
        tuple.iter().all(&mut pair)
    } else {
        false
    }
}

pub(super) enum UrlEncode {}

impl Function for UrlEncode {
    const NAME: &CStr = c"urlencode";
    const DOC: &CStr = c"urlencode(query, doseq=False, safe='', encoding=None, errors=None, quote_via=None)
--

Write a query, or a form's body, from a dict or a sequence of pairs.

doseq: whether a value that is a sequence gives one pair for each of its items.
quote_via: quote_plus (which None stands for: a signature in C can only name constants), quote, or a function with their
parameters.

>>> urlencode({'q': 'caf\\u00e9 & bar', 'page': 2})
'q=caf%C3%A9+%26+bar&page=2'
>>> urlencode([('a', [1, 2])], doseq=True)
'a=1&a=2'
";
    const PARAMETERS: &[&str] = &["query", "doseq", "safe", "encoding", "errors", "quote_via"];

    fn call<'py>(py: Python<'py>, args: &Args<'_, 'py>) -> Answer<'py> {
        let answer = native(py, args)?;
        if answer.is_some() || !args[5].is_some_and(|via| via.is_none()) {
            return Ok(answer);
        }
        // The original does not accept `None`, so the default applies.
        let kwargs = PyDict::new(py);
        for (name, value) in Self::PARAMETERS.iter().zip(args).take(5) {
            if let Some(value) = value {
                kwargs.set_item(name, value)?;
            }
        }
        let original = originals(py)?.as_any().get_item("urlencode")?;
        original.call((), Some(&kwargs)).map(Some)
    }
}

/// The result, or `None` to delegate to the original.
fn native<'py>(py: Python<'py>, args: &Args<'_, 'py>) -> Answer<'py> {
    let (Some(query), Some(doseq), Some(encoder)) = (args[0], flag(args[1]), encoder(py, args))
    else {
        return Ok(None);
    };
    let mut form = Form { text: String::new(), encoder };
    if !write_all(query, doseq, &mut form) {
        return Ok(None);
    }
    new_ascii(py, form.text.as_bytes()).map(Some)
}
