//! Encoding piece by piece: the bytes that stay are found 64 at a time.

use super::blocks::members;
use super::encode::triplet;
use super::find::{find_escapable, len_unescaped};
use super::marks::PLACES;
use super::rules::EncodeRules;
use super::trust::text;
use crate::backend::Backend;
use crate::sets::AsciiSet;

/// If at most this many bytes are left, each is looked at only when asked for.
const FEW: usize = 8;

/// The rest of an input, and the marks of its next bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pieces<'a> {
    rest: &'a [u8],
    rules: EncodeRules,
    backend: Option<Backend>,
    /// The mask of the next `known` bytes that change: the first one is the lowest bit.
    places: u64,
    known: usize,
}

impl<'a> Pieces<'a> {
    #[inline]
    pub(crate) const fn new(backend: Option<Backend>, rest: &'a [u8], rules: EncodeRules) -> Self {
        Self { rest, rules, backend, places: 0, known: 0 }
    }

    #[inline]
    pub(crate) const fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// The longest run of bytes that stay, or the output of one byte.
    #[inline]
    pub(crate) fn next(&mut self) -> Option<&'a str> {
        if self.known == 0 {
            if self.rest.len() <= FEW && !self.rules.keeps_sequences() {
                return self.next_of_few();
            }
            self.look::<true>();
        }
        let len = (self.places.trailing_zeros() as usize).min(self.known);
        if len == 0 {
            return self.changed();
        }
        if len == self.known && len < self.rest.len() {
            return Some(self.long_run::<true>());
        }
        Some(text!(
            self.unchanged(len),
            "the first mark is at `len` or later, and every byte >= 0x80 among the `known` ones has a mark, unless it is in a sequence that stays whole before the first one that does not"
        ))
    }

    /// Gives all pieces to `each`: faster than asking for one after the other.
    #[inline]
    pub(crate) fn fold<B>(mut self, init: B, mut each: impl FnMut(B, &'a str) -> B) -> B {
        let Self { rest, rules, .. } = self;
        let mut folded = init;
        if rules.keeps_sequences() {
            while let Some(piece) = self.next() {
                folded = each(folded, piece);
            }
            return folded;
        }
        let (backend, set) = (self.backend(), self.changing());
        // The start of the current run, and the first byte that was not looked at.
        let (mut run, mut at) = (0, 0);
        while at < rest.len() {
            let mut places = members(backend, &rest[at..], &set);
            while places != 0 {
                let place = at + places.trailing_zeros() as usize;
                places &= places - 1;
                if run < place {
                    let clean = text!(
                        &rest[run..place],
                        "`members` marks bytes >= 0x80 and `find_escapable` stops at them: there is none from `run` to `place`"
                    );
                    folded = each(folded, clean);
                }
                folded = each(folded, self.encoded(rest[place]));
                run = place + 1;
            }
            at = rest.len().min(at + PLACES);
            if run + PLACES <= at {
                at +=
                    find_escapable::<true>(backend, &rest[at..], &rules).unwrap_or(rest.len() - at);
            }
        }
        if run == rest.len() {
            return folded;
        }
        each(
            folded,
            text!(
                &rest[run..],
                "`members` marks bytes >= 0x80 and `find_escapable` stops at them: there is none from `run` on"
            ),
        )
    }

    /// The bytes that change, besides those >= 0x80.
    #[inline]
    const fn changing(&self) -> AsciiSet {
        if self.rules.space_as_plus { self.rules.set.add(b' ') } else { self.rules.set }
    }

    /// The encoded form of a byte that changes.
    #[inline]
    fn encoded(&self, byte: u8) -> &'static str {
        if byte == b' ' && self.rules.space_as_plus {
            "+"
        } else {
            triplet(byte, self.rules.lowercase_hex)
        }
    }

    #[inline]
    fn next_of_few(&mut self) -> Option<&'a str> {
        let len = len_unescaped(self.backend, self.rest, &self.changing());
        if len == 0 {
            return self.changed();
        }
        Some(text!(
            self.unchanged(len),
            "`len_unescaped` stops at the first byte >= 0x80, which is at `len` or later"
        ))
    }

    #[inline]
    fn backend(&self) -> Backend {
        self.backend.unwrap_or_else(Backend::active)
    }

    /// Looks at the next 64 bytes, or up to the next one that changes if triplets or sequences stay.
    #[inline(never)]
    fn look<const LAZY: bool>(&mut self) {
        let rules = &self.rules;
        if rules.keeps_sequences() {
            // The start of a long input, so that the search is short. What the end may cut, a triplet
            // or a sequence of at most four bytes, is looked at again.
            let next = &self.rest[..self.rest.len().min(PLACES)];
            let found = find_escapable::<true>(self.backend(), next, rules);
            let len = found.unwrap_or(next.len());
            let is_certain = len + 4 <= next.len() || next.len() == self.rest.len();
            (self.places, self.known) = match found {
                Some(_) if is_certain => (1 << len, len + 1),
                _ => (u64::from(len == 0), len.max(1).min(self.rest.len())),
            };
            return;
        }
        self.places = members(self.backend(), self.rest, &self.changing());
        self.known = self.rest.len().min(PLACES);
    }

    /// A run that goes on past the known places.
    #[inline(never)]
    fn long_run<const LAZY: bool>(&mut self) -> &'a str {
        // A triplet or a sequence that stays may lie across the end of the known places.
        let from = if self.rules.keeps_sequences() { 0 } else { self.known };
        let more = &self.rest[from..];
        let len = find_escapable::<true>(self.backend(), more, &self.rules).unwrap_or(more.len());
        text!(
            self.unchanged(from + len),
            "none of the `from` known bytes has a mark, and `find_escapable` stops at bytes >= 0x80 outside a sequence that stays whole"
        )
    }

    /// Takes the first byte, and returns its encoded form.
    #[inline]
    fn changed(&mut self) -> Option<&'a str> {
        let (&byte, rest) = self.rest.split_first()?;
        self.rest = rest;
        self.places >>= 1;
        self.known = self.known.saturating_sub(1);
        Some(self.encoded(byte))
    }

    /// Takes the first `len` bytes, which do not change.
    #[inline]
    fn unchanged(&mut self, len: usize) -> &'a [u8] {
        let (run, rest) = self.rest.split_at(len);
        self.rest = rest;
        self.places = if len < PLACES { self.places >> len } else { 0 };
        self.known = self.known.saturating_sub(len);
        run
    }
}
