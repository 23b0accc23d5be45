//! The drop-in packages against the originals, in turns; run by run.mjs, which says how.

mod calls;
mod inputs;

use std::time::{Duration, Instant};

use calls::{Call, drop_in, original};
use inputs::{KINDS, SIZES, Takes};

/// How long a round of one side takes at least, and how many there are.
const ROUND: Duration = Duration::from_micros(200);
const ROUNDS: usize = 61;

/// Nanoseconds for one input, of the original and of the drop-in.
struct Times {
    least: [f64; 2],
    median: [f64; 2],
}

fn ratio([original, drop_in]: [f64; 2]) -> f64 {
    original / drop_in
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

/// A row of a Markdown table.
fn row(first: &str, cells: impl IntoIterator<Item = String>) {
    println!("| {first} | {} |", cells.into_iter().collect::<Vec<_>>().join(" | "));
}

/// A file's name and lines.
type Corpus = (String, Vec<String>);

/// A call's inputs from the lines of a file.
fn of_corpus((_, lines): &Corpus, call: &Call) -> Vec<String> {
    inputs::of_lines(lines, call.takes, call.name.contains("form_urlencoded"))
}

/// Prints the ratios by least times and by medians, and remembers where the drop-in is slower.
struct Report {
    slower: Vec<String>,
}

impl Report {
    fn cell(&mut self, original: &Call, drop_in: &Call, pool: &[String], what: &str) -> String {
        if pool.is_empty() {
            return "-".to_owned();
        }
        let times = measure(original, drop_in, pool);
        if ratio(times.least) < 0.99 {
            let [least, median] = [times.least, times.median]
                .map(|both| format!("{:.2} ({:.1} ns to {:.1})", ratio(both), both[0], both[1]));
            self.slower.push(format!("* `{}`, {what}: {least}, medians {median}", original.name));
        }
        format!("{:.1} / {:.1}", ratio(times.least), ratio(times.median))
    }

    fn generated(&mut self, original: &Call, drop_in: &Call) {
        println!("\n`{}`\n", original.name);
        row("bytes", SIZES.map(|size| size.to_string()));
        row("---", SIZES.map(|_| "---:".to_owned()));
        for kind in KINDS {
            let cell = |size| {
                self.cell(
                    original,
                    drop_in,
                    &inputs::generated(kind, original.takes, size),
                    &format!("{kind}, {size} bytes"),
                )
            };
            row(kind, SIZES.map(cell));
        }
    }
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
        let generated = KINDS
            .iter()
            .flat_map(|kind| SIZES.map(|size| inputs::generated(kind, original.takes, size)));
        let generated = generated.filter(|_| original.takes != Takes::Url);
        for pool in generated.chain(corpora.iter().map(|corpus| of_corpus(corpus, original))) {
            check(original, drop_in, &pool);
            compared += pool.len();
        }
    }
    let backend = percent_simd::Backend::active();
    println!(
        "{} calls give the same as the originals on {compared} inputs; backend {backend}.",
        calls.len()
    );
    if only_check {
        return;
    }

    println!(
        "How many times as fast as the original the drop-in is: by the least time of {ROUNDS} rounds / by their median."
    );
    let mut report = Report { slower: Vec::new() };
    for (original, drop_in) in calls.iter().filter(|(call, _)| call.takes != Takes::Url) {
        report.generated(original, drop_in);
    }
    println!("\nReal lines, a call each\n");
    row("", corpora.iter().map(|(name, _)| name.clone()));
    row("---", corpora.iter().map(|_| "---:".to_owned()));
    for (original, drop_in) in &calls {
        let cell = |corpus: &Corpus| {
            report.cell(original, drop_in, &of_corpus(corpus, original), &corpus.0)
        };
        row(&format!("`{}`", original.name), corpora.iter().map(cell).collect::<Vec<_>>());
    }
    println!(
        "\nSlower than the original, by more than 1% in the least times: {}",
        if report.slower.is_empty() { "nothing" } else { "" }
    );
    report.slower.iter().for_each(|point| println!("{point}"));
}
