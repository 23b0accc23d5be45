//! The examples in the help pages produce the described results.

use crate::compressed::gzip;
use crate::support::{Folder, VERBS, feed, run, shell, skipped};

/// Examples that cannot run here: each waits for ever, is not one command, or needs a manual reader
/// or a home.
const ELSEWHERE: [&str; 5] = ["tail -f", "...", "man -l", "~/", "less"];

/// The examples of a help page: the command, and its description.
fn examples(help: &str) -> Vec<(&str, &str)> {
    let lines = help
        .split("\nExamples:\n")
        .nth(1)
        .expect("there are examples")
        .lines()
        .take_while(|line| line.starts_with("  "));
    lines
        .map(|line| line.trim().split_once("  ").unwrap_or((line.trim(), "")))
        .map(|(command, note)| (command, note.trim()))
        .collect()
}

#[test]
fn every_example_runs() {
    if std::env::var_os("PCT_TEST_RUNNER").is_some() {
        return skipped("a shell cannot run pct here");
    }
    let (mut ran, mut shown) = (0, 0);
    for verb in [""].into_iter().chain(VERBS) {
        let args: Vec<&str> = [verb, "--help"].into_iter().filter(|arg| !arg.is_empty()).collect();
        let help = String::from_utf8(run(&args, "").stdout).expect("help is text");
        for (command, note) in examples(&help)
            .into_iter()
            .filter(|(command, _)| !ELSEWHERE.iter().any(|other| command.contains(other)))
        {
            let folder = Folder::new();
            let line = "192.0.2.7 - - [12/Nov/2026:06:00:07 +0000] \"GET /%00%41?q=1&utm_source=x HTTP/1.1\" 200 5 \"-\" \"x\"\n";
            for name in [
                "access.log",
                "form.txt",
                "paths.txt",
                "links.txt",
                "names.txt",
                "truncated.txt",
                "body",
            ] {
                folder.file(name, line);
            }
            folder.file("u_ex261112.log", "#Fields: cs-uri-stem\n/%41\n");
            folder.file("queries.txt", "q=%41\n");
            folder.file("urls.txt", "https://example.org/?q=%41&lang=x\n");
            folder.file("access.log.1.gz", gzip(line));
            folder.file("E2EXAMPLE.gz", gzip("#Fields: cs-uri-stem\n/%2541\n"));
            folder.file("visits.csv", "id,url,referer\n1,/%41?q=1,-\n");
            folder.file("events.jsonl", "{\"request\":{\"url\":\"/%41\"}}\n");
            folder.file("pages.tsv", "a b\tc d\n");
            folder.file("nginx.conf", "log_format main '$remote_addr \"$request\"';\n");
            folder.file("x.log", "192.0.2.7 \"GET /%41 HTTP/1.1\"\n");
            folder.file("custom.log", "192.0.2.7 \"GET /%41 HTTP/1.1\" 200\n");
            let result = feed(&mut shell(command, &folder), "");
            assert!(
                matches!(result.status, Some(0 | 1)) && !result.stderr.contains("pct: "),
                "{command}\n{result:?}"
            );
            ran += 1;
            if command.starts_with("echo") && !note.is_empty() {
                result.gave(0, format!("{note}\n"));
                shown += 1;
            }
        }
    }
    assert!(ran > 30 && shown >= 5, "{ran} {shown}");
}
