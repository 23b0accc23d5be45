//! The options that say what is read, and what one value is.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::{OutputArgs, ReportArgs};
use crate::input::{Inputs, Records};
use crate::output::{Destination, Output};
use crate::reports::Progress;
use crate::run::{self, Task};
use crate::work::{OnError, Rules, Work};

/// What is read, and what one value is.
#[derive(Args, Default)]
pub(crate) struct InputArgs {
    /// Files to read; `-`, or none: standard input
    ///
    /// What no file is called, and has a %, a space or another character of text in it, is itself the
    /// input: pct decode 'a%20b'. A pattern with a * is not.
    /// Input compressed with gzip, zstd, xz or bzip2 is decompressed, whatever its name. UTF-16 with a
    /// byte order mark is read as UTF-8, unless -0 or --raw is given. Without these, a FILE that is
    /// binary or has a NUL byte is reported, and -i leaves it as it is. If the last record of a FILE
    /// lacks its terminator and another FILE follows, a terminator is added, so that two records
    /// never merge; not with --raw.
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// Read all files below each FILE that is a folder, sorted by name
    ///
    /// The file that -o names is left out. Symbolic links are not followed.
    #[arg(short, long, overrides_with = "recursive")]
    pub(crate) recursive: bool,

    /// Records end with NUL instead of a newline
    #[arg(short = '0', long, conflicts_with = "raw")]
    pub(crate) null: bool,

    /// Treat each input as one value
    #[arg(long)]
    pub(crate) raw: bool,

    /// Number of threads [default: one for each core]
    ///
    /// At most 1024. If the system grants fewer, pct uses those. Each thread needs a few MiB. Some
    /// work needs whole records (inspect, normalize, fields, --stats, --utf8, and what may refuse a
    /// record): then memory also grows with the longest record, which is the input with --raw.
    #[arg(short, long, value_name = "N", value_parser = jobs)]
    pub(crate) jobs: Option<NonZeroUsize>,

    /// Print statistics on standard error, as JSON
    ///
    /// One object on one line: inputs, failed (inputs that were not read to the end), records,
    /// changed (0 for check and inspect), malformed, bytes_in (after decompression), bytes_out
    /// (before compression), seconds.
    #[arg(long)]
    pub(crate) stats: bool,

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
            Destination::InPlace(suffix) | Destination::Changes(suffix) => {
                inputs.in_place(suffix.clone())
            }
        };
        if self.reports.are_loud() && self.output.shows_progress(destination) && !inputs.is_typed()
        {
            inputs.progress = Progress::new(inputs.total());
        }
        inputs
    }

    /// Gives everything that is read to the work.
    ///
    /// # Errors
    /// Those of usage, before anything is read.
    pub(crate) fn run(
        &self,
        work: &dyn Work,
        on_error: Option<OnError>,
        destination: Destination,
    ) -> Result<ExitCode, String> {
        let task = Task {
            work,
            rules: self.rules(on_error),
            counts: self.stats,
            in_place: destination.is_in_place(),
        };
        let compression = self.output.compression();
        let inputs = self.inputs(&destination);
        let output = Output::new(destination, compression, inputs.progress.clone(), self.stats)?
            .printing(self.reports.printed())
            .joined_by(task.joint())
            .headed(work.head());
        Ok(run::run(inputs, task, self.threads(), output))
    }

    /// Where results go if files are not replaced.
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

/// Each thread has some memory of its own: a number that is no mistake.
fn jobs(text: &str) -> Result<NonZeroUsize, &'static str> {
    text.parse()
        .ok()
        .filter(|jobs: &NonZeroUsize| jobs.get() <= 1024)
        .ok_or("it must be a whole number from 1 to 1024")
}
