//! `check` for single values: fields, or values after each round of decoding.

use std::io::Write;

use percent_simd::{DecodeErrorKind, Decoder};

use super::Check;
use crate::fields::{Fields, Read};
use crate::input::{Cut, Position};
use crate::reports::{self, malformed_triplets};
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
        value: &Read<'_>,
        place: &mut Place,
        outcome: &mut Outcome,
    ) {
        const DECODER: Decoder = Decoder::new();
        let records = self.reading.rules().records;
        let start = place.to(value.offset(0), record, records);
        match &self.check.raw {
            None => {
                for (at, _) in malformed_triplets(value.bytes) {
                    let what = reports::malformed(&value.bytes[at..]);
                    let position = place.to(value.offset(at), record, records);
                    self.say(record, position, what, outcome);
                }
            }
            Some(raw) => {
                for error in raw.finder.encoding_problems(value.bytes) {
                    let at = error.position();
                    let what = match error.kind() {
                        DecodeErrorKind::Raw(byte) => raw.describe(byte),
                        _ => reports::malformed(&value.bytes[at..]),
                    };
                    let position = place.to(value.offset(at), record, records);
                    self.say(record, position, what, outcome);
                }
            }
        }
        if self.times == 1 || DECODER.find(value.bytes).is_none() {
            return;
        }
        let mut decoded = DECODER.decode(value.bytes).unwrap_or_default().into_owned();
        for round in 2..=self.times {
            for (at, _) in reports::malformed_triplets(&decoded) {
                let what = reports::malformed(&decoded[at..]);
                let what = format!("{what} in round {round} of decoding");
                self.say(record, start, what, outcome);
            }
            if DECODER.find(&decoded).is_none() {
                break;
            }
            decoded = DECODER.decode(&decoded).unwrap_or_default().into_owned();
        }
    }

    fn say(&self, record: &Record<'_>, position: Position, what: String, outcome: &mut Outcome) {
        let input = record.block.input;
        outcome.problem = true;
        // Writing to a Vec cannot fail.
        let _ = writeln!(outcome.output, "{input}:{}:{}: {what}", position.line, position.column);
    }
}

impl Work for CheckValues {
    fn cut(&self) -> Cut {
        self.reading.cut()
    }

    fn fields(&self) -> Option<&Fields> {
        self.reading.fields()
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

    fn end(&self, outcome: &mut Outcome) {
        self.reading.end(outcome);
    }
}
