//! The library behind the program `pct`, for its binary, its tests and its fuzz targets.
//!
//! **This API is private.** Any version may change or remove it. Use the library `percent-simd`
//! instead.
//!
//! The modules follow the data. `docs/modules.md` shows their dependencies.
#![forbid(unsafe_code)]

mod blocks;
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

/// The program.
#[doc(hidden)]
pub fn main() -> std::process::ExitCode {
    command::main()
}
