//! What a reader should know against this library: the cases that it loses, how far the figures
//! spread, and the one figure that hides both.

use std::fmt::Write;

use crate::criterion::{Measured, groups};
use crate::lines;
use crate::results::{Results, Row, middle, round, variation};

/// The faces of ours that a peer's call is held against: a result of the same kind, allocated or
/// appended as the peer's is. The first that the group has counts.
const FACES: [(&str, &[&str]); 22] = [
    ("percent-encoding, Cow", &["Cow"]),
    ("percent-encoding decode_utf8, Cow", &["utf8 strict, Cow"]),
    ("percent-encoding decode_utf8_lossy, Cow", &["utf8 lossy, Cow"]),
    ("percent-encoding after replacing +, Cow", &["Cow"]),
    ("urlencoding, Cow", &["Cow"]),
    ("urlencoding decode, Cow", &["utf8 strict, Cow"]),
    ("form_urlencoded, append to a String", &["append to a String"]),
    ("form_urlencoded, parse", &["Cow"]),
    ("form_urlencoded, pairs of Cow", &["pairs of Cow"]),
    ("serde_urlencoded, from_bytes", &["from_bytes"]),
    ("serde_urlencoded, to_string", &["to_string"]),
    ("fluent-uri, parse and normalize", &["Cow"]),
    ("url-escape, Cow", &["utf8 lossy, Cow"]),
    ("url-escape, append to a Vec", &["append to a Vec"]),
    ("url-escape, append to a String", &["append to a String"]),
    ("fluent-uri, Cow", &["Cow"]),
    ("fluent-uri to_string, Cow", &["utf8 strict, Cow"]),
    ("fluent-uri, append to an EString", &["append to a String"]),
    ("pct-str, String", &["utf8 strict, Cow", "Cow"]),
    ("memchr, %", &["the active backend, any %"]),
    ("memchr2, % or +", &["the active backend, any % or +"]),
    // It only validates: beside, not against.
    ("simdutf8, validation only", &[]),
];

/// Does more than the peer that its table has.
const PARSED_AND_RESOLVED: &str = "RequestLine::parse, path::STRICT.resolve";

/// A peer's call, and our call that gives the same.
pub(crate) struct Pair {
    /// What is done, to what.
    place: String,
    peer: String,
    our: String,
    /// How many times as fast as the peer we are.
    ratio: f64,
    /// How much it varies.
    spread: f64,
}

