//! Fields separated by single spaces, some of them in quotes with backslash escapes: *common*,
//! *combined*, *vhost-combined*, ALB.

use std::ops::Range;

use memchr::{memchr, memchr2, memchr2_iter, memmem, memrchr};

use super::edit::Edit;
use super::format::Format;
use super::selection::{Part, Pick, Picks};
use super::spelling::{Spelling, Spellings};
use super::{Problem, usual};

struct Field<'s> {
    /// The span within the quotes or brackets.
    span: Range<usize>,
    spelling: &'s Spelling,
    /// No backslash escapes.
    is_verbatim: bool,
    /// The offset of the delimiter, or the length of the record.
    end: usize,
}

/// The positions of the special fields of a format, from 0.
struct Layout {
    /// May contain spaces: servers log any user name that a client sends.
    user: usize,
    /// In brackets.
    time: usize,
    /// In quotes.
    request: usize,
}

impl Layout {
    const fn of(format: Format) -> Self {
        match format {
            Format::Alb => Self { user: usize::MAX, time: usize::MAX, request: 12 },
            Format::VhostCombined => Self { user: 3, time: 4, request: 5 },
            _ => Self { user: 2, time: 3, request: 4 },
        }
    }

    /// The field with this number, at this offset.
    fn field<'s>(
        &self,
        record: &[u8],
        number: usize,
        start: usize,
        spellings: &'s Spellings,
    ) -> Result<Field<'s>, Problem> {
        let rest = &record[start..];
        if number == self.request && rest.first() != Some(&b'"') {
            return Err(Problem::new(
                start,
                "a request in quotes is expected here (another format?)",
            ));
        }
        if number == self.time && rest.first() != Some(&b'[') {
            return Err(Problem::new(
                start,
                "a time in brackets is expected here (another format?)",
            ));
        }
        let mut is_verbatim = true;
        let (value, spelling) = match rest.first() {
            Some(b'"') => {
                let end = quoted(rest, &mut is_verbatim)
                    .ok_or_else(|| Problem::new(start, "the quote is not closed"))?;
                (1..end, &spellings.quoted)
            }
            Some(b'[') if number == self.time => {
                let end = memchr(b']', rest)
                    .ok_or_else(|| Problem::new(start, "the bracket is not closed"))?;
                (1..end, &spellings.bracketed)
            }
            _ if number == self.user => {
                let end = user(rest);
                (
                    0..end,
                    if rest[..end].contains(&b' ') {
                        &spellings.spaced_user
                    } else {
                        &spellings.user
                    },
                )
            }
            _ => (0..memchr(b' ', rest).unwrap_or(rest.len()), &spellings.plain),
        };
        // Opening and closing characters have the same length.
        let end = start + value.end + value.start;
        if record.get(end).is_some_and(|&byte| byte != b' ') {
            return Err(Problem::new(end, "text after a closing quote or bracket"));
        }
        Ok(Field { span: start + value.start..start + value.end, spelling, is_verbatim, end })
    }
}

/// The offset of the closing quote, and whether a backslash precedes it. The bytes begin with the
/// opening quote.
fn quoted(bytes: &[u8], is_verbatim: &mut bool) -> Option<usize> {
    let mut from = 1;
    loop {
        let at = from + memchr2(b'"', b'\\', bytes.get(from..)?)?;
        if bytes[at] == b'"' {
            return Some(at);
        }
        *is_verbatim = false;
        from = at + 2;
    }
}

/// The length of the user's name: up to ` [`, or if a quote comes first, up to a space.
fn user(bytes: &[u8]) -> usize {
    for at in memchr2_iter(b'[', b'"', bytes) {
        match (bytes[at], at.checked_sub(1).map(|before| bytes[before])) {
            (b'[', Some(b' ')) => return at - 1,
            (b'[', _) | (_, Some(b'\\')) => {}
            _ => break,
        }
    }
    memchr(b' ', bytes).unwrap_or(bytes.len())
}

