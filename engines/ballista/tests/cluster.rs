//! A scheduler and two executors on this machine give the results of one process, also if one executor
//! is killed during a query. The statements are those of the README.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus};
use std::thread::sleep;
use std::time::{Duration, Instant};

const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/access.log");
const README: &str = include_str!("../../README.md");

/// For a process to run. The slowest takes seconds.
const LIMIT: Duration = Duration::from_secs(300);

/// A running process of the example; its output and its log are files.
struct Process {
    child: Child,
    begin: Instant,
    output: PathBuf,
    log: PathBuf,
}

impl Process {
    fn start<A: AsRef<OsStr>>(
        folder: &Path,
        name: &str,
        arguments: impl IntoIterator<Item = A>,
    ) -> Self {
        let [output, log] =
            ["out", "log"].map(|extension| folder.join(format!("{name}.{extension}")));
        let child = Command::new(env!("CARGO_BIN_EXE_percent-simd-ballista"))
            .args(arguments)
            .env("RUST_LOG", "info")
            .stdout(File::create(&output).unwrap())
            .stderr(File::create(&log).unwrap())
            .spawn()
            .unwrap();
        Self { child, begin: Instant::now(), output, log }
    }

    fn log(&self) -> String {
        String::from_utf8_lossy(&fs::read(&self.log).unwrap()).into_owned()
    }

    /// Panics if it runs for too long.
    fn has_ended(&mut self) -> bool {
        let has_ended = self.child.try_wait().unwrap().is_some();
        assert!(has_ended || self.begin.elapsed() < LIMIT, "a process hangs:\n{}", self.log());
        has_ended
    }

    fn wait_for(&mut self, text: &str) {
        while !self.log().contains(text) {
            assert!(!self.has_ended(), "a process has ended without {text:?}:\n{}", self.log());
            sleep(Duration::from_millis(10));
        }
    }

    fn result(mut self) -> (ExitStatus, String, String) {
        while !self.has_ended() {
            sleep(Duration::from_millis(10));
        }
        let status = self.child.wait().unwrap();
        (status, fs::read_to_string(&self.output).unwrap(), self.log())
    }

    /// The output of a process that succeeds.
    fn answer(self) -> String {
        let (status, output, log) = self.result();
        assert!(status.success(), "{status}:\n{log}");
        output
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill(); // fails if it has ended
        let _ = self.child.wait();
    }
}

/// Different ports that are free now.
fn ports<const N: usize>() -> [String; N] {
    let listeners = [(); N].map(|()| TcpListener::bind("127.0.0.1:0").unwrap());
    listeners.map(|listener| listener.local_addr().unwrap().port().to_string())
}

/// The README's block of SQL that contains `text`, on the files of a folder.
fn sql_of_readme(text: &str, folder: &Path) -> String {
    let mut blocks = README.split("\n```sql\n").skip(1).filter_map(|rest| rest.split("```").next());
    let block = blocks.find(|block| block.contains(text));
    let block = block.unwrap_or_else(|| panic!("the README no longer has {text}"));
    block.replace("/shared", folder.to_str().unwrap())
}

#[test]
fn results_are_those_of_one_process() {
    let folder = &Path::new(env!("CARGO_TARGET_TMPDIR")).join("cluster");
    let _ = fs::remove_dir_all(folder); // there is one if this test has run before
    fs::create_dir_all(folder.join("log")).unwrap();
    fs::copy(SAMPLE, folder.join("access.log")).unwrap();
    let alone = |name: &str, sql: &str| Process::start(folder, name, ["sql", sql]).answer();
    let made = alone("to-parquet", &sql_of_readme("COPY", folder));
    assert!(made.contains("| 1500  |"), "{made}");
    for file in 1..8 {
        fs::copy(folder.join("log/0.parquet"), folder.join(format!("log/{file}.parquet"))).unwrap();
    }

    let [port, ports @ ..] = ports::<5>();
    let mut scheduler =
        Process::start(folder, "scheduler", ["scheduler", "--bind-port", port.as_str()]);
    scheduler.wait_for("listening on");
    let at_scheduler = ["--scheduler-host", "127.0.0.1", "--scheduler-port", &port];
    let mut executors = [&ports[..2], &ports[2..]].map(|ports| {
        let own = ["executor", "--bind-port", &ports[0], "--bind-grpc-port", &ports[1]];
        let arguments = own.iter().chain(&at_scheduler);
        let mut executor = Process::start(folder, &format!("executor-{}", ports[0]), arguments);
        executor.wait_for("Executor registration succeed");
        executor
    });
    let url = format!("df://127.0.0.1:{port}");
    let on_cluster = |name: &str, sql: &str| {
        Process::start(folder, name, ["sql", "--scheduler", url.as_str(), sql])
    };

    let queries = sql_of_readme("encoding_flag_names", folder);
    let output = on_cluster("queries", &queries).answer();
    assert_eq!(output, alone("alone", &queries));
    assert!(output.contains("| dot-segment"), "{output}");
    for executor in &executors {
        assert!(executor.log().contains("Finished task : ["), "an executor had nothing to do");
    }

    // An error is that of the function, wherever it comes from.
    let table = folder.join("log/*.parquet").display().to_string();
    let refused = format!("SELECT percent_decode(target || '%zz', 'strict') FROM '{table}'");
    let (status, _, log) = on_cluster("refused", &refused).result();
    assert_eq!(status.code(), Some(2));
    assert!(log.contains("percent_decode refuses '"), "{log}");
    assert!(log.contains("try_percent_decode gives NULL for it"), "{log}");

    // The last executor is killed while it runs a task.
    let product = format!(
        "SELECT count(*), sum(octet_length(url_decode(url_encode(a.target || b.target))))
        FROM '{table}' AS a CROSS JOIN (SELECT target FROM '{table}' LIMIT 200) AS b"
    );
    let tasks = |executor: &Process| executor.log().matches("Execute task").count();
    let expected = alone("product", &product);
    let before = executors.each_ref().map(tasks);
    let mut query = on_cluster("killed", &product);
    let [first, last] = &mut executors;
    while tasks(last) == before[1] {
        assert!(!query.has_ended(), "the last executor had nothing to do");
        sleep(Duration::from_millis(1));
    }
    last.child.kill().unwrap();
    assert!(!query.has_ended(), "the query ended before the executor");
    assert_eq!(query.answer(), expected);
    assert!(tasks(first) > before[0]);
    assert!(scheduler.log().contains("lost"), "{}", scheduler.log());
}

#[test]
fn an_error_names_the_scheduler() {
    let [closed, port, grpc_port] = &ports();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let arguments = ["executor", "--scheduler-port", closed, "--bind-port", port];
    let arguments = arguments.iter().copied().chain(["--bind-grpc-port", grpc_port]);
    let (status, _, log) = Process::start(folder, "lonely", arguments).result();
    assert_eq!(status.code(), Some(2), "{log}");
    assert!(log.contains(&format!("(scheduler: localhost:{closed})")), "{log}");
}
