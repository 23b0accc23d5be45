//! Fields of lines: the values of some are rewritten, and everything else stays byte for byte.
//!
//! A [`Fields`] knows the format of the lines and which fields are meant. Each input begins with
//! its [`header`](Fields::header). Whoever reads the input cuts it into blocks of whole records
//! ([`last_end`](Fields::last_end)) and carries the header from block to block
//! ([`header_after`](Fields::header_after)), so that blocks can be worked on in parallel: each is
//! split into records ([`split_first`](Fields::split_first)), and each record is rewritten
//! ([`rewrite`](Fields::rewrite)).
//!
//! ```
//! use percent_simd::Decoder;
//! use percent_simd_cli::fields::{Fields, Format, Value};
//!
//! let fields = Fields::new(Format::Combined, &["path".into(), "referer".into()])?;
//! let line = br#"192.0.2.7 - - [12/Nov/2026:06:00:07 +0000] "GET /caf%C3%A9%20%22x%22?a%20b HTTP/1.1" 200 5 "https://example.org/%7Eme" "x%20y""#;
//! let mut out = Vec::new();
//! let mut decode = |value: Value<'_>, out: &mut Vec<u8>| {
//!     Decoder::new().keep(value.kept).decode_append(value.bytes, out).expect("this policy refuses nothing");
//!     Ok(())
//! };
//! fields.rewrite(&mut fields.header(), line, &mut decode, &mut out).unwrap();
//! // In the path, escapes of a space, a quote or `?` stay. The query and the user agent were not asked for.
//! let decoded = r#"192.0.2.7 - - [12/Nov/2026:06:00:07 +0000] "GET /café%20%22x%22?a%20b HTTP/1.1" 200 5 "https://example.org/~me" "x%20y""#;
//! assert_eq!(out, decoded.as_bytes());
//! # Ok::<(), String>(())
//! ```
//!
//! # What a value is
//! The bytes that a field stands for: quotes around it are not part of it, and what its format
//! escapes is not escaped in it (`""` in CSV, `\"`, `\\` and `\xHH` in logs, any escape of JSON). A
//! value that does not change stays as it is spelled. One that changes is spelled anew: JSON as
//! short as it can be, but for U+007F to U+009F, which are written `\u00XX`. In logs, what was no
//! triplet stays as it is spelled, and `\"`, `\\`, `\xHH` are written for what is new.
//!
//! The target of a request is all between the space after the method and the last ` HTTP/...`, or the
//! end; it may hold spaces. A request without any space is a target, and `-` is none.
//!
//! # Line safety
//! [`Value::kept`] are the bytes whose escapes have to stay: control characters (00-1F and 7F; those
//! beyond ASCII are up to the caller), and in
//!
//! | | |
//! | --- | --- |
//! | `tsv`, `cloudfront` | the tab, and `"` for readers that honour quotes |
//! | `w3c` | the space and `"` |
//! | `csv` | nothing: a field that needs quotes gets them |
//! | `combined`, `common`, `alb` | in quotes `"` and `\`, elsewhere the space and `"`, in the user also `[`; `]` in the time; in URLs and all parts of the request also the space |
//! | `cloudfront`, `w3c` | in the first field also `#`, which begins a directive |
//! | `jsonl` | `"` and `\` |
//! | a path | `?` and `#`: the parts `path` and `target` of a request, the fields `referer`, `redirect_url`, `cs(Referer)` and `cs-uri-stem` |
//! | a query | `&`, `=`, `+`, `;` and `#`: the parts `query` and `target`, the same fields after `?`, and `cs-uri-query` |
//!
//! If what would split the record comes out all the same (`+` read as a space, for example), it is
//! written as a triplet or quoted, so that a record always splits into the same fields; so is a byte
//! order mark at a record's start. [`Safety::Fields`] allows what the format can quote.
//!
//! # Malformed records
//! They are reported as a [`Problem`] and not rewritten: a quote that is not closed or is followed
//! by text, what is not JSON, a line of a log that ends before a field that is asked for, a time
//! without brackets or a request without quotes, W3C fields without a `#Fields:` line. These are no
//! problem: an empty line (in JSON also one of spaces), a record of CSV, TSV, CloudFront or W3C
//! that ends early, a value of JSON that is missing or no string, a request that has no such part.
//! A name that no field has is reported once, with the header. What no record of an input has is
//! said by [`Fields::missing`].

mod backslash;
mod csv;
mod delimited;
mod edit;
mod format;
mod found;
mod json;
mod json_string;
mod log;
mod marks;
mod names;
mod prefix;
mod read;
mod selection;
mod spelling;
mod usual;

use std::borrow::Cow;
use std::sync::Arc;

