//! The rules for records: their terminator, and the fate of refused ones.

use clap::ValueEnum;
use percent_simd::DecodeErrorKind;

use super::{Block, Outcome};
use crate::fields::{Problem, Result, Value};
use crate::input::{Position, Records};
use crate::reports;

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum OnError {
    /// Pass it on unchanged
    Keep,
    /// Stop before it
    Fail,
    /// Drop it (but pass on a #Fields: line that lacks a name)
    Drop,
}

impl OnError {
    pub(crate) const fn fate(self) -> &'static str {
        match self {
            Self::Keep => "passed on unchanged",
            Self::Fail => "stopped before it",
            Self::Drop => "dropped",
        }
    }
}

/// The reason to refuse a value, at this offset.
pub(crate) fn refusal(offset: usize, kind: DecodeErrorKind, value: &[u8]) -> Problem {
    Problem::new(offset, reports::refused(kind, &value[offset..]))
}

#[derive(Clone, Copy)]
pub(crate) struct Rules {
    pub(crate) records: Records,
    pub(crate) on_error: OnError,
    pub(crate) printed: u64,
}

impl Rules {
    pub(crate) fn each_value(
        self,
        block: &Block<'_>,
        outcome: &mut Outcome,
        mut each: impl FnMut(&Value<'_>, &mut Outcome) -> Result,
    ) {
        let mut cursor = block.cursor(self.records, false);
        while !outcome.ends
            && let Some((record, value, end)) = cursor.next(|rest| self.records.split_first(rest))
        {
            let before = outcome.passed_on.triplets;
            match each(&Value::of_record(value), outcome) {
                Ok(()) => {
                    outcome.output.extend_from_slice(end);
                    outcome.passed_on.end_record(before, || record.place());
                }
                Err(problem) => {
                    outcome.passed_on.triplets = before;
                    self.refuse(&record, &problem, outcome);
                }
            }
        }
    }

    /// Reports a refused record, and passes it on, drops it or ends the run.
    pub(crate) fn refuse(self, record: &Block<'_>, problem: &Problem, outcome: &mut Outcome) {
        self.report(record, problem, self.on_error.fate(), outcome);
        match self.on_error {
            OnError::Keep => outcome.output.extend_from_slice(record.bytes),
            OnError::Drop => {}
            OnError::Fail => outcome.ends = true,
        }
    }

    pub(crate) fn report(
        self,
        record: &Block<'_>,
        problem: &Problem,
        fate: &'static str,
        outcome: &mut Outcome,
    ) {
        outcome.problem = true;
        let Position { line, column } = record
            .position
            .after(&record.bytes[..problem.offset.min(record.bytes.len())], self.records);
        let what = &problem.what;
        let line = format_args!("{}:{line}:{column}: {what}", record.origin.input);
        // If one line does not fit, usually none of the log does.
        let is_all = self.printed == u64::MAX;
        let printed = if problem.is_misfit && !is_all { self.printed.min(1) } else { self.printed };
        outcome.reports.add(what, line, Some(fate), printed);
    }
}
