//! The operations, by the names that the tables have.

use percent_simd::{AsciiSet, Backend, Decoder, Encoder, Malformed, path, sets};

/// What an operation takes: what decoders take, a path, or what encoders take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Decode,
    Path,
    Encode,
}

/// One call.
pub struct Operation {
    pub name: &'static str,
    pub direction: Direction,
    /// Appends to the output, or writes to its front: what it then holds, and whether the call
    /// accepted the input, is the answer.
    pub call: fn(Backend, &[u8], &mut Output) -> bool,
}

/// Where an operation writes: reused from call to call, as a server would.
pub struct Output {
    pub bytes: Vec<u8>,
    pub text: String,
    /// The bytes that the last call has written to the front of `bytes`.
    pub len: usize,
}

impl Output {
    /// Room for what this many bytes become.
    #[must_use]
    pub fn for_inputs_of(len: usize) -> Self {
        Self { bytes: vec![0; 3 * len], text: String::with_capacity(len + 64), len: 0 }
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
        direction: Direction::Decode,
        call: |backend, input, out| {
            let result = Decoder::new().on(backend).decode_into(input, &mut out.bytes);
            out.len = result.unwrap_or(0);
            result.is_ok()
        },
    },
    Operation {
        name: "decode, strict, keep and reject",
        direction: Direction::Decode,
        call: |backend, input, out| {
            let result = PROXY.on(backend).decode_into(input, &mut out.bytes);
            out.len = result.unwrap_or(0);
            result.is_ok()
        },
    },
    Operation {
        name: "decode to text",
        direction: Direction::Decode,
        call: |backend, input, out| {
            out.text.clear();
            Decoder::new().on(backend).decode_utf8_append(input, &mut out.text).is_ok()
        },
    },
    Operation {
        name: "check, strict, keep and reject",
        direction: Direction::Decode,
        call: |backend, input, _| PROXY.on(backend).check(input).is_ok(),
    },
    Operation {
        name: "path::STRICT.check",
        direction: Direction::Path,
        call: |backend, input, _| path::STRICT.on(backend).check(input).is_ok(),
    },
    Operation {
        name: "encode",
        direction: Direction::Encode,
        call: |backend, input, out| {
            let result =
                Encoder::new(sets::URI_COMPONENT).on(backend).encode_into(input, &mut out.bytes);
            out.len = result.unwrap_or(0);
            result.is_ok()
        },
    },
];
