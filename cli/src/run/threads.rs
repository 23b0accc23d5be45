//! The threads of a run. The reader hands blocks over; workers take them as they can; the output
//! takes the results, in the order of the blocks.
//!
//! Everything that is under way is bounded: a few blocks for each worker. The reader itself works on
//! short blocks, because handing them over takes longer, and on blocks that are much longer than
//! others (a line of a gigabyte), which are written before the next one is read.

use std::mem;
use std::process::ExitCode;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, Scope, ScopedJoinHandle};

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};

use super::{Job, Task};
use crate::blocks::Outcome;
use crate::input::{CHUNK, Position};
use crate::output::{Event, Output, Over};

/// Blocks for each worker that are under way.
const QUEUE: usize = 4;

/// Shorter blocks are not handed over: those of small files, and of slow pipes.
const SHORT: usize = CHUNK / 16;

/// Longer blocks are not handed over.
const LARGE: usize = 4 * CHUNK;

/// Reader, workers and output, or all in one thread as long as at most one block is not short.
pub(crate) struct Threads<'scope, 'env> {
    scope: &'scope Scope<'scope, 'env>,
    task: Task<'env>,
    count: usize,
    /// Locked by the thread that writes, if there is one.
    output: &'env Mutex<Output>,
    others: Option<Others<'scope>>,
    /// Buffers that the reader's thread can use again.
    buffer: Vec<u8>,
    outcome: Outcome,
    /// A block that is not short has been worked on.
    has_long: bool,
}

/// The workers, and the thread that writes.
struct Others<'scope> {
    jobs: Sender<(Job, Sender<Outcome>)>,
    events: Sender<Event>,
    used_buffers: Receiver<Vec<u8>>,
    writer: ScopedJoinHandle<'scope, ()>,
}

