//! The figures of the benchmark `lines`: one file per machine.

use std::error::Error;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::machine::{Machine, Run};
use crate::store;
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
        let all = store::all(root, FOLDER)?;
        if all.is_empty() {
            return Err(format!("{FOLDER} holds no results: `xtask bench` measures them").into());
        }
        Ok(all)
    }

    pub(crate) fn write(&self, root: &Path) -> Result<(), Box<dyn Error>> {
        store::write(root, FOLDER, &self.machine, self)
    }
}
