//! The active backend, which belongs to the whole process: only one test at a time may choose it.

use std::sync::{Mutex, MutexGuard, PoisonError};

use percent_simd::Backend;

fn lock() -> MutexGuard<'static, ()> {
    static CHOICE: Mutex<()> = Mutex::new(());
    CHOICE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The backend that is active while no test has chosen another.
pub fn unchosen() -> Backend {
    let _guard = lock();
    Backend::active()
}

/// Runs `run` once for each backend, which is the active one meanwhile.
pub fn on_every_backend(mut run: impl FnMut(Backend)) {
    let _guard = lock();
    let before = Backend::active();
    for backend in super::backends() {
        backend.set_active();
        assert_eq!(Backend::active(), backend);
        run(backend);
    }
    before.set_active();
}
