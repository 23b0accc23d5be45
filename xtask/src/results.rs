//! The figures of the benchmark `lines`: one file per machine.

use std::error::Error;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::machine::{Machine, Run};
use crate::store;
use percent_simd_benches::figures::{ACTIVE, Figures, Row, Table, middle};

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

    /// A row on the active backend. It was measured twice, in the column [`ACTIVE`] and in the
    /// backend's own: the slower one, so that neither hides a loss.
    pub(crate) fn on_active<'a>(&self, table: &'a Table, row: &str) -> Option<&'a Row> {
        let columns = [ACTIVE, &self.machine.active].into_iter();
        let rows = columns.filter_map(|column| table.row(row, column));
        rows.max_by(|a, b| middle(&a.least).total_cmp(&middle(&b.least)))
    }

    pub(crate) fn write(&self, root: &Path) -> Result<(), Box<dyn Error>> {
        store::write(root, FOLDER, &self.machine, self)
    }
}