use memchr::{memchr, memmem, memrchr};
use percent_simd::AsciiSet;

pub use csv::Scan;
pub use format::Format;
pub use found::Found;
pub use json_string::write as write_json;
pub use prefix::Prefix;
pub use read::{Read, Values};

use edit::Edit;
use selection::{Named, Picks, Selected};
use spelling::Spellings;
use usual::Usual;
pub use usual::UsualLines;

/// Which fields of which format are rewritten. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Fields {
    format: Format,
    selection: Selection,
    /// What was asked for, as it was given, or what is selected by default.
    names: Arc<[String]>,
    /// What is between fields.
    delimiter: u8,
    /// What ends a record.
    end: u8,
    safety: Safety,
    nginx: bool,
    prefix: Option<Prefix>,
    spellings: Spellings,
    /// How lines are known that need not be taken apart.
    usual: Option<Usual>,
}

/// What stays as it is whatever values become.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Safety {
    /// Lines, fields and words: a record stays one line, and splits into the same fields for readers
    /// that honour quotes and for those that do not.
    Lines,
    /// Fields: what the format can quote is decoded.
    Fields,
}

#[derive(Clone, Debug)]
enum Selection {
    /// The same in every record.
    Fixed(Arc<Picks>),
    /// A header says where they are; and what holds before the first one.
    Named(Arc<Named>, Option<Arc<Picks>>),
    /// As they were given, and what they come to.
    Json(Arc<[String]>, Arc<json::Node>),
}

/// What is known of an input's fields at some place in it. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Header(Option<Arc<Picks>>);

impl Header {
    /// Whether something is known.
    #[must_use]
    pub const fn is_known(&self) -> bool {
        self.0.is_some()
    }
}

/// The value of a field.
#[derive(Clone, Copy, Debug)]
pub struct Value<'a> {
    /// Which of the selected fields it is, as [`Found`] counts them.
    pub index: usize,
    /// What the field stands for.
    pub bytes: &'a [u8],
    /// Escapes of these must stay escaped.
    pub kept: AsciiSet,
    /// What it becomes must be UTF-8. Bytes that are not are written as triplets, in upper case:
    /// [`Utf8::KeepEscaped`](percent_simd::Utf8) keeps them as they are spelled.
    pub is_text: bool,
    /// Where in the record the value begins.
    start: usize,
    /// It is spelled as it is, so an offset in it is one in the record.
    is_verbatim: bool,
}

impl Value<'_> {
    /// Where in the record a byte of the value stands; where the value is spelled with escapes,
    /// where the value begins.
    #[must_use]
    pub fn offset(&self, offset: usize) -> usize {
        self.start + if self.is_verbatim { offset } else { 0 }
    }
}

/// Why a record is not rewritten.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// Where in the record, in bytes.
    pub offset: usize,
    /// What is wrong, and where something can be done about it, what.
    pub what: Cow<'static, str>,
    /// The record is a header, without which those after it mean nothing.
    pub in_header: bool,
}

impl Problem {
    /// That of a record that is no header.
    #[must_use]
    pub fn new(offset: usize, what: impl Into<Cow<'static, str>>) -> Self {
        Self { offset, what: what.into(), in_header: false }
    }
}

