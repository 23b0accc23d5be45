//! Schemes that a decoding policy cannot express.

use std::borrow::Cow;

use percent_simd::{iri, js};

use crate::control;
use crate::fields::{Problem, Value};
use crate::work::{bytes, text};

/// JavaScript's `unescape`. The escapes of characters in `kept` stay, and in lines the escapes of
/// control characters, so that a line stays one line.
pub(super) fn unescape<'v>(value: &Value<'v>, are_lines: bool) -> Result<Cow<'v, [u8]>, Problem> {
    let (text, kept) = (text(value)?, value.kept);
    let unescape = |from: usize, to: usize| {
        js::unescape(&text[from..to]).map_err(|error| {
            let offset = from + error.position();
            let escape = &text[offset..text.len().min(offset + 6)];
            Problem::new(offset, format!("not text: `{escape}` is half of a surrogate pair"))
        })
    };
    let stays = |unit: u16| {
        are_lines && char::from_u32(unit.into()).is_some_and(control::is_control)
            || u8::try_from(unit).is_ok_and(|byte| kept.contains(byte))
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
    let has_control = are_lines && control::has_control(iri.as_bytes());
    bytes(if has_control { control::escape(&iri).into() } else { iri })
}
