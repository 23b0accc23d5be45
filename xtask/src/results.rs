//! The figures of the benchmark `lines`: one file per machine.

use std::error::Error;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::machine::{Machine, Run};
use percent_simd_benches::figures::Figures;

/// The folder of the files, from the root of the repository.
const FOLDER: &str = "benches/results";

/// All figures of one machine.
#[derive(Serialize, Deserialize)]
pub(crate) struct Results {
    pub(crate) machine: Machine,
    pub(crate) run: Run,
    pub(crate) passes: usize,
    #[serde(flatten)]
    pub(crate) figures: Figures,
}

impl Results {
    /// All machines, in order of their files' names.
    pub(crate) fn all(root: &Path) -> Result<Vec<Self>, Box<dyn Error>> {
        let entries = std::fs::read_dir(root.join(FOLDER))
            .map_err(|error| format!("{FOLDER}: {error}: `xtask bench` measures what it holds"))?;
        let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
        files.sort();
        let read = |file: &PathBuf| {
            serde_json::from_slice(&std::fs::read(file)?)
                .map_err(|error| format!("{}: {error}", file.display()).into())
        };
        files.iter().map(read).collect()
    }

    /// Replaces the machine's file.
    pub(crate) fn write(&self, root: &Path) -> Result<(), Box<dyn Error>> {
        let file = root.join(FOLDER).join(format!("{}.json", self.machine.file_name()));
        // One figure per line, so that the diff of two runs is readable.
        let json = serde_json::to_string(self)?.replace("{\"", "\n{\"");
        Ok(std::fs::write(file, json.trim_start().to_owned() + "\n")?)
    }
}
