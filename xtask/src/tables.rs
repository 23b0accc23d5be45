//! Tables of what was measured.

use std::fmt::Write;

use crate::criterion::{Measured, find};
use crate::results::round;

/// The peer that most ratios are to.
pub(crate) const PEER: &str = "percent-encoding, Cow";

/// A spread above this, as a part of the median, stands beside its figure.
const NOTABLE_SPREAD: f64 = 0.05;

/// In what a table counts.
#[derive(Clone, Copy)]
enum Unit {
    GigabytesPerSecond,
    NanosecondsPerCall,
}

/// A table: all groups `PREFIX/KIND[/SIZE]`, a column for each kind, ratios to one peer.
struct Table<'a> {
    title: String,
    prefix: &'a str,
    kinds: &'a [&'a str],
    size: Option<usize>,
    unit: Unit,
    peer: &'a str,
}

pub(crate) const DECODE: [&str; 7] =
    ["clean", "sparse", "query-like", "cyrillic", "solid", "random", "malformed"];
pub(crate) const ENCODE: [&str; 7] =
    ["clean", "sparse", "text", "cyrillic", "solid", "random", "binary"];
const SIZES: [(&str, usize, Unit); 5] = [
    ("1 KiB", 1 << 10, Unit::GigabytesPerSecond),
    ("64 KiB", 1 << 16, Unit::GigabytesPerSecond),
    ("1 MiB", 1 << 20, Unit::GigabytesPerSecond),
    ("64 bytes", 64, Unit::NanosecondsPerCall),
    ("16 bytes", 16, Unit::NanosecondsPerCall),
];

pub(crate) fn all(results: &[Measured]) -> String {
    let directions: [(&str, &str, &[&str]); 2] =
        [("Decode", "decode", &DECODE), ("Encode", "encode", &ENCODE)];
    let mut tables = Vec::new();
    for (title, prefix, kinds) in directions {
        for (name, size, unit) in SIZES {
            tables.push(Table {
                title: format!("{title}, {name}"),
                prefix,
                kinds,
                size: Some(size),
                unit,
                peer: PEER,
            });
        }
    }
    let lines = |title: &str, prefix, kinds| Table {
        title: title.to_owned(),
        prefix,
        kinds,
        size: None,
        unit: Unit::NanosecondsPerCall,
        peer: PEER,
    };
    tables.push(lines("Decode, lines of 8 to 100 bytes", "short-decode", &DECODE));
    tables.push(lines("Encode, lines of 8 to 100 bytes", "short-encode", &ENCODE));
    let variants: [(&str, &str, &[&str], &str); 4] = [
        (
            "Decode into text",
            "decode-utf8",
            &["clean", "query-like", "cyrillic", "random"],
            "percent-encoding decode_utf8_lossy, Cow",
        ),
        ("Find in clean input", "find", &["clean"], "memchr, %"),
        ("Forms: encode", "form-encode", &["text"], "form_urlencoded, append to a String"),
        (
            "Forms: decode",
            "form-decode",
            &["query-like"],
            "percent-encoding after replacing +, Cow",
        ),
    ];
    for (title, prefix, kinds, peer) in variants {
        for (name, size, unit) in [SIZES[0], SIZES[1], SIZES[4]] {
            tables.push(Table {
                title: format!("{title}, {name}"),
                prefix,
                kinds,
                size: Some(size),
                unit,
                peer,
            });
        }
    }
    let mut text = String::new();
    tables.iter().for_each(|table| table.write(results, &mut text));
    text
}

