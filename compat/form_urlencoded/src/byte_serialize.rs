//! WHATWG URL 5.2: what becomes of the bytes of a name or a value.

use core::str;

use percent_simd::{Encoder, sets};

/// One name or one value encoded, piece by piece: SP is `+`, a byte that is not in `*-._0-9A-Za-z` is its triplet.
///
/// Each piece is a run of bytes that stay as they are, or what one other byte becomes.
///
/// ```
/// let pieces = form_urlencoded::byte_serialize("50% off".as_bytes());
/// assert!(pieces.eq(["50", "%25", "+", "off"]));
///
/// let text: String = form_urlencoded::byte_serialize("café".as_bytes()).collect();
/// assert_eq!(text, "caf%C3%A9");
/// ```
#[inline]
pub fn byte_serialize(input: &[u8]) -> ByteSerialize<'_> {
    ByteSerialize { bytes: input }
}

/// The pieces of an encoded name or value: what [`byte_serialize()`] returns.
///
/// ```
/// let mut pieces = form_urlencoded::byte_serialize(b"a b");
/// assert_eq!(pieces.size_hint(), (1, Some(3)));
/// assert_eq!(pieces.next(), Some("a"));
/// assert_eq!(format!("{pieces:?}"), "ByteSerialize { bytes: [32, 98] }");
/// ```
#[derive(Debug)]
pub struct ByteSerialize<'a> {
    /// What is not encoded yet.
    bytes: &'a [u8],
}

/// A run is looked for byte by byte before a kernel is asked.
const SHORT: usize = 32;

impl<'a> ByteSerialize<'a> {
    /// The run of unchanged bytes at the start, where there is one.
    fn next_run(&mut self) -> &'a str {
        let bytes = self.bytes;
        let start = &bytes[..bytes.len().min(SHORT)];
        let mut len = start.iter().position(|&byte| is_changed(byte)).unwrap_or(start.len());
        if len == SHORT {
            const CHANGED: Encoder = Encoder::new(sets::FORM);
            len += CHANGED.find(&bytes[SHORT..]).unwrap_or(bytes.len() - SHORT);
        }
        let (run, rest) = bytes.split_at(len);
        self.bytes = rest;
        str::from_utf8(run).expect("what does not change is ASCII")
    }
}

impl<'a> Iterator for ByteSerialize<'a> {
    type Item = &'a str;

    #[inline]
    fn next(&mut self) -> Option<&'a str> {
        let (&first, behind) = self.bytes.split_first()?;
        if is_changed(first) || behind.first().is_none_or(|&second| is_changed(second)) {
            self.bytes = behind;
            return Some(UNITS[usize::from(first)]);
        }
        Some(self.next_run())
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.bytes.len().min(1), Some(self.bytes.len()))
    }
}

/// Whether it becomes something else.
#[inline(always)]
pub(crate) fn is_changed(byte: u8) -> bool {
    CHANGED[usize::from(byte)]
}

static CHANGED: [bool; 256] = {
    let mut changed = [true; 256];
    let mut byte = 0;
    while byte < 128 {
        changed[byte as usize] = sets::FORM.contains(byte) || byte == b' ';
        byte += 1;
    }
    changed
};

/// What each byte becomes: itself, `+`, or its triplet.
pub(crate) static UNITS: [&str; 256] = {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    /// The triplet of each byte, and the byte itself.
    const TEXT: [[u8; 4]; 256] = {
        let mut text = [[b'%'; 4]; 256];
        let mut byte = 0;
        while byte < 256 {
            text[byte] = [b'%', DIGITS[byte >> 4], DIGITS[byte & 15], byte as u8];
            byte += 1;
        }
        text
    };
    let mut units = [""; 256];
    let mut byte = 0;
    while byte < 256 {
        let (triplet, itself) = TEXT[byte].split_at(3);
        units[byte] = match str::from_utf8(if CHANGED[byte] { triplet } else { itself }) {
            Ok(text) => text,
            Err(_) => panic!("what does not change is ASCII"),
        };
        byte += 1;
    }
    units[b' ' as usize] = "+";
    units
};
