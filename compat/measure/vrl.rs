//! Vector's language: `decode_percent`, `encode_percent` and `parse_query_string`, called once for
//! each event.

mod inputs;
mod side;

use std::hint::black_box;

use inputs::Takes;
use side::measure;
use vrl::compiler::state::RuntimeState;
use vrl::compiler::{Context, Function, TargetValue, TimeZone, compile};
use vrl::stdlib::{DecodePercent, EncodePercent, ParseQueryString};
use vrl::value;
use vrl::value::Secrets;

/// A program of one call, on events.
fn events(function: &dyn Function, name: &str, lines: &[String]) {
    let source = format!("{}!(.message)", function.identifier());
    let compiled = compile(&source, &vrl::stdlib::all()).expect("the program is right");
    let mut targets: Vec<TargetValue> = lines
        .iter()
        .map(|line| TargetValue {
            value: value!({ message: (line.as_str()) }),
            metadata: value!({}),
            secrets: Secrets::default(),
        })
        .collect();
    let mut state = RuntimeState::default();
    let zone = TimeZone::default();
    let mut resolve = |target: &mut TargetValue| {
        compiled.program.resolve(&mut Context::new(target, &mut state, &zone))
    };
    let answer = format!("{:?}", targets.iter_mut().map(&mut resolve).collect::<Vec<_>>());
    measure(function.identifier(), name, lines.len(), &answer, || {
        for target in &mut targets {
            let _value = black_box(resolve(target));
        }
    });
}

fn main() {
    side::choose_backend();
    let functions: [(&dyn Function, Takes); 3] = [
        (&DecodePercent, Takes::Encoded),
        (&EncodePercent, Takes::Raw),
        (&ParseQueryString, Takes::Form),
    ];
    for (function, takes) in functions {
        for (name, lines) in inputs::pools(takes) {
            events(function, &name, &lines);
        }
    }
}
