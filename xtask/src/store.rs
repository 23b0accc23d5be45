//! Measured figures in a folder: one JSON file for each machine.

use std::error::Error;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::machine::Machine;

/// The figures of all machines, in order of their files' names; none without the folder.
pub(crate) fn all<T: DeserializeOwned>(
    root: &Path,
    folder: &str,
) -> Result<Vec<T>, Box<dyn Error>> {
    let entries = std::fs::read_dir(root.join(folder));
    let mut files: Vec<_> =
        entries.into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    let read = |file: &PathBuf| {
        serde_json::from_slice(&std::fs::read(file)?)
            .map_err(|error| format!("{}: {error}", file.display()).into())
    };
    files.iter().map(read).collect()
}

/// Replaces the machine's file.
pub(crate) fn write(
    root: &Path,
    folder: &str,
    machine: &Machine,
    figures: &impl Serialize,
) -> Result<(), Box<dyn Error>> {
    std::fs::create_dir_all(root.join(folder))?;
    let file = root.join(folder).join(format!("{}.json", machine.file_name()));
    // One figure per line, so that the diff of two runs is readable.
    let json = serde_json::to_string(figures)?.replace("{\"", "\n{\"");
    Ok(std::fs::write(file, json.trim_start().to_owned() + "\n")?)
}
