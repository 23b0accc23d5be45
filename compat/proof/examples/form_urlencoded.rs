//! How fast the drop-in for `form_urlencoded` is beside the original: the two take turns, each keeps the best of many rounds, and the ratio counts.
//!
//! `cargo run --release -p proof --example form_urlencoded [FILTER [ROUNDS]]`

use std::cell::RefCell;
use std::hint::black_box;
use std::time::{Duration, Instant};

use original_form_urlencoded as original;
use ours_form_urlencoded as ours;

/// Inputs of each kind and size, so that no branch is learnt by heart.
const VARIANTS: usize = 256;
const SIZES: [usize; 18] = [0, 1, 2, 3, 4, 6, 8, 12, 16, 20, 24, 32, 48, 64, 128, 256, 1024, 16384];
/// The shortest time that is measured at once.
const ROUND: Duration = Duration::from_micros(200);

/// xorshift64*: the same inputs in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        ((u128::from(self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)) * bound as u128) >> 64) as usize
    }

    fn pick(&mut self, choices: &[u8]) -> u8 {
        choices[self.below(choices.len())]
    }
}

const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._*";

type Make = fn(&mut Random, usize) -> Vec<u8>;

/// What is parsed.
const FORMS: &[(&str, Make)] = &[
    ("one clean name", |random, len| (0..len).map(|_| random.pick(LETTERS)).collect()),
    ("clean pairs", |random, len| pairs(random, len, |random, text| text.push(random.pick(LETTERS)))),
    // Names and values; an eighth of the bytes are triplets of punctuation.
    ("query-like", |random, len| {
        let mut text = Vec::new();
        while text.len() < len {
            match random.below(100) {
                0..=3 => text.push(b'='),
                4..=6 => text.push(b'&'),
                7..=11 => text.extend([b"%20", b"%2F", b"%3A", b"%2C", b"%22", b"%3D"][random.below(6)]),
                _ => text.push(random.pick(LETTERS)),
            }
        }
        text.truncate(len);
        text
    }),
    ("short escaped pairs", |random, len| {
        pairs(random, len, |random, text| match random.below(16) {
            0 => text.push(b'+'),
            1 => text.extend([b"%20", b"%2C", b"%C3", b"%2F", b"%26"][random.below(4)]),
            _ => text.push(random.pick(LETTERS)),
        })
    }),
    ("one escaped value", |random, len| {
        let mut text = b"q=".to_vec();
        while text.len() < len {
            match random.below(8) {
                0 => text.push(b'+'),
                1 => text.extend(b"%2C"),
                _ => text.push(random.pick(LETTERS)),
            }
        }
        text.truncate(len);
        text
    }),
    ("Cyrillic", |random, len| pairs(random, len, |random, text| text.extend(format!("%D0%{:02X}", 0xB0 + random.below(16)).into_bytes()))),
    ("flags", |random, len| (0..len).map(|_| random.pick(b"ab&&&=")).collect()),
    ("raw UTF-8", |random, len| pairs(random, len - len % 2, |random, text| text.extend([0xD0, 0xB0 + random.below(16) as u8]))),
    ("not UTF-8", |random, len| {
        pairs(random, len, |random, text| if random.below(8) == 0 { text.push(0xFF) } else { text.push(random.pick(LETTERS)) })
    }),
];

/// Names of 1 to 8 units and values of 0 to 16.
fn pairs(random: &mut Random, len: usize, unit: impl Fn(&mut Random, &mut Vec<u8>)) -> Vec<u8> {
    let mut text = Vec::new();
    while text.len() < len {
        for _ in 0..=random.below(8) {
            unit(random, &mut text);
        }
        text.push(b'=');
        for _ in 0..random.below(17) {
            unit(random, &mut text);
        }
        text.push(b'&');
    }
    text.truncate(len);
    text
}

/// What is serialized: text.
const TEXTS: &[(&str, Make)] = &[
    ("clean", |random, len| (0..len).map(|_| random.pick(LETTERS)).collect()),
    ("text", |random, len| (0..len).map(|_| if random.below(8) == 0 { random.pick(b"  ,/&:'?") } else { random.pick(LETTERS) }).collect()),
    ("spaces", |random, len| (0..len).map(|_| random.pick(b"a ")).collect()),
    ("dense", |_, len| "абвгдежзийклмноп".bytes().cycle().take(len - len % 2).collect()),
    ("rare", |random, len| (0..len).map(|_| if random.below(100) == 0 { b' ' } else { random.pick(LETTERS) }).collect()),
];

fn time(run: &mut dyn FnMut(), repeats: usize) -> Duration {
    let start = Instant::now();
    for _ in 0..repeats {
        run();
    }
    start.elapsed()
}

