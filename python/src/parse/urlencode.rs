//! `urlencode`.

use std::ffi::CStr;

use percent_simd::Encoder;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};

use super::options::{Argument, flag, is_handler, is_none, is_utf8};
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

/// How a call quotes names and values.
struct Quoting<'a, 'py> {
    py: Python<'py>,
    encoder: Encoder,
    /// The original that does the rest: `quote_plus` or `quote`.
    original: &'static str,
    safe: Argument<'a, 'py>,
    encoding: Argument<'a, 'py>,
    errors: Argument<'a, 'py>,
}

impl<'a, 'py> Quoting<'a, 'py> {
    /// That of a call; `None` to delegate its options to the original.
    fn of(py: Python<'py>, args: &Args<'a, 'py>) -> Option<Self> {
        let [_, _, safe, encoding, errors, quote_via, _] = *args;
        if !is_utf8(encoding) || !is_handler(errors) {
            return None;
        }
        let is_any = |quoters: &[Py<PyAny>; 2]| {
            quote_via.is_some_and(|via| quoters.iter().any(|quoter| via.is(quoter)))
        };
        let quoters = QUOTERS.get(py)?;
        let (encoder, original) = if is_none(quote_via) || is_any(&quoters.plus) {
            (quote::form(safe)?, "quote_plus")
        } else if is_any(&quoters.path) {
            (quote::path(safe)?, "quote")
        } else {
            return None;
        };
        Some(Self { py, encoder, original, safe, encoding, errors })
    }

    /// Appends a name or a value: bytes as they are, all else as `str` of it.
    #[inline(always)]
    fn append(&self, value: Borrowed<'_, 'py, PyAny>, form: &mut String) -> PyResult<()> {
        if let Some(text) = text(value) {
            self.encoder.encode_append(text, form);
        } else if let Some(bytes) = bytes(value) {
            self.encoder.encode_append(bytes, form);
        } else {
            return self.append_other(value, form);
        }
        Ok(())
    }

    #[inline(never)]
    fn append_other(&self, value: Borrowed<'_, 'py, PyAny>, form: &mut String) -> PyResult<()> {
        if value.is_instance_of::<PyBytes>() {
            return self.append_by_original(value, false, form);
        }
        let string = value.str()?;
        match text(string.as_any().as_borrowed()) {
            Some(text) => self.encoder.encode_append(text, form),
            None => self.append_by_original(string.as_any().as_borrowed(), true, form)?,
        }
        Ok(())
    }

    /// Appends what the original makes of a subclass, or of lone surrogates.
    fn append_by_original(
        &self,
        value: Borrowed<'_, 'py, PyAny>,
        is_text: bool,
        form: &mut String,
    ) -> PyResult<()> {
        let py = self.py;
        let none = || py.None().into_bound(py);
        let argument = |argument: Argument<'_, 'py>| argument.map_or_else(none, |it| it.to_owned());
        let safe = self.safe.map_or_else(|| PyString::new(py, "").into_any(), |it| it.to_owned());
        let original = originals(py)?.as_any().get_item(self.original)?;
        let quoted = if is_text {
            original.call1((value, safe, argument(self.encoding), argument(self.errors)))?
        } else {
            original.call1((value, safe))?
        };
        form.push_str(quoted.extract()?);
        Ok(())
    }

    /// Appends a pair, or with `doseq` one for each item of a sequence.
    fn append_pair(
        &self,
        name: Borrowed<'_, 'py, PyAny>,
        value: Borrowed<'_, 'py, PyAny>,
        doseq: bool,
        form: &mut String,
    ) -> PyResult<()> {
        let start = form.len();
        if start > 0 {
            form.push('&');
        }
        let name_start = form.len();
        self.append(name, form)?;
        form.push('=');
        let is_single = !doseq
            || text(value).is_some()
            || bytes(value).is_some()
            || value.is_exact_instance_of::<PyInt>();
        if is_single {
            return self.append(value, form);
        }
        if value.is_instance_of::<PyBytes>() {
            return self.append_by_original(value, false, form);
        }
        if value.is_instance_of::<PyString>() {
            return self.append_by_original(value, true, form);
        }
        match value.len() {
            Err(error) if error.is_instance_of::<PyTypeError>(self.py) => self.append(value, form),
            Err(error) => Err(error),
            Ok(_) => {
                let name = form.split_off(name_start);
                form.truncate(start);
                for item in value.try_iter()? {
                    if !form.is_empty() {
                        form.push('&');
                    }
                    form.push_str(&name);
                    self.append(item?.as_borrowed(), form)?;
                }
                Ok(())
            }
        }
    }
}

/// The pairs of a query: those of a list or a tuple, or the items of a mapping. `None` for anything
/// else.
fn pairs<'py>(query: Borrowed<'_, 'py, PyAny>) -> PyResult<Option<Bound<'py, PyList>>> {
    if let Ok(list) = query.cast_exact::<PyList>() {
        return Ok(Some(list.to_owned()));
    }
    if let Ok(tuple) = query.cast_exact::<PyTuple>() {
        return Ok(Some(tuple.to_list()));
    }
    if !query.hasattr("items")? {
        return Ok(None);
    }
    let items = query.call_method0("items")?.try_iter()?.collect::<PyResult<Vec<_>>>()?;
    PyList::new(query.py(), items).map(Some)
}

/// True if `str` of it runs only built-in code.
fn is_plain(value: &Bound<'_, PyAny>) -> bool {
    value.is_exact_instance_of::<PyString>()
        || value.is_exact_instance_of::<PyBytes>()
        || value.is_exact_instance_of::<PyInt>()
        || value.is_exact_instance_of::<PyFloat>()
        || value.is_exact_instance_of::<PyBool>()
        || value.is_none()
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
    let (Some(query), Some(doseq), Some(quoting)) = (args[0], flag(args[1]), Quoting::of(py, args))
    else {
        return Ok(None);
    };
    let mut form = String::new();
    if let Ok(dict) = query.cast_exact::<PyDict>() {
        // While it is iterated, nothing may change it.
        let mut pairs = dict.iter();
        let is_done = loop {
            match pairs.next() {
                None => break true,
                Some((name, value)) if is_plain(&name) && is_plain(&value) => {
                    quoting.append_pair(
                        name.as_borrowed(),
                        value.as_borrowed(),
                        doseq,
                        &mut form,
                    )?;
                }
                Some(_) => break false,
            }
        };
        if is_done {
            return new_ascii(py, form.as_bytes()).map(Some);
        }
        form.clear();
    }
    let Some(pairs) = pairs(query)? else { return Ok(None) };
    let is_pair =
        |item: Bound<'py, PyAny>| item.cast_exact::<PyTuple>().is_ok_and(|pair| pair.len() == 2);
    if !pairs.iter().all(is_pair) {
        return Ok(None);
    }
    for pair in pairs.iter() {
        let pair = pair.cast_into::<PyTuple>()?;
        let (name, value) = (pair.get_borrowed_item(0)?, pair.get_borrowed_item(1)?);
        quoting.append_pair(name, value, doseq, &mut form)?;
    }
    new_ascii(py, form.as_bytes()).map(Some)
}
