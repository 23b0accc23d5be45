//! Prints the number of spellings of `/admin` that bypass the middleware of actix-web, and fails if
//! tower/README.md has other rows: `cargo run --manifest-path tower/actix/Cargo.toml`. The tests of
//! tower make the other rows.

mod actix;

use std::process::ExitCode;

use support::spellings;

const README: &str = include_str!("../../../tower/README.md");

fn main() -> ExitCode {
    let rows = actix_web::rt::System::new().block_on(actix::rows());
    let table = spellings::table(&rows);
    println!("{} spellings of /admin\n\n{table}", spellings::grouped(spellings::all().len()));
    let rows: Vec<&str> = table.lines().skip(2).collect();
    let of_readme = README.lines().filter(|line| line.starts_with("| actix-web "));
    if of_readme.eq(rows) {
        ExitCode::SUCCESS
    } else {
        eprintln!("tower/README.md has other rows: replace them with these");
        ExitCode::FAILURE
    }
}
