//! `-q`, `-v`: the number of messages.

use crate::support::{Folder, run};

/// This many lines with a malformed triplet, and some with another fault.
fn faulty(lines: usize) -> String {
    let plain = "x".repeat(40);
    let fault = |at| if at % 100 == 7 { "%2F" } else { "%zz" };
    (0..lines).map(|at| format!("{}{plain}\n", fault(at))).collect()
}

#[test]
fn some_of_a_kind_and_then_a_count() {
    let input = faulty(20_000);
    for jobs in ["1", "4"] {
        let ran = run(&["decode", "--strict", "--reject", "/", "-j", jobs], &input);
        assert!(ran.status == Some(1) && ran.stdout == input.as_bytes());
        let lines: Vec<&str> = ran.stderr.lines().collect();
        assert_eq!(lines.len(), 42, "{}", ran.stderr);
        for (kind, count) in [("malformed triplet", 19_800), ("rejected triplet", 200)] {
            assert_eq!(
                lines.iter().filter(|line| line.contains(&format!(": {kind} `"))).count(),
                20
            );
            let rest =
                format!("pct: {} more like this: {kind} (-v reports each of them)", count - 20);
            assert!(lines[40..].contains(&&*rest), "{}", ran.stderr);
        }
        let ran = run(&["decode", "--strict", "--reject", "/", "-v", "-j", jobs], &input);
        assert_eq!(ran.stderr.lines().count(), 20_000);
        for (at, line) in ran.stderr.lines().enumerate() {
            assert!(line.starts_with(&format!("(standard input):{}:1: ", at + 1)), "{line}");
        }
    }
    // Twenty messages are below the limit.
    let ran = run(&["decode", "--strict"], "%\n".repeat(20));
    assert!(ran.stderr.lines().count() == 20 && !ran.stderr.contains("more like this"));
    let ran = run(&["normalize", "--strict=drop"], "%\n".repeat(21));
    assert!(
        ran.stderr
            .ends_with("pct: 1 more like this: malformed triplet (-v reports each of them)\n")
    );
}

#[test]
fn inputs_are_counted_too() {
    let folder = Folder::new();
    let files: Vec<String> = (0..50)
        .map(|at| {
            folder.file(&at.to_string(), if at % 2 == 0 { &b"PK\x03\x04\n"[..] } else { b"a\n" })
        })
        .collect();
    let files: Vec<&str> = files.iter().map(|file| &**file).collect();
    let ran = run(&[&["decode", "--format=tsv", "-f", "2"], &*files].concat(), "");
    assert_eq!((ran.status, ran.stderr.lines().count()), (Some(1), 42), "{}", ran.stderr);
    assert!(
        ran.stderr.contains("pct: 5 more like this: inputs that are not text"),
        "{}",
        ran.stderr
    );
    assert!(ran.stderr.contains("pct: 30 more like this: no record has field 2"), "{}", ran.stderr);
    run(&[&["decode", "--format=tsv", "-f", "2", "-q"], &*files].concat(), "")
        .gave(1, b"PK\x03\x04\na\n".repeat(25));
}

#[test]
fn quiet_reports_failures_only() {
    run(&["decode", "-q", "--strict"], "%zz\n%41\n").gave(1, "%zz\nA\n");
    run(&["decode", "--quiet", "--strict=drop"], "%zz\n%41\n").gave(1, "A\n");
    run(&["decode", "-q", "--format=csv", "-f", "x"], "a\n%41\n").failed(&["no field is named"]);
    run(&["decode", "-q", "--format", "common", "-f", "request"], "h - - [t] \"%20\" 200 1\n")
        .gave(0, "h - - [t] \" \" 200 1\n");
    run(&["check", "-q"], "%zz\n").gave(
        1,
        "(standard input):1:1: malformed triplet `%z`: two hex digits must follow the `%`\n",
    );
    run(&["decode", "-q", "no-such-file"], "").failed(&["no-such-file"]);
    run(&["decode", "-q", "-v"], "").failed(&["cannot be used with"]);
}

#[test]
fn an_unwritten_output_is_a_failure() {
    let folder = Folder::new();
    let (file, out) = (folder.file("file", "%41\n%zz\n"), folder.path("out"));
    for to in [&["-o", &out][..], &["-i"]] {
        for jobs in ["1", "4"] {
            let args = ["decode", "-j", jobs, &file, "--strict=fail"];
            let ran = run(&[&args[..], to].concat(), "");
            assert_eq!(ran.status, Some(1), "{ran:?}");
            assert!(ran.stderr.ends_with(": not written, because the result is incomplete\n"));
        }
    }
    assert_eq!(
        (folder.names(), folder.read("file")),
        (vec!["file".into()], b"%41\n%zz\n".to_vec())
    );
    run(&["decode", "-q", "--strict", "-o", &out, &file], "").gave(1, "");
    run(&["decode", "-q", "--strict=drop", "-i", &file], "").gave(1, "");
    assert_eq!((folder.read("out"), folder.read("file")), (b"A\n%zz\n".to_vec(), b"A\n".to_vec()));
}
