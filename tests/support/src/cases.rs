//! How many random cases a property gets.

use proptest::prelude::ProptestConfig;

/// `usual` random cases, or `PROPTEST_CASES` if that is set: an emulator takes ten times as long.
///
/// Nothing is written next to the sources: a failing case is printed, and becomes a named test.
pub fn cases(usual: u32) -> ProptestConfig {
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    if std::env::var_os("PROPTEST_CASES").is_some() {
        config
    } else {
        ProptestConfig { cases: usual, ..config }
    }
}
