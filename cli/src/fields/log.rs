//! Lines of a template: the fields that are selected, and the parts of a request.

use std::ops::Range;

use memchr::{memchr, memchr2, memmem, memrchr};

use super::edit::Edit;
use super::selection::{Part, Pick, Picks};
use super::template::{Place, Template};
use super::{Problem, Result};

pub(super) fn rewrite(
    template: &'static Template,
    picks: &Picks,
    from: usize,
    edit: &mut Edit<'_>,
) -> Result {
    let (record, wanted) = (edit.record, &*picks.picks);
    let Some((first, last)) = wanted.first().zip(wanted.last()) else { return Ok(()) };
    let ends = (first.field, last.field);
    let mut left = wanted;
    if let Some(fitting) = edit.fits.filter(|fitting| fitting.from == from) {
        return fitting.places(template, record, ends, |number, place| {
            while let Some((pick, others)) =
                left.split_first().filter(|(pick, _)| pick.field == number)
            {
                let index = picks.index(wanted.len() - left.len());
                edit_pick(template, index, pick, &place, edit)?;
                left = others;
            }
            Ok(())
        });
    }
    // The whole line is matched first: what does not fit is not cut.
    let mut places = vec![None; wanted.len()];
    template.matches(record, from, last.field, |number, place| {
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
    &Pick { field, part, role, .. }: &Pick,
    place: &Place,
    edit: &mut Edit<'_>,
) -> Result {
    let value = &edit.record[place.span.clone()];
    let span = match part {
        Part::Whole => Some(0..value.len()),
        _ if template.request == Some(field) => part.span(value),
        Part::Path => path(value),
        _ => query(value),
    };
    let Some(span) = span else { return Ok(()) };
    let ending;
    let spelling = match template.spelling(field, place, value, &edit.fields.spellings) {
        (spelling, None) => spelling,
        (spelling, Some(end)) => {
            ending = spelling.ending_at(end);
            &ending
        }
    };
    let span = place.span.start + span.start..place.span.start + span.end;
    edit.field(index, span, place.is_verbatim, spelling, role)
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

/// The target between single spaces and before a version: the form of nearly all requests.
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
        // It is in no host, and together with what the path becomes it may make an escape.
        return None;
    }
    let end = memchr(b'?', &target[start..]).map_or(target.len(), |len| start + len);
    Some(start..end)
}

fn query(target: &[u8]) -> Option<Range<usize>> {
    let path = path(target)?;
    (path.end < target.len()).then(|| path.end + 1..target.len())
}
