//! Several threads give the output of one.

use std::process::Stdio;

use crate::support::{Folder, pct, run};
#[cfg(target_os = "linux")]
use crate::support::{feed, skipped};
use support::Random;

/// Blocks of very different content and length; some lines are longer than a block.
fn uneven(random: &mut Random) -> Vec<u8> {
    let mut input = Vec::new();
    while input.len() < 1 << 20 {
        match random.below(6) {
            // Quick.
            0 => input.extend_from_slice(
                &b"/plain/and/long/enough/to/be/fast\n".repeat(random.below(10_000)),
            ),
            1 => input.extend_from_slice(&vec![b'x'; random.below(700_000)]),
            // Slow.
            2 => input.extend_from_slice(&b"%25%32%35".repeat(random.below(10_000))),
            _ => {
                let count = random.below(5_000);
                input.extend_from_slice(&random.records(count, b'\n'));
            }
        }
    }
    input
}

#[test]
fn output_and_messages_keep_their_order() {
    let folder = Folder::new();
    let mut random = Random::new(31);
    let verbs: [&[&str]; 8] = [
        &["decode"],
        &["decode", "--strict"],
        &["decode", "--raw"],
        &["decode", "--utf8", "strict", "--strict=drop"],
        &["decode", "--times", "3", "--strict=fail", "--reject", "\\0"],
        &["encode", "--keep=%"],
        &["normalize"],
        &["check"],
    ];
    for verb in verbs {
        let (one, two) =
            (folder.file("one", uneven(&mut random)), folder.file("two", uneven(&mut random)));
        let missing = folder.path("missing");
        // The reading thread processes short inputs itself.
        let short = folder.file("short", "/%D0%BE%zz\n/%00/%E9");
        let args = |threads: &'static str| {
            [verb, &["-j", threads, &one, &short, &missing, &two, &short, &short]].concat()
        };
        let expected = run(&args("1"), "");
        assert!(!expected.stdout.is_empty());
        for threads in ["2", "8"] {
            assert!(run(&args(threads), "") == expected, "{verb:?} -j {threads}");
        }
    }
}

#[test]
fn they_end_where_nobody_reads() {
    let folder = Folder::new();
    // The output is more than a pipe holds.
    let file = folder.file("input", Random::new(32).records(20_000, b'\n'));
    for threads in ["1", "8"] {
        for verb in [&["decode"][..], &["decode", "--strict"], &["check"]] {
            let args = [verb, &["-j", threads, &file]].concat();
            let mut child = pct(&args)
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()
                .expect("pct starts");
            // The first bytes are read, so that the threads are running.
            let mut stdout = child.stdout.take().expect("it is piped");
            std::io::Read::read_exact(&mut stdout, &mut [0; 1000])
                .expect("there is more than that");
            drop(stdout);
            assert_eq!(child.wait().expect("pct ends").code(), Some(0), "{args:?}");
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn they_end_where_no_space_is_left() {
    let folder = Folder::new();
    let file = folder.file("input", Random::new(33).records(20_000, b'\n'));
    for threads in ["1", "8"] {
        for option in ["--strict", "--plus"] {
            let full =
                std::fs::File::options().write(true).open("/dev/full").expect("Linux has it");
            let output = pct(&["decode", option, "-j", threads, &file])
                .stdout(full)
                .output()
                .expect("pct runs");
            let message = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{threads}");
            assert!(
                message.contains("pct: (standard output): No space left on device (os error 28); the output before this is incomplete\n")
            );
        }
    }
}

#[test]
fn there_may_be_many_but_not_any_number() {
    let folder = Folder::new();
    let input = uneven(&mut Random::new(34));
    let file = folder.file("input", &input);
    assert!(run(&["decode", "-j", "1024", &file], "") == run(&["decode", "-j", "1", &file], ""));
    for number in ["0", "1025", "9999999999999", "many"] {
        run(&["decode", "-j", number, &file], "")
            .failed(&["--jobs", "a whole number from 1 to 1024"]);
    }
}

/// Runs a program with a limit on the user's threads, if the shell has one.
#[cfg(target_os = "linux")]
const LIMITED: &str =
    r#"ulimit -u "$0" 2> /dev/null || ulimit -p "$0" 2> /dev/null || exit 99; exec "$@""#;

#[test]
#[cfg(target_os = "linux")]
fn those_that_can_be_had_do_the_work() {
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    if std::env::var_os("PCT_TEST_RUNNER").is_some() {
        return skipped("an emulator has threads of its own");
    }
    let input = uneven(&mut Random::new(35));
    let expected = run(&["decode", "-j", "1"], &input);
    for limit in ["1", "2", "3", "5"] {
        let limited = pct(&["decode", "-j", "8"]);
        let mut command = Command::new("sh");
        command.args(["-c", LIMITED, limit]).arg(limited.get_program()).args(limited.get_args());
        if rustix::process::getuid().is_root() {
            // Root has no limit; this user has no other process.
            command.uid(54321);
        }
        let ran = feed(&mut command, &input);
        if matches!(ran.status, Some(99 | 126 | 127)) {
            return skipped("threads cannot be limited here");
        }
        assert!(ran == expected, "{limit}: {ran:?}");
    }
}