/// What of the program's arguments matters: which names are run, and for how many rounds.
struct Wanted {
    filter: String,
    rounds: usize,
}

/// Prints the time of one call of each, in nanoseconds, and how many times as fast ours is.
fn compare(wanted: &Wanted, name: &str, original: &mut dyn FnMut(), ours: &mut dyn FnMut()) {
    let mut repeats = 1;
    while time(original, repeats) < ROUND {
        repeats *= 2;
    }
    let mut best = [Duration::MAX; 2];
    for round in 0..wanted.rounds {
        for turn in 0..2 {
            let who = (round + turn) % 2;
            let taken = if who == 0 { time(original, repeats) } else { time(ours, repeats) };
            best[who] = best[who].min(taken);
        }
    }
    let [original, ours] = best.map(|best| best.as_secs_f64() * 1e9 / (repeats * VARIANTS) as f64);
    let ratio = original / ours;
    println!("{name:44} {original:10.1} {ours:10.1} {ratio:6.2}{}", if ratio < 0.98 { "  SLOWER" } else { "" });
}

macro_rules! compare {
    ($wanted:expr, $name:expr, $inputs:expr, $krate:ident, |$input:ident| $run:expr) => {
        let name = $name;
        if name.contains(&$wanted.filter) {
            let inputs = &$inputs;
            compare(
                $wanted,
                &name,
                &mut || {
                    use original as $krate;
                    for $input in inputs {
                        black_box($run);
                    }
                },
                &mut || {
                    use ours as $krate;
                    for $input in inputs {
                        black_box($run);
                    }
                },
            );
        }
    };
}

fn forms(make: Make, size: usize) -> Vec<Vec<u8>> {
    let mut random = Random(size as u64 + 1);
    (0..VARIANTS).map(|_| make(&mut random, size)).collect()
}

fn texts(make: Make, size: usize) -> Vec<String> {
    forms(make, size).into_iter().map(|text| String::from_utf8(text).expect("texts are UTF-8")).collect()
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let filter = arguments.next().unwrap_or_default();
    let rounds = arguments.next().map_or(40, |rounds| rounds.parse().expect("a number of rounds"));
    let wanted = &Wanted { filter, rounds };
    println!("{:44} {:>10} {:>10} {:>6}", "nanoseconds", "original", "ours", "ratio");
    for (kind, make) in FORMS {
        for size in SIZES {
            compare!(wanted, format!("parse/{kind}/{size}"), forms(*make, size), krate, |input| {
                for pair in krate::parse(input) {
                    black_box(pair);
                }
            });
            compare!(wanted, format!("parse first/{kind}/{size}"), forms(*make, size), krate, |input| krate::parse(input).next());
            compare!(wanted, format!("parse owned/{kind}/{size}"), forms(*make, size), krate, |input| {
                krate::parse(input).into_owned().for_each(|pair| drop(black_box(pair)));
            });
        }
    }
    for (kind, make) in TEXTS {
        for size in SIZES {
            serializing(wanted, kind, size, *make);
        }
    }
}

fn serializing(wanted: &Wanted, kind: &str, size: usize, make: Make) {
    compare!(wanted, format!("bytes next/{kind}/{size}"), texts(make, size), krate, |text| {
        for chunk in krate::byte_serialize(text.as_bytes()) {
            black_box(chunk);
        }
    });
    compare!(wanted, format!("bytes first/{kind}/{size}"), texts(make, size), krate, |text| krate::byte_serialize(text.as_bytes()).next());
    compare!(wanted, format!("bytes collect/{kind}/{size}"), texts(make, size), krate, |text| {
        krate::byte_serialize(text.as_bytes()).collect::<String>()
    });
    let out = RefCell::new(String::new());
    compare!(wanted, format!("bytes extend/{kind}/{size}"), texts(make, size), krate, |text| {
        let mut out = out.borrow_mut();
        out.clear();
        out.extend(krate::byte_serialize(text.as_bytes()));
    });
    compare!(wanted, format!("append_pair new/{kind}/{size}"), texts(make, size), krate, |text| {
        krate::Serializer::new(String::new()).append_pair("name", text).finish()
    });
    compare!(wanted, format!("append_pair/{kind}/{size}"), texts(make, size), krate, |text| {
        let mut out = out.borrow_mut();
        out.clear();
        krate::Serializer::new(&mut *out).append_pair("name", text).finish();
    });
    compare!(wanted, format!("extend_pairs/{kind}/{size}"), texts(make, size), krate, |text| {
        krate::Serializer::new(String::new()).extend_pairs([("a", text.as_str()), ("name", text), (text, "1"), ("b", "")]).finish()
    });
}
