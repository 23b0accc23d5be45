//! The options of the verbs that transform records.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};

use super::fields::rewritten;
use super::{FieldArgs, InputArgs};
use crate::blocks::rows::Form;
use crate::blocks::{Conversion, Convert, InFields, Needs, OnError, OnlyFields, Rules, Transform};
use crate::fields::ALL;
use crate::input::{Records, is_standard_input};
use crate::output::Destination;
use crate::shown::Name;

/// The options that all verbs that transform share.
#[derive(Args)]
#[command(mut_arg("field", rewritten))]
pub(crate) struct TransformArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    #[command(flatten)]
    pub(crate) fields: FieldArgs,

    /// Print only the fields of -f, between tabs
    ///
    /// Control characters, bidirectional controls and a " at the start of a field are written as
    /// %XX. `decode` decodes everything else, even %26 in a query (`pct query` splits parameters);
    /// %09 and %2509 then look alike unless --keep % is given. A missing field is empty, and so are
    /// those of a record that does not fit (--strict=drop drops it). The names that begin a tsv or
    /// csv are the first row.
    #[arg(long, help_heading = "Fields")]
    pub(crate) only: bool,

    /// With --only: print a JSON object for each record, {"NAME":"value",...}
    ///
    /// Control characters are decoded, too, and escaped by JSON. Bytes that are not UTF-8 are
    /// written as %XX. A missing field is null; fields with the same name are a list.
    #[arg(long, requires = "only", help_heading = "Fields")]
    json: bool,

    /// Replace files with their results; SUFFIX (-i.bak) keeps the old files
    ///
    /// Each file is replaced as a whole, and none if a named one does not exist. A file stays
    /// unchanged if it is not text, cannot be read to its end, is modified meanwhile, has a backup
    /// already, or the run is stopped. Permissions and compression are kept. Symbolic links are
    /// followed; other hard links keep the old content. Files whose names end with SUFFIX are
    /// skipped. Directly after -i (not after --in-place=) SUFFIX begins with no letter or digit.
    #[arg(
        short,
        long,
        value_name = "SUFFIX",
        help_heading = "Output",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "",
        conflicts_with = "output"
    )]
    in_place: Option<OsString>,

    /// With -i: only print the names of the files that would change
    #[arg(
        short = 'n',
        long,
        requires = "in_place",
        help_heading = "Output",
        hide_short_help = true
    )]
    dry_run: bool,

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
        if !self.input.quiet
            && !self.only
            && fields.is_ok_and(|fields| fields.is_some_and(|fields| fields.has_whole_request()))
        {
            eprintln!(
                "pct: -f request decodes spaces, so a client can forge columns for programs that split at spaces; -f target keeps them escaped"
            );
        }
    }

    fn form(&self) -> Form {
        if self.only { self.input.form(self.json) } else { Form::Columns }
    }

    pub(crate) fn rules(&self) -> Rules {
        self.input.rules(self.strict)
    }

    /// Returns true if the result must be safe in a line: control characters stay escaped.
    pub(crate) fn are_lines(&self) -> bool {
        self.input.records() == Records::Lines && self.form() != Form::Json
    }

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
        let destination = self.destination()?;
        if self.only {
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
            if fields.names().iter().any(|name| name == ALL) && self.form() != Form::Json {
                return Err("--only -f '*' needs --json, or an output file .jsonl: each input names its own columns".into());
            }
            let work = OnlyFields::new(fields, transform, self.rules(), self.form());
            return self.input.run_to(destination, self.strict, &work);
        }
        match self.fields.fields(&self.input)? {
            None => self.input.run_to(destination, self.strict, transform),
            Some(fields) => {
                let work = InFields::new(fields, transform, self.rules());
                self.input.run_to(destination, self.strict, &work)
            }
        }
    }

    fn destination(&self) -> Result<Destination, String> {
        let input = &self.input;
        let Some(suffix) = &self.in_place else { return Ok(input.destination()) };
        if input.files.is_empty() || input.files.iter().any(|file| is_standard_input(file)) {
            return Err(
                "-i replaces files and cannot replace standard input; name the files".into()
            );
        }
        if let Some(folder) = input.files.iter().find(|file| !input.recursive && file.is_dir()) {
            return Err(format!(
                "-i: {} is a folder; add -r to replace the files in it",
                Name::from(&**folder)
            ));
        }
        if suffix.as_encoded_bytes().contains(&b'/') {
            return Err("-i: SUFFIX is appended to file names and must not contain /".into());
        }
        let failed = |file: &PathBuf| Some((Name::from(&**file), file.metadata().err()?));
        if let Some((name, error)) = input.files.iter().find_map(failed) {
            let remedy = if name.as_str().starts_with('.') && !name.as_str().contains('/') {
                format!("to keep the old files, write -i{name} without a space")
            } else {
                "no file is replaced; check the names".into()
            };
            return Err(format!("-i: {name}: {error}; {remedy}"));
        }
        let is_kept = |file: &&PathBuf| {
            let name = file.as_os_str().as_encoded_bytes();
            !suffix.is_empty() && name.ends_with(suffix.as_encoded_bytes()) && file.is_file()
        };
        for file in input.files.iter().filter(is_kept).collect::<BTreeSet<_>>() {
            let name = Name::from(&**file);
            eprintln!(
                "pct: {name}: skipped, because its name ends with the suffix of -i; use another suffix to replace it"
            );
        }
        let suffix = suffix.clone();
        Ok(if self.dry_run { Destination::Changes(suffix) } else { Destination::InPlace(suffix) })
    }

    /// Converts whole records, or the selected fields, with a function of the library.
    pub(crate) fn convert(
        &self,
        needs: Needs,
        keeps_malformed: bool,
        convert: Conversion<'_>,
    ) -> Result<ExitCode, String> {
        let (rules, strict) = (self.rules(), self.strict.is_some());
        self.run(&Convert { convert, needs, keeps_malformed, rules, strict })
    }
}
