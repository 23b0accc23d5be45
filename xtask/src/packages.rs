//! Packages, from `cargo metadata`.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use crate::machine;

#[derive(Deserialize)]
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) rust_version: Option<String>,
    manifest_path: PathBuf,
}

impl Package {
    pub(crate) fn folder(&self) -> &Path {
        self.manifest_path.parent().unwrap_or(&self.manifest_path)
    }
}

/// The packages of the workspace or package in a folder.
pub(crate) fn of(folder: &Path, options: &[&str]) -> Result<Vec<Package>, Box<dyn Error>> {
    #[derive(Deserialize)]
    struct Metadata {
        packages: Vec<Package>,
    }
    let mut cargo = Command::new("cargo");
    cargo.args(["metadata", "--quiet", "--format-version=1"]).args(options).current_dir(folder);
    let metadata: Metadata = serde_json::from_str(&machine::stdout(&mut cargo)?)?;
    Ok(metadata.packages)
}
