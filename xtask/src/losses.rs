//! The cases in which a peer is faster than this library.

use std::fmt::Write;

use crate::lines;
use crate::peers::peers;
use crate::results::{Length, Results, Row, middle, round, variation};

/// A peer's call and our equivalent call.
pub(crate) struct Pair {
    /// The task and its input.
    place: String,
    peer: String,
    our: String,
    /// Our speed relative to the peer.
    ratio: f64,
    /// The largest deviation of a pass.
    spread: f64,
}

/// Every pair that a machine has measured, on the active backend.
pub(crate) fn pairs(results: &Results) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for table in &results.lines {
        let is_ours = |figure: &&Row| figure.backend == lines::ACTIVE;
        for our in table.figures.iter().filter(is_ours) {
            for peer in peers(&our.row).iter().filter_map(|peer| table.row(peer, "")) {
                let ratios = lines::ratios(our, peer);
                pairs.push(Pair {
                    place: table.title(),
                    peer: peer.row.clone(),
                    our: our.row.clone(),
                    ratio: middle(&ratios),
                    spread: variation(&ratios),
                });
            }
        }
    }
    pairs
}

/// Of all lengths up to 300 bytes, on the active backend: how many points are lost, of how many, and
/// the worst one.
pub(crate) fn of_lengths(results: &Results) -> Option<(usize, usize, &Length)> {
    let rows = || results.lengths.iter().filter(|length| length.backend == lines::ACTIVE);
    // The text begins with the ratio.
    let ratio = |length: &Length| -> f64 {
        let number = length.worst.split('x').next().and_then(|number| number.parse().ok());
        number.unwrap_or(f64::MAX)
    };
    let worst = rows().min_by(|a, b| ratio(a).total_cmp(&ratio(b)))?;
    Some((rows().map(|row| row.lost).sum(), rows().map(|row| row.points).sum(), worst))
}

/// The number of pairs that a peer wins, and a list of the worst, at most `listed`.
pub(crate) fn lost(pairs: &[Pair], listed: usize) -> String {
    let mut lost: Vec<&Pair> = pairs.iter().filter(|pair| pair.ratio < 1.0).collect();
    lost.sort_by(|a, b| a.ratio.total_cmp(&b.ratio));
    let mut text = format!(
        "a peer's call is faster than our equivalent call in {} of {} cases (calls without an equivalent are compared with decoding)",
        lost.len(),
        pairs.len()
    );
    text += match lost.len() {
        0 => ".\n",
        len if len > listed => "; the worst:\n\n",
        _ => ":\n\n",
    };
    for Pair { place, peer, our, ratio, spread } in lost.iter().take(listed) {
        let times = round(1.0 / ratio);
        let note = if *spread > lines::NOTABLE {
            format!(" (±{:.0}%)", 100.0 * spread)
        } else {
            String::new()
        };
        let _ = writeln!(text, "* {place}: `{peer}` is {times}x as fast as our `{our}`{note}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{lost, of_lengths, pairs};
    use crate::results::Results;
    use crate::results::tests::{lines, machine, run};

    #[test]
    fn a_peer_that_is_faster_is_named() {
        let mut results = Results::new(machine("A", "avx2"));
        results.merge(run("1"), lines("a.log", 60.0), false).unwrap();
        let text = lost(&pairs(&results), 5);
        assert!(text.contains("in 1 of 1 cases"), "{text}");
        assert!(
            text.contains(
                "a.log, decode: `percent-encoding, Cow` is 2.00x as fast as our `decode (Cow)`"
            ),
            "{text}"
        );
        let (lost, points, worst) = of_lengths(&results).unwrap();
        assert_eq!((lost, points, &*worst.row), (1, 301, "decode (Cow)"));
    }
}
