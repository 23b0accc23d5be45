//! Runs every operation on every input, on the scalar backend and on the widest one, between two
//! writes to the standard output: a counter of instructions that watches writes knows what each
//! takes. Its line is written before its calls: operation and input, backend, calls, bytes, with
//! tabs between. The widest backend's answers are compared with the scalar ones before.
//!
//! `percent-simd-costs FILE…`: files of lines.

use std::hint::black_box;
use std::io::{Write, stdout};
use std::path::Path;

use percent_simd::Backend;
use percent_simd_costs::{Inputs, OPERATIONS, Operation, Output, lines, random};

fn main() {
    let files: Vec<(String, Vec<u8>)> = std::env::args()
        .skip(1)
        .map(|path| {
            let name = Path::new(&path).file_name().unwrap_or_default().to_string_lossy();
            let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
            (name.into_owned(), bytes)
        })
        .collect();
    let scalar = Backend::from_name("scalar").expect("it is everywhere");
    let widest = Backend::available().last().expect("there is the scalar one");
    // What a row itself takes.
    row(&OPERATIONS[0], &("nothing".to_owned(), Vec::new()), scalar);
    for operation in &OPERATIONS {
        let files = files.iter().map(|(name, bytes)| lines(name, bytes, operation.takes));
        for inputs in files.chain(random(operation.takes)) {
            verify(operation, &inputs, scalar, widest);
            row(operation, &inputs, scalar);
            row(operation, &inputs, widest);
        }
    }
    mark("end\n");
}

fn mark(line: &str) {
    stdout().write_all(line.as_bytes()).expect("the standard output takes it");
}

fn output_for(inputs: &[Vec<u8>]) -> Output {
    Output::for_inputs_of(inputs.iter().map(Vec::len).max().unwrap_or(0))
}

fn verify(operation: &Operation, (_, inputs): &Inputs, scalar: Backend, widest: Backend) {
    let (mut ours, mut expected) = (output_for(inputs), output_for(inputs));
    for input in inputs {
        let answers = [
            (operation.call)(widest, input, &mut ours),
            (operation.call)(scalar, input, &mut expected),
        ];
        assert_eq!(answers[0], answers[1], "{}: {}", operation.name, input.escape_ascii());
        assert!(
            ours.last() == expected.last(),
            "{}: wrong output for {}",
            operation.name,
            input.escape_ascii()
        );
    }
}

fn row(operation: &Operation, (name, inputs): &Inputs, backend: Backend) {
    let mut out = output_for(inputs);
    let (calls, bytes) = (inputs.len(), inputs.iter().map(Vec::len).sum::<usize>());
    let line = format!("{}: {name}\t{backend}\t{calls}\t{bytes}\n", operation.name);
    mark(&line);
    for input in inputs {
        black_box((operation.call)(backend, black_box(input), &mut out));
    }
    mark("-\n");
}
