//! The queries of records.

use std::cell::Cell;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use memchr::{memchr, memmem};
use percent_simd::form;

use super::parts::Part;
use crate::fields::{Fields, Format};
use crate::options::{FieldArgs, InputArgs};
use crate::work::{Block, Outcome, Reading, Record};

/// Finds the queries of records.
pub(super) struct Source {
    pub(super) reading: Reading,
    /// Whether each record is a URL, or for each selected field whether it is a URL.
    urls: Vec<bool>,
    /// The number of leading fields that are printed and have no query.
    beside: usize,
    /// A field without a value is `-`.
    has_dash: bool,
    /// A hint was printed: the first record is not a query.
    pub(super) has_hint: AtomicBool,
}

/// The fields that are URLs, in lower case.
const URLS: [&str; 6] =
    ["target", "referer", "cs(referer)", "redirect_url", "redirect-url", "cs-uri"];

/// Whether this is a log field without a query.
fn is_beside(format: Format, name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let mut known = format.names().iter().chain(format.parts());
    let is_w3c = format == Format::W3c && is_of_w3c(&name);
    let is_known = is_w3c || known.any(|known| known.eq_ignore_ascii_case(&name));
    let has_query =
        ["request", "query", "cs-uri-query"].contains(&&*name) || URLS.contains(&&*name);
    is_known && !has_query
}

/// Whether this is a name of the W3C Extended Log File Format: the log brings its names, so one that
/// the format does not define may have a query.
fn is_of_w3c(name: &str) -> bool {
    let prefix = name.split(['-', '(']).next().unwrap_or_default();
    ["date", "time", "time-taken", "bytes", "cached"].contains(&name)
        || prefix.len() < name.len() && ["c", "s", "r", "cs", "sc", "sr", "rs"].contains(&prefix)
}

/// The default field: the query, or the URL.
fn default_of(format: Format, url: bool) -> Result<String, String> {
    match format {
        Format::Combined | Format::Common | Format::Alb if url => Ok("target".into()),
        Format::Combined | Format::Common | Format::Alb => Ok("query".into()),
        Format::CloudFront | Format::W3c => Ok("cs-uri-query".into()),
        _ => Err(format!(
            "query --format {}: select the field of the query with -f; if it is a URL, add --url",
            format.name()
        )),
    }
}

impl Source {
    /// `url`: each record or field is a URL. `parts`: parts of URLs are printed.
    pub(super) fn new(
        fields: &FieldArgs,
        input: &InputArgs,
        url: bool,
        parts: bool,
    ) -> Result<Self, String> {
        let beside = Cell::new(0);
        let fields = fields.select(input, |format, given| {
            let (mut names, mut queries): (Vec<String>, Vec<String>) =
                given.iter().cloned().partition(|name| !url && is_beside(format, name));
            beside.set(names.len());
            if queries.is_empty() {
                queries.push(default_of(format, parts)?);
            }
            // In "METHOD TARGET VERSION", only the target has a query.
            let requests = queries.iter_mut().filter(|name| name.eq_ignore_ascii_case("request"));
            requests.for_each(|name| *name = if parts { "target" } else { "query" }.into());
            names.append(&mut queries);
            Fields::to_read(format, &names)
        })?;
        let url = url || parts;
        let is_url = |name: &String| url || URLS.contains(&&*name.to_ascii_lowercase());
        let urls = match &fields {
            Some(fields) => fields.names().iter().map(is_url).collect(),
            None => vec![url],
        };
        let has_dash = fields
            .as_ref()
            .is_some_and(|fields| matches!(fields.format(), Format::CloudFront | Format::W3c));
        let reading = Reading::new(fields, input.rules(None));
        Ok(Self { reading, urls, beside: beside.get(), has_dash, has_hint: AtomicBool::new(false) })
    }

    /// The names of the fields that are printed beside the parameters.
    pub(super) fn beside(&self) -> &[String] {
        self.reading.fields().map_or(&[], |fields| &fields.names()[..self.beside])
    }

