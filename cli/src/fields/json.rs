//! JSON texts: the places of the selected strings.

use std::borrow::Cow;
use std::fmt;

use memchr::{memchr, memmem};
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess,
    Visitor,
};
use serde_json::value::RawValue;

use super::edit::Edit;
use super::json_pointer::{Nodes, Sought, Tree};
use super::json_text::{Text, position};
use super::names::Holds;
use super::selection::Part;
use super::value::{Escapes, Spot};
use super::{Format, Problem, Result, json_text};

pub(super) fn rewrite(wanted: &Tree, from: usize, edit: &mut Edit<'_>) -> Result {
    for spot in find(wanted, edit.record, from, wanted.sought)? {
        let (key, spellings) = (wanted.known(spot.index), &edit.fields.spellings);
        edit.escapes(key.map_or(Escapes::None, |key| key.escapes));
        if key.is_none()
            && let Some(format) = line_of(&edit.record[spot.span.clone()])
        {
            let what = format!("the value is a line of {format}: -f KEY:{format} reads it");
            let misfit = Problem::misfit(spot.span.start, what);
            return Err(Problem { field: Some(spot.index), ..misfit });
        }
        match key.map_or(Holds::Text, |key| key.holds) {
            url if url >= Holds::Url && edit.copies => {
                edit_url(spot, url == Holds::Request, edit)?;
            }
            role => edit.field(spot, &spellings.quoted, role)?,
        }
    }
    Ok(())
}

/// The selected values of a record, in order, without quotes.
pub(super) fn find(wanted: &Tree, record: &[u8], from: usize, sought: Sought) -> Result<Vec<Spot>> {
    let text = Text::new(&record[from..]);
    let readable = text.readable();
    let content = readable.trim_start_matches([' ', '\t', '\n', '\r']);
    if content.is_empty() {
        return Ok(Vec::new());
    }
    let mut strings = Strings { text: &text, sought, spans: Vec::new() };
    let mut reader = serde_json::Deserializer::from_str(readable);
    let result = if content.starts_with(['{', '[']) {
        reader.deserialize_any(Walk { nodes: wanted.root(), strings: &mut strings })
    } else {
        IgnoredAny::deserialize(&mut reader).map(drop)
    };
    let result = result.and_then(|()| reader.end());
    result.map_err(|error| {
        let at = position(readable.as_bytes(), &error);
        let what = text.remedy(at).map_or_else(|| reason(&error).into(), Cow::Borrowed);
        Problem::new(from + at, format!("not JSON: {what}"))
    })?;
    let place = |(index, string): (usize, &str)| {
        if let Some(damage) = text.damage(string) {
            return Err(damage.after(from));
        }
        let start = from + text.offset(string);
        let is_verbatim = memchr(b'\\', text.spelled(string)).is_none();
        let quote = usize::from(string.starts_with('"'));
        let span = start + quote..start + string.len() - quote;
        Ok(Spot { index, span, is_verbatim })
    };
    strings.spans.into_iter().map(place).collect()
}

/// The format of the log that has this string as a line.
fn line_of(spelled: &[u8]) -> Option<&'static str> {
    memmem::find(spelled, b" HTTP/")?;
    let text = json_text::unescape(spelled).ok()?;
    Format::of_line(text.trim_ascii_end())
}

fn edit_url(mut url: Spot, is_request: bool, edit: &mut Edit<'_>) -> Result {
    let (spellings, start) = (&edit.fields.spellings, url.span.start);
    let mut spelling = spellings.quoted;
    if is_request && let Some(target) = Part::Target.span(&edit.record[url.span.clone()]) {
        // Decoded spaces could be taken for those around it.
        spelling.keep = spelling.keep.add(b' ');
        url.span = start + target.start..start + target.end;
    }
    let spelled = &edit.record[url.span.clone()];
    let spells_mark = || {
        memmem::find_iter(spelled, b"\\u003")
            .any(|at| matches!(spelled.get(at + 5), Some(b'f' | b'F')))
    };
    if url.is_verbatim || !spells_mark() {
        return edit.field(url, &spelling, Holds::Url);
    }
    // An escape of JSON spells a `?`.
    let spelling = spellings.of(&spellings.of(&spelling, Holds::Query), Holds::Path);
    edit.value(url, &spelling)
}

/// The message of serde_json, without the place.
fn reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let reason = text.rfind(" at line ").map_or(&*text, |end| &text[..end]);
    // Of a word that is none of JSON's, it says `ident`.
    reason.replace("expected ident", "expected value").replace("expected value", "expected a value")
}

/// Reads a value, and finds the selected strings, with their quotes, in order. Everything else only
/// has to be well-formed JSON: numbers may be too large, and other strings need not be text.
struct Walk<'n, 'v, 'de> {
    nodes: Nodes<'n>,
    strings: &'v mut Strings<'n, 'de>,
}

struct Strings<'n, 'de> {
    text: &'n Text<'de>,
    sought: Sought,
    spans: Vec<(usize, &'de str)>,
}

impl<'de> DeserializeSeed<'de> for Walk<'_, '_, 'de> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        let raw = <&RawValue>::deserialize(deserializer)?.get();
        let is_container = raw.starts_with(['{', '[']);
        let is_value = match self.strings.sought {
            Sought::Strings => raw.starts_with('"'),
            Sought::Scalars => !is_container && raw != "null",
            Sought::Any => true,
        };
        if is_value {
            let count = if self.strings.sought == Sought::Strings { 1 } else { usize::MAX };
            let selected = self.nodes.selected().take(count);
            self.strings.spans.extend(selected.map(|index| (index, raw)));
        }
        if is_container && self.nodes.have_children() {
            serde_json::Deserializer::from_str(raw)
                .deserialize_any(self)
                .map_err(D::Error::custom)?;
        }
        Ok(())
    }
}

impl<'de> Visitor<'de> for Walk<'_, '_, 'de> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object or an array")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<&RawValue>()? {
            match self.nodes.named(self.strings.text.spelled(key.get())) {
                Some(nodes) => map.next_value_seed(Walk { nodes, strings: &mut *self.strings })?,
                None => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        for index in 0.. {
            let is_there = match self.nodes.at(index) {
                Some(nodes) => {
                    seq.next_element_seed(Walk { nodes, strings: &mut *self.strings })?.is_some()
                }
                None => seq.next_element::<IgnoredAny>()?.is_some(),
            };
            if !is_there {
                break;
            }
        }
        Ok(())
    }
}
