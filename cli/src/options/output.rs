//! The options that say where results go.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::input::Compression;
use crate::output::Destination;
use crate::work::rows::Form;

const HEADING: &str = "Output";

/// Where the result goes.
#[derive(Args, Default)]
pub(crate) struct OutputArgs {
    /// Write to FILE instead of standard output: the whole result or nothing
    ///
    /// The name decides the compression: .gz, .zst, .xz or .bz2; and how --only and query write rows:
    /// .csv and .tsv begin with a row of names, .jsonl holds JSON objects. FILE appears, or is replaced, when
    /// the result is complete. An existing FILE keeps its permissions (on Linux also access control
    /// lists and user attributes). FILE stays unchanged if an input cannot be read to its end, if
    /// --on-error fail stops the run, or if pct is interrupted.
    #[arg(short, long, value_name = "FILE", help_heading = HEADING)]
    output: Option<PathBuf>,

    /// Show progress, even if standard output is a pipe
    ///
    /// Without this option a bar appears after half a second if standard error is a terminal, unless
    /// standard output is a terminal or a pipe. -q shows none.
    #[arg(long, help_heading = HEADING)]
    progress: bool,
}

impl OutputArgs {
    /// Where results go if files are not replaced.
    pub(crate) fn destination(&self) -> Destination {
        match &self.output {
            Some(file) if file.as_os_str() != "-" => Destination::File(file.clone()),
            _ => Destination::Stdout,
        }
    }

    /// How the output is compressed, which the name of the file says.
    pub(crate) fn compression(&self) -> Option<Compression> {
        Compression::of_extension(self.output.as_ref()?.extension()?.to_str()?)
    }

    /// How rows are written, which the name of the file says, also before `.gz`.
    pub(crate) fn form(&self, json: bool) -> Form {
        let named = self.output.as_ref().and_then(|file| {
            let compressed =
                self.compression().and_then(|_| Path::new(file.file_stem()?).extension());
            Form::of_extension(compressed.or(file.extension())?.to_str()?)
        });
        if json { Form::Json } else { named.unwrap_or(Form::Columns) }
    }

    /// Whether a bar does no harm: nothing else is written to a terminal. Standard output may be a
    /// pipe if a bar is asked for, though its reader may write there. A bar that is asked for and
    /// not shown is reported.
    pub(crate) fn shows_progress(&self, destination: &Destination) -> bool {
        let stdout = io::stdout();
        let is_stdout = matches!(destination, Destination::Stdout);
        let hindrance = if !io::stderr().is_terminal() {
            "standard error is no terminal"
        } else if is_stdout && stdout.is_terminal() {
            "the result goes to this terminal"
        } else {
            return !is_stdout || self.progress || is_file(&stdout);
        };
        if self.progress {
            eprintln!("pct: --progress shows nothing: {hindrance}");
        }
        false
    }
}

/// Whether it is a file or a device.
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
