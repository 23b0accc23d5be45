//! Writes lines like those of real traffic to standard output, the same at every run.
//!
//! `cargo run --release -p percent-simd-support --example traffic -- log 10000 > access.log`

use std::io::{self, Write};

use support::traffic::{KINDS, lines};

fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [kind, count] = &arguments[..]
        && KINDS.contains(&&**kind)
        && let Ok(count) = count.parse()
    {
        return io::stdout().lock().write_all(&lines(kind, count));
    }
    Err(io::Error::other("usage: traffic urls|links|log LINES"))
}
