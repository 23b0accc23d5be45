//! Counts the instructions of every operation on every input, on the scalar backend and on the widest
//! one: `percent-simd-operations COUNTS FILE…`, in qemu with the plugin of `count.c`, which writes to the
//! file COUNTS. Each FILE has lines. It prints a row for each operation and input: their names, the
//! number of calls (or of bytes, if they are many), and the instructions on either backend, with tabs
//! between. The answers of both backends are compared before.

use std::hint::black_box;
use std::path::Path;
use std::thread::yield_now;

use percent_simd::Backend;
use percent_simd_operations::{Call, OPERATIONS, Output, kinds, lines, random, run};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let counts = arguments.next().expect("the first argument is the file of the counts");
    let read = |path: &str| std::fs::read(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let files: Vec<(String, Vec<u8>)> = arguments
        .map(|path| {
            (Path::new(&path).file_name().unwrap_or_default().display().to_string(), read(&path))
        })
        .collect();
    let scalar = Backend::from_name("scalar").expect("it is everywhere");
    let widest = Backend::available().last().expect("there is the scalar one");
    let mut rows = Vec::new();
    // The first row calls nothing: what it takes belongs to no call.
    count(&[], OPERATIONS[0].2, [scalar, widest]);
    for (name, takes, call) in OPERATIONS {
        let files = files.iter().map(|(file, bytes)| (file.clone(), lines(bytes, takes)));
        let generated = kinds(takes).into_iter().flat_map(|kind| {
            [16, 56, 100, 1 << 16]
                .map(|len| (format!("{kind}, {len} bytes"), random(takes, kind, len)))
        });
        for (title, inputs) in files.chain(generated) {
            let (mut ours, mut expected) = (Output::EMPTY, Output::EMPTY);
            for input in &inputs {
                let accepted = run(call, widest, input, &mut ours);
                let input_name = input.escape_ascii();
                assert_eq!(
                    accepted,
                    run(call, scalar, input, &mut expected),
                    "{name}: {input_name}"
                );
                assert!(ours.last() == expected.last(), "{name}: wrong output for {input_name}");
            }
            let units = if inputs.len() == 1 { inputs[0].len() } else { inputs.len() };
            rows.push(format!("{name}: {title}\t{units}"));
            count(&inputs, call, [scalar, widest]);
        }
    }
    let counts: Vec<u64> = String::from_utf8_lossy(&read(&counts))
        .lines()
        .map(|count| count.parse().expect("the plugin writes numbers"))
        .collect();
    let counts: Vec<u64> = counts.chunks_exact(2).map(|count| count[1] - count[0]).collect();
    assert_eq!(counts.len(), 2 * rows.len() + 2, "counts: is the plugin loaded?");
    for (row, calls) in rows.iter().zip(counts[2..].chunks_exact(2)) {
        println!("{row}\t{}\t{}\t{widest}", calls[0] - counts[0], calls[1] - counts[1]);
    }
}

/// Calls an operation on all inputs, on one backend and on the other. The plugin writes a count when
/// the thread yields.
fn count(inputs: &[Vec<u8>], call: Call, backends: [Backend; 2]) {
    // Both write to memory that is already there.
    let mut out = Output::EMPTY;
    for input in inputs {
        run(call, backends[0], input, &mut out);
    }
    for backend in backends {
        yield_now();
        for input in inputs {
            black_box(run(call, backend, black_box(input), &mut out));
        }
        yield_now();
    }
}
