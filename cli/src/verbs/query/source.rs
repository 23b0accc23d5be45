//! The queries of records.

use std::cell::Cell;
use std::iter;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use memchr::memchr;
use percent_simd::form;

use super::QueryArgs;
use super::time::By;
use super::url::{Decoding, Part};
use crate::blocks::{Block, Outcome, Reading, Record, Unsplit};
use crate::fields::{Fields, Format, Holds};
use crate::options::Charsets;

pub(super) struct Source {
    pub(super) reading: Reading,
    /// An entry for each selected field, or one for the record.
    holds: Vec<Holds>,
    /// No field is a column, and all have one role.
    is_uniform: bool,
    /// Values are `Cookie` headers (RFC 6265 4.2.1).
    cookies: bool,
    /// The number of leading fields that are columns.
    beside: usize,
    /// A field without a value is `-`.
    has_dash: bool,
    pub(super) charsets: Option<Charsets>,
    /// A hint was printed: records are not queries.
    pub(super) has_hint: AtomicBool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Each is a query or a URL.
    Query,
    /// The last one that may hold a URL or a query does, and the others are columns.
    Last,
    /// Each is a column. Without -f, the query of the request is read.
    Column,
}

/// The number of records that may show that records are not queries.
const SAMPLE: usize = 100;

fn has_query(holds: Option<Holds>) -> bool {
    matches!(holds, Some(Holds::Query | Holds::Url | Holds::Target | Holds::Request))
}

/// Returns true if this is a log field that never holds a URL or a query.
fn has_no_query(format: Format, name: &str) -> bool {
    let is_known = match format {
        Format::W3c => is_of_w3c(&name.to_ascii_lowercase()),
        _ => format.name_of(name).is_some(),
    };
    is_known && !has_query(format.holds(name))
}

/// True for a name of the W3C Extended Log File Format. A log declares its fields, so one that the
/// format does not define may have a query.
fn is_of_w3c(name: &str) -> bool {
    let prefix = name.split(['-', '(']).next().unwrap_or_default();
    ["date", "time", "time-taken", "bytes", "cached"].contains(&name)
        || prefix.len() < name.len() && ["c", "s", "r", "cs", "sc", "sr", "rs"].contains(&prefix)
}

/// The fields of queries, if none is selected.
fn defaults_of(format: Format, url: bool, cookies: bool) -> Result<Vec<String>, String> {
    match format {
        Format::CloudFront | Format::W3c if cookies => Ok(vec!["cs(Cookie)".into()]),
        _ if cookies => {
            Err("query --cookies: select the field of the Cookie header with -f".into())
        }
        _ if !format.parts().is_empty() => Ok(vec![if url { "target" } else { "query" }.into()]),
        Format::CloudFront | Format::W3c => Ok(vec!["cs-uri-query".into()]),
        _ => {
            let of_request = |name: &String| {
                let holds = format.holds(name);
                has_query(holds) && holds != Some(Holds::Url)
            };
            let names: Vec<String> = format.defaults().into_iter().filter(of_request).collect();
            if names.is_empty() {
                return Err(format!(
                    "query --format {}: select the field of the query with -f; if it is a URL, add --url",
                    format.name()
                ));
            }
            Ok(names)
        }
    }
}

