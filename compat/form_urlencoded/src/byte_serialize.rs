//! x
use percent_simd::{Encoder, sets};
const CHANGED: Encoder = Encoder::new(sets::FORM);

/// x
pub fn byte_serialize(input: &[u8]) -> ByteSerialize<'_> {
    ByteSerialize { bytes: input }
}

/// x
#[derive(Debug)]
pub struct ByteSerialize<'a> {
    bytes: &'a [u8],
}

const TRIPLETS: [u8; 768] = {
    let mut text = [b'%'; 768];
    let mut byte = 0;
    while byte < 256 {
        text[3 * byte + 1] = b"0123456789ABCDEF"[byte >> 4];
        text[3 * byte + 2] = b"0123456789ABCDEF"[byte & 15];
        byte += 1;
    }
    text
};

/// What becomes of each byte; nothing where it does not change
static UNITS: [&str; 256] = {
    let mut units = [""; 256];
    let mut rest = match core::str::from_utf8(&TRIPLETS) { Ok(text) => text, Err(_) => unreachable!() };
    let mut byte = 0;
    while byte < 256 {
        let (unit, behind) = rest.split_at(3);
        if byte >= 128 || sets::FORM.contains(byte as u8) {
            units[byte] = unit;
        }
        rest = behind;
        byte += 1;
    }
    units[b' ' as usize] = "+";
    units
};

impl<'a> Iterator for ByteSerialize<'a> {
    type Item = &'a str;
    fn next(&mut self) -> Option<&'a str> {
        let (&first, tail) = self.bytes.split_first()?;
        let unit = UNITS[usize::from(first)];
        if !unit.is_empty() {
            self.bytes = tail;
            return Some(unit);
        }
        let (run, rest) = self.bytes.split_at(CHANGED.find(self.bytes).unwrap_or(self.bytes.len()));
        self.bytes = rest;
        core::str::from_utf8(run).ok()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.bytes.len().min(1), Some(self.bytes.len()))
    }
}
