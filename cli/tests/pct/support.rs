//! Runs of `pct`, and files for them.

use std::ffi::OsStr;
use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The verbs of `pct`, in the order of its help.
pub(crate) const VERBS: [&str; 10] = [
    "decode",
    "encode",
    "normalize",
    "check",
    "inspect",
    "query",
    "schemes",
    "info",
    "completions",
    "man",
];

pub(crate) fn pct<S: AsRef<OsStr>>(args: &[S]) -> Command {
    program(env!("CARGO_BIN_EXE_pct"), args)
}

/// `pct` under this path. If it cannot run by itself, `PCT_TEST_RUNNER` names its runner:
/// `qemu-aarch64-static -L /usr/aarch64-linux-gnu`.
pub(crate) fn program<S: AsRef<OsStr>>(path: &str, args: &[S]) -> Command {
    let runner = std::env::var("PCT_TEST_RUNNER").unwrap_or_default();
    let mut words = runner.split_whitespace().chain([path]);
    let mut command = Command::new(words.next().expect("at least pct"));
    command.args(words).args(args);
    command
}

/// A shell that runs a command in the folder. A function calls `pct` by its path, so PATH is
/// unchanged.
pub(crate) fn shell(command: &str, folder: &Folder) -> Command {
    let mut shell = Command::new("sh");
    let pct = env!("CARGO_BIN_EXE_pct");
    shell
        .args(["-c", &format!("pct() {{ '{pct}' \"$@\"; }}\n{command}")])
        .current_dir(folder.path(""));
    shell
}

/// Reports a test as impossible here. `eprintln!` would not do: the test harness hides its output
/// when a test passes.
pub(crate) fn skipped(why: impl fmt::Display) {
    io::stderr()
        .write_all(format!("SKIPPED: {why}\n").as_bytes())
        .expect("standard error is there");
}

/// The results of a run.
#[derive(PartialEq, Eq)]
pub(crate) struct Ran {
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: String,
    pub(crate) status: Option<i32>,
    /// The counts in the last line of standard error, if it reports malformed triplets passed on:
    /// the triplets, and their records. `stderr` lacks this line.
    pub(crate) passed_on: (u64, u64),
}

impl fmt::Debug for Ran {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "status {:?}, passed on {:?}\nstdout {}\nstderr {}",
            self.status,
            self.passed_on,
            self.stdout[..self.stdout.len().min(2000)].escape_ascii(),
            self.stderr
        )
    }
}

impl Ran {
    /// Asserts that exactly these malformed triplets were passed on, in these records, and removes
    /// the counts.
    #[track_caller]
    pub(crate) fn passing_on(mut self, triplets: u64, records: u64) -> Self {
        assert_eq!(std::mem::take(&mut self.passed_on), (triplets, records), "{self:?}");
        self
    }

    /// Asserts this exit status, this output, and an empty standard error.
    #[track_caller]
    pub(crate) fn gave(&self, status: i32, stdout: impl AsRef<[u8]>) {
        self.said(status, stdout, "");
    }

    #[track_caller]
    pub(crate) fn said(&self, status: i32, stdout: impl AsRef<[u8]>, stderr: &str) {
        let (stdout, stderr, status) = (stdout.as_ref().to_vec(), stderr.into(), Some(status));
        let expected = Ran { stdout, stderr, status, passed_on: (0, 0) };
        assert!(*self == expected, "got\n{self:?}\nexpected\n{expected:?}");
    }

    /// The lines of `inspect` without the client and the target.
    pub(crate) fn without_request(mut self) -> Self {
        let lines = self.stdout.split_inclusive(|&byte| byte == b'\n');
        let first = |line: &[u8]| match line.iter().position(|&byte| byte == b'\t') {
            Some(tab) => [&line[..tab], b"\n"].concat(),
            None => line.to_vec(),
        };
        self.stdout = lines.flat_map(first).collect();
        self
    }

    /// Asserts exit status 2, no output, and all of these parts in standard error.
    #[track_caller]
    pub(crate) fn failed(&self, parts: &[&str]) {
        assert_eq!((self.status, self.stdout.is_empty()), (Some(2), true), "{self:?}");
        for part in parts {
            assert!(self.stderr.contains(part), "{part:?} is missing in\n{}", self.stderr);
        }
    }
}

