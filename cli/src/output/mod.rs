//! The output of results and messages, in order, to standard output or into a file that is replaced
//! as a whole; and the exit status.

#[cfg(target_os = "linux")]
mod attributes;
mod replacement;
mod sink;

use std::collections::HashSet;
use std::ffi::OsString;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crossbeam_channel::{Receiver, Sender};

#[cfg(unix)]
pub(crate) use self::replacement::outlive_large_files;
use self::replacement::{folder, left_behind};
use self::sink::Sink;
use crate::blocks::Outcome;
use crate::input::{Compression, Original};
use crate::reports::{PassedOn, Progress, Reports};
use crate::shown::Name;

#[derive(Default)]
pub(crate) enum Destination {
    #[default]
    Stdout,
    /// To a file, all or nothing.
    File(PathBuf),
    /// To where they come from. Old files are kept with this suffix, if there is one.
    InPlace(OsString),
    /// In place, but nothing is written: the result is the names of the files that would change.
    Changes(OsString),
}

impl Destination {
    /// Returns true if each input has a result of its own, which is compared with it.
    pub(crate) const fn is_in_place(&self) -> bool {
        matches!(self, Self::InPlace(_) | Self::Changes(_))
    }
}

/// The end of the run before the end of its inputs: the output takes no more.
pub(crate) struct Over;

/// An event, in the order of the inputs.
pub(crate) enum Event {
    /// An input begins, which may be one to be replaced.
    Begin(Option<Original>),
    End,
    /// A block has been worked on, or will be.
    Block(Outcome),
    Later(Receiver<Outcome>),
    /// A block with so much output that the reader waits until it is written.
    Large(Outcome, Sender<()>),
    Tell(String),
    /// An input is not text, for this reason. It is read nevertheless.
    Doubt(Name, String),
    /// An input could not be opened or read to its end. The others are still read.
    Failed(Name, io::Error),
}

#[derive(Default)]
pub(crate) struct Settings {
    pub(crate) compression: Option<Compression>,
    pub(crate) progress: Progress,
    /// How many reports of a kind are printed.
    pub(crate) printed: u64,
    /// The byte that ends the last record of an input that lacks it, if another one follows.
    pub(crate) joint: Option<u8>,
    pub(crate) head: Vec<u8>,
}

#[derive(Default)]
pub(crate) struct Output {
    destination: Destination,
    settings: Settings,
    /// The destination of results; `None` after it failed, or if an input would be replaced.
    sink: Option<Sink>,
    /// The file that is read, if its name is printed where it would change.
    changing: Option<Name>,
    differs: bool,
    /// Something could not be done: exit status 1.
    problem: bool,
    /// Exit status 3.
    found: bool,
    /// An input or the output failed: exit status 2.
    failed: bool,
    /// The run came to its end before the inputs did.
    pub(crate) over: bool,
    /// Nobody reads the output any more: no error.
    closed: bool,
    passed_on: PassedOn,
    reports: Reports,
    /// The folders in which files that a run left behind have been reported.
    folders: HashSet<PathBuf>,
    /// The next result begins an input; and the last bytes written do not end a record.
    begins: bool,
    is_open: bool,
}

impl Output {
    /// An error is one of usage, or that of a file that cannot be written.
    pub(crate) fn new(destination: Destination, settings: Settings) -> Result<Self, String> {
        let sink = match &destination {
            Destination::Stdout | Destination::Changes(_) => {
                Some(Sink::stdout().map_err(|error| error.to_string())?)
            }
            Destination::File(path) => Some(
                Sink::file(path, settings.compression)
                    .map_err(|error| format!("{}: {error}", Name::from(&**path)))?,
            ),
            Destination::InPlace(_) => None,
        };
        Ok(Self { destination, settings, sink, ..Self::default() })
    }

