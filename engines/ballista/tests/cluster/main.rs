//! A scheduler and two executors on this machine answer as one process does, also when one of them
//! dies at work. What happened is printed.

mod documented;
mod errors;
mod failures;
mod processes;

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::thread::sleep;
use std::time::Duration;

use processes::Process;

const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/access.log");

/// A new folder for a test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder); // there is one if this test has run before
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// A table of 16 files, each the sample twenty times, so that a task takes a while.
fn table() -> &'static str {
    static TABLE: OnceLock<String> = OnceLock::new();
    TABLE.get_or_init(|| {
        let folder = folder("table");
        let (log, table) = (folder.join("access.log"), folder.join("log"));
        fs::write(&log, fs::read_to_string(SAMPLE).unwrap().repeat(20)).unwrap();
        let made = Process::start(&folder, "to_parquet", "to_parquet", [&table, &log]).answer();
        assert!(made.contains(": 30000 rows of "), "{made}");
        for file in 1..16 {
            let copy = table.join(format!("{file:05}.parquet"));
            fs::copy(table.join("00000.parquet"), copy).unwrap();
        }
        table.into_os_string().into_string().unwrap()
    })
}

/// The answers of one process, which is DataFusion without Ballista.
fn expected() -> &'static str {
    static EXPECTED: OnceLock<String> = OnceLock::new();
    EXPECTED.get_or_init(|| {
        Process::start(&folder("one-process"), "access_log", "access_log", [table()]).answer()
    })
}

/// Prints a line, also of a test that passes.
fn say(line: &str) {
    io::stderr().write_all(format!("{line}\n").as_bytes()).expect("standard error is there");
}

/// A scheduler and executors, on free ports of 127.0.0.1.
struct Cluster {
    folder: PathBuf,
    port: String,
    scheduler: Process,
    executors: Vec<Process>,
}

impl Cluster {
    /// Starts both with further arguments, and returns when the scheduler knows the executors.
    fn start(name: &str, scheduler: &[&str], executors: &[&[&str]]) -> Self {
        let folder = folder(name);
        let free = ["--end-with-stdin", "--bind-port", "0"];
        let arguments = free.iter().chain(scheduler);
        let mut scheduler =
            Process::start(&folder, "scheduler", "percent-simd-scheduler", arguments);
        let port = scheduler.logged("listening on 127.0.0.1:");
        let executors = executors.iter().enumerate().map(|(number, more)| {
            let (id, work) = (format!("executor-{number}"), folder.join(format!("work-{number}")));
            let mut arguments = free.to_vec();
            arguments.extend(["--bind-grpc-port", "0", "--scheduler-port", &port, "--id", &id]);
            if !more.contains(&"--work-dir") {
                arguments.extend(["--work-dir", work.to_str().unwrap()]);
            }
            arguments.extend(*more);
            Process::start(&folder, &id, "percent-simd-executor", arguments)
        });
        let mut executors: Vec<_> = executors.collect();
        for executor in &mut executors {
            executor.logged("Executor registration succeed");
        }
        Self { folder, port, scheduler, executors }
    }

    /// Two executors of one slot each, which are missed after seconds.
    fn of_two(name: &str) -> Self {
        let executor: &[&str] = &["--vcores", "1", "--executor-heartbeat-interval-seconds", "1"];
        Self::start(name, &["--executor-timeout-seconds", "8"], &[executor, executor])
    }

    /// A client that queries the table.
    fn client(&self) -> Process {
        let scheduler = format!("df://127.0.0.1:{}", self.port);
        let arguments = [table(), "--scheduler", &scheduler];
        Process::start(&self.folder, "access_log", "access_log", arguments)
    }

    /// Kills the first executor that is seen at work. Returns it and the tasks that died with it:
    /// none if it had just finished them.
    fn kill_at_work(&mut self, client: &mut Process) -> (usize, BTreeSet<String>) {
        while !client.has_ended() {
            sleep(Duration::from_millis(1));
            for (number, executor) in self.executors.iter_mut().enumerate() {
                if !unfinished(&executor.log()).is_empty() {
                    executor.kill();
                    return (number, unfinished(&executor.log()));
                }
            }
        }
        (0, BTreeSet::new())
    }
}

/// The tasks that an executor has begun and not finished, by its log. It logs the end of a task
/// before it reports that to the scheduler.
fn unfinished(log: &str) -> BTreeSet<String> {
    let complete = log.rsplit_once('\n').map_or("", |(lines, _)| lines);
    let tasks = |text: &'static str| {
        complete.lines().filter_map(move |line| {
            let task = line.split_once(text)?.1.split_once(']')?.0;
            Some(task.to_owned())
        })
    };
    let finished: BTreeSet<_> = tasks("Finished task : [").collect();
    tasks("Execute task  : [").filter(|task| !finished.contains(task)).collect()
}

#[test]
fn answers_are_those_of_one_process() {
    let cluster = Cluster::of_two("two-executors");
    assert_eq!(cluster.client().answer(), expected());
    for (number, executor) in cluster.executors.iter().enumerate() {
        let tasks = executor.log().matches("Finished task : [").count();
        say(&format!("executor-{number} has run {tasks} tasks"));
        assert!(tasks > 0, "executor-{number} had nothing to do:\n{}", executor.log());
    }
}

#[test]
fn an_executor_dies_at_work_and_the_answers_stay() {
    // An executor can finish its task between the look at its log and its death.
    for attempt in 0..10 {
        let mut cluster = Cluster::of_two(&format!("death-{attempt}"));
        let mut client = cluster.client();
        let (number, lost) = cluster.kill_at_work(&mut client);
        if lost.is_empty() {
            if client.has_ended() {
                assert_eq!(client.answer(), expected());
            }
            say(&format!("attempt {attempt}: the tasks were done already, once more"));
            continue;
        }
        assert!(!client.has_ended());
        say(&format!("executor-{number} was killed while it ran {lost:?}"));

        assert_eq!(client.answer(), expected());

        let log = cluster.scheduler.log();
        let lost_on = format!("on lost Executor executor-{number}");
        let reset: Vec<_> = log.lines().filter(|line| line.contains(&lost_on)).collect();
        reset.iter().for_each(|line| say(line));
        assert!(
            reset.iter().any(|line| line.contains("Reset ")),
            "no task was scheduled again:\n{log}"
        );
        let survivor = cluster.executors.remove(1 - number).log();
        for task in lost {
            // TID job/stage.attempt/task.attempt
            let stage = task.rsplit_once('/').unwrap().0.rsplit_once('.').unwrap().0;
            assert!(
                survivor.contains(&format!("Finished task : [{stage}.")),
                "{stage}:\n{survivor}"
            );
        }
        return;
    }
    panic!("no executor died at work in ten attempts");
}
