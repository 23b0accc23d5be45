//! The outcome of a block.

use crate::fields::Values;
use crate::input::Position;
use crate::reports::{Kept, Reports};

/// What came out of a block. Made to be used again: clearing keeps the room.
#[derive(Default)]
pub(crate) struct Outcome {
    pub(crate) output: Vec<u8>,
    /// For standard error, to be written before the output.
    pub(crate) reports: Box<Reports>,
    /// Something could not be done, or was found by a verb that looks for it: exit status 1.
    pub(crate) problem: bool,
    /// Malformed triplets that were passed on.
    pub(crate) kept: Box<Kept>,
    /// A record was refused, and that ends the run.
    pub(crate) ends: bool,
    /// The output is not the input. Known only where files are replaced.
    pub(crate) differs: bool,
    /// Where the block ends, if it is known: whoever goes through lines has counted them.
    pub(crate) after: Option<Position>,
    /// Reused where the result is text, and between rounds of decoding.
    pub(crate) text: String,
    pub(crate) scratch: Vec<u8>,
    /// The new value of a field.
    pub(crate) value: Vec<u8>,
    /// The values of a record.
    pub(crate) values: Option<Box<Values>>,
}

impl Outcome {
    pub(crate) fn clear(&mut self) {
        self.output.clear();
        self.reports.clear();
        *self.kept = Kept::default();
        (self.problem, self.ends, self.differs, self.after) = (false, false, false, None);
    }
}
