//! `query`. The expected results are written from WHATWG URL 5.1, or computed by Python's
//! `urllib.parse`.

mod counts;
mod fields;
mod python;
mod rows;

use crate::support::run;

/// Runs `pct query` with these space-separated arguments, and asserts status 0 and the output.
#[track_caller]
fn gives(args: &str, input: impl AsRef<[u8]>, output: impl AsRef<[u8]>) {
    let args = format!("query {args}");
    run(&args.split_whitespace().collect::<Vec<_>>(), input).gave(0, output);
}
