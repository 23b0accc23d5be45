//! Prints the table of spellings that bypass each middleware, for README.md: `cargo run -p
//! percent-simd-tower --example spellings`.

#[path = "../tests/requests/spellings.rs"]
mod spellings;
#[path = "../tests/requests/table.rs"]
mod table;

#[tokio::main(flavor = "current_thread")]
async fn main() {
    println!("{} spellings of /admin\n\n{}", table::spellings(), table::table().await);
}