/// What schemes add: a table for each, a column for each kind of input and for each real file.
pub(crate) fn schemes(results: &[Measured]) -> String {
    const FORMS: &[&str] = &["clean", "query-like", "cyrillic"];
    const TEXT: &[&str] = &["text", "cyrillic"];
    let rows: [(&str, &str, &[&str], &str); 7] = [
        ("JavaScript's encodeURIComponent", "js-component", TEXT, PEER),
        ("Forms: parse and decode", "form-parse", FORMS, "form_urlencoded, pairs of Cow"),
        ("Forms: serialize", "form-serialize", FORMS, "form_urlencoded, append to a String"),
        ("Forms: serde", "form-serde", FORMS, "serde_urlencoded, from_bytes"),
        ("Normalize a URI", "normalize", FORMS, "fluent-uri, parse and normalize"),
        ("From URI to IRI", "uri-to-iri", FORMS, "percent-encoding decode_utf8, Cow (decodes all)"),
        ("Templates: reserved expansion", "template-reserved", TEXT, PEER),
    ];
    by_size_and_file(results, &rows)
}

/// What proxies and columns add.
pub(crate) fn policies(results: &[Measured]) -> String {
    const KINDS: &[&str] = &["clean", "query-like", "cyrillic", "hostile"];
    by_size_and_file(
        results,
        &[
            ("Inspect", "inspect", KINDS, "percent-encoding, Cow, and a look at it"),
            ("Contains, decoded", "contains-decoded", KINDS, "percent-encoding, Cow, and memchr"),
            ("Paths of requests", "path", &[], peer_of(results, "path/", "Decoder, strict, Cow")),
            ("Columns: decode", "batch-decode", &[], PEER),
            ("Columns: encode", "batch-encode", &[], PEER),
        ],
    )
}

/// `percent-encoding`, where a benchmark has it; else what it has instead.
fn peer_of<'a>(results: &[Measured], prefix: &str, other: &'a str) -> &'a str {
    let has_peer = |result: &Measured| result.group.starts_with(prefix) && result.subject == PEER;
    if results.iter().any(has_peer) { PEER } else { other }
}

/// What no other table has: a table for each benchmark and size, ratios to `percent-encoding`.
pub(crate) fn others(results: &[Measured]) -> String {
    const KNOWN: [&str; 20] = [
        "decode",
        "encode",
        "short-decode",
        "short-encode",
        "decode-utf8",
        "find",
        "form-encode",
        "form-decode",
        "js-component",
        "form-parse",
        "form-serialize",
        "form-serde",
        "normalize",
        "uri-to-iri",
        "template-reserved",
        "inspect",
        "contains-decoded",
        "path",
        "batch-decode",
        "batch-encode",
    ];
    let mut prefixes: Vec<&str> =
        results.iter().filter_map(|result| Some(result.group.split_once('/')?.0)).collect();
    prefixes.sort_unstable();
    prefixes.dedup();
    prefixes.retain(|prefix| !KNOWN.contains(prefix));
    let rows: Vec<(&str, &str, &[&str], &str)> =
        prefixes.into_iter().map(|prefix| (prefix, prefix, &[][..], PEER)).collect();
    by_size_and_file(results, &rows)
}

/// The kinds of input that a benchmark has of a size: those that are named, in their order, and
/// others.
fn kinds_of<'a>(
    results: &'a [Measured],
    prefix: &str,
    size: usize,
    named: &[&'a str],
) -> Vec<&'a str> {
    let size = size.to_string();
    let kind = |result: &'a Measured| {
        result
            .group
            .strip_prefix(prefix)?
            .strip_prefix('/')?
            .strip_suffix(&*size)?
            .strip_suffix('/')
    };
    let mut found: Vec<&str> = results.iter().filter_map(kind).collect();
    found.sort_unstable();
    found.dedup();
    let mut kinds = named.to_vec();
    kinds.retain(|kind| found.contains(kind));
    found.retain(|kind| !kinds.contains(kind));
    kinds.extend(found);
    kinds
}

