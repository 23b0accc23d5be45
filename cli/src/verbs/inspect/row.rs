//! The JSON objects of `inspect --json`.

use std::borrow::Cow;
use std::io::Write;

use super::findings::Findings;
use super::marks::Marks;
use super::places::places;
use crate::fields::{Fields, Header};
use crate::input::{Position, Records};
use crate::work::{Place, Record, rows};

/// The fields that are selected, and where they are.
pub(super) type Names<'a> = Option<(&'a Fields, &'a Header)>;

/// Writes the object of a record with these marks. With `records`, it has the record itself and the
/// places of its findings. Nothing is copied twice: a record may have a gigabyte.
pub(super) fn write(
    record: &Record<'_>,
    findings: &Findings<'_>,
    marks: Marks,
    names: Names<'_>,
    records: Option<Records>,
    out: &mut Vec<u8>,
) {
    out.extend_from_slice(b"{\"file\":");
    rows::json_string(record.block.origin.input.as_str().as_bytes(), out);
    let (line, &Findings { triplets, malformed, .. }) = (record.block.position.line, findings);
    // Writing to a Vec cannot fail.
    let _ = write!(out, ",\"line\":{line},\"flags\":");
    list(marks.iter().map(Marks::name), out);
    let _ = write!(out, ",\"triplets\":{triplets},\"malformed\":{malformed}");
    if names.is_some() {
        let flagged = findings.found.iter().filter(|finding| finding.marks.has_any(marks));
        let mut fields: Vec<&str> =
            flagged.filter_map(|finding| name(names, finding.value.index)).collect();
        fields.dedup();
        out.extend_from_slice(b",\"fields\":");
        list(fields.into_iter(), out);
    }
    if let Some(records) = records {
        out.extend_from_slice(b",\"record\":");
        rows::json_string(record.bytes, out);
        write_places(record, findings, marks, names, records, out);
    }
    out.extend_from_slice(b"}\n");
}

/// Writes the places of findings. Decoded values have no place in the record.
fn write_places(
    record: &Record<'_>,
    findings: &Findings<'_>,
    marks: Marks,
    names: Names<'_>,
    records: Records,
    out: &mut Vec<u8>,
) {
    let (mut place, mut is_first) = (Place::of(record), true);
    out.extend_from_slice(b",\"places\":[");
    for finding in &findings.found {
        let Cow::Borrowed(value) = finding.bytes else { continue };
        for (at, marks) in places(value, marks) {
            let Position { line, column } = place.to(finding.value.offset(at), record, records);
            out.extend((!is_first).then_some(b','));
            is_first = false;
            out.push(b'{');
            // The line, if it differs from that of the record.
            if line != record.block.position.line {
                let _ = write!(out, "\"line\":{line},");
            }
            let _ = write!(out, "\"column\":{column},");
            if let Some(field) = name(names, finding.value.index) {
                out.extend_from_slice(b"\"field\":");
                rows::json_string(field.as_bytes(), out);
                out.push(b',');
            }
            out.extend_from_slice(b"\"flags\":");
            list(marks.iter().map(Marks::name), out);
            out.push(b'}');
        }
    }
    out.push(b']');
}

/// The name of the field of this index.
fn name(names: Names<'_>, index: usize) -> Option<&str> {
    let (fields, header) = names?;
    let (selector, _) = fields.given(header).find(|&(_, given)| given == index)?;
    Some(&*fields.names()[selector])
}

fn list<'t>(texts: impl Iterator<Item = &'t str>, out: &mut Vec<u8>) {
    out.push(b'[');
    for (at, text) in texts.enumerate() {
        out.extend((at > 0).then_some(b','));
        rows::json_string(text.as_bytes(), out);
    }
    out.push(b']');
}
