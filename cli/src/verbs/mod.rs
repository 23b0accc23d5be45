//! The verbs. Each has its options, its examples and its work.

mod check;
mod decode;
mod encode;
pub(crate) mod info;
mod inspect;
mod man;
mod normalize;
mod query;
mod schemes;

use std::process::ExitCode;

use clap::{Command, Subcommand};

/// A verb with its arguments.
#[derive(Subcommand)]
pub(crate) enum Verb {
    Decode(decode::DecodeArgs),
    Encode(encode::EncodeArgs),
    Normalize(normalize::NormalizeArgs),
    Check(check::CheckArgs),
    Inspect(inspect::InspectArgs),
    Query(query::QueryArgs),
    Schemes(schemes::SchemesArgs),
    Info(info::InfoArgs),
    Completions(man::CompletionsArgs),
    Man(man::ManArgs),
}

impl Verb {
    pub(crate) fn run(&self, program: fn() -> Command) -> Result<ExitCode, String> {
        match self {
            Self::Decode(args) => args.run(),
            Self::Encode(args) => args.run(),
            Self::Normalize(args) => args.run(),
            Self::Check(args) => args.run(),
            Self::Inspect(args) => args.run(),
            Self::Query(args) => args.run(),
            Self::Schemes(args) => args.run(),
            Self::Info(args) => args.run(),
            Self::Completions(args) => args.run(program()),
            Self::Man(args) => args.run(program()),
        }
    }
}
