//! Files that appear as a whole or not at all. On SIGINT, SIGTERM and SIGHUP, the temporary file is
//! removed before the program ends as it would have without it.

use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::NamedTempFile;

use crate::input::TEMPORARY;
use crate::shown::Name;

/// A file beside the one that it replaces. Dropping it removes the file.
pub(crate) struct Replacement {
    temporary: NamedTempFile,
    path: PathBuf,
    original: Option<Metadata>,
    /// The file is also the input of the new one.
    is_input: bool,
    backup: Option<PathBuf>,
    _under_way: UnderWay,
}

impl Replacement {
    /// The replacement of an input that is not read yet, and the name of the old one if that is kept.
    pub(crate) fn of_input(path: PathBuf, backup: Option<PathBuf>) -> io::Result<Self> {
        let replacement = Self::new(path)?;
        Ok(Self { is_input: true, backup, ..replacement })
    }

    /// The replacement of the file of this path, if there is one. The path is no symbolic link.
    pub(crate) fn new(path: PathBuf) -> io::Result<Self> {
        let original = match fs::metadata(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            result => Some(result?),
        };
        let folder = folder(&path);
        let mut builder = tempfile::Builder::new();
        let prefix = format!("{}{}-", TEMPORARY.0, std::process::id());
        builder.prefix(&prefix).suffix(TEMPORARY.1);
        // A new file is as open as any; another has the permissions of the old one.
        #[cfg(unix)]
        if original.is_none() {
            builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        }
        let (temporary, under_way) =
            UnderWay::new(|| builder.tempfile_in(folder), NamedTempFile::path)
                .map_err(|error| not_made(folder, &error))?;
        Ok(Self { temporary, path, original, is_input: false, backup: None, _under_way: under_way })
    }

    pub(crate) fn file(&self) -> io::Result<File> {
        self.temporary.as_file().try_clone()
    }

    /// Puts the file in its place. Whenever it ends, the old one or the new one is there.
    pub(crate) fn commit(self) -> io::Result<()> {
        let file = self.temporary.as_file();
        if let Some(original) = &self.original {
            adopt(file, &self.path, original)?;
        }
        file.sync_all()?;
        if self.is_input
            && let Some(original) = &self.original
            && !is_unchanged(&fs::metadata(&self.path)?, original)
        {
            return Err(io::Error::other("it changed while it was read"));
        }
        if let Some((original, backup)) = self.original.as_ref().zip(self.backup.as_deref()) {
            keep(&self.path, original, backup).map_err(|error| not_kept(backup, &error))?;
        }
        self.temporary.persist(&self.path).map_err(|error| error.error)?;
        // The renames survive a power failure. The file is in its place already, so a failure (the
        // folder may not be read, the file system does not sync folders) undoes nothing.
        #[cfg(unix)]
        let _ = File::open(folder(&self.path)).and_then(|folder| folder.sync_all());
        Ok(())
    }
}

/// The temporary files beside this path whose process is gone (Linux only).
pub(crate) fn left_behind(path: &Path) -> Vec<PathBuf> {
    let processes = Path::new("/proc");
    // `/proc` alone does not say it: under Wine it is there, with other numbers.
    if !cfg!(target_os = "linux") || !processes.join("self").exists() {
        return Vec::new();
    }
    let is_left = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let id = name.strip_prefix(TEMPORARY.0).filter(|name| name.ends_with(TEMPORARY.1));
        let id = id.and_then(|name| name.split_once('-')).map_or("", |(id, _)| id);
        id.parse::<u32>().is_ok() && !processes.join(id).exists()
    };
    let entries = fs::read_dir(folder(path)).into_iter().flatten().flatten();
    let mut left: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_left).collect();
    left.sort();
    left
}

/// True if a file has neither been written to nor replaced by another one.
fn is_unchanged(now: &Metadata, then: &Metadata) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        if (now.dev(), now.ino()) != (then.dev(), then.ino()) {
            return false;
        }
    }
    // A file system without times has lengths.
    now.len() == then.len() && now.modified().ok() == then.modified().ok()
}

pub(super) fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The error without the name of the temporary file, which means nothing to users.
fn not_made(folder: &Path, error: &io::Error) -> io::Error {
    let text = error.to_string();
    let cause = text.split_once(" at path ").map_or(&*text, |(cause, _)| cause);
    io::Error::new(error.kind(), format!("cannot create a file in {}: {cause}", Name::from(folder)))
}

/// The error of the backup, not of the file that is replaced.
fn not_kept(backup: &Path, error: &io::Error) -> io::Error {
    let name = Name::from(Path::new(backup.file_name().unwrap_or_default()));
    let why = match error.kind() {
        ErrorKind::AlreadyExists => "it exists; move it away, or give another suffix".to_owned(),
        _ => error.to_string(),
    };
    io::Error::new(error.kind(), format!("cannot keep the old file as {name}: {why}"))
}

/// Keeps a file under a second name, which must be free.
fn keep(path: &Path, original: &Metadata, backup: &Path) -> io::Result<()> {
    // Not every file system has hard links, and not every file may have another one.
    fs::hard_link(path, backup).or_else(|error| match error.kind() {
        ErrorKind::AlreadyExists => Err(error),
        _ => copy(path, original, backup),
    })
}

/// Copies a file. Nobody sees the copy before it has the permissions of the file.
fn copy(path: &Path, original: &Metadata, copy: &Path) -> io::Result<()> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(copy)?;
    io::copy(&mut File::open(path)?, &mut file)?;
    adopt(&file, path, original)?;
    file.sync_all()
}

/// Gives a file the owner, if that may be, and the permissions of the one at `path`.
#[cfg(unix)]
#[cfg_attr(not(target_os = "linux"), expect(unused_variables, reason = "there are no attributes"))]
fn adopt(file: &File, path: &Path, original: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};

    let group = Some(original.gid());
    let adopted = fchown(file, Some(original.uid()), group).or_else(|_| fchown(file, None, group));
    // Before the mode, which is that of the group only where there is no access control list.
    #[cfg(target_os = "linux")]
    super::attributes::copy(path, file)?;
    // A set-user-ID program must not run as another owner.
    let mode = if adopted.is_ok() { original.mode() } else { original.mode() & 0o777 };
    file.set_permissions(fs::Permissions::from_mode(mode & 0o7777))
}

#[cfg(not(unix))]
fn adopt(file: &File, _: &Path, original: &Metadata) -> io::Result<()> {
    file.set_permissions(original.permissions())
}

static UNDER_WAY: Mutex<Option<PathBuf>> = Mutex::new(None);

fn temporary() -> MutexGuard<'static, Option<PathBuf>> {
    UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A guard for as long as the temporary file exists; there is one at a time.
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
/// shells arrange, stays ignored; on systems that do not list them, SIGHUP keeps its action.
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

/// A bit for each ignored signal (Linux only).
#[cfg(unix)]
fn ignored() -> Option<u128> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
    u128::from_str_radix(ignored.trim(), 16).ok()
}
