//! Tables of what was measured.

use std::fmt::Write;

use crate::results::Measured;

/// The peer that every ratio is to.
const PEER: &str = "percent-encoding, Cow";

/// In what a table counts.
#[derive(Clone, Copy)]
enum Unit {
    GigabytesPerSecond,
    /// For pools of so many calls.
    NanosecondsPerCall(f64),
}

/// A table: all groups `PREFIX/KIND[/SIZE]`, a column for each kind.
struct Table<'a> {
    title: &'a str,
    prefix: &'a str,
    kinds: &'a [&'a str],
    size: Option<usize>,
    unit: Unit,
}

const DECODE: [&str; 7] = ["clean", "sparse", "query-like", "cyrillic", "solid", "random", "malformed"];
const ENCODE: [&str; 7] = ["clean", "sparse", "text", "cyrillic", "solid", "random", "binary"];
const LINES: Unit = Unit::NanosecondsPerCall(8192.0);

pub(crate) fn all(results: &[Measured]) -> String {
    let mut text = String::new();
    let gb = Unit::GigabytesPerSecond;
    let tables = [
        Table { title: "Decode, 1 KiB", prefix: "decode", kinds: &DECODE, size: Some(1 << 10), unit: gb },
        Table { title: "Decode, 64 KiB", prefix: "decode", kinds: &DECODE, size: Some(1 << 16), unit: gb },
        Table { title: "Decode, 1 MiB", prefix: "decode", kinds: &DECODE, size: Some(1 << 20), unit: gb },
        Table { title: "Encode, 1 KiB", prefix: "encode", kinds: &ENCODE, size: Some(1 << 10), unit: gb },
        Table { title: "Encode, 64 KiB", prefix: "encode", kinds: &ENCODE, size: Some(1 << 16), unit: gb },
        Table { title: "Encode, 1 MiB", prefix: "encode", kinds: &ENCODE, size: Some(1 << 20), unit: gb },
        Table { title: "Decode, lines of 8 to 100 bytes", prefix: "short-decode", kinds: &DECODE, size: None, unit: LINES },
        Table { title: "Encode, lines of 8 to 100 bytes", prefix: "short-encode", kinds: &ENCODE, size: None, unit: LINES },
        Table { title: "Decode, 16 bytes", prefix: "decode", kinds: &DECODE, size: Some(16), unit: Unit::NanosecondsPerCall(4096.0) },
        Table { title: "Encode, 16 bytes", prefix: "encode", kinds: &ENCODE, size: Some(16), unit: Unit::NanosecondsPerCall(4096.0) },
        Table { title: "Find in clean input, 1 KiB", prefix: "find", kinds: &["clean"], size: Some(1 << 10), unit: gb },
        Table { title: "Forms, 1 KiB: encode", prefix: "form-encode", kinds: &["text"], size: Some(1 << 10), unit: gb },
        Table { title: "Forms, 1 KiB: decode", prefix: "form-decode", kinds: &["query-like"], size: Some(1 << 10), unit: gb },
    ];
    for table in &tables {
        table.write(results, &mut text);
    }
    corpora(results, &mut text);
    lost(results, &mut text);
    text
}

impl Table<'_> {
    fn group(&self, kind: &str) -> String {
        let size = self.size.map_or_else(String::new, |size| format!("/{size}"));
        format!("{}/{kind}{size}", self.prefix)
    }

    fn write(&self, results: &[Measured], text: &mut String) {
        let subjects = subjects(results, |group| self.kinds.iter().any(|kind| group == self.group(kind)));
        if subjects.is_empty() {
            return;
        }
        let unit = match self.unit {
            Unit::GigabytesPerSecond => "GB/s of input; in brackets the ratio to `percent-encoding`, more is better",
            Unit::NanosecondsPerCall(_) => "ns per call; in brackets how many times as fast as `percent-encoding`, more is better",
        };
        let _ = writeln!(text, "### {}\n\n{unit}.\n\n| | {} |\n| --- |{}", self.title, self.kinds.join(" | "), " ---: |".repeat(self.kinds.len()));
        for subject in subjects {
            let cells = self.kinds.iter().map(|kind| cell(results, &self.group(kind), subject, self.unit));
            let _ = writeln!(text, "| {subject} | {} |", cells.collect::<Vec<_>>().join(" | "));
        }
        text.push('\n');
    }
}

