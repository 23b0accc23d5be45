//! Each backend, compared with the narrower ones of the same run.

use std::fmt::Write;

use crate::results::Results;
use percent_simd_benches::figures::{Row, Table, factor, middle, ratio, times};

/// A backend loses a row if a narrower one is faster by more than this factor.
const NOTABLE: f64 = 1.1;

/// A row on two backends: the table's title, the wider and the narrower one.
type Pair<'a> = (String, &'a Row, &'a Row);

/// The rows that a machine has on both backends; `wide` finds a row of the wider one by its name.
fn pairs<'a>(
    results: &'a Results,
    wide: impl Fn(&'a Table, &str) -> Option<&'a Row>,
    narrow: &str,
) -> Vec<Pair<'a>> {
    let mut pairs = Vec::new();
    for table in &results.figures.lines {
        for narrower in table.figures.iter().filter(|row| row.backend == narrow) {
            let wider = wide(table, &narrower.row);
            pairs.extend(wider.map(|wider| (table.title(), wider, narrower)));
        }
    }
    pairs
}

/// The rows on which the chosen backend is slower than a narrower one, each with the fastest, the
/// worst first; and the loss on a CPU with SSSE3 and without AVX2 if the feature is off.
pub(crate) fn losses(results: &Results) -> String {
    let machine = &results.machine;
    let (mut rows, mut lost) = (0, Vec::<Pair<'_>>::new());
    for narrow in machine.backends.iter().filter(|name| **name != machine.active) {
        let pairs = pairs(results, |table, row| results.on_active(table, row), narrow);
        rows = rows.max(pairs.len());
        for (title, wider, narrower) in pairs {
            if ratio(narrower, wider) <= NOTABLE {
                continue;
            }
            match lost.iter_mut().find(|(_, row, _)| std::ptr::eq(*row, wider)) {
                Some((.., best)) if ratio(narrower, best) > 1.0 => *best = narrower,
                Some(_) => {}
                None => lost.push((title, wider, narrower)),
            }
        }
    }
    lost.sort_by(|a, b| ratio(b.2, b.1).total_cmp(&ratio(a.2, a.1)));
    let mut text =
        format!("A narrower backend is faster by more than 10% in {} of {rows} cases.", lost.len());
    if !lost.is_empty() {
        text.push('\n');
    }
    for (title, wider, narrower) in &lost {
        let (times, row) = (times(narrower, wider, factor), &wider.row);
        let _ = write!(text, "\n* {title}, `{row}`: {} is {times} as fast", narrower.backend);
    }
    let speeds = speeds(results, "ssse3", "sse2");
    if let Some((most, of)) = speeds.last() {
        let more = speeds.iter().filter(|(speed, _)| *speed > NOTABLE).count();
        let _ = write!(
            text,
            "\n\nA CPU with SSSE3 and without AVX2 runs SSE2 without the feature `ssse3`. SSSE3 is faster by more than 10% in {more} of {} cases: {} in \
             the median, {} at most ({of}).",
            speeds.len(),
            factor(median(&speeds)),
            factor(*most),
        );
    }
    text + "\n"
}

/// The speed of each row on a wide backend relative to a narrow one, with the row's name, the
/// slowest first.
fn speeds(results: &Results, wide: &str, narrow: &str) -> Vec<(f64, String)> {
    let named = |(title, wider, narrower): Pair<'_>| {
        (ratio(wider, narrower), format!("{title}, `{}`", wider.row))
    };
    let pairs = pairs(results, |table, row| table.row(row, wide), narrow);
    let mut speeds: Vec<_> = pairs.into_iter().map(named).collect();
    speeds.sort_by(|a, b| a.0.total_cmp(&b.0));
    speeds
}

fn median(speeds: &[(f64, String)]) -> f64 {
    middle(&speeds.iter().map(|(speed, _)| *speed).collect::<Vec<_>>())
}

/// Every backend of a machine, compared with the next narrower one.
pub(crate) fn table(results: &Results) -> String {
    let mut text =
        "| backend | beside | cases | slower by more than 10% | speed in the median | at worst |\n\
        | --- | --- | ---: | ---: | ---: | --- |\n"
            .to_owned();
    for names in results.machine.backends.windows(2) {
        let [narrow, wide] = names else { continue };
        let speeds = speeds(results, wide, narrow);
        let Some((worst, of)) = speeds.first() else { continue };
        let slower = speeds.iter().filter(|(speed, _)| *speed * NOTABLE < 1.0).count();
        let _ = writeln!(
            text,
            "| {wide} | {narrow} | {} | {slower} | {} | {}: {of} |",
            speeds.len(),
            factor(median(&speeds)),
            factor(*worst),
        );
    }
    text
}
