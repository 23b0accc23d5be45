//! The options that select the inputs and split them into records.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::{OutputArgs, ReportArgs};
use crate::input::{Inputs, Records};
use crate::output::{Destination, Output, Settings};
use crate::reports::Progress;
use crate::run::{self, Task};
use crate::work::{OnError, Rules, Work};

/// The inputs, and how they split into records.
#[derive(Args, Default)]
pub(crate) struct InputArgs {
    /// Files to read [default: standard input, also written -]
    ///
    /// If no such file exists and the argument has a character rare in file names (%, a space), the
    /// argument itself is the input: pct decode 'a%20b'. gzip, zstd, xz and bzip2 are decompressed,
    /// whatever the name. Without -0 and --raw, UTF-16 with a byte order mark is read as UTF-8, and a
    /// binary FILE is reported. Records of two FILEs never merge.
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// Read folders recursively, files sorted by name
    ///
    /// The output file of -o is skipped. Symbolic links are not followed.
    #[arg(short, long, overrides_with = "recursive")]
    pub(crate) recursive: bool,

    /// Records end with NUL instead of a newline
    #[arg(short = '0', long, conflicts_with = "raw", hide_short_help = true)]
    pub(crate) null: bool,

    /// Treat each input as one value
    #[arg(long)]
    pub(crate) raw: bool,

    /// Number of threads, at most 1024 [default: one per core]
    ///
    /// Each thread needs a few MiB, and often one whole record (with --raw: the whole input).
    #[arg(short, long, value_name = "N", value_parser = jobs, hide_short_help = true)]
    pub(crate) jobs: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(crate) reports: ReportArgs,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

impl InputArgs {
    pub(crate) fn rules(&self, on_error: Option<OnError>) -> Rules {
        let on_error = on_error.unwrap_or(OnError::Keep);
        Rules { records: self.records(), on_error, printed: self.reports.printed() }
    }

    /// The number of threads that process blocks.
    pub(crate) fn threads(&self) -> usize {
        self.jobs.or_else(|| std::thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get)
    }

    /// The inputs, with a progress bar if one is shown.
    fn inputs(&self, destination: &Destination) -> Inputs<'_> {
        let inputs =
            Inputs::new(&self.files, self.recursive).text(self.records() == Records::Lines);
        let mut inputs = match destination {
            Destination::Stdout => inputs.without_standard_output(),
            Destination::File(path) => inputs.without(path),
            Destination::InPlace(suffix) | Destination::Changes(suffix) => {
                inputs.in_place(suffix.clone())
            }
        };
        if self.reports.are_loud() && OutputArgs::shows_progress(destination) && !inputs.is_typed()
        {
            inputs.progress = Progress::new(inputs.total());
        }
        inputs
    }

    /// Runs the work on all inputs.
    ///
    /// # Errors
    /// Wrong usage, before anything is read.
    pub(crate) fn run(
        &self,
        work: &dyn Work,
        on_error: Option<OnError>,
        destination: Destination,
    ) -> Result<ExitCode, String> {
        let task = Task { work, rules: self.rules(on_error), in_place: destination.is_in_place() };
        let inputs = self.inputs(&destination);
        let settings = Settings {
            compression: self.output.compression(),
            progress: inputs.progress.clone(),
            printed: self.reports.printed(),
            joint: task.joint(),
            head: work.head(),
        };
        let output = Output::new(destination, settings)?;
        Ok(run::run(inputs, task, self.threads(), output))
    }

    /// The destination of results without -i.
    pub(crate) fn destination(&self) -> Destination {
        self.output.destination()
    }

    pub(crate) fn records(&self) -> Records {
        match (self.null, self.raw) {
            (true, _) => Records::Null,
            (_, true) => Records::Raw,
            _ => Records::Lines,
        }
    }
}

/// A number of threads. Each needs memory, so a number that can only be a mistake is refused.
fn jobs(text: &str) -> Result<NonZeroUsize, &'static str> {
    text.parse()
        .ok()
        .filter(|jobs: &NonZeroUsize| jobs.get() <= 1024)
        .ok_or("must be a whole number from 1 to 1024")
}