/// What becomes of each value: appends it to the output, or refuses the whole record.
pub type Each<'a> = &'a mut dyn FnMut(Value<'_>, &mut Vec<u8>) -> Result<(), Problem>;

pub(crate) const BOM: &[u8] = b"\xEF\xBB\xBF";
const DIRECTIVE: &[u8] = b"#Fields:";

impl Fields {
    /// The fields that the selectors name, or if there are none the format's
    /// [`defaults`](Format::defaults).
    ///
    /// A selector is a number, from 1, or a name: of [`Format::names`] or [`Format::parts`]; of a
    /// column in the first record (TSV, CSV; without names the first record is one like any
    /// other); of a `#Fields:` line. In JSON it is a key of the outermost object, or if it begins
    /// with `/` a JSON Pointer (RFC 6901).
    ///
    /// # Errors
    /// For a selector that can name nothing: which, what there is, and what to do. Where a header
    /// brings the names, [`rewrite`](Self::rewrite) reports it.
    pub fn new(format: Format, selectors: &[String]) -> Result<Self, String> {
        Self::select(format, selectors, false)
    }

    fn select(format: Format, selectors: &[String], is_read: bool) -> Result<Self, String> {
        let names = match selectors {
            [] => format.defaults().iter().map(|&name| name.into()).collect(),
            _ => selectors.into(),
        };
        let selection = if format == Format::Jsonl {
            Selection::Json(selectors.into(), Arc::new(json::Node::new(selectors)?))
        } else {
            match selection::select(format, selectors, is_read)? {
                Selected::Picks(picks) => Selection::Fixed(Arc::new(picks)),
                Selected::Named(named) => {
                    // A name that is not among those known may come with a header.
                    let known = Some(format.names())
                        .filter(|names| !names.is_empty())
                        .map(|names| named.resolve(names));
                    let known = known.filter(|picks| picks.missing.is_none()).map(Arc::new);
                    Selection::Named(Arc::new(named), known)
                }
            }
        };
        let usual = match &selection {
            Selection::Fixed(picks) => Usual::new(format, picks),
            _ => None,
        };
        Ok(Self {
            format,
            selection,
            usual,
            names,
            delimiter: format.delimiter(),
            end: b'\n',
            safety: Safety::Lines,
            nginx: false,
            prefix: None,
            spellings: Spellings::new(format, format.delimiter(), b'\n', Safety::Lines),
        })
    }

    fn with_spellings(self) -> Self {
        let spellings = Spellings::new(self.format, self.delimiter, self.end, self.safety);
        Self { spellings, ..self }
    }

    /// The same, where this is between fields: of TSV or CSV, and no part of triplets or quotes.
    #[must_use]
    pub fn delimiter(self, delimiter: u8) -> Self {
        debug_assert!(self.format.has_header_record());
        Self { delimiter, ..self }.with_spellings()
    }

    /// The same, where the first record of TSV or CSV is a header, also if fields are selected by
    /// number.
    ///
    /// # Errors
    /// Those of [`new`](Self::new).
    pub fn header_record(self) -> Result<Self, String> {
        let named = selection::named(self.format, &self.names)?;
        Ok(Self { selection: Selection::Named(Arc::new(named), None), ..self })
    }

    /// The same, where records end with this byte: LF, which a CR may precede, or NUL.
    #[must_use]
    pub fn end(self, end: u8) -> Self {
        Self { end, ..self }.with_spellings()
    }

    /// The byte that records end with.
    #[must_use]
    pub const fn terminator(&self) -> u8 {
        self.end
    }

    /// The same with this safety instead of that of lines.
    #[must_use]
    pub fn safety(self, safety: Safety) -> Self {
        Self { safety, ..self }.with_spellings()
    }

    /// The same, where bytes >= 0x80 that nginx has written as `\xHH` are read as bytes, and written as
    /// such; but for those of control characters.
    #[must_use]
    pub fn nginx(self, nginx: bool) -> Self {
        Self { nginx, ..self }
    }

    /// The same, where this is before each record. Only for *combined*, *common*, *alb* and *jsonl*.
    #[must_use]
    pub fn prefix(self, prefix: Prefix) -> Self {
        // A usual line begins with its first field.
        Self { prefix: Some(prefix), usual: None, ..self }
    }

    /// The prefix that the first record of these seems to have, where none was expected.
    #[must_use]
    pub fn unexpected_prefix(&self, block: &[u8]) -> Option<Prefix> {
        let (record, ..) = self.split_first(block);
        Prefix::guess(without_bom(record))
            .filter(|_| self.prefix.is_none() && self.format.may_have_prefix())
    }

    /// Whether a whole request is selected, and what is decoded in it may look like other columns.
    #[must_use]
    pub fn has_whole_request(&self) -> bool {
        let Selection::Fixed(picks) = &self.selection else { return false };
        self.format.is_log()
            && self.safety == Safety::Lines
            && picks.as_slice().iter().any(|pick| {
                pick.part == selection::Part::Whole
                    && self.format.names().get(pick.field) == Some(&"request")
            })
    }

    /// Whether the first record of an input names the fields, as in TSV and CSV.
    #[must_use]
    pub fn has_names_first(&self) -> bool {
        self.format.has_header_record() && matches!(self.selection, Selection::Named(..))
    }

    /// What is known where an input begins.
    #[must_use]
    pub fn header(&self) -> Header {
        Header(match &self.selection {
            Selection::Fixed(picks) => Some(Arc::clone(picks)),
            Selection::Named(_, known) => known.clone(),
            Selection::Json(..) => None,
        })
    }

    /// What is known after a block of whole records, if `header` is known before it.
    #[must_use]
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
        // The last one counts. A search from the end is slow where there is none.
        if let Some(at) = memmem::find_iter(block, DIRECTIVE).filter(begins_record).last() {
            let (record, ..) = self.split_first(&block[at..]);
            self.read_header(named, &mut after, record);
        }
        after
    }

    /// Takes over what this record says of fields, and answers whether it is a header.
    fn read_header(&self, named: &Named, header: &mut Header, record: &[u8]) -> bool {
        let picks = match self.format {
            Format::Tsv if header.0.is_none() && !record.is_empty() => {
                named.resolve(&delimited::names(record, self.delimiter))
            }
            Format::Csv if header.0.is_none() && !record.is_empty() => {
                named.resolve(&csv::names(record, self.delimiter))
            }
            Format::Tsv | Format::Csv => return false,
            _ => match record.strip_prefix(DIRECTIVE) {
                Some(names) => {
                    let names =
                        names.split(u8::is_ascii_whitespace).filter(|name| !name.is_empty());
                    named.resolve(&names.collect::<Vec<_>>())
                }
                None => return false,
            },
        };
        header.0 = Some(Arc::new(picks));
        true
    }

    /// Where the last whole record of `bytes` ends, which begin with a record; what ends it is part
    /// of it. `None`: there must be more, or the input ends here. `scan` remembers what has
    /// been looked at: give it again with the same bytes and more, or with what followed the
    /// end.
    ///
    /// A record of CSV has more than one line where a line end is quoted. So that a stray quote
    /// does not make one record of the rest of the input, a quote that is still open after 1
    /// MiB is none, and the record ends with its line; so it does where the input ends before.
    #[must_use]
    pub fn last_end(&self, bytes: &[u8], scan: &mut Scan) -> Option<usize> {
        if self.has_lines_in_records() {
            return csv::last_end(bytes, scan, self.delimiter);
        }
        let end =
            memrchr(self.end, bytes.get(scan.at..).unwrap_or_default()).map(|at| scan.at + at + 1);
        scan.at = bytes.len() - end.unwrap_or_default();
        end
    }

    /// The first record of a block of whole records, what ends it, and the other records.
    #[must_use]
    pub fn split_first<'a>(&self, block: &'a [u8]) -> (&'a [u8], &'a [u8], &'a [u8]) {
        let end = if self.has_lines_in_records() {
            csv::first_end(block, self.delimiter)
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

    /// Whether a record may have more than one line.
    #[must_use]
    pub fn has_lines_in_records(&self) -> bool {
        self.format == Format::Csv && self.end == b'\n'
    }

    /// Appends a record, given without what ends it, with what `each` makes of the selected values,
    /// in the order of the record; and takes over into `header` what the record says of the fields
    /// after it.
    ///
    /// # Errors
    /// If the record is malformed, or `each` says so: then nothing was appended. (A header is
    /// reported where a name is missing in it; the others count.)
    pub fn rewrite(
        &self,
        header: &mut Header,
        record: &[u8],
        each: Each<'_>,
        out: &mut Vec<u8>,
    ) -> Result<(), Problem> {
        let old = out.len();
        let mut edit = Edit::new(record, each, out).nginx(self.nginx);
        let result = self.edit(header, record, &mut edit);
        edit.finish();
        result.inspect_err(|_| out.truncate(old))
    }

    fn edit(
        &self,
        header: &mut Header,
        record: &[u8],
        edit: &mut Edit<'_, '_>,
    ) -> Result<(), Problem> {
        let spellings = &self.spellings;
        let content = without_bom(record);
        if content.is_empty() {
            return Ok(());
        }
        let from = record.len() - content.len();
        let from = match self.prefix {
            Some(prefix) => {
                let len = prefix.len(content);
                from + len.ok_or_else(|| Problem::new(from, prefix.missing()))?
            }
            None => from,
        };
        match &self.selection {
            Selection::Json(_, wanted) => {
                return json::rewrite(wanted, &spellings.quoted, record, from, edit);
            }
            Selection::Named(named, _) if self.read_header(named, header, content) => {
                let missing = header.0.as_ref().and_then(|picks| picks.missing.clone());
                return missing.map_or(Ok(()), |missing| {
                    Err(Problem { in_header: true, ..Problem::new(from, missing) })
                });
            }
            _ if self.format.has_directives() && content.starts_with(b"#") => return Ok(()),
            _ => {}
        }
        let Some(picks) = &header.0 else {
            return Err(Problem::new(
                from,
                "no names of fields: no `#Fields:` line says what these are; select them by number, from 1",
            ));
        };
        match self.format {
            Format::Csv => csv::rewrite(picks, spellings, self.delimiter, record, from, edit),
            format if format.is_log() => log::rewrite(format, picks, spellings, record, from, edit),
            _ => delimited::rewrite(picks, spellings, self.delimiter, record, from, edit),
        }
    }
}

/// An input, and any of several that were joined, may begin with a byte order mark, which belongs
/// to no field.
fn without_bom(record: &[u8]) -> &[u8] {
    record.strip_prefix(BOM).unwrap_or(record)
}
