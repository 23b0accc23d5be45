//! Fields between single delimiters: TSV, CloudFront, W3C, and CSV (RFC 4180), in which fields may be
//! quoted. A quote is special only at the start of a field; elsewhere in an unquoted field it is
//! literal.

use std::borrow::Cow;
use std::ops::Range;

use memchr::{memchr, memchr_iter, memchr2};

use super::edit::Edit;
use super::selection::Picks;
use super::spelling::undoubled;
use super::value::{Escapes, Spot};
use super::{BOM, Problem, Result};

/// A quoted value longer than this, in bytes, counts as unterminated.
const LONGEST: usize = 1024 * 1024;

struct Field {
    span: Range<usize>,
    is_quoted: bool,
    /// No doubled quotes.
    is_verbatim: bool,
    /// The offset of the delimiter, or the length of the record.
    end: usize,
}

#[derive(Clone, Copy)]
pub(super) struct Dialect {
    pub(super) delimiter: u8,
    pub(super) has_quotes: bool,
}

fn field(record: &[u8], start: usize, dialect: Dialect) -> Result<Field> {
    let Dialect { delimiter, has_quotes } = dialect;
    if !has_quotes || record.get(start) != Some(&b'"') {
        let end = memchr(delimiter, &record[start..]).map_or(record.len(), |len| start + len);
        return Ok(Field { span: start..end, is_quoted: false, is_verbatim: true, end });
    }
    let mut from = start + 1;
    loop {
        let Some(len) = memchr(b'"', &record[from..]) else {
            return Err(Problem::new(start, "the quote is not closed"));
        };
        let end = from + len + 1;
        match record.get(end) {
            Some(b'"') => from = end + 1,
            end_of_field if end_of_field.is_none_or(|&byte| byte == delimiter) => {
                return Ok(Field {
                    span: start + 1..end - 1,
                    is_quoted: true,
                    is_verbatim: from == start + 1,
                    end,
                });
            }
            _ => return Err(Problem::new(end, "text after a closing quote")),
        }
    }
}

/// The dialect in which a record has as many fields as there are names: with the quotes of the W3C Extended
/// Log File Format, which IIS does not write and others do, or else without them.
pub(super) fn fitting(
    record: &[u8],
    from: usize,
    dialect: Dialect,
    columns: usize,
    is_exact: bool,
) -> Result<Dialect> {
    let count = |content: &[u8], dialect| {
        fields(content, 0, dialect).try_fold(0, |count, field| field.map(|_| count + 1))
    };
    let content = &record[from..];
    // Servers may write a delimiter at the end.
    let content =
        content.strip_suffix(&[dialect.delimiter]).filter(|_| !is_exact).unwrap_or(content);
    let quoted = Dialect { has_quotes: true, ..dialect };
    let may_be_quoted = dialect.delimiter == b' ' && content.contains(&b'"');
    let found = match dialect.has_quotes {
        true => count(content, dialect).map_err(|problem| problem.after(from))?,
        false if may_be_quoted && count(content, quoted) == Ok(columns) => return Ok(quoted),
        false => 1 + memchr_iter(dialect.delimiter, content).count(),
    };
    if found == columns || found + 1 == columns && content.len() + from < record.len() {
        return Ok(dialect);
    }
    let other = if is_exact { ", or another --delimiter" } else { "" };
    let what =
        format!("{found} fields, but {columns} are named (a value with the delimiter{other}?)");
    Err(Problem::misfit(from, what))
}

/// The fields from here on, up to the first malformed one.
fn fields(record: &[u8], from: usize, dialect: Dialect) -> impl Iterator<Item = Result<Field>> {
    let mut start = Some(from);
    std::iter::from_fn(move || {
        let field = field(record, start.take()?, dialect);
        let next = field.as_ref().map_or(record.len(), |field| field.end);
        start = (next < record.len()).then_some(next + 1);
        Some(field)
    })
}

pub(super) fn rewrite(picks: &Picks, dialect: Dialect, from: usize, edit: &mut Edit<'_>) -> Result {
    let (record, spellings) = (edit.record, &edit.fields.spellings);
    let mut fields = fields(record, from, dialect).enumerate();
    for (index, pick) in picks.picks.iter().enumerate() {
        let is_next =
            |(number, field): &(usize, Result<_>)| *number == pick.field || field.is_err();
        let Some((number, field)) = fields.find(is_next) else { break };
        let Field { span, is_quoted, is_verbatim, .. } = field?;
        let spelling = match number {
            _ if is_quoted => &spellings.quoted,
            0 => &spellings.first,
            _ => &spellings.plain,
        };
        // A quoted field may have raw spaces.
        edit.escapes(if is_quoted { Escapes::None } else { pick.escapes });
        edit.field(Spot { index, span, is_verbatim }, spelling, pick.role)?;
    }
    Ok(())
}

/// The values of a record's fields.
pub(super) fn names(record: &[u8], dialect: Dialect) -> Vec<Cow<'_, [u8]>> {
    let value = |Field { span, is_verbatim, .. }| match &record[span] {
        spelled if is_verbatim => Cow::Borrowed(spelled),
        spelled => Cow::Owned(undoubled(spelled)),
    };
    fields(record, 0, dialect).map_while(Result::ok).map(value).collect()
}

/// The progress of the search for the end of a record.
#[derive(Clone, Debug, Default)]
pub struct Scan {
    pub(super) at: usize,
    state: State,
}

#[derive(Clone, Copy, Debug, Default)]
enum State {
    #[default]
    Outside,
    /// In a value with its quote at this offset.
    Quoted(usize),
    /// After an unterminated quote.
    Open,
}

impl Scan {
    /// The end of the first record. `more`: more input may follow these bytes.
    pub(super) fn first_end(&mut self, bytes: &[u8], more: bool, delimiter: u8) -> Option<usize> {
        loop {
            let rest = bytes.get(self.at..).unwrap_or_default();
            match self.state {
                State::Outside => {
                    let Some(len) = memchr2(b'\n', b'"', rest) else { break };
                    let at = self.at + len;
                    self.at = at + 1;
                    if bytes[at] == b'\n' {
                        return Some(self.at);
                    }
                    let before = &bytes[..at];
                    if before.is_empty() || before.ends_with(&[delimiter]) || before == BOM {
                        self.state = State::Quoted(at);
                    }
                }
                State::Quoted(start) => {
                    let last = (start + LONGEST).min(bytes.len());
                    let Some(len) = memchr(b'"', bytes.get(self.at..last).unwrap_or_default())
                    else {
                        if more && bytes.len() < start + LONGEST {
                            break;
                        }
                        (self.at, self.state) = (start, State::Open);
                        continue;
                    };
                    let at = self.at + len;
                    match bytes.get(at + 1) {
                        Some(b'"') => self.at = at + 2,
                        // The next byte, not yet read, decides whether the quote is doubled.
                        None if more => {
                            self.at = at;
                            return None;
                        }
                        _ => (self.at, self.state) = (at + 1, State::Outside),
                    }
                }
                State::Open => match memchr(b'\n', rest) {
                    Some(len) => return Some(self.at + len + 1),
                    None => break,
                },
            }
        }
        self.at = bytes.len();
        None
    }
}

pub(super) fn last_end(bytes: &[u8], scan: &mut Scan, delimiter: u8) -> Option<usize> {
    let mut end = 0;
    while let Some(len) = scan.first_end(&bytes[end..], true, delimiter) {
        end += len;
        *scan = Scan::default();
    }
    (end > 0).then_some(end)
}
