//! What one value is, and what becomes of a record that is refused.

use clap::ValueEnum;
use percent_simd::DecodeErrorKind;

use super::{Block, Outcome};
use crate::input::{Position, Records};
use crate::reports;

/// What becomes of a record that is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum OnError {
    /// Pass it on as it stands
    Keep,
    /// Stop before it: nothing after the previous record is written
    Fail,
    /// Leave it out (but a header that lacks a name is passed on)
    Drop,
}

impl OnError {
    /// That, as reports say it.
    pub(crate) const fn fate(self) -> &'static str {
        match self {
            Self::Keep => "passed on as it stands",
            Self::Fail => "stopped before it",
            Self::Drop => "left out",
        }
    }
}

/// Why and where a value is refused.
pub(crate) struct Refusal {
    pub(crate) offset: usize,
    pub(crate) what: String,
}

impl Refusal {
    /// For what is wrong with the value from this offset on.
    pub(crate) fn at(offset: usize, kind: DecodeErrorKind, value: &[u8]) -> Self {
        Self { offset, what: reports::refused(kind, &value[offset..]) }
    }
}

/// What one value is, and what becomes of one that is refused.
#[derive(Clone, Copy)]
pub(crate) struct Rules {
    pub(crate) records: Records,
    pub(crate) on_error: OnError,
    /// How many reports of a kind are printed.
    pub(crate) printed: u64,
}

impl Rules {
    /// The first record of a block without what ends it, that, and the others.
    pub(crate) fn split_first(self, bytes: &[u8]) -> (&[u8], &[u8], &[u8]) {
        let (record, others) = self.records.split_first(bytes);
        let (value, end) = self.records.split_value(record);
        (value, end, others)
    }

    /// Handles a block value by value.
    pub(crate) fn each_value(
        self,
        block: &Block<'_>,
        outcome: &mut Outcome,
        mut each: impl FnMut(&[u8], &mut Outcome) -> Result<(), Refusal>,
    ) {
        block.each_record(
            |rest| self.split_first(rest),
            (self.records, false),
            outcome,
            |record, value, end, outcome| {
                let before = outcome.kept.triplets;
                match each(value, outcome) {
                    Ok(()) => {
                        outcome.output.extend_from_slice(end);
                        outcome.kept.end_record(before, || record.place());
                    }
                    Err(refusal) => {
                        outcome.kept.triplets = before;
                        self.refuse(record, value, &refusal, outcome);
                    }
                }
            },
        );
    }

    /// The same for what must not be left out.
    pub(crate) fn keeping(self) -> Self {
        let on_error = if self.on_error == OnError::Drop { OnError::Keep } else { self.on_error };
        Self { on_error, ..self }
    }

    /// What becomes of a record that is refused.
    pub(crate) fn refuse(
        self,
        record: &Block<'_>,
        value: &[u8],
        refusal: &Refusal,
        outcome: &mut Outcome,
    ) {
        self.report(record, value, refusal, self.on_error.fate(), outcome);
        match self.on_error {
            OnError::Keep => outcome.output.extend_from_slice(record.bytes),
            OnError::Drop => {}
            OnError::Fail => outcome.ends = true,
        }
    }

    /// Says that a record is refused, and what becomes of it.
    pub(crate) fn report(
        self,
        record: &Block<'_>,
        value: &[u8],
        refusal: &Refusal,
        fate: &'static str,
        outcome: &mut Outcome,
    ) {
        (outcome.problem, outcome.refused) = (true, true);
        let Position { line, column } =
            record.position.after(&value[..refusal.offset.min(value.len())], self.records);
        let what = &refusal.what;
        let line = format_args!("{}:{line}:{column}: {what}", record.input);
        outcome.reports.add(what, line, Some(fate), self.printed);
    }
}
