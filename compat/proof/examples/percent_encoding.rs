//! How many times as fast as the original the drop-in `percent-encoding` is: each call, by kind and size of the input.
//!
//! `cargo run --release --example percent_encoding [NAME]`: the calls whose name contains NAME. Both take turns, and the best of many rounds counts;
//! only ratios are printed. After the table come the points at which the drop-in is slower.

use std::hint::black_box;
use std::time::{Duration, Instant};

const SIZES: [usize; 24] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 17, 20, 24, 32, 40, 48, 64, 100, 128, 256, 1024, 16384];

/// Text to encode, or to decode, of a kind.
const KINDS: [(&str, &str); 6] = [
    ("clean", "abcdefghijklmnopqrstuvwxyz0123456789"),
    ("query", "q=caf%C3%A9 bar&lang=en-GB&page=2&sort=price%20asc&filter[]=a/b&x="),
    ("words", "the quick brown fox jumps%20over the%20lazy dog and%20runs "),
    ("cyrillic", "%D0%9F%D1%80%D0%B8ПриветМир%D0%B2%D0%B5%D1%82"),
    ("dense", "%20%20<>%22%3c%20  \"\"%7D%7B%5b"),
    ("malformed", "%%4%zz%2%g0%%%%%4"),
];

fn text(kind: &str, size: usize) -> String {
    // So large that the allocator gives pages of its own: where a short input lies in its page makes a difference to a kernel.
    let mut text = String::with_capacity(1 << 18);
    text.extend(kind.chars().cycle().take(size));
    while text.len() > size {
        text.pop();
    }
    while text.len() < size {
        text.push('x');
    }
    text
}

/// The time of one call, the least of many rounds, of both in turn.
fn times(mut ours: impl FnMut(), mut original: impl FnMut()) -> (f64, f64) {
    fn time(calls: u32, call: &mut impl FnMut()) -> Duration {
        let start = Instant::now();
        for _ in 0..calls {
            call();
        }
        start.elapsed()
    }
    let mut calls = 1;
    while time(calls, &mut original) < Duration::from_micros(4) {
        calls *= 2;
    }
    let mut least = [Duration::MAX; 2];
    for _ in 0..250 {
        least[0] = least[0].min(time(calls, &mut ours));
        least[1] = least[1].min(time(calls, &mut original));
    }
    (least[0].as_secs_f64() * 1e9 / f64::from(calls), least[1].as_secs_f64() * 1e9 / f64::from(calls))
}

/// Writes nowhere, as `fmt` would.
struct Sink(usize);

impl std::fmt::Write for Sink {
    fn write_str(&mut self, piece: &str) -> std::fmt::Result {
        self.0 += piece.len();
        Ok(())
    }
}

