//! What a verb does to values, done to some fields of each record.

use std::mem;

use percent_simd_cli::fields::{Fields, Header, Problem, Value};

use crate::records::Cut;
use crate::work::{Block, Done, Refusal, Rules, Transform, Work};

/// Work on the values of fields.
pub(crate) struct InFields<'a> {
    pub(crate) fields: Fields,
    pub(crate) transform: &'a dyn Transform,
    pub(crate) rules: Rules,
}

impl InFields<'_> {
    fn record(
        &self,
        record: &Block<'_>,
        value: &[u8],
        end: &[u8],
        header: &mut Header,
        done: &mut Done,
    ) {
        // The output takes the whole record; what becomes of one value comes before that.
        let mut output = mem::replace(&mut done.output, mem::take(&mut done.value));
        let was_malformed = mem::take(&mut done.malformed);
        let mut each = |value: Value<'_>, output: &mut Vec<u8>| {
            done.output.clear();
            let refused =
                |refusal: Refusal| Problem::new(value.position(refusal.position), refusal.what);
            self.transform.value(value.bytes, value.kept, done).map_err(refused)?;
            output.extend_from_slice(&done.output);
            Ok(())
        };
        let result = self.fields.rewrite(header, value, &mut each, &mut output);
        done.value = mem::replace(&mut done.output, output);
        match result {
            Ok(()) => {
                done.output.extend_from_slice(end);
                if done.malformed && done.first_kept.is_none() {
                    done.first_kept = Some(format!("{}:{}", record.input, record.place.line));
                }
            }
            Err(Problem { position, what, in_header }) => {
                let rules = if in_header { self.rules.keeping() } else { self.rules };
                rules.refuse(record, value, &Refusal { position, what: what.into_owned() }, done);
            }
        }
        done.malformed |= was_malformed;
    }
}

impl Work for InFields<'_> {
    /// Not asked for: the fields know where records end.
    fn cut(&self) -> Cut {
        self.rules.records.whole()
    }

    fn fields(&self) -> Option<&Fields> {
        Some(&self.fields)
    }

    fn block(&self, block: &Block<'_>, done: &mut Done) {
        let mut header = block.header.cloned().unwrap_or_else(|| self.fields.header());
        block.each_record(
            |rest| self.fields.split_first(rest),
            self.rules.records,
            done,
            |record, value, end, done| {
                self.record(record, value, end, &mut header, done);
            },
        );
    }
}
