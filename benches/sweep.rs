//! A sweep over sizes and contents, to show cliffs: every backend into a buffer, our Cow, that of
//! `percent-encoding`, and memcpy, into target/sweep.csv.
//!
//! No criterion: these are thousands of points, each worth a few milliseconds. A point is a pool of
//! distinct inputs, and its time the median over batches of one call for each input. Every length
//! from 0 to 300 bytes by every entry, against the peer's best call, is in the benchmark `lines`.

mod common;

use std::error::Error;
use std::fmt::Write;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use common::corpus::{Random, fill, triplet};
use common::peers;
use percent_simd::{Backend, Decoder, Encoder, decode, encode, sets};

const SIZES: [usize; 41] = [
    0, 1, 2, 3, 4, 6, 8, 12, 16, 17, 24, 31, 32, 33, 48, 63, 64, 65, 80, 96, 127, 128, 129, 160,
    192, 256, 257, 320, 384, 448, 512, 513, 640, 768, 1024, 1280, 1536, 2048, 2560, 3072, 4096,
];

/// What the inputs look like.
#[derive(Clone, Copy)]
enum Content {
    /// So many units of a hundred are triplets (to encode: bytes to be escaped).
    Escapes(usize),
    /// So many units of a hundred are a `%` that begins no triplet, one in eight is a triplet.
    Malformed(usize),
    /// Blocks of this many bytes, without and with nothing but triplets in turn.
    Alternating(usize),
    /// Clean, but for a `%` at the end of every 64 bytes: each a triplet that lies across two
    /// blocks.
    BlockEnds,
    /// `%4%4%4`.
    Stray,
}

const TO_DECODE: [Content; 16] = [
    Content::Escapes(0),
    Content::Escapes(1),
    Content::Escapes(5),
    Content::Escapes(12),
    Content::Escapes(25),
    Content::Escapes(50),
    Content::Escapes(75),
    Content::Escapes(100),
    Content::Malformed(1),
    Content::Malformed(10),
    Content::Malformed(50),
    Content::Malformed(100),
    Content::Alternating(64),
    Content::Alternating(256),
    Content::BlockEnds,
    Content::Stray,
];

const TO_ENCODE: [Content; 11] = [
    Content::Escapes(0),
    Content::Escapes(1),
    Content::Escapes(5),
    Content::Escapes(12),
    Content::Escapes(25),
    Content::Escapes(50),
    Content::Escapes(75),
    Content::Escapes(100),
    Content::Alternating(64),
    Content::Alternating(256),
    Content::BlockEnds,
];

impl Content {
    fn name(self) -> String {
        match self {
            Self::Escapes(percent) => format!("escapes {percent}%"),
            Self::Malformed(percent) => format!("malformed {percent}%"),
            Self::Alternating(block) => format!("alternating {block}"),
            Self::BlockEnds => "a % at block ends".to_owned(),
            Self::Stray => "%4%4%4".to_owned(),
        }
    }

    /// The empty input is the same whatever it does not contain: it is measured once.
    fn sizes(self) -> impl Iterator<Item = usize> {
        SIZES.into_iter().filter(move |&size| size > 0 || matches!(self, Self::Escapes(0)))
    }

    fn to_decode(self, len: usize, random: &mut Random) -> Vec<u8> {
        fill(len, random, |out, random| {
            let escape = |out: &mut Vec<u8>, random: &mut Random| triplet(out, random.next() as u8);
            match self {
                Self::Escapes(percent) if random.below(100) < percent => escape(out, random),
                Self::Malformed(percent) if random.below(100) < percent => {
                    out.extend(random.of::<&[u8]>(&[b"%", b"%z", b"%4g", b"%%"]))
                }
                Self::Malformed(_) if random.below(8) == 0 => escape(out, random),
                // The dense blocks begin where a unit ends: nearly at the block's start.
                Self::Alternating(block) if out.len() / block % 2 == 1 => escape(out, random),
                Self::BlockEnds if out.len() % 64 == 63 => escape(out, random),
                Self::Stray => out.extend(b"%4"),
                _ => out.push(random.plain()),
            }
        })
    }

    fn to_encode(self, len: usize, random: &mut Random) -> Vec<u8> {
        fill(len, random, |out, random| {
            let escaped = match self {
                Self::Escapes(percent) => random.below(100) < percent,
                Self::Alternating(block) => out.len() / block % 2 == 1,
                _ => out.len() % 64 == 63,
            };
            let byte = if escaped { random.of(b" \"<>#%&\xC3\xA9\xFF") } else { random.plain() };
            out.push(byte);
        })
    }
}

/// How long a point is measured at least, how many batches, and how long a batch lasts at least
/// (reading the clock takes some time, too).
const TIME: Duration = Duration::from_millis(4);
const BATCHES: usize = 9;
const BATCH: f64 = 20_000.0;

struct Sweep {
    /// Whether to measure; else each call is only verified.
    measure: bool,
    csv: String,
}

