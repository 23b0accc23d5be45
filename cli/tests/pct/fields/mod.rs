//! `--format` and `-f`. The expected results are written by hand, from the definitions of the
//! formats.

mod check;
mod configs;
mod conversions;
mod escapes;
mod formats;
mod headers;
mod inside;
mod inspect;
mod json;
mod kinds;
mod logfmt;
mod missing;
mod nginx;
mod only;
mod prefixes;
mod refused;
mod requests;
mod safety;
mod servers;
mod silence;
mod tables;
mod templates;
mod values;
mod whole_files;

use crate::support::run;

/// Runs `pct` with these space-separated arguments, and asserts status 0 and the output.
#[track_caller]
fn gives(args: &str, input: impl AsRef<[u8]>, output: impl AsRef<[u8]>) {
    run(&args.split(' ').collect::<Vec<_>>(), input).gave(0, output);
}

/// A line of a *combined* log with this user, request, referer and user agent.
pub(crate) fn combined(user: &str, request: &str, referer: &str, agent: &str) -> String {
    format!(
        "192.0.2.7 - {user} [12/Nov/2026:06:00:07 +0000] \"{request}\" 200 5 \"{referer}\" \"{agent}\"\n"
    )
}

/// A line of an ALB's log with this request and user agent, and this redirect URL.
pub(crate) fn alb(request: &str, agent: &str, redirect: &str) -> String {
    format!(
        "https 2026-11-12T06:00:07.000000Z app/web/50dc6c495c0c9188 192.0.2.7:2817 10.0.0.1:80 0.086 0.048 0.037 200 200 0 57 \"{request}\" \"{agent}\" \
         TLS_AES_128_GCM_SHA256 TLSv1.3 arn:aws:x \"Root=1-58337281-1d84f3d73c47ec4e58577259\" \"www.example.com\" \"arn:%41\" 1 \
         2026-11-12T06:00:07.000000Z \"redirect\" \"{redirect}\" \"-\" \"10.0.0.1:80\" \"200\" \"-\" \"-\" TID_1234\n"
    )
}
