//! Lines of a template: the fields that are selected, and the parts of a request.

use std::ops::Range;

use memchr::{memchr, memchr2, memmem, memrchr};

use super::edit::Edit;
use super::selection::{Part, Pick, Picks};
use super::template::{Place, Template};
use super::value::Spot;
use super::{Problem, Result};

pub(super) fn rewrite(
    template: &'static Template,
    picks: &Picks,
    from: usize,
    edit: &mut Edit<'_>,
) -> Result {
    let (record, wanted) = (edit.record, &*picks.picks);
    if let Some(fitting) = edit.fits.filter(|fitting| fitting.from == from) {
        for (at, pick) in wanted.iter().enumerate() {
            let Some(place) = fitting.place(template, record, pick.field) else { break };
            edit_pick(template, picks.index(at), pick, &place, edit)?;
        }
        return Ok(());
    }
    // The whole line is matched first: a line that does not fit is not cut.
    let (mut left, mut places) = (wanted, vec![None; wanted.len()]);
    let last = wanted.last().map_or(0, |pick| pick.field);
    template.matches(record, from, last, |number, place| {
        while let Some((_, others)) = left.split_first().filter(|(pick, _)| pick.field == number) {
            places[wanted.len() - left.len()] = Some(place.clone());
            left = others;
        }
    })?;
    if left.first().is_some_and(|pick| pick.field <= picks.required) {
        return Err(Problem::misfit(record.len(), "the line ends before the selected field"));
    }
    for (at, (pick, place)) in wanted.iter().zip(&places).enumerate() {
        let Some(place) = place else { break };
        edit_pick(template, picks.index(at), pick, place, edit)?;
    }
    Ok(())
}

#[inline]
fn edit_pick(
    template: &'static Template,
    index: usize,
    &Pick { field, part, role, escapes }: &Pick,
    place: &Place,
    edit: &mut Edit<'_>,
) -> Result {
    let value = &edit.record[place.span.clone()];
    let span = match part {
        Part::Whole => Some(0..value.len()),
        _ if template.request == Some(field) => part.span(value),
        _ => {
            // A host in front of the path, which the template has joined.
            let is_joined = template.fields[field].name.contains('+') && !value.starts_with(b"/");
            let start = if is_joined { memchr(b'/', value).unwrap_or(value.len()) } else { 0 };
            let part = if part == Part::Path { path } else { query };
            part(&value[start..]).map(|span| start + span.start..start + span.end)
        }
    };
    let Some(span) = span else { return Ok(()) };
    edit.escapes(escapes);
    let ending;
    let spelling = match template.spelling(field, place, value, &edit.fields.spellings) {
        (spelling, None) => spelling,
        (spelling, Some(end)) => {
            ending = spelling.ending_at(end);
            &ending
        }
    };
    let span = place.span.start + span.start..place.span.start + span.end;
    edit.field(Spot { index, span, is_verbatim: place.is_verbatim }, spelling, role)
}

/// "METHOD TARGET VERSION" (RFC 9112 3), as far as the client sent it.
struct Request {
    method: Option<Range<usize>>,
    target: Option<Range<usize>>,
    version: Option<Range<usize>>,
}

impl Request {
    /// The spans of the parts; `None` if the request is empty. Clients send anything, and servers log it.
    /// So the target is everything but a method at the start and a version at the end, with the spaces
    /// beside them: it may contain spaces, and whatever is neither a method nor a version is in it.
    fn parse(request: &[u8]) -> Option<Self> {
        if matches!(request, b"" | b"-") {
            return None;
        }
        // A simple loop: for a few bytes, a vector search takes longer to start.
        // The bytes of a token (RFC 9110 5.6.2) that methods have; `%` begins an escape.
        let is_other = |byte: &u8| !byte.is_ascii_alphanumeric() && !b"-_".contains(byte);
        let len = request.iter().position(is_other).unwrap_or(request.len());
        let method = (len > 0 && request.get(len) == Some(&b' ')).then_some(0..len);
        let without_spaces = |mut span: Range<usize>| {
            while span.start < span.end && request[span.end - 1] == b' ' {
                span.end -= 1;
            }
            while span.start < span.end && request[span.start] == b' ' {
                span.start += 1;
            }
            span
        };
        let start = method.as_ref().map_or(0, |method| method.end + 1);
        let mut target = without_spaces(start..request.len());
        let is_last_word = |space: &usize| {
            let is_in_target = *space >= target.start && request[*space] == b' ';
            is_in_target && is_version(&request[*space + 1..target.end])
        };
        // Nearly all versions are that long: a vector search takes longer to start.
        let usual = target.end.checked_sub(" HTTP/1.1".len()).filter(is_last_word);
        let search = || memrchr(b' ', &request[..target.end]).filter(is_last_word);
        let version = usual.or_else(search).map(|space| space + 1..target.end);
        // A load balancer's own name of a request that it could not read: `- http://e.org:443- -`.
        let no_version = || request.starts_with(b"- ") && request[..target.end].ends_with(b" -");
        let version = version.or_else(|| no_version().then(|| target.end - 1..target.end));
        if let Some(version) = &version {
            target = without_spaces(target.start..version.start);
        }
        Some(Self { method, target: Some(target).filter(|target| !target.is_empty()), version })
    }
}

fn is_version(word: &[u8]) -> bool {
    word.strip_prefix(b"HTTP/").is_some_and(|number| {
        !number.is_empty() && number.iter().all(|&byte| byte.is_ascii_digit() || byte == b'.')
    })
}

impl Part {
    pub(super) fn span(self, request: &[u8]) -> Option<Range<usize>> {
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

/// The path of a target in origin form or absolute form (RFC 9112 3.2); others have none.
fn path(target: &[u8]) -> Option<Range<usize>> {
    let start = if target.first() == Some(&b'/') {
        0
    } else {
        let authority = memmem::find(target, b"://")? + 3;
        authority + memchr2(b'/', b'?', &target[authority..]).unwrap_or(target.len() - authority)
    };
    if target[..start].ends_with(b"\\") {
        // It is in no host, and together with the decoded path it may make an escape.
        return None;
    }
    let end = memchr(b'?', &target[start..]).map_or(target.len(), |len| start + len);
    Some(start..end)
}

fn query(target: &[u8]) -> Option<Range<usize>> {
    let path = path(target)?;
    (path.end < target.len()).then(|| path.end + 1..target.len())
}
