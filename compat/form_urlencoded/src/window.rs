//! Adjacent short pairs, found by masks.

use alloc::borrow::Cow;
use core::str;

use crate::decode::decode_escaped;

/// The number of bytes that are examined together, with one bit of a mask for each.
pub(crate) const LEN: usize = 64;

/// Whole parts of a form, as UTF-8, with masks of their separators and escapes: the first byte is
/// the lowest bit.
///
/// A test of each byte is a branch that the CPU mispredicts at the end of each name and each value.
/// Masks need no such branch.
#[derive(Clone, Copy)]
pub(crate) struct Window<'a> {
    text: &'a str,
    ampersands: u64,
    equals: u64,
    /// The mask of `%` and `+`.
    escapes: u64,
}

/// A name or a value.
pub(crate) struct Piece<'a> {
    pub(crate) text: &'a str,
    /// True if it holds a `%` or a `+`.
    pub(crate) is_escaped: bool,
}

impl<'a> Piece<'a> {
    pub(crate) fn decode(&self) -> Cow<'a, str> {
        if self.is_escaped {
            decode_escaped(self.text.as_bytes())
        } else {
            Cow::Borrowed(self.text)
        }
    }
}

impl<'a> Window<'a> {
    pub(crate) const EMPTY: Self = Self { text: "", ampersands: 0, equals: 0, escapes: 0 };

    /// A window of the block's leading whole parts that are UTF-8, each with its `&`. It may be
    /// empty.
    #[inline]
    pub(crate) fn new(block: &'a [u8; LEN]) -> Self {
        let mut classes = *block;
        for class in &mut classes {
            *class = u8::from(*class == b'&')
                | u8::from(*class == b'=') << 1
                | u8::from((*class == b'%') | (*class == b'+')) << 2;
        }
        let [mut ampersands, mut equals, mut escapes] = [0; 3];
        for eight in classes.chunks_exact(8).rev() {
            let eight = u64::from_le_bytes(eight.try_into().expect("a chunk has eight bytes"));
            ampersands = ampersands << 8 | gather(eight);
            equals = equals << 8 | gather(eight >> 1);
            escapes = escapes << 8 | gather(eight >> 2);
        }
        let text = match core::str::from_utf8(whole_parts(block, ampersands, LEN)) {
            Ok(text) => text,
            Err(error) => core::str::from_utf8(whole_parts(block, ampersands, error.valid_up_to()))
                .unwrap_or_default(),
        };
        Self { text, ampersands, equals, escapes }
    }

    pub(crate) const fn len(&self) -> usize {
        self.text.len()
    }

    /// True if the block, or its rest, holds no `&`.
    pub(crate) const fn is_within_a_part(&self) -> bool {
        self.ampersands == 0
    }

    /// The name and the value of the next part that is not empty.
    #[inline]
    pub(crate) fn next(&mut self) -> Option<(Piece<'a>, Piece<'a>)> {
        while !self.text.is_empty() {
            let Self { text, ampersands, equals, escapes } = *self;
            // The text ends with `&`.
            let end = ampersands.trailing_zeros() as usize;
            self.text = &text[end + 1..];
            self.ampersands = ampersands >> end >> 1;
            self.equals = equals >> end >> 1;
            self.escapes = escapes >> end >> 1;
            if end > 0 {
                let name_end = (equals.trailing_zeros() as usize).min(end);
                let value_start = (name_end + 1).min(end);
                let name = Piece {
                    text: &text[..name_end],
                    is_escaped: (escapes.trailing_zeros() as usize) < name_end,
                };
                let is_escaped =
                    value_start + ((escapes >> value_start).trailing_zeros() as usize) < end;
                return Some((name, Piece { text: &text[value_start..end], is_escaped }));
            }
        }
        None
    }
}

/// The start of the block, up to and including the last `&` before `end`.
fn whole_parts(block: &[u8; LEN], ampersands: u64, end: usize) -> &[u8] {
    let ampersands = ampersands & !u64::MAX.checked_shl(end as u32).unwrap_or(0);
    &block[..LEN - ampersands.leading_zeros() as usize]
}

/// Gathers bit 0 of each byte: that of byte `i` becomes bit `i`.
#[inline(always)]
const fn gather(eight: u64) -> u64 {
    // The factor's bits are 7 apart, so it moves byte `i` to bit `56 + i`. Nothing else reaches
    // these bits, and there is no carry.
    (eight & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56
}
