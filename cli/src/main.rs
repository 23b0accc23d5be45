//! `pct`: percent-decode, encode and check logs and URLs.
#![forbid(unsafe_code)]

mod args;
mod blocks;
mod chars;
#[cfg(feature = "encoding")]
mod charset;
mod check;
mod completions;
mod compression;
mod control;
mod convert;
mod decode;
mod encode;
mod in_fields;
mod info;
mod inputs;
mod inspect;
mod interrupt;
mod lanes;
mod man;
mod marks;
mod output;
mod progress;
mod records;
mod replacement;
mod report;
mod run;
mod schemes;
mod sink;
mod summary;
mod tools;
mod work;

use std::num::NonZeroUsize;
use std::process::ExitCode;

use crate::args::{ErrorArgs, FieldArgs, InPlaceArgs, InputArgs, OnError, Verb};
use crate::check::Check;
use crate::convert::{Conversion, Convert};
use crate::decode::Decode;
use crate::encode::Encode;
use crate::in_fields::InFields;
use crate::inspect::Inspect;
use crate::output::{Output, Target};
use crate::run::Task;
use crate::tools::Tool;
use crate::work::{Transform, Work};

fn main() -> ExitCode {
    let mut arguments = std::env::args_os();
    let tool = arguments.next().and_then(|program| Tool::named(&program));
    let status = match tool {
        Some(tool) => tool.run(&arguments.collect::<Vec<_>>()),
        None => {
            let cli = args::parse(std::env::args_os());
            if let Some(backend) = cli.backend {
                backend.set_active();
            }
            run(&cli.verb)
        }
    };
    status.unwrap_or_else(|problem| {
        eprintln!("pct: {problem}");
        ExitCode::from(2)
    })
}

/// Does it. An error is one of usage, before anything was read.
fn run(verb: &Verb) -> Result<ExitCode, String> {
    match verb {
        Verb::Decode(args) => {
            let options = Options { input: &args.input, errors: &args.errors, fields: &args.fields, in_place: &args.in_place };
            match args.conversion()? {
                Some(conversion) => options.transform(&options.convert(conversion)),
                None => options.transform(&Decode::new(args)),
            }
        }
        Verb::Encode(args) => {
            let options = Options { input: &args.input, errors: &args.errors, fields: &args.fields, in_place: &args.in_place };
            match args.conversion()? {
                Some(conversion) => options.transform(&options.convert(conversion)),
                None => options.transform(&Encode::new(args)),
            }
        }
        Verb::Normalize(args) => {
            let options = Options { input: &args.input, errors: &args.errors, fields: &args.fields, in_place: &args.in_place };
            options.transform(&options.convert(args.conversion()?))
        }
        Verb::Check(args) => work_up_to(args.max_errors, &Check::new(args)?, None, &args.input, args.input.target()),
        Verb::Inspect(args) => work(&Inspect::new(args), None, &args.input, args.input.target()),
        Verb::Schemes(args) => run::print(if args.table { schemes::table() } else { schemes::list() }),
        Verb::Info => run::print(info::text()),
        Verb::Completions(args) => run::print(completions::script(args.shell)),
        Verb::Man(args) => run::print(man::text(args)?),
    }
}

/// What the verbs that transform have in common.
struct Options<'a> {
    input: &'a InputArgs,
    errors: &'a ErrorArgs,
    fields: &'a FieldArgs,
    in_place: &'a InPlaceArgs,
}

impl Options<'_> {
    fn convert(&self, conversion: Conversion) -> Convert {
        Convert { conversion, rules: self.input.rules(self.errors.on_error), strict: self.errors.on_error.is_some() }
    }

    /// Transforms whole records, or some of their fields.
    fn transform(&self, transform: &dyn Transform) -> Result<ExitCode, String> {
        let target = self.in_place.target(self.input)?;
        match self.fields.fields(self.input)? {
            None => work(transform, self.errors.on_error, self.input, target),
            Some(fields) => {
                let in_fields = InFields { fields, transform, rules: self.input.rules(self.errors.on_error) };
                work(&in_fields, self.errors.on_error, self.input, target)
            }
        }
    }
}

fn work(work: &dyn Work, on_error: Option<OnError>, input: &InputArgs, target: Target) -> Result<ExitCode, String> {
    work_up_to(None, work, on_error, input, target)
}

fn work_up_to(
    max_errors: Option<NonZeroUsize>,
    work: &dyn Work,
    on_error: Option<OnError>,
    input: &InputArgs,
    target: Target,
) -> Result<ExitCode, String> {
    let task = Task { work, rules: input.rules(on_error), counts: input.stats, in_place: matches!(target, Target::InPlace(_)) };
    let inputs = input.inputs(&target);
    let output = Output::new(target, input.output.compression(), inputs.progress.clone(), input.stats)?.up_to(max_errors);
    Ok(run::run(inputs, task, input.threads(), output))
}
