//! Tables of real lines, one call per line, and the equivalent peer's call for each of ours.

use std::fmt::Write;

use crate::results::{Length, Lines, Results, Row, Verdict, middle, round, variation};

/// The column of the backend that a call selects itself.
pub(crate) const ACTIVE: &str = "active";
pub(crate) const COW: &str = "percent-encoding, Cow";
pub(crate) const BUFFER: &str = "percent-encoding, iterator into a buffer";
pub(crate) const UTF8: &str = "percent-encoding, decode_utf8";
const LOSSY: &str = "percent-encoding, decode_utf8_lossy";
const TO_VEC: &str = "percent-encoding, iterator, extends a Vec";
const TO_STRING: &str = "percent-encoding, iterator, extends a String";
const MEMCPY: &str = "memcpy";

/// Inputs above this length are not lines.
pub(crate) const LONGEST_LINE: f64 = 256.0;

/// A larger deviation between passes is printed.
pub(crate) const NOTABLE: f64 = 0.15;

/// The peers' calls with the same result and the same kind of destination as a row of ours, that of
/// `percent-encoding` first. A policy is compared with the peer's call without a policy.
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
        // Encoding or decoding: a table has one of them.
        "display" => &[LOSSY, TO_STRING],
        // A user of the peer has to decode before any inspection.
        _ => &[COW],
    }
}

/// The speed of a row relative to a peer, by pass.
pub(crate) fn ratios(our: &Row, peer: &Row) -> Vec<f64> {
    peer.least.iter().zip(&our.least).map(|(peer, our)| peer / our).collect()
}

/// A ratio, and its deviation between passes if notable.
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
