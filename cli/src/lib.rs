//! `pct`, as a library for its program, its tests and fuzz targets.
//!
//! **Nobody may rely on it.** Anything here may change or go in any version. The library to use is
//! `percent-simd`.
//!
//! The modules follow the data. `CONTRIBUTING.md` draws which knows which.
#![forbid(unsafe_code)]

mod command;
mod control;
#[doc(hidden)]
pub mod fields;
mod input;
mod options;
mod output;
mod reports;
mod run;
mod shown;
mod verbs;
mod work;

/// The program.
#[doc(hidden)]
#[must_use]
pub fn main() -> std::process::ExitCode {
    command::main()
}
