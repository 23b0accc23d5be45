//! The options that control reports on standard error.

use clap::Args;

use crate::reports::PRINTED;

const HEADING: &str = "Reports";

/// How much is reported on standard error.
#[derive(Args, Default)]
pub(crate) struct ReportArgs {
    /// Report only failures on standard error, not records
    ///
    /// The exit status stays the same. Without -q a progress bar appears after half a second if
    /// standard error is a terminal and the result goes to a file.
    #[arg(short, long, help_heading = HEADING, conflicts_with = "verbose", hide_short_help = true)]
    quiet: bool,

    /// Report every record instead of the first 20 of each kind
    #[arg(short, long, help_heading = HEADING, hide_short_help = true)]
    verbose: bool,
}

impl ReportArgs {
    /// The number of reports of each kind that are printed.
    pub(crate) fn printed(&self) -> u64 {
        match (self.quiet, self.verbose) {
            (true, _) => 0,
            (_, true) => u64::MAX,
            _ => PRINTED,
        }
    }

    /// Returns true if hints are printed.
    pub(crate) fn are_loud(&self) -> bool {
        !self.quiet
    }
}
