//! pct.
fn main() {}
