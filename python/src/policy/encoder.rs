//! The class `Encoder`.

use percent_simd::scheme::Scheme;
use percent_simd::{AsciiSet, sets};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::argument;
use crate::input::{Input, ascii_set, bytes_of, members};

/// A policy for encoding: the characters to escape, and their notation.
///
/// scheme: the name of a standard's variant, as schemes() lists them. Without it, and without escape, it is "uri-component":
///     everything but letters, digits, and -._~ is escaped.
/// escape: further characters to escape, or without a scheme all of them. Non-ASCII characters are
///     always escaped.
/// safe: characters that are not escaped.
/// space_as_plus: whether a space is written as +, as in forms. The default depends on the scheme.
/// lowercase_hex: whether escapes are written %c3 rather than %C3.
/// keep_escapes: whether existing escapes in the value stay as written. The default depends on the
///     scheme.
/// keep_non_ascii: whether well-formed UTF-8 outside ASCII stays raw, as in IRIs. The default depends on the scheme.
///
/// >>> Encoder("url-path").encode("/caf\xe9 au lait")
/// '/caf%C3%A9%20au%20lait'
/// >>> Encoder(safe="/").encode("a/b?c")
/// 'a/b%3Fc'
/// >>> Encoder("url-path", keep_escapes=True).encode("/a%20b c")
/// '/a%20b%20c'
/// >>> Encoder("url-path", keep_non_ascii=True).encode("/caf\xe9 au lait")
/// '/caf\xe9%20au%20lait'
#[pyclass(frozen, eq, hash, module = "percent_simd")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Encoder {
    policy: percent_simd::Encoder,
    /// The ASCII characters that are escaped.
    #[pyo3(get)]
    escape: String,
    /// True if a space is written as +.
    #[pyo3(get)]
    space_as_plus: bool,
    /// True if the hex digits of escapes are in lower case.
    #[pyo3(get)]
    lowercase_hex: bool,
    /// True if existing escapes stay as written.
    #[pyo3(get)]
    keep_escapes: bool,
    /// True if well-formed UTF-8 outside ASCII stays raw.
    #[pyo3(get)]
    keep_non_ascii: bool,
}

impl Encoder {
    /// The encoder of a scheme.
    pub(super) fn of_scheme(name: &str) -> PyResult<Self> {
        Self::new(Some(name), None, None, None, false, None, None)
    }
}

/// The library's policy for an encoder or the name of a scheme.
pub(crate) fn encoder_of(given: Option<&Bound<'_, PyAny>>) -> PyResult<percent_simd::Encoder> {
    let Some(given) = given else { return Ok(percent_simd::Encoder::new(sets::URI_COMPONENT)) };
    if let Ok(encoder) = given.cast::<Encoder>() {
        return Ok(encoder.get().policy);
    }
    let scheme: String = argument(given, "encoder", "an Encoder or the name of a scheme")?;
    Ok(Encoder::of_scheme(&scheme)?.policy)
}

/// The scheme with this name.
pub(super) fn scheme_named(name: &str) -> PyResult<Scheme> {
    Scheme::from_name(name).ok_or_else(|| {
        PyValueError::new_err(format!(
            "there is no scheme {name:?}: percent_simd.schemes() lists them"
        ))
    })
}

#[pymethods]
impl Encoder {
    #[new]
    #[pyo3(signature = (scheme=None, *, escape=None, safe=None, space_as_plus=None, lowercase_hex=false, keep_escapes=None, keep_non_ascii=None))]
    fn new(
        scheme: Option<&str>,
        escape: Option<&Bound<'_, PyAny>>,
        safe: Option<&Bound<'_, PyAny>>,
        space_as_plus: Option<bool>,
        lowercase_hex: bool,
        keep_escapes: Option<bool>,
        keep_non_ascii: Option<bool>,
    ) -> PyResult<Self> {
        let scheme = scheme.map(scheme_named).transpose()?;
        let mut set = match (scheme, escape) {
            (Some(scheme), _) => scheme.set(),
            (None, Some(_)) => AsciiSet::EMPTY,
            (None, None) => sets::URI_COMPONENT,
        };
        if let Some(escape) = escape {
            set = set.union(ascii_set("escape", escape)?);
        }
        if let Some(safe) = safe {
            set = set.difference(ascii_set("safe", safe)?);
        }
        let of_scheme = |given: fn(Scheme) -> bool| scheme.is_some_and(given);
        let space_as_plus = space_as_plus.unwrap_or_else(|| of_scheme(Scheme::space_is_plus));
        let keep_escapes = keep_escapes.unwrap_or_else(|| of_scheme(Scheme::keeps_escapes));
        let keep_non_ascii = keep_non_ascii.unwrap_or_else(|| of_scheme(Scheme::keeps_non_ascii));
        let policy = percent_simd::Encoder::new(set)
            .space_as_plus(space_as_plus)
            .lowercase_hex(lowercase_hex)
            .keep_escapes(keep_escapes)
            .keep_non_ascii(keep_non_ascii);
        let escape = members(set);
        Ok(Self { policy, escape, space_as_plus, lowercase_hex, keep_escapes, keep_non_ascii })
    }

    /// The encoded value, always a str. An unchanged str is returned itself.
    ///
    /// >>> Encoder("form").encode("1 + 1"), Encoder("form").encode(b"\xff")
    /// ('1+%2B+1', '%FF')
    fn encode<'py>(&self, value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let input = Input::of(value)?;
        let encoded = input.run(value.py(), |bytes| self.policy.encode(bytes));
        input.answer(value, bytes_of(encoded), true)
    }

    /// The index of the first byte (in a str, the first character) that encoding changes; None if
    /// nothing changes.
    ///
    /// >>> Encoder("url-path").find("/a b")
    /// 2
    fn find(&self, value: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
        let input = Input::of(value)?;
        let found = input.run(value.py(), |bytes| self.policy.find(bytes));
        Ok(found.map(|at| input.index(at)))
    }
}
