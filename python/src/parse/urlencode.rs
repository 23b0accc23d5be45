//! `urlencode`.

use std::ffi::CStr;

use percent_simd::{Encoder, sets};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};

use super::options::{escaped, flag, is_handler, is_none, is_utf8, safe_bytes};
use super::quote;
use crate::ffi::{Answer, Args, Function, bytes, new_ascii, original, text};

/// The functions that are recognised as `quote_via`: `quote_plus` and `quote`, ours and the
/// originals.
struct Quoters {
    plus: [Py<PyAny>; 2],
    path: [Py<PyAny>; 2],
}

static QUOTERS: PyOnceLock<Quoters> = PyOnceLock::new();

/// Sets the recognised functions for `quote_via`.
pub(super) fn learn(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let of = |name: &str| -> PyResult<[Py<PyAny>; 2]> {
        Ok([module.getattr(name)?.unbind(), original(module.py(), name)?.clone().unbind()])
    };
    let _ = QUOTERS.set(module.py(), Quoters { plus: of("quote_plus")?, path: of("quote")? });
    Ok(())
}

/// The encoder of a call; `None` to delegate its options to the original.
fn encoder(py: Python<'_>, args: &Args<'_, '_>) -> Option<Encoder> {
    let [_, _, safe, _, _, quote_via, _] = *args;
    let is_any = |quoters: &[Py<PyAny>; 2]| {
        quote_via.is_some_and(|via| quoters.iter().any(|quoter| via.is(quoter)))
    };
    let quoters = QUOTERS.get(py)?;
    if is_none(quote_via) || is_any(&quoters.plus) {
        quote::form(safe)
    } else if is_any(&quoters.path) {
        // `safe` is passed to the function, so its own default does not matter.
        let encoder_of = |safe| safe_bytes(safe).map(|safe| Encoder::new(escaped(safe)));
        safe.map_or(Some(Encoder::new(sets::URI_COMPONENT)), encoder_of)
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
        self.write_exact(value) || self.write_other(value)
    }

    /// Writes a `str` or `bytes`.
    #[inline(always)]
    fn write_exact(&mut self, value: Borrowed<'_, '_, PyAny>) -> bool {
        if let Some(text) = text(value) {
            self.encoder.encode_append(text, &mut self.text);
        } else if let Some(bytes) = bytes(value) {
            self.encoder.encode_append(bytes, &mut self.text);
        } else {
            return false;
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

    /// Writes a pair. (Of what `doseq` reads as a sequence, `write` knows nothing.)
    fn pair(&mut self, name: Borrowed<'_, '_, PyAny>, value: Borrowed<'_, '_, PyAny>) -> bool {
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

/// Writes all pairs; `false` to delegate to the original.
fn write_all(query: Borrowed<'_, '_, PyAny>, form: &mut Form) -> bool {
    if let Ok(dict) = query.cast_exact::<PyDict>() {
        return dict.iter().all(|(name, value)| form.pair(name.as_borrowed(), value.as_borrowed()));
    }
    let mut pair = |item: Bound<'_, PyAny>| {
        item.cast_exact::<PyTuple>().is_ok_and(|pair| {
            pair.len() == 2
                && match (pair.get_borrowed_item(0), pair.get_borrowed_item(1)) {
                    (Ok(name), Ok(value)) => form.pair(name, value),
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
        original(py, "urlencode")?.call((), Some(&kwargs)).map(Some)
    }
}

/// The result, or `None` to delegate to the original.
fn native<'py>(py: Python<'py>, args: &Args<'_, 'py>) -> Answer<'py> {
    // It has no pairs, and urllib takes it.
    let is_empty = |query| {
        text(query).is_some_and(str::is_empty) || bytes(query).is_some_and(<[u8]>::is_empty)
    };
    if args[0].is_some_and(is_empty) && args[5].is_none() {
        return new_ascii(py, b"").map(Some);
    }
    let (Some(query), Some(doseq), Some(encoder)) = (args[0], flag(args[1]), encoder(py, args))
    else {
        return Ok(None);
    };
    let mut form = Form { text: String::new(), encoder };
    if !is_default(args) || !write_all(query, &mut form) {
        form.text.clear();
        if !write_any(query, doseq, args, &mut form)? {
            return Ok(None);
        }
    }
    new_ascii(py, form.text.as_bytes()).map(Some)
}

/// Whether text is written as UTF-8.
fn is_default(args: &Args<'_, '_>) -> bool {
    is_utf8(args[3]) && is_handler(args[4])
}

/// Writes the pairs of any mapping or list, in the original's steps, as their methods may run any
/// code; `false` to delegate what is neither to the original.
#[cold]
fn write_any(
    query: Borrowed<'_, '_, PyAny>,
    doseq: bool,
    args: &Args<'_, '_>,
    form: &mut Form,
) -> PyResult<bool> {
    let pairs = if query.hasattr("items")? {
        query.call_method0("items")?
    } else {
        let is_sequence =
            query.is_exact_instance_of::<PyList>() || query.is_exact_instance_of::<PyTuple>();
        if !is_sequence || query.is_empty()? || !query.get_item(0)?.is_instance_of::<PyTuple>() {
            return Ok(false);
        }
        query.to_owned()
    };
    for pair in pairs.try_iter()? {
        let (name, value) = unpacked(&pair?)?;
        let start = form.text.len();
        form.write_any(&name, args)?;
        let name = form.text.split_off(start);
        let is_one =
            !doseq || value.is_instance_of::<PyBytes>() || value.is_instance_of::<PyString>();
        if is_one || !has_length(&value)? {
            form.begin(&name);
            // With `doseq`, the original quotes a `str` of a subclass itself, not its `str()`.
            if doseq && value.is_instance_of::<PyString>() {
                form.quote(&value, args)?;
            } else {
                form.write_any(&value, args)?;
            }
            continue;
        }
        for value in value.try_iter()? {
            form.begin(&name);
            form.write_any(&value?, args)?;
        }
    }
    Ok(true)
}

/// The name and the value of a pair; what is none gets Python's own error. (After the first pair,
/// nothing is left to the original: the iterator may give its pairs only once.)
fn unpacked<'py>(pair: &Bound<'py, PyAny>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    if let Ok(pair) = pair.cast_exact::<PyTuple>()
        && pair.len() == 2
    {
        return Ok((pair.get_item(0)?, pair.get_item(1)?));
    }
    let names = PyDict::new(pair.py());
    names.set_item("pair", pair)?;
    pair.py().run(c"name, value = pair", None, Some(&names))?;
    Ok((names.as_any().get_item("name")?, names.as_any().get_item("value")?))
}

/// Whether a value is a sequence: whether it has a length.
fn has_length(value: &Bound<'_, PyAny>) -> PyResult<bool> {
    match value.len() {
        Ok(_) => Ok(true),
        Err(error) if error.is_instance_of::<PyTypeError>(value.py()) => Ok(false),
        Err(error) => Err(error),
    }
}

impl Form {
    /// Writes a name, escaped already.
    fn begin(&mut self, name: &str) {
        if !self.text.is_empty() {
            self.text.push('&');
        }
        self.text.push_str(name);
        self.text.push('=');
    }

    /// Writes any name or value: its `str()`, unless it is bytes.
    fn write_any(&mut self, value: &Bound<'_, PyAny>, args: &Args<'_, '_>) -> PyResult<()> {
        if text(value.as_borrowed()).is_some() || value.is_instance_of::<PyBytes>() {
            return self.quote(value, args);
        }
        self.quote(value.str()?.as_any(), args)
    }

    /// Writes text or bytes; the original function quotes subclasses.
    fn quote(&mut self, value: &Bound<'_, PyAny>, args: &Args<'_, '_>) -> PyResult<()> {
        let is_text = value.is_exact_instance_of::<PyString>();
        if (is_default(args) || !is_text) && self.write_exact(value.as_borrowed()) {
            return Ok(());
        }
        if is_text {
            if value.is_empty()? {
                return Ok(());
            }
            let encoded = quote::encoded(value.as_borrowed(), [args[3], args[4]])?;
            if let Some(input) = bytes(encoded.as_borrowed())
                && !quote::is_spaced_otherwise(value.as_borrowed(), input)?
            {
                self.encoder.encode_append(input, &mut self.text);
                return Ok(());
            }
        }
        let py = value.py();
        let [_, _, safe, encoding, errors, quote_via, _] = *args;
        let function = match quote_via {
            Some(via) if !via.is_none() => via.to_owned(),
            _ => original(py, "quote_plus")?.clone(),
        };
        let safe = safe.map_or_else(|| PyString::new(py, "").into_any(), |safe| safe.to_owned());
        let quoted = if value.is_instance_of::<PyBytes>() {
            function.call1((value, safe))?
        } else {
            let of = |argument: Option<Borrowed<'_, '_, PyAny>>| {
                argument.map(|value| value.to_owned().unbind())
            };
            function.call1((value, safe, of(encoding), of(errors)))?
        };
        self.text.push_str(quoted.cast::<PyString>()?.to_str()?);
        Ok(())
    }
}
