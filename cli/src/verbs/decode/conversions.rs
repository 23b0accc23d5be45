//! Conversions that a decoding policy cannot express: legacy charsets, and some schemes.

use std::borrow::Cow;
use std::ops::Range;

use encoding_rs::CoderResult;
use percent_simd::charset::{self, Charset};
use percent_simd::{AsciiSet, DecodeError, DecodeErrorKind, Decoder, Malformed, iri, js, sets};

use super::{Decodable, DecodeArgs};
use crate::blocks::{bytes, refusal, text};
use crate::control;
use crate::fields::{Problem, Result, Value};
use crate::options::{Charsets, Named, encoding};

/// Converts triplets in a legacy charset to UTF-8.
#[derive(Clone, Copy)]
pub(super) struct FromCharset {
    charsets: Charsets,
    decoder: Decoder,
    keep: AsciiSet,
    pub(super) is_strict: bool,
    keeps_controls: bool,
}

impl FromCharset {
    pub(super) fn new(charsets: Charsets, args: &DecodeArgs) -> Result<Self, String> {
        if args.utf8.is_some() {
            return Err("decode --charset does not allow --utf8: the result is always UTF-8; --strict reports malformed sequences of the charset".into());
        }
        let mut decoder = match args.scheme {
            None => Decoder::new(),
            Some(Decodable::Scheme(one @ Named::Scheme(scheme))) if one.utf8().is_none() => {
                scheme.decoder()
            }
            Some(_) => return Err("decode --charset does not allow this --scheme; choose another, for example form, or leave it out".into()),
        };
        if args.plus {
            decoder = decoder.plus_as_space(true);
        }
        if args.common.strict.is_some() {
            decoder = decoder.malformed(Malformed::Error);
        }
        let keeps_controls = args.common.are_lines();
        let mut keep = args.keep.unwrap_or_default();
        if keeps_controls {
            keep = keep.union(sets::CONTROLS);
            if charsets.0[0].name() == "ISO-2022-JP" {
                // ESC begins an escape sequence, which the decoder consumes.
                keep = keep.remove(b'\x1B');
            }
        }
        let decoder = decoder.keep(keep).reject(args.reject.unwrap_or_default());
        let is_strict = args.common.strict.is_some();
        Ok(Self { charsets, decoder, keep, is_strict, keeps_controls })
    }

    pub(super) fn convert<'v>(&self, value: &Value<'v>) -> Result<Cow<'v, [u8]>> {
        let is_strict = self.is_strict || self.charsets.0.len() > 1;
        let mut all = self.charsets.0.iter();
        let mut decode =
            || all.next().map(|&one| self.decode(value.bytes, value.keep, one, is_strict));
        let mut result = decode().expect("at least one");
        while result.as_ref().is_err_and(|error| error.kind() == DecodeErrorKind::Charset)
            && let Some(Ok(text)) = decode()
        {
            result = Ok(text);
        }
        result.map(bytes).map_err(|error| match error.kind() {
            DecodeErrorKind::Charset if self.charsets.0.len() > 1 => {
                let what = format!("a value is {}", self.charsets.misfit());
                Problem::new(error.position(), what)
            }
            kind => refusal(error.position(), kind, value.bytes),
        })
    }

    /// Decodes to text. The escapes of characters in `keep` stay.
    fn decode(
        self,
        value: &[u8],
        keep: AsciiSet,
        charset: Charset,
        is_strict: bool,
    ) -> Result<Cow<'_, str>, DecodeError> {
        let decode = if is_strict { charset::decode_strict } else { charset::decode };
        let text = decode(value, charset, self.decoder)?;
        let mut staying = control::triplets_of(keep.difference(self.keep), value).peekable();
        let text = if staying.peek().is_some() {
            Cow::Owned(self.decode_around(value, charset, staying)?)
        } else {
            text
        };
        Ok(if self.keeps_controls { control::escape(text) } else { text })
    }

    /// Decodes `value`, but keeps each of these triplets if its byte is a whole character. Only the
    /// decoder of the charset knows: the byte may also be part of a character, like 0x5C in
    /// Shift_JIS, or of an escape sequence.
    fn decode_around(
        self,
        value: &[u8],
        charset: Charset,
        triplets: impl Iterator<Item = (Range<usize>, u8)>,
    ) -> Result<String, DecodeError> {
        let mut charset = encoding(charset).new_decoder_without_bom_handling();
        let (mut text, mut done) = (String::new(), 0);
        let mut append = |bytes: &[u8], is_last, text: &mut String| {
            text.reserve(
                charset
                    .max_utf8_buffer_length(bytes.len())
                    .expect("a value is shorter than memory"),
            );
            let (result, ..) = charset.decode_to_string(bytes, text, is_last);
            debug_assert_eq!(result, CoderResult::InputEmpty);
        };
        for (triplet, byte) in triplets {
            append(&self.decoder.decode(&value[done..triplet.start])?, false, &mut text);
            let old = text.len();
            append(&[byte], false, &mut text);
            if text[old..].ends_with(char::from(byte)) {
                text.pop();
                text.extend(value[triplet.clone()].iter().copied().map(char::from));
            }
            done = triplet.end;
        }
        append(&self.decoder.decode(&value[done..])?, true, &mut text);
        Ok(text)
    }
}

/// JavaScript's `unescape`. Escapes of `value.keep` stay, and in lines those of control characters.
pub(super) fn unescape<'v>(value: &Value<'v>, are_lines: bool) -> Result<Cow<'v, [u8]>> {
    let (text, keep) = (text(value)?, value.keep);
    let unescape = |from: usize, to: usize| {
        js::unescape(&text[from..to]).map_err(|error| {
            let offset = from + error.position();
            let escape = &text[offset..text.len().min(offset + 6)];
            Problem::new(offset, format!("not text: `{escape}` is half of a surrogate pair"))
        })
    };
    let stays = |unit: u16| {
        are_lines && char::from_u32(unit.into()).is_some_and(control::is_control)
            || u8::try_from(unit).is_ok_and(|byte| keep.contains(byte))
    };
    let mut staying = control::escaped_units(text.as_bytes())
        .filter_map(|(escape, unit)| stays(unit).then_some(escape))
        .peekable();
    if staying.peek().is_none() {
        return unescape(0, text.len()).map(bytes);
    }
    let (mut all, mut done) = (String::new(), 0);
    for escape in staying {
        all.push_str(&unescape(done, escape.start)?);
        all.push_str(&text[escape.clone()]);
        done = escape.end;
    }
    all.push_str(&unescape(done, text.len())?);
    Ok(Cow::Owned(all.into_bytes()))
}

/// RFC 3987 3.2. Decodes only the unreserved characters of ASCII, and no format keeps those.
pub(super) fn uri_to_iri<'v>(value: &Value<'v>, are_lines: bool) -> Cow<'v, [u8]> {
    let iri = iri::from_uri(value.bytes);
    bytes(if are_lines { control::escape(iri) } else { iri })
}