impl Source {
    pub(super) fn new(args: &QueryArgs, role: Role) -> Result<Self, String> {
        let &QueryArgs { url, cookies, ref fields, ref input, ref by, .. } = args;
        let (parts, charsets) = (!args.part.is_empty(), args.charset);
        let (beside, are_known) = (Cell::new(0), Cell::new(false));
        let fields = fields.select(input, |format, given| {
            let named = |name: &String| format.name_of(name).map_or(name.clone(), String::from);
            let mut names: Vec<String> = given.iter().map(named).collect();
            let is_column = |name: &String| {
                let is_known = || format.has_directives() || format.name_of(name).is_some();
                let is_cookie = || name.to_ascii_lowercase().contains("cookie");
                if cookies { is_known() && !is_cookie() } else { !url && has_no_query(format, name) }
            };
            are_known.set(format.has_keys() && names.is_empty());
            if role == Role::Column && !names.is_empty() {
                beside.set(names.len());
            } else if role == Role::Last {
                let queries = match names.iter().rposition(|name| !is_column(name)) {
                    Some(last) => vec![names.remove(last)],
                    None => defaults_of(format, parts || url, cookies)?,
                };
                beside.set(names.len());
                names.extend(queries);
            } else if let Some(name) = names.iter().find(|name| is_column(name)) {
                return Err(format!(
                    "-f {name} holds no query; it is a column beside -k, --part or --count, or a URL with --url"
                ));
            } else if names.is_empty() {
                names = defaults_of(format, parts || url, cookies)?;
            }
            // The time comes before the columns.
            let times = by.as_ref().map(|by| by.fields(format)).unwrap_or_default();
            beside.set(beside.get() + times.len());
            names.splice(0..0, times);
            // In "METHOD TARGET VERSION", only the target has a query.
            let queries = names[beside.get()..].iter_mut();
            queries
                .filter(|name| format.name_of(name) == Some("request"))
                .for_each(|name| *name = if parts { "target" } else { "query" }.into());
            let fields = Fields::to_read(format, &names)?.clients(true);
            Ok(if are_known.get() { fields.guessed() } else { fields })
        })?;
        if let Some(fields) = &fields {
            let columns = if parts { fields.names().len() } else { beside.get() };
            if let Some(column) = (0..columns).find(|&column| fields.is_list(column)) {
                let name = &fields.names()[column];
                return Err(format!(
                    "-f {name} may have several values, and a column or --part has one"
                ));
            }
        }
        let least = if url || parts { Holds::Url } else { Holds::Query };
        let holds = match &fields {
            Some(fields) => {
                let holds = |name: &String| fields.format().holds(name).unwrap_or(least).max(least);
                fields.names().iter().map(holds).collect()
            }
            None => vec![least],
        };
        // A log writes a field so, and a part of a request as it is.
        let has_dash = fields.as_ref().is_some_and(|fields| {
            let (format, queries) = (fields.format(), &fields.names()[beside.get()..]);
            let is_field = |name: &String| format.names().contains(&&**name);
            format.has_directives() || queries.iter().all(is_field)
        });
        let unsplit = if args.count.is_some() { Unsplit::Refused } else { Unsplit::Kept };
        let reading = Reading::new(fields, input.rules(None), unsplit);
        let (beside, has_hint) = (beside.get(), AtomicBool::new(false));
        let is_uniform = beside == 0 && holds.windows(2).all(|pair| pair[0] == pair[1]);
        Ok(Self { reading, holds, is_uniform, cookies, beside, has_dash, charsets, has_hint })
    }

