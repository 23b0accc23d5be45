//! What no decoding or encoding policy says: each record goes through a function of the library.

use std::borrow::Cow;

use percent_simd::uri::{self, Normalizer};
use percent_simd::{DecodeErrorKind, Decoder, Malformed, iri, js};

#[cfg(feature = "encoding")]
use crate::charset;
use crate::control;
use crate::records::{Cut, Place, Records};
use crate::report;
use crate::session::{Block, Session, Stop, Work};

/// What becomes of a record.
#[derive(Clone, Copy)]
pub(crate) enum Conversion {
    /// JavaScript's `escape` and `unescape`.
    Escape,
    Unescape,
    /// RFC 3987 3.1 and 3.2.
    IriToUri,
    UriToIri,
    /// RFC 3986 6.2.2.
    Normalize(Normalizer),
    /// A stray `%` becomes `%25`.
    Repair,
    /// Legacy charsets.
    #[cfg(feature = "encoding")]
    ToCharset(charset::Encode),
    #[cfg(feature = "encoding")]
    FromCharset(charset::Decode),
}

/// Converts record by record.
pub(crate) struct Convert {
    pub(crate) conversion: Conversion,
    pub(crate) records: Records,
}

/// Why and where a record is refused.
struct Refusal {
    position: usize,
    what: String,
}

impl Convert {
    /// Every record stays whole.
    pub(crate) fn cut(&self) -> Cut {
        self.records.terminator().map_or(Cut::Whole, Cut::After)
    }

    fn convert<'a>(&self, value: &'a [u8]) -> Result<Cow<'a, [u8]>, Refusal> {
        match self.conversion {
            Conversion::Escape => Ok(bytes(js::escape(text(value)?))),
            Conversion::Unescape => self.unescape(text(value)?),
            Conversion::IriToUri => Ok(bytes(iri::to_uri_bytes(value))),
            Conversion::UriToIri => Ok(bytes(iri::from_uri(value))),
            Conversion::Normalize(normalizer) => Ok(normalizer.normalize(value)),
            Conversion::Repair => Ok(uri::repair(value)),
            #[cfg(feature = "encoding")]
            Conversion::ToCharset(charset) => Ok(bytes(charset.encode(text(value)?))),
            #[cfg(feature = "encoding")]
            Conversion::FromCharset(charset) => charset.decode(value).map(bytes).map_err(|error| {
                let position = error.position();
                Refusal { position, what: report::refused(error.kind(), &value[position..]) }
            }),
        }
    }

    /// Whether a `%` that begins no triplet stays, and is worth an exit status of 1.
    fn keeps_malformed(&self, value: &[u8]) -> bool {
        const STRICT: Decoder = Decoder::new().malformed(Malformed::Error);
        match self.conversion {
            Conversion::IriToUri | Conversion::UriToIri | Conversion::Normalize(_) => STRICT.check(value).is_err(),
            // Here `%` is escaped, or begins what is no triplet.
            Conversion::Escape | Conversion::Unescape | Conversion::Repair => false,
            #[cfg(feature = "encoding")]
            Conversion::ToCharset(_) => false,
            #[cfg(feature = "encoding")]
            Conversion::FromCharset(charset) => !charset.is_strict && STRICT.check(value).is_err(),
        }
    }

    /// In lines, escapes of control characters stay, so that a line stays a line.
    fn unescape<'a>(&self, value: &'a str) -> Result<Cow<'a, [u8]>, Refusal> {
        let unescape = |from: usize, to: usize| {
            js::unescape(&value[from..to]).map_err(|error| {
                let position = from + error.position();
                let escape = &value[position..value.len().min(position + 6)];
                Refusal { position, what: format!("not text: `{escape}` is half of a surrogate pair") }
            })
        };
        let mut controls = control::escaped_units(value.as_bytes()).filter(|_| self.records == Records::Lines).peekable();
        if controls.peek().is_none() {
            return unescape(0, value.len()).map(bytes);
        }
        let (mut all, mut done) = (String::new(), 0);
        for control in controls {
            all.push_str(&unescape(done, control.start)?);
            all.push_str(&value[control.clone()]);
            done = control.end;
        }
        all.push_str(&unescape(done, value.len())?);
        Ok(Cow::Owned(all.into_bytes()))
    }
}

fn bytes(text: Cow<'_, str>) -> Cow<'_, [u8]> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
        Cow::Owned(text) => Cow::Owned(text.into_bytes()),
    }
}

fn text(value: &[u8]) -> Result<&str, Refusal> {
    str::from_utf8(value).map_err(|error| {
        let position = error.valid_up_to();
        Refusal { position, what: report::refused(DecodeErrorKind::Utf8, &value[position..]) }
    })
}

impl Work for Convert {
    fn block(&mut self, block: &Block<'_>, session: &mut Session) -> Result<(), Stop> {
        let (mut place, mut rest) = (block.place, block.bytes);
        while !rest.is_empty() {
            let (record, others) = self.records.split_first(rest);
            let (value, end) = self.records.split_value(record);
            match self.convert(value) {
                Ok(converted) => {
                    session.output.extend_from_slice(&converted);
                    session.output.extend_from_slice(end);
                    session.malformed = session.malformed || self.keeps_malformed(value);
                }
                Err(Refusal { position, what }) => {
                    session.malformed = true;
                    session.output.extend_from_slice(record);
                    let Place { line, column } = place.after(&value[..position], self.records);
                    session.tell(format_args!("{}:{line}:{column}: {what}; passed on as it stands", block.input));
                }
            }
            session.spill_if_large()?;
            place = place.after(record, self.records);
            rest = others;
        }
        Ok(())
    }
}
