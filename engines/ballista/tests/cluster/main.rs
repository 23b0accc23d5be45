//! A scheduler and two executors on this machine give the results of one process. The commands are those
//! of the README.

mod processes;

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};

use processes::Process;

const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/access.log");
const README: &str = include_str!("../../../README.md");

/// A new folder for a test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder); // there is one if this test has run before
    fs::create_dir_all(&folder).unwrap();
    folder
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
    let folder = folder("cluster");
    fs::copy(SAMPLE, folder.join("access.log")).unwrap();
    fs::create_dir(folder.join("log")).unwrap();
    let to_parquet = sql_of_readme("COPY", &folder);
    let made = Process::start(&folder, "to-parquet", "sql", [&to_parquet]).answer();
    assert!(made.contains("| 1500  |"), "{made}");
    for file in 1..8 {
        fs::copy(folder.join("log/0.parquet"), folder.join(format!("log/{file}.parquet"))).unwrap();
    }

    let free = ["--end-with-stdin", "--bind-port", "0"];
    let mut scheduler = Process::start(&folder, "scheduler", "percent-simd-scheduler", free);
    let port = scheduler.logged("listening on 127.0.0.1:");
    let mut executors = [0, 1].map(|number| {
        let name = format!("executor-{number}");
        let work = folder.join(&name).display().to_string();
        let more = ["--bind-grpc-port", "0", "--scheduler-port", &port, "--vcores", "1"];
        let arguments = free.iter().chain(&more).copied().chain(["--work-dir", &work]);
        Process::start(&folder, &name, "percent-simd-executor", arguments)
    });
    for executor in &mut executors {
        executor.logged("Executor registration succeed");
    }
    let url = format!("df://127.0.0.1:{port}");
    let on_cluster = |name: &str, sql: &str| {
        Process::start(&folder, name, "sql", ["--scheduler", &url, sql]).result()
    };

    let queries = sql_of_readme("encoding_flag_names", &folder);
    let alone = Process::start(&folder, "alone", "sql", [&queries]).answer();
    let (status, output, log) = on_cluster("queries", &queries);
    assert!(status.success(), "{log}");
    assert_eq!(output, alone);
    assert!(output.contains("| dot-segment"), "{output}");
    for executor in &executors {
        assert!(executor.log().contains("Finished task : ["), "an executor had nothing to do");
    }

    // An error is that of the function, wherever it comes from.
    let table = folder.join("log/*.parquet").display().to_string();
    let refused = format!("SELECT percent_decode(target || '%zz', 'strict') FROM '{table}'");
    let (status, _, log) = on_cluster("refused", &refused);
    assert_eq!(status.code(), Some(2));
    assert!(log.contains("percent_decode refuses '"), "{log}");
    assert!(log.contains("try_percent_decode gives NULL for it"), "{log}");
}

#[test]
fn errors_name_the_option() {
    let folder = folder("options");
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port().to_string();
    let lonely = [
        ["--bind-port", "0", "--bind-grpc-port", "0"],
        ["--scheduler-connect-timeout-seconds", "0", "--scheduler-port", &closed],
    ];
    for (program, arguments, expected) in [
        (
            "percent-simd-scheduler",
            &["--bind-host", "0.0.0.0"][..],
            "--bind-host 0.0.0.0 is every address of this machine; say by --external-host",
        ),
        ("percent-simd-executor", &lonely.concat(), &format!("(scheduler: localhost:{closed})")),
    ] {
        let (status, _, log) = Process::start(&folder, program, program, arguments).result();
        assert_eq!(status.code(), Some(2), "{log}");
        assert!(log.contains(expected), "{log}");
    }
}
