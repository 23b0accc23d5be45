//! Prints how many spellings of `/admin` bypass each middleware, and fails if tower/README.md has
//! another table: `cargo run --manifest-path ci/middleware/Cargo.toml`.

mod actix;
#[path = "../../../tower/tests/requests/spellings.rs"]
mod spellings;
#[path = "../../../tower/tests/requests/table.rs"]
mod table;

use std::process::ExitCode;

const README: &str = include_str!("../../../tower/README.md");

/// Where the rows of other frameworks are: after those of tower-http.
const OTHERS: usize = 3;

fn main() -> ExitCode {
    let table = actix_web::rt::System::new().block_on(async {
        let mut rows = table::rows().await;
        rows.splice(OTHERS..OTHERS, actix::rows().await);
        table::table(&rows)
    });
    println!("{} spellings of /admin\n\n{table}", table::spellings());
    if README.contains(&format!("\n\n{table}\n")) {
        ExitCode::SUCCESS
    } else {
        eprintln!("tower/README.md has another table: replace it with this one");
        ExitCode::FAILURE
    }
}
