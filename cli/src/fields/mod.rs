//! Fields of lines: some values are rewritten, and everything else stays byte for byte.
//!
//! A [`Fields`] has the format of the lines and the selected fields. Each input begins with its
//! [`header`](Fields::header). The caller cuts the input into blocks of whole records
//! ([`last_end`](Fields::last_end)) and carries the header from block to block
//! ([`header_after`](Fields::header_after)), so that blocks can be processed in parallel: each is
//! split into records ([`split_first`](Fields::split_first)), and each record is rewritten
//! ([`rewrite`](Fields::rewrite)).
//!
//! A value is the bytes that a field represents, without the quotes and escapes of its format. An
//! unchanged value keeps its spelling; a changed one is spelled anew, in logs only where it changes
//! ([`Scope`]). The target of a request is everything between the method and ` HTTP/...`.
//!
//! # Line safety
//! [`Value::keep`] is the set of bytes whose escapes must stay: control characters (0x00-0x1F and
//! 0x7F; the caller keeps those beyond ASCII), and in
//!
//! | | |
//! | --- | --- |
//! | `tsv`, `cloudfront`, `zeek` | the tab, and `"` for readers that honour quotes |
//! | `w3c` | the space and `"` |
//! | `csv` | nothing: a field that needs quotes gets them |
//! | `combined`, `common`, `vhost-combined`, `alb` | in quotes `"` and `\`, elsewhere the space and `"`, in the user also `[`; `]` in the time; in URLs and all parts of the request also the space |
//! | `cloudfront`, `w3c`, `zeek` | in the first field also `#`, which begins a directive |
//! | `jsonl` | nothing: JSON escapes them |
//! | `logfmt` | in quotes `"` and `\`, elsewhere the space, the tab and `"` |
//! | a path | `?` and `#`: the parts `path` and `target` of a request, the fields `referer`, `redirect_url`, `cs(Referer)` and `cs-uri-stem` |
//! | a query | `&`, `=`, `+`, `;` and `#`: the parts `query` and `target`, the same fields after `?`, and `cs-uri-query` |
//! | known keys of `jsonl` and `logfmt` | those of a path and a query; in the target of a `request` line also the space |
//!
//! If a byte that splits the record appears all the same (for example `+` decoded to a space), it
//! is written as a triplet or quoted. [`Safety::Fields`] allows bytes that the format can quote.
//!
//! # Malformed records
//! A record that does not fit its format is reported as a [`Problem`] and not rewritten, whatever fields
//! are selected. Not malformed are empty lines, JSON values that
//! are missing or no strings, and requests without the selected part. An unknown name is reported once,
//! with the header, and [`Fields::missing`] reports fields that no record of an input has.

mod backslash;
mod edit;
mod fast_path;
mod format;
mod inside;
mod json;
mod json_pointer;
mod json_text;
mod log;
mod logfmt;
pub mod marks;
mod names;
mod prefix;
mod records;
mod remedies;
mod selection;
mod spelling;
mod table;
mod template;
mod value;

use std::sync::Arc;

use memchr::{memchr, memmem, memrchr};
use percent_simd::triplet;

pub use format::Format;
pub use json_text::write as write_json;
pub use names::Holds;
pub use prefix::Prefix;
pub use records::Values;
pub use remedies::FieldSet;
pub use template::{Template, strip};

use fast_path::FastPath;
pub use fast_path::{FastLines, Fitting};
use inside::Inside;
pub use selection::ALL;
use selection::{Named, Picks};
use spelling::Spellings;
use table::Dialect;
pub use table::Scan;
pub use value::{Each, Problem, Result, Safety, Scope, Value};

/// The format and the selected fields to rewrite. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Fields {
    format: Format,
    selection: Selection,
    /// The selectors as given, or the defaults.
    names: Arc<[String]>,
    delimiter: u8,
    end: u8,
    safety: Safety,
    nginx: bool,
    clients: bool,
    scope: Scope,
    prefix: Option<Prefix>,
    inside: Option<Inside>,
    spellings: Spellings,
    fast_path: Option<FastPath>,
    /// The formats that are tried in turn where a record does not fit this one.
    others: Arc<[Self]>,
}

#[derive(Clone, Debug)]
enum Selection {
    /// The same places in every record.
    Fixed(Arc<Picks>),
    /// A header gives the places; the second part applies before the first header.
    Named(Arc<Named>, Option<Arc<Picks>>),
    /// Keys of JSON or logfmt.
    Keys(Arc<json_pointer::Tree>),
}

/// The known fields of an input at some place in it. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Header(Option<Arc<Picks>>);

impl Header {
    pub const fn is_known(&self) -> bool {
        self.0.is_some()
    }

    /// The selected fields that it lacks, with the names that there are.
    pub fn missing(&self) -> Option<&str> {
        self.0.as_ref()?.missing.as_deref()
    }
}

pub(crate) const BOM: &[u8] = b"\xEF\xBB\xBF";

