//! The options that say what is read, and what one value is.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::OutputArgs;
use crate::input::{Inputs, Records};
use crate::output::{Destination, Output};
use crate::reports::Progress;
use crate::run::{self, Task};
use crate::work::{OnError, Rules, Work};

/// What is read, and what one value is.
#[derive(Args, Default)]
pub(crate) struct InputArgs {
    /// What to read; `-` or nothing: standard input
    ///
    /// What is compressed with gzip, zstd, xz or bzip2, whatever its name, is decompressed, and
    /// UTF-16 with a byte order mark is read as text. Where the last
    /// record of a FILE lacks its end and another FILE follows, it gets one, so that no two
    /// records become one; not with --raw.
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// Read all files in FILEs that are folders, sorted by name, but not what -o names; symbolic
    /// links in them are not followed
    #[arg(short, long)]
    pub(crate) recursive: bool,

    /// A record ends with NUL, not with a newline
    #[arg(short = '0', long, conflicts_with = "raw")]
    pub(crate) null: bool,

    /// Each input is one value
    #[arg(long)]
    pub(crate) raw: bool,

    /// Threads that work on lines [default: one for each core]
    ///
    /// At most 1024; where the system gives fewer, those do the work. Each needs a few MiB. Where
    /// records are looked at as a whole (inspect, normalize, fields, --stats, and what may
    /// refuse a record or must see its text), memory grows also with the longest record, which
    /// with --raw is the input.
    #[arg(short, long, value_name = "N", value_parser = jobs)]
    pub(crate) jobs: Option<NonZeroUsize>,

    /// Count records, and print what was counted on standard error, as JSON
    ///
    /// One object in one line: inputs, failed (inputs that were not read to their end), records,
    /// changed (0 for check and inspect), malformed, bytes_in (decompressed),
    /// bytes_out (before they are compressed), seconds.
    #[arg(long)]
    pub(crate) stats: bool,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

impl InputArgs {
    pub(crate) fn rules(&self, on_error: Option<OnError>) -> Rules {
        Rules { records: self.records(), on_error: on_error.unwrap_or(OnError::Keep) }
    }

    /// How many threads work on blocks.
    pub(crate) fn threads(&self) -> usize {
        self.jobs.or_else(|| std::thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get)
    }

    /// What is read, and how far that is, on a terminal.
    fn inputs(&self, destination: &Destination) -> Inputs<'_> {
        let inputs =
            Inputs::new(&self.files, self.recursive).text(self.records() == Records::Lines);
        let mut inputs = match destination {
            Destination::Stdout => inputs.without_standard_output(),
            Destination::File(path) => inputs.without(path),
            Destination::InPlace(suffix) => inputs.in_place(suffix.clone()),
        };
        if self.output.shows_progress(destination) && !inputs.is_typed() {
            inputs.progress = Progress::new(inputs.total());
        }
        inputs
    }

    /// Gives everything that is read to the work. `max_errors`: so many problems end the run.
    ///
    /// # Errors
    /// Those of usage, before anything is read.
    pub(crate) fn run(
        &self,
        work: &dyn Work,
        on_error: Option<OnError>,
        destination: Destination,
        max_errors: Option<NonZeroUsize>,
    ) -> Result<ExitCode, String> {
        let task = Task {
            work,
            rules: self.rules(on_error),
            counts: self.stats,
            in_place: matches!(destination, Destination::InPlace(_)),
        };
        let compression = self.output.compression();
        let inputs = self.inputs(&destination);
        let output = Output::new(destination, compression, inputs.progress.clone(), self.stats)?
            .up_to(max_errors)
            .joined_by(task.joint());
        Ok(run::run(inputs, task, self.threads(), output))
    }

    pub(crate) fn records(&self) -> Records {
        match (self.null, self.raw) {
            (true, _) => Records::Null,
            (_, true) => Records::Raw,
            _ => Records::Lines,
        }
    }
}

/// A number of something of which there is at least one.
pub(crate) fn positive(text: &str) -> Result<NonZeroUsize, &'static str> {
    text.parse().map_err(|_| "it must be a whole number from 1 on")
}

/// Each thread has some memory of its own: a number that is no mistake.
fn jobs(text: &str) -> Result<NonZeroUsize, &'static str> {
    positive(text)
        .ok()
        .filter(|jobs| jobs.get() <= 1024)
        .ok_or("it must be a whole number from 1 to 1024")
}
