//! The options of verbs that transform.

use std::process::ExitCode;

use clap::Args;

use super::fields::rewritten;
use super::{FieldArgs, FieldRules, InPlaceArgs, InputArgs};
use crate::input::Records;
use crate::work::rows::Form;
use crate::work::{Conversion, Convert, InFields, OnError, OnlyFields, Reading, Rules, Transform};

/// Whether fields are printed alone.
#[derive(Args)]
struct OnlyArgs {
    /// Print only the fields, in the order of -f, with tabs between them
    ///
    /// Control characters in them, those of the order of text, and a " at the start of a field are
    /// written as %XX. `decode` decodes all else, %26 in a query, too (`pct query` takes parameters
    /// apart); so %09 and %2509 look alike there, and --keep % keeps them apart. A field that a record
    /// lacks is empty, and so is one that cannot be read because the record is malformed, which is
    /// reported (--on-error drop leaves such records out). Where the first record of tsv or csv names
    /// the fields, the names are the first row, once for all inputs.
    #[arg(long, help_heading = "Fields")]
    only: bool,

    /// With --only: print a JSON object for each record, {"NAME":"value",...}
    ///
    /// The whole value is decoded, control characters too, which JSON escapes in its own way. Bytes
    /// that are not UTF-8 are written as %XX (as a decoded %25FF is, without --keep %). A field that a
    /// record lacks is null. Fields of one name are a list. A field that was given by its number
    /// has the name that a header gives to it.
    #[arg(long, requires = "only", help_heading = "Fields")]
    json: bool,
}

/// What the verbs that transform have in common.
#[derive(Args)]
#[command(mut_arg("field", rewritten))]
pub(crate) struct TransformArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    #[command(flatten)]
    pub(crate) fields: FieldArgs,

    #[command(flatten)]
    only: OnlyArgs,

    #[command(flatten)]
    pub(crate) in_place: InPlaceArgs,

    /// What to do with a record that is refused [default: keep]
    ///
    /// A refused record is always reported. With this option, a record with a malformed % is refused, too.
    #[arg(long, value_name = "WHAT")]
    pub(crate) on_error: Option<OnError>,
}

impl TransformArgs {
    /// Says what it risks to decode what is selected.
    pub(crate) fn warn(&self) {
        let fields = self.fields.fields(&self.input, FieldRules::default());
        if self.input.reports.are_loud()
            && !self.only.only
            && fields.is_ok_and(|fields| fields.is_some_and(|fields| fields.has_whole_request()))
        {
            eprintln!(
                "pct: -f request decodes spaces, so a client can forge what readers of words take for other columns; -f target keeps them escaped"
            );
        }
    }

    /// How rows are written.
    fn form(&self) -> Form {
        if self.only.only { self.input.output.form(self.only.json) } else { Form::Columns }
    }

    /// Whether fields are printed alone, for programs that read text.
    pub(crate) fn prints_rows(&self) -> bool {
        self.only.only
    }

    pub(crate) fn rules(&self) -> Rules {
        self.input.rules(self.on_error)
    }

    /// Whether the result must be safe in a line: no control character is decoded.
    pub(crate) fn are_lines(&self) -> bool {
        self.input.records() == Records::Lines && self.form() != Form::Json
    }

    /// Transforms whole records, or some of their fields.
    ///
    /// # Errors
    /// Those of usage.
    pub(crate) fn run(
        &self,
        transform: &dyn Transform,
        rules: FieldRules,
    ) -> Result<ExitCode, String> {
        let destination = self.in_place.destination(&self.input)?;
        if self.only.only {
            if destination.is_in_place() {
                return Err("-i and --only: the fields that are not selected would be lost; -o writes another file".into());
            }
            let Some(fields) = self.fields.to_read(&self.input)? else {
                return Err("--only needs --format, which says how lines are made of fields".into());
            };
            let fields = fields.nginx(rules.nginx);
            let (on_error, form) = (self.rules().on_error, self.form());
            let reading =
                Reading::new(Some(fields.clone()), self.rules()).keeping(on_error == OnError::Keep);
            let work = OnlyFields::new(fields, reading, transform, on_error, form);
            return self.input.run(&work, self.on_error, destination);
        }
        match self.fields.fields(&self.input, rules)? {
            None => self.input.run(transform, self.on_error, destination),
            Some(fields) => {
                let work = InFields::new(fields, transform, self.rules());
                self.input.run(&work, self.on_error, destination)
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
        rules: FieldRules,
    ) -> Result<ExitCode, String> {
        self.run(&Convert::new(conversion, self.rules(), self.on_error.is_some()), rules)
    }
}
