//! The commands of the README's section about clusters, on this machine.

use std::fs;

use crate::processes::Process;
use crate::{Cluster, SAMPLE, folder};

const README: &str = include_str!("../../../README.md");

/// What the README runs as `program`, without the program and the comment.
fn arguments(program: &str) -> Vec<String> {
    let section =
        README.split("\n## ").find(|section| section.starts_with("From one machine to a"));
    let mut lines = section.unwrap().lines();
    let command = lines.find_map(|line| line.strip_prefix(program)?.strip_prefix(' '));
    let command = command.unwrap_or_else(|| panic!("the README no longer runs {program}"));
    let command = command.split_once(" #").map_or(command, |(command, _)| command);
    command.split_whitespace().map(str::to_owned).collect()
}

/// Those arguments, on this machine.
fn here(program: &str, replaced: &[(&str, &str)]) -> Vec<String> {
    let here = |argument: String| {
        replaced.iter().fold(argument, |argument, (from, to)| argument.replace(from, to))
    };
    arguments(program).into_iter().map(here).collect()
}

#[test]
fn the_readme_is_right() {
    let folder = folder("readme");
    let [shared, work] = ["shared", "work"].map(|name| folder.join(name).display().to_string());
    let replaced = [
        ("10.0.0.1", "127.0.0.1"),
        ("10.0.0.2", "127.0.0.1"),
        ("/shared/log", &*shared),
        ("/var/tmp/ballista", &*work),
        ("access.log.*", SAMPLE),
    ];
    let made = Process::start(&folder, "to_parquet", "to_parquet", here("to_parquet", &replaced));
    assert!(made.answer().contains(": 1500 rows of "));

    let scheduler = here("percent-simd-scheduler", &replaced);
    let executor = here("percent-simd-executor", &replaced);
    let [scheduler, executor] =
        [&scheduler, &executor].map(|all| all.iter().map(String::as_str).collect::<Vec<_>>());
    let cluster = Cluster::start("readme-cluster", &scheduler, &[&executor]);

    let mut client = here("access_log", &replaced);
    for argument in &mut client {
        *argument = argument.replace(":50050", &format!(":{}", cluster.port));
    }
    let answer = Process::start(&folder, "access_log", "access_log", client).answer();
    let alone = Process::start(&folder, "alone", "access_log", [&shared]).answer();
    assert_eq!(answer, alone);
}

/// The query in the help of `access_log` counts the paths that nginx refuses; a target has a query,
/// too.
#[test]
fn the_help_is_right() {
    let folder = folder("help");
    let help = Process::start(&folder, "help", "access_log", ["--help"]).answer();
    let sql = help.split_once("--sql \"").unwrap().1.split_once('"').unwrap().0;
    let line = |target: &str| {
        format!("192.0.2.1 - - [12/Nov/2026:06:00:07 +0000] \"GET {target} HTTP/1.1\" 200 5\n")
    };
    let targets = ["/", "/a?b=/../..", "/a/%2e%2e/../b?c", "/%zz"];
    let (log, table) = (folder.join("access.log"), folder.join("table"));
    fs::write(&log, targets.map(line).concat()).unwrap();
    Process::start(&folder, "to_parquet", "to_parquet", [&table, &log]).answer();
    let arguments = [table.to_str().unwrap(), "--sql", sql];
    let answer = Process::start(&folder, "sql", "access_log", arguments).answer();
    assert!(answer.contains("\n| 2        |\n"), "{answer}");
}

/// The README's query over a file.
#[test]
fn sql_over_a_file() {
    let folder = folder("sql");
    let file = folder.join("access.csv");
    fs::write(&file, "status,target\n200,/s?q=caf%C3%A9\n200,/s?q=caf%c3%a9&p=2\n").unwrap();
    let sql = README.split_once("\nsql \"").unwrap().1.split_once('"').unwrap().0;
    let sql = sql.replace("access.csv", file.to_str().unwrap());
    let answer = Process::start(&folder, "sql", "sql", [&*sql]).answer();
    assert!(answer.contains("\n| café | 2        |\n"), "{answer}");

    // Several statements, a pattern of files, and an error.
    let pattern = file.with_file_name("*.csv");
    let sql = format!(
        "CREATE VIEW log AS SELECT * FROM '{}'; SELECT sum(status) FROM log; SELECT url_decode('%zz')",
        pattern.display()
    );
    let (status, answer, log) = Process::start(&folder, "statements", "sql", [sql]).result();
    assert_eq!(status.code(), Some(2));
    assert!(answer.contains("\n| 400             |\n"), "{answer}");
    assert!(log.starts_with("sql: ") && log.contains("cannot decode '%zz'"), "{log}");
}
