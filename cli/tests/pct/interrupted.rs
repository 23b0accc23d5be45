//! A file in replacement survives signals.

use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::compressed::gzip;
use crate::support::{Folder, feed, pct, run};

/// A long output from a short input.
fn large() -> Vec<u8> {
    gzip(b"/some/line%20with/%D0%BE\n".repeat(40_000)).repeat(100)
}

/// `pct` with default signal actions. The tests' parent may ignore some, like nohup, or a shell for
/// background jobs.
fn ending(args: &[&str]) -> Command {
    let pct = pct(args);
    if cfg!(not(target_os = "linux")) {
        return pct;
    }
    let mut command = Command::new("env");
    command
        .args(["--default-signal=HUP,INT,TERM", "--"])
        .arg(pct.get_program())
        .args(pct.get_args());
    command
}

fn send(child: &Child, signal: Signal) {
    kill_process(Pid::from_child(child), signal).expect("it runs, or nobody has waited for it");
}

/// Waits for a temporary file in the folder.
fn wait_for_temporary(folder: &Folder, child: &mut Child) {
    let start = Instant::now();
    while !folder.names().iter().any(|name| name.starts_with(".pct-")) {
        assert!(
            start.elapsed() < Duration::from_secs(60)
                && child.try_wait().expect("it can be asked").is_none()
        );
        sleep(Duration::from_millis(1));
    }
}

#[test]
fn in_place_the_original_survives() {
    let original = large();
    for signal in [Signal::TERM, Signal::INT, Signal::HUP, Signal::KILL] {
        let mut hits = 0;
        for delay in [0, 1, 3, 10, 30, 100, 300] {
            let folder = Folder::new();
            let file = folder.file("log.gz", &original);
            let mut child = ending(&["decode", "-i.bak", &file]).spawn().expect("pct starts");
            // The first signal may come at any time.
            if delay > 0 {
                wait_for_temporary(&folder, &mut child);
                sleep(Duration::from_millis(delay));
            }
            send(&child, signal);
            let status = child.wait().expect("pct ends");
            if status.code() == Some(0) {
                // `pct` was faster than the signal.
                assert_eq!(
                    (folder.names(), folder.read("log.gz.bak") == original),
                    (vec!["log.gz".into(), "log.gz.bak".into()], true)
                );
                continue;
            }
            hits += 1;
            assert_eq!(status.signal(), Some(signal.as_raw()), "{status:?}");
            assert!(folder.read("log.gz") == original, "{signal:?} after {delay} ms");
            // No process can clean up after SIGKILL.
            if signal != Signal::KILL {
                assert_eq!(folder.names(), ["log.gz"], "{signal:?} after {delay} ms");
            }
        }
        assert!(hits > 1, "{signal:?} never came in time");
    }
}

#[test]
fn between_files_those_before_are_replaced_and_those_behind_are_not() {
    let folder = Folder::new();
    let small = folder.file("a", "%41\n");
    let large = large();
    let (large_file, last) = (folder.file("b", &large), folder.file("c", "%42\n"));
    let mut child =
        ending(&["decode", "-i", &small, &large_file, &last]).spawn().expect("pct starts");
    let start = Instant::now();
    while folder.read("a") != b"A\n" {
        assert!(start.elapsed() < Duration::from_secs(60));
        sleep(Duration::from_millis(1));
    }
    wait_for_temporary(&folder, &mut child);
    send(&child, Signal::TERM);
    assert_eq!(child.wait().expect("pct ends").signal(), Some(Signal::TERM.as_raw()));
    assert!(folder.read("b") == large && folder.read("c") == b"%42\n");
    assert_eq!(folder.names(), ["a", "b", "c"]);
}

