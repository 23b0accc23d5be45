//! The meaning of the first bytes of the fuzzer's data. All targets read the same header, so they
//! share corpora.
//!
//! | byte | meaning |
//! | --- | --- |
//! | 0 | bits 0-5: alignment of the input in memory; bits 6-7: its surroundings (see [`Frame`]) |
//! | 1 | the padding before the input: none, or clean bytes up to the chunk sizes of the library |
//! | 2 | bits 0-6: the spare capacity of a buffer; bit 7: reject_raw |
//! | 3 | flags: bit 0 plus, 1 strict, 2 keep_non_ascii, 3-4 UTF-8 policy (3: digits of one case, by bit 0 of byte 0), 5 space_as_plus, 6 keep_escapes, 7 lowercase_hex |
//! | 4 | how a stream is cut into pieces |
//! | 5… | the set that is kept, and that an encoder escapes (see [`Plan::set`]) |
//! | … | the set that is rejected |
//!
//! Missing bytes are 0, so shorter data is a valid test, too.

use percent_simd::{AsciiSet, Decoder, Encoder, Utf8, sets};

use crate::{UTF8, decoder, encoder};

/// A set in the oracle's form.
pub(super) type Members = [bool; 128];

pub(super) struct Plan {
    pub(super) frame: Frame,
    pub(super) decode: oracle::Decode,
    pub(super) utf8: oracle::Utf8,
    pub(super) encode: oracle::Encode,
    pub(super) input: Vec<u8>,
    cuts: u8,
}

/// The input's place in memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// Its address modulo 64.
    pub(super) alignment: usize,
    /// The input's surroundings. `None`: an exact allocation, so that AddressSanitizer detects an
    /// access past the end. Otherwise `%41` repeats from this phase on, and changes the result of a
    /// call that reads it.
    pub(super) phase: Option<usize>,
    /// The spare capacity of a buffer, in bytes.
    pub(super) extra: usize,
}

impl Frame {
    /// One of the variants, selected by the data: all of them would take too long.
    pub(super) fn one_of<T: Copy>(&self, choices: &[T]) -> T {
        choices[(self.extra ^ self.alignment) % choices.len()]
    }
}

/// Takes bytes from the front; zeros after the end.
struct Header<'a>(&'a [u8]);

impl Header<'_> {
    fn byte(&mut self) -> u8 {
        let (&first, rest) = self.0.split_first().unwrap_or((&0, &[]));
        self.0 = rest;
        first
    }

    /// Bits 4-6 of the first byte select an initial set. The low nibble is the number of bytes that
    /// follow, each of which is added or removed; with 15, 16 bytes of bits follow. Bit 7 selects
    /// the complement.
    fn set(&mut self) -> Members {
        let kind = self.byte();
        let base = BASES[usize::from(kind >> 4 & 7)];
        let mut members: Members = core::array::from_fn(|byte| base.contains(byte as u8));
        match kind & 15 {
            15 => {
                for bits in members.chunks_exact_mut(8) {
                    let byte = self.byte();
                    for (index, member) in bits.iter_mut().enumerate() {
                        *member ^= byte >> index & 1 != 0;
                    }
                }
            }
            count => {
                for _ in 0..count {
                    let member = &mut members[usize::from(self.byte() & 0x7F)];
                    *member = !*member;
                }
            }
        }
        members.map(|member| member != (kind & 0x80 != 0))
    }
}

const BASES: [AsciiSet; 8] = [
    AsciiSet::EMPTY,
    sets::CONTROLS,
    sets::URL_PATH,
    sets::FORM_SET,
    sets::URI_COMPONENT,
    sets::NON_ALPHANUMERIC,
    AsciiSet::from_bytes(b"%/"),
    AsciiSet::from_bytes(b"0123456789ABCDEFabcdef"),
];

impl Plan {
    pub(super) fn new(data: &[u8]) -> Self {
        let mut header = Header(data);
        let place = header.byte();
        let lead = header.byte();
        let extra = header.byte();
        let flags = header.byte();
        let cuts = header.byte();
        let flag = |bit: u8| flags >> bit & 1 != 0;
        let set = header.set();
        let reject = header.set();
        // `x` is no hex digit, and in few sets.
        let mut input = vec![b'x'; lead_len(lead)];
        input.extend_from_slice(header.0);
        Self {
            frame: Frame {
                alignment: usize::from(place & 63),
                phase: usize::from(place >> 6).checked_sub(1),
                extra: usize::from(extra & 0x7F),
            },
            decode: oracle::Decode {
                plus: flag(0),
                strict: flag(1),
                keep: set,
                keep_non_ascii: flag(2),
                reject,
                reject_raw: extra & 0x80 != 0,
                digits: match (flags >> 3 & 3, place & 1) {
                    (3, 0) => oracle::Digits::Lower,
                    (3, _) => oracle::Digits::Upper,
                    _ => oracle::Digits::Any,
                },
            },
            utf8: [
                oracle::Utf8::Strict,
                oracle::Utf8::Lossy,
                oracle::Utf8::KeepEscaped,
                oracle::Utf8::KeepEscaped,
            ][usize::from(flags >> 3 & 3)],
            encode: oracle::Encode {
                set,
                plus: flag(5),
                lowercase: flag(7),
                keep_escapes: flag(6),
                keep_non_ascii: flag(2),
            },
            input,
            cuts,
        }
    }

    /// The library's UTF-8 policy, and the oracle's.
    pub(super) fn utf8(&self) -> (Utf8, oracle::Utf8) {
        UTF8.into_iter().find(|(_, known)| *known == self.utf8).expect("all are there")
    }

    pub(super) fn decoder(&self) -> Decoder {
        decoder(&self.decode).utf8(self.utf8().0)
    }

    pub(super) fn encoder(&self) -> Encoder {
        encoder(&self.encode)
    }

    /// Cuts the input, or a copy of it, into pieces, some of them empty.
    pub(super) fn pieces<'a>(&self, input: &'a [u8]) -> Vec<&'a [u8]> {
        let (mode, seed) = (self.cuts >> 6, usize::from(self.cuts & 63));
        let mut state = seed;
        let mut rest = input;
        let mut pieces = Vec::new();
        while !rest.is_empty() {
            state = (state * 13 + 7) % 251;
            let len = match mode {
                // Equal pieces; up to three; growing; mixed.
                0 => seed + 1,
                1 => state % 4,
                2 => pieces.len() + seed % 4,
                _ => state,
            };
            let (piece, others) = rest.split_at(len.min(rest.len()));
            pieces.push(piece);
            rest = others;
        }
        pieces
    }
}

/// Most inputs are unchanged. Others have clean bytes in front, which move their content into a
/// vector's second half, or to 256, 512 and 4,096 bytes, where formatting, text and encoding begin
/// another chunk.
fn lead_len(byte: u8) -> usize {
    let low = usize::from(byte & 63);
    match byte {
        0..64 => 0,
        64..128 => low,
        128..192 => 192 + low,
        192..240 => 470 + low,
        240.. => 4032 + low,
    }
}
