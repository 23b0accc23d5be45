//! `-q`, `-v`, `--max-errors`: how much is said, and when it is enough.

use crate::support::{Folder, run};

/// So many lines with a malformed triplet, and some with another fault.
fn faulty(lines: usize) -> String {
    (0..lines).map(|at| if at % 100 == 7 { "%2F\n" } else { "%zz\n" }).collect()
}

#[test]
fn some_of_a_kind_and_then_a_count() {
    let input = faulty(200_000);
    for jobs in ["1", "4"] {
        let ran = run(&["decode", "--strict", "--reject", "/", "-j", jobs], &input);
        assert!(ran.status == Some(1) && ran.stdout == input.as_bytes());
        let lines: Vec<&str> = ran.stderr.lines().collect();
        assert_eq!(lines.len(), 42, "{}", ran.stderr);
        for (kind, count) in [("malformed triplet", 198_000), ("rejected triplet", 2_000)] {
            assert_eq!(
                lines.iter().filter(|line| line.contains(&format!(": {kind} `"))).count(),
                20
            );
            let rest =
                format!("pct: {} more like this: {kind} (-v reports each of them)", count - 20);
            assert!(lines[40..].contains(&&*rest), "{}", ran.stderr);
        }
        let ran = run(&["decode", "--strict", "--reject", "/", "-v", "-j", jobs], &input);
        assert_eq!(ran.stderr.lines().count(), 200_000);
        for (at, line) in ran.stderr.lines().enumerate() {
            assert!(line.starts_with(&format!("(standard input):{}:1: ", at + 1)), "{line}");
        }
    }
    // Twenty are not too many.
    let ran = run(&["decode", "--strict"], "%\n".repeat(20));
    assert!(ran.stderr.lines().count() == 20 && !ran.stderr.contains("more like this"));
    let ran = run(&["normalize", "--on-error", "drop"], "%\n".repeat(21));
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
    let ran = run(&[&["decode", "--tsv", "-f", "2"], &*files].concat(), "");
    assert_eq!((ran.status, ran.stderr.lines().count()), (Some(1), 42), "{}", ran.stderr);
    assert!(
        ran.stderr.contains("pct: 5 more like this: inputs that are no text"),
        "{}",
        ran.stderr
    );
    assert!(ran.stderr.contains("pct: 30 more like this: no record has field 2"), "{}", ran.stderr);
    run(&[&["decode", "--tsv", "-f", "2", "-q"], &*files].concat(), "")
        .gave(1, b"PK\x03\x04\na\n".repeat(25));
}

#[test]
fn quiet_says_what_fails_only() {
    run(&["decode", "-q", "--strict"], "%zz\n%41\n").gave(1, "%zz\nA\n");
    run(&["decode", "--quiet", "--strict", "--on-error", "drop"], "%zz\n%41\n").gave(1, "A\n");
    run(&["decode", "-q", "--csv", "-f", "x"], "a\n%41\n").gave(1, "a\n%41\n");
    run(&["decode", "-q", "--format", "common", "-f", "request"], "h - - [t] \"%20\" 1 1\n")
        .gave(0, "h - - [t] \" \" 1 1\n");
    run(&["check", "-q"], "%zz\n").gave(
        1,
        "(standard input):1:1: malformed triplet `%z`: two hex digits must follow the `%`\n",
    );
    run(&["decode", "-q", "no such file"], "").failed(&["no such file"]);
    run(&["decode", "-q", "-v"], "").failed(&["cannot be used with"]);
    // What is asked for is not said: it is printed.
    let ran = run(&["decode", "-q", "--stats"], "%41\n");
    assert!(ran.stderr.starts_with("{\"inputs\":1"), "{ran:?}");
}

