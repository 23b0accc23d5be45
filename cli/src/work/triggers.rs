//! Bytes without which the values of a record stay as they are.

use std::ops::Range;

use memchr::{memchr, memchr2, memchr3};

/// Where the next such byte of a block is, so that no part of it is searched twice.
pub(super) struct Triggers<'a> {
    block: &'a [u8],
    bytes: Option<[u8; 2]>,
    /// The first one of those that have not been passed, or the block's end. Before a search, 0.
    next: usize,
}

impl<'a> Triggers<'a> {
    /// One or two bytes; without them, no record stays. A backslash is always one, as it may spell
    /// the others.
    pub(super) fn new(block: &'a [u8], bytes: Option<&[u8]>) -> Self {
        let bytes = match bytes {
            Some(&[one]) => Some([one; 2]),
            Some(&[one, two]) => Some([one, two]),
            _ => None,
        };
        Self { block, bytes, next: 0 }
    }

    /// One twice, or two.
    pub(super) fn bytes(&self) -> Option<[u8; 2]> {
        self.bytes
    }

    /// Returns true if a value stays, as it has none of them.
    pub(super) fn has_none(&self, value: &[u8]) -> bool {
        match self.bytes {
            Some([one, two]) if one == two => memchr(one, value).is_none(),
            Some([one, two]) => memchr2(one, two, value).is_none(),
            None => false,
        }
    }

    fn search(&mut self, from: usize) {
        let rest = &self.block[from..];
        let found = match self.bytes {
            Some([one, two]) if one == two => memchr2(one, b'\\', rest),
            Some([one, two]) => memchr3(one, two, b'\\', rest),
            None => Some(0),
        };
        self.next = from + found.unwrap_or(rest.len());
    }

    /// Returns true if a record may change; records are asked about in their order.
    pub(super) fn are_in(&mut self, record: Range<usize>) -> bool {
        if self.next < record.start || self.next == 0 {
            self.search(record.start);
        }
        self.next < record.end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_with_and_without() {
        let block = b"ab%\ncd\n\\x\n%%\n+\n";
        let records = [0..4, 4..7, 7..10, 10..13, 13..15];
        for (bytes, expected) in [
            (Some(&b"%"[..]), [true, false, true, true, false]),
            (Some(b"%+"), [true, false, true, true, true]),
            (None, [true; 5]),
        ] {
            let mut triggers = Triggers::new(block, bytes);
            assert_eq!(
                records.clone().map(|record| triggers.are_in(record)),
                expected,
                "{bytes:?}"
            );
        }
    }

    #[test]
    fn values_that_stay() {
        let values = [&b""[..], b"ab", b"a%", b"+b", b"\\"];
        for (bytes, expected) in [
            (Some(&b"%"[..]), [true, true, false, true, true]),
            (Some(b"%+"), [true, true, false, false, true]),
            (None, [false; 5]),
        ] {
            let triggers = Triggers::new(b"", bytes);
            assert_eq!(values.map(|value| triggers.has_none(value)), expected, "{bytes:?}");
        }
    }
}
