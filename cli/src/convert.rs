//! What no decoding or encoding policy says: each record goes through a function of the library.

use std::borrow::Cow;

use percent_simd::uri::{self, Normalizer};
use percent_simd::{AsciiSet, DecodeError, DecodeErrorKind, Decoder, Malformed, iri, js};

#[cfg(feature = "charset")]
use crate::charset;
use crate::control;
use crate::records::{Cut, Records};
use crate::report;
use crate::work::{Block, Done, Refusal, Rules, Transform, Work};

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
    Normalize {
        without_purpose: AsciiSet,
    },
    /// A stray `%` becomes `%25`.
    Repair,
    /// Legacy charsets.
    #[cfg(feature = "charset")]
    ToCharset(charset::Encode),
    #[cfg(feature = "charset")]
    FromCharset(charset::Decode),
}

/// Converts record by record.
pub(crate) struct Convert {
    pub(crate) conversion: Conversion,
    pub(crate) rules: Rules,
    /// A malformed `%` is refused, whatever the conversion does with it.
    pub(crate) strict: bool,
}

impl Convert {
    /// Escapes of `kept` stay.
    fn convert<'a>(&self, value: &'a [u8], kept: AsciiSet) -> Result<Cow<'a, [u8]>, Refusal> {
        match self.conversion {
            Conversion::Escape => Ok(bytes(js::escape(text(value)?))),
            Conversion::Unescape => self.unescape(text(value)?, kept),
            Conversion::IriToUri => Ok(bytes(iri::to_uri_bytes(value))),
            // Of ASCII it decodes the unreserved characters, and no format keeps one of those.
            Conversion::UriToIri => Ok(bytes(iri::from_uri(value))),
            Conversion::Normalize { without_purpose } => Ok(Normalizer::new()
                .without_purpose(without_purpose.difference(kept))
                .normalize(value)),
            Conversion::Repair => Ok(uri::repair(value)),
            #[cfg(feature = "charset")]
            Conversion::ToCharset(charset) => Ok(bytes(charset.encode(text(value)?))),
            #[cfg(feature = "charset")]
            Conversion::FromCharset(charset) => {
                charset.decode(value, kept).map(bytes).map_err(|error| {
                    let position = error.position();
                    Refusal { position, what: report::refused(error.kind(), &value[position..]) }
                })
            }
        }
    }

    /// The first `%` that begins no triplet, and stays: worth an exit status of 1.
    fn kept_malformed(&self, value: &[u8]) -> Option<DecodeError> {
        const STRICT: Decoder = Decoder::new().malformed(Malformed::Error);
        match self.conversion {
            Conversion::IriToUri | Conversion::UriToIri | Conversion::Normalize { .. } => {
                STRICT.check(value).err()
            }
            // Here `%` is escaped, or begins what is no triplet.
            Conversion::Escape | Conversion::Unescape | Conversion::Repair => None,
            #[cfg(feature = "charset")]
            Conversion::ToCharset(_) => None,
            #[cfg(feature = "charset")]
            Conversion::FromCharset(charset) if charset.is_strict => None,
            #[cfg(feature = "charset")]
            Conversion::FromCharset(_) => STRICT.check(value).err(),
        }
    }

    /// Escapes of `kept` stay, and in lines those of control characters, so that a line stays a
    /// line.
    fn unescape<'a>(&self, value: &'a str, kept: AsciiSet) -> Result<Cow<'a, [u8]>, Refusal> {
        let unescape = |from: usize, to: usize| {
            js::unescape(&value[from..to]).map_err(|error| {
                let position = from + error.position();
                let escape = &value[position..value.len().min(position + 6)];
                Refusal {
                    position,
                    what: format!("not text: `{escape}` is half of a surrogate pair"),
                }
            })
        };
        let is_line = self.rules.records == Records::Lines;
        let stays = |unit| {
            is_line && control::is_control(unit)
                || u8::try_from(unit).is_ok_and(|byte| kept.contains(byte))
        };
        let mut staying = control::escaped_units(value.as_bytes())
            .filter_map(|(escape, unit)| stays(unit).then_some(escape))
            .peekable();
        if staying.peek().is_none() {
            return unescape(0, value.len()).map(bytes);
        }
        let (mut all, mut done) = (String::new(), 0);
        for escape in staying {
            all.push_str(&unescape(done, escape.start)?);
            all.push_str(&value[escape.clone()]);
            done = escape.end;
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
    /// Every record stays whole.
    fn cut(&self) -> Cut {
        self.rules.records.whole()
    }

    fn block(&self, block: &Block<'_>, done: &mut Done) {
        self.rules.each_value(block, done, |value, done| self.value(value, AsciiSet::EMPTY, done));
    }
}

impl Transform for Convert {
    fn value(&self, value: &[u8], kept: AsciiSet, done: &mut Done) -> Result<(), Refusal> {
        let malformed = self.kept_malformed(value);
        if let Some(error) = malformed.filter(|_| self.strict) {
            let position = error.position();
            return Err(Refusal {
                position,
                what: report::refused(error.kind(), &value[position..]),
            });
        }
        let converted = self.convert(value, kept)?;
        done.output.extend_from_slice(&converted);
        done.malformed |= malformed.is_some();
        Ok(())
    }
}