    /// Handles an event. Gives back a result that has been written, to be used again.
    pub(crate) fn handle(&mut self, event: Event) -> Result<Option<Outcome>, Over> {
        self.take(event).inspect_err(|Over| self.over = true)
    }

    fn take(&mut self, event: Event) -> Result<Option<Outcome>, Over> {
        match event {
            Event::Block(outcome) => return self.block(outcome).map(Some),
            // A worker that panicked has dropped its sender; joining the threads reports the panic.
            Event::Later(receiver) => {
                return self.block(receiver.recv().map_err(|_| Over)?).map(Some);
            }
            Event::Large(outcome, written) => {
                let outcome = self.block(outcome)?;
                // The reader may be gone.
                let _ = written.send(());
                return Ok(Some(outcome));
            }
            Event::Begin(original) => self.begin(original)?,
            Event::End => self.end()?,
            Event::Tell(what) => self.tell(&what),
            Event::Doubt(input, why) => {
                self.problem = true;
                let mut reports = Reports::default();
                let line = format_args!("pct: {input}: {why}");
                reports.add("inputs that are not text", line, None, self.settings.printed);
                self.report(&reports);
            }
            Event::Failed(input, error) => self.fail(&input, &error),
        }
        Ok(None)
    }

    fn begin(&mut self, original: Option<Original>) -> Result<(), Over> {
        if let Destination::File(file) = &self.destination {
            self.report_left_behind(&file.clone());
        }
        let head = std::mem::take(&mut self.settings.head);
        if !head.is_empty() {
            self.write(&head)?;
            self.is_open = false;
        }
        self.begins = true;
        self.passed_on.end_input();
        let Some(original) = original else { return Ok(()) };
        self.differs = false;
        self.report_left_behind(&original.path);
        let name = original.name.clone();
        match &self.destination {
            Destination::Stdout | Destination::File(_) => {}
            Destination::Changes(_) => self.changing = Some(name),
            Destination::InPlace(suffix) => match Sink::in_place(original, suffix) {
                Ok(sink) => self.sink = Some(sink),
                Err(error) => self.fail_output(&name, &error, true),
            },
        }
        Ok(())
    }

    /// Names the files that a killed run has left beside this one, once for each folder.
    fn report_left_behind(&mut self, file: &Path) {
        if self.settings.printed > 0 && self.folders.insert(folder(file).into()) {
            for left in left_behind(file) {
                let left = Name::from(&*left);
                self.tell(&format!(
                    "pct: {left}: left by an earlier run that was killed; remove it"
                ));
            }
        }
    }

    fn end(&mut self) -> Result<(), Over> {
        match (&self.destination, self.changing.take(), self.differs) {
            (Destination::Changes(_), Some(name), true) => {
                self.write(format!("{name}\n").as_bytes())
            }
            // An unchanged file stays, with its date.
            (Destination::InPlace(_), _, differs) => match self.sink.take() {
                Some(sink) if differs => self.finish_sink(sink),
                _ => Ok(()),
            },
            _ => Ok(()),
        }
    }

    fn block(&mut self, mut outcome: Outcome) -> Result<Outcome, Over> {
        self.problem |= outcome.problem;
        self.found |= outcome.found;
        self.differs |= outcome.differs;
        self.passed_on.add(&mut outcome.passed_on);
        self.report(&outcome.reports);
        if !outcome.output.is_empty() && !matches!(self.destination, Destination::Changes(_)) {
            // The last record of the inputs before this one ends, now that something follows.
            let is_joint = std::mem::take(&mut self.begins) && self.is_open;
            if let Some(joint) = self.settings.joint.filter(|_| is_joint) {
                self.write(&[joint])?;
            }
            self.write(&outcome.output)?;
        }
        if outcome.ends { Err(Over) } else { Ok(outcome) }
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), Over> {
        let Some(sink) = &mut self.sink else { return Ok(()) };
        if let Err(error) = sink.writer.write_all(bytes) {
            let (name, is_atomic) = (sink.name.clone(), sink.is_atomic());
            self.sink = None;
            return self.judge(&name, is_atomic, &error);
        }
        self.is_open = bytes.last().copied() != self.settings.joint;
        Ok(())
    }

