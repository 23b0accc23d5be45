//! How many random cases a property gets.

use proptest::prelude::ProptestConfig;

/// So many random cases, or as many as PROPTEST_CASES says, which has the last word: under an emulator each takes ten times as long.
///
/// Nothing is written beside the sources: what fails is printed, and becomes a named test.
pub(crate) fn cases(usual: u32) -> ProptestConfig {
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    if std::env::var_os("PROPTEST_CASES").is_some() { config } else { ProptestConfig { cases: usual, ..config } }
}
