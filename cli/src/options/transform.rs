//! The options of the verbs that transform records.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};

use super::fields::rewritten;
use super::{FieldArgs, InPlaceArgs, InputArgs};
use crate::input::Records;
use crate::work::rows::Form;
use crate::work::{Conversion, Convert, InFields, OnError, OnlyFields, Rules, Transform};

/// Whether only the fields are printed, and how.
#[derive(Args)]
struct OnlyArgs {
    /// Print only the fields, in the order of -f, separated by tabs
    ///
    /// Control characters, bidirectional controls and a " at the start of a field are written as
    /// %XX. `decode` decodes everything else, even %26 in a query (`pct query` splits parameters);
    /// %09 and %2509 then look alike unless --keep % is given. A missing field is empty, and so are
    /// those of a record that does not fit (--strict=drop drops it). The names that begin a tsv or
    /// csv are the first row.
    #[arg(long, help_heading = "Fields")]
    only: bool,

    /// With --only: print a JSON object for each record, {"NAME":"value",...}
    ///
    /// Control characters are decoded, too, and escaped by JSON. Bytes that are not UTF-8 are
    /// written as %XX. A missing field is null; fields with the same name are a list.
    #[arg(long, requires = "only", help_heading = "Fields")]
    json: bool,
}

/// The options that all verbs that transform share.
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

    /// Also refuse records with a malformed %; =drop drops refused records, =fail stops at the first
    ///
    /// Without --strict, a malformed % stays. Records that --reject or --utf8 strict refuses, or that do
    /// not fit --format, are reported and passed on unchanged.
    #[arg(
        long,
        value_name = "WHAT",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "keep"
    )]
    pub(crate) strict: Option<OnError>,
}

impl TransformArgs {
    /// Warns if decoding the selected fields is risky.
    pub(crate) fn warn(&self) {
        let fields = self.fields.fields(&self.input);
        if self.input.reports.are_loud()
            && !self.only.only
            && fields.is_ok_and(|fields| fields.is_some_and(|fields| fields.has_whole_request()))
        {
            eprintln!(
                "pct: -f request decodes spaces, so a client can forge columns for programs that split at spaces; -f target keeps them escaped"
            );
        }
    }

    /// The form of rows.
    fn form(&self) -> Form {
        if self.only.only { self.input.output.form(self.only.json) } else { Form::Columns }
    }

    /// Returns true if only the fields are printed, for programs that read text.
    pub(crate) fn prints_rows(&self) -> bool {
        self.only.only
    }

    pub(crate) fn rules(&self) -> Rules {
        self.input.rules(self.strict)
    }

    /// Returns true if the result must be safe in a line: control characters stay escaped.
    pub(crate) fn are_lines(&self) -> bool {
        self.input.records() == Records::Lines && self.form() != Form::Json
    }

    /// Transforms whole records, or the selected fields.
    ///
    /// # Errors
    /// Wrong usage.
    pub(crate) fn run(&self, transform: &dyn Transform) -> Result<ExitCode, String> {
        let is_value = |file: &&PathBuf| {
            let value = file.to_str().filter(|_| self.strict.is_some() && !file.exists());
            value.is_some_and(|value| OnError::from_str(value, false).is_ok())
        };
        if let Some(value) = self.input.files.iter().find(is_value) {
            let value = value.display();
            return Err(format!(
                "no file is named {value}; if it is the value of --strict, write --strict={value}"
            ));
        }
        let destination = self.in_place.destination(&self.input)?;
        if self.only.only {
            if destination.is_in_place() {
                return Err(
                    "-i with --only would lose the other fields; write to another file with -o"
                        .into(),
                );
            }
            let Some(fields) = self.fields.to_read(&self.input)? else {
                return Err("--only needs --format, the format of the lines".into());
            };
            if fields.are_guessed() {
                return Err("--only --format jsonl needs -f, the keys of its columns".into());
            }
            let work = OnlyFields::new(fields, transform, self.rules(), self.form());
            return self.input.run(&work, self.strict, destination);
        }
        match self.fields.fields(&self.input)? {
            None => self.input.run(transform, self.strict, destination),
            Some(fields) => {
                let work = InFields::new(fields, transform, self.rules());
                self.input.run(&work, self.strict, destination)
            }
        }
    }

    /// Converts whole records, or the selected fields, with a function of the library.
    ///
    /// # Errors
    /// Wrong usage.
    pub(crate) fn convert(
        &self,
        conversion: impl Conversion + 'static,
    ) -> Result<ExitCode, String> {
        self.run(&Convert::new(conversion, self.rules(), self.strict.is_some()))
    }
}
