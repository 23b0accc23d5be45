//! Runs every operation on every input, on the scalar backend and on the widest one, between two
//! writes to the standard output: a counter of instructions that watches writes knows what each
//! takes. A row is written before its calls: operation, input, backend, calls, bytes, with tabs
//! between. The widest backend's answers are compared with the scalar ones before.
//!
//! `instructions FILE…`: files of lines.

use std::hint::black_box;
use std::io::{Write, stdout};
use std::path::Path;

use percent_simd::Backend;
use percent_simd_costs::inputs::{self, Inputs};
use percent_simd_costs::{Direction, OPERATIONS, Operation, Output};

fn main() {
    let files: Vec<Inputs> = std::env::args()
        .skip(1)
        .map(|path| {
            let name = Path::new(&path).file_name().unwrap_or_default().to_string_lossy();
            let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
            inputs::lines(&name, &bytes)
        })
        .collect();
    let scalar = Backend::from_name("scalar").expect("it is everywhere");
    let widest = Backend::available().last().expect("there is the scalar one");
    let nothing = Inputs { name: "nothing".to_owned(), inputs: Vec::new() };
    // What a row itself takes.
    row(&OPERATIONS[0], &nothing, scalar);
    for operation in &OPERATIONS {
        let mut all: Vec<Inputs> = match operation.direction {
            Direction::Path => files.iter().map(inputs::paths).collect(),
            _ => files.clone(),
        };
        all.extend(inputs::random(operation.direction));
        for input in &all {
            verify(operation, input, scalar, widest);
            row(operation, input, scalar);
            row(operation, input, widest);
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

fn verify(operation: &Operation, input: &Inputs, scalar: Backend, widest: Backend) {
    let (mut ours, mut expected) = (output_for(&input.inputs), output_for(&input.inputs));
    for input in &input.inputs {
        let answers = [
            (operation.call)(widest, input, &mut ours),
            (operation.call)(scalar, input, &mut expected),
        ];
        assert_eq!(answers[0], answers[1], "{}: {}", operation.name, input.escape_ascii());
        assert!(
            ours.bytes[..ours.len] == expected.bytes[..expected.len] && ours.text == expected.text,
            "{}: wrong output for {}",
            operation.name,
            input.escape_ascii()
        );
    }
}

fn row(operation: &Operation, input: &Inputs, backend: Backend) {
    let inputs = &input.inputs;
    let mut out = output_for(inputs);
    let bytes: usize = inputs.iter().map(Vec::len).sum();
    let (operation_name, name) = (operation.name, &input.name);
    let line = format!("{operation_name}\t{name}\t{backend}\t{}\t{bytes}\n", inputs.len());
    mark(&line);
    for input in inputs {
        black_box((operation.call)(backend, black_box(input), &mut out));
    }
    mark("-\n");
}
