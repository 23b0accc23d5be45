//! An oracle for lines, byte by byte, from the descriptions of their formats and not from `src/`.

mod fits;
mod json;
mod parts;

use std::ops::Range;

use fits::kinds;
pub use fits::{begins_with_date, fits};
pub use json::{json_string, literals};
pub use parts::parts;
use parts::url;
use percent_simd_cli::fields::{Format, Safety};

/// The syntax of lines, and the escapes that stay.
#[derive(Clone, Copy, Debug)]
pub struct Dialect {
    pub format: Format,
    pub delimiter: u8,
    pub end: u8,
    pub safety: Safety,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// The range of its value, within quotes and brackets.
    pub span: Range<usize>,
    pub sort: Sort,
    pub meaning: Meaning,
}

impl Field {
    fn new(span: Range<usize>, sort: Sort) -> Self {
        Self { span, sort, meaning: Meaning::Text }
    }
}

/// The role of the value in a URL.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning {
    Text,
    /// A word without spaces: a method, a version.
    Word,
    Path,
    Query,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    Plain,
    /// `"..."`, doubled quotes or backslashes.
    Quoted,
    /// `[...]`
    Time,
    User,
    Json,
}

pub fn delimiter(format: Format) -> u8 {
    match format {
        Format::Tsv | Format::CloudFront => b'\t',
        Format::Csv => b',',
        _ => b' ',
    }
}

pub fn is_log(format: Format) -> bool {
    matches!(format, Format::Log(_))
}

const BOM: &[u8] = b"\xEF\xBB\xBF";

/// The records of a text, each with its terminator: the range, and the length of the content.
pub fn records(dialect: &Dialect, text: &[u8]) -> Vec<(Range<usize>, usize)> {
    let (mut records, mut start, end) = (Vec::new(), 0, dialect.end);
    while start < text.len() {
        let stop = record_end(dialect, text, start);
        let mut content = stop;
        if text[content - 1] == end {
            content -= 1;
            if end == b'\n' && content > start && text[content - 1] == b'\r' {
                content -= 1;
            }
        } else if end == b'\n' && text[content - 1] == b'\r' {
            content -= 1;
        }
        records.push((start..stop, content));
        start = stop;
    }
    records
}

fn record_end(dialect: &Dialect, text: &[u8], start: usize) -> usize {
    let Dialect { format, delimiter, end, .. } = *dialect;
    let mut at = start;
    while at < text.len() {
        if text[at] == end {
            return at + 1;
        }
        let begins_field = at == start || text[at - 1] == delimiter || text[start..at] == *BOM;
        if format == Format::Csv && end == b'\n' && text[at] == b'"' && begins_field {
            match closing_quote(text, at) {
                Some(close) => at = close,
                // A stray quote makes the record one line.
                None => {
                    return (at..text.len())
                        .find(|&at| text[at] == b'\n')
                        .map_or(text.len(), |at| at + 1);
                }
            }
        }
        at += 1;
    }
    at
}

/// The quote that closes the one at `open`; doubled quotes are within.
fn closing_quote(text: &[u8], open: usize) -> Option<usize> {
    let mut at = open + 1;
    while at < text.len() {
        if text[at] == b'"' {
            if text.get(at + 1) != Some(&b'"') {
                return Some(at);
            }
            at += 1;
        }
        at += 1;
    }
    None
}

