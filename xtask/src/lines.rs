//! Real lines, a call each: tables, and which call of a peer does the same as one of ours.

use std::fmt::Write;

use crate::results::{Length, Lines, Results, Row, Verdict, middle, round, variation};

/// The column of the backend that a call chooses itself.
pub(crate) const ACTIVE: &str = "active";
pub(crate) const COW: &str = "percent-encoding, Cow";
pub(crate) const BUFFER: &str = "percent-encoding, iterator into a buffer";
pub(crate) const UTF8: &str = "percent-encoding, decode_utf8";
const LOSSY: &str = "percent-encoding, decode_utf8_lossy";
const TO_VEC: &str = "percent-encoding, iterator, extends a Vec";
const TO_STRING: &str = "percent-encoding, iterator, extends a String";
const MEMCPY: &str = "memcpy";

/// Longer inputs are no lines.
pub(crate) const LONGEST_LINE: f64 = 256.0;

/// Passes that differ by more than this say so.
pub(crate) const NOTABLE: f64 = 0.15;

/// The peers' calls that give what a row of ours gives, in the same kind of place: first that of
/// `percent-encoding`. A policy is held against the peer's call without one.
pub(crate) fn peers(row: &str) -> &'static [&'static str] {
    match row.split_once(", ").map_or(row, |(entry, _)| entry) {
        "decode_into" | "decode_in_place" | "encode_into" => &[BUFFER],
        "decode_append" | "decode_batch" => &[TO_VEC],
        "encode_append" | "encode_append_bytes" | "encode_batch" => &[TO_STRING],
        "decode (Cow)" => &[COW, "urlencoding::decode_binary"],
        "encode (Cow)" => &[COW, "urlencoding::encode_binary"],
        "decode_utf8" | "decode_utf8_append" | "decode_str" => &[UTF8],
        "lossy text" => &[LOSSY],
        "RequestLine::parse" => &["httparse"],
        "form::parse" => &["form_urlencoded::parse"],
        "form::Serializer" => &["form_urlencoded::Serializer"],
        "form::from_bytes" => &["serde_urlencoded::from_bytes"],
        "form::to_string" => &["serde_urlencoded::to_string"],
        // Of the one or of the other direction: a table has one of them.
        "display" => &[LOSSY, TO_STRING],
        // Decoding is the least that the peer's user does before looking.
        _ => &[COW],
    }
}

/// How many times as fast as a peer a row is, by pass.
pub(crate) fn ratios(our: &Row, peer: &Row) -> Vec<f64> {
    peer.least.iter().zip(&our.least).map(|(peer, our)| peer / our).collect()
}

/// A ratio, and how much it varies between passes if that is notable.
pub(crate) fn times(ratios: &[f64], round: fn(f64) -> String) -> String {
    let varies = variation(ratios);
    let note = if varies > NOTABLE { format!(" ±{:.0}%", 100.0 * varies) } else { String::new() };
    format!("{}{note}", round(middle(ratios)))
}

pub(crate) fn tables(results: &Results) -> String {
    let mut text = String::new();
    results.lines.iter().for_each(|table| write(table, &mut text));
    text
}

fn write(table: &Lines, text: &mut String) {
    let encodes = table.kind == "encode";
    let _ = writeln!(
        text,
        "### {}\n\n{} inputs, {:.0} bytes on average; {:.1}% {}, {:.1}% are not ASCII{}. {}\n",
        table.title(),
        table.lines,
        table.mean,
        100.0 * table.dirty,
        if encodes { "hold a byte to be escaped" } else { "hold a `%`" },
        100.0 * table.non_ascii,
        if encodes { "" } else { " once decoded" },
        table.note
    );
    let memcpy = table.row(MEMCPY, "").map_or(f64::NAN, |row| middle(&row.least));
    *text += "| limits and peers | ns | memcpy's time |\n| --- | ---: | ---: |\n";
    for row in table.figures.iter().filter(|row| row.backend.is_empty()) {
        let least = middle(&row.least);
        let _ = writeln!(text, "| {} | {least:.1} | {:.2}x |", row.row, least / memcpy);
    }
    let backends = table.backends();
    let _ = writeln!(
        text,
        "\n| ours | as fast as | {} |\n| --- | --- |{}",
        backends.join(" | "),
        " ---: |".repeat(backends.len())
    );
    let first = backends.first().copied().unwrap_or_default();
    for row in table.figures.iter().filter(|row| row.backend == first) {
        let peer = peers(&row.row).iter().find_map(|peer| table.row(peer, ""));
        let cell = |backend: &&str| match (table.row(&row.row, backend), peer) {
            (Some(our), Some(peer)) => {
                format!("{:.1} ({}x)", middle(&our.least), times(&ratios(our, peer), round))
            }
            (Some(our), None) => format!("{:.1}", middle(&our.least)),
            (None, _) => String::new(),
        };
        let _ = writeln!(
            text,
            "| {} | {} | {} |",
            row.row,
            peer.map_or("", |peer| &peer.row),
            backends.iter().map(cell).collect::<Vec<_>>().join(" | ")
        );
    }
    text.push('\n');
}

/// The targets of real lines, and of every length up to 300 bytes.
pub(crate) fn targets(results: &Results) -> String {
    let mut text =
        "| what | target | backend | measured | |\n| --- | --- | --- | --- | --- |\n".to_owned();
    for Verdict { what, wanted, backend, measured, met } in &results.targets {
        let met = if *met { "met" } else { "**not met**" };
        let _ = writeln!(text, "| {what} | {wanted} | {backend} | {measured} | {met} |");
    }
    text
}

/// Every backend at every length from 0 to 300 bytes.
pub(crate) fn lengths(results: &Results) -> String {
    let mut text =
        "| row | backend | slower at | the worst point |\n| --- | --- | ---: | --- |\n".to_owned();
    for Length { row, backend, points, lost, worst } in &results.lengths {
        let _ = writeln!(text, "| {row} | {backend} | {lost} of {points} | {worst} |");
    }
    text
}
