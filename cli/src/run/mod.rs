//! One run: inputs are opened and cut into blocks, which threads work on, and the results are
//! written in order.

mod threads;

use std::io::{self, IsTerminal, Read};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;

use self::threads::Threads;
use crate::blocks::{Block, Origin, Outcome, Rules, Work};
use crate::fields::{Fields, Header, Scan};
use crate::input::{
    Chunk, Chunks, Content, Inputs, Position, Watch, is_standard_input, not_replaced,
};
use crate::output::{Event, Output, Over};
use crate::shown::Name;

/// A block that is worked on where and when there is time.
pub(crate) struct Job {
    pub(crate) chunk: Chunk,
    pub(crate) position: Position,
    pub(crate) origin: Origin,
}

#[derive(Clone, Copy)]
pub(crate) struct Task<'a> {
    pub(crate) work: &'a dyn Work,
    pub(crate) rules: Rules,
    pub(crate) in_place: bool,
}

impl Task<'_> {
    /// The byte between inputs where one lacks it. Lists and raw values are whole.
    pub(crate) fn joint(&self) -> Option<u8> {
        let of_fields = self.work.fields().map(Fields::terminator);
        let joint = of_fields.or(self.rules.records.terminator());
        joint.filter(|_| !self.in_place && !self.work.lists())
    }

    pub(crate) fn run(&self, job: &Job, outcome: &mut Outcome) {
        let Job { chunk, position, origin } = job;
        let (bytes, ahead, last) = (chunk.bytes(), chunk.ahead(), chunk.last);
        let block = Block { bytes, ahead, last, position: *position, origin };
        self.work.block(&block, outcome);
        outcome.differs = self.in_place && outcome.output != block.bytes;
    }
}

/// Reads all inputs and gives every block to the work, on this many threads.
pub(crate) fn run(inputs: Inputs<'_>, task: Task<'_>, threads: usize, output: Output) -> ExitCode {
    let output = Mutex::new(output);
    std::thread::scope(|scope| {
        let threads = Threads::new(scope, task, threads, &output);
        let mut reader = Reader { inputs, task, index: 0, has_names: false, threads };
        for name in reader.inputs.names() {
            let result = match name {
                Ok(path) => reader.file(&path),
                Err((name, error)) => reader.failed(name, error),
            };
            if result.is_err() {
                break;
            }
        }
        reader.threads.finish()
    })
}

struct Reader<'scope, 'env> {
    inputs: Inputs<'env>,
    task: Task<'env>,
    index: u64,
    /// An input has named the fields.
    has_names: bool,
    threads: Threads<'scope, 'env>,
}

impl Reader<'_, '_> {
    fn file(&mut self, path: &Path) -> Result<(), Over> {
        let mut name = Name::from(path);
        if is_standard_input(path) {
            name = "(standard input)".into();
            if io::stdin().is_terminal() {
                let what = "reading standard input, which is this terminal; end it with Ctrl-D";
                self.threads.event(Event::Tell(format!("pct: {what}")))?;
            }
        }
        if self.inputs.is_text(path) {
            if io::stderr().is_terminal() {
                let what = "no such file; the argument itself is read as text";
                self.threads.event(Event::Tell(format!("pct: {name}: {what}")))?;
            }
            name = "(argument)".into();
        }
        match self.inputs.open(path) {
            Ok(Some((Content { reader, doubt, watch, .. }, original))) => {
                self.threads.event(Event::Begin(original))?;
                if let Some(doubt) = doubt {
                    self.threads.event(Event::Doubt(name.clone(), doubt))?;
                }
                self.read(&name, reader, watch)
            }
            Ok(None) => Ok(()),
            Err(error) => self.failed(name, error),
        }
    }

    fn failed(&mut self, name: Name, error: io::Error) -> Result<(), Over> {
        self.threads.event(Event::Begin(None))?;
        self.threads.event(Event::Failed(name, error))
    }

    fn read(&mut self, input: &Name, reader: impl Read, mut watch: Watch) -> Result<(), Over> {
        let (fields, cut) = (self.task.work.fields(), self.task.work.cut());
        let mut scan = Scan::default();
        let mut blocks = Chunks::new(reader, |bytes, old| match fields {
            Some(fields) => fields.last_end(bytes, &mut scan),
            None => cut.find(bytes, old),
        });
        let (mut position, mut header) = (Position::START, fields.map(Fields::header));
        // Each file that is replaced has its own.
        let names_again = self.has_names && !self.task.in_place;
        let end = loop {
            match blocks.next(self.threads.buffer()) {
                Ok(Some(chunk)) => {
                    match watch.doubt(chunk.bytes(), position) {
                        Some(doubt) if self.task.in_place => {
                            break Event::Failed(input.clone(), not_replaced(&doubt));
                        }
                        Some(doubt) => self.threads.event(Event::Doubt(input.clone(), doubt))?,
                        None => {}
                    }
                    let header_after = fields
                        .zip(header.as_ref())
                        .map(|(fields, header)| fields.header_after(header, chunk.bytes()));
                    if fields.is_some_and(Fields::has_names_first)
                        && let Some(what) = header_after.as_ref().and_then(Header::missing)
                    {
                        // No column of the table is a selected one.
                        break Event::Failed(input.clone(), io::Error::other(what));
                    }
                    let (input, index) = (input.clone(), self.index);
                    let origin = Origin { input, index, header, names_again };
                    position = self.threads.work(Job { chunk, position, origin })?;
                    header = header_after;
                    self.has_names |= header.as_ref().is_some_and(Header::is_known);
                    self.index += 1;
                }
                Ok(None) => break Event::End,
                Err(error) => break Event::Failed(input.clone(), error),
            }
        };
        // A file that is open cannot be replaced on every system.
        drop(blocks);
        self.threads.event(end)
    }
}
