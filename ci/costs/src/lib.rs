//! Operations whose costs are counted or timed, and their inputs.

#[path = "../../../benches/common/corpus.rs"]
#[allow(dead_code, reason = "the benchmarks use the rest")]
mod corpus;
#[cfg(target_family = "wasm")]
mod exports;

use percent_simd::{AsciiSet, Backend, Decoder, Encoder, Malformed, path, sets};

/// What an operation takes: what decoders take, a path, or what encoders take.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Takes {
    Escaped,
    Path,
    Raw,
}

/// A name, and a call that writes to the output and tells whether it accepts the input.
pub struct Operation {
    pub name: &'static str,
    pub takes: Takes,
    pub call: fn(Backend, &[u8], &mut Output) -> bool,
}

/// The place that operations write to, reused from call to call, as a server would.
pub struct Output {
    bytes: Vec<u8>,
    /// The bytes that the last call has written to the front of `bytes`.
    len: usize,
    text: String,
}

impl Output {
    /// Room for what this many bytes become.
    #[must_use]
    pub fn for_inputs_of(len: usize) -> Self {
        Self { bytes: vec![0; 3 * len], len: 0, text: String::with_capacity(len + 64) }
    }

    /// Writes bytes by a call that returns how many they are. Whether it accepts its input.
    fn filled<E>(&mut self, call: impl FnOnce(&mut [u8]) -> Result<usize, E>) -> bool {
        let result = call(&mut self.bytes);
        let is_accepted = result.is_ok();
        self.len = result.unwrap_or(0);
        is_accepted
    }

    /// The output of the last call.
    #[must_use]
    pub fn last(&self) -> &[u8] {
        if self.len > 0 { &self.bytes[..self.len] } else { self.text.as_bytes() }
    }
}

/// What a proxy asks for: strict, `%2F` and `%25` stay, NUL and line ends are refused.
const PROXY: Decoder = Decoder::new()
    .malformed(Malformed::Error)
    .keep(AsciiSet::from_bytes(b"/%"))
    .reject(AsciiSet::from_bytes(b"\0\r\n"));

pub const OPERATIONS: [Operation; 6] = [
    Operation {
        name: "decode",
        takes: Takes::Escaped,
        call: |backend, input, out| {
            out.filled(|bytes| Decoder::new().on(backend).decode_into(input, bytes))
        },
    },
    Operation {
        name: "decode, strict, keep and reject",
        takes: Takes::Escaped,
        call: |backend, input, out| out.filled(|bytes| PROXY.on(backend).decode_into(input, bytes)),
    },
    Operation {
        name: "decode to text",
        takes: Takes::Escaped,
        call: |backend, input, out| {
            out.text.clear();
            out.len = 0;
            Decoder::new().on(backend).decode_utf8_append(input, &mut out.text).is_ok()
        },
    },
    Operation {
        name: "check, strict, keep and reject",
        takes: Takes::Escaped,
        call: |backend, input, _| PROXY.on(backend).check(input).is_ok(),
    },
    Operation {
        name: "path::STRICT.check",
        takes: Takes::Path,
        call: |backend, input, _| path::STRICT.on(backend).check(input).is_ok(),
    },
    Operation {
        name: "encode",
        takes: Takes::Raw,
        call: |backend, input, out| {
            let encoder = Encoder::new(sets::URI_COMPONENT).on(backend);
            out.filled(|bytes| encoder.encode_into(input, bytes))
        },
    },
];

/// A name, and inputs of which each is given to an operation once.
pub type Inputs = (String, Vec<Vec<u8>>);

/// The lines of a file; for an operation that takes paths, their paths.
#[must_use]
pub fn lines(name: &str, file: &[u8], takes: Takes) -> Inputs {
    let lines = corpus::lines(file).into_iter();
    let lines =
        lines.filter_map(|line| if takes == Takes::Path { corpus::path(line) } else { Some(line) });
    (name.to_owned(), lines.map(<[u8]>::to_vec).collect())
}

/// Random inputs of some lengths, the same on every machine.
#[must_use]
pub fn random(takes: Takes) -> Vec<Inputs> {
    let kinds = ["clean", if takes == Takes::Raw { "text" } else { "query-like" }, "cyrillic"];
    let make = if takes == Takes::Raw { corpus::to_encode } else { corpus::to_decode };
    let mut all = Vec::new();
    for kind in kinds {
        for len in [16, 56, 100, 1 << 16] {
            let random = &mut corpus::Random::new(len as u64);
            let number = if len < 1 << 16 { 256 } else { 1 };
            let mut inputs: Vec<Vec<u8>> = (0..number).map(|_| make(kind, len, random)).collect();
            if takes == Takes::Path {
                // In the place of what may be the `%` of a triplet, whose digits then stay.
                inputs.iter_mut().for_each(|path| path[0] = b'/');
            }
            all.push((format!("{kind}, {len} bytes"), inputs));
        }
    }
    all
}
