//! Every length from 0 to 300 bytes, against `percent-encoding`'s best call: *into a buffer* and
//! *appended* against the faster of its iterator into a buffer and its Cow, a Cow against its Cow.

use super::Options;
use super::common::corpus::{Random, fill, to_decode, to_encode, triplet};
use super::decode;
use super::encode;
use super::input::PLAIN;
use super::peers::{ITERATOR, PEER};
use super::set::{Column, Figure, Set};

const LONGEST: usize = 300;
const CONTENTS: [&str; 4] = ["clean", "one escape", "dense", "cyrillic"];
/// Distinct inputs of a length.
const INPUTS: usize = 128;
const ROUNDS: usize = 9;

/// One row at one length against the peer's best call.
struct Point {
    name: String,
    column: &'static str,
    place: String,
    ours: f64,
    best: f64,
}

impl Point {
    /// Slower by more than 5% and more than 1 ns: less than that is noise.
    fn is_lost(&self) -> bool {
        self.ours > self.best * 1.05 && self.ours > self.best + 1.0
    }
}

/// The summary of all points of a row.
pub(crate) struct Summary {
    pub(crate) name: String,
    pub(crate) column: &'static str,
    pub(crate) points: usize,
    pub(crate) lost: usize,
    /// The worst point, as text.
    pub(crate) worst: String,
}

/// Verifies every call at every length, and times them.
pub(crate) fn summaries(options: &Options) -> Vec<Summary> {
    let inputs = if options.measure { INPUTS } else { 2 };
    let mut points = Vec::new();
    for (direction, content) in ["decode", "encode"]
        .into_iter()
        .flat_map(|direction| CONTENTS.map(|content| (direction, content)))
    {
        eprintln!("lines: lengths, {direction}, {content}");
        for len in 0..=LONGEST {
            let random = &mut Random::new(len as u64 + 1);
            let pool: Vec<Vec<u8>> =
                (0..inputs).map(|_| input(direction, content, len, random)).collect();
            let lines: Vec<&[u8]> = pool.iter().map(|line| &**line).collect();
            let mut set = Set::new(lines.len());
            let decoding = direction == "decode";
            let expected =
                if decoding { PLAIN.expected(&lines).0 } else { encode::expected(&lines) };
            if decoding {
                decode::peer(&mut set, &lines, &expected);
            } else {
                encode::peer(&mut set, &lines, &expected);
            }
            for column in Column::all(options.backend) {
                set.enter(column);
                if decoding {
                    decode::bytes(&mut set, column, PLAIN, &lines, &expected);
                } else {
                    encode::bytes(&mut set, column, &lines, &expected);
                }
            }
            if options.measure {
                compare(
                    &set.measure(ROUNDS),
                    &format!("{direction}, {content}, {len} bytes"),
                    &mut points,
                );
            } else {
                set.verified();
            }
        }
    }
    summarize(&points)
}

/// An input of a length; its one escape, if it has one, is anywhere.
fn input(direction: &str, content: &str, len: usize, random: &mut Random) -> Vec<u8> {
    let decoding = direction == "decode";
    let make = if decoding { to_decode } else { to_encode };
    match content {
        "one escape" => {
            let mut line = make("clean", len, random);
            let escape: &[u8] = if decoding { b"%2C" } else { b" " };
            if len >= escape.len() {
                let at = random.below(len - escape.len() + 1);
                line[at..at + escape.len()].copy_from_slice(escape);
            }
            line
        }
        "dense" if decoding => fill(len, random, |out, random| triplet(out, random.next() as u8)),
        "dense" => make("solid", len, random),
        _ => make(content, len, random),
    }
}

fn compare(figures: &[Figure], place: &str, points: &mut Vec<Point>) {
    let peer = |name: &str| {
        figures.iter().find(|figure| figure.name == name).map_or(f64::NAN, |figure| figure.least)
    };
    let (cow, iterator) = (peer(PEER), peer(ITERATOR));
    for figure in figures.iter().filter(|figure| !figure.column.is_empty()) {
        let best = if figure.name.contains("(Cow)") { cow } else { cow.min(iterator) };
        let (name, place) = (figure.name.clone(), place.to_owned());
        points.push(Point { name, column: figure.column, place, ours: figure.least, best });
    }
}

fn summarize(points: &[Point]) -> Vec<Summary> {
    let mut summaries: Vec<Summary> = Vec::new();
    for point in points {
        if !summaries
            .iter()
            .any(|summary| (&summary.name, summary.column) == (&point.name, point.column))
        {
            let same = || {
                points
                    .iter()
                    .filter(|other| (&other.name, other.column) == (&point.name, point.column))
            };
            let worst = same()
                .max_by(|a, b| (a.ours / a.best).total_cmp(&(b.ours / b.best)))
                .unwrap_or(point);
            summaries.push(Summary {
                name: point.name.clone(),
                column: point.column,
                points: same().count(),
                lost: same().filter(|point| point.is_lost()).count(),
                worst: format!(
                    "{:.2}x: {} ({:.1} to {:.1} ns)",
                    worst.best / worst.ours,
                    worst.place,
                    worst.ours,
                    worst.best
                ),
            });
        }
    }
    summaries
}
