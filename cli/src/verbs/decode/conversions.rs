//! Schemes that a decoding policy cannot express.

use std::borrow::Cow;

use percent_simd::{AsciiSet, iri, js};

use crate::control;
use crate::fields::Problem;
use crate::work::{Conversion, bytes, text};

/// JavaScript's `unescape`.
pub(super) struct Unescape {
    /// The result must be safe in a line.
    pub(super) are_lines: bool,
}

impl Conversion for Unescape {
    /// The escapes of characters in `kept` stay, and in lines the escapes of control characters, so
    /// that a line stays one line.
    fn convert<'a>(&self, value: &'a [u8], kept: AsciiSet) -> Result<Cow<'a, [u8]>, Problem> {
        let value = text(value)?;
        let unescape = |from: usize, to: usize| {
            js::unescape(&value[from..to]).map_err(|error| {
                let offset = from + error.position();
                let escape = &value[offset..value.len().min(offset + 6)];
                Problem::new(offset, format!("not text: `{escape}` is half of a surrogate pair"))
            })
        };
        let stays = |unit: u16| {
            self.are_lines && char::from_u32(unit.into()).is_some_and(control::is_control)
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

/// RFC 3987 3.2.
pub(super) struct UriToIri {
    /// A line must stay one line.
    pub(super) are_lines: bool,
}

impl Conversion for UriToIri {
    /// Decodes only the unreserved characters of ASCII, and no format keeps those.
    fn convert<'a>(&self, value: &'a [u8], _: AsciiSet) -> Result<Cow<'a, [u8]>, Problem> {
        let iri = iri::from_uri(value);
        let has_control = self.are_lines && control::has_control(iri.as_bytes());
        Ok(bytes(if has_control { control::escape(&iri).into() } else { iri }))
    }

    fn keeps_malformed(&self) -> bool {
        true
    }
}
