//! WHATWG URL 5.2: encodes the bytes of a name or a value.

use percent_simd::{AsciiSet, Encoder, sets, triplet};

/// Encodes a name or a value, piece by piece: SP becomes `+`, and a byte outside `*-._0-9A-Za-z`
/// becomes its triplet.
///
/// Each piece is a run of unchanged bytes, or one encoded byte.
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

/// The pieces of an encoded name or value, returned by [`byte_serialize()`].
///
/// ```
/// let mut pieces = form_urlencoded::byte_serialize(b"a b");
/// assert_eq!(pieces.size_hint(), (1, Some(3)));
/// assert_eq!(pieces.next(), Some("a"));
/// assert_eq!(format!("{pieces:?}"), "ByteSerialize { bytes: [32, 98] }");
/// ```
#[derive(Debug)]
pub struct ByteSerialize<'a> {
    /// The bytes that are still to be encoded.
    bytes: &'a [u8],
}

impl<'a> Iterator for ByteSerialize<'a> {
    type Item = &'a str;

    #[inline]
    fn next(&mut self) -> Option<&'a str> {
        let (&first, behind) = self.bytes.split_first()?;
        if is_changed(first) {
            self.bytes = behind;
            return Some(changed(first));
        }
        let unchanged;
        (unchanged, self.bytes) = CHANGED.split_unescaped(self.bytes);
        Some(unchanged)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.bytes.len().min(1), Some(self.bytes.len()))
    }

    #[inline]
    fn fold<B, F: FnMut(B, &'a str) -> B>(self, init: B, mut f: F) -> B {
        if self.bytes.len() > FEW {
            return ENCODER.pieces(self.bytes).fold(init, f);
        }
        let mut folded = init;
        for piece in self {
            folded = f(folded, piece);
        }
        folded
    }
}

/// Up to this many bytes, a test of each is faster than a kernel.
const FEW: usize = 16;

/// The bytes that change, SP included.
const CHANGED: AsciiSet = sets::FORM_SET;
const ENCODER: Encoder = Encoder::new(CHANGED).space_as_plus(true);

/// True if encoding changes the byte.
#[inline]
pub(crate) fn is_changed(byte: u8) -> bool {
    static IS_CHANGED: [bool; 256] = {
        let mut is_changed = [true; 256];
        let mut byte = 0;
        while byte < 128 {
            is_changed[byte as usize] = CHANGED.contains(byte);
            byte += 1;
        }
        is_changed
    };
    IS_CHANGED[usize::from(byte)]
}

/// The encoding of a byte that changes.
#[inline]
pub(crate) fn changed(byte: u8) -> &'static str {
    if byte == b' ' { "+" } else { triplet(byte) }
}
