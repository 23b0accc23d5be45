//! The options that say how much is reported, and what it means.

use clap::Args;

use crate::reports::PRINTED;

const HEADING: &str = "Reports";

/// What is said on standard error, and the exit status.
#[derive(Args, Default)]
pub(crate) struct ReportArgs {
    /// Report no records on standard error, but only what fails; the exit status stays the same
    #[arg(short, long, help_heading = HEADING, conflicts_with = "verbose")]
    quiet: bool,

    /// Report every record, and not only the first 20 of a kind
    #[arg(short, long, help_heading = HEADING)]
    verbose: bool,
}

impl ReportArgs {
    /// How many reports of a kind are printed.
    pub(crate) fn printed(&self) -> u64 {
        match (self.quiet, self.verbose) {
            (true, _) => 0,
            (_, true) => u64::MAX,
            _ => PRINTED,
        }
    }

    /// Whether hints are welcome.
    pub(crate) fn are_loud(&self) -> bool {
        !self.quiet
    }
}
