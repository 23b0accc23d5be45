//! The targets for real lines, with the measured figures.

use std::fmt::Write;

use super::figures::{ACTIVE, Figures, Table, ratio};
use super::peers::{
    CLEAN, DIRTY, HTTPARSE, LOOK, MEMCPY, PARSED_AND_RESOLVED, PEER, POLICIES, REQUESTS,
};

struct Target {
    kind: &'static str,
    row: &'static str,
    /// At least this many times as fast as a row, or at most this many times its time.
    is_speed: bool,
    aim: f64,
    /// A row of the same column, or of a peer.
    of: &'static str,
    /// Only files with at least this share of dirty lines.
    dirty: f64,
    /// Only this column; otherwise the columns of the targets.
    column: Option<&'static str>,
}

const fn speed(kind: &'static str, row: &'static str, aim: f64, of: &'static str) -> Target {
    Target { kind, row, is_speed: true, aim, of, dirty: 0.0, column: None }
}

const fn time(kind: &'static str, row: &'static str, aim: f64, of: &'static str) -> Target {
    Target { is_speed: false, ..speed(kind, row, aim, of) }
}

const ALL_INTO: &str = "decode_into, strict, keep and reject";

/// The policy that is already where the call needs it.
const ENCODER: &str = "encode_into, a local";
const DECODER: &str = "decode_into, a local";

const TARGETS: [Target; 24] = [
    speed("decode", "decode_into", 4.0, PEER),
    speed("decode", "decode_append", 4.0, PEER),
    Target { dirty: 0.4, ..speed("decode", "decode (Cow)", 2.7, PEER) },
    speed("decode", ALL_INTO, 3.0, PEER),
    time("decode", ALL_INTO, 1.25, "decode_into"),
    speed("paths", "path::STRICT.check", 2.0, PEER),
    speed("paths", "path::STRICT.resolve", 1.5, PEER),
    time(REQUESTS, PARSED_AND_RESOLVED, 2.0, HTTPARSE),
    time(CLEAN, "inspect", 3.0, MEMCPY),
    time(DIRTY, "inspect", 0.5, LOOK),
    speed("encode", "encode_into", 8.0, PEER),
    speed("encode", "encode (Cow)", 5.0, PEER),
    speed("text", "decode_utf8", 0.7, "decode (Cow)"),
    speed("text", "decode_str", 0.7, "decode (Cow)"),
    speed("text", "decode_utf8_append", 0.7, "decode_append"),
    Target { column: Some("avx512"), ..speed("decode", "decode_into", 6.0, PEER) },
    Target { column: Some("avx512"), ..speed("decode", "decode_append", 6.0, PEER) },
    time(POLICIES, "encode_into, const", 1.2, ENCODER),
    time(POLICIES, "encode_into, static", 1.2, ENCODER),
    time(POLICIES, "encode_into, a field", 1.2, ENCODER),
    time(POLICIES, "encode_into, scheme", 1.2, ENCODER),
    time(POLICIES, "decode_into, const", 1.2, DECODER),
    time(POLICIES, "decode_into, static", 1.2, DECODER),
    time(POLICIES, "decode_into, a field", 1.2, DECODER),
];

/// Inputs above this mean length are not lines, and have no targets.
const LONGEST_LINE: f64 = 256.0;

/// The backends of the targets: the widest available one without AVX-512.
const CLASS: [&str; 4] = ["avx2", "neon", "ssse3", "simd128"];

impl Target {
    /// The ratio, and whether it suffices.
    fn measure(&self, table: &Table, column: &str) -> Option<(f64, bool)> {
        if table.mean >= LONGEST_LINE || table.kind != self.kind || table.dirty < self.dirty {
            return None;
        }
        let ours = table.row(self.row, column)?;
        let of = table.row(self.of, column).or_else(|| table.row(self.of, ""))?;
        Some(if self.is_speed {
            let ratio = ratio(ours, of);
            (ratio, ratio >= self.aim)
        } else {
            let ratio = ratio(of, ours);
            (ratio, ratio <= self.aim)
        })
    }
}

/// The targets and the figures, as a table.
pub fn table(figures: &Figures) -> String {
    let columns = figures.lines.first().map(Table::backends).unwrap_or_default();
    let widest = CLASS.into_iter().find(|name| columns.contains(name));
    let class: Vec<&str> =
        widest.into_iter().chain([ACTIVE]).filter(|name| columns.contains(name)).collect();
    let class = if class.is_empty() { columns } else { class };
    let mut text =
        "| what | target | backend | measured | |\n| --- | --- | --- | --- | --- |\n".to_owned();
    for target in &TARGETS {
        let Target { kind, row, is_speed, aim, of, .. } = target;
        let wanted = if *is_speed {
            format!("≥ {aim}x the speed of {of}")
        } else {
            format!("≤ {aim}x the time of {of}")
        };
        for &column in target.column.as_ref().map_or(&*class, std::slice::from_ref) {
            let mut all_met = true;
            let mut cells = Vec::new();
            for table in &figures.lines {
                if let Some((ratio, is_met)) = target.measure(table, column) {
                    all_met &= is_met;
                    let bold = if is_met { "" } else { "**" };
                    cells.push(format!("{} {bold}{ratio:.2}{bold}", table.file));
                }
            }
            if !cells.is_empty() {
                let (measured, met) =
                    (cells.join(", "), if all_met { "met" } else { "**not met**" });
                let _ =
                    writeln!(text, "| {kind}, {row} | {wanted} | {column} | {measured} | {met} |");
            }
        }
    }
    text
}
