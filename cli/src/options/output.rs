//! The options for the output.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::input::Compression;
use crate::output::Destination;
use crate::work::rows::Form;

const HEADING: &str = "Output";

/// The output file.
#[derive(Args, Default)]
pub(crate) struct OutputArgs {
    /// Write to FILE: the whole result or nothing
    ///
    /// The extension selects the compression (.gz, .zst, .xz, .bz2) and the rows of --only and query:
    /// .csv and .tsv begin with a row of names, .jsonl holds JSON objects. An existing FILE keeps its
    /// permissions, and stays unchanged if an input cannot be read to its end or the run is stopped.
    #[arg(short, long, value_name = "FILE", help_heading = HEADING)]
    output: Option<PathBuf>,
}

impl OutputArgs {
    /// The destination of results without -i.
    pub(crate) fn destination(&self) -> Destination {
        match &self.output {
            Some(file) if file.as_os_str() != "-" => Destination::File(file.clone()),
            _ => Destination::Stdout,
        }
    }

    /// The compression that the extension of the output file selects.
    pub(crate) fn compression(&self) -> Option<Compression> {
        Compression::of_extension(self.output.as_ref()?.extension()?.to_str()?)
    }

    /// The form of rows that the extension of the output file selects, also before `.gz`.
    pub(crate) fn form(&self, json: bool) -> Form {
        let named = self.output.as_ref().and_then(|file| {
            let compressed =
                self.compression().and_then(|_| Path::new(file.file_stem()?).extension());
            Form::of_extension(compressed.or(file.extension())?.to_str()?)
        });
        if json { Form::Json } else { named.unwrap_or(Form::Columns) }
    }

    /// Whether a bar is shown: only if nothing else writes to the terminal. The reader of a pipe may.
    pub(crate) fn shows_progress(destination: &Destination) -> bool {
        let stdout = io::stdout();
        let is_free = !matches!(destination, Destination::Stdout)
            || !stdout.is_terminal() && is_file(&stdout);
        io::stderr().is_terminal() && is_free
    }
}

/// Returns true if standard output is a file or a device.
#[cfg(unix)]
fn is_file(stdout: &io::Stdout) -> bool {
    use std::os::unix::fs::FileTypeExt;

    crate::input::metadata(stdout)
        .is_ok_and(|metadata| !metadata.file_type().is_fifo() && !metadata.file_type().is_socket())
}

#[cfg(not(unix))]
fn is_file(_: &io::Stdout) -> bool {
    false
}
