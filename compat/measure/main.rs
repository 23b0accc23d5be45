//! The drop-in packages against the originals, in turns; `xtask compat measure` runs it.

mod calls;
mod inputs;
mod report;

use std::time::{Duration, Instant};

use calls::{Call, drop_in, original};
use inputs::{KINDS, SIZES, Takes};
use report::{Figure, Input};

/// How long a round of one side takes at least, and how many there are.
const ROUND: Duration = Duration::from_micros(200);
const ROUNDS: usize = 61;

/// Nanoseconds for one input, of the original and of the drop-in.
#[derive(Clone, Copy)]
struct Times {
    least: [f64; 2],
    median: [f64; 2],
}

fn measure(original: &Call, drop_in: &Call, pool: &[String]) -> Times {
    let time = |call: &Call, passes: u32| {
        let start = Instant::now();
        for _ in 0..passes {
            (call.run)(pool);
        }
        start.elapsed()
    };
    let sides = [original, drop_in];
    let passes = sides.map(|call| {
        let mut passes = 1;
        while time(call, passes) < ROUND {
            passes *= 2;
        }
        passes
    });
    let mut rounds = [const { Vec::new() }; 2];
    for _ in 0..ROUNDS {
        for side in 0..2 {
            rounds[side].push(
                time(sides[side], passes[side]).as_secs_f64() * 1e9
                    / f64::from(passes[side])
                    / pool.len() as f64,
            );
        }
    }
    rounds.iter_mut().for_each(|rounds| rounds.sort_by(f64::total_cmp));
    Times {
        least: rounds.each_ref().map(|rounds| rounds[0]),
        median: rounds.each_ref().map(|rounds| rounds[ROUNDS / 2]),
    }
}

/// Both answer the same.
fn check(original: &Call, drop_in: &Call, pool: &[String]) {
    for text in pool {
        let (expected, answer) = ((original.answer)(text), (drop_in.answer)(text));
        assert!(
            answer == expected,
            "{} of {text:?}:\noriginal {expected}\ndrop-in  {answer}",
            original.name
        );
    }
}

/// A file's name and lines.
type Corpus = (String, Vec<String>);

/// A call's inputs from the lines of a file.
fn of_corpus((_, lines): &Corpus, call: &Call) -> Vec<String> {
    inputs::of_lines(lines, call.takes, call.name.contains("form_urlencoded"))
}

/// Every input of a call: those that are made, but for URLs, and the lines of each file.
fn inputs_of(call: &Call, corpora: &[Corpus]) -> Vec<(Input, Vec<String>)> {
    let kinds = KINDS.into_iter().filter(|_| call.takes != Takes::Url);
    let generated = kinds.flat_map(|kind| {
        SIZES.map(|size| (Input::Made { kind, size }, inputs::generated(kind, call.takes, size)))
    });
    let of_file =
        |corpus: &Corpus| (Input::Lines { file: corpus.0.clone() }, of_corpus(corpus, call));
    generated.chain(corpora.iter().map(of_file)).filter(|(_, pool)| !pool.is_empty()).collect()
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let is_chosen = |(call, _): &(Call, Call)| {
        arguments.is_empty()
            || arguments.iter().any(|argument| call.name.contains(argument.as_str()))
    };
    let only_check = arguments.iter().any(|argument| argument == "--check");
    let calls: Vec<(Call, Call)> = original::CALLS
        .into_iter()
        .zip(drop_in::CALLS)
        .filter(|pair| only_check || is_chosen(pair))
        .collect();
    let files = ["PERCENT_SAMPLE", "PERCENT_CORPUS"]
        .map(|name| std::env::var(name).unwrap_or_default())
        .join(",");
    let corpora: Vec<Corpus> =
        files.split(',').filter(|path| !path.is_empty()).map(inputs::lines).collect();

    let mut compared = 0;
    for (original, drop_in) in &calls {
        for (_, pool) in inputs_of(original, &corpora) {
            check(original, drop_in, &pool);
            compared += pool.len();
        }
    }
    let backend = percent_simd::Backend::active();
    eprintln!(
        "{} calls give the same as the originals on {compared} inputs; backend {backend}.",
        calls.len()
    );
    if only_check {
        return;
    }
    let mut figures = Vec::new();
    for (original, drop_in) in &calls {
        for (input, pool) in inputs_of(original, &corpora) {
            let times = measure(original, drop_in, &pool);
            figures.push(Figure { call: original.name, input, times });
        }
    }
    print!("{}", report::markdown(&figures, backend.name()));
}
