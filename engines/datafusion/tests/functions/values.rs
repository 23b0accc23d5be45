//! Values for other programs, and their answers.

use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use arrow::array::{ArrayRef, StringArray};
use percent_simd_datafusion::{try_url_decode, url_encode};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use crate::support::{Row, call_array, rows};

/// Values that are mostly malformed, or not UTF-8 when decoded, in some way that the JDK has its own
/// idea of.
fn value() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => "%[0-9a-fA-F][0-9a-fA-F]",
        3 => "%(C[0-9A-F]|E[0-9A-F]|F[0-9A-F]|ED)(%[89AB][0-9A-F]){0,4}",
        2 => "[a-zA-Z+ é你😀&=-]{1,5}",
        1 => "%[-+0-9a-fA-F１١Ａｆ][-+0-9a-fA-F１١Ａｆ]",
        1 => "%?[-+%0-9a-fzG%١१１２Ａｆ𝟏]{0,3}",
    ];
    proptest::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat())
}

/// Every value whose two characters after the `%` are of the Basic Multilingual Plane and one of
/// them is a digit of some script.
pub(crate) fn every_digit() -> impl Iterator<Item = String> {
    (1..=0xFFFF_u32)
        .filter_map(char::from_u32)
        .filter(|char| !matches!(char, '\n' | '\r'))
        .flat_map(|char| [format!("%{char}1"), format!("%1{char}")])
}

/// Random values, the same ones in each run.
pub(crate) fn random(number: usize) -> Vec<String> {
    let mut runner = TestRunner::deterministic();
    let value = value();
    (0..number).map(|_| value.new_tree(&mut runner).expect("no filter").current()).collect()
}

/// Compares the program's decoding and encoding of each value.
pub(crate) fn compare(child: Child, values: Vec<String>) {
    let answers = ask(child, values.iter().map(|value| hex(value)));
    let column: ArrayRef = Arc::new(StringArray::from(values.clone()));
    let decoded = rows(&call_array(&try_url_decode(), Arc::clone(&column), &[]).unwrap());
    let encoded = rows(&call_array(&url_encode(), column, &[]).unwrap());
    for (row, (value, answer)) in values.iter().zip(answers).enumerate() {
        assert_eq!([decoded[row].clone(), encoded[row].clone()], *answer, "of {value:?}");
    }
}

/// The answers of a program that writes a line of them for each line that it gets.
pub(crate) fn ask(mut child: Child, lines: impl Iterator<Item = String>) -> Vec<Vec<Row>> {
    let mut stdin = child.stdin.take().expect("stdin is piped");
    let lines: Vec<String> = lines.collect();
    let (number, input) = (lines.len(), lines.join("\n") + "\n");
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("the program runs");
    writer.join().expect("no panic").expect("the program reads all lines");
    assert!(output.status.success(), "the program failed");
    let answers = String::from_utf8(output.stdout).expect("hexadecimal lines");
    let answers: Vec<Vec<Row>> =
        answers.lines().map(|line| line.split(' ').map(parse).collect()).collect();
    assert_eq!(answers.len(), number);
    answers
}

/// A program that reads and writes lines; `None` if it cannot be started.
pub(crate) fn start(command: &mut Command) -> Option<Child> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()
}

/// Says that a comparison was not made.
pub(crate) fn skipped(why: &str) {
    // Not `eprintln!`: the test harness hides what a passing test prints with it.
    let line = format!("SKIPPED: {why}\n");
    std::io::stderr().write_all(line.as_bytes()).expect("standard error is there");
}

fn parse(answer: &str) -> Row {
    (answer != "-").then(|| unhex(answer.strip_prefix('=').expect("an answer")))
}

pub(crate) fn hex(text: &str) -> String {
    text.bytes().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(hex: &str) -> String {
    let bytes = hex.as_bytes().chunks(2).map(|pair| {
        u8::from_str_radix(str::from_utf8(pair).expect("ASCII"), 16).expect("two hex digits")
    });
    String::from_utf8(bytes.collect()).expect("the JDK's strings are text")
}
