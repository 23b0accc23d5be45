//! The options of verbs that transform.

use std::process::ExitCode;

use clap::Args;

use super::{FieldArgs, InPlaceArgs, InputArgs};
use crate::work::{Conversion, Convert, InFields, OnError, Rules, Transform};

/// What the verbs that transform have in common.
#[derive(Args)]
pub(crate) struct TransformArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    #[command(flatten)]
    pub(crate) fields: FieldArgs,

    #[command(flatten)]
    pub(crate) in_place: InPlaceArgs,

    /// What to do with a record that is refused [default: keep]
    ///
    /// A refused record is always reported. With this option, a record with a malformed % is refused, too.
    #[arg(long, value_name = "WHAT")]
    pub(crate) on_error: Option<OnError>,
}

impl TransformArgs {
    pub(crate) fn rules(&self) -> Rules {
        self.input.rules(self.on_error)
    }

    /// Transforms whole records, or some of their fields.
    ///
    /// # Errors
    /// Those of usage.
    pub(crate) fn run(&self, transform: &dyn Transform) -> Result<ExitCode, String> {
        let destination = self.in_place.destination(&self.input)?;
        match self.fields.fields(&self.input)? {
            None => self.input.run(transform, self.on_error, destination, None),
            Some(fields) => {
                let work = InFields::new(fields, transform, self.rules());
                self.input.run(&work, self.on_error, destination, None)
            }
        }
    }

    /// The same with a function of the library.
    ///
    /// # Errors
    /// Those of usage.
    pub(crate) fn convert(
        &self,
        conversion: impl Conversion + 'static,
    ) -> Result<ExitCode, String> {
        self.run(&Convert::new(conversion, self.rules(), self.on_error.is_some()))
    }
}
