//! The figures of the benchmark, and their tables: the benchmark prints them, and `xtask`
//! writes them to pages.

use std::fmt::Write;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::peers::{PORTS, peers};

/// The column of the backend that a call selects itself.
pub const ACTIVE: &str = "active";

/// The end of the name of a row whose points are in the row of all lengths, too.
pub const UP_TO_SHORT: &str = ", up to 24 bytes";

/// A larger deviation between passes is printed.
const NOTABLE: f64 = 0.15;

/// The output of a run.
#[derive(Default, Serialize, Deserialize)]
pub struct Figures {
    pub lines: Vec<Table>,
    pub lengths: Vec<Length>,
    #[serde(default)]
    pub without_simd: Vec<WithoutSimd>,
}

/// The figures for the lines of a file, or for generated inputs.
#[derive(Serialize, Deserialize)]
pub struct Table {
    pub file: String,
    /// `decode`, `text`, `paths`, `requests`, `forms`, `encode`, `policies`, `ports`, or one of `inspect`.
    pub kind: String,
    pub lines: usize,
    /// Mean length in bytes.
    pub mean: f64,
    /// The share of lines that hold a `%`, or that encoding changes.
    pub dirty: f64,
    pub note: String,
    pub figures: Vec<Row>,
}

/// Nanoseconds per call, one figure for each pass; limits and peers have the backend "".
#[derive(Serialize, Deserialize)]
pub struct Row {
    pub row: String,
    pub backend: String,
    pub least: Vec<f64>,
}

/// A row at every length from 0 to 300 bytes, compared with the best call of `percent-encoding`.
#[derive(Serialize, Deserialize)]
pub struct Length {
    pub row: String,
    pub backend: String,
    pub points: usize,
    pub lost: usize,
    /// The worst point, as text that begins with the ratio.
    pub worst: String,
}

/// The lengths in bytes of a row without `simd`.
pub const LENGTHS: RangeInclusive<usize> = 1..=80;

/// A call of the build without `simd` beside its counterpart of `percent-encoding`.
#[derive(Serialize, Deserialize)]
pub struct WithoutSimd {
    pub row: String,
    /// The relative speed at each of [`LENGTHS`].
    pub ratios: Vec<f64>,
}

/// The table of the build without `simd`: geometric means of lengths, and the worst one.
pub fn without_simd(rows: &[WithoutSimd]) -> String {
    let ranges = [1..=3, 4..=7, 8..=15, 16..=31, 32..=80, LENGTHS];
    let mut text = "| row |".to_owned();
    for range in &ranges {
        let _ = write!(text, " {} to {} bytes |", range.start(), range.end());
    }
    let _ = writeln!(text, " least |\n| --- |{}", " ---: |".repeat(ranges.len() + 1));
    for WithoutSimd { row, ratios } in rows {
        let _ = write!(text, "| {row} |");
        for range in &ranges {
            let part = &ratios[range.start() - 1..*range.end()];
            let mean = (part.iter().map(|ratio| ratio.ln()).sum::<f64>() / part.len() as f64).exp();
            let _ = write!(text, " {mean:.2} |");
        }
        let points = LENGTHS.zip(ratios);
        if let Some((len, least)) = points.min_by(|a, b| a.1.total_cmp(b.1)) {
            let _ = writeln!(text, " {least:.2}\u{a0}at\u{a0}{len} |");
        }
    }
    text
}

impl Figures {
    /// Adds the figures of a further pass.
    pub fn merge(&mut self, pass: Self) {
        for new in pass.lines {
            let same = |old: &&mut Table| (&old.file, &old.kind) == (&new.file, &new.kind);
            let Some(old) = self.lines.iter_mut().find(same) else {
                self.lines.push(new);
                continue;
            };
            for row in new.figures {
                let same = |old: &&mut Row| (&old.row, &old.backend) == (&row.row, &row.backend);
                match old.figures.iter_mut().find(same) {
                    Some(old) => old.least.extend(row.least),
                    None => old.figures.push(row),
                }
            }
        }
        self.lengths = pass.lengths;
    }

    /// The number of rows whose ratio to their peer's has a notable deviation.
    pub fn deviating(&self) -> usize {
        let of_table = |table: &Table| {
            let ours = table.figures.iter().filter(|row| !row.backend.is_empty());
            let peer = |row: &Row| peers(&row.row).iter().find_map(|peer| table.row(peer, ""));
            ours.filter(|row| peer(row).is_some_and(|peer| deviation(row, peer) > NOTABLE)).count()
        };
        self.lines.iter().map(of_table).sum()
    }

