//! The work of a verb on a block of records, and its outcome.

mod block;
mod lines;
mod only;
mod reading;
pub(crate) mod rows;
mod rules;
mod transform;

pub(crate) use self::block::{Block, Origin, Outcome};
pub(crate) use self::only::OnlyFields;
pub(crate) use self::reading::{Place, Reading, Record, Unsplit};
pub(crate) use self::rules::{OnError, Rules, refusal};
pub(crate) use self::transform::{Conversion, Convert, InFields, bytes, text};
use crate::fields::{Fields, Result, Scope, Value};
use crate::input::Cut;

/// The work of a verb. Several threads handle the blocks, in any order.
pub(crate) trait Work: Sync {
    /// Reads the values of records, unless the work reads blocks itself.
    fn reading(&self) -> Option<&Reading> {
        None
    }

    /// The places at which inputs may be cut into blocks.
    fn cut(&self) -> Cut {
        self.reading().map_or(Cut::Whole, |reading| reading.rules.records.whole())
    }

    /// The selected fields; `None` for whole records.
    fn fields(&self) -> Option<&Fields> {
        self.reading()?.fields()
    }

    /// Returns true if the output is a list of findings: no record changes then.
    fn lists(&self) -> bool {
        self.reading().is_some()
    }

    /// The head of the result: the names of columns.
    fn head(&self) -> Vec<u8> {
        Vec::new()
    }

    fn block(&self, block: &Block<'_>, outcome: &mut Outcome);

    /// Adds the output after all blocks, and after [`Reading::end`].
    fn end(&self, _done: &mut Outcome) {}
}

pub(crate) trait Transform: Work {
    /// Appends the new value to `outcome.output`; nothing if the value is refused.
    fn value(&self, value: &Value<'_>, outcome: &mut Outcome) -> Result;

    fn needs(&self) -> Needs;
}

/// How a transform needs the values of fields.
#[derive(Clone, Copy)]
pub(crate) struct Needs {
    /// The smallest part of a value that it needs at a time.
    pub(crate) scope: Scope,
    /// It decodes the `\xHH` escapes of nginx.
    pub(crate) nginx: bool,
    /// It decodes the bytes of clients, not a server's own escapes of them.
    pub(crate) clients: bool,
    /// Two bytes, or the same one twice, without which a value stays as it is, if there are such.
    pub(crate) triggers: Option<[u8; 2]>,
}

impl Needs {
    /// Values in these parts, as they are written.
    pub(crate) const fn of(scope: Scope) -> Self {
        Self { scope, nginx: false, clients: false, triggers: None }
    }
}