fn lock(output: &Mutex<Output>) -> MutexGuard<'_, Output> {
    output.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'scope, 'env> Threads<'scope, 'env> {
    pub(crate) fn new(
        scope: &'scope Scope<'scope, 'env>,
        task: Task<'env>,
        count: usize,
        output: &'env Mutex<Output>,
    ) -> Self {
        let (buffer, outcome) = (Vec::new(), Outcome::default());
        Self { scope, task, count, output, others: None, buffer, outcome, has_long: false }
    }

    /// A buffer to read into, with any content.
    pub(crate) fn buffer(&mut self) -> Vec<u8> {
        match &self.others {
            Some(others) if self.buffer.is_empty() => {
                others.used_buffers.try_recv().unwrap_or_default()
            }
            _ => mem::take(&mut self.buffer),
        }
    }

    /// Works on a block, now or later, and returns the position of its end.
    pub(crate) fn work(&mut self, job: Job) -> Result<Position, Over> {
        let records = self.task.rules.records;
        let end_of = |job: &Job| job.position.after(job.chunk.bytes(), records);
        let len = job.chunk.bytes().len();
        if len >= SHORT && mem::replace(&mut self.has_long, true) && self.count > 1 {
            self.start();
        }
        if let Some(others) = &self.others
            && (SHORT..=LARGE).contains(&len)
        {
            let (sender, receiver) = bounded(1);
            let after = end_of(&job);
            others.events.send(Event::Later(receiver)).map_err(|_| Over)?;
            others.jobs.send((job, sender)).map_err(|_| Over)?;
            return Ok(after);
        }
        let mut outcome = mem::take(&mut self.outcome);
        outcome.clear();
        self.task.run(&job, &mut outcome);
        let after = outcome.after.unwrap_or_else(|| end_of(&job));
        if len > LARGE && self.others.is_some() {
            drop(job);
            let (sender, written) = bounded(1);
            self.event(Event::Large(outcome, sender))?;
            written.recv().map_err(|_| Over)?;
        } else {
            self.buffer = job.chunk.into_buffer();
            self.event(Event::Block(outcome))?;
        }
        Ok(after)
    }

    pub(crate) fn event(&mut self, event: Event) -> Result<(), Over> {
        if let Some(others) = &self.others {
            return others.events.send(event).map_err(|_| Over);
        }
        if let Some(outcome) = lock(self.output).handle(event)? {
            self.outcome = outcome;
        }
        Ok(())
    }

    /// Goes over to threads: as many as can be had, or none, and then all is done in this one.
    fn start(&mut self) {
        if self.others.is_some() {
            return;
        }
        let (jobs, waiting) = unbounded::<(Job, Sender<Outcome>)>();
        let (buffers, used_buffers) = unbounded();
        let (results, used_results) = unbounded::<Outcome>();
        let (task, output) = (self.task, self.output);
        let workers = (0..self.count).map_while(|_| {
            let (waiting, buffers) = (waiting.clone(), buffers.clone());
            let used_results = used_results.clone();
            let work = move || {
                for (job, sender) in waiting {
                    let mut outcome = used_results.try_recv().unwrap_or_default();
                    outcome.clear();
                    task.run(&job, &mut outcome);
                    // A failure means that the run has ended.
                    let _ = (sender.send(outcome), buffers.send(job.chunk.into_buffer()));
                }
            };
            Builder::new().spawn_scoped(self.scope, work).ok()
        });
        let workers = workers.count();
        // Every block is an event first, so this bounds the other channels, too.
        let (events, told) = bounded::<Event>(QUEUE * workers);
        let writer = Builder::new().spawn_scoped(self.scope, move || {
            let mut output = lock(output);
            for event in told {
                match output.handle(event) {
                    Ok(Some(outcome)) => drop(results.send(outcome)),
                    Ok(None) => {}
                    // Unfinished blocks are not waited for: their channels are dropped.
                    Err(Over) => break,
                }
            }
        });
        let Some(writer) = writer.ok().filter(|_| workers > 0) else {
            self.count = 1;
            return;
        };
        self.others = Some(Others { jobs, events, used_buffers, writer });
    }

    /// Waits for the blocks that are under way, and returns the exit status of the run.
    pub(crate) fn finish(mut self) -> ExitCode {
        if let Some(Others { jobs, events, writer, .. }) = self.others {
            drop((jobs, events));
            writer.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        }
        self.outcome.clear();
        if let Some(reading) = self.task.work.reading() {
            reading.end(&mut self.outcome);
        }
        self.task.work.end(&mut self.outcome);
        let mut output = lock(self.output);
        if !output.over {
            let _ = output.handle(Event::Block(self.outcome));
        }
        output.finish()
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;
    use crate::blocks::{Block, OnError, Rules, Work};
    use crate::input::{Cut, Inputs, Records};
    use crate::output::{Destination, Settings};
    use crate::run;

    struct Faulty(u64);

    impl Work for Faulty {
        fn cut(&self) -> Cut {
            Cut::After(b'\n')
        }

        fn block(&self, block: &Block<'_>, _: &mut Outcome) {
            assert_ne!(block.origin.index, self.0, "this panic belongs to the test");
        }
    }

    #[test]
    fn a_panic_ends_the_run_and_nothing_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let (file, out) = (folder.path().join("in"), folder.path().join("out"));
        std::fs::write(&file, b"a line\n".repeat(50 * CHUNK / 7)).unwrap();
        let blocks = [0, 1, 20, u64::MAX];
        for (at, threads) in blocks.into_iter().flat_map(|at| [1, 2, 8].map(|count| (at, count))) {
            let rules = Rules { records: Records::Lines, on_error: OnError::Keep, printed: 0 };
            let task = Task { work: &Faulty(at), rules, in_place: false };
            let files = [file.clone()];
            let inputs = Inputs::new(&files, false).without(&out);
            let output = Output::new(Destination::File(out.clone()), Settings::default()).unwrap();
            let run = AssertUnwindSafe(|| run::run(inputs, task, threads, output));
            let (result, ends) = (catch_unwind(run), at == u64::MAX);
            let found = (result.is_ok(), out.exists());
            assert_eq!(found, (ends, ends), "block {at}, {threads} threads");
            let left = std::fs::read_dir(folder.path()).unwrap().count();
            assert_eq!(left, 1 + usize::from(ends));
        }
    }
}