    pub(super) const fn decoding<'m>(&self, is_misfit: &'m Cell<bool>) -> Decoding<'m> {
        Decoding { charsets: self.charsets, is_misfit }
    }

    /// The names of the fields that are printed beside the parameters.
    pub(super) fn beside(&self) -> &[String] {
        self.reading.fields().map_or(&[], |fields| &fields.names()[..self.beside])
    }

    /// How many of these are the time.
    pub(super) fn of_time(&self, by: Option<&By>) -> usize {
        let format = self.reading.fields().map(Fields::format);
        by.zip(format).map_or(0, |(by, format)| by.fields(format).len())
    }

    /// Calls `each` with the queries of each record, and counts their malformed `%`.
    pub(super) fn each_record(
        &self,
        block: &Block<'_>,
        outcome: &mut Outcome,
        mut each: impl FnMut(Queries<'_>, &mut Outcome),
    ) {
        let mut sample = if block.origin.index == 0 { SAMPLE } else { 0 };
        let mut by_index = Vec::new(); // allocated once
        let is_misfit = Cell::new(false);
        self.reading.each_record(block, outcome, |record, outcome| {
            if !record.names_fields {
                let roles = self.roles(record, &mut by_index);
                let is_read = |index: &usize| {
                    roles.is_none_or(|roles| roles.get(*index).is_some_and(Option::is_some))
                };
                let values = record.values.of(record.bytes).map(|value| value.index);
                // Of keys that servers use, the first one is the request of a record.
                let is_one = self.reading.fields().is_some_and(Fields::are_guessed);
                let first = if is_one { values.filter(is_read).min() } else { None };
                let queries = Queries { source: self, record, roles, first, is_misfit: &is_misfit };
                if sample > 0 {
                    sample = if self.hint(queries, outcome) { 0 } else { sample - 1 };
                }
                each(queries, outcome);
                if let Some(charsets) = self.charsets.filter(|_| is_misfit.take()) {
                    let what = format!("a value is {}: its escapes stay", charsets.misfit());
                    let told = format!("{}: {what}", record.block.place());
                    outcome.problem = true;
                    outcome.reports.add(&what, told, None, self.reading.rules.printed);
                }
                if self.reading.fields().is_some() || memchr(b'%', record.bytes).is_some() {
                    let before = outcome.passed_on.triplets;
                    queries.iter().for_each(|query| outcome.passed_on.count(query.bytes));
                    outcome.passed_on.end_record(before, || record.block.place());
                }
            }
        });
    }

    /// Prints a hint if a record is not a query string: the option that reads it.
    fn hint(&self, queries: Queries<'_>, outcome: &mut Outcome) -> bool {
        let hint = match self.reading.fields() {
            None => Format::of_line(queries.record.bytes).map(|format| {
                format!("this is a line of {format}; --format {format} reads its queries")
            }),
            Some(fields) if fields.format() == Format::Jsonl => {
                let mut values = queries.record.values.of(queries.record.bytes);
                let format = values.find_map(|value| Format::of_line(value.bytes.trim_ascii_end()));
                format.map(|format| {
                    format!("this is a line of {format}; -f KEY:{format} reads the line under KEY")
                })
            }
            Some(_) => None,
        };
        let is_url = |Query { bytes, .. }: Query<'_>| {
            let has = |part: Part| part.of(bytes).is_some();
            bytes.starts_with(b"/") || has(Part::Scheme) && has(Part::Host)
        };
        let are_urls = !self.is_known()
            && self.holds.iter().all(|&holds| holds < Holds::Url)
            && queries.iter().any(is_url);
        let of_urls = "this looks like a URL; --url reads the query after the ?";
        let Some(hint) = hint.or(are_urls.then(|| of_urls.into())) else { return false };
        self.has_hint.store(true, Relaxed);
        let line = format_args!("pct: {}: {hint}", queries.record.block.origin.input);
        outcome.reports.add(&hint, line, None, self.reading.rules.printed);
        true
    }

    /// The roles of a record's columns, looked up once, because a name may select many columns.
    fn roles<'r>(
        &self,
        record: &Record<'_>,
        by_index: &'r mut Vec<Option<Holds>>,
    ) -> Option<&'r [Option<Holds>]> {
        let all = self.reading.fields().zip(record.header).filter(|_| !self.is_uniform);
        let (fields, header) = all?;
        by_index.clear();
        for (selector, index) in fields.given(header).filter(|&(at, _)| at >= self.beside) {
            if by_index.len() <= index {
                by_index.resize(index + 1, None);
            }
            by_index[index] = by_index[index].max(Some(self.holds[selector]));
        }
        Some(by_index)
    }

    /// The format says which fields are queries, even those that begin with a slash.
    fn is_known(&self) -> bool {
        let format = self.reading.fields().map(Fields::format);
        format.is_some_and(|format| {
            use Format::{Csv, Jsonl, Logfmt, Tsv};
            !matches!(format, Tsv | Csv | Jsonl | Logfmt)
        })
    }

    fn query<'v>(&self, value: &'v [u8], holds: Holds) -> Query<'v> {
        let is_url = holds >= Holds::Url;
        let bytes = match value {
            b"-" if self.has_dash => b"",
            cookies if self.cookies => cookies,
            url if is_url => query_of(target_of(url).unwrap_or(url)),
            // Clients send fragments that they should not (RFC 9110 4.1), and some servers write the `?`.
            query if self.is_known() => before_fragment(query.strip_prefix(b"?").unwrap_or(query)),
            query => target_of(query).map_or(query, query_of),
        };
        Query { bytes, is_mailto: is_url && is_mailto(value) }
    }
}

/// The query of a URL, or of a field.
#[derive(Clone, Copy)]
pub(super) struct Query<'a> {
    bytes: &'a [u8],
    /// Its `+` is a plus sign (RFC 6068 5).
    is_mailto: bool,
}

