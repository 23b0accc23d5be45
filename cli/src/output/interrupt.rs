//! SIGINT, SIGTERM and SIGHUP: the temporary file that is under way is removed before the program
//! ends as it would have without it. And SIGXFSZ.

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
    pub(crate) fn new<F>(
        create: impl FnOnce() -> io::Result<F>,
        path: impl FnOnce(&F) -> &Path,
    ) -> io::Result<(F, Self)> {
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

/// A file that grows too large is an error of the write; SIGXFSZ would end the program.
#[cfg(unix)]
pub(crate) fn outlive_large_files() {
    // A signal that sets a flag does nothing else.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default());
}

/// Begins to wait for signals, in a thread of its own.
#[cfg(unix)]
fn watch() -> io::Result<()> {
    use std::sync::atomic::{AtomicBool, Ordering};

    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    static WATCHES: AtomicBool = AtomicBool::new(false);

    if WATCHES.swap(true, Ordering::Relaxed) {
        return Ok(());
    }
    let mut signals = Signals::new(ending())?;
    std::thread::Builder::new().spawn(move || {
        for signal in signals.forever() {
            // Held to the end, so that no other file is created.
            let temporary = temporary();
            if let Some(path) = &*temporary {
                let _ = std::fs::remove_file(path);
            }
            let _ = emulate_default_handler(signal);
        }
    })?;
    Ok(())
}

/// The signals that would end the program. One that was ignored when it began, as nohup(1) and
/// shells see to, stays so; where nobody says which, SIGHUP is left to do what it does.
#[cfg(unix)]
fn ending() -> Vec<i32> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

    match ignored() {
        Some(ignored) => [SIGINT, SIGTERM, SIGHUP]
            .into_iter()
            .filter(|signal| ignored >> (signal - 1) & 1 == 0)
            .collect(),
        None => vec![SIGINT, SIGTERM],
    }
}

/// A bit for each signal that is ignored; Linux says it.
#[cfg(unix)]
fn ignored() -> Option<u128> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
    u128::from_str_radix(ignored.trim(), 16).ok()
}
