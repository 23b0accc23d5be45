//! Inputs to measure on: seeded, laid out at random (a periodic input teaches the branch predictor, and flatters branchy code), of any length.

/// A small generator of good enough randomness (xorshift64*), so that every run and every machine measures the same bytes.
#[derive(Clone)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() >> 33) as usize % bound
    }

    /// True in so many cases of a thousand.
    pub(crate) fn per_mille(&mut self, n: usize) -> bool {
        self.below(1000) < n
    }

    fn of(&mut self, bytes: &[u8]) -> u8 {
        bytes[self.below(bytes.len())]
    }
}

const PLAIN: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~";
const HEX: &[u8] = b"0123456789ABCDEF";

/// What an input looks like to a decoder.
pub(crate) const DECODE_KINDS: [&str; 7] = ["clean", "sparse", "query-like", "cyrillic", "solid", "random", "malformed"];

/// What an input looks like to an encoder.
pub(crate) const ENCODE_KINDS: [&str; 7] = ["clean", "sparse", "text", "cyrillic", "solid", "random", "binary"];

/// An input for a decoder, of exactly that length.
pub(crate) fn to_decode(kind: &str, len: usize, random: &mut Random) -> Vec<u8> {
    let mut out = Vec::with_capacity(len + 8);
    while out.len() < len {
        match kind {
            "clean" => out.push(random.of(PLAIN)),
            // One triplet in 64 bytes.
            "sparse" => unit(&mut out, random, 16),
            // Names and values; an eighth of the bytes are triplets of punctuation.
            "query-like" => match random.below(100) {
                0..=3 => out.push(b'='),
                4..=6 => out.push(b'&'),
                7..=11 => out.extend(*random_of(random, &[b"%20", b"%2F", b"%3A", b"%2C", b"%22", b"%3D"])),
                _ => out.push(random.of(PLAIN)),
            },
            // Words of two-byte letters, as in the links of a Wikipedia.
            "cyrillic" => {
                for _ in 0..2 + random.below(10) {
                    let letter = 0x410 + random.below(64) as u32;
                    let mut utf8 = [0; 4];
                    for byte in char::from_u32(letter).unwrap_or('?').encode_utf8(&mut utf8).bytes() {
                        triplet(&mut out, byte);
                    }
                }
                out.push(b'_');
            }
            "solid" => triplet(&mut out, random.next() as u8),
            "random" => unit(&mut out, random, 500),
            // The same, and every eighth unit a `%` that begins no triplet.
            "malformed" if random.per_mille(125) => out.extend(*random_of(random, &[b"%zz", b"%4%", b"%%a", b"a%g", b"%%%"])),
            "malformed" => unit(&mut out, random, 430),
            _ => unreachable!("no kind {kind}"),
        }
    }
    out.truncate(len);
    out
}

/// An input for an encoder, of exactly that length.
pub(crate) fn to_encode(kind: &str, len: usize, random: &mut Random) -> Vec<u8> {
    let mut out = Vec::with_capacity(len + 8);
    while out.len() < len {
        match kind {
            "clean" => out.push(random.of(PLAIN)),
            "sparse" if random.below(64) == 0 => out.push(b' '),
            "sparse" => out.push(random.of(PLAIN)),
            // About one byte in eight is to be escaped: spaces and punctuation.
            "text" if random.per_mille(125) => out.push(random.of(b"      ,\"<>#%&")),
            "text" => out.push(random.of(PLAIN)),
            "cyrillic" => {
                for _ in 0..2 + random.below(10) {
                    let mut utf8 = [0; 4];
                    let letter = char::from_u32(0x410 + random.below(64) as u32).unwrap_or('?');
                    out.extend_from_slice(letter.encode_utf8(&mut utf8).as_bytes());
                }
                out.push(b' ');
            }
            "solid" => out.push(0x80 | random.next() as u8),
            "random" if random.per_mille(500) => out.push(random.of(b" \"<>#%&\xC3\xA9\xFF")),
            "random" => out.push(random.of(PLAIN)),
            "binary" => out.push(random.next() as u8),
            _ => unreachable!("no kind {kind}"),
        }
    }
    out.truncate(len);
    out
}

fn triplet(out: &mut Vec<u8>, byte: u8) {
    out.extend([b'%', HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]]);
}

/// A triplet in so many cases of a thousand, else a plain byte.
fn unit(out: &mut Vec<u8>, random: &mut Random, triplets_per_mille: usize) {
    if random.per_mille(triplets_per_mille) {
        triplet(out, random.next() as u8);
    } else {
        out.push(random.of(PLAIN));
    }
}

fn random_of<'a, T>(random: &mut Random, choices: &'a [T]) -> &'a T {
    &choices[random.below(choices.len())]
}
