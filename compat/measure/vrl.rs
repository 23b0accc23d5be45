//! Vector's language: `decode_percent`, `encode_percent` and `parse_query_string`, as its own
//! benchmarks (`benches/stdlib.rs`) call them, and as a program calls them for each event.

mod inputs;
mod side;

use std::hint::black_box;

use inputs::Takes;
use side::measure;
use vrl::compiler::function::{ArgumentList, FunctionCompileContext};
use vrl::compiler::state::{RuntimeState, TypeState};
use vrl::compiler::{CompileConfig, Context, Expression, Function, TargetValue, TimeZone, compile};
use vrl::diagnostic::Span;
use vrl::func_args;
use vrl::stdlib::{DecodePercent, EncodePercent, ParseQueryString};
use vrl::value;
use vrl::value::{Secrets, Value};

/// A function on constants, as in the benchmarks of vrl.
fn constant(name: &str, function: &dyn Function, arguments: ArgumentList) {
    let context = &mut FunctionCompileContext::new(Span::new(0, 0), CompileConfig::default());
    let expression: Box<dyn Expression> = function
        .compile(&TypeState::default(), context, arguments)
        .expect("the arguments are those of the function");
    let mut target = Value::from("");
    let mut state = RuntimeState::default();
    let zone = TimeZone::default();
    let context = &mut Context::new(&mut target, &mut state, &zone);
    let answer = format!("{:?}", expression.resolve(context));
    measure(function.identifier(), name, 1, &answer, || {
        let _value = black_box(expression.resolve(context));
    });
}

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
    constant("literal", &DecodePercent, func_args![value: "foo%20bar%3F"].into());
    constant("non_alphanumeric", &EncodePercent, func_args![value: "foo bar?"].into());
    let arguments = func_args![value: "foo \u{14}bar", ascii_set: "CONTROLS"];
    constant("controls", &EncodePercent, arguments.into());
    constant("literal", &ParseQueryString, func_args![value: "foo=%2B1&bar=2"].into());

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
