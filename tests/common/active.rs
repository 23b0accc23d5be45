//! Running what takes no backend on every one.

use std::sync::{Mutex, PoisonError};

use percent_simd::Backend;

/// Runs it once for each backend, which is the active one meanwhile. One thread at a time: the choice is the process's.
pub fn on_every_backend(mut run: impl FnMut(Backend)) {
    static CHOICE: Mutex<()> = Mutex::new(());
    let _guard = CHOICE.lock().unwrap_or_else(PoisonError::into_inner);
    let before = Backend::active();
    for backend in super::backends() {
        backend.set_active();
        assert_eq!(Backend::active(), backend);
        run(backend);
    }
    before.set_active();
}