impl Fields {
    /// The fields of the selectors, or without selectors the [`defaults`](Format::defaults).
    ///
    /// A selector is a number, from 1, or a name: of [`Format::names`] or [`Format::parts`]; of a
    /// column in the first record (TSV, CSV; if no names are selected, that is like any other); of a
    /// `#Fields:` line. In JSON it is a key, or a JSON Pointer (RFC 6901) in which `*` is every element
    /// of an array. [`rewrite`](Self::rewrite) reports names that a header lacks.
    pub fn new(format: Format, selectors: &[String]) -> Result<Self, String> {
        Self::select(format, selectors, false)
    }

    fn select(format: Format, selectors: &[String], is_read: bool) -> Result<Self, String> {
        let names: Arc<[String]> = match selectors {
            [] => format.defaults().into(),
            _ => selectors.into(),
        };
        if names.is_empty() {
            return Err(selection::no_defaults(format));
        }
        let selection = selection::select(format, selectors, &names, is_read)?;
        Ok(Self::of(format, names, selection))
    }

    fn of(format: Format, names: Arc<[String]>, selection: Selection) -> Self {
        let fast_path = match (format, &selection) {
            (Format::Log(template), Selection::Fixed(picks)) => FastPath::new(template, picks),
            _ => None,
        };
        Self {
            format,
            selection,
            fast_path,
            others: Arc::new([]),
            names,
            delimiter: format.delimiter(),
            end: b'\n',
            safety: Safety::Lines,
            nginx: false,
            clients: false,
            scope: Scope::Bytes,
            prefix: None,
            inside: None,
            spellings: format.spellings(format.delimiter(), b'\n', Safety::Lines),
        }
    }

    /// These fields, or where a record does not fit, those.
    pub fn or(self, other: Self) -> Result<Self, String> {
        let picks = |fields: &Self| fields.of_log().map(|(_, picks)| picks.clone());
        let (Some(mut first), Some(mut second)) = (picks(&self), picks(&other)) else {
            let name = if self.format.is_log() { other.format.name() } else { self.format.name() };
            return Err(format!(
                "--format {name} cannot be one of several: its lines have no form to tell"
            ));
        };
        let mut names = self.names.to_vec();
        first
            .count_as(&mut names, &mut second, &other.names)
            .map_err(|what| format!("{what} of {}", other.format.name()))?;
        let other = Self { selection: Selection::Fixed(Arc::new(second)), ..other };
        let others = self.others.iter().cloned().chain([other]).collect();
        let selection = Selection::Fixed(Arc::new(first));
        Ok(Self { others, selection, names: names.into(), ..self })
    }

    fn with_spellings(self) -> Self {
        let spellings = self.format.spellings(self.delimiter, self.end, self.safety);
        Self { spellings, ..self }
    }

    /// Sets the delimiter of TSV or CSV, which must not be part of triplets or quotes.
    pub fn delimiter(self, delimiter: u8) -> Self {
        debug_assert!(self.format.has_header_record());
        Self { delimiter, ..self }.with_spellings()
    }

    /// Sets the byte that ends records: LF, which a CR may precede, or NUL.
    pub fn end(self, end: u8) -> Self {
        Self { end, ..self }.with_spellings()
    }

    pub const fn terminator(&self) -> u8 {
        self.end
    }

    pub fn safety(self, safety: Safety) -> Self {
        Self { safety, ..self }.with_spellings()
    }

    /// Reads bytes >= 0x80 that nginx has written as `\xHH`, but not those of control characters.
    pub fn nginx(self, nginx: bool) -> Self {
        Self { nginx, ..self }
    }

    /// Reads the bytes of the client where the server has escaped them: in CloudFront's queries,
    /// referers and user agents the escapes of `%`; and if fields are only read, in those of IIS the `+`
    /// for a space.
    pub fn clients(self, clients: bool) -> Self {
        Self { clients, ..self }
    }

    /// Sets the part of a log's value that is given at a time; the default is single bytes.
    pub fn scope(self, scope: Scope) -> Self {
        Self { scope, ..self }
    }

    /// Sets the prefix of each record. Only for the formats that [may have one](Format::may_have_prefix).
    pub fn prefix(self, prefix: Prefix) -> Self {
        let inside = Inside::of_prefix(prefix, self.format);
        let fast_path = self.fast_path.map(|path| path.after(prefix));
        Self { prefix: Some(prefix), inside, fast_path, ..self }
    }

    /// True if a whole request is selected, so that decoded spaces may look like column separators.
    pub fn has_whole_request(&self) -> bool {
        let Some((template, picks)) = self.of_log() else { return false };
        self.safety == Safety::Lines
            && picks.picks.iter().any(|pick| {
                pick.part == selection::Part::Whole && template.request == Some(pick.field)
            })
    }

    fn of_log(&self) -> Option<(&'static Template, &Picks)> {
        match (self.format, &self.selection) {
            (Format::Log(template), Selection::Fixed(picks)) => Some((template, picks)),
            _ => None,
        }
    }