fn is_mailto(url: &[u8]) -> bool {
    const SCHEME: &[u8] = b"mailto:";
    url.get(..SCHEME.len()).is_some_and(|scheme| scheme.eq_ignore_ascii_case(SCHEME))
}

/// The target of a request line: `METHOD TARGET HTTP/1.1` (RFC 9112 3).
fn target_of(value: &[u8]) -> Option<&[u8]> {
    let method = memchr(b' ', value)?;
    let version = memchr::memrchr(b' ', value)?;
    let is_method = method > 0 && value[..method].iter().all(u8::is_ascii_uppercase);
    let is_line = is_method && value[version..].starts_with(b" HTTP/") && method < version;
    is_line.then(|| &value[method + 1..version])
}

fn before_fragment(url: &[u8]) -> &[u8] {
    memchr(b'#', url).map_or(url, |fragment| &url[..fragment])
}

#[derive(Clone, Copy)]
pub(super) struct Queries<'a> {
    source: &'a Source,
    record: &'a Record<'a>,
    /// The role of each value, if not all are the same; `None` if it is only a column.
    roles: Option<&'a [Option<Holds>]>,
    /// The index of the only value that is read.
    first: Option<usize>,
    is_misfit: &'a Cell<bool>,
}

impl<'a> Queries<'a> {
    pub(super) const fn decoding(self) -> Decoding<'a> {
        self.source.decoding(self.is_misfit)
    }

    /// All queries of the record; missing ones are empty.
    fn iter(self) -> impl Iterator<Item = Query<'a>> {
        let values = self.record.values.of(self.record.bytes);
        values
            .filter_map(move |value| Some(self.source.query(value.bytes, self.holds(value.index)?)))
    }

    /// The role of a value; `None` if it is only a column, or another one is the request.
    fn holds(self, index: usize) -> Option<Holds> {
        let is_other = self.first.is_some_and(|first| first != index);
        match self.roles {
            _ if is_other => None,
            Some(roles) => roles.get(index).copied().flatten(),
            None => self.source.holds.first().copied(),
        }
    }

    /// The value of a field beside the parameters, by its index in their names.
    pub(super) fn beside(self, name: usize) -> Option<&'a [u8]> {
        let Self { source, record, .. } = self;
        let mut given = source.reading.fields()?.given(record.header?);
        let (_, index) = given.find(|&(known, _)| known == name)?;
        let mut values = record.values.of(record.bytes);
        values.find(|value| value.index == index).map(|value| value.bytes)
    }

    /// A part of the first value that is not only a column.
    pub(super) fn part(self, part: Part) -> Option<&'a [u8]> {
        let mut values = self.record.values.of(self.record.bytes);
        let (url, holds) =
            values.find_map(|value| Some((value.bytes, self.holds(value.index)?)))?;
        match target_of(url) {
            Some(target) => part.of_target(target),
            None if holds >= Holds::Target => part.of_target(url),
            None => part.of(url),
        }
    }

    pub(super) fn pairs(self) -> impl Iterator<Item = form::Pair<'a>> {
        let (cookies, mut queries) = (self.source.cookies, self.iter());
        let (mut rest, mut parser) = (&b""[..], form::Parser::new());
        let mut pairs = parser.parse(rest);
        iter::from_fn(move || {
            loop {
                if let Some(pair) = pairs.next() {
                    return Some(pair);
                }
                if rest.is_empty() {
                    let Query { bytes, is_mailto } = queries.next()?;
                    (rest, parser) = (bytes, parser.plus_as_space(!is_mailto && !cookies));
                }
                let end = if cookies { memchr(b';', rest) } else { None }.unwrap_or(rest.len());
                let cookie = if cookies { rest[..end].trim_ascii() } else { rest };
                // No name begins with a space, which CloudFront escapes twice.
                let cookie = cookie.strip_prefix(b"%20").filter(|_| cookies).unwrap_or(cookie);
                (pairs, rest) = (parser.parse(cookie), rest.get(end + 1..).unwrap_or_default());
            }
        })
    }
}

/// The bytes after the first `?` of a URL, without the fragment from the first `#` on.
fn query_of(url: &[u8]) -> &[u8] {
    let url = before_fragment(url);
    memchr(b'?', url).map_or(&[], |mark| &url[mark + 1..])
}
