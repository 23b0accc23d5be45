//! The class `PathPolicy`.

use percent_simd::path::{
    self, Backslash, DotSegments, EmptySegments, EscapedPercent, EscapedSlashes, Reserved,
    Semicolon,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::{choice, path_error};
use crate::input::{Input, ascii_set, bytes_of};
use crate::policy::{MALFORMED, argument};

const ESCAPED: [(&str, EscapedSlashes); 5] = [
    ("keep", EscapedSlashes::Keep),
    ("reject", EscapedSlashes::Reject),
    ("redirect", EscapedSlashes::Redirect),
    ("unescape", EscapedSlashes::Unescape),
    ("unescape-last", EscapedSlashes::UnescapeLast),
];
const BACKSLASH: [(&str, Backslash); 3] =
    [("reject", Backslash::Reject), ("keep", Backslash::Keep), ("slash", Backslash::Slash)];
const PERCENT: [(&str, EscapedPercent); 3] = [
    ("keep", EscapedPercent::Keep),
    ("decode", EscapedPercent::Decode),
    ("reject", EscapedPercent::Reject),
];
const DOTS: [(&str, DotSegments); 3] = [
    ("resolve", DotSegments::Resolve),
    ("clamp", DotSegments::Clamp),
    ("reject", DotSegments::Reject),
];
const EMPTY: [(&str, EmptySegments); 3] = [
    ("merge", EmptySegments::Merge),
    ("keep", EmptySegments::Keep),
    ("reject", EmptySegments::Reject),
];
const SEMICOLON: [(&str, Semicolon); 4] = [
    ("guard", Semicolon::Guard),
    ("drop", Semicolon::Drop),
    ("keep", Semicolon::Keep),
    ("reject", Semicolon::Reject),
];
const RESERVED: [(&str, Reserved); 3] =
    [("keep", Reserved::Keep), ("escape-plus", Reserved::EscapePlus), ("decode", Reserved::Decode)];

/// A policy for request paths from untrusted clients: it checks a path, decodes it once, and
/// resolves its dot segments. Rules judge the resolved path; its target is forwarded.
///
/// preset: the policy that the options modify: "strict", or the name of a server's policy ("nginx",
///     "envoy-keep", ...). PathPolicy.STRICT, PathPolicy.NGINX and so on are the presets
///     themselves.
/// escaped_slashes, escaped_backslash: the treatment of %2F and of %5C: "keep", "reject",
///     "redirect", "unescape", "unescape-last". "keep" is not for a server of files, nor in front of
///     one: it decodes %2F, and /private%2Fx is its file private/x, which a rule on /private has let
///     pass.
/// backslash: the treatment of a raw backslash: "reject", "keep", "slash".
/// escaped_percent: the treatment of %25: "keep", "decode", "reject".
/// dot_segments: "resolve" refuses those that climb above the root, "clamp" lets them stay there, "reject" refuses all.
/// empty_segments: "merge", "keep", "reject".
/// semicolon: "guard" refuses one after a dot segment and at the start of a segment, "drop" removes parameters, "keep", "reject".
/// malformed: the treatment of a % that begins no escape: "error", "keep".
/// escaped_controls, escaped_dots, raw_non_ascii: whether control characters (never NUL) and dots may be escaped, and whether
///     bytes from 0x80 on may be raw.
/// must_be_utf8: whether the decoded path must be UTF-8.
/// windows_names: whether segments are refused that Windows reads as another name: "con", "a.", "a:b", "PROGRA~1".
/// reserved: how the target writes escapes of !$&'()*+,;=:@: "keep" as the client wrote them, "escape-plus" so, but a
///     raw + escaped for a store that reads it as a space,
///     "decode" for a router in the same process that compares undecoded paths.
/// reject: the ASCII characters whose escapes are an error, such as "?#". So are the characters
///     themselves where a target can hold only their escapes, such as a space or "|".
///
/// >>> PathPolicy.STRICT.resolve("/docs/./caf%C3%A9")
/// '/docs/caf\xe9'
/// >>> PathPolicy.STRICT.check("/cgi-bin/.%2e/.%2e/etc/passwd")
/// Traceback (most recent call last):
///     ...
/// percent_simd.PathError: path refused at character 14: `..` climbs above the root [climbs-above-root]
#[pyclass(frozen, module = "percent_simd")]
pub(crate) struct PathPolicy {
    policy: path::PathPolicy,
    preset: &'static str,
    /// The options that modify the preset.
    options: Py<PyDict>,
}

impl PathPolicy {
    fn changed(preset: &str, options: &Bound<'_, PyDict>) -> PyResult<Self> {
        let (preset, mut policy) = choice("preset", preset, path::PRESETS)?;
        for (name, value) in options.iter() {
            policy = changed(policy, &name.extract::<String>()?, &value)?;
        }
        Ok(Self { policy, preset, options: options.clone().unbind() })
    }
}

/// The library's policy for a policy or the name of a preset.
pub(crate) fn path_policy_of(given: Option<&Bound<'_, PyAny>>) -> PyResult<path::PathPolicy> {
    let Some(given) = given else { return Ok(path::STRICT) };
    if let Ok(policy) = given.cast::<PathPolicy>() {
        return Ok(policy.get().policy);
    }
    let preset: String = argument(given, "policy", "a PathPolicy or the name of a preset")?;
    Ok(choice("preset", &preset, path::PRESETS)?.1)
}

/// The policy with one option changed.
fn changed(
    policy: path::PathPolicy,
    name: &str,
    value: &Bound<'_, PyAny>,
) -> PyResult<path::PathPolicy> {
    let word = || argument::<String>(value, name, "a str");
    let flag = || argument::<bool>(value, name, "a bool");
    Ok(match name {
        "escaped_slashes" => policy.escaped_slashes(choice(name, &word()?, &ESCAPED)?.1),
        "escaped_backslash" => policy.escaped_backslash(choice(name, &word()?, &ESCAPED)?.1),
        "backslash" => policy.backslash(choice(name, &word()?, &BACKSLASH)?.1),
        "escaped_percent" => policy.escaped_percent(choice(name, &word()?, &PERCENT)?.1),
        "dot_segments" => policy.dot_segments(choice(name, &word()?, &DOTS)?.1),
        "empty_segments" => policy.empty_segments(choice(name, &word()?, &EMPTY)?.1),
        "semicolon" => policy.semicolon(choice(name, &word()?, &SEMICOLON)?.1),
        "malformed" => policy.malformed(choice(name, &word()?, &MALFORMED)?.1),
        "escaped_controls" => policy.escaped_controls(flag()?),
        "escaped_dots" => policy.escaped_dots(flag()?),
        "raw_non_ascii" => policy.raw_non_ascii(flag()?),
        "must_be_utf8" => policy.must_be_utf8(flag()?),
        "windows_names" => policy.windows_names(flag()?),
        "reserved" => policy.reserved(choice(name, &word()?, &RESERVED)?.1),
        "reject" => policy.reject(ascii_set(name, value)?),
        _ => {
            let message = format!("PathPolicy() got an unexpected keyword argument '{name}'");
            return Err(PyTypeError::new_err(message));
        }
    })
}

#[pymethods]
impl PathPolicy {
    #[new]
    #[pyo3(signature = (preset="strict", **options))]
    fn new(py: Python<'_>, preset: &str, options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        Self::changed(preset, &options.map_or_else(|| Ok(PyDict::new(py)), |dict| dict.copy())?)
    }

    /// Raise PathError if the policy refuses the path. Query and fragment are not part of it.
    ///
    /// >>> PathPolicy.STRICT.check("/a/b")
    fn check(&self, path: &Bound<'_, PyAny>) -> PyResult<()> {
        let (py, input) = (path.py(), Input::of(path)?);
        input
            .run(py, |bytes| self.policy.check(bytes))
            .map_err(|error| path_error(py, error, &input))
    }

    /// The decoded path, with dot segments resolved by the policy: str for a str, bytes for other
    /// types. Raises PathError if the policy refuses the path.
    ///
    /// If must_be_utf8 is False, ill-formed bytes become lone surrogates in a str, as in
    /// os.fsdecode.
    ///
    /// >>> PathPolicy.STRICT.resolve("/a/../b%20c"), PathPolicy.STRICT.resolve(b"/a/../b%20c")
    /// ('/b c', b'/b c')
    fn resolve<'py>(&self, path: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let (py, input) = (path.py(), Input::of(path)?);
        let resolved = input
            .run(py, |bytes| self.policy.resolve(bytes))
            .map_err(|error| path_error(py, error, &input))?;
        input.answer(path, resolved.path, input.text.is_some())
    }

    /// The path to forward: the segments of the resolved path, in which the client's escapes stay,
    /// except those of unreserved characters. str for a str, bytes for other types;
    /// ASCII, and at most three times as long as the path. Raises PathError if the policy refuses
    /// the path.
    ///
    /// The policy accepts the target, whose target is itself. Forward this and not the resolved path
    /// encoded again: /libc%2B%2B.rpm and /libc++.rpm are two resources (RFC 3986 2.2).
    ///
    /// >>> PathPolicy.STRICT.target("/x/../libc%2b%2B.rpm")
    /// '/libc%2B%2B.rpm'
    /// >>> PathPolicy.STRICT.replace(reserved="decode").target(b"/users/a%40b.example")
    /// b'/users/a@b.example'
    fn target<'py>(&self, path: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let (py, input) = (path.py(), Input::of(path)?);
        let target = input
            .run(py, |bytes| self.policy.target(bytes))
            .map_err(|error| path_error(py, error, &input))?;
        input.answer(path, bytes_of(target), input.text.is_some())
    }

    /// Return True if the policy asks for a redirect of the client to the target, under "redirect".
    ///
    /// >>> PathPolicy.ENVOY_REDIRECT.redirects("/public%2F../admin")
    /// True
    fn redirects(&self, path: &Bound<'_, PyAny>) -> PyResult<bool> {
        let input = Input::of(path)?;
        Ok(input.run(path.py(), |bytes| self.policy.redirects(bytes)))
    }

    /// A copy of the policy with some options changed.
    ///
    /// >>> PathPolicy.NGINX.replace(semicolon="reject")
    /// PathPolicy('nginx', semicolon='reject')
    #[pyo3(signature = (**options))]
    fn replace(&self, py: Python<'_>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let all = self.options.bind(py).copy()?;
        if let Some(options) = options {
            all.update(options.as_mapping())?;
        }
        Self::changed(self.preset, &all)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().policy == self.policy)
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.policy.hash(&mut hasher);
        hasher.finish()
    }

    /// For pickling and copying.
    fn __getnewargs_ex__(&self, py: Python<'_>) -> PyResult<((&'static str,), Py<PyDict>)> {
        Ok(((self.preset,), self.options.bind(py).copy()?.unbind()))
    }
}

/// Adds the presets to the class, in upper case.
pub(crate) fn add_presets(class: &Bound<'_, PyAny>) -> PyResult<()> {
    for (name, _) in path::PRESETS {
        let name_in_python = name.to_ascii_uppercase().replace('-', "_");
        class.setattr(name_in_python, PathPolicy::changed(name, &PyDict::new(class.py()))?)?;
    }
    Ok(())
}