    /// Names the columns of a table whose inputs do not, or until a `#Fields:` line does.
    pub fn columns(self, names: &[String]) -> Result<Self, String> {
        let selection = match self.selection {
            Selection::Named(named, _) => {
                let picks = named.resolve(names);
                if let Some(missing) = picks.missing {
                    return Err(missing);
                }
                Selection::Named(named, Some(Arc::new(picks)))
            }
            Selection::Fixed(picks) if !self.format.is_log() => {
                let columns = Some(names.len());
                Selection::Fixed(Arc::new(Picks { columns, ..(*picks).clone() }))
            }
            _ => {
                return Err(format!(
                    "--fields applies to tsv, csv, cloudfront and w3c, not to {}",
                    self.format.name()
                ));
            }
        };
        Ok(Self { selection, ..self })
    }

    /// Returns true if the first record of an input names the fields, as in TSV and CSV.
    pub fn has_names_first(&self) -> bool {
        self.format.has_header_record() && matches!(self.selection, Selection::Named(_, None))
    }

    pub fn header(&self) -> Header {
        Header(match &self.selection {
            Selection::Fixed(picks) => Some(Arc::clone(picks)),
            Selection::Named(_, known) => known.clone(),
            Selection::Keys(..) => None,
        })
    }

    /// The header after a block of whole records, given the header before it.
    pub fn header_after(&self, header: &Header, block: &[u8]) -> Header {
        let mut after = header.clone();
        let Selection::Named(named, _) = &self.selection else { return after };
        if self.format.has_header_record() {
            let mut rest = block;
            while after.0.is_none() && !rest.is_empty() {
                let (record, _, others) = self.split_first(rest);
                self.read_header(named, &mut after, without_bom(record));
                rest = others;
            }
            return after;
        }
        // Inputs that begin with a byte order mark may have been joined.
        let begins_record = |at: &usize| {
            let before = block[..*at].strip_suffix(BOM).unwrap_or(&block[..*at]);
            before.last().is_none_or(|&last| last == self.end)
        };
        // The last header counts. A search from the end is slow if the block has none.
        if let Some(at) =
            memmem::find_iter(block, self.format.directive()).filter(begins_record).last()
        {
            let (record, ..) = self.split_first(&block[at..]);
            self.read_header(named, &mut after, record);
        }
        after
    }

    /// Updates the header from this record, and returns whether the record is a header.
    fn read_header(&self, named: &Named, header: &mut Header, record: &[u8]) -> bool {
        let picks = if self.format.has_header_record() {
            let is_header = header.0.is_none() && !record.is_empty();
            is_header.then(|| named.resolve(&table::names(record, self.dialect())))
        } else {
            record.strip_prefix(self.format.directive().as_bytes()).map(|names| {
                let names = names.split(u8::is_ascii_whitespace).filter(|name| !name.is_empty());
                named.resolve(&names.collect::<Vec<_>>())
            })
        };
        let is_header = picks.is_some();
        header.0 = picks.map(Arc::new).or(header.0.take());
        is_header
    }

    /// The end of the last whole record in `bytes`, which begin with one; `None`: more are needed.
    /// `scan` remembers the progress: pass it again with the same bytes and more, or those after the end.
    ///
    /// A quote of CSV that is still open after 1 MiB, or at the end of the input, counts as literal: a
    /// stray quote does not turn the rest of the input into one record.
    pub fn last_end(&self, bytes: &[u8], scan: &mut Scan) -> Option<usize> {
        if self.has_lines_in_records() {
            return table::last_end(bytes, scan, self.delimiter);
        }
        let end =
            memrchr(self.end, bytes.get(scan.at..).unwrap_or_default()).map(|at| scan.at + at + 1);
        scan.at = bytes.len() - end.unwrap_or_default();
        end
    }

    /// Splits off the first record of a block: the record, its terminator, and the others.
    pub fn split_first<'a>(&self, block: &'a [u8]) -> (&'a [u8], &'a [u8], &'a [u8]) {
        let end = if self.has_lines_in_records() {
            Scan::default().first_end(block, false, self.delimiter)
        } else {
            memchr(self.end, block).map(|at| at + 1)
        };
        let (record, rest) = block.split_at(end.unwrap_or(block.len()));
        let value = record.strip_suffix(&[self.end]).unwrap_or(record);
        let value =
            if self.end == b'\n' { value.strip_suffix(b"\r").unwrap_or(value) } else { value };
        let (value, end) = record.split_at(value.len());
        (value, end, rest)
    }

    fn dialect(&self) -> Dialect {
        Dialect { delimiter: self.delimiter, has_quotes: self.format == Format::Csv }
    }

    pub fn has_lines_in_records(&self) -> bool {
        self.format == Format::Csv && self.end == b'\n'
    }
}

/// Escapes a byte order mark that begins a record: no client marks the output.
pub(crate) fn escape_mark(start: usize, out: &mut Vec<u8>) {
    if out[start..].starts_with(BOM) {
        let escaped = BOM.iter().flat_map(|&byte| triplet(byte).bytes());
        out.splice(start..start + BOM.len(), escaped);
    }
}

/// Skips a byte order mark. An input, and each of several that were joined, may begin with one.
fn without_bom(record: &[u8]) -> &[u8] {
    record.strip_prefix(BOM).unwrap_or(record)
}
