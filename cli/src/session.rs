//! One run: inputs are opened and read, the output is written, problems are told, and an exit status comes out.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, IsTerminal, Read, StderrLock, StdoutLock, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::records::{Blocks, Cut, Cutting, Place, Records};

/// Output is written when a block is done, or when there is this much of it.
const SPILL: usize = 1024 * 1024;

/// A piece of an input.
pub(crate) struct Block<'a> {
    pub(crate) bytes: &'a [u8],
    /// What is known already of what follows.
    pub(crate) ahead: &'a [u8],
    /// The input ends with it.
    pub(crate) last: bool,
    /// The name of the input, for reports.
    pub(crate) input: &'a str,
    /// Where in the input it begins.
    pub(crate) place: Place,
}

/// What is done with every block of every input.
pub(crate) trait Work {
    /// Handles a block. Output is appended to `session.output`.
    fn block(&mut self, block: &Block<'_>, session: &mut Session) -> Result<(), Stop>;
}

/// Why a run ends before its inputs do.
#[derive(Debug)]
pub(crate) enum Stop {
    /// Nobody reads the output any more: no error.
    ClosedPipe,
    /// The output cannot be written.
    Output(io::Error),
}

/// What a run has to say and to remember.
pub(crate) struct Session {
    pub(crate) output: Vec<u8>,
    stdout: StdoutLock<'static>,
    stderr: BufWriter<StderrLock<'static>>,
    /// Something malformed was met: exit status 1.
    pub(crate) malformed: bool,
    /// An input failed: exit status 2.
    failed: bool,
}

impl Session {
    pub(crate) fn new() -> Self {
        let stderr = BufWriter::new(io::stderr().lock());
        Self { output: Vec::new(), stdout: io::stdout().lock(), stderr, malformed: false, failed: false }
    }

    /// Reads all inputs, cut in this way, and gives every block to `work`.
    pub(crate) fn run(&mut self, files: &[PathBuf], records: Records, cut: Cut, work: &mut impl Work) -> Result<(), Stop> {
        let mut buffer = Vec::new();
        let standard_input = [PathBuf::from("-")];
        for file in if files.is_empty() { &standard_input } else { files } {
            if file.as_os_str() == "-" {
                if io::stdin().is_terminal() {
                    self.tell(format_args!("pct: reading standard input, which is this terminal; end it with Ctrl-D"));
                    let _ = self.stderr.flush();
                }
                self.read("(standard input)", Blocks::new(io::stdin().lock(), cut, &mut buffer), records, work)?;
            } else {
                match File::open(file) {
                    Ok(reader) => self.read(&file.to_string_lossy(), Blocks::new(reader, cut, &mut buffer), records, work)?,
                    Err(error) => self.fail(file, &error),
                }
            }
        }
        Ok(())
    }

    fn read<R: Read>(&mut self, input: &str, mut blocks: Blocks<'_, R>, records: Records, work: &mut impl Work) -> Result<(), Stop> {
        let mut place = Place::START;
        loop {
            match blocks.next() {
                Ok(Some(Cutting { bytes, ahead, last })) => {
                    work.block(&Block { bytes, ahead, last, input, place }, self)?;
                    self.spill()?;
                    place = place.after(bytes, records);
                }
                Ok(None) => return Ok(()),
                Err(error) => {
                    self.fail(Path::new(input), &error);
                    return Ok(());
                }
            }
        }
    }

    /// Writes the output so far if there is much of it.
    pub(crate) fn spill_if_large(&mut self) -> Result<(), Stop> {
        if self.output.len() < SPILL { Ok(()) } else { self.spill() }
    }

    /// Writes the output so far; what was told goes before it.
    fn spill(&mut self) -> Result<(), Stop> {
        // Where standard error is closed there is nobody to tell.
        let _ = self.stderr.flush();
        self.stdout.write_all(&self.output).map_err(Stop::from)?;
        self.output.clear();
        Ok(())
    }

    /// Says something on standard error, at the latest before the next output is written.
    pub(crate) fn tell(&mut self, what: impl Display) {
        let _ = writeln!(self.stderr, "{what}");
    }

    /// An input could not be opened or read to its end. The others are still read.
    fn fail(&mut self, input: &Path, error: &io::Error) {
        let remedy = match error.kind() {
            ErrorKind::IsADirectory => "; name the files in it",
            ErrorKind::NotFound => "; look for a misspelt name (`-` is standard input)",
            _ => "",
        };
        self.tell(format_args!("pct: {}: {error}{remedy}", input.display()));
        self.failed = true;
    }

    /// Writes what is left, and gives the exit status of a run that ended with `result`.
    pub(crate) fn finish(mut self, result: Result<(), Stop>) -> ExitCode {
        let result = result.and_then(|()| self.spill()).and_then(|()| self.stdout.flush().map_err(Stop::from));
        match result {
            Err(Stop::ClosedPipe) => return ExitCode::SUCCESS,
            Err(Stop::Output(error)) => {
                self.tell(format_args!("pct: (standard output): {error}; what was written before this is not complete"));
                self.failed = true;
            }
            Ok(()) => {}
        }
        let _ = self.stderr.flush();
        ExitCode::from(if self.failed { 2 } else { u8::from(self.malformed) })
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        if error.kind() == ErrorKind::BrokenPipe { Self::ClosedPipe } else { Self::Output(error) }
    }
}