impl Sweep {
    /// Verifies a call's output for each input, and writes its time per call.
    fn point(
        &mut self,
        place: &str,
        subject: &str,
        pool: &[Vec<u8>],
        expected: &[Vec<u8>],
        mut call: impl FnMut(&[u8], &[u8], bool),
    ) {
        pool.iter().zip(expected).for_each(|(input, expected)| call(input, expected, true));
        if !self.measure {
            return;
        }
        let mut batch = |rounds: usize| {
            let start = Instant::now();
            for input in (0..rounds).flat_map(|_| pool) {
                call(black_box(input), &[], false);
            }
            start.elapsed().as_nanos() as f64 / (rounds * pool.len()) as f64
        };
        let rounds = (BATCH / (batch(1) * pool.len() as f64).max(1.0)).ceil() as usize;
        let mut times = Vec::new();
        let begin = Instant::now();
        while times.len() < BATCHES || begin.elapsed() < TIME {
            times.push(batch(rounds));
        }
        let _ = writeln!(self.csv, "{place},{subject},{:.4}", median(&mut times));
    }

    fn decode(&mut self, content: Content, size: usize) {
        let pool = pool(|len, random| content.to_decode(len, random), size);
        let expected: Vec<Vec<u8>> =
            pool.iter().map(|input| percent_encoding::percent_decode(input).collect()).collect();
        let place = format!("decode,{},{size}", content.name());
        let mut out = vec![0; size];
        self.point(&place, "memcpy", &pool, &pool, |input, expected, verify| {
            out[..input.len()].copy_from_slice(input);
            check(black_box(&out), expected, verify);
        });
        for backend in Backend::available() {
            let decoder = Decoder::new().on(backend);
            self.point(&place, backend.name(), &pool, &expected, |input, expected, verify| {
                let len = decoder.decode_into(input, &mut out).expect("there is room");
                check(black_box(&out[..len]), expected, verify);
            });
        }
        self.point(&place, "Cow", &pool, &expected, |input, expected, verify| {
            check(&black_box(decode(input)), expected, verify);
        });
        self.point(&place, "percent-encoding", &pool, &expected, |input, expected, verify| {
            check(&black_box(peers::percent_encoding_decode(input)), expected, verify);
        });
    }

    fn encode(&mut self, content: Content, size: usize) {
        let pool = pool(|len, random| content.to_encode(len, random), size);
        let expected: Vec<Vec<u8>> = pool
            .iter()
            .map(|input| peers::percent_encoding_encode(input).as_bytes().to_vec())
            .collect();
        let place = format!("encode,{},{size}", content.name());
        let mut out = vec![0; 3 * size];
        self.point(&place, "memcpy", &pool, &pool, |input, expected, verify| {
            out[..input.len()].copy_from_slice(input);
            check(black_box(&out[..input.len()]), expected, verify);
        });
        for backend in Backend::available() {
            let encoder = Encoder::new(sets::URI_COMPONENT).on(backend);
            self.point(&place, backend.name(), &pool, &expected, |input, expected, verify| {
                let len = encoder.encode_into(input, &mut out).expect("there is room");
                check(black_box(&out[..len]), expected, verify);
            });
        }
        self.point(&place, "Cow", &pool, &expected, |input, expected, verify| {
            check(black_box(encode(input, sets::URI_COMPONENT)).as_bytes(), expected, verify);
        });
        self.point(&place, "percent-encoding", &pool, &expected, |input, expected, verify| {
            check(black_box(peers::percent_encoding_encode(input)).as_bytes(), expected, verify);
        });
    }
}

#[inline(always)]
fn check(output: &[u8], expected: &[u8], verify: bool) {
    assert!(!verify || output == expected, "wrong output");
}

/// Distinct inputs of one size: about 16 KiB of them, at most 512, at least 8.
fn pool(make: impl Fn(usize, &mut Random) -> Vec<u8>, size: usize) -> Vec<Vec<u8>> {
    let mut random = Random::new(size as u64 + 1);
    (0..((1 << 14) / size.max(1)).clamp(8, 512)).map(|_| make(size, &mut random)).collect()
}

fn median(times: &mut [f64]) -> f64 {
    let middle = times.len() / 2;
    *times.select_nth_unstable_by(middle, f64::total_cmp).1
}

fn main() -> Result<(), Box<dyn Error>> {
    // As criterion has it: `cargo bench` measures, `cargo bench -- --test` and `cargo test` only
    // try each call once.
    let has = |argument: &str| std::env::args().any(|given| given == argument);
    let mut sweep = Sweep {
        measure: has("--bench") && !has("--test"),
        csv: "direction,content,size,subject,ns_per_call\n".to_owned(),
    };
    for content in TO_DECODE {
        println!("sweep: decode, {}", content.name());
        content.sizes().for_each(|size| sweep.decode(content, size));
    }
    for content in TO_ENCODE {
        println!("sweep: encode, {}", content.name());
        content.sizes().for_each(|size| sweep.encode(content, size));
    }
    if sweep.measure {
        let target = std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(target).join("sweep.csv");
        std::fs::write(&file, sweep.csv).map_err(|error| format!("{}: {error}", file.display()))?;
        println!("wrote {}", file.display());
    }
    Ok(())
}
