//! Remedies: for selected fields that no record has (a wrong format, a wrong number, a misspelt key),
//! and for a record that does not fit its format.

use clap::ValueEnum;
use memchr::memmem;
use serde_json::{Map, Value};

use super::json;
use super::json_pointer::Sought;
use super::json_text::Text;
use super::names::{LONGEST, nearest, some_of};
use super::prefix::Prefix;
use super::selection::Picks;
use super::template::ALL;
use super::value::Spot;
use super::{Fields, Format, Selection, Template, inside, logfmt, table, without_bom};
use crate::shown::Shown;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FieldSet(u64);

impl FieldSet {
    pub const NONE: Self = Self(0);

    /// Adds the field with this [index](super::Value::index). Indices from 63 on share one bit.
    pub fn and(self, index: usize) -> Self {
        Self(self.0 | 1 << index.min(63))
    }

    pub const fn union(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    fn has(self, index: usize) -> bool {
        self.0 >> index.min(63) & 1 == 1
    }
}

impl Fields {
    /// True if records have all required fields: [`missing`](Self::missing) has nothing to report.
    pub fn is_all(&self, present: FieldSet) -> bool {
        match &self.selection {
            _ if self.format.is_log() || self.names.is_empty() => true,
            Selection::Keys(tree) if !tree.are_defaults => {
                tree.indices.iter().all(|&index| present.has(index))
            }
            _ => match self.numbered() {
                Some(picks) => (0..picks.picks.len()).all(|index| present.has(index)),
                // The header reports missing names.
                None => present != FieldSet::NONE,
            },
        }
    }

    /// The type of a selector of JSON that is not present, because it is no string in this record.
    pub fn other_type(&self, present: FieldSet, record: &[u8]) -> Option<String> {
        let Selection::Keys(tree) = &self.selection else { return None };
        if tree.are_defaults || self.format != Format::Jsonl {
            return None;
        }
        let content = without_bom(record);
        let from = self.prefix.and_then(|prefix| prefix.len(content)).unwrap_or_default();
        let mut spots = json::find(tree, content, from, Sought::Any).ok()?.into_iter();
        let Spot { index, span, .. } = spots.find(|spot| !present.has(spot.index))?;
        let what = match content.get(span.start)? {
            b'{' => "an object",
            b'[' => "an array",
            b'n' => "null",
            b't' | b'f' => "a boolean",
            _ => "a number",
        };
        let selector = tree.indices.iter().position(|&known| known == index)?;
        Some(format!("`{}` is {what}", Shown(&self.names[selector])))
    }

    /// The fields of a table that are all selected by number.
    fn numbered(&self) -> Option<&Picks> {
        match &self.selection {
            Selection::Fixed(picks) => Some(picks),
            Selection::Named(named, _) => named.numbered.as_ref(),
            Selection::Keys(_) => None,
        }
    }

    /// True if a record may have fields, and no header that lacks a name has been reported.
    pub fn has_fields(&self, header: &super::Header, record: &[u8]) -> bool {
        let is_told = match &self.selection {
            Selection::Named(..) => match &header.0 {
                Some(picks) => picks.missing.is_some(),
                None => self.format.has_header_record(),
            },
            _ => false,
        };
        !is_told && self.is_record(record)
    }

    /// True if the bytes are a record: not an empty line and not a directive.
    pub fn is_record(&self, record: &[u8]) -> bool {
        let content = without_bom(record);
        let is_directive = self.format.has_directives() && content.starts_with(b"#");
        let is_empty = match self.format {
            Format::Jsonl => content.trim_ascii().is_empty(),
            // Delimiters alone are empty fields.
            _ => content.is_empty(),
        };
        !(is_directive || is_empty)
    }

    /// Describes the selected fields that no record of an input has, with a suggestion; `sample` is
    /// a record that lacks them, and `others` names the records with another type. `None` if nothing is
    /// missing. (A log line that lacks a field is malformed.)
    pub fn missing(&self, present: FieldSet, sample: &[u8], others: &str) -> Option<String> {
        if self.is_all(present) {
            return None;
        }
        let sample = without_bom(sample);
        match &self.selection {
            Selection::Keys(tree) if tree.are_defaults => Some(format!(
                "no record has a string under a key that is known to hold a URL; select one with -f; {}",
                self.keys_hint(&[], sample)
            )),
            Selection::Keys(tree) => {
                let all = self.names.iter().zip(&tree.indices);
                let missing: Vec<&String> =
                    all.filter(|&(_, &index)| !present.has(index)).map(|(name, _)| name).collect();
                Some(format!(
                    "no record has a string {}{others}; {}",
                    alternatives(&missing),
                    self.keys_hint(&missing, sample)
                ))
            }
            _ => {
                let which = self.numbered().map_or("a selected field".into(), |picks| {
                    let all = (0..).zip(&picks.picks).filter(|&(index, _)| !present.has(index));
                    let all: Vec<_> = all.map(|(_, pick)| (pick.field + 1).to_string()).collect();
                    format!("field {}", all.join(" or "))
                });
                Some(format!("no record has {which}; {}", self.columns_hint(sample)))
            }
        }
    }

    fn keys_hint(&self, missing: &[&String], sample: &[u8]) -> String {
        if self.format == Format::Jsonl {
            return json_hint(missing, sample);
        }
        let keys = logfmt::keys(sample);
        let known: Vec<&str> = keys.iter().filter_map(|key| str::from_utf8(key).ok()).collect();
        let similar = missing.iter().find_map(|name| nearest(name, known.iter().copied()));
        match similar {
            Some(key) => format!("did you mean `{}`?", Shown(key)),
            None => format!("this record has {}", some_of(&keys)),
        }
    }

