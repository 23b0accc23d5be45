//! The active backend, which belongs to the whole process: only one test at a time may choose it.
#![cfg_attr(not(feature = "full"), allow(dead_code, reason = "its users are not all there"))]

use std::sync::{Mutex, PoisonError};

use percent_simd::Backend;

/// Runs `run` once for each backend, which is the active one meanwhile. Before and after that, it
/// is the widest.
pub(crate) fn on_every_backend(mut run: impl FnMut(Backend)) {
    static CHOICE: Mutex<()> = Mutex::new(());
    let _guard = CHOICE.lock().unwrap_or_else(PoisonError::into_inner);
    let backends = super::backends();
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

/// Makes a backend the active one again, after a panic too.
struct Restore(Backend);

impl Drop for Restore {
    fn drop(&mut self) {
        self.0.set_active();
    }
}
