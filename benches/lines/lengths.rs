//! Every length from 0 to 300 bytes, against `percent-encoding`'s best call: *into a buffer* and
//! *appended* against the faster of its iterator into a buffer and its Cow, a Cow against its Cow,
//! *display* and *to_string* against its own.

use super::Options;
use super::decode;
use super::encode;
use super::input::Plain;
use super::set::{Column, Set};
use oracle::random::Random;
use percent_simd_benches::figures::{Length, Row, UP_TO_SHORT};
use percent_simd_benches::peers::{DISPLAY, ITERATOR, PEER, TO_STRING};
use support::corpus::{fill, to_decode, to_encode, triplet};

const LONGEST: usize = 300;
const CONTENTS: [&str; 4] = ["clean", "one escape", "dense", "cyrillic"];
/// Segments, cookies, values of header fields.
const SHORT: usize = 24;
/// Distinct inputs of a length.
const INPUTS: usize = 128;
/// Distinct inputs of a short length. A CPU learns the branches of some hundred by heart, or does not, by
/// the layout of the program: a loop over bytes then takes 4 ns or 12.
const SHORT_INPUTS: usize = 4096;
const ROUNDS: usize = 9;

/// Verifies every call at every length, and times them.
pub(crate) fn lengths(options: &Options) -> Vec<Length> {
    let mut lengths = Lengths::default();
    for (is_decoding, direction) in [(true, "decode"), (false, "encode")] {
        for content in CONTENTS {
            eprintln!("lines: lengths, {direction}, {content}");
            for len in 0..=LONGEST {
                let inputs = match len {
                    _ if !options.measures() => 2,
                    ..=SHORT => SHORT_INPUTS,
                    _ => INPUTS,
                };
                let random = &mut Random::new(len as u64 + 1);
                let input = |_| input(is_decoding, content, len, random);
                let pool: Vec<Vec<u8>> = (0..inputs).map(input).collect();
                let lines: Vec<&[u8]> = pool.iter().map(|line| &**line).collect();
                let mut set = Set::new(lines.len());
                let expected =
                    if is_decoding { Plain::expected(&lines).0 } else { encode::expected(&lines) };
                let peer = if is_decoding { decode::peer } else { encode::peer };
                peer(&mut set, &lines, &expected);
                if !is_decoding {
                    encode::formatting_peers(&mut set, &lines, &expected);
                }
                for column in Column::all(options.backend) {
                    set.enter(column);
                    if is_decoding {
                        decode::bytes::<false, false>(&mut set, &lines, &expected);
                    } else {
                        encode::bytes(&mut set, &lines, &expected);
                        encode::formatted(&mut set, &lines, &expected);
                    }
                }
                if options.measures() {
                    let place = format!("{direction}, {content}, length {len}");
                    let rows = set.measure(ROUNDS);
                    lengths.add("", &rows, &place);
                    let least = if content == "clean" { 0 } else { escape_len(is_decoding) };
                    if (least..=SHORT).contains(&len) && content != "cyrillic" {
                        lengths.add(UP_TO_SHORT, &rows, &place);
                    }
                } else {
                    set.verified();
                }
            }
        }
    }
    lengths.0.into_iter().map(|(length, _)| length).collect()
}

/// The length of an escaped unit: a triplet, or a byte.
const fn escape_len(is_decoding: bool) -> usize {
    if is_decoding { "%2C".len() } else { 1 }
}

/// An input of a length; its one escape, if it has one, is anywhere.
fn input(is_decoding: bool, content: &str, len: usize, random: &mut Random) -> Vec<u8> {
    let make = if is_decoding { to_decode } else { to_encode };
    match content {
        "one escape" => {
            let mut line = make("clean", len, random);
            let escape: &[u8] = if is_decoding { b"%2C" } else { b" " };
            if len >= escape.len() {
                let at = random.below(len - escape.len() + 1);
                line[at..at + escape.len()].copy_from_slice(escape);
            }
            line
        }
        "dense" if is_decoding => fill(len, random, |out, random| triplet(out, random.byte())),
        "dense" => make("solid", len, random),
        _ => make(content, len, random),
    }
}

/// The summary of each row, and its worst ratio so far.
#[derive(Default)]
struct Lengths(Vec<(Length, f64)>);

impl Lengths {
    /// Adds every row of ours at one length, with a suffix to its name.
    fn add(&mut self, suffix: &str, rows: &[Row], place: &str) {
        let of = |name: &str| {
            rows.iter().find(|row| row.row == name).map_or(f64::NAN, |row| row.least[0])
        };
        let (cow, iterator) = (of(PEER), of(ITERATOR));
        for Row { row, backend, least } in rows.iter().filter(|row| !row.backend.is_empty()) {
            let best = match &**row {
                "display" => of(DISPLAY),
                "to_string" => of(TO_STRING),
                row if row.contains("(Cow)") => cow,
                _ => cow.min(iterator),
            };
            let ours = least[0];
            let row = format!("{row}{suffix}");
            let is_same =
                |known: &(Length, f64)| (&known.0.row, &known.0.backend) == (&row, backend);
            let at = self.0.iter().position(is_same).unwrap_or_else(|| {
                let (row, backend) = (row.clone(), backend.clone());
                let length = Length { row, backend, points: 0, lost: 0, worst: String::new() };
                self.0.push((length, f64::INFINITY));
                self.0.len() - 1
            });
            let (length, worst) = &mut self.0[at];
            length.points += 1;
            // Slower by more than 5% and more than 1 ns: less than that is noise.
            length.lost += usize::from(ours > best * 1.05 && ours > best + 1.0);
            if best / ours < *worst {
                *worst = best / ours;
                length.worst = format!("{worst:.2}x: {place} ({ours:.1} against {best:.1} ns)");
            }
        }
    }
}
