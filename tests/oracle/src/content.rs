//! Kinds of test inputs: usual and adversarial.

use crate::random::Random;

/// Bytes that a codec may mistake for hex digits: neighbours of the digits, and bytes that equal a
/// digit under a mask.
pub const NEAR_DIGITS: &[u8] =
    b"/:@G`g\x10\x19\x01\x06\x21\x26\xB0\xB9\xC1\xC6\xE1\xE6\x80\xFF\x00\x7F ";

const DIGITS: &[u8] = b"0123456789ABCDEFabcdef";
const UNRESERVED: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
const TEXT: [&str; 8] = ["é", "я", "ї", "円", "\u{FFFD}", "\u{FFFF}", "😀", "\u{10FFFF}"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Unreserved characters alone.
    Clean,
    /// One triplet in about 64 bytes.
    Sparse,
    /// Like a query: `+`, `&`, `=`, and some escaped words.
    Query,
    /// Triplets of any value, one after another.
    Solid,
    /// Text of many scripts, all of it escaped.
    SolidText,
    /// Each byte is escaped at random.
    Half,
    /// Malformed and valid triplets in equal numbers.
    Malformed,
    /// Runs of `%`.
    Percents,
    /// Any bytes.
    Binary,
    /// UTF-8 raw, escaped, half and half, and cut short.
    Utf8,
    /// Valid input with one malformed triplet or one `%00` anywhere: strict policies must find it
    /// late.
    OneDefect,
}

impl Content {
    pub const ALL: [Self; 11] = [
        Self::Clean,
        Self::Sparse,
        Self::Query,
        Self::Solid,
        Self::SolidText,
        Self::Half,
        Self::Malformed,
        Self::Percents,
        Self::Binary,
        Self::Utf8,
        Self::OneDefect,
    ];

    /// `len` bytes of this kind; a triplet at the end may be cut.
    pub fn generate(self, len: usize, random: &mut Random) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(len + 16);
        while bytes.len() < len {
            self.push_piece(&mut bytes, random);
        }
        // Bytes are dropped from the front, so the phase of dense triplets in the blocks is random.
        let excess = bytes.len() - len;
        bytes.drain(..random.below(excess + 1));
        bytes.truncate(len);
        if self == Self::OneDefect && len > 0 {
            let defect = random.pick::<&[u8]>(&[b"%", b"%4", b"%g1", b"%%41", b"%00", b"%2f"]);
            let start = random.below(len);
            let end = len.min(start + defect.len());
            bytes[start..end].copy_from_slice(&defect[..end - start]);
        }
        bytes
    }

    fn push_piece(self, bytes: &mut Vec<u8>, random: &mut Random) {
        match self {
            Self::Clean => bytes.push(random.pick(UNRESERVED)),
            Self::Sparse if random.chance(2) => push_triplet(random.byte(), bytes, random),
            Self::Sparse => bytes.push(random.pick(UNRESERVED)),
            Self::Query => match random.below(20) {
                0 => bytes.push(random.pick(b"+&=/ ")),
                1 => push_triplet(random.pick(b" &=+%/\xC3\xA9"), bytes, random),
                _ => bytes.push(random.pick(UNRESERVED)),
            },
            Self::Solid => push_triplet(random.byte(), bytes, random),
            Self::SolidText => {
                for byte in random.pick(&TEXT).bytes() {
                    push_triplet(byte, bytes, random);
                }
            }
            Self::Half if random.chance(50) => push_triplet(random.byte(), bytes, random),
            Self::Half => bytes.push(random.pick(UNRESERVED)),
            Self::Malformed => match random.below(8) {
                0 => bytes.push(b'%'),
                1 => bytes.extend([b'%', random.pick(DIGITS)]),
                2 => bytes.extend([b'%', random.pick(NEAR_DIGITS), random.pick(DIGITS)]),
                3 => bytes.extend([b'%', random.pick(DIGITS), random.pick(NEAR_DIGITS)]),
                4 => bytes.extend([b'%', random.byte(), random.byte()]),
                5 => bytes.push(random.pick(DIGITS)),
                _ => push_triplet(random.byte(), bytes, random),
            },
            Self::Percents if random.chance(20) => {
                bytes.extend_from_slice(random.pick::<&[u8]>(&[b"4", b"41", b"+", b"zz", b"%4"]))
            }
            Self::Percents => bytes.push(b'%'),
            Self::Binary => bytes.push(random.byte()),
            Self::Utf8 => {
                let text = random.pick(&TEXT).as_bytes();
                let cut = if random.chance(20) { random.below(text.len()) } else { text.len() };
                for &byte in &text[..cut] {
                    if random.chance(50) {
                        push_triplet(byte, bytes, random)
                    } else {
                        bytes.push(byte)
                    }
                }
                if random.chance(30) {
                    let other = random.pick(b"a%+\x80\xC0\xED\xF5");
                    if random.chance(50) {
                        push_triplet(other, bytes, random)
                    } else {
                        bytes.push(other)
                    }
                }
            }
            Self::OneDefect if random.chance(10) => {
                push_triplet(random.pick(b"AZaz~\xC3\xA9+"), bytes, random)
            }
            Self::OneDefect => bytes.push(random.pick(UNRESERVED)),
        }
    }
}

