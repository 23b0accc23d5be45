//! Finds a program, gives it all inputs at once, and compares its answers with ours.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use support::on_every_backend;

/// This library's answer: a line, or `None` for a refused input.
pub(super) type Answer = Option<String>;

/// An operation of a script, its inputs, and the expected answers.
pub(super) struct Operation {
    pub(super) name: &'static str,
    pub(super) inputs: Vec<Vec<u8>>,
    pub(super) ours: fn(&[u8]) -> Answer,
}

/// Asks the first of the programs on this machine about all inputs, and compares.
pub(super) fn compare(programs: &[&str], script: &str, operations: &[Operation]) {
    let Some(program) = find(programs) else { return };
    let questions: String = operations
        .iter()
        .flat_map(|operation| {
            operation.inputs.iter().map(|input| format!("{} {}\n", operation.name, hex(input)))
        })
        .collect();
    let answers = ask(program, script, questions);
    let mut theirs = answers.lines();
    for Operation { name, inputs, ours } in operations {
        let theirs: Vec<&str> = theirs.by_ref().take(inputs.len()).collect();
        assert_eq!(theirs.len(), inputs.len(), "{program} has answered less than it was asked");
        on_every_backend(|backend| {
            for (input, &theirs) in inputs.iter().zip(&theirs) {
                let ours = ours(input).unwrap_or_else(|| "!".to_owned());
                let show = |answer: &str| format!("{answer} {}", unhex(answer).escape_ascii());
                let input = || format!("{} {:?}", hex(input), String::from_utf8_lossy(input));
                assert!(
                    ours == theirs,
                    "{program} {name} of {} on {backend}\n  ours {}\ntheirs {}",
                    input(),
                    show(&ours),
                    show(theirs)
                );
            }
        });
    }
    assert_eq!(theirs.next(), None, "{program} has answered more than it was asked");
    let names: Vec<_> = operations
        .iter()
        .map(|operation| format!("{} ({})", operation.name, operation.inputs.len()))
        .collect();
    say(&format!("{program} agrees: {}", names.join(", ")));
}

/// The first program that runs. If none does, reports it as skipped. (A name alone proves nothing:
/// some systems have stubs that offer to install the program.)
fn find<'a>(programs: &[&'a str]) -> Option<&'a str> {
    // Tests for other architectures run emulated, on machines that run these tests natively.
    if !cfg!(any(target_arch = "x86_64", target_os = "macos")) || cfg!(miri) {
        say(&format!("SKIPPED: {}, in a build for {}", programs[0], std::env::consts::ARCH));
        return None;
    }
    let runs = |program: &&str| {
        let option = if program.starts_with("java") { "-version" } else { "--version" };
        Command::new(program).arg(option).output().is_ok_and(|output| output.status.success())
    };
    let found = programs.iter().copied().find(runs);
    if found.is_none() {
        say(&format!("SKIPPED: {} is not on this machine", programs[0]));
    }
    found
}

fn ask(program: &str, script: &str, questions: String) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs").join(script);
    let mut child = Command::new(program)
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{program}: {error}"));
    let mut stdin = child.stdin.take().expect("it is piped");
    // Scripts read all input before they write answers, but may report errors at once.
    let writer = std::thread::spawn(move || stdin.write_all(questions.as_bytes()));
    let output = child.wait_with_output().unwrap_or_else(|error| panic!("{program}: {error}"));
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program}: {}\n{complaint}", output.status);
    writer
        .join()
        .expect("it does not panic")
        .unwrap_or_else(|error| panic!("{program} does not read: {error}\n{complaint}"));
    String::from_utf8(output.stdout).unwrap_or_else(|error| panic!("{program}: {error}"))
}

/// `eprintln!` would not do: the test harness hides its output when a test passes.
fn say(line: &str) {
    std::io::stderr().write_all(format!("{line}\n").as_bytes()).expect("standard error is there");
}

pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Bytes for messages: an answer other than hex stays as it is.
fn unhex(answer: &str) -> Vec<u8> {
    let pairs = answer.as_bytes().chunks(2).map(|pair| {
        std::str::from_utf8(pair).ok().and_then(|pair| u8::from_str_radix(pair, 16).ok())
    });
    pairs.collect::<Option<_>>().unwrap_or_default()
}
