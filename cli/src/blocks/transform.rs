//! Values transformed: in some fields of each record, and by functions of the library.

use std::borrow::Cow;
use std::mem;

use memchr::memchr2;
use percent_simd::DecodeErrorKind;

use super::lines::{AllPresent, Line, Lines};
use super::{Block, Needs, OnError, Outcome, Rules, Transform, Work, refusal};
use crate::fields::{FieldSet, Fields, Problem, Result, Value};
use crate::input::{CHUNK, Cut};
use crate::reports;

/// Converts a value, or says why it is refused.
pub(crate) type Conversion<'c> = &'c (dyn for<'v> Fn(&Value<'v>) -> Result<Cow<'v, [u8]>> + Sync);

pub(crate) struct Convert<'c> {
    pub(crate) convert: Conversion<'c>,
    pub(crate) needs: Needs,
    /// A `%` that begins no triplet stays one.
    pub(crate) keeps_malformed: bool,
    pub(crate) rules: Rules,
    /// A malformed `%` is refused if it would stay.
    pub(crate) strict: bool,
}

impl Work for Convert<'_> {
    fn cut(&self) -> Cut {
        self.rules.records.whole()
    }

    fn block(&self, block: &Block<'_>, outcome: &mut Outcome) {
        self.rules.each_value(block, outcome, |value, outcome| self.value(value, outcome));
    }
}

impl Transform for Convert<'_> {
    fn value(&self, value: &Value<'_>, outcome: &mut Outcome) -> Result {
        let malformed = reports::malformed_triplets(value.bytes).next();
        let malformed = malformed.filter(|_| self.keeps_malformed);
        if let Some(at) = malformed.filter(|_| self.strict) {
            return Err(Problem::new(at, reports::malformed(&value.bytes[at..])));
        }
        match (self.convert)(value)? {
            // A value of a gigabyte is not copied.
            Cow::Owned(mut converted)
                if converted.len() > CHUNK && converted.len() > outcome.output.len() =>
            {
                converted.splice(0..0, mem::take(&mut outcome.output));
                outcome.output = converted;
            }
            converted => outcome.output.extend_from_slice(&converted),
        }
        if malformed.is_some() {
            outcome.passed_on.count(value.bytes);
        }
        Ok(())
    }

    fn needs(&self) -> Needs {
        self.needs
    }
}

pub(crate) fn bytes(text: Cow<'_, str>) -> Cow<'_, [u8]> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
        Cow::Owned(text) => Cow::Owned(text.into_bytes()),
    }
}

/// The value as text, which is refused if it is not UTF-8.
pub(crate) fn text<'v>(value: &Value<'v>) -> Result<&'v str> {
    str::from_utf8(value.bytes)
        .map_err(|error| refusal(error.valid_up_to(), DecodeErrorKind::Utf8, value.bytes))
}

/// The work of a verb on values, applied to some fields of each record.
pub(crate) struct InFields<'a> {
    fields: Fields,
    transform: &'a dyn Transform,
    triggers: Option<[u8; 2]>,
    rules: Rules,
    present: AllPresent,
}

impl<'a> InFields<'a> {
    pub(crate) fn new(fields: Fields, transform: &'a dyn Transform, rules: Rules) -> Self {
        let Needs { scope, nginx, clients, triggers } = transform.needs();
        let fields = fields.scope(scope).nginx(nginx).clients(clients);
        Self { fields, transform, triggers, rules, present: AllPresent::default() }
    }

    fn rewrite(&self, lines: &mut Lines<'_>, line: &Line<'_>, outcome: &mut Outcome) -> Result {
        let mut present = FieldSet::NONE;
        let before = outcome.passed_on.triplets;
        let stays = |value: &[u8]| {
            self.triggers.is_some_and(|[one, two]| memchr2(one, two, value).is_none())
        };
        // The values are written to the output, which is borrowed until then.
        let mut output = mem::take(&mut outcome.output);
        let mut each = |value: Value<'_>, output: &mut Vec<u8>| {
            present = present.and(value.index);
            if stays(value.bytes) {
                output.extend_from_slice(value.bytes);
                return Ok(());
            }
            mem::swap(&mut outcome.output, output);
            let result = transformed(self.transform, &value, outcome);
            mem::swap(&mut outcome.output, output);
            result
        };
        let result = lines.rewrite(line, &mut each, &mut output);
        outcome.output = output;
        result.inspect_err(|_| outcome.passed_on.triplets = before)?;
        lines.add(present, line);
        outcome.output.extend_from_slice(line.end);
        outcome.passed_on.end_record(before, || line.record.place());
        Ok(())
    }
}

impl Work for InFields<'_> {
    fn fields(&self) -> Option<&Fields> {
        Some(&self.fields)
    }

    fn block(&self, block: &Block<'_>, outcome: &mut Outcome) {
        let mut lines = Lines::new(&self.fields, block, self.rules, self.triggers);
        // Records that stay are written together.
        let mut unchanged = 0;
        while !outcome.ends
            && let Some(line) = lines.next()
        {
            let mut result = if line.may_change { Ok(()) } else { lines.check(&line) };
            if line.may_change || result.is_err() {
                outcome.output.extend_from_slice(&block.bytes[unchanged..line.span.start]);
                unchanged = line.span.end;
            }
            if line.may_change {
                result = self.rewrite(&mut lines, &line, outcome);
            }
            if let Err(problem) = result {
                lines.add_misfit(&problem, &line);
                // A header is never dropped: the records after it need it.
                let is_kept = problem.in_header && self.rules.on_error == OnError::Drop;
                let on_error = if is_kept { OnError::Keep } else { self.rules.on_error };
                let rules = Rules { on_error, ..self.rules };
                rules.refuse(&line.record, &problem, outcome);
            }
        }
        outcome.output.extend_from_slice(&block.bytes[unchanged..lines.cursor.at]);
        lines.end(&self.present, outcome, &block.origin.input);
    }

    fn end(&self, outcome: &mut Outcome) {
        self.present.tell_missing(&self.fields, self.rules.printed, outcome);
    }
}

/// Appends the new value of a record. A problem has its offset in the record.
pub(super) fn transformed(
    transform: &dyn Transform,
    value: &Value<'_>,
    outcome: &mut Outcome,
) -> Result {
    transform
        .value(value, outcome)
        .map_err(|problem| Problem { offset: value.offset(problem.offset), ..problem })
}