/// The fields of a record that is neither empty nor a directive, up to `last`; `None` if they are
/// malformed.
pub fn split(dialect: &Dialect, record: &[u8], last: usize) -> Option<Vec<Field>> {
    let Dialect { format, delimiter, .. } = *dialect;
    let mut at = if record.starts_with(BOM) { 3 } else { 0 };
    let mut fields = Vec::new();
    let (kinds, _) = kinds(format);
    let [user, time, request] =
        [b'u', b't', b'q'].map(|wanted| kinds.iter().position(|&kind| kind == wanted));
    loop {
        let number = Some(fields.len());
        let (field, next) = match record.get(at) {
            Some(b'"') if format == Format::Csv => {
                let close = closing_quote(record, at)?;
                (Field::new(at + 1..close, Sort::Quoted), close + 1)
            }
            Some(b'"') if is_log(format) => {
                let mut close = at + 1;
                while *record.get(close)? != b'"' {
                    close += if record[close] == b'\\' { 2 } else { 1 };
                }
                (Field::new(at + 1..close, Sort::Quoted), close + 1)
            }
            Some(b'[') if number == time => {
                let close = (at..record.len()).find(|&at| record[at] == b']')?;
                (Field::new(at + 1..close, Sort::Time), close + 1)
            }
            _ => {
                let is_user = number == user;
                let spaced = if is_user { spaced_user_end(record, at) } else { None };
                let plain =
                    (at..record.len()).find(|&at| record[at] == delimiter).unwrap_or(record.len());
                let close = spaced.unwrap_or(plain);
                (Field::new(at..close, if is_user { Sort::User } else { Sort::Plain }), close)
            }
        };
        let is_absent = record[field.span.clone()] == *b"-";
        if number == request && field.sort != Sort::Quoted && !is_absent
            || number == time && field.sort != Sort::Time
        {
            return None;
        }
        if next < record.len() && record[next] != delimiter {
            return None;
        }
        fields.push(field);
        if next == record.len() || fields.len() > last {
            return Some(fields);
        }
        at = next + 1;
    }
}

/// A user's name ends before ` [` if no quote without a backslash comes first.
fn spaced_user_end(record: &[u8], start: usize) -> Option<usize> {
    for at in start + 1..record.len() {
        match record[at] {
            b'[' if record[at - 1] == b' ' => return Some(at - 1),
            b'"' if record[at - 1] != b'\\' => return None,
            _ => {}
        }
    }
    None
}

/// The values of a field with this name: a URL has two, a path and a query.
pub fn values(name: &str, field: &Field, record: &[u8]) -> Vec<Field> {
    let with = |meaning| vec![Field { meaning, ..field.clone() }];
    match &*name.to_ascii_lowercase().replace('_', "-") {
        "referer" | "redirect-url" | "cs(referer)" => url(field, record),
        "cs-uri-stem" => with(Meaning::Path),
        "cs-uri-query" => with(Meaning::Query),
        _ => with(Meaning::Text),
    }
}

/// Returns whether the escape of this byte stays.
pub fn is_kept(
    dialect: &Dialect,
    (sort, meaning): (Sort, Meaning),
    is_first: bool,
    byte: u8,
) -> bool {
    let Dialect { format, delimiter, end, safety } = *dialect;
    let is_end = if end == b'\n' { byte == b'\n' || byte == b'\r' } else { byte == end };
    let is_control = byte < 0x20 || byte == 0x7F;
    let is_line = safety == Safety::Lines;
    let separates = match meaning {
        Meaning::Text | Meaning::Word => false,
        Meaning::Path => b"?#".contains(&byte),
        Meaning::Query => b"&=+;#".contains(&byte),
    };
    match (format, sort) {
        _ if is_line && is_control || separates => true,
        // JSON can write any other character.
        (_, Sort::Json) => false,
        (_, Sort::Time) => is_end || byte == b']' || is_line && byte == b'"',
        (_, Sort::User) => is_end || b"[ \"".contains(&byte),
        // CSV quotes a cell where necessary.
        (Format::Csv, _) => end == 0 && byte == 0,
        (_, Sort::Quoted) => {
            is_line && b"\"\\".contains(&byte) || meaning != Meaning::Text && byte == b' '
        }
        (Format::CloudFront | Format::W3c, _) => {
            is_end || byte == delimiter || is_first && byte == b'#' || is_line && byte == b'"'
        }
        (Format::Tsv, _) => is_end || byte == delimiter || is_line && byte == b'"',
        (_, Sort::Plain) => is_end || b" \"".contains(&byte) || is_line && byte == b'\\',
    }
}

