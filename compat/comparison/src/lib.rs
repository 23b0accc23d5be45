//! Common parts of the tests that compare the drop-in packages with the originals.

use std::io::Write;
use std::sync::{Mutex, Once, PoisonError};

use percent_simd::Backend;
use proptest::test_runner::Config;

/// The configuration of a property: `PROPTEST_CASES` random cases, or `usual`. Failing cases are
/// not saved beside the sources: a failure is printed, and becomes a named test.
pub fn cases(usual: u32) -> Config {
    let config = Config { failure_persistence: None, ..Config::default() };
    if std::env::var_os("PROPTEST_CASES").is_some() {
        config
    } else {
        Config { cases: usual, ..config }
    }
}

/// Runs a test on each backend as the active one, and prints the backends once. Tests take turns,
/// because the active backend belongs to the process.
pub fn on_every_backend(mut run: impl FnMut(Backend)) {
    static REPORT: Once = Once::new();
    static CHOICE: Mutex<()> = Mutex::new(());
    let available: Vec<Backend> = Backend::available().collect();
    REPORT.call_once(|| {
        let tested: Vec<_> = available.iter().map(|backend| backend.name()).collect();
        let skipped: Vec<_> =
            Backend::ALL_NAMES.iter().copied().filter(|name| !tested.contains(name)).collect();
        // `eprintln!` would not do: the test harness hides its output when a test passes.
        let line = format!(
            "backends tested: {}; SKIPPED, not on this CPU or in this build: {}\n",
            tested.join(" "),
            skipped.join(" ")
        );
        std::io::stderr().write_all(line.as_bytes()).expect("standard error is there");
    });
    let _guard = CHOICE.lock().unwrap_or_else(PoisonError::into_inner);
    let before = Backend::active();
    for backend in available {
        backend.set_active();
        run(backend);
    }
    before.set_active();
}
