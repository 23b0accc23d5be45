//! Operations whose costs are counted (`benches/neon-counts`) or timed (`benches/wasm-speed.mjs`), and their
//! inputs.

#[cfg(target_family = "wasm")]
mod exports;

use percent_simd::{AsciiSet, Backend, Decoder, Encoder, Malformed, path, sets};
use support::{Random, corpus};

/// The input of an operation: escaped text, a path, or text to encode.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Takes {
    Escaped,
    Path,
    Raw,
}

/// The output of a call, reused from call to call, as a server does.
pub struct Output {
    bytes: Vec<u8>,
    text: String,
}

impl Output {
    pub const EMPTY: Self = Self { bytes: Vec::new(), text: String::new() };

    pub fn reserve(&mut self, bytes: usize) {
        self.bytes.reserve(bytes);
        self.text.reserve(bytes);
    }

    #[must_use]
    pub fn last(&self) -> &[u8] {
        if self.text.is_empty() { &self.bytes } else { self.text.as_bytes() }
    }
}

/// A call that appends to the output, and returns whether it accepts the input.
pub type Call = fn(Backend, &[u8], &mut Output) -> bool;

/// The policy of a proxy: strict, `%2F` and `%25` stay, NUL and line ends are refused.
const PROXY: Decoder = Decoder::new()
    .malformed(Malformed::Error)
    .keep(AsciiSet::from_bytes(b"/%"))
    .reject(AsciiSet::from_bytes(b"\0\r\n"));

pub const OPERATIONS: [(&str, Takes, Call); 6] = [
    ("decode", Takes::Escaped, |backend, input, out| {
        Decoder::new().on(backend).decode_append(input, &mut out.bytes).is_ok()
    }),
    ("decode, strict, keep and reject", Takes::Escaped, |backend, input, out| {
        PROXY.on(backend).decode_append(input, &mut out.bytes).is_ok()
    }),
    ("decode to text", Takes::Escaped, |backend, input, out| {
        Decoder::new().on(backend).decode_utf8_append(input, &mut out.text).is_ok()
    }),
    ("check, strict, keep and reject", Takes::Escaped, |backend, input, _| {
        PROXY.on(backend).check(input).is_ok()
    }),
    ("path::STRICT.check", Takes::Path, |backend, input, _| {
        path::STRICT.on(backend).check(input).is_ok()
    }),
    ("encode", Takes::Raw, |backend, input, out| {
        Encoder::new(sets::URI_COMPONENT).on(backend).encode_append_bytes(input, &mut out.bytes);
        true
    }),
];

/// Calls an operation on an input; the output has only its result.
pub fn run(call: Call, backend: Backend, input: &[u8], out: &mut Output) -> bool {
    out.bytes.clear();
    out.text.clear();
    call(backend, input, out)
}

/// The lines of a file; for an operation that takes paths, their paths.
#[must_use]
pub fn lines(file: &[u8], takes: Takes) -> Vec<Vec<u8>> {
    let lines = corpus::lines(file).into_iter();
    let lines =
        lines.filter_map(|line| if takes == Takes::Path { corpus::path(line) } else { Some(line) });
    lines.map(<[u8]>::to_vec).collect()
}

/// The kinds of random inputs.
#[must_use]
pub fn kinds(takes: Takes) -> [&'static str; 3] {
    ["clean", if takes == Takes::Raw { "text" } else { "query-like" }, "cyrillic"]
}

/// Random inputs of a kind and a length, the same on every machine.
#[must_use]
pub fn random(takes: Takes, kind: &str, len: usize) -> Vec<Vec<u8>> {
    let random = &mut Random::new(len as u64);
    let number = if len < 1 << 16 { 256 } else { 1 };
    let make = if takes == Takes::Raw { corpus::to_encode } else { corpus::to_decode };
    let mut inputs: Vec<Vec<u8>> = (0..number).map(|_| make(kind, len, random)).collect();
    if takes == Takes::Path {
        // It may replace the `%` of a triplet, whose digits stay.
        inputs.iter_mut().for_each(|path| path[0] = b'/');
    }
    inputs
}