#[test]
fn what_is_not_written_is_no_success() {
    let folder = Folder::new();
    let (file, out) = (folder.file("file", "%41\n%zz\n"), folder.path("out"));
    for stops in [&["--on-error", "fail", "--strict"][..], &["--max-errors", "1", "--strict"]] {
        for to in [&["-o", &out][..], &["-i"]] {
            for jobs in ["1", "4"] {
                let args = [&["decode", "-j", jobs, &file][..], stops, to].concat();
                let ran = run(&args, "");
                assert_eq!(ran.status, Some(1), "{ran:?}");
                assert!(ran.stderr.ends_with(": not written, as the result is not complete\n"));
            }
        }
    }
    assert_eq!(
        (folder.names(), folder.read("file")),
        (vec!["file".into()], b"%41\n%zz\n".to_vec())
    );
    run(&["decode", "-q", "--strict", "-o", &out, &file], "").gave(1, "");
    run(&["decode", "-q", "--strict", "--on-error", "drop", "-i", &file], "").gave(1, "");
    assert_eq!((folder.read("out"), folder.read("file")), (b"A\n%zz\n".to_vec(), b"A\n".to_vec()));
}

#[test]
fn enough_is_enough() {
    let told = "pct: stopped here, as --max-errors says; there may be more\n";
    let told_of = |line: usize, fate: &str| {
        format!("(standard input):{line}:1: malformed triplet `%`: cut short; {fate}\n")
    };
    let report = |line: usize| told_of(line, "passed on as it stands");
    // It is not printed, whatever becomes of the others.
    let stopped = |line: usize| told_of(line, "stopped before it");
    run(&["decode", "--strict", "--max-errors", "2"], "%41\n%\n%42\n%\n%43\n").said(
        1,
        "A\n%\nB\n",
        &(report(2) + &stopped(4) + told),
    );
    run(&["decode", "--strict", "--max-errors", "3"], "%41\n%\n%\n").said(
        1,
        "A\n%\n%\n",
        &(report(2) + &report(3)),
    );
    run(&["normalize", "--on-error", "drop", "--max-errors", "2"], "%41\n%\n%42\n%\n").said(
        1,
        "A\nB\n",
        &(told_of(2, "left out") + &stopped(4) + told),
    );
    run(&["normalize", "--on-error", "drop", "-q", "--max-errors", "1"], "%41\n%\n%42\n")
        .gave(1, "A\n");
    run(
        &["decode", "--tsv", "-f", "1", "--strict", "-q", "--max-errors", "2"],
        "%\t1\n%41\t2\n%\t3\n",
    )
    .gave(1, "%\t1\nA\t2\n");
    run(&["inspect", "--max-errors", "2"], "%00\n\n%0A\n%0D\n").said(
        0,
        "(standard input):1: nul,control\n(standard input):3: lf,control\n",
        told,
    );
    run(&["inspect", "--summary", "--max-errors", "2"], "").failed(&["cannot be used with"]);
    // More than are printed: it is the last one whose record is missing.
    let ran = run(&["decode", "--strict", "--max-errors", "30"], "%\n".repeat(40));
    assert!(ran.stdout == b"%\n".repeat(29) && !ran.stderr.contains("stopped before it"));
    assert!(ran.stderr.contains("pct: 10 more like this"), "{ran:?}");
    // Over blocks and threads, and what is not complete replaces nothing.
    let many = "%41\n".repeat(300_000) + &faulty(100_000);
    for jobs in ["1", "4"] {
        let ran = run(&["decode", "--strict", "--max-errors", "90000", "-j", jobs], &many);
        // The line before the 90,000th that is malformed: of each hundred one is not.
        let before = faulty(90_909).replace("%2F", "/");
        assert!(ran.stdout == ["A\n".repeat(300_000), before].concat().as_bytes(), "-j {jobs}");
        assert_eq!(ran.status, Some(1));
    }
    let folder = Folder::new();
    let (file, out) = (folder.file("file", "%41\n%\n"), folder.path("out"));
    let ran = run(&["decode", "--strict", "--max-errors", "1", "-o", &out, &file], "");
    assert!(ran.status == Some(1) && ran.stderr.contains("not written"), "{ran:?}");
    run(&["decode", "--strict", "-q", "--max-errors", "1", "-i", &file], "");
    assert_eq!((folder.names(), folder.read("file")), (vec!["file".into()], b"%41\n%\n".to_vec()));
    run(&["check", "-q", "--max-errors", "1", "-o", &out, &file], "").gave(1, "");
    assert!(folder.read("out").starts_with(file.as_bytes()));
}