/// The bytes of a value, and the spelling of each.
pub fn value(format: Format, sort: Sort, spelled: &[u8]) -> Vec<(u8, Vec<u8>)> {
    let (mut value, mut at) = (Vec::new(), 0);
    let is_quoted = sort == Sort::Quoted;
    while at < spelled.len() {
        let rest = &spelled[at..];
        let hex = || {
            (rest.len() >= 4)
                .then(|| u8::from_str_radix(core::str::from_utf8(&rest[2..4]).ok()?, 16).ok())
                .flatten()
        };
        let (byte, len) = match rest {
            [b'"', b'"', ..] if format == Format::Csv && is_quoted => (b'"', 2),
            [b'\\', next, ..] if is_log(format) && is_quoted => match next {
                b'"' | b'\\' => (*next, 2),
                b'b' => (8, 2),
                b't' => (9, 2),
                b'n' => (10, 2),
                b'v' => (11, 2),
                b'r' => (13, 2),
                b'x' if rest.len() >= 4 && rest[2] != b'+' => {
                    hex().map_or((b'\\', 1), |byte| (byte, 4))
                }
                _ => (b'\\', 1),
            },
            _ => (rest[0], 1),
        };
        value.push((byte, rest[..len].to_vec()));
        at += len;
    }
    value
}

/// The output for a value, decoded except for the kept escapes; `old` is the original spelling.
pub fn spell(
    dialect: &Dialect,
    sort: Sort,
    old: &[(u8, Vec<u8>)],
    is_kept: impl Fn(u8) -> bool,
) -> Vec<u8> {
    let Dialect { format, delimiter, .. } = *dialect;
    let bytes: Vec<u8> = old.iter().map(|(byte, _)| *byte).collect();
    let new = decode(&bytes, &is_kept);
    if new == bytes {
        return old.iter().flat_map(|(_, spelled)| spelled.clone()).collect();
    }
    let doubled = || {
        new.iter()
            .flat_map(|&byte| if byte == b'"' { vec![byte; 2] } else { vec![byte] })
            .collect::<Vec<u8>>()
    };
    match (format, sort) {
        (Format::Csv, Sort::Quoted) => doubled(),
        (Format::Csv, Sort::Plain)
            if new.iter().any(|&byte| byte == delimiter || b"\"\r\n".contains(&byte)) =>
        {
            [b"\"", &*doubled(), b"\""].concat()
        }
        (_, Sort::Quoted) => {
            let mut pieces: Vec<Vec<u8>> = Vec::new();
            let mut at = 0;
            while at < old.len() {
                // Only triplets are decoded, and another escape is not part of a triplet.
                let triplet = old.get(at..at + 3).unwrap_or_default();
                let is_raw =
                    !triplet.is_empty() && triplet.iter().all(|(_, as_is)| as_is.len() == 1);
                match decode(&bytes[at..bytes.len().min(at + 3)], &is_kept)[..] {
                    [byte] if is_raw => {
                        pieces.push(match byte {
                            b'"' | b'\\' => vec![b'\\', byte],
                            ..0x20 | 0x7F => format!("\\x{byte:02X}").into_bytes(),
                            _ => vec![byte],
                        });
                        at += 3;
                    }
                    _ => {
                        pieces.push(old[at].1.clone());
                        at += 1;
                    }
                }
            }
            // A backslash that would now start an escape is doubled.
            for at in (0..pieces.len()).filter(|&at| pieces[at] == b"\\").rev().collect::<Vec<_>>()
            {
                if value(format, sort, &pieces[at..].concat())[0].1.len() > 1 {
                    pieces[at].push(b'\\');
                }
            }
            pieces.concat()
        }
        _ => new,
    }
}

/// The ranges of UTF-8 characters; an ill-formed byte is a range of its own.
fn characters(bytes: &[u8]) -> Vec<Range<usize>> {
    let (mut spans, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        let is_char = |end: &usize| {
            bytes.get(at..*end).is_some_and(|char| {
                core::str::from_utf8(char).is_ok_and(|text| text.chars().count() == 1)
            })
        };
        let end = (at + 1..=at + 4).find(is_char).unwrap_or(at + 1);
        spans.push(at..end);
        at = end;
    }
    spans
}

