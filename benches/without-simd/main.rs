//! The build without `simd`, which forbids unsafe code, beside `percent-encoding`: each length up to
//! 80 bytes, one verified call for each input.
//!
//! `cargo bench -p percent-simd-benches-without-simd -- [--json FILE] [FILTER]`; a filter is a part
//! of a row's name (`decode_str, clean`).

use std::borrow::Cow;
use std::fmt::Write;
use std::hint::black_box;
use std::time::Instant;

use oracle::random::Random;
use percent_encoding::{percent_decode_str, utf8_percent_encode};
use percent_simd::{Encoder, decode, decode_lossy, decode_str, sets};
use percent_simd_benches::SET;
use percent_simd_benches::figures::{LENGTHS, WithoutSimd, without_simd};
use support::corpus::{to_decode, to_encode};

/// Distinct inputs of a length.
const INPUTS: usize = 128;
/// The two calls take turns.
const ROUNDS: usize = 41;

/// `const` as the README writes it.
const ENCODER: Encoder = Encoder::new(sets::URI_COMPONENT);

type Make = fn(&str, usize, &mut Random) -> Vec<u8>;

/// A call; the String has room for its output.
type Call<T> = for<'a> fn(&'a str, &'a mut String) -> Cow<'a, T>;

struct Options {
    measures: bool,
    json: Option<String>,
    filter: String,
}

impl Options {
    fn parse() -> Self {
        let (mut measures, mut json, mut filter) = (false, None, String::new());
        let mut arguments = std::env::args().skip(1);
        while let Some(argument) = arguments.next() {
            match &*argument {
                "--bench" => measures = true,
                "--json" => json = arguments.next(),
                _ => filter = argument,
            }
        }
        Self { measures, json, filter }
    }
}

/// The rows of a call: `ours` beside `peer` for each kind of input.
fn add<T: ToOwned + PartialEq + ?Sized>(
    rows: &mut Vec<WithoutSimd>,
    options: &Options,
    name: &str,
    (make, contents): (Make, &[&str]),
    ours: Call<T>,
    peer: Call<T>,
) {
    for content in contents {
        let row = format!("{name}, {content}");
        if !row.contains(&options.filter) {
            continue;
        }
        let ratio = |len| {
            let random = &mut Random::new(len as u64);
            let input = |_| String::from_utf8(make(content, len, random)).expect("it is text");
            let inputs: Vec<String> = (0..INPUTS).map(input).collect();
            for input in &inputs {
                let (mut a, mut b) = (String::new(), String::new());
                assert!(ours(input, &mut a) == peer(input, &mut b), "{row}: {input:?}");
            }
            let mut least = [f64::INFINITY; 2];
            for _ in 0..if options.measures { ROUNDS } else { 0 } {
                least = [least[0].min(time(&inputs, ours)), least[1].min(time(&inputs, peer))];
            }
            least[1] / least[0]
        };
        let ratios = LENGTHS.map(ratio).collect();
        rows.push(WithoutSimd { row, ratios });
    }
}

/// The time of a call for each input, in ns, after the same calls untimed.
fn time<T: ToOwned + ?Sized>(inputs: &[String], call: Call<T>) -> f64 {
    let (call, mut out) = (black_box(call), String::with_capacity(3 * inputs[0].len()));
    let mut pass = || {
        for input in inputs {
            black_box(call(black_box(input), &mut out));
        }
    };
    pass();
    let start = Instant::now();
    pass();
    start.elapsed().as_nanos() as f64
}

/// An output that is written to a String.
fn written<'a>(
    out: &'a mut String,
    write: impl FnOnce(&mut String) -> std::fmt::Result,
) -> Cow<'a, str> {
    out.clear();
    write(out).expect("a String takes all text");
    Cow::Borrowed(out)
}

fn main() {
    let options = &Options::parse();
    let mut rows = Vec::new();
    let rows_of = &mut rows;
    let plain: (Make, &[&str]) = (to_encode, &["clean", "text", "cyrillic"]);
    add(
        rows_of,
        options,
        "encode",
        plain,
        |input, _| ENCODER.encode(input),
        |input, _| utf8_percent_encode(input, SET).into(),
    );
    add(
        rows_of,
        options,
        "encode_append",
        plain,
        |input, out| {
            written(out, |out| {
                ENCODER.encode_append(input, out);
                Ok(())
            })
        },
        |input, out| {
            written(out, |out| {
                out.extend(utf8_percent_encode(input, SET));
                Ok(())
            })
        },
    );
    add(
        rows_of,
        options,
        "display",
        plain,
        |input, out| written(out, |out| write!(out, "{}", ENCODER.display(input))),
        |input, out| written(out, |out| write!(out, "{}", utf8_percent_encode(input, SET))),
    );
    let encoded: (Make, &[&str]) = (to_decode, &["clean", "query-like", "cyrillic"]);
    add(
        rows_of,
        options,
        "decode",
        encoded,
        |input, _| decode(input),
        |input, _| percent_decode_str(input).into(),
    );
    add(
        rows_of,
        options,
        "decode_str",
        encoded,
        |input, _| decode_str(input).expect("it is text"),
        |input, _| percent_decode_str(input).decode_utf8().expect("it is text"),
    );
    add(
        rows_of,
        options,
        "decode_lossy",
        encoded,
        |input, _| decode_lossy(input),
        |input, _| percent_decode_str(input).decode_utf8_lossy(),
    );
    if !options.measures {
        return;
    }
    println!("{}", without_simd(&rows));
    if let Some(file) = &options.json {
        let json = serde_json::to_vec(&rows).expect("figures are data");
        std::fs::write(file, json).unwrap_or_else(|error| panic!("{file}: {error}"));
    }
}
