//! Conversions without a policy: each record goes through a function of the library.

use std::borrow::Cow;
use std::mem;

use percent_simd::{DecodeErrorKind, Decoder, Malformed};

use super::{Block, Needs, Outcome, Rules, Transform, Work, refusal};
use crate::fields::{Result, Value};
use crate::input::{CHUNK, Cut};

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
    /// Every record stays whole.
    fn cut(&self) -> Cut {
        self.rules.records.whole()
    }

    fn block(&self, block: &Block<'_>, outcome: &mut Outcome) {
        self.rules.each_value(block, outcome, |value, outcome| self.value(value, outcome));
    }
}

impl Transform for Convert<'_> {
    fn value(&self, value: &Value<'_>, outcome: &mut Outcome) -> Result {
        const STRICT: Decoder = Decoder::new().malformed(Malformed::Error);
        let malformed = if self.keeps_malformed { STRICT.check(value.bytes).err() } else { None };
        if let Some(error) = malformed.filter(|_| self.strict) {
            return Err(refusal(error.position(), error.kind(), value.bytes));
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
            outcome.kept.count(value.bytes);
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
