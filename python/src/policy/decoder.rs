//! The class `Decoder`.

use std::borrow::Cow;

use percent_simd::{AsciiSet, DecodeError, DecodeIntoError, HexDigits, Malformed, Utf8};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::argument;
use super::encoder::scheme_named;
use crate::errors::{choice, decode_error};
use crate::ffi::with_writable;
use crate::input::{Input, ascii_set, bytes_of, members};
use crate::parse::work;

/// A policy for decoding: the treatment of escapes, of a stray %, of +, and of ill-formed UTF-8.
///
/// plus_as_space: whether a raw + becomes a space, as in forms; never use this for a path.
/// malformed: "keep" keeps a % that begins no escape, "error" refuses it.
/// keep: the characters whose escapes stay as written, such as "/%" in a path.
/// reject: the characters whose escapes are an error, such as "\0".
/// keep_non_ascii: whether escapes of values >= 0x80 stay as written.
/// hex_digits: the digits of an escape: "any", or only "lower" (RFC 9651) or "upper" (RFC 7639).
/// reject_raw: whether the raw characters of reject are an error, too.
/// utf8: the treatment of ill-formed UTF-8 in text results: "strict" is an error, "lossy" writes
///     U+FFFD, "keep" keeps it escaped.
///
/// A refused value raises DecodeError, with the position and the kind.
///
/// >>> path = Decoder(malformed="error", keep="/%", reject="\0")
/// >>> path.decode("/a%2Fb%20c")
/// '/a%2Fb c'
/// >>> path.decode(b"/100%")
/// Traceback (most recent call last):
///     ...
/// percent_simd.DecodeError: malformed triplet at byte 4: the input ends before the second hex digit, in '/100%'; malformed='keep' keeps such a % [truncated]
#[pyclass(frozen, eq, hash, module = "percent_simd")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Decoder {
    policy: percent_simd::Decoder,
    /// True if a raw + becomes a space.
    #[pyo3(get)]
    plus_as_space: bool,
    /// The treatment of a % that begins no escape: "keep" or "error".
    #[pyo3(get)]
    malformed: &'static str,
    /// The characters whose escapes stay as written.
    #[pyo3(get)]
    keep: String,
    /// The characters whose escapes are an error.
    #[pyo3(get)]
    reject: String,
    /// True if escapes of values >= 0x80 stay as written.
    #[pyo3(get)]
    keep_non_ascii: bool,
    /// The hex digits of an escape: "any", "lower" or "upper".
    #[pyo3(get)]
    hex_digits: &'static str,
    /// True if the raw characters of reject are an error, too.
    #[pyo3(get)]
    reject_raw: bool,
    /// The treatment of ill-formed UTF-8 in text results: "strict", "lossy" or "keep".
    #[pyo3(get)]
    utf8: &'static str,
}

pub(crate) const MALFORMED: [(&str, Malformed); 2] =
    [("keep", Malformed::Keep), ("error", Malformed::Error)];
const HEX_DIGITS: [(&str, HexDigits); 3] =
    [("any", HexDigits::Any), ("lower", HexDigits::Lower), ("upper", HexDigits::Upper)];
const UTF8: [(&str, Utf8); 3] =
    [("strict", Utf8::Strict), ("lossy", Utf8::Lossy), ("keep", Utf8::KeepEscaped)];

