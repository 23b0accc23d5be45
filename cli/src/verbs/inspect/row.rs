//! The JSON objects of `inspect --json`, and the places of findings in a value.

use std::borrow::Cow;
use std::io::Write;

use super::findings::{Findings, separates};
use super::marks::Marks;
use crate::blocks::rows::{self, Form, Row};
use crate::blocks::{Place, Record};
use crate::fields::{ALL, Fields, Header};
use crate::input::{Position, Records};

/// The fields that are selected, and where they are.
pub(super) type Names<'a> = Option<(&'a Fields, &'a Header)>;

/// The client and the target of a request, as the log has them.
pub(super) type Request<'r> = [Cow<'r, [u8]>; 2];

/// Writes the object of a record with these marks. With `records`, it has the record itself and the
/// places of its findings. Nothing is copied twice: a record may have a gigabyte.
pub(super) fn write(
    record: &Record<'_>,
    (findings, marks): (&Findings<'_>, Marks),
    names: Names<'_>,
    request: Option<Request<'_>>,
    records: Option<Records>,
    out: &mut Vec<u8>,
) {
    let mut row = Row::new(Form::Json, out);
    rows::json_string(record.block.origin.input.as_str().as_bytes(), row.next("file"));
    // Writing to a Vec cannot fail.
    let _ = write!(row.next("line"), "{}", record.block.position.line);
    for (name, value) in ["client", "target"].into_iter().zip(request.iter().flatten()) {
        let value = Some(&**value).filter(|value| !value.is_empty());
        rows::json_list([value].into_iter(), row.next(name));
    }
    rows::json_array(marks.iter().map(|mark| mark.name().as_bytes()), row.next("flags"));
    let _ = write!(row.next("triplets"), "{}", findings.triplets);
    let _ = write!(row.next("malformed"), "{}", findings.malformed);
    if names.is_some() {
        let flagged = findings.list.iter().filter(|finding| finding.marks.has_any(marks));
        let mut fields: Vec<&[u8]> =
            flagged.filter_map(|finding| name(names, finding.value.index)).collect();
        fields.dedup();
        rows::json_array(fields.into_iter(), row.next("fields"));
    }
    let Some(records) = records else { return row.end(b"\n") };
    rows::json_string(record.bytes, row.next("record"));
    let (mut place, out) = (Place::of(record), row.next("places"));
    out.push(b'[');
    let start = out.len();
    for finding in &findings.list {
        // Decoded values have no place in the record.
        let Cow::Borrowed(value) = finding.bytes else { continue };
        for (at, marks) in places(value, marks) {
            let Position { line, column } = place.to(finding.value.offset(at), record, records);
            out.extend((out.len() > start).then_some(b','));
            let mut row = Row::new(Form::Json, out);
            // The line, if it differs from that of the record.
            if line != record.block.position.line {
                let _ = write!(row.next("line"), "{line}");
            }
            let _ = write!(row.next("column"), "{column}");
            if let Some(field) = name(names, finding.value.index) {
                rows::json_string(field, row.next("field"));
            }
            rows::json_array(marks.iter().map(|mark| mark.name().as_bytes()), row.next("flags"));
            row.end(b"");
        }
    }
    out.push(b']');
    row.end(b"\n");
}

fn name<'a>(names: Names<'a>, index: usize) -> Option<&'a [u8]> {
    let (fields, header) = names?;
    let (selector, _) = fields.given(header).find(|&(_, given)| given == index)?;
    match fields.names().get(selector) {
        Some(name) if name != ALL => Some(name.as_bytes()),
        _ => fields.labels(header).nth(selector),
    }
}

/// Findings are rarely longer than this: `%25252e%25252e%25252f`.
const LONGEST: usize = 24;

/// The most places for one value.
const MOST: usize = 100;

/// The offset and the marks of each finding with some of these marks. Takes linear time, as each
/// finding is looked for in a few bytes, and then in a segment. A mark of a word without such a place
/// is reported at the start of the word.
pub(super) fn places(value: &[u8], marks: Marks) -> Vec<(usize, Marks)> {
    let mut places = Vec::new();
    let mut start = 0;
    for word in value.split(separates) {
        let of_word = Marks::of(percent_simd::inspect(word)).only(marks);
        let mut left = of_word;
        let mut at = next(word, 0);
        while let Some(here) = at.filter(|_| !of_word.is_empty() && places.len() < MOST) {
            let after = next(word, here + 1);
            let end = word.len().min(here + LONGEST);
            let next_here = after.map_or(end, |after| after.min(end));
            let marks_of = |part: &[u8]| Marks::of(percent_simd::inspect(part));
            // The marks of these bytes, also together with the next ones, but not of those alone.
            let alone = marks_of(&word[here..next_here]);
            let together = marks_of(&word[here..end]).without(marks_of(&word[next_here..end]));
            // Part of a segment may be a name where the segment is none, and the other way round.
            let begins = alone.with(together).only(of_word).without(Marks::WINDOWS_NAME);
            if !begins.is_empty() {
                places.push((start + here, begins));
                left = left.without(begins);
            }
            at = after;
        }
        let (mut rest, mut in_segments) = (word, Marks::default());
        while !left.is_empty() && !rest.is_empty() && places.len() < MOST {
            // The first separator of a path belongs to the segment after it.
            let end = rest.iter().skip(1).position(|byte| matches!(byte, b'/' | b'\\'));
            let (segment, after) = rest.split_at(end.map_or(rest.len(), |end| end + 1));
            let marks = Marks::of(percent_simd::inspect(segment)).only(left);
            if !marks.is_empty() {
                let segment_at = word.len() - rest.len();
                places.push((start + segment_at + next(segment, 0).unwrap_or(0), marks));
                in_segments = in_segments.with(marks);
            }
            rest = after;
        }
        left = left.without(in_segments);
        if !left.is_empty() && places.len() < MOST {
            places.push((start + next(word, 0).unwrap_or(0), left));
        }
        start += word.len() + 1;
    }
    places.sort_by_key(|&(at, _)| at);
    places.dedup_by(|(at, marks), (before, all)| {
        *all = if at == before { all.with(*marks) } else { *all };
        at == before
    });
    places
}

/// The next `%` or byte that begins a character, or two dots.
fn next(word: &[u8], from: usize) -> Option<usize> {
    let is_place = |at: &usize| match word[*at] {
        b'%' => {
            // One of 0x80 to 0xBF after one >= 0x80 continues a character.
            !(is_triplet(&word[*at..], b"89abAB")
                && at.checked_sub(3).is_some_and(|at| is_triplet(&word[at..], b"89abcdefABCDEF")))
        }
        0xC0.. => true,
        b'.' => word.get(at + 1) == Some(&b'.'),
        _ => false,
    };
    (from..word.len()).find(is_place)
}

/// Returns true if the bytes begin with a triplet whose first digit is one of these.
fn is_triplet(bytes: &[u8], high: &[u8]) -> bool {
    matches!(bytes, [b'%', digit, low, ..] if low.is_ascii_hexdigit() && high.contains(digit))
}
