//! The commands of the README's section about clusters, on this machine.

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
