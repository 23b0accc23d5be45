//! What was measured, for compat/README.md.

use std::fmt::Write;

use super::inputs::KINDS;
use super::{ROUNDS, Times};

/// The sizes that the table has, of those that are measured.
const SHOWN: [usize; 7] = [1, 8, 16, 64, 256, 1024, 65536];

/// What stands above the tables: a name, and the call.
const SHORT: [(&str, &str); 5] = [
    ("Decoding to a `Cow`", "Cow::from(percent_decode(..))"),
    ("Decoding to text", "percent_decode(..).decode_utf8()"),
    ("Encoding to a `String`", "utf8_percent_encode(.., component).to_string()"),
    ("Parsing forms", "for (..) in form_urlencoded::parse(..)"),
    ("Writing forms", "Serializer::append_pair"),
];

/// What a call was measured on.
#[derive(Clone, PartialEq)]
pub(crate) enum Input {
    Made {
        kind: &'static str,
        size: usize,
    },
    /// The lines of a file.
    Lines {
        file: String,
    },
}

pub(crate) struct Figure {
    pub(crate) call: &'static str,
    pub(crate) input: Input,
    pub(crate) times: Times,
}

fn ratio([original, drop_in]: [f64; 2]) -> f64 {
    original / drop_in
}

/// The least and the greatest ratio of figures, by least times.
fn range<'a>(figures: impl Iterator<Item = &'a Figure>) -> String {
    let ratios: Vec<f64> = figures.map(|figure| ratio(figure.times.least)).collect();
    let least = ratios.iter().copied().fold(f64::MAX, f64::min);
    let most = ratios.iter().copied().fold(0.0, f64::max);
    match (format!("{least:.1}"), format!("{most:.1}")) {
        (least, most) if least == most => least,
        (least, most) => format!("{least} to {most}"),
    }
}

/// A row of a Markdown table.
fn row(text: &mut String, first: &str, cells: impl IntoIterator<Item = String>) {
    let cells: Vec<String> = cells.into_iter().collect();
    let _ = writeln!(text, "| {first} | {} |", cells.join(" | "));
}

pub(crate) fn markdown(figures: &[Figure], backend: &str) -> String {
    let mut calls: Vec<&str> = figures.iter().map(|figure| figure.call).collect();
    calls.dedup();
    let mut text = format!(
        "`{backend}` active; ratios of the least times of {ROUNDS} rounds, where 1.0 is the original's speed. In short:\n\n"
    );
    for (name, call) in SHORT.into_iter().filter(|(_, call)| calls.contains(call)) {
        let of_call = || figures.iter().filter(|figure| figure.call == call);
        let is_line = |figure: &&Figure| matches!(figure.input, Input::Lines { .. });
        let is_kib = |figure: &&Figure| matches!(figure.input, Input::Made { size: 1024, .. });
        let _ = writeln!(
            text,
            "* {name} (`{call}`): {} on real lines, {} on 1 KiB.",
            range(of_call().filter(is_line)),
            range(of_call().filter(is_kib))
        );
    }
    made(figures, &calls, &mut text);
    lines(figures, &calls, &mut text);
    slower(figures, &mut text);
    text
}

/// Inputs that are made, in bytes.
fn made(figures: &[Figure], calls: &[&str], text: &mut String) {
    text.push_str("\nInputs that are made (`compat/measure/inputs.rs`), sizes in bytes:\n\n");
    row(text, "call | input", SHOWN.map(|size| size.to_string()));
    row(text, "--- | ---", SHOWN.map(|_| "---:".to_owned()));
    for call in calls {
        for kind in KINDS {
            let figure = |size| {
                let input = Input::Made { kind, size };
                figures.iter().find(|figure| figure.call == *call && figure.input == input)
            };
            let cells: Vec<String> = SHOWN
                .into_iter()
                .filter_map(figure)
                .map(|figure| format!("{:.1}", ratio(figure.times.least)))
                .collect();
            if !cells.is_empty() {
                row(text, &format!("`{call}` | {kind}"), cells);
            }
        }
    }
}

/// Lines of files, with the ratios of the medians, too.
fn lines(figures: &[Figure], calls: &[&str], text: &mut String) {
    let mut files: Vec<&str> = Vec::new();
    for figure in figures {
        if let Input::Lines { file } = &figure.input
            && !files.contains(&&**file)
        {
            files.push(file);
        }
    }
    text.push_str("\nReal lines, a call each (least times / medians):\n\n");
    row(text, "", files.iter().map(|file| (*file).to_owned()));
    row(text, "---", files.iter().map(|_| "---:".to_owned()));
    for call in calls {
        let cell = |file: &&str| {
            let input = Input::Lines { file: (*file).to_owned() };
            let same = |figure: &&Figure| figure.call == *call && figure.input == input;
            figures.iter().find(same).map_or_else(
                || "-".to_owned(),
                |Figure { times, .. }| {
                    format!("{:.1} / {:.1}", ratio(times.least), ratio(times.median))
                },
            )
        };
        row(text, &format!("`{call}`"), files.iter().map(cell));
    }
}

/// Every input on which the drop-in is slower.
fn slower(figures: &[Figure], text: &mut String) {
    let slower: Vec<&Figure> =
        figures.iter().filter(|figure| ratio(figure.times.least) < 0.99).collect();
    let _ = writeln!(
        text,
        "\nSlower than the original, by more than 1% in the least times: {} of {} inputs.\n",
        slower.len(),
        figures.len()
    );
    for Figure { call, input, times } in slower {
        let input = match input {
            Input::Made { kind, size } => format!("{kind}, {size} bytes"),
            Input::Lines { file } => file.clone(),
        };
        let [original, drop_in] = times.least;
        let _ = writeln!(
            text,
            "* `{call}`, {input}: {:.2} ({original:.1} ns to {drop_in:.1})",
            ratio(times.least)
        );
    }
}