/// The bytes given to a log module that writes bytes >= 0x80 as `\xHH` (ngx_http_log_module,
/// `escape=default`). A backslash before `\` or `"` is an escape. Characters that would drive a
/// terminal or turn the order of a line stay escaped, as triplets if some of their bytes are
/// triplets.
pub fn without_nginx(spelled: &[u8]) -> Vec<u8> {
    // Each byte with its spelling, and whether the spelling is nginx's.
    let (mut bytes, mut at) = (Vec::new(), 0);
    while at < spelled.len() {
        let hex = |len: usize, prefix: &[u8]| {
            let digits = spelled.get(at..at + len)?.strip_prefix(prefix)?;
            let are_hex = digits.iter().all(u8::is_ascii_hexdigit);
            u8::from_str_radix(core::str::from_utf8(digits).ok().filter(|_| are_hex)?, 16).ok()
        };
        let nginx = hex(4, b"\\x").filter(|byte| !byte.is_ascii());
        let (byte, len) = match (nginx, hex(3, b"%"), &spelled[at..]) {
            (Some(byte), ..) => (byte, 4),
            (_, Some(byte), _) => (byte, 3),
            (_, _, [b'\\', b'\\' | b'"', ..]) => (b'\\', 2),
            _ => (spelled[at], 1),
        };
        bytes.push((byte, &spelled[at..at + len], nginx.is_some()));
        at += len;
    }
    let plain: Vec<u8> = bytes.iter().map(|&(byte, ..)| byte).collect();
    let mut all = Vec::new();
    for span in characters(&plain) {
        let stays =
            core::str::from_utf8(&plain[span.clone()]).is_ok_and(|char| char.chars().all(drives));
        let is_mixed = bytes[span.clone()].iter().any(|(_, written, _)| written[0] == b'%');
        for &(byte, written, is_nginx) in &bytes[span] {
            match (is_nginx, stays, is_mixed) {
                (false, ..) | (true, true, false) => all.extend(written),
                (true, true, true) => all.extend(format!("%{byte:02X}").into_bytes()),
                (true, false, _) => all.push(byte),
            }
        }
    }
    all
}

/// Control characters of Unicode, its line and paragraph separators, and `Bidi_Control` (UAX #9).
fn drives(char: char) -> bool {
    char.is_control()
        || matches!(u32::from(char), 0x2028 | 0x2029 | 0x061C | 0x200E | 0x200F)
        || matches!(u32::from(char), 0x202A..=0x202E | 0x2066..=0x2069)
}

/// Percent-decodes once, except for the kept escapes; a stray `%` stays.
pub fn decode(value: &[u8], is_kept: impl Fn(u8) -> bool) -> Vec<u8> {
    let (mut decoded, mut at) = (Vec::new(), 0);
    while at < value.len() {
        let digits = value
            .get(at + 1..at + 3)
            .filter(|digits| value[at] == b'%' && digits.iter().all(u8::is_ascii_hexdigit));
        let byte = digits
            .and_then(|digits| u8::from_str_radix(core::str::from_utf8(digits).ok()?, 16).ok());
        match byte.filter(|&byte| !is_kept(byte)) {
            Some(byte) => {
                decoded.push(byte);
                at += 3;
            }
            None => {
                decoded.push(value[at]);
                at += 1;
            }
        }
    }
    decoded
}

/// The percent-decoded text, if the result is text.
pub fn decode_text(text: &str, is_kept: impl Fn(u8) -> bool) -> String {
    // The source of each byte of the result.
    let (mut decoded, mut sources, mut at) = (Vec::new(), Vec::new(), 0);
    while at < text.len() {
        let rest = &text.as_bytes()[at..];
        let triplet = &rest[..rest.len().min(3)];
        let byte = decode(triplet, &is_kept);
        let is_decoded = byte.len() == 1 && triplet.len() == 3;
        let len = if is_decoded { 3 } else { 1 };
        decoded.push(if is_decoded { byte[0] } else { rest[0] });
        sources.push(&rest[..len]);
        at += len;
    }
    let (mut out, mut at) = (String::new(), 0);
    for chunk in decoded.utf8_chunks() {
        out.push_str(chunk.valid());
        at += chunk.valid().len();
        for &byte in chunk.invalid() {
            match sources[at] {
                [b'%', ..] => {
                    out.push_str(core::str::from_utf8(sources[at]).expect("a triplet is ASCII"))
                }
                _ => out.push_str(&format!("%{byte:02X}")),
            }
            at += 1;
        }
    }
    out
}
