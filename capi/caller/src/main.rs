//! What a call through the border of C costs beside the same call in Rust, and beside other libraries of C, on the lines of files.
//!
//! Every call gets one line, and its answer is compared before it is timed. Calls take turns, round by round; what is printed is the least time of
//! all rounds, in ns a line, and the difference to Rust.

use std::ffi::{CStr, CString};
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

use percent_simd::path::{self, PathPolicy};
use percent_simd::{AsciiSet, Decoder, Encoder, form, inspect, sets};
use percent_simd_capi::ffi;
use percent_simd_capi::path_policy::{percent_simd_path_action, percent_simd_path_policy};
use percent_simd_capi::values::{percent_simd_preset, percent_simd_scheme};
use percent_simd_capi_caller as c;
#[cfg(feature = "peers")]
use percent_simd_capi_caller::peers;

const ROUNDS: usize = 60;

type Run = Box<dyn FnMut(&CStr, &mut [u8]) -> usize>;

/// A call: its name, whether its answer is that of the first call, and what it does with a line and room for the output.
struct Call(&'static str, bool, Run);

fn main() -> ExitCode {
    let mut files: Vec<String> = std::env::args().skip(1).collect();
    if files.is_empty() {
        files.push(concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/access.log").to_owned());
    }
    for file in files {
        let content = match std::fs::read(&file) {
            Ok(content) => content,
            Err(error) => {
                eprintln!("{file}: {error}");
                return ExitCode::FAILURE;
            }
        };
        let lines: Vec<CString> = content
            .split(|&byte| byte == b'\n')
            .map(target)
            .filter(|line| !line.is_empty())
            .filter_map(|line| CString::new(line).ok())
            .take(10_000)
            .collect();
        let bytes: usize = lines.iter().map(|line| line.to_bytes().len()).sum();
        let name = file.rsplit('/').next().unwrap_or(&file);
        println!(
            "\n{name}: {} lines of {} bytes on average; ns a line",
            lines.len(),
            bytes / lines.len().max(1)
        );
        let paths: Vec<CString> =
            lines.iter().filter_map(|line| path_of(line.to_bytes())).collect();
        table("decode", &lines, decode());
        table("encode", &lines, encode());
        table("inspect", &lines, inspected());
        table("resolve a path (nginx)", &paths, resolve());
        table("pairs of a form", &lines, pairs());
    }
    ExitCode::SUCCESS
}

/// The target, where the line is one of an access log.
fn target(line: &[u8]) -> &[u8] {
    match line.windows(2).position(|bytes| bytes == b" \"") {
        Some(quote) => line[quote..].split(|&byte| byte == b' ').nth(2).unwrap_or(line),
        None => line,
    }
}

/// The path of a target or of a URL.
fn path_of(line: &[u8]) -> Option<CString> {
    let server = line.windows(3).position(|bytes| bytes == b"://").map_or(0, |at| at + 3);
    let path = &line[server..];
    let path = &path[path.iter().position(|&byte| byte == b'/')?..];
    CString::new(path.split(|byte| b"?# ".contains(byte)).next()?).ok()
}

fn table(title: &str, lines: &[CString], mut calls: Vec<Call>) {
    let longest = lines.iter().map(|line| line.to_bytes().len()).max().unwrap_or_default();
    let mut room = vec![0; 3 * longest + 64];
    for line in lines {
        let len = (calls[0].2)(line, &mut room);
        let expected = room[..len.min(room.len())].to_vec();
        for Call(name, _, run) in calls.iter_mut().filter(|call| call.1) {
            assert_eq!(run(line, &mut room), len, "{name} of {line:?}");
            assert_eq!(room[..expected.len()], expected, "{name} of {line:?}");
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

fn call(name: &'static str, run: impl FnMut(&CStr, &mut [u8]) -> usize + 'static) -> Call {
    Call(name, true, Box::new(run))
}

/// What a refused line gives, in both languages.
const REFUSED: usize = usize::MAX;

fn decode() -> Vec<Call> {
    const PLAIN: Decoder = Decoder::new();
    const KEEPING: Decoder = Decoder::new().keep(AsciiSet::from_bytes(b"\x1E"));
    let decoder = ffi::percent_simd_decoder_of_scheme(percent_simd_scheme::UrlPath as u32);
    let [keep, reject] = [AsciiSet::from_bytes(b"\x1E"), AsciiSet::EMPTY]; // no line has it
    let keeping = ffi::percent_simd_decoder_new(0, keep.into(), reject.into());
    #[allow(unused_mut, reason = "peers are a feature")]
    let mut calls = vec![
        call("Rust, decode_into", |line, room| {
            PLAIN.decode_into(line.to_bytes(), room).unwrap_or(REFUSED)
        }),
        call("C, percent_simd_decode", move |line, room| {
            c::decode(&decoder, line.to_bytes(), room).unwrap_or(REFUSED)
        }),
        call("Rust, decode_into, keeping %1E", |line, room| {
            KEEPING.decode_into(line.to_bytes(), room).unwrap_or(REFUSED)
        }),
        call("C, percent_simd_decode, keeping %1E", move |line, room| {
            c::decode(&keeping, line.to_bytes(), room).unwrap_or(REFUSED)
        }),
        call("Rust, copy and decode_in_place", |line, room| {
            let buffer = &mut room[..line.to_bytes().len()];
            buffer.copy_from_slice(line.to_bytes());
            PLAIN.decode_in_place(buffer).unwrap_or(REFUSED)
        }),
        call("C, copy and percent_simd_decode_in_place", move |line, room| {
            let buffer = &mut room[..line.to_bytes().len()];
            buffer.copy_from_slice(line.to_bytes());
            c::decode_in_place(&decoder, buffer).unwrap_or(REFUSED)
        }),
    ];
    #[cfg(feature = "peers")]
    calls.extend([
        Call("curl_easy_unescape", false, Box::new(|line, _| peers::curl_unescape(line))),
        Call(
            "g_uri_unescape_string",
            false,
            Box::new(|line, _| usize::from(peers::glib_unescape(line))),
        ),
        Call(
            "apr_unescape_url",
            false,
            Box::new(|line, room| peers::apr_unescape(line, room) as usize),
        ),
        Call("ada::unicode::percent_decode", false, Box::new(|line, _| peers::ada_decode(line))),
    ]);
    calls
}

fn encode() -> Vec<Call> {
    const COMPONENT: Encoder = Encoder::new(sets::URI_COMPONENT);
    let encoder = ffi::percent_simd_encoder_of_scheme(percent_simd_scheme::UriComponent as u32);
    let own = ffi::percent_simd_encoder_new(encoder.set, 0);
    #[allow(unused_mut, reason = "peers are a feature")]
    let mut calls = vec![
        call("Rust, encode_into", |line, room| {
            COMPONENT.encode_into(line.to_bytes(), room).unwrap_or(REFUSED)
        }),
        call("C, percent_simd_encode", move |line, room| {
            c::encode(&encoder, line.to_bytes(), room).unwrap_or(REFUSED)
        }),
        call("C, percent_simd_encode, a set of one's own", move |line, room| {
            c::encode(&own, line.to_bytes(), room).unwrap_or(REFUSED)
        }),
    ];
    #[cfg(feature = "peers")]
    let bits = std::array::from_fn(|byte| {
        (0..8).fold(0, |bits, bit| {
            let byte = (8 * byte + bit) as u8;
            bits | u8::from(!byte.is_ascii() || sets::URI_COMPONENT.contains(byte)) << bit
        })
    });
    #[cfg(feature = "peers")]
    calls.extend([
        Call(
            "curl_easy_escape",
            false,
            Box::new(|line, _| {
                peers::curl_escape(line);
                0
            }),
        ),
        Call(
            "g_uri_escape_string",
            false,
            Box::new(|line, _| {
                peers::glib_escape(line);
                0
            }),
        ),
        Call(
            "ada::unicode::percent_encode",
            false,
            Box::new(move |line, _| peers::ada_encode(line, &bits)),
        ),
    ]);
    calls
}

fn inspected() -> Vec<Call> {
    vec![
        call("Rust, inspect", |line, _| inspect(line.to_bytes()).flags().bits() as usize),
        call("C, percent_simd_inspect", |line, _| {
            c::inspect(line.to_bytes()).map_or(0, |report| report.flags as usize)
        }),
    ]
}

fn resolve() -> Vec<Call> {
    const NGINX: PathPolicy = path::NGINX;
    let preset = ffi::percent_simd_path_policy_of_preset(percent_simd_preset::Nginx as u32);
    let redirect = percent_simd_path_action::Redirect as u8;
    let custom = percent_simd_path_policy { escaped_slashes: redirect, ..preset };
    vec![
        call("Rust, copy and resolve_in_place", |line, room| {
            let buffer = &mut room[..line.to_bytes().len()];
            buffer.copy_from_slice(line.to_bytes());
            NGINX.resolve_in_place(buffer).unwrap_or(REFUSED)
        }),
        call("C, percent_simd_path_resolve", move |line, room| {
            c::path_resolve(&preset, line.to_bytes(), room).unwrap_or(REFUSED)
        }),
        call("C, percent_simd_path_resolve, custom", move |line, room| {
            c::path_resolve(&custom, line.to_bytes(), room).unwrap_or(REFUSED)
        }),
    ]
}

/// The sum of the lengths of names and values.
fn pairs() -> Vec<Call> {
    fn through<const N: usize>(line: &CStr) -> usize {
        let mut sum = 0;
        c::pairs::<N>(line.to_bytes(), 0, |name, value| {
            sum += name.len() + value.map_or(0, <[u8]>::len)
        });
        sum
    }
    vec![
        call("Rust, form::parse", |line, _| {
            form::parse(line.to_bytes())
                .map(|pair| pair.name_raw().len() + pair.value_raw().len())
                .sum()
        }),
        call("C, percent_simd_form_next, 16 at a time", |line, _| through::<16>(line)),
        call("C, percent_simd_form_next, one by one", |line, _| through::<1>(line)),
    ]
}
