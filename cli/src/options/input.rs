//! The options for inputs, the output and reports, which all verbs share, and the run that they
//! describe.

use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use super::number;
use crate::blocks::rows::Form;
use crate::blocks::{OnError, Rules, Work};
use crate::input::{Compression, Inputs, Records};
use crate::output::{Destination, Output, Settings};
use crate::reports::{PRINTED, Progress};
use crate::run::{self, Task};

/// The inputs, their records, and the destination of the output.
#[derive(Args)]
pub(crate) struct InputArgs {
    /// Files to read [default: standard input]
    ///
    /// Standard input is also written -. If no such file exists and the argument has a character rare in file names (%, a space), the
    /// argument itself is the input: pct decode 'a%20b'. gzip, zstd, xz and bzip2 are decompressed,
    /// whatever the name. Without -0 and --raw, UTF-16 with a byte order mark is read as UTF-8, and a
    /// binary FILE is reported. Records of two FILEs never merge.
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// Read folders
    ///
    /// Files come sorted by name, those of inner folders too. The output file of -o is skipped. Symbolic links are not followed.
    #[arg(short, long, overrides_with = "recursive")]
    pub(crate) recursive: bool,

    /// Records end with NUL
    #[arg(short = '0', long, conflicts_with = "raw", hide_short_help = true)]
    pub(crate) null: bool,

    /// Treat each input as one value
    #[arg(long)]
    raw: bool,

    /// Threads [default: one per core]
    ///
    /// At most 1024. Each needs a few MiB, and often one whole record (with --raw: the whole input).
    #[arg(short, long, value_name = "N", value_parser = number::<1024>)]
    jobs: Option<u32>,

    /// Report failures only
    ///
    /// The exit status stays the same. Without -q a progress bar appears after half a second if
    /// standard error is a terminal and the result goes to a file.
    #[arg(short, long, help_heading = "Reports", hide_short_help = true)]
    pub(crate) quiet: bool,

    /// Report every record, not 20 of each kind
    #[arg(short, long, help_heading = "Reports", conflicts_with = "quiet", hide_short_help = true)]
    verbose: bool,

    /// Write to FILE: the whole result or nothing
    ///
    /// The extension selects the compression (.gz, .zst, .xz, .bz2) and the rows of --only and query:
    /// .csv and .tsv begin with a row of names, .jsonl holds JSON objects. An existing FILE keeps its
    /// permissions, and stays unchanged if an input cannot be read to its end or the run is stopped.
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
}

impl InputArgs {
    pub(crate) fn rules(&self, on_error: Option<OnError>) -> Rules {
        let printed = match (self.quiet, self.verbose) {
            (true, _) => 0,
            (_, true) => u64::MAX,
            _ => PRINTED,
        };
        Rules { records: self.records(), on_error: on_error.unwrap_or(OnError::Keep), printed }
    }

    fn compression(&self) -> Option<Compression> {
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

    fn inputs(&self, destination: &Destination) -> Inputs<'_> {
        let mut inputs = Inputs::new(&self.files, self.recursive);
        inputs.are_text = self.records() == Records::Lines;
        match destination {
            Destination::Stdout => inputs.leave_out_standard_output(),
            Destination::File(path) => inputs = inputs.without(path),
            Destination::InPlace(suffix) | Destination::Changes(suffix) => {
                inputs.replace_in_place(suffix.clone());
            }
        }
        if !self.quiet && shows_progress(destination) && !inputs.is_typed() {
            inputs.progress = Progress::new(inputs.total());
        }
        inputs
    }

    pub(crate) fn run(&self, work: &dyn Work) -> Result<ExitCode, String> {
        self.run_to(self.destination(), None, work)
    }

    /// [`run`](Self::run) with another destination, and this treatment of refused records.
    pub(crate) fn run_to(
        &self,
        destination: Destination,
        on_error: Option<OnError>,
        work: &dyn Work,
    ) -> Result<ExitCode, String> {
        let rules = self.rules(on_error);
        let task = Task { work, rules, in_place: destination.is_in_place() };
        let inputs = self.inputs(&destination);
        let settings = Settings {
            compression: self.compression(),
            progress: inputs.progress.clone(),
            printed: rules.printed,
            joint: task.joint(),
            head: work.head(),
        };
        let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let threads = self.jobs.map_or_else(cores, |jobs| jobs as usize);
        Ok(run::run(inputs, task, threads, Output::new(destination, settings)?))
    }

    pub(crate) fn destination(&self) -> Destination {
        match &self.output {
            Some(file) if file.as_os_str() != "-" => Destination::File(file.clone()),
            _ => Destination::Stdout,
        }
    }

    pub(crate) fn records(&self) -> Records {
        match (self.null, self.raw) {
            (true, _) => Records::Null,
            (_, true) => Records::Raw,
            _ => Records::Lines,
        }
    }
}

/// True if nothing else writes to the terminal of standard error. The reader of a pipe may.
fn shows_progress(destination: &Destination) -> bool {
    let stdout = io::stdout();
    let is_free =
        !matches!(destination, Destination::Stdout) || !stdout.is_terminal() && is_file(&stdout);
    io::stderr().is_terminal() && is_free
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
