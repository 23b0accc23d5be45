//! The threads of a run. The reader hands blocks over; workers take them as they can; the output
//! takes what comes out, in the order of the blocks.
//!
//! Everything that is under way is bounded: a few blocks for each worker. The reader itself works on
//! short blocks, because handing them over takes longer, and on blocks that are much longer than
//! others (a line of a gigabyte), which are written before the next one is read.

use std::process::ExitCode;
use std::thread::{Builder, Scope, ScopedJoinHandle};

use crossbeam_channel::{Receiver, Sender, bounded};

use super::{Job, Task};
use crate::input::{CHUNK, Position};
use crate::output::{Event, Output, Over, Pending};
use crate::work::Outcome;

/// Blocks for each worker that are under way.
const QUEUE: usize = 4;

/// Shorter blocks are not handed over: those of small files, and of slow pipes.
const SHORT: usize = CHUNK / 16;

/// Longer blocks are not handed over.
const LARGE: usize = 4 * CHUNK;

/// Reader, workers and output, or all in one thread as long as at most one block is not short.
pub(crate) struct Lanes<'scope, 'env> {
    scope: &'scope Scope<'scope, 'env>,
    task: Task<'env>,
    threads: usize,
    state: State<'scope>,
    /// Buffers that the reader's thread can use again.
    buffer: Vec<u8>,
    outcome: Outcome,
    /// A block that is not short has been worked on.
    has_long: bool,
}

enum State<'scope> {
    Alone(Box<Output>),
    Threads(Threads<'scope>),
    Moving,
}

struct Threads<'scope> {
    jobs: Sender<(Job, Sender<Outcome>)>,
    events: Sender<Event>,
    /// Buffers and results that have been used.
    used_buffers: Receiver<Vec<u8>>,
    output: ScopedJoinHandle<'scope, Option<Box<Output>>>,
}

/// The state that a worker needs.
#[derive(Clone)]
struct Worker<'env> {
    task: Task<'env>,
    waiting: Receiver<(Job, Sender<Outcome>)>,
    buffers: Sender<Vec<u8>>,
    used_results: Receiver<Outcome>,
}

impl Worker<'_> {
    fn run(self) {
        for (job, sender) in self.waiting {
            let mut outcome = self.used_results.try_recv().unwrap_or_default();
            outcome.clear();
            self.task.run(&job, &mut outcome);
            // Where nobody waits for them any more, they are of no use.
            let _ = (sender.send(outcome), self.buffers.try_send(job.chunk.into_buffer()));
        }
    }
}

impl<'scope, 'env> Lanes<'scope, 'env> {
    pub(crate) fn new(
        scope: &'scope Scope<'scope, 'env>,
        task: Task<'env>,
        threads: usize,
        output: Output,
    ) -> Self {
        Self {
            scope,
            task,
            threads,
            state: State::Alone(output.into()),
            buffer: Vec::new(),
            outcome: Outcome::default(),
            has_long: false,
        }
    }

    /// A buffer to read into; its content is of no interest.
    pub(crate) fn buffer(&mut self) -> Vec<u8> {
        match &self.state {
            State::Threads(threads) if self.buffer.is_empty() => {
                threads.used_buffers.try_recv().unwrap_or_default()
            }
            _ => std::mem::take(&mut self.buffer),
        }
    }

    /// Works on a block, now or later. Where it ends.
    pub(crate) fn work(&mut self, job: Job) -> Result<Position, Over> {
        let records = self.task.rules.records;
        let len = job.chunk.bytes().len();
        if len >= SHORT && std::mem::replace(&mut self.has_long, true) && self.threads > 1 {
            self.start();
        }
        if let State::Threads(threads) = &self.state
            && (SHORT..=LARGE).contains(&len)
        {
            let (sender, receiver) = bounded(1);
            let after = job.after(records);
            threads.events.send(Event::Block(Pending::Later(receiver))).map_err(|_| Over)?;
            threads.jobs.send((job, sender)).map_err(|_| Over)?;
            return Ok(after);
        }
        let mut outcome = std::mem::take(&mut self.outcome);
        outcome.clear();
        self.task.run(&job, &mut outcome);
        let after = outcome.after.unwrap_or_else(|| job.after(records));
        match &mut self.state {
            State::Threads(threads) if len < SHORT => {
                self.buffer = job.chunk.into_buffer();
                threads.events.send(Event::Block(Pending::Now(outcome))).map_err(|_| Over)?;
            }
            State::Threads(threads) => {
                drop(job);
                let (sender, written) = bounded(1);
                let event = Event::Block(Pending::Large(outcome, sender));
                threads.events.send(event).map_err(|_| Over)?;
                written.recv().map_err(|_| Over)?;
            }
            State::Alone(output) => {
                self.buffer = job.chunk.into_buffer();
                self.outcome =
                    output.handle(Event::Block(Pending::Now(outcome)))?.unwrap_or_default();
            }
            State::Moving => return Err(Over),
        }
        Ok(after)
    }