    /// Of all lengths on the active backend, or of the rows of short ones: the number of lost points, of
    /// all points, and the worst row. Each point counts once.
    pub fn worst_length(&self, short: bool) -> Option<(usize, usize, &Length)> {
        let counts = |length: &&Length| {
            length.backend == ACTIVE && length.row.ends_with(UP_TO_SHORT) == short
        };
        let rows = || self.lengths.iter().filter(counts);
        let ratio = |length: &Length| {
            let number = length.worst.split('x').next().and_then(|number| number.parse().ok());
            number.unwrap_or(f64::MAX)
        };
        let worst = rows().min_by(|a, b| ratio(a).total_cmp(&ratio(b)))?;
        Some((rows().map(|row| row.lost).sum(), rows().map(|row| row.points).sum(), worst))
    }

    /// Every backend at every length from 0 to 300 bytes.
    pub fn lengths(&self) -> String {
        let mut text =
            "| row | backend | slower at | the worst point |\n| --- | --- | ---: | --- |\n"
                .to_owned();
        for Length { row, backend, points, lost, worst } in &self.lengths {
            let _ = writeln!(text, "| {row} | {backend} | {lost} of {points} | {worst} |");
        }
        text
    }
}

impl Table {
    pub fn title(&self) -> String {
        format!("{}, {}", self.file, self.kind)
    }

    pub fn row(&self, row: &str, backend: &str) -> Option<&Row> {
        self.figures.iter().find(|figure| figure.row == row && figure.backend == backend)
    }

    /// The backends of ours, in order.
    pub fn backends(&self) -> Vec<&str> {
        // All are in the figures of the first row of ours.
        let ours = || self.figures.iter().filter(|figure| !figure.backend.is_empty());
        let first = ours().next().map_or("", |figure| &figure.row);
        ours().filter(|figure| figure.row == first).map(|figure| &*figure.backend).collect()
    }

    /// A heading, limits and peers, and a table of ours.
    pub fn markdown(&self) -> String {
        let others = self.figures.iter().filter(|row| row.backend.is_empty());
        let others = others.map(|row| format!("{} {:.1}", row.row, middle(&row.least)));
        let backends = self.backends();
        let mut text = format!(
            "### {}\n\n{} inputs, {:.0} bytes on average; {:.1}% {}. {}\n\n{}.\n\n| ours | {} |\n| --- |{}\n",
            self.title(),
            self.lines,
            self.mean,
            100.0 * self.dirty,
            match &*self.kind {
                "encode" => "hold a byte to be escaped",
                PORTS => "change",
                _ => "hold a `%`",
            },
            self.note,
            others.collect::<Vec<_>>().join("; "),
            backends.join(" | "),
            " ---: |".repeat(backends.len())
        );
        let first = backends.first().copied().unwrap_or_default();
        for row in self.figures.iter().filter(|row| row.backend == first) {
            let peer = peers(&row.row).iter().find_map(|peer| self.row(peer, ""));
            let cell = |backend: &&str| {
                let Some(our) = self.row(&row.row, backend) else { return String::new() };
                let ratio = peer.filter(|_| backends.last() == Some(backend));
                let ratio = ratio.map(|peer| format!(" ({})", times(our, peer, factor)));
                format!("{:.1}{}", middle(&our.least), ratio.unwrap_or_default())
            };
            let cells: Vec<String> = backends.iter().map(cell).collect();
            let _ = writeln!(text, "| {} | {} |", row.row, cells.join(" | "));
        }
        text
    }
}

/// The speed of a row relative to another one: the ratio of their medians, which the pages print.
pub fn ratio(our: &Row, peer: &Row) -> f64 {
    middle(&peer.least) / middle(&our.least)
}

/// The deviation from the ratio that three quarters of the passes keep; of three passes, the largest
/// one.
fn deviation(our: &Row, peer: &Row) -> f64 {
    let ratio = ratio(our, peer);
    let passes = peer.least.iter().zip(&our.least).map(|(peer, our)| peer / our);
    let mut deviations: Vec<f64> = passes.map(|pass| (pass / ratio - 1.0).abs()).collect();
    deviations.sort_by(f64::total_cmp);
    let kept = (3 * deviations.len()).div_ceil(4);
    deviations.get(kept.wrapping_sub(1)).copied().unwrap_or_default()
}

/// The ratio, and the deviation of the passes if notable.
pub fn times(our: &Row, peer: &Row, round: fn(f64) -> String) -> String {
    let varies = deviation(our, peer);
    let note =
        if varies > NOTABLE { format!("\u{a0}±{:.0}%", 100.0 * varies) } else { String::new() };
    format!("{}{note}", round(ratio(our, peer)))
}

/// The median.
pub fn middle(values: &[f64]) -> f64 {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    let [low, high] = [values.len().wrapping_sub(1) / 2, values.len() / 2]
        .map(|at| values.get(at).copied().unwrap_or(f64::NAN));
    low.midpoint(high)
}

/// A ratio as text: `2.55x`.
pub fn factor(ratio: f64) -> String {
    round(ratio) + "x"
}

/// About three significant figures.
fn round(value: f64) -> String {
    match value {
        100.0.. => format!("{value:.0}"),
        10.0.. => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}
