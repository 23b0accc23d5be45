//! Conversions without a policy: each record goes through a function of the library.

use std::borrow::Cow;
use std::mem;

use percent_simd::{AsciiSet, DecodeError, DecodeErrorKind, Decoder, Malformed};

use super::{Block, Outcome, Rules, Transform, Work, refusal};
use crate::fields::{Problem, Scope};
use crate::input::{CHUNK, Cut};

/// The result of a conversion.
pub(crate) trait Conversion: Sync {
    /// The value converted. Escapes of `kept` stay.
    ///
    /// # Errors
    /// Why the value is refused.
    fn convert<'a>(&self, value: &'a [u8], kept: AsciiSet) -> Result<Cow<'a, [u8]>, Problem>;

    /// A value converted that is no whole URL: a query, or a piece of a value.
    ///
    /// # Errors
    /// Why the value is refused.
    fn convert_component<'a>(
        &self,
        value: &'a [u8],
        kept: AsciiSet,
    ) -> Result<Cow<'a, [u8]>, Problem> {
        self.convert(value, kept)
    }

    /// The smallest part of a value that it needs at a time.
    fn scope(&self) -> Scope {
        Scope::Text
    }

    /// True if it decodes what clients send: not what a server has escaped on top of it.
    fn decodes(&self) -> bool {
        false
    }

    /// Returns true if a `%` that begins no triplet stays one.
    fn keeps_malformed(&self) -> bool {
        false
    }
}

/// Converts record by record.
pub(crate) struct Convert {
    conversion: Box<dyn Conversion>,
    rules: Rules,
    /// A malformed `%` is refused if it would stay.
    strict: bool,
}

impl Convert {
    pub(crate) fn new(conversion: impl Conversion + 'static, rules: Rules, strict: bool) -> Self {
        Self { conversion: Box::new(conversion), rules, strict }
    }

    /// The first `%` that begins no triplet, and stays.
    fn kept_malformed(&self, value: &[u8]) -> Option<DecodeError> {
        const STRICT: Decoder = Decoder::new().malformed(Malformed::Error);
        if self.conversion.keeps_malformed() { STRICT.check(value).err() } else { None }
    }
}

impl Work for Convert {
    /// Every record stays whole.
    fn cut(&self) -> Cut {
        self.rules.records.whole()
    }

    fn block(&self, block: &Block<'_>, outcome: &mut Outcome) {
        self.rules.each_value(block, outcome, |value, outcome| {
            self.value(value, AsciiSet::EMPTY, outcome)
        });
    }
}

impl Transform for Convert {
    fn scope(&self) -> Scope {
        self.conversion.scope()
    }

    fn decodes(&self) -> bool {
        self.conversion.decodes()
    }

    fn value(&self, value: &[u8], kept: AsciiSet, outcome: &mut Outcome) -> Result<(), Problem> {
        self.append(value, outcome, |value| self.conversion.convert(value, kept))
    }

    fn component(
        &self,
        value: &[u8],
        kept: AsciiSet,
        outcome: &mut Outcome,
    ) -> Result<(), Problem> {
        self.append(value, outcome, |value| self.conversion.convert_component(value, kept))
    }
}

impl Convert {
    /// Appends the value converted.
    fn append(
        &self,
        value: &[u8],
        outcome: &mut Outcome,
        convert: impl FnOnce(&[u8]) -> Result<Cow<'_, [u8]>, Problem>,
    ) -> Result<(), Problem> {
        let malformed = self.kept_malformed(value);
        if let Some(error) = malformed.filter(|_| self.strict) {
            return Err(refusal(error.position(), error.kind(), value));
        }
        let converted = convert(value)?;
        match converted {
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
            outcome.kept.count(value);
        }
        Ok(())
    }
}

/// The bytes of text.
pub(crate) fn bytes(text: Cow<'_, str>) -> Cow<'_, [u8]> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
        Cow::Owned(text) => Cow::Owned(text.into_bytes()),
    }
}

/// The value as text.
///
/// # Errors
/// It is not UTF-8.
pub(crate) fn text(value: &[u8]) -> Result<&str, Problem> {
    str::from_utf8(value)
        .map_err(|error| refusal(error.valid_up_to(), DecodeErrorKind::Utf8, value))
}
