//! The cost of a call through the C ABI, compared with the same call in Rust, and with libcurl and
//! ada, on the lines of samples/access.log and of each FILE.
//!
//! Every call gets one line. Our calls give equal results, and all take turns, round by round. The
//! program prints the least time of all rounds, in ns a line, and the difference from Rust.

#[cfg(feature = "peers")]
mod peers;

use std::hint::black_box;
use std::time::Instant;

use percent_simd::{AsciiSet, Decoder, Encoder, form, inspect, path, sets};
use percent_simd_capi::ffi;
use percent_simd_capi::values::{percent_simd_preset, percent_simd_scheme};
use percent_simd_capi_caller as c;
use support::corpus;

const ROUNDS: usize = 60;

/// The result of a refused line, in both languages.
const REFUSED: usize = usize::MAX;

type Run = Box<dyn FnMut(&[u8], &mut [u8]) -> usize>;

/// A name, whether the result equals that of the first call, and the call on a line with an output
/// buffer; the result is a length or a sum.
struct Call(&'static str, bool, Run);

fn main() {
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/access.log").to_owned();
    for file in std::iter::once(sample).chain(std::env::args().skip(1)) {
        let content = std::fs::read(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
        let lines = corpus::lines(&content);
        let lines = &lines[..lines.len().min(10_000)];
        let paths: Vec<&[u8]> = lines.iter().filter_map(|line| corpus::path(line)).collect();
        println!("\n{file}: {} lines; ns a line", lines.len());
        table("decode", lines, decoding());
        table("decode, keeping %1E", lines, keeping());
        table("encode", lines, encoding());
        table("inspect", lines, inspecting());
        table("resolve a path (nginx)", &paths, resolving());
        table("pairs of a form", lines, pairs());
    }
}

fn table(title: &str, lines: &[&[u8]], mut calls: Vec<Call>) {
    let mut room = vec![0; 3 * lines.iter().map(|line| line.len()).max().unwrap_or_default() + 64];
    for line in lines {
        let expected = (calls[0].2)(line, &mut room);
        let output = room[..expected.min(room.len())].to_vec();
        for Call(name, _, run) in calls.iter_mut().filter(|call| call.1) {
            assert_eq!(run(line, &mut room), expected, "{name} of {}", line.escape_ascii());
            assert!(room.starts_with(&output), "{name} of {}", line.escape_ascii());
        }
    }
    let mut least = vec![f64::INFINITY; calls.len()];
    for _ in 0..ROUNDS {
        for (Call(_, _, run), least) in calls.iter_mut().zip(&mut least) {
            let started = Instant::now();
            for line in lines {
                black_box(run(black_box(line), &mut room));
            }
            *least = least.min(started.elapsed().as_nanos() as f64 / lines.len() as f64);
        }
    }
    println!("  {title}");
    for (Call(name, ..), time) in calls.iter().zip(&least) {
        println!("    {name:<44} {time:8.1}  {:+7.1}", time - least[0]);
    }
}

fn call(name: &'static str, run: impl FnMut(&[u8], &mut [u8]) -> usize + 'static) -> Call {
    Call(name, true, Box::new(run))
}

#[cfg(feature = "peers")]
fn peer(name: &'static str, run: impl Fn(&[u8]) -> usize + 'static) -> Call {
    Call(name, false, Box::new(move |line, _| run(line)))
}

fn decoding() -> Vec<Call> {
    let decoder = ffi::percent_simd_decoder_of_scheme(percent_simd_scheme::UrlPath as u32);
    vec![
        call("Rust, decode_into", |line, room| {
            Decoder::new().decode_into(line, room).unwrap_or(REFUSED)
        }),
        call("C, percent_simd_decode", move |line, room| {
            c::decode(&decoder, line, room).unwrap_or(REFUSED)
        }),
        #[cfg(feature = "peers")]
        peer("curl_easy_unescape", peers::curl_unescape),
        #[cfg(feature = "peers")]
        peer("ada::unicode::percent_decode", peers::ada_decode),
    ]
}

fn keeping() -> Vec<Call> {
    const KEPT: AsciiSet = AsciiSet::from_bytes(b"\x1E"); // no line has it
    const KEEPING: Decoder = Decoder::new().keep(KEPT);
    let decoder = ffi::percent_simd_decoder_new(0, KEPT.into(), AsciiSet::EMPTY.into());
    vec![
        call("Rust, decode_into", |line, room| KEEPING.decode_into(line, room).unwrap_or(REFUSED)),
        call("C, percent_simd_decode", move |line, room| {
            c::decode(&decoder, line, room).unwrap_or(REFUSED)
        }),
    ]
}

fn encoding() -> Vec<Call> {
    const COMPONENT: Encoder = Encoder::new(sets::URI_COMPONENT);
    let encoder = ffi::percent_simd_encoder_of_scheme(percent_simd_scheme::UriComponent as u32);
    let own = ffi::percent_simd_encoder_new(encoder.set, 0);
    #[cfg(feature = "peers")]
    let bits = std::array::from_fn(|eighth| {
        let is_escaped = |byte: u8| !byte.is_ascii() || sets::URI_COMPONENT.contains(byte);
        (0..8).fold(0, |bits, bit| bits | u8::from(is_escaped(8 * eighth as u8 + bit)) << bit)
    });
    vec![
        call("Rust, encode_into", |line, room| {
            COMPONENT.encode_into(line, room).unwrap_or(REFUSED)
        }),
        call("C, percent_simd_encode", move |line, room| {
            c::encode(&encoder, line, room).unwrap_or(REFUSED)
        }),
        call("C, percent_simd_encode, a set of one's own", move |line, room| {
            c::encode(&own, line, room).unwrap_or(REFUSED)
        }),
        #[cfg(feature = "peers")]
        peer("curl_easy_escape", peers::curl_escape),
        #[cfg(feature = "peers")]
        peer("ada::unicode::percent_encode", move |line| peers::ada_encode(line, &bits)),
    ]
}

fn inspecting() -> Vec<Call> {
    vec![
        call("Rust, inspect", |line, _| inspect(line).flags().bits() as usize),
        call("C, percent_simd_inspect", |line, _| {
            c::inspect(line).map_or(0, |report| report.flags as usize)
        }),
    ]
}

fn resolving() -> Vec<Call> {
    let policy = ffi::percent_simd_path_policy_of_preset(percent_simd_preset::Nginx as u32);
    vec![
        call("Rust, copy and resolve_in_place", |line, room| {
            room[..line.len()].copy_from_slice(line);
            path::NGINX.resolve_in_place(&mut room[..line.len()]).unwrap_or(REFUSED)
        }),
        call("C, percent_simd_path_resolve", move |line, room| {
            c::path_resolve(&policy, line, room).unwrap_or(REFUSED)
        }),
    ]
}

/// The sum of the lengths of names and values.
fn pairs() -> Vec<Call> {
    vec![
        call("Rust, form::parse", |line, _| {
            form::parse(line).map(|pair| pair.name_raw().len() + pair.value_raw().len()).sum()
        }),
        call("C, percent_simd_form_next, 16 at a time", |line, _| {
            let mut sum = 0;
            c::pairs::<16>(line, 0, |name, value| sum += name.len() + value.map_or(0, <[u8]>::len));
            sum
        }),
    ]
}
