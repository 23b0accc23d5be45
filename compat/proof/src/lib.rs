//! What the tests share that hold the drop-in packages against the originals.

use std::io::Write;
use std::sync::{Mutex, Once, PoisonError};

use percent_simd::Backend;
use proptest::test_runner::Config;

/// So many random cases, or as many as PROPTEST_CASES says. Nothing is written beside the sources:
/// what fails is printed, and becomes a named test.
pub fn cases(usual: u32) -> Config {
    let config = Config { failure_persistence: None, ..Config::default() };
    if std::env::var_os("PROPTEST_CASES").is_some() {
        config
    } else {
        Config { cases: usual, ..config }
    }
}

/// Runs it once for each backend, which is the active one meanwhile, and says once which these are.
/// One thread at a time: the choice is the process's.
pub fn on_every_backend(mut run: impl FnMut(Backend)) {
    static REPORT: Once = Once::new();
    static CHOICE: Mutex<()> = Mutex::new(());
    let available: Vec<Backend> = Backend::available().collect();
    REPORT.call_once(|| {
        let tested: Vec<_> = available.iter().map(|backend| backend.name()).collect();
        let skipped: Vec<_> =
            Backend::ALL_NAMES.iter().copied().filter(|name| !tested.contains(name)).collect();
        // Not `eprintln!`, which the test harness keeps to itself where the test passes.
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
