//! `pct`: percent-decode, encode and check logs and URLs.
#![forbid(unsafe_code)]

mod args;
mod chars;
#[cfg(feature = "encoding")]
mod charset;
mod check;
mod control;
mod convert;
mod decode;
mod encode;
mod info;
mod records;
mod report;
mod schemes;
mod session;

use std::io::{self, IsTerminal};
use std::process::ExitCode;

use clap::Parser;

use crate::args::{Cli, InputArgs, Verb};
use crate::check::Check;
use crate::convert::{Conversion, Convert};
use crate::decode::Decode;
use crate::encode::Encode;
use crate::session::{Session, Stop};

fn main() -> ExitCode {
    let cli = Cli::parse();
    if let Some(backend) = cli.backend {
        backend.set_active();
    }
    let mut session = Session::new();
    match run(&cli.verb, &mut session) {
        Ok(result) => session.finish(result),
        Err(usage) => {
            session.tell(format_args!("pct: {usage}"));
            session.finish(Ok(()));
            ExitCode::from(2)
        }
    }
}

/// Does it. An error is one of usage, before anything was read.
fn run(verb: &Verb, session: &mut Session) -> Result<Result<(), Stop>, String> {
    Ok(match verb {
        Verb::Decode(args) => match args.conversion()? {
            Some(conversion) => convert(conversion, &args.input, session),
            None => {
                let mut decode = Decode::new(args);
                let result = session.run(&args.input.files, args.input.records(), decode.cut(), &mut decode);
                if let Some(summary) = decode.summary().filter(|_| io::stderr().is_terminal()) {
                    session.tell(summary);
                }
                result
            }
        },
        Verb::Encode(args) => match args.conversion()? {
            Some(conversion) => convert(conversion, &args.input, session),
            None => session.run(&args.input.files, args.input.records(), Encode::CUT, &mut Encode::new(args)),
        },
        Verb::Normalize(args) => convert(args.conversion()?, &args.input, session),
        Verb::Check(args) => session.run(&args.input.files, args.input.records(), Check::CUT, &mut Check::new(args)?),
        Verb::Schemes(args) => print(session, &if args.table { schemes::table() } else { schemes::list() }),
        Verb::Info => print(session, &info::text()),
    })
}

fn convert(conversion: Conversion, input: &InputArgs, session: &mut Session) -> Result<(), Stop> {
    let records = input.records();
    let mut convert = Convert { conversion, records };
    session.run(&input.files, records, convert.cut(), &mut convert)
}

fn print(session: &mut Session, text: &str) -> Result<(), Stop> {
    session.output.extend_from_slice(text.as_bytes());
    Ok(())
}