/// Every pair that a machine has measured, on the active backend.
pub(crate) fn pairs(results: &Results, figures: &[Measured]) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for table in &results.lines {
        let is_ours =
            |figure: &&Row| figure.backend == lines::ACTIVE && figure.row != PARSED_AND_RESOLVED;
        for our in table.figures.iter().filter(is_ours) {
            for peer in lines::peers(&our.row).iter().filter_map(|peer| table.row(peer, "")) {
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
    for (_, group) in groups(figures) {
        for (peer, faces) in FACES {
            let figure =
                |subject: &str| group.iter().find(|result| result.subject == subject).copied();
            if let (Some(peer), Some(our)) =
                (figure(peer), faces.iter().find_map(|face| figure(face)))
            {
                pairs.push(Pair {
                    place: peer.group.clone(),
                    peer: peer.subject.clone(),
                    our: our.subject.clone(),
                    ratio: peer.nanoseconds / our.nanoseconds,
                    spread: peer.spread.max(our.spread),
                });
            }
        }
    }
    pairs
}

/// How many pairs a peer wins, and the worst of them, this many at most.
pub(crate) fn lost(pairs: &[Pair], listed: usize) -> String {
    let mut lost: Vec<&Pair> = pairs.iter().filter(|pair| pair.ratio < 1.0).collect();
    lost.sort_by(|a, b| a.ratio.total_cmp(&b.ratio));
    let mut text = format!(
        "a peer's call is faster than ours that gives the same (or, where no peer has such a call, than decoding alone) in {} of {} cases",
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

/// How far the samples of a figure lie apart.
pub(crate) fn spread(results: &[Measured]) -> String {
    let mut spreads: Vec<f64> = results.iter().map(|result| result.spread).collect();
    spreads.sort_by(f64::total_cmp);
    let at = |percent: usize| {
        spreads.get(spreads.len() * percent / 100).map_or(f64::NAN, |spread| 100.0 * spread)
    };
    format!(
        "Spread (median absolute deviation, as a part of the median) over all {} figures: half of them below {:.1}%, 95% of them below {:.1}%.\n",
        spreads.len(),
        at(50),
        at(95)
    )
}

/// One figure for each peer, over everything.
pub(crate) fn means(results: &[Measured]) -> String {
    const OURS: [&str; 3] = ["Cow", "utf8 strict, Cow", "utf8 lossy, Cow"];
    let mut text = "How many times as fast as a peer our `Cow` is, over all groups that have both. **This depends on the choice of the\n\
                    cases, which is ours, and hides the losses above. Look for a case like yours instead.**\n\n| peer | times | groups |\n| --- | ---: | ---: |\n"
        .to_owned();
    for peer in [
        "percent-encoding",
        "urlencoding",
        "form_urlencoded",
        "url-escape",
        "pct-str",
        "fluent-uri",
    ] {
        let mut ratios = Vec::new();
        for (_, group) in groups(results) {
            let our =
                OURS.iter().find_map(|name| group.iter().find(|result| result.subject == *name));
            let theirs = group
                .iter()
                .filter(|result| is_call_of(&result.subject, peer))
                .map(|result| result.nanoseconds);
            if let (Some(our), Some(theirs)) = (our, theirs.min_by(f64::total_cmp)) {
                ratios.push(theirs / our.nanoseconds);
            }
        }
        if let Some(mean) = geometric_mean(&ratios) {
            let _ = writeln!(text, "| {peer} | {} | {} |", round(mean), ratios.len());
        }
    }
    text
}

/// Whether a row is a call of that crate: `NAME, HOW` or `NAME FUNCTION, HOW`.
fn is_call_of(subject: &str, peer: &str) -> bool {
    subject.strip_prefix(peer).is_some_and(|rest| rest.starts_with([',', ' ']))
}

fn geometric_mean(ratios: &[f64]) -> Option<f64> {
    (!ratios.is_empty())
        .then(|| (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp())
}

#[cfg(test)]
mod tests {
    use super::{Measured, geometric_mean, lost, means, pairs};
    use crate::machine::Machine;
    use crate::results::Results;

    fn measured(subject: &str, nanoseconds: f64) -> Measured {
        Measured {
            group: "decode/clean/16".to_owned(),
            subject: subject.to_owned(),
            nanoseconds,
            spread: 0.01,
            calls: 64.0,
            bytes: 65536.0,
        }
    }

    #[test]
    fn the_geometric_mean_of_ratios() {
        assert_eq!(geometric_mean(&[]), None);
        let mean = geometric_mean(&[2.0, 8.0]).unwrap();
        assert!((mean - 4.0).abs() < 1e-9, "{mean}");
    }

    #[test]
    fn a_peer_that_is_faster_is_named() {
        let figures = [
            measured("Cow", 30.0),
            measured("urlencoding, Cow", 20.0),
            measured("percent-encoding, Cow", 40.0),
        ];
        let none = Results::new(Machine::here(None));
        let text = lost(&pairs(&none, &figures), 5);
        assert!(text.contains("in 1 of 2 cases"), "{text}");
        assert!(
            text.contains("decode/clean/16: `urlencoding, Cow` is 1.50x as fast as our `Cow`"),
            "{text}"
        );
    }

    #[test]
    fn means_take_the_fastest_call_of_a_peer() {
        let text = means(&[
            measured("Cow", 10.0),
            measured("url-escape, Cow", 30.0),
            measured("url-escape, append to a Vec", 20.0),
        ]);
        assert!(text.contains("| url-escape | 2.00 | 1 |"), "{text}");
    }
}
