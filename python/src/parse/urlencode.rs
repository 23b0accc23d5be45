//! `urlencode`.

use std::slice::from_ref;

use percent_simd::Encoder;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};

use super::options::{flag, is_handler, is_utf8, safe_bytes};
use super::quote::{Quote, QuotePlus, encoder};
use crate::ffi::{Answer, Args, bytes, is_function, new_ascii, text};

/// A name and a value.
type Pair<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>);

/// The pairs of a dict, a list or a tuple, or of an empty text; `None` for any other query. No other code runs.
fn pairs<'py>(query: &Bound<'py, PyAny>) -> Option<Vec<Pair<'py>>> {
    if let Ok(dict) = query.cast_exact::<PyDict>() {
        return Some(dict.iter().collect());
    }
    if text(query) == Some("") || bytes(query) == Some(b"") {
        return Some(Vec::new());
    }
    let pair = |pair: Bound<'py, PyAny>| {
        let pair = pair.cast_into_exact::<PyTuple>().ok().filter(|pair| pair.len() == 2)?;
        pair.extract().ok()
    };
    items(query)?.into_iter().map(pair).collect()
}

/// The items of a list or a tuple.
fn items<'py>(value: &Bound<'py, PyAny>) -> Option<Vec<Bound<'py, PyAny>>> {
    if let Ok(list) = value.cast_exact::<PyList>() {
        return Some(list.iter().collect());
    }
    Some(value.cast_exact::<PyTuple>().ok()?.iter().collect())
}

/// True if quoting a name or a value runs no other code.
fn is_plain(value: &Bound<'_, PyAny>) -> bool {
    value.is_exact_instance_of::<PyString>()
        || value.is_exact_instance_of::<PyBytes>()
        || value.is_exact_instance_of::<PyInt>()
        || value.is_exact_instance_of::<PyFloat>()
        || value.is_exact_instance_of::<PyBool>()
        || value.is_none()
}

/// Appends a plain name or value: its `str()`, unless it is bytes. `None` for lone surrogates.
fn append(value: &Bound<'_, PyAny>, encoder: &Encoder, form: &mut String) -> PyResult<Option<()>> {
    if let Some(input) = text(value).map(str::as_bytes).or_else(|| bytes(value)) {
        encoder.encode_append(input, form);
    } else if value.is_exact_instance_of::<PyString>() {
        return Ok(None);
    } else {
        encoder.encode_append(value.str()?.to_str()?, form);
    }
    Ok(Some(()))
}

function! {
    UrlEncode 8: urlencode(query, doseq, safe, encoding, errors, quote_via),
    |py, args| {
        // The original does not accept `None`, so the default applies.
        args[5] = args[5].filter(|via| !via.is_none());
        let [Some(query), doseq, safe, encoding, errors, via, _] = *args else { return Ok(None) };
        let is_form = via.is_none_or(is_function::<QuotePlus>);
        if !is_form && !via.is_some_and(is_function::<Quote>)
            || !is_utf8(encoding)
            || !is_handler(errors)
        {
            return Ok(None);
        }
        // `safe` is passed to the function, so its own default does not matter.
        let safe = safe.map_or(Some(&[][..]), safe_bytes);
        let (Some(safe), Some(doseq), Some(pairs)) = (safe, flag(doseq), pairs(query)) else {
            return Ok(None);
        };
        let is_known = |value| {
            is_plain(value) || doseq && items(value).is_some_and(|items| items.iter().all(is_plain))
        };
        if !pairs.iter().all(|(name, value)| is_plain(name) && is_known(value)) {
            return Ok(None);
        }
        let (encoder, is_spaced) = encoder(safe, is_form);
        let mut form = String::new();
        for (name, value) in &pairs {
            let items = if doseq { items(value) } else { None };
            let values = items.as_deref().unwrap_or(from_ref(value));
            if values.is_empty() {
                return Ok(None); // the original reads the name
            }
            for value in values {
                if !form.is_empty() {
                    form.push('&');
                }
                let Some(()) = append(name, &encoder, &mut form)? else { return Ok(None) };
                form.push('=');
                let Some(()) = append(value, &encoder, &mut form)? else { return Ok(None) };
            }
        }
        let form = if is_spaced { form.replace(' ', "+") } else { form };
        new_ascii(py, form.as_bytes()).map(Some)
    },
    c"urlencode(query, doseq=False, safe='', encoding=None, errors=None, quote_via=None)
--

Write a query, or a form's body, from a dict or a sequence of pairs.

doseq: whether a value that is a sequence gives one pair for each of its items.
quote_via: quote_plus (which None stands for: a signature in C can only name constants), quote, or a function with their
parameters.

>>> urlencode({'q': 'caf\\u00e9 & bar', 'page': 2})
'q=caf%C3%A9+%26+bar&page=2'
>>> urlencode([('a', [1, 2])], doseq=True)
'a=1&a=2'
"
}