impl Random {
    /// Pieces that decoders get wrong, side by side.
    pub fn nasty(&mut self, pieces: usize) -> Vec<u8> {
        const PIECES: &[&[u8]] = &[
            b"%",
            b"%%",
            b"%4",
            b"%41",
            b"%zz",
            b"%4g",
            b"%G1",
            b"%u0041",
            b"%2541",
            b"%25",
            b"%00",
            b"%0a",
            b"%0D",
            b"%09",
            b"%1f",
            b"%7F",
            b"%2f",
            b"%2F",
            b"+",
            b"%2B",
            b"%20",
            b" ",
            b"a",
            b"abcdefghijklmnopqrstuvwxyz0123456789",
            b"/",
            b"?q=",
            b"&",
            b"4",
            b"1",
            b"\t",
            b"\x1B",
            b"\x7F",
            b"\r",
            b"\r\r",
            b"%C2",
            b"%c2",
            b"\xC2",
            b"%80",
            b"\x80",
            b"%9f",
            b"\x9F",
            b"%A0",
            b"\xA0",
            b"%C2%85",
            b"%E2",
            b"\xE2",
            b"\x80",
            b"%A8",
            b"\xAE",
            b"%E2%80%AE",
            b"\xE2%80\xA9",
            b"%D8%9C",
            b"\xD8%9c",
            b"%e2\x81%a6",
            b"\xC2%85",
            b"%C2\x85",
            b"\xC2\x85",
            b"%C3%A9",
            b"\xC3%A9",
            b"%c3\xA9",
            b"\xC3\xA9",
            b"%E9",
            b"\xE9",
            b"%D0%BE%D0%B1",
            b"%E6%9D%B1",
            b"\xE6%9D\xB1",
            b"\xE6\x9D",
            b"%E6%9D",
            b"%F0%9F%9A%80",
            b"\xF0\x9F%9A\x80",
            b"%F0%9F%9A",
            b"%C0%AF",
            b"%ED%A0%80",
            b"%F4%90%80%80",
            b"%FF",
            b"\xFF",
            b"%BF",
            b"\xBF",
            b"\xEF\xBB\xBF",
        ];
        (0..pieces).flat_map(|_| PIECES[self.below(PIECES.len())].iter().copied()).collect()
    }

    /// Records of nasty and of plain content, some empty; the terminator may be missing after the
    /// last one.
    pub fn records(&mut self, count: usize, end: u8) -> Vec<u8> {
        let mut bytes = Vec::new();
        for _ in 0..count {
            let mut record = match self.below(4) {
                0 => b"GET /index.html HTTP/1.1".to_vec(),
                1 => b"/wiki/%D0%92%D1%96%D0%B4 %C2%AB%20%C2%BB".to_vec(),
                _ => {
                    let pieces = self.below(12);
                    self.nasty(pieces)
                }
            };
            record.retain(|&byte| byte != end);
            bytes.extend_from_slice(&record);
            bytes.push(end);
        }
        if self.below(2) == 0 {
            bytes.pop();
        }
        bytes
    }
}

/// The triplet of a byte, each digit in either case.
fn push_triplet(byte: u8, bytes: &mut Vec<u8>, random: &mut Random) {
    let digit = |nibble: u8, lower: bool| if lower { b"0123456789abcdef" } else { b"0123456789ABCDEF" }[usize::from(nibble)];
    bytes.push(b'%');
    bytes.push(digit(byte >> 4, random.chance(30)));
    bytes.push(digit(byte & 15, random.chance(30)));
}
