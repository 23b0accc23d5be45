//! What the programs say when they cannot work.

use std::fs;
use std::net::TcpListener;

use crate::processes::Process;
use crate::{SAMPLE, folder};

/// The exit status and the messages of a program that fails.
fn failure(test: &str, program: &str, arguments: &[&str]) -> (Option<i32>, String) {
    let (status, _, log) = Process::start(&folder(test), program, program, arguments).result();
    (status.code(), log)
}

#[test]
fn a_port_in_use() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let (scheduler, executor) = ("percent-simd-scheduler", "percent-simd-executor");
    for (test, program, arguments) in [
        ("port-0", scheduler, &["--bind-port", &port][..]),
        ("port-1", executor, &["--bind-port", &port]),
        ("port-2", executor, &["--bind-port", "0", "--bind-grpc-port", &port]),
    ] {
        let (status, log) = failure(test, program, arguments);
        assert_eq!(status, Some(2), "{log}");
        assert!(log.contains(&format!("{program}: cannot listen on 127.0.0.1:{port}: ")), "{log}");
    }
}

#[test]
fn a_scheduler_that_nobody_could_reach() {
    let arguments = ["--bind-host", "0.0.0.0", "--bind-port", "0"];
    let (status, log) = failure("unspecified", "percent-simd-scheduler", &arguments);
    assert_eq!(status, Some(2), "{log}");
    assert!(log.contains("say by --external-host which of them executors reach"), "{log}");
}

#[test]
fn no_scheduler() {
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let arguments = [
        ["--bind-port", "0", "--bind-grpc-port", "0"],
        ["--scheduler-connect-timeout-seconds", "0", "--scheduler-port", &closed.to_string()],
    ];
    let (status, log) = failure("no-scheduler", "percent-simd-executor", &arguments.concat());
    assert_eq!(status, Some(2), "{log}");
    assert!(log.contains(&format!("(scheduler: localhost:{closed})")), "{log}");
}

#[test]
fn a_folder_that_is_not_empty() {
    let table = folder("not-empty");
    fs::write(table.join("00000.parquet"), "").unwrap();
    let table = table.to_str().unwrap();
    let (status, log) = failure("not-empty-run", "to_parquet", &[table, SAMPLE]);
    assert_eq!(status, Some(2), "{log}");
    assert!(log.contains(&format!("{table}: not empty; take a new folder")), "{log}");
}

#[test]
fn lines_of_another_format() {
    let folder = folder("lines");
    let log = folder.join("access.log");
    let table = folder.join("table").display().to_string();
    let lines = [
        r#"192.0.2.1 - - [12/Nov/2026:06:00:07 +0000] "GET /a%20b HTTP/1.1" 200 5 "-" "a \"b\"""#,
        r#"192.0.2.1 - - [12/Nov/2026:06:00:07 +0000] "\x16\x03" 400 -"#,
        "neither",
        r#"192.0.2.1 - - [99/Nov/2026:06:00:07 +0000] "GET / HTTP/1.1" 200 5"#,
    ];
    fs::write(&log, lines.join("\n")).unwrap();
    let log = log.to_str().unwrap();
    let (status, messages) = failure("lines-run", "to_parquet", &[&table, log]);
    assert_eq!(status, Some(1), "{messages}");
    assert!(messages.contains(&format!("{log}:3: no line of the combined format")), "{messages}");
    assert!(messages.contains(&format!("{log}: left out 2 lines")), "{messages}");

    let sql = "SELECT target, bytes, referer, agent FROM log";
    let answer = Process::start(&folder, "sql", "access_log", [&table, "--sql", sql]).answer();
    let rows: Vec<_> = answer.lines().filter(|line| line.starts_with("| ")).skip(1).collect();
    assert_eq!(
        rows,
        [r#"| /a%20b | 5     |         | a \"b\" |"#, "|        |       |         |         |"]
    );
}