    /// Calls `each` with the queries of each record, and counts their malformed `%`.
    pub(super) fn each_record(
        &self,
        block: &Block<'_>,
        outcome: &mut Outcome,
        mut each: impl FnMut(Queries<'_>, &mut Outcome),
    ) {
        let mut is_first = block.index == 0;
        self.reading.each_record(block, outcome, |record, outcome| {
            if !record.names_fields {
                let queries = Queries { source: self, record };
                if std::mem::take(&mut is_first) {
                    self.hint(queries, outcome);
                }
                each(queries, outcome);
                let before = outcome.kept.triplets;
                queries.iter().for_each(|query| outcome.kept.count(query));
                outcome.kept.end_record(before, || record.block.place());
            }
        });
    }

    /// Prints a hint if a record is not a query string: the option that reads it.
    fn hint(&self, queries: Queries<'_>, outcome: &mut Outcome) {
        let is_log = self.reading.fields().is_none() && looks_like_log(queries.record.bytes);
        let hint = if is_log {
            "this looks like an access log; --format combined reads its queries"
        } else if !self.urls.contains(&true) && queries.iter().any(looks_like_url) {
            "this looks like a URL; --url reads the query after the ?"
        } else {
            return;
        };
        self.has_hint.store(true, Relaxed);
        let line = format_args!("pct: {}: {hint}", queries.record.block.input);
        outcome.reports.add(hint, line, None, self.reading.rules().printed);
    }

    /// The values of a record that are URLs, looked up once: a name may select many columns.
    fn urls_of(&self, record: &Record<'_>) -> Urls {
        let fields = self.reading.fields().zip(record.header);
        match (&*self.urls, fields) {
            ([url, others @ ..], Some((fields, header)))
                if others.iter().any(|other| other != url) =>
            {
                let mut by_index = Vec::new();
                for (selector, index) in fields.given(header) {
                    if by_index.len() <= index {
                        by_index.resize(index + 1, false);
                    }
                    by_index[index] |= self.urls[selector];
                }
                Urls::ByIndex(by_index)
            }
            ([url, ..], _) => Urls::All(*url),
            ([], _) => Urls::All(false),
        }
    }

    fn query<'v>(&self, value: &'v [u8], is_url: bool) -> &'v [u8] {
        match value {
            url if is_url => query_of(url),
            b"-" if self.has_dash => b"",
            query => query,
        }
    }
}

/// The values of a record that are URLs.
enum Urls {
    All(bool),
    ByIndex(Vec<bool>),
}

impl Urls {
    fn has(&self, index: usize) -> bool {
        match self {
            Self::All(are_urls) => *are_urls,
            Self::ByIndex(urls) => urls.get(index).copied().unwrap_or_default(),
        }
    }
}

/// The queries of a record.
#[derive(Clone, Copy)]
pub(super) struct Queries<'a> {
    source: &'a Source,
    record: &'a Record<'a>,
}

impl<'a> Queries<'a> {
    /// All queries of the record; missing ones are empty.
    pub(super) fn iter(self) -> impl Iterator<Item = &'a [u8]> {
        let Self { source, record } = self;
        let urls = source.urls_of(record);
        let values =
            record.values.of(record.bytes).filter(move |value| self.name_of(value.index).is_none());
        values.map(move |value| source.query(value.bytes, urls.has(value.index)))
    }

    /// The value of a field beside the parameters, by its index in their names.
    pub(super) fn beside(self, name: usize) -> Option<&'a [u8]> {
        let mut values = self.record.values.of(self.record.bytes);
        values.find(|value| self.name_of(value.index) == Some(name)).map(|value| value.bytes)
    }

    /// The first value that is not a field beside the parameters.
    pub(super) fn url(self) -> Option<&'a [u8]> {
        let mut values = self.record.values.of(self.record.bytes);
        values.find(|value| self.name_of(value.index).is_none()).map(|value| value.bytes)
    }

    /// The field beside the parameters that has this index in the record.
    fn name_of(self, index: usize) -> Option<usize> {
        let Self { source, record } = self;
        let fields = source.reading.fields().filter(|_| source.beside > 0)?;
        let mut given = fields.given(record.header?);
        given.find(|&(name, given)| given == index && name < source.beside).map(|(name, _)| name)
    }

    /// The pairs of all queries.
    pub(super) fn pairs(self) -> impl Iterator<Item = form::Pair<'a>> {
        self.iter().flat_map(form::parse)
    }
}

/// Whether a value begins with a slash, or with a scheme and an authority, before a `?`.
fn looks_like_url(value: &[u8]) -> bool {
    let before = memchr(b'?', value).map_or(&value[..0], |mark| &value[..mark]);
    before.starts_with(b"/") || Part::Scheme.of(before).is_some() && Part::Host.of(before).is_some()
}

fn looks_like_log(line: &[u8]) -> bool {
    memmem::find(line, b" HTTP/").is_some_and(|version| line[..version].contains(&b'"'))
}

/// The bytes after the first `?` of a URL, without the fragment from the first `#` on.
fn query_of(url: &[u8]) -> &[u8] {
    let url = memchr(b'#', url).map_or(url, |fragment| &url[..fragment]);
    memchr(b'?', url).map_or(&[], |mark| &url[mark + 1..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queries() {
        for (url, query) in [
            ("/a?b", "b"),
            ("https://example.org?b?c#d?e", "b?c"),
            ("/a#b?c", ""),
            ("/a?", ""),
            ("?", ""),
            ("", ""),
        ] {
            assert_eq!(query_of(url.as_bytes()), query.as_bytes(), "{url}");
        }
    }
}
