//! `pct`: percent-decode, encode and check logs and URLs.
#![forbid(unsafe_code)]

mod args;
#[cfg(target_os = "linux")]
mod attributes;
mod blocks;
mod chars;
#[cfg(feature = "charset")]
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
mod name;
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

use crate::args::{InputArgs, OnError, TransformArgs, Verb};
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
    #[cfg(unix)]
    interrupt::outlive_large_files();
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
        Verb::Decode(args) => match args.conversion()? {
            Some(conversion) => transform(&convert(conversion, &args.common), &args.common),
            None => transform(&Decode::new(args), &args.common),
        },
        Verb::Encode(args) => match args.conversion()? {
            Some(conversion) => transform(&convert(conversion, &args.common), &args.common),
            None => transform(&Encode::new(args), &args.common),
        },
        Verb::Normalize(args) => {
            transform(&convert(args.conversion()?, &args.common), &args.common)
        }
        Verb::Check(args) => {
            work_up_to(args.max_errors, &Check::new(args)?, None, &args.input, args.input.target())
        }
        Verb::Inspect(args) => work(&Inspect::new(args), None, &args.input, args.input.target()),
        Verb::Schemes(args) => {
            run::print(if args.table { schemes::table() } else { schemes::list() })
        }
        Verb::Info => run::print(info::text()),
        Verb::Completions(args) => run::print(completions::script(args.shell)),
        Verb::Man(args) => run::print(man::text(args)?),
    }
}

fn convert(conversion: Conversion, args: &TransformArgs) -> Convert {
    Convert { conversion, rules: args.rules(), strict: args.on_error.is_some() }
}

/// Transforms whole records, or some of their fields.
fn transform(transform: &dyn Transform, args: &TransformArgs) -> Result<ExitCode, String> {
    let target = args.in_place.target(&args.input)?;
    match args.fields.fields(&args.input)? {
        None => work(transform, args.on_error, &args.input, target),
        Some(fields) => work(
            &InFields { fields, transform, rules: args.rules() },
            args.on_error,
            &args.input,
            target,
        ),
    }
}

fn work(
    work: &dyn Work,
    on_error: Option<OnError>,
    input: &InputArgs,
    target: Target,
) -> Result<ExitCode, String> {
    work_up_to(None, work, on_error, input, target)
}

fn work_up_to(
    max_errors: Option<NonZeroUsize>,
    work: &dyn Work,
    on_error: Option<OnError>,
    input: &InputArgs,
    target: Target,
) -> Result<ExitCode, String> {
    let task = Task {
        work,
        rules: input.rules(on_error),
        counts: input.stats,
        in_place: matches!(target, Target::InPlace(_)),
    };
    let inputs = input.inputs(&target);
    let output =
        Output::new(target, input.output.compression(), inputs.progress.clone(), input.stats)?
            .up_to(max_errors);
    let output = output.joined_by(task.joint());
    Ok(run::run(inputs, task, input.threads(), output))
}
