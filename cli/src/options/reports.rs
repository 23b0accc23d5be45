//! The options that say how much is reported, and what it means.

use std::num::NonZeroUsize;

use clap::Args;

use super::positive;
use crate::reports::PRINTED;
use crate::work::Limits;

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

    /// Stop at the Nth problem
    ///
    /// check and inspect list N of them, and say that there may be more. query ends with the row of
    /// the Nth record in which a % is malformed, or before one that has no such field; --count and
    /// --top print nothing then. Other verbs write what comes before the Nth record that is refused
    /// (--strict, --reject, --on-error ...), but no FILE of -o or -i.
    #[arg(long, value_name = "N", value_parser = positive, help_heading = HEADING)]
    pub(crate) max_errors: Option<NonZeroUsize>,
}

impl ReportArgs {
    pub(crate) fn limits(&self) -> Limits {
        let printed = match (self.quiet, self.verbose) {
            (true, _) => 0,
            (_, true) => u64::MAX,
            _ => PRINTED,
        };
        Limits { printed, problems: self.max_errors.map(NonZeroUsize::get) }
    }

    /// Whether hints are welcome.
    pub(crate) fn are_loud(&self) -> bool {
        !self.quiet
    }
}
