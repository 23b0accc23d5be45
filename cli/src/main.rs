//! `pct`: percent-decode, encode and check logs and URLs.
#![forbid(unsafe_code)]

mod args;
mod chars;
mod check;
mod control;
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

use crate::args::{Cli, Verb};
use crate::check::Check;
use crate::decode::Decode;
use crate::encode::Encode;
use crate::schemes::Unavailable;
use crate::session::{Session, Stop};

fn main() -> ExitCode {
    let cli = Cli::parse();
    if let Some(backend) = cli.backend {
        backend.set_active();
    }
    let mut session = Session::new();
    match run(&cli.verb, &mut session) {
        Ok(result) => session.finish(result),
        Err(unavailable) => {
            session.tell(format_args!("pct: {unavailable}"));
            session.finish(Ok(()));
            ExitCode::from(2)
        }
    }
}

fn run(verb: &Verb, session: &mut Session) -> Result<Result<(), Stop>, Unavailable> {
    Ok(match verb {
        Verb::Decode(args) => {
            let mut decode = Decode::new(args)?;
            let result = session.run(&args.input.files, args.input.records(), decode.cut(), &mut decode);
            if let Some(summary) = decode.summary().filter(|_| io::stderr().is_terminal()) {
                session.tell(summary);
            }
            result
        }
        Verb::Encode(args) => session.run(&args.input.files, args.input.records(), Encode::CUT, &mut Encode::new(args)?),
        Verb::Check(args) => session.run(&args.input.files, args.input.records(), Check::CUT, &mut Check::new(args)?),
        Verb::Schemes(args) => print(session, &if args.table { schemes::table() } else { schemes::list() }),
        Verb::Info => print(session, &info::text()),
    })
}

fn print(session: &mut Session, text: &str) -> Result<(), Stop> {
    session.output.extend_from_slice(text.as_bytes());
    Ok(())
}
