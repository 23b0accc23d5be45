//! The JSON objects of `inspect --json`.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::value::RawValue;

use super::findings::Findings;
use super::marks::Marks;
use super::places::places;
use crate::fields::{Fields, Header};
use crate::input::{Position, Records};
use crate::work::{Place, Record, rows};

/// The JSON object of a record.
#[derive(Serialize)]
pub(super) struct Row<'a> {
    file: Option<Box<RawValue>>,
    line: u64,
    flags: Vec<&'static str>,
    triplets: usize,
    malformed: usize,
    /// The fields that have flags.
    #[serde(skip_serializing_if = "Option::is_none")]
    fields: Option<Vec<&'a str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    places: Option<Vec<Found<'a>>>,
    /// The listed flags.
    #[serde(skip)]
    marks: Marks,
    #[serde(skip)]
    names: Option<(&'a Fields, &'a Header)>,
}

/// The place of a finding in a record.
#[derive(Serialize)]
struct Found<'a> {
    /// The line, if it differs from that of the record.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    column: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'a str>,
    flags: Vec<&'static str>,
}

impl<'a> Row<'a> {
    pub(super) fn new(
        record: &Record<'a>,
        findings: &Findings<'_>,
        marks: Marks,
        names: Option<(&'a Fields, &'a Header)>,
    ) -> Self {
        let mut row = Self {
            file: json(record.block.input.as_str().as_bytes()),
            line: record.block.position.line,
            flags: marks.iter().map(Marks::name).collect(),
            triplets: findings.triplets,
            malformed: findings.malformed,
            fields: None,
            record: None,
            places: None,
            marks,
            names,
        };
        let flagged = findings.found.iter().filter(|finding| finding.marks.has_any(marks));
        let mut fields: Vec<&str> =
            flagged.filter_map(|finding| row.name(finding.value.index)).collect();
        fields.dedup();
        row.fields = names.map(|_| fields);
        row
    }

    /// The name of the field of this index.
    fn name(&self, index: usize) -> Option<&'a str> {
        let (fields, header) = self.names?;
        let (selector, _) = fields.given(header).find(|&(_, given)| given == index)?;
        Some(&*fields.names()[selector])
    }

    /// Adds the record itself and the places of its findings.
    pub(super) fn with_record(
        mut self,
        record: &Record<'_>,
        findings: &Findings<'_>,
        records: Records,
    ) -> Self {
        self.record = json(record.bytes);
        // Decoded values have no place in the record.
        let is_there = |bytes: &Cow<'_, [u8]>| matches!(bytes, Cow::Borrowed(_));
        let (mut all, mut place) = (Vec::new(), Place::of(record));
        for finding in findings.found.iter().filter(|finding| is_there(&finding.bytes)) {
            let field = self.name(finding.value.index);
            all.extend(places(&finding.bytes, self.marks).into_iter().map(|(at, marks)| {
                let Position { line, column } = place.to(finding.value.offset(at), record, records);
                let line = (line != record.block.position.line).then_some(line);
                Found { line, column, field, flags: marks.iter().map(Marks::name).collect() }
            }));
        }
        self.places = Some(all);
        self
    }
}

/// A JSON string with all control characters escaped, also those beyond ASCII.
pub(super) fn json(bytes: &[u8]) -> Option<Box<RawValue>> {
    let mut text = Vec::with_capacity(bytes.len() + 2);
    rows::json_string(bytes, &mut text);
    // `json_string` writes valid UTF-8 and JSON.
    String::from_utf8(text).ok().and_then(|text| RawValue::from_string(text).ok())
}