    /// Tells the output something, in order.
    pub(crate) fn event(&mut self, event: Event) -> Result<(), Over> {
        match &mut self.state {
            State::Threads(threads) => threads.events.send(event).map_err(|_| Over),
            State::Alone(output) => output.handle(event).map(|_| ()),
            State::Moving => Err(Over),
        }
    }

    /// Goes over to threads: as many as can be had, or none, and then all is done in this one.
    fn start(&mut self) {
        if matches!(self.state, State::Threads(_)) {
            return;
        }
        // Threads come first, and wait for what they are to do: their number says how much may be
        // under way.
        let (first_worker, worker) = bounded::<Worker<'env>>(0);
        let workers = (0..self.threads).map_while(|_| {
            let worker = worker.clone();
            Builder::new().spawn_scoped(self.scope, move || worker.recv().map(Worker::run)).ok()
        });
        let workers = workers.count();
        let (events, told) = bounded::<Event>(QUEUE * workers);
        let (results, used_results) = bounded::<Outcome>(QUEUE * workers);
        let (hand_over, output) = bounded::<Box<Output>>(0);
        let writer = Builder::new().spawn_scoped(self.scope, move || {
            let mut output = output.recv().ok()?;
            for event in told {
                match output.handle(event) {
                    Ok(Some(outcome)) => drop(results.try_send(outcome)),
                    Ok(None) => {}
                    // What is under way is not waited for: its senders and receivers are dropped.
                    Err(Over) => break,
                }
            }
            Some(output)
        });
        let Some(writer) = writer.ok().filter(|_| workers > 0) else {
            self.threads = 1;
            return;
        };
        let State::Alone(output) = std::mem::replace(&mut self.state, State::Moving) else {
            return;
        };
        let (jobs, waiting) = bounded::<(Job, Sender<Outcome>)>(QUEUE * workers);
        let (buffers, used_buffers) = bounded(QUEUE * workers);
        let worker = Worker { task: self.task, waiting, buffers, used_results };
        // They wait, so nothing comes back.
        let _ = hand_over.send(output);
        (0..workers).for_each(|_| drop(first_worker.send(worker.clone())));
        self.state = State::Threads(Threads { jobs, events, used_buffers, output: writer });
    }

    /// Waits for what is under way. The exit status of the run.
    pub(crate) fn finish(self) -> ExitCode {
        let output = match self.state {
            State::Alone(output) => Some(output),
            State::Threads(Threads { jobs, events, output, .. }) => {
                drop((jobs, events));
                output.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            }
            State::Moving => None,
        };
        // It is there unless its thread could not go on, which it can.
        let Some(mut output) = output else { return ExitCode::from(2) };
        let mut outcome = self.outcome;
        outcome.clear();
        if let Some(reading) = self.task.work.reading() {
            reading.end(&mut outcome);
        }
        self.task.work.end(&mut outcome);
        if !output.is_over() {
            let _ = output.handle(Event::Block(Pending::Now(outcome)));
        }
        output.finish()
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;
    use crate::input::{Cut, Inputs, Records};
    use crate::output::{Destination, Settings};
    use crate::run;
    use crate::work::{Block, OnError, Rules, Work};

    /// Panics at one block.
    struct Faulty(u64);

    impl Work for Faulty {
        fn cut(&self) -> Cut {
            Cut::After(b'\n')
        }

        fn block(&self, block: &Block<'_>, _: &mut Outcome) {
            assert_ne!(block.index, self.0, "this panic belongs to the test");
        }
    }

    #[test]
    fn a_panic_ends_the_run_and_nothing_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let (file, out) = (folder.path().join("in"), folder.path().join("out"));
        std::fs::write(&file, b"a line\n".repeat(50 * CHUNK / 7)).unwrap();
        for at in [0, 1, 20, u64::MAX] {
            for threads in [1, 2, 8] {
                let work = Faulty(at);
                let rules = Rules { records: Records::Lines, on_error: OnError::Keep, printed: 0 };
                let task = Task { work: &work, rules, in_place: false };
                let destination = Destination::File(out.clone());
                let files = [file.clone()];
                let inputs = Inputs::new(&files, false).without(&out);
                let output = Output::new(destination, Settings::default()).unwrap();
                let result =
                    catch_unwind(AssertUnwindSafe(|| run::run(inputs, task, threads, output)));
                let ends = at == u64::MAX;
                assert_eq!(
                    (result.is_ok(), out.exists()),
                    (ends, ends),
                    "block {at}, {threads} threads"
                );
                assert_eq!(
                    std::fs::read_dir(folder.path()).unwrap().count(),
                    1 + usize::from(ends)
                );
            }
        }
    }
}
