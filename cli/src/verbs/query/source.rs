//! Where the queries of a record are.

use memchr::memchr;
use percent_simd::form;

use crate::fields::{Fields, Format};
use crate::options::{FieldArgs, InputArgs};
use crate::work::{Block, Outcome, Reading, Record};

/// Finds the queries of records.
pub(super) struct Source {
    pub(super) reading: Reading,
    /// Whether each record is a URL, or for each name of the fields whether it is one of URLs.
    urls: Vec<bool>,
    /// A field without a value is `-`.
    has_dash: bool,
}

/// The fields that hold URLs, in lower case.
const URLS: [&str; 5] = ["target", "referer", "cs(referer)", "redirect_url", "redirect-url"];

/// The field that holds the query.
fn default_of(format: Format) -> Result<String, String> {
    match format {
        Format::Combined | Format::Common | Format::Alb => Ok("query".into()),
        Format::CloudFront | Format::W3c => Ok("cs-uri-query".into()),
        _ => Err(format!(
            "query --format {}: name the field that holds the query with -f, and if it holds a URL add --url",
            format.name()
        )),
    }
}

impl Source {
    pub(super) fn new(fields: &FieldArgs, input: &InputArgs, url: bool) -> Result<Self, String> {
        let fields = fields.select(input, |format, given| {
            let mut names = given.to_vec();
            if names.is_empty() {
                names.push(default_of(format)?);
            }
            // Of "METHOD TARGET VERSION" nothing else is a query.
            let requests = names.iter_mut().filter(|name| name.eq_ignore_ascii_case("request"));
            requests.for_each(|name| *name = "query".into());
            Fields::to_read(format, &names)
        })?;
        let is_url = |name: &String| url || URLS.contains(&&*name.to_ascii_lowercase());
        let urls = match &fields {
            Some(fields) => fields.names().iter().map(is_url).collect(),
            None => vec![url],
        };
        let has_dash = fields
            .as_ref()
            .is_some_and(|fields| matches!(fields.format(), Format::CloudFront | Format::W3c));
        Ok(Self { reading: Reading::new(fields, input.rules(None)), urls, has_dash })
    }

    /// Gives the queries of each record to `each`. A malformed `%` in them is a problem.
    pub(super) fn each_record(
        &self,
        block: &Block<'_>,
        outcome: &mut Outcome,
        mut each: impl FnMut(Queries<'_>, &mut Outcome),
    ) {
        self.reading.each_record(block, outcome, |record, outcome| {
            if !record.names_fields {
                let queries = Queries { source: self, record };
                each(queries, outcome);
                let before = outcome.kept.triplets;
                queries.iter().for_each(|query| outcome.kept.count(query));
                outcome.kept.end_record(before, || record.block.place());
            }
        });
    }

    /// Which values of a record are URLs, looked up once: a name may stand over many columns.
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

/// Which values of a record are URLs.
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
    /// Every query there is; those that are not there are empty.
    pub(super) fn iter(self) -> impl Iterator<Item = &'a [u8]> {
        let Self { source, record } = self;
        let urls = source.urls_of(record);
        let values = record.values.of(record.bytes);
        values.map(move |value| source.query(value.bytes, urls.has(value.index)))
    }

    /// The pairs of all.
    pub(super) fn pairs(self) -> impl Iterator<Item = form::Pair<'a>> {
        self.iter().flat_map(form::parse)
    }
}

/// What follows the first `?` of a URL, without the fragment, which begins at the first `#`.
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