impl Decoder {
    /// The decoded value, by default of the value's kind of type.
    fn decoded<'py>(
        &self,
        value: &Bound<'py, PyAny>,
        is_text: Option<bool>,
        times: u32,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, input) = (value.py(), Input::of(value)?);
        let is_text = is_text.unwrap_or(input.text.is_some());
        let decoded = work(py, input.bytes.len(), || match input.text {
            Some(text) if is_text && times == 1 => {
                self.policy.decode_str(text).map(bytes_of).map_err(|error| (error, 1))
            }
            _ => rounds(self.policy, &input.bytes, times, is_text),
        })
        .map_err(|(error, round)| decode_error(py, error, round, &input, None))?;
        input.answer(value, decoded, is_text)
    }

    /// The decoder of a scheme.
    pub(super) fn of_scheme(scheme: percent_simd::scheme::Scheme) -> PyResult<Self> {
        let takes = |value: &str| scheme.decoder().check(value).is_ok();
        let malformed = if takes("%") { "keep" } else { "error" };
        let digits = match (takes("%4a"), takes("%4A")) {
            (true, false) => "lower",
            (false, true) => "upper",
            _ => "any",
        };
        let is_lossy = scheme.decodes_to_text() && scheme.decoder().check_utf8("%FF").is_ok();
        let utf8 = if is_lossy { "lossy" } else { "strict" };
        Self::new(scheme.space_is_plus(), malformed, None, None, false, digits, false, utf8)
    }
}

/// Decodes a value until decoding changes nothing, at most `times` times; an error has the number of its round. If the result
/// is text, the result of each round must be text.
pub(crate) fn rounds(
    decoder: percent_simd::Decoder,
    value: &[u8],
    times: u32,
    is_text: bool,
) -> Result<Cow<'_, [u8]>, (DecodeError, u32)> {
    let mut policy = decoder;
    let mut output = Cow::Borrowed(value);
    for round in 1..=times {
        if round > 1 && policy.find(&*output).is_none() {
            break;
        }
        let decoded = if is_text {
            policy.decode_utf8(&*output).map(bytes_of)
        } else {
            policy.decode(&*output)
        };
        if let Cow::Owned(decoded) = decoded.map_err(|error| (error, round))? {
            output = Cow::Owned(decoded);
        }
        // As in the library's `decode_times`: a `+` and a stray `%` that come out of an escape are data.
        policy = policy.plus_as_space(false).malformed(Malformed::Keep);
    }
    Ok(output)
}

/// Checks the number of rounds.
pub(crate) fn check_times(times: u32) -> PyResult<()> {
    if times == 0 {
        return Err(PyValueError::new_err("times must be at least 1"));
    }
    Ok(())
}

/// The library's policy for a decoder or the name of a scheme.
pub(crate) fn decoder_of(given: Option<&Bound<'_, PyAny>>) -> PyResult<percent_simd::Decoder> {
    let Some(given) = given else { return Ok(percent_simd::Decoder::new()) };
    if let Ok(decoder) = given.cast::<Decoder>() {
        return Ok(decoder.get().policy);
    }
    let scheme: String = argument(given, "decoder", "a Decoder or the name of a scheme")?;
    Ok(Decoder::of_scheme(scheme_named(&scheme)?)?.policy)
}

