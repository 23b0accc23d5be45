//! The progress bar, on a terminal of the test.

use std::fs::File;
use std::io::{Read, Write};
use std::process::Stdio;
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use crate::support::{Folder, pct};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stdout {
    File,
    Pipe,
    Terminal,
}

/// The text that a terminal shows as standard error. Input comes until the terminal shows `until`,
/// or for a second.
fn shown(args: &[&str], stdout: Stdout, until: Option<&str>) -> String {
    let mut terminal =
        File::from(openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("there are terminals"));
    grantpt(&terminal).and_then(|()| unlockpt(&terminal)).expect("it is ours");
    let name =
        ptsname(&terminal, Vec::new()).expect("it has a name").into_string().expect("it is text");
    let open = || File::options().read(true).write(true).open(&name).expect("it is there");
    let to = match stdout {
        Stdout::File => Stdio::null(),
        Stdout::Pipe => Stdio::piped(),
        Stdout::Terminal => open().into(),
    };
    let mut child = pct(args)
        .stdin(Stdio::piped())
        .stdout(to)
        .stderr(open())
        .env("TERM", "xterm")
        .spawn()
        .expect("pct starts");
    let mut stdin = child.stdin.take().expect("it is piped");
    let shown = Mutex::new(String::new());
    thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let mut buffer = [0; 4096];
            // Reading fails once no process has the terminal open.
            while let Ok(len @ 1..) = terminal.read(&mut buffer) {
                shown
                    .lock()
                    .expect("nobody panics")
                    .push_str(&String::from_utf8_lossy(&buffer[..len]));
            }
        });
        for _ in 0..if until.is_some() { 600 } else { 10 } {
            if until.is_some_and(|until| shown.lock().expect("nobody panics").contains(until)) {
                break;
            }
            // The program may have ended.
            let _ = stdin.write_all(b"a%20line\n");
            thread::sleep(Duration::from_millis(100));
        }
        let _ = stdin.write_all(b"%zz\n");
        drop(stdin);
        child.wait().expect("pct ends");
        reader.join().expect("nobody panics");
    });
    shown.into_inner().expect("nobody panics")
}

#[test]
fn a_long_run_shows_how_far_it_is() {
    let shown = shown(&["decode", "--strict"], Stdout::File, Some("B/s"));
    assert!(shown.contains("B/s"), "{shown:?}");
    // The progress bar does not hide messages.
    let (_, message) = shown.split_once("(standard input):").unwrap_or_else(|| panic!("{shown:?}"));
    assert!(message.contains(":1: malformed triplet `%z`: two hex digits must follow the `%`; passed on unchanged\r\n"), "{shown:?}");
}

#[test]
fn files_have_an_end() {
    let folder = Folder::new();
    let (file, fifo) = (folder.file("file", vec![b'\n'; 1 << 20]), folder.fifo("fifo"));
    let reader = thread::spawn({
        let fifo = fifo.clone();
        move || {
            let mut fifo = File::open(fifo).expect("it is there");
            // The FIFO is full for a while.
            thread::sleep(Duration::from_secs(1));
            fifo.read_to_end(&mut Vec::new()).expect("it can be read")
        }
    });
    let shown = shown(&["decode", "-j", "1", "-o", &fifo, &file], Stdout::Terminal, None);
    assert_eq!(reader.join().expect("it does not panic"), 1 << 20);
    assert!(shown.contains("/1.00 MiB") && shown.contains("ETA"), "{shown:?}");
}

#[test]
fn elsewhere_there_is_none() {
    for (args, stdout) in [
        (&["decode"][..], Stdout::Terminal),
        (&["decode"], Stdout::Pipe),
        (&["decode", "-q"], Stdout::File),
    ] {
        assert_eq!(shown(args, stdout, None).matches("B/s").count(), 0, "{args:?}");
    }
}

/// On a terminal, a message explains the exit status.
#[test]
fn passed_on_triplets_are_reported() {
    for (args, place) in [
        (&["decode"][..], ":11:1"),
        (&["decode", "--format=tsv", "-f", "1"], ":11"),
        (&["normalize", "--format=csv", "-f", "1"], ":11"),
    ] {
        let shown = shown(args, Stdout::File, None);
        assert!(
            shown
                .contains(&format!("passed on, the first at (standard input){place} (`pct check`")),
            "{args:?}: {shown:?}"
        );
    }
    let shown = shown(&["decode", "--format=tsv", "-f", "2"], Stdout::File, None);
    assert!(!shown.contains("passed on"), "the field is not there: {shown:?}");
}