/// A call, by name.
type Call = (&'static str, fn(&str));

macro_rules! calls {
    ($package:ident) => {{
        use std::borrow::Cow;
        use std::fmt::Write;
        use $package::*;
        const COMPONENT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');
        const QUERY: &AsciiSet = &CONTROLS.add(b' ').add(b'"').add(b'#').add(b'<').add(b'>');
        let calls: Vec<Call> = vec![
            ("encode to_string", |input| drop(black_box(utf8_percent_encode(input, COMPONENT).to_string()))),
            ("encode to_string, query", |input| drop(black_box(utf8_percent_encode(input, QUERY).to_string()))),
            ("encode Display", |input| {
                let mut sink = Sink(0);
                write!(sink, "{}", utf8_percent_encode(input, COMPONENT)).unwrap();
                black_box(sink.0);
            }),
            ("encode Cow", |input| drop(black_box(Cow::from(utf8_percent_encode(input, COMPONENT))))),
            ("encode Cow, query", |input| drop(black_box(Cow::from(utf8_percent_encode(input, QUERY))))),
            ("encode collect", |input| drop(black_box(utf8_percent_encode(input, COMPONENT).collect::<String>()))),
            ("encode extend", |input| {
                let mut out = String::with_capacity(3 * input.len());
                out.extend(utf8_percent_encode(input, QUERY));
                drop(black_box(out));
            }),
            ("encode next", |input| {
                let mut sum = 0;
                for piece in utf8_percent_encode(input, COMPONENT) {
                    sum += black_box(piece).len();
                }
                black_box(sum);
            }),
            ("encode next, query", |input| {
                let mut sum = 0;
                for piece in utf8_percent_encode(input, QUERY) {
                    sum += black_box(piece).len();
                }
                black_box(sum);
            }),
            ("encode fold", |input| {
                black_box(utf8_percent_encode(input, COMPONENT).fold(0, |sum, piece| sum + piece.len()));
            }),
            ("encode count", |input| {
                black_box(utf8_percent_encode(input, COMPONENT).count());
            }),
            ("encode first", |input| {
                black_box(utf8_percent_encode(input, COMPONENT).next());
            }),
            ("encode bytes", |input| {
                for byte in input.bytes() {
                    black_box(percent_encode_byte(byte));
                }
            }),
            ("decode Cow", |input| drop(black_box(Cow::from(percent_decode(input.as_bytes()))))),
            ("decode utf8", |input| drop(black_box(percent_decode(input.as_bytes()).decode_utf8()))),
            ("decode str utf8", |input| drop(black_box(percent_decode_str(input).decode_utf8()))),
            ("decode utf8_lossy", |input| drop(black_box(percent_decode(input.as_bytes()).decode_utf8_lossy()))),
            ("decode collect", |input| drop(black_box(percent_decode(input.as_bytes()).collect::<Vec<u8>>()))),
            ("decode extend", |input| {
                let mut out = Vec::with_capacity(input.len());
                out.extend(percent_decode(input.as_bytes()));
                drop(black_box(out));
            }),
            ("decode next", |input| {
                let mut sum = 0u8;
                for byte in percent_decode(input.as_bytes()) {
                    sum ^= byte;
                }
                black_box(sum);
            }),
            ("decode first", |input| {
                black_box(percent_decode(input.as_bytes()).next());
            }),
            ("decode eq", |input| {
                black_box(percent_decode(input.as_bytes()).eq(percent_decode(input.as_bytes())));
            }),
            ("decode fold", |input| {
                black_box(percent_decode(input.as_bytes()).fold(0u32, |sum, byte| sum.wrapping_mul(31) + u32::from(byte)));
            }),
            ("decode count", |input| {
                black_box(percent_decode(input.as_bytes()).count());
            }),
            ("decode last", |input| {
                black_box(percent_decode(input.as_bytes()).last());
            }),
            ("decode all", |input| {
                black_box(percent_decode(input.as_bytes()).all(|byte| byte != 0));
            }),
        ];
        calls
    }};
}

fn main() {
    let wanted = std::env::args().nth(1).unwrap_or_default();
    let mut slower = Vec::new();
    let calls = calls!(ours_percent_encoding).into_iter().zip(calls!(original_percent_encoding));
    for ((call, ours), (_, original)) in calls.filter(|((call, _), _)| call.contains(&wanted)) {
        println!("\n{call}\n{:>10} {}", "", SIZES.map(|size| format!("{size:>6}")).concat());
        for (name, kind) in KINDS {
            print!("{name:>10} ");
            for size in SIZES {
                let input = text(kind, size);
                let (ours, original) = times(|| black_box(ours)(black_box(&input)), || black_box(original)(black_box(&input)));
                let ratio = original / ours;
                print!("{ratio:>6.2}");
                if ratio < 0.97 {
                    slower.push((ratio, format!("{call}, {name}, {size} bytes: {ours:.1} ns, not {original:.1}")));
                }
            }
            println!();
        }
    }
    slower.sort_by(|a, b| a.0.total_cmp(&b.0));
    println!("\nslower at {} points", slower.len());
    for (ratio, point) in slower {
        println!("{ratio:>6.2}  {point}");
    }
}
