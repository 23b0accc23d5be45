//! The targets for real lines, with the measured figures.

use super::inspect;
use super::lengths::Summary;
use super::peers::{HTTPARSE, MEMCPY, PARSED_AND_RESOLVED, PEER};
use super::proxy::REQUESTS;
use super::report::{Table, Verdict};

/// The comparison of a row, and the required ratio.
enum Aim {
    /// At least this many times as fast as `percent-encoding`'s Cow.
    TimesAsFast(f64),
    /// At least this fraction of the speed of another row of the same column.
    SpeedOf(f64, &'static str),
    /// At most this many times the time of another row of the same column, or of a peer.
    TimeOf(f64, &'static str),
}

struct Target {
    kind: &'static str,
    row: &'static str,
    aim: Aim,
    /// Only files with at least this share of dirty lines.
    dirty: f64,
    /// Only this column; otherwise the columns of the targets.
    column: Option<&'static str>,
}

const fn target(kind: &'static str, row: &'static str, aim: Aim) -> Target {
    Target { kind, row, aim, dirty: 0.0, column: None }
}

const ALL_INTO: &str = "decode_into, strict, keep and reject";

const TARGETS: [Target; 17] = [
    target("decode", "decode_into", Aim::TimesAsFast(4.0)),
    target("decode", "decode_append", Aim::TimesAsFast(4.0)),
    Target { dirty: 0.4, ..target("decode", "decode (Cow)", Aim::TimesAsFast(2.7)) },
    target("decode", ALL_INTO, Aim::TimesAsFast(3.0)),
    target("decode", ALL_INTO, Aim::TimeOf(1.25, "decode_into")),
    target("paths", "path::STRICT.check", Aim::TimesAsFast(2.0)),
    target("paths", "path::STRICT.resolve", Aim::TimesAsFast(1.5)),
    target(REQUESTS, PARSED_AND_RESOLVED, Aim::TimeOf(2.0, HTTPARSE)),
    target(inspect::CLEAN, "inspect", Aim::TimeOf(3.0, MEMCPY)),
    target(inspect::DIRTY, "inspect", Aim::TimeOf(0.5, inspect::LOOK)),
    target("encode", "encode_into", Aim::TimesAsFast(8.0)),
    target("encode", "encode (Cow)", Aim::TimesAsFast(5.0)),
    target("text", "decode_utf8", Aim::SpeedOf(0.7, "decode (Cow)")),
    target("text", "decode_str", Aim::SpeedOf(0.7, "decode (Cow)")),
    target("text", "decode_utf8_append", Aim::SpeedOf(0.7, "decode_append")),
    Target { column: Some("avx512"), ..target("decode", "decode_into", Aim::TimesAsFast(6.0)) },
    Target { column: Some("avx512"), ..target("decode", "decode_append", Aim::TimesAsFast(6.0)) },
];

/// Inputs above this length are not lines, and have no targets.
const LONGEST_LINE: f64 = 256.0;

/// The backends of the targets: the widest available one without AVX-512.
const CLASS: [&str; 4] = ["avx2", "neon", "ssse3", "simd128"];

impl Target {
    fn wanted(&self) -> String {
        match self.aim {
            Aim::TimesAsFast(aim) => format!("≥ {aim}x percent-encoding"),
            Aim::SpeedOf(aim, row) => format!("≥ {aim}x the speed of {row}"),
            Aim::TimeOf(aim, row) => format!("≤ {aim}x the time of {row}"),
        }
    }

    /// The ratio, and whether it suffices.
    fn measure(&self, table: &Table, column: &str) -> Option<(f64, bool)> {
        let is_of_lines = table.facts.mean < LONGEST_LINE;
        if !is_of_lines || table.kind != self.kind || table.facts.dirty < self.dirty {
            return None;
        }
        let ours = table.least(self.row, column)?;
        Some(match self.aim {
            Aim::TimesAsFast(aim) => at_least(table.least(PEER, "")? / ours, aim),
            Aim::SpeedOf(aim, row) => at_least(table.least(row, column)? / ours, aim),
            Aim::TimeOf(aim, row) => {
                let ratio = ours / table.least(row, column).or(table.least(row, ""))?;
                (ratio, ratio <= aim)
            }
        })
    }
}

fn at_least(ratio: f64, aim: f64) -> (f64, bool) {
    (ratio, ratio >= aim)
}

/// The columns that the targets are for.
fn class(tables: &[Table]) -> Vec<&'static str> {
    let columns = tables.first().map(Table::columns).unwrap_or_default();
    let class = CLASS.into_iter().find(|name| columns.contains(name));
    let class: Vec<&str> =
        class.into_iter().chain(columns.contains(&"active").then_some("active")).collect();
    if class.is_empty() { columns } else { class }
}

pub(crate) fn verdicts(tables: &[Table], lengths: &[Summary]) -> Vec<Verdict> {
    let class = class(tables);
    let mut verdicts = Vec::new();
    for target in &TARGETS {
        let own = target.column.map(|column| vec![column]);
        for column in own.unwrap_or_else(|| class.clone()) {
            let mut met = true;
            let mut cells = Vec::new();
            for table in tables {
                if let Some((ratio, suffices)) = target.measure(table, column) {
                    met &= suffices;
                    let bold = if suffices { "" } else { "**" };
                    cells.push(format!("{} {bold}{ratio:.2}{bold}", table.file));
                }
            }
            if !cells.is_empty() {
                verdicts.push(Verdict {
                    what: format!("{}, {}", target.kind, target.row),
                    wanted: target.wanted(),
                    column: column.to_owned(),
                    measured: cells.join(", "),
                    met,
                });
            }
        }
    }
    for Summary { name, column, points, lost, worst } in
        lengths.iter().filter(|summary| class.is_empty() || class.contains(&summary.column))
    {
        verdicts.push(Verdict {
            what: format!("0 to 300 bytes, {name}"),
            wanted: "never below percent-encoding's best call by more than 5% and 1 ns".to_owned(),
            column: (*column).to_owned(),
            measured: format!("{lost} of {points} points below; the worst {worst}"),
            met: *lost == 0,
        });
    }
    verdicts
}

pub(crate) fn print(verdicts: &[Verdict]) {
    println!("\nTargets; a figure between asterisks misses its own.");
    for Verdict { what, wanted, column, measured, met } in verdicts {
        println!("{} {what}, {column}: {wanted}: {measured}", if *met { "met" } else { "NOT MET" });
    }
}
