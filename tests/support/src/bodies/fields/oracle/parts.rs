//! The oracle's parts of URLs and requests.

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

/// RFC 9112 3. The method is a first word of letters, digits, `-` and `_` before a space. The
/// version is the last word if that is `HTTP/` and a number, and not the only word. The target is
/// everything between, from its first word to its last.
fn words(request: &[u8]) -> Option<Words> {
    if request == b"-" {
        return None;
    }
    let is_space = |at: usize| request.get(at).is_none_or(|&byte| byte == b' ');
    let is_method = |word: &[u8]| {
        !word.is_empty()
            && word.iter().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(byte))
    };
    let is_version = |word: &Range<usize>| match request[word.clone()].strip_prefix(b"HTTP/") {
        Some(number) => {
            !number.is_empty() && number.iter().all(|byte| b"0123456789.".contains(byte))
        }
        None => false,
    };
    let space = (0..request.len()).find(|&at| is_space(at));
    let method = space.filter(|&space| is_method(&request[..space]));
    let from = method.map_or(0, |method| method + 1);
    let starts =
        (from..request.len()).filter(|&at| !is_space(at) && (at == from || is_space(at - 1)));
    let words: Vec<Range<usize>> = starts
        .map(|start| start..(start..).find(|&at| is_space(at)).expect("there is an end"))
        .collect();
    let (target, version) = match &*words {
        [] => (from..from, None),
        [first, .., before, last] if is_version(last) => {
            (first.start..before.end, Some(last.clone()))
        }
        [first, last] if is_version(last) => (first.clone(), Some(last.clone())),
        [first, ..] => (first.start..words.last().expect("there are words").end, None),
    };
    Some((method.map(|method| 0..method), target, version))
}
