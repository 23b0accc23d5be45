//! The figures of the benchmark `lines`: one file per machine, into which every pass is merged.

use std::error::Error;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::machine::{Machine, Run};

/// The folder of the files, from the root of the repository.
const FOLDER: &str = "benches/results";
/// The file in this folder that belongs to no machine; `weight.rs` uses it.
pub(crate) const WEIGHT: &str = "benches/results/weight.json";

/// All figures of one machine.
#[derive(Serialize, Deserialize)]
pub(crate) struct Results {
    pub(crate) machine: Machine,
    /// One for each pass.
    pub(crate) runs: Vec<Run>,
    pub(crate) lines: Vec<Lines>,
    pub(crate) targets: Vec<Verdict>,
    pub(crate) lengths: Vec<Length>,
}

/// The figures for the lines of a file, or for generated inputs.
#[derive(Serialize, Deserialize)]
pub(crate) struct Lines {
    pub(crate) file: String,
    pub(crate) kind: String,
    pub(crate) lines: usize,
    /// Mean length in bytes.
    pub(crate) mean: f64,
    /// The share of lines that the call changes, and of those that are not ASCII, decoded.
    pub(crate) dirty: f64,
    pub(crate) non_ascii: f64,
    pub(crate) note: String,
    pub(crate) figures: Vec<Row>,
}

/// Nanoseconds per call, one figure for each pass; limits and peers have the backend "".
#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    pub(crate) row: String,
    pub(crate) backend: String,
    pub(crate) least: Vec<f64>,
}

/// A target for real lines, and the measured figure.
#[derive(Serialize, Deserialize)]
pub(crate) struct Verdict {
    pub(crate) what: String,
    pub(crate) wanted: String,
    pub(crate) backend: String,
    pub(crate) measured: String,
    pub(crate) met: bool,
}

/// A row at every length from 0 to 300 bytes, compared with the best call of `percent-encoding`.
#[derive(Serialize, Deserialize)]
pub(crate) struct Length {
    pub(crate) row: String,
    pub(crate) backend: String,
    pub(crate) points: usize,
    pub(crate) lost: usize,
    pub(crate) worst: String,
}

/// The output of the benchmark `lines`.
#[derive(Deserialize)]
pub(crate) struct LinesRun {
    pub(crate) tables: Vec<Lines>,
    pub(crate) targets: Vec<Verdict>,
    pub(crate) lengths: Vec<Length>,
}

impl Results {
    pub(crate) fn new(machine: Machine) -> Self {
        Self {
            machine,
            runs: Vec::new(),
            lines: Vec::new(),
            targets: Vec::new(),
            lengths: Vec::new(),
        }
    }

    /// The file of a machine.
    pub(crate) fn file(root: &Path, machine: &Machine) -> PathBuf {
        root.join(FOLDER).join(format!("{}.json", machine.file_name()))
    }

    /// The figures of a machine so far: empty if it has no file.
    pub(crate) fn of(root: &Path, machine: Machine) -> Result<Self, Box<dyn Error>> {
        let file = Self::file(root, &machine);
        if !file.exists() {
            return Ok(Self::new(machine));
        }
        Ok(Self { machine, ..Self::read(&file)? })
    }

    fn read(file: &Path) -> Result<Self, Box<dyn Error>> {
        let bytes = std::fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
        serde_json::from_slice(&bytes)
            .map_err(|error| format!("{}: {error}", file.display()).into())
    }

    /// All machines, in order of their files' names.
    pub(crate) fn all(root: &Path) -> Result<Vec<Self>, Box<dyn Error>> {
        let entries = std::fs::read_dir(root.join(FOLDER))
            .map_err(|error| format!("{FOLDER}: {error}: `xtask bench` measures what it holds"))?;
        let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
        files.retain(|file| *file != root.join(WEIGHT));
        files.sort();
        files.iter().map(|file| Self::read(file)).collect()
    }

    pub(crate) fn write(&self, root: &Path) -> Result<(), Box<dyn Error>> {
        let file = Self::file(root, &self.machine);
        std::fs::create_dir_all(root.join(FOLDER))?;
        std::fs::write(file, one_figure_a_line(&serde_json::to_string(self)?))?;
        Ok(())
    }

    /// Adds a pass, or replaces the existing ones with it.
    pub(crate) fn merge(&mut self, run: Run, pass: LinesRun, again: bool) -> Result<(), String> {
        if !again {
            (self.runs, self.lines) = (Vec::new(), Vec::new());
        } else if let Some(before) = self.runs.iter().find(|before| before.commit != run.commit) {
            return Err(format!(
                "the existing figures are of commit {}, not {}: run this without --again",
                before.commit, run.commit
            ));
        }
        self.runs.push(run);
        pass.tables.into_iter().for_each(|table| self.add_table(table));
        (self.targets, self.lengths) = (pass.targets, pass.lengths);
        Ok(())
    }

    fn add_table(&mut self, new: Lines) {
        let same = |old: &&mut Lines| (&old.file, &old.kind) == (&new.file, &new.kind);
        let Some(old) = self.lines.iter_mut().find(same) else { return self.lines.push(new) };
        for row in new.figures {
            let same = |old: &&mut Row| (&old.row, &old.backend) == (&row.row, &row.backend);
            match old.figures.iter_mut().find(same) {
                Some(old) => old.least.extend(row.least),
                None => old.figures.push(row),
            }
        }
    }
}

impl Lines {
    /// The heading of its column.
    pub(crate) fn title(&self) -> String {
        format!("{}, {}", self.file, self.kind)
    }

    pub(crate) fn row(&self, row: &str, backend: &str) -> Option<&Row> {
        self.figures.iter().find(|figure| figure.row == row && figure.backend == backend)
    }

    /// The backends of ours, in order.
    pub(crate) fn backends(&self) -> Vec<&str> {
        let mut backends: Vec<&str> = Vec::new();
        for figure in self.figures.iter().filter(|figure| !figure.backend.is_empty()) {
            if !backends.contains(&&*figure.backend) {
                backends.push(&figure.backend);
            }
        }
        backends
    }
}

/// One figure per line, so that the diff of two runs is readable.
pub(crate) fn one_figure_a_line(json: &str) -> String {
    json.replace("{\"", "\n{\"").trim_start().to_owned() + "\n"
}

/// The median.
pub(crate) fn middle(values: &[f64]) -> f64 {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    match values.len() {
        0 => f64::NAN,
        len if len % 2 == 0 => (values[len / 2 - 1] + values[len / 2]) / 2.0,
        len => values[len / 2],
    }
}

/// The largest deviation from the median, as a fraction of it.
pub(crate) fn variation(values: &[f64]) -> f64 {
    let middle = middle(values);
    values.iter().map(|value| (value / middle - 1.0).abs()).fold(0.0, f64::max)
}

/// About three significant figures.
pub(crate) fn round(value: f64) -> String {
    match value {
        100.0.. => format!("{value:.0}"),
        10.0.. => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}

#[cfg(test)]
pub(crate) mod tests;