    fn columns_hint(&self, sample: &[u8]) -> String {
        let count = table::names(sample, self.dialect()).len();
        let name = self.format.name();
        let delimiter = match self.delimiter {
            b'\t' => "tabs".into(),
            b',' => "commas".into(),
            b' ' => "spaces".into(),
            other => format!("`{}`", other.escape_ascii()),
        };
        let plural = if count == 1 { "" } else { "s" };
        format!(
            "{name} separates fields by {delimiter}, and this record has {count} field{plural} (another format?)"
        )
    }
}

fn alternatives(names: &[&String]) -> String {
    names.iter().map(|name| format!("`{}`", Shown(name))).collect::<Vec<_>>().join(" or ")
}

/// A hint for missing selectors: similar strings of a record, or its strings.
fn json_hint(missing: &[&String], sample: &[u8]) -> String {
    // A sample that was cut off does not parse.
    let Ok(value) = serde_json::from_str::<Value>(Text::new(sample).readable()) else {
        return "a selector is a key, or a JSON Pointer such as /request/url".into();
    };
    let mut known = Vec::new();
    pointers(&value, &mut String::new(), &mut known);
    let line = known.iter().find_map(|key| {
        let text = value.pointer(key)?.as_str()?;
        Some((key, Format::of_line(text.trim_end().as_bytes())?))
    });
    if let Some((key, name)) = line {
        return format!("`{}` is a line of {name}: -f {}:{name}", Shown(key), Shown(key));
    }
    let short: Vec<&String> = known.iter().filter(|known| known.len() <= LONGEST).collect();
    let meant: Vec<String> =
        missing.iter().filter_map(|selector| similar(selector, &short)).collect();
    if !meant.is_empty() {
        return format!("did you mean {}?", alternatives(&meant.iter().collect::<Vec<_>>()));
    }
    if known.is_empty() {
        return "this record has no strings (another format?)".into();
    }
    format!("this record has {}", some_of(&known))
}

fn similar(selector: &str, known: &[&String]) -> Option<String> {
    let pointer = format!("/{}", selector.trim_start_matches('/').replace('.', "/"));
    if let Some(same) = known.iter().find(|known| known.ends_with(&pointer)) {
        return Some((*same).clone());
    }
    nearest(&pointer, known.iter().map(|known| &***known)).map(Into::into)
}

/// The JSON Pointers (RFC 6901) of all strings in a value.
fn pointers(value: &Value, here: &mut String, output: &mut Vec<String>) {
    let mut below = |token: &str, value: &Value, output: &mut Vec<String>| {
        let len = here.len();
        here.push('/');
        here.push_str(&token.replace('~', "~0").replace('/', "~1"));
        pointers(value, here, output);
        here.truncate(len);
    };
    match value {
        Value::Object(map) => map.iter().for_each(|(key, value)| below(key, value, output)),
        Value::Array(list) => {
            list.iter().enumerate().for_each(|(at, value)| below(&at.to_string(), value, output));
        }
        Value::String(_) => output.push(here.clone()),
        _ => {}
    }
}

impl Fields {
    /// The options with which a log's record fits.
    #[cold]
    pub(super) fn remedy(&self, record: &[u8]) -> String {
        let record = without_bom(record);
        // Lines of `common` are those of `combined`, as far as they go.
        let is_other = |format: &Format| {
            let Format::Log(part) = format else { return true };
            !self.formats().any(|template| template.names.starts_with(part.names))
        };
        let other = |line: &[u8]| {
            let format = Format::all().filter(is_other).find(|format| format.fits(line))?;
            Some((format, format!("--format {} ", format.name())))
        };
        let is_own = |line: &[u8]| self.formats().any(|template| template.fits(line));
        if self.inside.is_none() && inside::line_of(record).is_some_and(|line| is_own(&line)) {
            return "--prefix docker fits".into();
        }
        let behind = Prefix::all_of(record).filter(|_| self.prefix.is_none()).find_map(|prefix| {
            let rest = &record[prefix.len(record).unwrap_or_default()..];
            // A word of logfmt needs no key, so it has no prefix.
            let other = || other(rest).filter(|(format, _)| *format != Format::Logfmt);
            let format = if is_own(rest) { String::new() } else { other()?.1 };
            Some(format!("{format}--prefix {} ", prefix.to_possible_value()?.get_name()))
        });
        if let Some(options) = behind.or_else(|| Some(other(record)?.1)) {
            format!("{options}fits")
        } else if self.formats().all(|template| ALL.contains(&template)) {
            "no built-in format fits; --format takes the server's own log_format or LogFormat"
                .into()
        } else {
            "no built-in format fits".into()
        }
    }

    /// The templates that a record may fit.
    fn formats(&self) -> impl Iterator<Item = &'static Template> {
        let all = std::iter::once(self).chain(&*self.others);
        all.filter_map(Self::of_log).map(|(template, _)| template)
    }
}

impl Format {
    /// The name of the log format that a line fits, if it has a request.
    pub fn of_line(line: &[u8]) -> Option<&'static str> {
        memmem::find(line, b" HTTP/")?;
        Self::all().find(|format| format.is_log() && format.fits(line)).map(Self::name)
    }

    /// True for a record that seems to have the format. Tables have no form of their own.
    pub(super) fn fits(self, record: &[u8]) -> bool {
        match self {
            Self::Log(template) => template.fits(record),
            Self::Jsonl => serde_json::from_slice::<Map<String, Value>>(record).is_ok(),
            Self::Zeek => record.starts_with(b"#separator "),
            Self::W3c => {
                let known: [&[u8]; 3] = [b"#Version:", b"#Software:", b"#Fields:"];
                known.iter().any(|known| record.starts_with(known))
            }
            Self::Logfmt => logfmt::fits(record),
            Self::Tsv | Self::Csv | Self::CloudFront => false,
        }
    }
}
