//! Code that tests, fuzzers and benchmarks share.

pub mod answers;
mod backends;
#[cfg(feature = "bodies")]
pub mod bodies;
#[cfg(feature = "alloc")]
pub mod check;
pub mod corpus;
mod policies;
mod results;
pub mod spellings;
pub mod targets;
pub mod traffic;
#[cfg(feature = "batch")]
pub mod views;

pub use backends::{NAMES, backends, on_every_backend, while_active};
pub use oracle::random::Random;
pub use policies::{UTF8, decoder, encoder, error, set};
pub use results::{assert_cow, is_tight};

/// The configuration of a property: `PROPTEST_CASES` random cases, or `default`. (An emulator takes
/// ten times as long.)
///
/// Failing cases are not saved beside the sources: a failure is printed, and becomes a named test.
#[cfg(feature = "proptest")]
pub fn cases(default: u32) -> proptest::prelude::ProptestConfig {
    let mut config =
        proptest::prelude::ProptestConfig { failure_persistence: None, ..Default::default() };
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = default;
    }
    config
}
