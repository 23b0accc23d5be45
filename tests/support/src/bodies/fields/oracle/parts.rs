//! The parts of URLs and of requests, as the oracle reads them.

use std::ops::Range;

use super::{Field, Meaning, Sort};

/// RFC 3986 3.3 and 3.4: the first `?` ends the path.
pub(super) fn url(field: &Field, record: &[u8]) -> Vec<Field> {
    let Range { start, end } = field.span;
    let mark = (start..end).find(|&at| record[at] == b'?');
    let of = |span, meaning| Field { span, sort: field.sort, meaning };
    let path = of(start..mark.unwrap_or(end), Meaning::Path);
    std::iter::once(path).chain(mark.map(|mark| of(mark + 1..end, Meaning::Query))).collect()
}

/// The values of the part of a request with this name.
pub fn parts(name: &str, record: &[u8], request: &Field) -> Vec<Field> {
    let Some(part) = part(name, &record[request.span.clone()], request.span.start) else {
        return Vec::new();
    };
    let part = Field { sort: request.sort, ..part };
    if name == "target" { url(&part, record) } else { vec![part] }
}

fn part(name: &str, request: &[u8], start: usize) -> Option<Field> {
    let (method, target, version) = words(request)?;
    let found = |span: Range<usize>, meaning| {
        let span = start + span.start..start + span.end;
        Some(Field { span, sort: Sort::Quoted, meaning })
    };
    let from = target.start;
    let text = &request[target.clone()];
    let mark = || {
        let slash = if text.starts_with(b"/") {
            0
        } else {
            let authority = (0..text.len()).find(|&at| text[at..].starts_with(b"://"))? + 3;
            (authority..text.len())
                .find(|&at| text[at] == b'/' || text[at] == b'?')
                .unwrap_or(text.len())
        };
        if slash > 0 && text[slash - 1] == b'\\' {
            return None;
        }
        Some((slash, (slash..text.len()).find(|&at| text[at] == b'?').unwrap_or(text.len())))
    };
    match name {
        "method" => found(method?, Meaning::Word),
        "target" if !target.is_empty() => found(target, Meaning::Word),
        "path" => mark().and_then(|(slash, mark)| found(from + slash..from + mark, Meaning::Path)),
        "query" => mark()
            .filter(|&(_, mark)| mark < text.len())
            .and_then(|(_, mark)| found(from + mark + 1..target.end, Meaning::Query)),
        "version" => found(version?, Meaning::Word),
        _ => None,
    }
}

type Words = (Option<Range<usize>>, Range<usize>, Option<Range<usize>>);

/// The method ends before the first space, the version is the last word if it begins with `HTTP/`
/// and is not the only one, and the target is all between, from its first word to its last. Without
/// a space, everything is the target.
fn words(request: &[u8]) -> Option<Words> {
    let is_space = |at: usize| request.get(at).is_none_or(|&byte| byte == b' ');
    let Some(method) = (0..request.len()).find(|&at| is_space(at)) else {
        return (request != b"-").then_some((None, 0..request.len(), None));
    };
    let starts = (method + 1..request.len()).filter(|&at| !is_space(at) && is_space(at - 1));
    let words: Vec<Range<usize>> = starts
        .map(|start| start..(start..).find(|&at| is_space(at)).expect("there is an end"))
        .collect();
    let (target, version) = match &*words {
        [] => (method..method, None),
        [first, .., before, last] if request[last.clone()].starts_with(b"HTTP/") => {
            (first.start..before.end, Some(last.clone()))
        }
        [first, last] if request[last.clone()].starts_with(b"HTTP/") => {
            (first.clone(), Some(last.clone()))
        }
        [first, ..] => (first.start..words.last().expect("there are words").end, None),
    };
    Some((Some(0..method), target, version))
}
