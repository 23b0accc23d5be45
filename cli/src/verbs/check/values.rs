//! `check` for single values: fields, or values after each round of decoding.

use percent_simd::{DecodeErrorKind, Decoder};

use super::{Check, say};
use crate::fields::Value;
use crate::reports;
use crate::work::{Block, Outcome, Place, Reading, Record, Work};

/// Checks each value, and the value after each round of decoding.
pub(super) struct CheckValues {
    pub(super) check: Check,
    pub(super) reading: Reading,
    /// The number of checks of a value: one more than the rounds of decoding.
    pub(super) times: u32,
}

impl CheckValues {
    fn value(
        &self,
        record: &Record<'_>,
        value: &Value<'_>,
        place: &mut Place,
        outcome: &mut Outcome,
    ) {
        const DECODER: Decoder = Decoder::new();
        let records = self.reading.rules().records;
        let start = place.to(value.offset(0), record, records);
        for (at, kind) in self.check.problems(value.bytes) {
            let what = match (kind, &self.check.raw) {
                (DecodeErrorKind::Raw(byte), Some(raw)) => raw.describe(byte),
                _ => reports::malformed(&value.bytes[at..]),
            };
            let position = place.to(value.offset(at), record, records);
            say(&record.block.origin.input, position, &what, outcome);
        }
        if self.times == 1 || DECODER.find(value.bytes).is_none() {
            return;
        }
        let mut decoded = DECODER.decode(value.bytes).unwrap_or_default().into_owned();
        for round in 2..=self.times {
            for (at, _) in reports::malformed_triplets(&decoded) {
                let what = reports::malformed(&decoded[at..]);
                let what = format!("{what} in round {round} of decoding");
                say(&record.block.origin.input, start, &what, outcome);
            }
            if DECODER.find(&decoded).is_none() {
                break;
            }
            decoded = DECODER.decode(&decoded).unwrap_or_default().into_owned();
        }
    }
}

impl Work for CheckValues {
    fn reading(&self) -> Option<&Reading> {
        Some(&self.reading)
    }

    fn lists(&self) -> bool {
        true
    }

    fn block(&self, block: &Block<'_>, outcome: &mut Outcome) {
        self.reading.each_record(block, outcome, |record, outcome| {
            let mut place = Place::of(record);
            for value in record.values.of(record.bytes).filter(|_| !record.names_fields) {
                self.value(record, &value, &mut place, outcome);
            }
        });
    }
}
