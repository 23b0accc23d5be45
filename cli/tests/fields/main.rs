//! Fields of lines: real lines of every format, the fuzzers' properties on random lines, and blocks
//! cut anywhere.

mod fast_path;
mod lines;
mod logfmt;
mod marks;
mod read;
mod requests;
mod vectors;

/// The built-in log format with this name.
fn log(name: &str) -> percent_simd_cli::fields::Format {
    percent_simd_cli::fields::Format::from_name(name).expect("it is built in")
}
