//! The backends of a test. The active one belongs to the whole process, so tests choose it one at a
//! time.

use std::io::Write;
use std::sync::{Mutex, Once, PoisonError};

use percent_simd::Backend;

/// The names of the backends of all builds.
pub const NAMES: [&str; 7] = ["scalar", "sse2", "ssse3", "avx2", "avx512", "neon", "simd128"];

/// Every backend of this CPU and build. The first call in a process prints them, and names the
/// others as skipped.
pub fn backends() -> Vec<Backend> {
    static REPORT: Once = Once::new();
    let available: Vec<Backend> = Backend::available().collect();
    assert!(!available.is_empty(), "there is no backend to test");
    REPORT.call_once(|| {
        let tested: Vec<_> = available.iter().map(|backend| backend.name()).collect();
        let skipped: Vec<_> = NAMES.into_iter().filter(|name| !tested.contains(name)).collect();
        // `eprintln!` would not do: the test harness hides its output when a test passes.
        let line = format!(
            "backends tested: {}; SKIPPED, not on this CPU or in this build: {}\n",
            tested.join(" "),
            skipped.join(" ")
        );
        std::io::stderr().write_all(line.as_bytes()).expect("standard error is there");
    });
    available
}

static CHOICE: Mutex<()> = Mutex::new(());

/// Runs calls without a backend parameter on this backend.
pub fn while_active<T>(backend: Backend, run: impl FnOnce() -> T) -> T {
    let _guard = CHOICE.lock().unwrap_or_else(PoisonError::into_inner);
    let _before = Restore(Backend::active());
    backend.set_active();
    assert_eq!(Backend::active(), backend);
    run()
}

/// Runs `run` once on each backend, as the active one. Before and after, the widest backend is
/// active.
pub fn on_every_backend(mut run: impl FnMut(Backend)) {
    let _guard = CHOICE.lock().unwrap_or_else(PoisonError::into_inner);
    let backends = backends();
    let widest = Restore(Backend::active());
    assert_eq!(
        Some(&widest.0),
        backends.last(),
        "the widest is active unless a test has chosen another"
    );
    for backend in backends {
        backend.set_active();
        assert_eq!(Backend::active(), backend);
        run(backend);
    }
}

/// Restores the active backend, even after a panic.
struct Restore(Backend);

impl Drop for Restore {
    fn drop(&mut self) {
        self.0.set_active();
    }
}