#[pymethods]
impl Decoder {
    #[new]
    #[expect(clippy::too_many_arguments, reason = "they are named in Python")]
    #[pyo3(signature = (*, plus_as_space=false, malformed="keep", keep=None, reject=None, keep_non_ascii=false, hex_digits="any", reject_raw=false, utf8="strict"))]
    fn new(
        plus_as_space: bool,
        malformed: &str,
        keep: Option<&Bound<'_, PyAny>>,
        reject: Option<&Bound<'_, PyAny>>,
        keep_non_ascii: bool,
        hex_digits: &str,
        reject_raw: bool,
        utf8: &str,
    ) -> PyResult<Self> {
        let set = |name, characters: Option<&Bound<'_, PyAny>>| {
            characters.map_or(Ok(AsciiSet::EMPTY), |characters| ascii_set(name, characters))
        };
        let (keep, reject) = (set("keep", keep)?, set("reject", reject)?);
        let (malformed, of_malformed) = choice("malformed", malformed, &MALFORMED)?;
        let (hex_digits, of_digits) = choice("hex_digits", hex_digits, &HEX_DIGITS)?;
        let (utf8, of_utf8) = choice("utf8", utf8, &UTF8)?;
        let policy = percent_simd::Decoder::new()
            .plus_as_space(plus_as_space)
            .malformed(of_malformed)
            .keep(keep)
            .reject(reject)
            .keep_non_ascii(keep_non_ascii)
            .hex_digits(of_digits)
            .reject_raw(reject_raw)
            .utf8(of_utf8);
        let (keep, reject) = (members(keep), members(reject));
        Ok(Self {
            policy,
            plus_as_space,
            malformed,
            keep,
            reject,
            keep_non_ascii,
            hex_digits,
            reject_raw,
            utf8,
        })
    }

    /// The decoded value: str for a str, under the policy's utf8, and bytes for other types.
    ///
    /// >>> Decoder().decode("caf%C3%A9"), Decoder().decode(b"caf%C3%A9")
    /// ('caf\xe9', b'caf\xc3\xa9')
    ///
    /// times: how often to decode, at most; decoding ends when it changes nothing. In later rounds a raw + and a stray %
    ///     stay. Keep it small for input from others, since each round takes linear time.
    ///
    /// >>> Decoder().decode("%252E%252E%2Fetc", times=4)
    /// '../etc'
    #[pyo3(signature = (value, *, times=1))]
    fn decode<'py>(&self, value: &Bound<'py, PyAny>, times: u32) -> PyResult<Bound<'py, PyAny>> {
        check_times(times)?;
        self.decoded(value, None, times)
    }

    /// The decoded value as a str, under the policy's utf8.
    ///
    /// >>> Decoder(utf8="keep").decode_text(b"%C3%A9%E9")
    /// '\xe9%E9'
    fn decode_text<'py>(&self, value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.decoded(value, Some(true), 1)
    }

    /// The decoded value as bytes.
    ///
    /// >>> Decoder().decode_bytes("%FF")
    /// b'\xff'
    fn decode_bytes<'py>(&self, value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.decoded(value, Some(false), 1)
    }

    /// Decode into a writable buffer, and return the length of the result at its front. The rest is
    /// unspecified, and after an error the whole buffer is. A buffer as long as the value always
    /// suffices.
    ///
    /// The value may be the buffer or a part of it: values other than str and bytes are copied first. A buffer that
    /// is too small raises ValueError. The call keeps the GIL.
    ///
    /// >>> buffer = bytearray(8)
    /// >>> length = Decoder().decode_into(b"a%20b", buffer)
    /// >>> bytes(buffer[:length])
    /// b'a b'
    fn decode_into(&self, value: &Bound<'_, PyAny>, buffer: &Bound<'_, PyAny>) -> PyResult<usize> {
        let input = Input::of(value)?;
        let result = with_writable(buffer, |output| self.policy.decode_into(&input.bytes, output))?;
        result.map_err(|error| match error {
            DecodeIntoError::Decode(error) => decode_error(value.py(), error, 1, &input, None),
            other => PyValueError::new_err(other.to_string()),
        })
    }

    /// Raise DecodeError if the policy refuses the value, or if a str does not decode to text.
    ///
    /// >>> Decoder(reject="\0").check("a%00")
    /// Traceback (most recent call last):
    ///     ...
    /// percent_simd.DecodeError: rejected byte 0x00 at character 1: the policy refuses it, in 'a%00'; without reject= the policy refuses no byte [rejected]
    fn check(&self, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let (py, input) = (value.py(), Input::of(value)?);
        work(py, input.bytes.len(), || match input.text {
            Some(text) => self.policy.check_utf8(text),
            None => self.policy.check(&input.bytes),
        })
        .map_err(|error| decode_error(py, error, 1, &input, None))
    }

    /// The index of the first byte (in a str, the first character) that decoding changes or
    /// refuses; None if nothing changes.
    ///
    /// >>> Decoder().find("100% of %61")
    /// 8
    fn find(&self, value: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
        let input = Input::of(value)?;
        let found = input.run(value.py(), |bytes| self.policy.find(bytes));
        Ok(found.map(|at| input.index(at)))
    }
}