    fn finish_sink(&mut self, sink: Sink) -> Result<(), Over> {
        let (name, is_atomic) = (sink.name.clone(), sink.is_atomic());
        sink.finish().or_else(|error| self.judge(&name, is_atomic, &error))
    }

    /// Reports a failed write. The run goes on if it replaces files.
    fn judge(&mut self, name: &Name, is_atomic: bool, error: &io::Error) -> Result<(), Over> {
        if error.kind() == ErrorKind::BrokenPipe {
            self.closed = true;
            return Err(Over);
        }
        self.fail_output(name, error, is_atomic);
        if matches!(self.destination, Destination::InPlace(_)) { Ok(()) } else { Err(Over) }
    }

    fn report(&mut self, reports: &Reports) {
        let lines = self.reports.print(reports);
        if !lines.is_empty() {
            self.print(lines.as_bytes());
        }
    }

    /// Writes to standard error now, before the next output.
    fn tell(&mut self, what: &str) {
        self.print(format!("{what}\n").as_bytes());
    }

    fn print(&mut self, lines: &[u8]) {
        // Nobody reads a closed standard error.
        let _ = self.settings.progress.suspend(|| io::stderr().write_all(lines));
    }

    fn fail(&mut self, input: &Name, error: &io::Error) {
        let remedy = match error.kind() {
            ErrorKind::IsADirectory => "; -r reads folders",
            // A name that no file can have, as `*` on Windows.
            ErrorKind::NotFound | ErrorKind::InvalidFilename => {
                "; check the name (`-` is standard input); to read a plain word, \
                 use a pipe: echo WORD | pct ..."
            }
            _ if self.destination.is_in_place() => "; it stays unchanged",
            _ => "",
        };
        self.changing = None;
        if matches!(self.destination, Destination::InPlace(_)) {
            self.sink = None;
        }
        self.tell(&format!("pct: {input}: {error}{remedy}"));
        self.failed = true;
    }

    fn fail_output(&mut self, name: &Name, error: &io::Error, is_atomic: bool) {
        let state =
            if is_atomic { "it stays unchanged" } else { "the output before this is incomplete" };
        self.tell(&format!("pct: {name}: {error}; {state}"));
        self.failed = true;
    }

    /// Writes the last messages, and returns the exit status of the run.
    pub(crate) fn finish(&mut self) -> ExitCode {
        self.settings.progress.end();
        match self.sink.take() {
            Some(sink) if sink.is_atomic() && (self.over || self.failed) => {
                self.tell(&format!(
                    "pct: {}: not written, because the result is incomplete",
                    sink.name
                ));
                self.problem = true;
            }
            Some(sink) => drop(self.finish_sink(sink)),
            None => {}
        }
        for rest in self.reports.rest().collect::<Vec<_>>() {
            self.tell(&rest);
        }
        if self.closed && !self.failed {
            return ExitCode::SUCCESS;
        }
        // From a file that is not replaced nothing is passed on.
        let is_passed_on = !self.failed || !self.destination.is_in_place();
        if let Some(summary) = self.passed_on.summary()
            && is_passed_on
            && self.settings.printed > 0
        {
            self.tell(&summary);
        }
        ExitCode::from(match self {
            Self { failed: true, .. } => 2,
            Self { found: true, .. } => 3,
            Self { problem, .. } => u8::from(*problem),
        })
    }
}

/// Prints a text and nothing else.
pub(crate) fn print(text: impl Into<Vec<u8>>) -> Result<ExitCode, String> {
    let mut output = Output::new(Destination::Stdout, Settings::default())?;
    let _ = output.handle(Event::Block(Outcome { output: text.into(), ..Outcome::default() }));
    Ok(output.finish())
}
