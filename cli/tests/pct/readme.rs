//! `cli/README.md`: each command prints the block after it.

use std::process::Stdio;

use crate::support::{Folder, run, shell, skipped};

const README: &str = include_str!("../../README.md");

#[test]
fn every_command_prints_its_output() {
    if std::env::var_os("PCT_TEST_RUNNER").is_some() {
        return skipped("a shell cannot run pct here");
    }
    let (folder, mut ran) = (Folder::new(), 0);
    let samples = concat!(env!("CARGO_MANIFEST_DIR"), "/../samples/small");
    for entry in std::fs::read_dir(samples).expect("it is in the repository") {
        let path = entry.expect("it can be read").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("the names are text");
        folder.file(name, std::fs::read(&path).expect("it can be read"));
    }
    for block in README.split("```console\n").skip(1) {
        let block = block.split("```").next().expect("a block ends");
        for part in block.strip_prefix("$ ").expect("a command comes first").split("\n$ ") {
            let (command, output) = part.split_once('\n').unwrap_or((part, ""));
            let output = if output.is_empty() || output.ends_with('\n') {
                output.into()
            } else {
                format!("{output}\n")
            };
            if let Some(name) = command.strip_prefix("cat ") {
                folder.file(name, output);
                continue;
            }
            // Standard error comes first, as on a terminal.
            let result =
                shell(command, &folder).stdin(Stdio::null()).output().expect("a shell runs");
            let text = |bytes| String::from_utf8(bytes).expect("text");
            let (stdout, stderr) = (text(result.stdout), text(result.stderr));
            let both = [stderr.clone() + &stdout, stdout + &stderr];
            assert!(both.contains(&output), "{command}\n{}\nexpected\n{output}", both[0]);
            ran += 1;
        }
    }
    assert!(ran > 35, "{ran}");
}

/// The page names each format of the program, and `ci/pct-formats.py` reads each back.
#[test]
fn every_format_is_on_the_page() {
    let script = include_str!("../../../ci/pct-formats.py");
    let told = run(&["decode", "--format", "nothing"], "").stderr;
    let list = told.split("there are: ").nth(1).and_then(|list| list.split(';').next());
    // `combined (nginx, apache, varnish), common (clf), …`
    let mut names = list.expect("the message lists them").to_owned();
    while let Some((start, end)) = names.find(" (").zip(names.find(')')) {
        names.replace_range(start..=end, "");
    }
    assert!(names.split(", ").count() > 15, "{names}");
    for name in names.split(", ") {
        assert!(README.contains(&format!("`{name}`")), "cli/README.md does not name `{name}`");
        let reads = script.contains(&format!("\"{name}\""));
        assert!(reads, "ci/pct-formats.py does not read `{name}` back");
    }
}
