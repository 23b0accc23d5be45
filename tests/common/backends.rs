//! The backends that a test runs on.

use std::io::Write;
use std::sync::Once;

use percent_simd::Backend;

/// The names of the backends of all builds.
pub(crate) const NAMES: [&str; 7] =
    ["scalar", "sse2", "ssse3", "avx2", "avx512", "neon", "simd128"];

/// Every backend of this CPU and build. The first call in a process prints them, and the others as
/// skipped.
pub(crate) fn backends() -> Vec<Backend> {
    static REPORT: Once = Once::new();
    let available: Vec<Backend> = Backend::available().collect();
    assert!(!available.is_empty(), "there is no backend to test");
    REPORT.call_once(|| {
        let tested: Vec<_> = available.iter().map(|backend| backend.name()).collect();
        let skipped: Vec<_> = NAMES.into_iter().filter(|name| !tested.contains(name)).collect();
        // Not `eprintln!`: the test harness hides what a passing test prints with it.
        let line = format!(
            "backends tested: {}; SKIPPED, not on this CPU or in this build: {}\n",
            tested.join(" "),
            skipped.join(" ")
        );
        std::io::stderr().write_all(line.as_bytes()).expect("standard error is there");
    });
    available
}