pub(super) fn rewrite(
    format: Format,
    picks: &Picks,
    spellings: &Spellings,
    record: &[u8],
    from: usize,
    edit: &mut Edit<'_, '_>,
) -> Result<(), Problem> {
    let layout = Layout::of(format);
    let mut picks_left = picks.as_slice();
    let is_behind = picks_left.first().is_some_and(|pick| pick.field >= layout.request);
    // In a line of the usual form, one search instead of five.
    let request = if is_behind && matches!(format, Format::Common | Format::Combined) {
        usual::request_at(&record[from..])
    } else {
        None
    };
    let (mut number, mut start) = request.map_or((0, from), |at| (layout.request, from + at));
    while !picks_left.is_empty() {
        let field = layout.field(record, number, start, spellings)?;
        let first = picks.as_slice().len() - picks_left.len();
        let here = picks_left.iter().take_while(|pick| pick.field == number).count();
        let (picked, others) = picks_left.split_at(here);
        picks_left = others;
        for (index, &Pick { part, role, .. }) in (first..).zip(picked) {
            let span = match part {
                Part::Whole => Some(0..field.span.len()),
                _ => part.span(&record[field.span.clone()]),
            };
            if let Some(span) = span {
                let span = field.span.start + span.start..field.span.start + span.end;
                let how = (field.spelling, role);
                edit.field(index, span, field.is_verbatim, how, spellings)?;
            }
        }
        if field.end == record.len() {
            break;
        }
        (number, start) = (number + 1, field.end + 1);
    }
    let is_short = picks_left.first().is_some_and(|pick| pick.field <= picks.required);
    if is_short {
        Err(Problem::new(record.len(), "the line ends before the selected field (another format?)"))
    } else {
        Ok(())
    }
}

/// "METHOD TARGET VERSION" (RFC 9112 3), as far as the client sent it.
struct Request {
    method: Option<Range<usize>>,
    target: Option<Range<usize>>,
    version: Option<Range<usize>>,
}

impl Request {
    /// The span of the target; `None` if the request is empty. Clients send anything, and servers
    /// log it. So the target may contain spaces and is everything between the method and ` HTTP/`,
    /// or everything if they are missing: extra or missing spaces hide nothing.
    fn parse(request: &[u8]) -> Option<Self> {
        if matches!(request, b"" | b"-") {
            return None;
        }
        // A simple loop: for a few bytes, a vector search takes longer to start.
        let Some(method) = request.iter().position(|&byte| byte == b' ') else {
            return Some(Self { method: None, target: Some(0..request.len()), version: None });
        };
        if let Some(target) = usual_target(request, method) {
            let version = Some(target.end + 1..request.len());
            return Some(Self { method: Some(0..method), target: Some(target), version });
        }
        let is_other = |byte: &u8| *byte != b' ';
        let skipped = request[method..].iter().position(is_other);
        let start = skipped.map_or(request.len(), |len| method + len);
        let end = |to: usize| {
            request[start..to].iter().rposition(is_other).map_or(start, |last| start + last + 1)
        };
        let all = start..end(request.len());
        let version = memrchr(b' ', &request[all.clone()])
            .map(|space| start + space + 1..all.end)
            .filter(|version| request[version.clone()].starts_with(b"HTTP/"));
        let target = start..version.as_ref().map_or(all.end, |version| end(version.start));
        Some(Self {
            method: Some(0..method),
            target: Some(target).filter(|target| !target.is_empty()),
            version,
        })
    }
}

/// The target after a method of this length, between single spaces and before a version of the
/// usual length: the form of nearly all requests.
fn usual_target(request: &[u8], method: usize) -> Option<Range<usize>> {
    const VERSION: usize = " HTTP/1.1".len();
    let start = method + 1;
    let end = request.len().checked_sub(VERSION).filter(|&end| end > start)?;
    let (target, version) = (&request[start..end], &request[end..]);
    let is_usual = version.starts_with(b" HTTP/")
        && !version[1..].contains(&b' ')
        && target[0] != b' '
        && target[target.len() - 1] != b' ';
    is_usual.then_some(start..end)
}

impl Part {
    /// The span of the part in a request, if present.
    fn span(self, request: &[u8]) -> Option<Range<usize>> {
        let Request { method, target, version } = Request::parse(request)?;
        let in_target = |part: fn(&[u8]) -> Option<Range<usize>>| {
            let target = target.clone()?;
            let span = part(&request[target.clone()])?;
            Some(target.start + span.start..target.start + span.end)
        };
        match self {
            Self::Whole => Some(0..request.len()),
            Self::Method => method,
            Self::Target => target,
            Self::Path => in_target(path),
            Self::Query => in_target(query),
            Self::Version => version,
        }
    }
}

/// The path of a request target in origin form or absolute form (RFC 9112 3.2). The other forms
/// have no path.
fn path(target: &[u8]) -> Option<Range<usize>> {
    let start = if target.first() == Some(&b'/') {
        0
    } else {
        let authority = memmem::find(target, b"://")? + 3;
        authority + memchr2(b'/', b'?', &target[authority..]).unwrap_or(target.len() - authority)
    };
    if target[..start].ends_with(b"\\") {
        // It is in no host, and together with what the path becomes it may make an escape.
        return None;
    }
    let end = memchr(b'?', &target[start..]).map_or(target.len(), |len| start + len);
    Some(start..end)
}

/// The query: the bytes after the path and `?`.
fn query(target: &[u8]) -> Option<Range<usize>> {
    let path = path(target)?;
    (path.end < target.len()).then(|| path.end + 1..target.len())
}
