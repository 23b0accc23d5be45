//! `pct`: percent-decode, encode and check logs and URLs.
#![forbid(unsafe_code)]

fn main() -> std::process::ExitCode {
    percent_simd_cli::main()
}