/// A table for each of some sizes, and one for what has none.
fn by_size_and_file(results: &[Measured], rows: &[(&str, &str, &[&str], &str)]) -> String {
    let mut text = String::new();
    for &(title, prefix, kinds, peer) in rows {
        for (name, size, unit) in [SIZES[3], SIZES[0], SIZES[1]] {
            let kinds = &kinds_of(results, prefix, size, kinds);
            Table {
                title: format!("{title}, {name}"),
                prefix,
                kinds,
                size: Some(size),
                unit,
                peer,
            }
            .write(results, &mut text);
        }
        let group = |result: &Measured| {
            result.group.strip_prefix(prefix)?.strip_prefix('/').map(str::to_owned)
        };
        let mut files: Vec<String> =
            results.iter().filter_map(group).filter(|name| !name.contains('/')).collect();
        files.sort_unstable();
        files.dedup();
        let kinds: Vec<&str> = files.iter().map(|file| &**file).collect();
        let unit = Unit::NanosecondsPerCall;
        Table {
            title: format!("{title}, real ones"),
            prefix,
            kinds: &kinds,
            size: None,
            unit,
            peer,
        }
        .write(results, &mut text);
    }
    text
}

impl Table<'_> {
    fn group(&self, kind: &str) -> String {
        let size = self.size.map_or_else(String::new, |size| format!("/{size}"));
        format!("{}/{kind}{size}", self.prefix)
    }

    fn write(&self, results: &[Measured], text: &mut String) {
        let subjects =
            subjects(results, |group| self.kinds.iter().any(|kind| group == self.group(kind)));
        if subjects.is_empty() {
            return;
        }
        let unit = match self.unit {
            Unit::GigabytesPerSecond => "GB/s of input",
            Unit::NanosecondsPerCall => "ns per call",
        };
        let _ = writeln!(
            text,
            "### {}\n\n{unit}; in brackets how many times as fast as `{}`.\n",
            self.title, self.peer
        );
        let _ = writeln!(
            text,
            "| | {} |\n| --- |{}",
            self.kinds.join(" | "),
            " ---: |".repeat(self.kinds.len())
        );
        for subject in subjects {
            let cells =
                self.kinds.iter().map(|kind| self.cell(results, &self.group(kind), subject));
            let _ = writeln!(text, "| {subject} | {} |", cells.collect::<Vec<_>>().join(" | "));
        }
        text.push('\n');
    }

    fn cell(&self, results: &[Measured], group: &str, subject: &str) -> String {
        let Some(result) = find(results, group, subject) else { return String::new() };
        let mut cell = match self.unit {
            Unit::GigabytesPerSecond => round(result.gigabytes_per_second()),
            Unit::NanosecondsPerCall => round(result.nanoseconds_per_call()),
        };
        if result.spread > NOTABLE_SPREAD {
            let _ = write!(cell, " ±{:.0}%", 100.0 * result.spread);
        }
        match find(results, group, self.peer) {
            Some(peer) if subject != self.peer => {
                format!("{cell} ({}x)", round(peer.nanoseconds / result.nanoseconds))
            }
            _ => cell,
        }
    }
}

/// Who was measured in some groups: the limit first, then ours from the plainest to the widest
/// backend, then the peers.
fn subjects(results: &[Measured], wanted: impl Fn(&str) -> bool) -> Vec<&str> {
    const ORDER: [&str; 11] = [
        "memcpy (",
        "scalar",
        "sse2",
        "ssse3",
        "avx2",
        "avx512",
        "neon",
        "simd128",
        "the active",
        "Cow",
        "append",
    ];
    const PEERS: [&str; 9] = [
        "percent-encoding",
        "urlencoding",
        "form_urlencoded",
        "serde_urlencoded",
        "url-escape",
        "pct-str",
        "fluent-uri",
        "memchr",
        "simdutf8",
    ];
    let rank = |subject: &str| {
        let peer = PEERS
            .iter()
            .position(|start| subject.starts_with(start))
            .map(|place| ORDER.len() + 1 + place);
        peer.or_else(|| ORDER.iter().position(|start| subject.starts_with(start)))
            .unwrap_or(ORDER.len())
    };
    let mut subjects: Vec<&str> = results
        .iter()
        .filter(|result| wanted(&result.group))
        .map(|result| &*result.subject)
        .collect();
    subjects.sort_by_key(|&subject| (rank(subject), subject));
    subjects.dedup();
    subjects
}

#[cfg(test)]
mod tests;
