//! The backends that a test runs on.

use std::io::Write;
use std::sync::Once;

use percent_simd::Backend;

/// Every backend of this CPU and build. Says once for each test binary which these are, and names the others as skipped.
pub(crate) fn backends() -> Vec<Backend> {
    static REPORT: Once = Once::new();
    let available: Vec<Backend> = Backend::available().collect();
    assert!(!available.is_empty(), "there is no backend to test");
    REPORT.call_once(|| {
        let tested: Vec<_> = available.iter().map(|backend| backend.name()).collect();
        let skipped: Vec<_> = Backend::ALL_NAMES.iter().copied().filter(|name| !tested.contains(name)).collect();
        // Not `eprintln!`, which the test harness keeps to itself where the test passes.
        let line = format!("backends tested: {}; SKIPPED, not on this CPU or in this build: {}\n", tested.join(" "), skipped.join(" "));
        std::io::stderr().write_all(line.as_bytes()).expect("standard error is there");
    });
    available
}
