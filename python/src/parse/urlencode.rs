//! `urlencode`.

use std::ffi::CStr;

use percent_simd::Encoder;
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyInt, PyList, PyString, PyTuple};

use super::options::{flag, is_handler, is_utf8, safe_bytes};
use super::quote::{Safety, encoded};
use crate::ffi::{Answer, Args, Function, bytes, known_name, new_ascii, original, text};

/// The encoder of a call, and whether its spaces become `+` at the end; `None` to delegate its options to the original.
fn encoder(args: &Args<'_, '_>) -> Option<(Encoder, bool)> {
    let [_, _, safe, _, _, quote_via, _] = *args;
    // `safe` is passed to the function, so its own default does not matter.
    let safe = safe.map_or(Some(&[][..]), safe_bytes)?;
    let safety =
        match quote_via.filter(|via| !via.is_none()).map_or(Some("quote_plus"), known_name)? {
            "quote_plus" => Safety::of_form(safe),
            "quote" => Safety::Path,
            _ => return None,
        };
    Some((safety.encoder(safe), safety == Safety::Spaced))
}

/// The form under construction.
struct Form<'a, 'py> {
    text: String,
    encoder: Encoder,
    args: &'a Args<'a, 'py>,
    /// True if text is written as UTF-8.
    is_utf8: bool,
    doseq: bool,
}

impl<'py> Form<'_, 'py> {
    /// Writes the pairs of any mapping or list; `false` delegates any other query to the original.
    fn write(&mut self, query: &Bound<'py, PyAny>) -> PyResult<bool> {
        // Writing these runs no code that could change the dict.
        let is_plain = |value: &Bound<'_, PyAny>| {
            value.is_exact_instance_of::<PyString>() || value.is_exact_instance_of::<PyInt>()
        };
        if self.is_utf8
            && let Ok(dict) = query.cast_exact::<PyDict>()
        {
            let mut pairs = dict.iter();
            if pairs.all(|(name, value)| {
                is_plain(&name) && is_plain(&value) && self.pair(&name, &value).is_ok()
            }) {
                return Ok(true);
            }
            self.text.clear();
        }
        let py = query.py();
        let is_sequence =
            query.is_exact_instance_of::<PyList>() || query.is_exact_instance_of::<PyTuple>();
        let pairs = if is_sequence {
            if !query.is_empty()? && !query.get_item(0)?.is_instance_of::<PyTuple>() {
                return Ok(false);
            }
            query.to_owned()
        } else if query.hasattr(intern!(py, "items"))? {
            query.call_method0(intern!(py, "items"))?
        } else {
            return Ok(false);
        };
        for pair in pairs.try_iter()? {
            let (name, value) = unpacked(&pair?)?;
            self.pair(&name, &value)?;
        }
        Ok(true)
    }

    /// Writes a pair, in the original's steps, as the methods of values may run any code.
    fn pair(&mut self, name: &Bound<'py, PyAny>, value: &Bound<'py, PyAny>) -> PyResult<()> {
        let start = self.text.len();
        if start > 0 {
            self.text.push('&');
        }
        self.value(name)?;
        self.text.push('=');
        let is_text = value.is_instance_of::<PyString>();
        if !self.doseq || is_text || value.is_instance_of::<PyBytes>() || !has_length(value)? {
            // With `doseq`, the original quotes a `str` of a subclass itself, not its `str()`.
            return if self.doseq && is_text { self.quote(value) } else { self.value(value) };
        }
        let name = self.text.split_off(start);
        for value in value.try_iter()? {
            // The first pair of all has no `&` before it.
            let name =
                if start == 0 && !self.text.is_empty() { &*format!("&{name}") } else { &*name };
            self.text.push_str(name);
            self.value(&value?)?;
        }
        Ok(())
    }

    /// Writes any name or value: its `str()`, unless it is bytes.
    #[inline(always)]
    fn value(&mut self, value: &Bound<'py, PyAny>) -> PyResult<()> {
        if value.is_exact_instance_of::<PyString>() || value.is_instance_of::<PyBytes>() {
            return self.quote(value);
        }
        self.quote(value.str()?.as_any())
    }

    /// Writes text or bytes; the original function quotes subclasses.
    #[inline(always)]
    fn quote(&mut self, value: &Bound<'py, PyAny>) -> PyResult<()> {
        let text = text(value).filter(|_| self.is_utf8).map(str::as_bytes);
        match text.or_else(|| bytes(value)) {
            Some(input) => self.encoder.encode_append(input, &mut self.text),
            None => self.quote_other(value)?,
        }
        Ok(())
    }

    #[cold]
    fn quote_other(&mut self, value: &Bound<'py, PyAny>) -> PyResult<()> {
        let [_, _, safe, encoding, errors, quote_via, _] = *self.args;
        let py = value.py();
        if value.is_exact_instance_of::<PyString>() {
            if value.is_empty()? {
                return Ok(());
            }
            if let Some(input) = encoded(value, [encoding, errors])? {
                return self.quote(&input);
            }
        }
        let function = match quote_via {
            Some(via) if !via.is_none() => via.to_owned(),
            _ => original(py, "quote_plus")?.clone(),
        };
        let safe = safe.map_or_else(|| PyString::new(py, "").into_any(), |safe| safe.to_owned());
        let quoted = if value.is_instance_of::<PyBytes>() {
            function.call1((value, safe))?
        } else {
            let [encoding, errors] =
                [encoding, errors].map(|argument| argument.map(|it| it.to_owned()));
            function.call1((value, safe, encoding, errors))?
        };
        self.text.push_str(quoted.cast::<PyString>()?.to_str()?);
        Ok(())
    }
}

/// The name and the value of a pair; Python itself raises the error for any other object. (After the first pair,
/// nothing is left to the original: the iterator may give its pairs only once.)
fn unpacked<'py>(pair: &Bound<'py, PyAny>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    if let Ok(pair) = pair.cast_exact::<PyTuple>()
        && let Ok(both) = pair.extract()
    {
        return Ok(both);
    }
    let names = PyDict::new(pair.py());
    names.set_item("pair", pair)?;
    pair.py().run(c"name, value = pair", None, Some(&names))?;
    Ok((names.as_any().get_item("name")?, names.as_any().get_item("value")?))
}

/// True if a value is a sequence, as its length says.
fn has_length(value: &Bound<'_, PyAny>) -> PyResult<bool> {
    match value.len() {
        Ok(_) => Ok(true),
        Err(error) if error.is_instance_of::<PyTypeError>(value.py()) => Ok(false),
        Err(error) => Err(error),
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
    if args[0].is_some_and(is_empty) {
        return new_ascii(py, b"").map(Some);
    }
    let (Some(query), Some(doseq), Some((encoder, is_spaced))) =
        (args[0], flag(args[1]), encoder(args))
    else {
        return Ok(None);
    };
    let is_utf8 = is_utf8(args[3]) && is_handler(args[4]);
    let mut form = Form { text: String::new(), encoder, args, is_utf8, doseq };
    if !form.write(query)? {
        return Ok(None);
    }
    let text = if is_spaced { form.text.replace(' ', "+") } else { form.text };
    new_ascii(py, text.as_bytes()).map(Some)
}
