//! The programs of this package as processes, which end when they are dropped, or with this test.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// For a process to run. The slowest takes seconds.
const LIMIT: Duration = Duration::from_secs(300);

/// A running program; what it prints and logs are files.
pub(crate) struct Process {
    name: String,
    child: Child,
    begin: Instant,
    output: PathBuf,
    log: PathBuf,
}

impl Process {
    pub(crate) fn start<A: AsRef<OsStr>>(
        folder: &Path,
        name: &str,
        program: &str,
        arguments: impl IntoIterator<Item = A>,
    ) -> Self {
        let [output, log] =
            ["out", "log"].map(|extension| folder.join(format!("{name}.{extension}")));
        let program = path_of(program);
        let child = Command::new(&program)
            .args(arguments)
            .env_remove("RUST_LOG")
            .stdin(Stdio::piped()) // see --end-with-stdin
            .stdout(File::create(&output).unwrap())
            .stderr(File::create(&log).unwrap())
            .spawn()
            .unwrap_or_else(|error| {
                panic!("{}: {error}; `cargo test` without --test builds it", program.display())
            });
        Self { name: name.to_owned(), child, begin: Instant::now(), output, log }
    }

    pub(crate) fn log(&self) -> String {
        String::from_utf8_lossy(&fs::read(&self.log).unwrap()).into_owned()
    }

    /// Panics if it runs for too long.
    pub(crate) fn has_ended(&mut self) -> bool {
        let ended = self.child.try_wait().unwrap().is_some();
        assert!(ended || self.begin.elapsed() < LIMIT, "{} hangs:\n{}", self.name, self.log());
        ended
    }

    /// What follows `text` in the first line of the log that has it, as soon as there is one.
    pub(crate) fn logged(&mut self, text: &str) -> String {
        loop {
            let ended = self.has_ended();
            let log = self.log();
            let mut complete = log.split_inclusive('\n').filter(|line| line.ends_with('\n'));
            if let Some((_, rest)) = complete.find_map(|line| line.split_once(text)) {
                return rest.trim_end().to_owned();
            }
            assert!(!ended, "{} has ended before it logged {text:?}:\n{log}", self.name);
            sleep(Duration::from_millis(10));
        }
    }

    /// The exit status, what was printed, and what was logged.
    pub(crate) fn result(mut self) -> (ExitStatus, String, String) {
        while !self.has_ended() {
            sleep(Duration::from_millis(10));
        }
        let status = self.child.wait().unwrap();
        (status, fs::read_to_string(&self.output).unwrap(), self.log())
    }

    /// What a program printed that has done its work.
    pub(crate) fn answer(self) -> String {
        let name = self.name.clone();
        let (status, output, log) = self.result();
        assert!(status.success(), "{name}: {status}:\n{log}");
        output
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill(); // fails if it has ended
        let _ = self.child.wait();
    }
}

/// A program, or an example: Cargo puts these into a folder beside the programs.
fn path_of(program: &str) -> PathBuf {
    match program {
        "percent-simd-scheduler" => env!("CARGO_BIN_EXE_percent-simd-scheduler").into(),
        "percent-simd-executor" => env!("CARGO_BIN_EXE_percent-simd-executor").into(),
        example => {
            let programs = Path::new(env!("CARGO_BIN_EXE_percent-simd-executor")).parent().unwrap();
            programs.join("examples").join(format!("{example}{}", std::env::consts::EXE_SUFFIX))
        }
    }
}