fn find<'a>(results: &'a [Measured], group: &str, subject: &str) -> Option<&'a Measured> {
    results.iter().find(|result| result.group == group && result.subject == subject)
}

fn cell(results: &[Measured], group: &str, subject: &str, unit: Unit) -> String {
    let Some(result) = find(results, group, subject) else { return String::new() };
    let value = match unit {
        Unit::GigabytesPerSecond => round(result.gigabytes_per_second()),
        Unit::NanosecondsPerCall(calls) => round(result.nanoseconds / calls),
    };
    match find(results, group, PEER) {
        Some(peer) if subject != PEER => format!("{value} ({}x)", round(peer.nanoseconds / result.nanoseconds)),
        _ => value,
    }
}

/// Three figures that count, about.
fn round(value: f64) -> String {
    match value {
        100.0.. => format!("{value:.0}"),
        10.0.. => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}

/// Who was measured in some groups: the limit first, then ours from the plainest to the widest backend, then the peers.
fn subjects(results: &[Measured], wanted: impl Fn(&str) -> bool) -> Vec<&str> {
    const ORDER: [&str; 11] = ["memcpy (", "scalar", "sse2", "ssse3", "avx2", "avx512", "neon", "simd128", "the active", "Cow", "append"];
    const PEERS: [&str; 6] = ["percent-encoding", "urlencoding", "form_urlencoded", "memchr", "memchr2", "url-escape"];
    let rank = |subject: &str| {
        let place = ORDER.iter().position(|start| subject.starts_with(start)).unwrap_or(ORDER.len());
        if PEERS.iter().any(|start| subject.starts_with(start)) { ORDER.len() + 1 } else { place }
    };
    let mut subjects: Vec<&str> = results.iter().filter(|result| wanted(&result.group)).map(|result| &*result.subject).collect();
    subjects.sort_by_key(|&subject| (rank(subject), subject));
    subjects.dedup();
    subjects
}

/// Real lines: one table for each direction, a column for each file.
fn corpora(results: &[Measured], text: &mut String) {
    for (title, prefix) in [("Decode, real lines", "lines-decode/"), ("Encode, real lines", "lines-encode/")] {
        let mut files: Vec<&str> = results.iter().filter_map(|result| result.group.strip_prefix(prefix)).collect();
        files.sort_unstable();
        files.dedup();
        let table = Table { title, prefix: prefix.trim_end_matches('/'), kinds: &files, size: None, unit: Unit::GigabytesPerSecond };
        table.write(results, text);
    }
}

/// Every case in which a peer is faster than the best backend by the same face, or by a less convenient one of ours.
fn lost(results: &[Measured], text: &mut String) {
    let peers = ["percent-encoding, Cow", "urlencoding, Cow", "urlencoding, String"];
    let ours = ["Cow", "the active backend, Cow"];
    let mut lines = Vec::new();
    let mut cases = 0;
    for peer in results.iter().filter(|result| peers.contains(&&*result.subject)) {
        for our in results.iter().filter(|result| result.group == peer.group && ours.contains(&&*result.subject)) {
            cases += 1;
            if our.nanoseconds > peer.nanoseconds {
                lines.push(format!(
                    "* {}: {} is {}x as fast as our {}",
                    peer.group,
                    peer.subject,
                    round(our.nanoseconds / peer.nanoseconds),
                    our.subject
                ));
            }
        }
    }
    lines.sort();
    let _ = writeln!(text, "### What we lose\n\nCow against Cow, on the active backend: {} of {cases} cases.\n\n{}", lines.len(), lines.join("\n"));
    let mut spreads: Vec<f64> = results.iter().map(|result| result.spread).collect();
    spreads.sort_by(f64::total_cmp);
    if let (Some(median), Some(worst)) = (spreads.get(spreads.len() / 2), spreads.get(spreads.len() * 95 / 100)) {
        let _ = writeln!(
            text,
            "\nSpread (median absolute deviation, as a part of the median) over all {} figures: half of them below {:.1}%, 95% of them below {:.1}%.",
            spreads.len(),
            100.0 * median,
            100.0 * worst
        );
    }
}