/// The system's message for an error, by its number on Unix and on Windows.
pub(crate) fn system_error(unix: i32, windows: i32) -> String {
    io::Error::from_raw_os_error(if cfg!(windows) { windows } else { unix }).to_string()
}

/// The system's message for a missing file.
pub(crate) fn no_such_file() -> String {
    system_error(2, 2)
}

/// Runs `pct` on this standard input.
#[track_caller]
pub(crate) fn run<S: AsRef<OsStr>>(args: &[S], stdin: impl AsRef<[u8]>) -> Ran {
    feed(&mut pct(args), stdin)
}

/// Runs a program on this standard input.
#[track_caller]
pub(crate) fn feed(command: &mut Command, stdin: impl AsRef<[u8]>) -> Ran {
    let mut child =
        start(command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()));
    let stdin = stdin.as_ref();
    let mut pipe = child.stdin.take().expect("it is piped");
    let output = thread::scope(|scope| {
        // A program that stops early does not read all input.
        scope.spawn(move || pipe.write_all(stdin));
        child.wait_with_output().expect("pct ends")
    });
    let mut stderr = String::from_utf8(output.stderr).expect("messages are text");
    let passed_on = take_passed_on(&mut stderr).unwrap_or_default();
    Ran { stdout: output.stdout, stderr, status: output.status.code(), passed_on }
}

/// Starts a program. Wine occasionally fails with `ERROR_INTERNAL_ERROR`: the new process dies
/// before its first instruction. The program has not run, so it is started again.
#[track_caller]
pub(crate) fn start(command: &mut Command) -> Child {
    const INTERNAL_ERROR: i32 = 1359;
    let mut attempt = 1;
    loop {
        match command.spawn() {
            Err(error)
                if cfg!(windows) && error.raw_os_error() == Some(INTERNAL_ERROR) && attempt < 3 =>
            {
                eprintln!("attempt {attempt} to start {command:?}: {error}");
                attempt += 1;
            }
            started => return started.expect("the program starts"),
        }
    }
}

/// Removes `pct: 2 malformed triplets in 1 record passed on, the first at …`, and returns its
/// numbers.
fn take_passed_on(stderr: &mut String) -> Option<(u64, u64)> {
    let lines = stderr.strip_suffix('\n')?;
    let start = lines.rfind('\n').map_or(0, |end| end + 1);
    let (counts, place) =
        lines[start..].strip_prefix("pct: ")?.split_once(" passed on, the first at ")?;
    assert!(place.ends_with(" (`pct check` lists them)"), "{place}");
    let words: Vec<&str> = counts.split(' ').collect();
    let [triplets, "malformed", triplet, "in", records, record] = words[..] else { return None };
    let number = |count: &str, noun: &str, word: &str| {
        assert_eq!(noun == word, count == "1", "{counts}");
        count.parse().expect("a number")
    };
    let passed_on = (number(triplets, triplet, "triplet"), number(records, record, "record"));
    stderr.truncate(start);
    Some(passed_on)
}

/// A temporary folder, removed on drop.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("pct-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::create_dir_all(&path).expect("the target folder can be written");
        Self(path)
    }

    /// The path of a file that does not exist yet.
    pub(crate) fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("test paths are text").into()
    }

    /// A file with this content; its path.
    pub(crate) fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        std::fs::write(&path, content).expect("the target folder can be written");
        path
    }

    #[track_caller]
    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.0.join(name)).expect("it is there")
    }

    /// The sorted names of the folder's entries.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).expect("it is there");
        let mut names: Vec<_> = entries
            .map(|entry| {
                entry
                    .expect("it can be read")
                    .file_name()
                    .into_string()
                    .expect("test paths are text")
            })
            .collect();
        names.sort();
        names
    }

    /// A FIFO; its path.
    #[cfg(target_os = "linux")]
    pub(crate) fn fifo(&self, name: &str) -> String {
        use rustix::fs::{CWD, FileType, Mode, mknodat};

        let path = self.path(name);
        mknodat(CWD, &path, FileType::Fifo, Mode::from(0o600), 0).expect("there are FIFOs");
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
