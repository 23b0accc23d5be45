//! SIGINT and SIGTERM: the temporary file that is under way is removed before the program ends as it would have without it.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

static TEMPORARY: Mutex<Option<PathBuf>> = Mutex::new(None);

fn temporary() -> MutexGuard<'static, Option<PathBuf>> {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// That a temporary file is under way; there is one at a time.
pub(crate) struct UnderWay;

impl UnderWay {
    /// Creates a file, so that no signal comes between that and knowing its path.
    pub(crate) fn new<F>(create: impl FnOnce() -> io::Result<F>, path: impl FnOnce(&F) -> &Path) -> io::Result<(F, Self)> {
        #[cfg(unix)]
        watch()?;
        let mut temporary = temporary();
        let file = create()?;
        *temporary = Some(path(&file).to_owned());
        Ok((file, Self))
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        *temporary() = None;
    }
}

/// Begins to wait for signals, in a thread of its own.
#[cfg(unix)]
fn watch() -> io::Result<()> {
    use std::sync::atomic::{AtomicBool, Ordering};

    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    static WATCHES: AtomicBool = AtomicBool::new(false);

    if WATCHES.swap(true, Ordering::Relaxed) {
        return Ok(());
    }
    let mut signals = Signals::new([SIGINT, SIGTERM])?;
    std::thread::spawn(move || {
        for signal in signals.forever() {
            // Held to the end, so that no other file is created.
            let temporary = temporary();
            if let Some(path) = &*temporary {
                let _ = std::fs::remove_file(path);
            }
            let _ = emulate_default_handler(signal);
        }
    });
    Ok(())
}