#[test]
fn an_output_file_appears_when_it_is_whole() {
    for signal in [Signal::TERM, Signal::INT, Signal::HUP, Signal::KILL] {
        let folder = Folder::new();
        let out = folder.file("out", "old\n");
        let mut child =
            ending(&["decode", "-o", &out]).stdin(Stdio::piped()).spawn().expect("pct starts");
        let mut stdin = child.stdin.take().expect("it is piped");
        stdin.write_all(&b"%41\n".repeat(200_000)).expect("pct reads");
        wait_for_temporary(&folder, &mut child);
        send(&child, signal);
        assert_eq!(child.wait().expect("pct ends").signal(), Some(signal.as_raw()));
        assert_eq!(folder.read("out"), b"old\n");
        if signal != Signal::KILL {
            assert_eq!(folder.names(), ["out"]);
        }
        // The next run names the remaining file, and ignores it.
        let ran = run(&["decode", "-o", &out], "%42\n");
        assert_eq!(ran.status, Some(0), "{ran:?}");
        let is_told = ran.stderr.contains("left by an earlier run that was killed");
        assert_eq!(is_told, signal == Signal::KILL && cfg!(target_os = "linux"), "{ran:?}");
        assert_eq!(folder.read("out"), b"B\n");
    }
}

/// The commands of a shell before it becomes `pct`.
fn after(what: &str, args: &[&str]) -> Command {
    let pct = pct(args);
    let mut command = Command::new("sh");
    command
        .args(["-c", &format!("{what}; exec \"$0\" \"$@\"")])
        .arg(pct.get_program())
        .args(pct.get_args());
    command
}

#[test]
fn a_signal_that_is_ignored_stays_so() {
    for (name, signal) in [("HUP", Signal::HUP), ("INT", Signal::INT)] {
        let folder = Folder::new();
        let out = folder.path("out");
        // Like nohup, or a shell for background jobs.
        let mut child = after(&format!("trap '' {name}"), &["decode", "-o", &out])
            .stdin(Stdio::piped())
            .spawn()
            .expect("pct starts");
        let mut stdin = child.stdin.take().expect("it is piped");
        wait_for_temporary(&folder, &mut child);
        send(&child, signal);
        stdin.write_all(b"%41\n").expect("pct reads");
        drop(stdin);
        assert_eq!(
            (child.wait().expect("pct ends").code(), folder.read("out")),
            (Some(0), b"A\n".to_vec())
        );
    }
}

#[test]
fn a_file_that_grows_too_large_is_told() {
    let folder = Folder::new();
    let old = folder.file("out", "old\n");
    let ran = feed(&mut after("ulimit -f 8", &["decode", "-o", &old]), "%41\n".repeat(100_000));
    ran.failed(&["out: File too large", "it stays unchanged"]);
    assert_eq!((folder.names(), folder.read("out")), (vec!["out".into()], b"old\n".to_vec()));
    let file =
        std::fs::File::create(folder.path("large")).expect("the target folder can be written");
    let mut child = after("ulimit -f 8", &["decode"])
        .stdin(Stdio::piped())
        .stdout(file)
        .stderr(Stdio::piped())
        .spawn()
        .expect("pct starts");
    // The reader may be gone after the limit.
    let _ = child.stdin.take().expect("it is piped").write_all(&b"%41\n".repeat(100_000));
    let output = child.wait_with_output().expect("pct ends");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.code() == Some(2)
            && message.starts_with("pct: (standard output): File too large"),
        "{message}"
    );
}

/// A killed run leaves its temporary file; the next run names it.
#[test]
#[cfg(target_os = "linux")]
fn files_of_a_killed_run_are_named() {
    let folder = Folder::new();
    let (one, two) = (folder.file("one", "%41\n"), folder.file("two", "%42\n"));
    // The number of no process, the number of this one, and another program's file.
    let left = folder.file(".pct-4194999-abc.tmp", "");
    folder.file(&format!(".pct-{}-abc.tmp", std::process::id()), "");
    folder.file(".pct-x.tmp", "");
    let told = format!("pct: {left}: left by an earlier run that was killed; remove it\n");
    run(&["decode", "-i", &one, &two], "").said(0, "", &told);
    run(&["decode", "-o", &folder.path("out"), &one], "").said(0, "", &told);
    run(&["decode", "-q", "-o", &folder.path("out"), &one], "").gave(0, "");
    run(&["decode", &one], "").gave(0, "A\n");
}
