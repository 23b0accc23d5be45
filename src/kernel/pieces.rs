//! Encoding piece by piece: the bytes that stay are found 64 at a time.

use super::encode::{changing, find_escapable, triplet};
use super::find::members;
use super::marks::PLACES;
use super::rules::EncodeRules;
use super::trust::text;
use crate::backend::Backend;

/// If at most this many bytes are left, each is looked at only when asked for.
const FEW: usize = 8;

/// The rest of an input, and the marks of its next bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pieces<'a> {
    pub(crate) rest: &'a [u8],
    /// The mask of the next `known` bytes that change: the first one is the lowest bit.
    places: u64,
    known: usize,
}

impl<'a> Pieces<'a> {
    #[inline]
    pub(crate) const fn new(rest: &'a [u8]) -> Self {
        Self { rest, places: 0, known: 0 }
    }

    /// Gives all pieces to `each`: faster than asking for one after the other.
    #[inline]
    pub(crate) fn fold<B>(
        mut self,
        rules: &EncodeRules,
        backend: Option<Backend>,
        init: B,
        mut each: impl FnMut(B, &'a str) -> B,
    ) -> B {
        let (rest, mut folded) = (self.rest, init);
        if rest.len() <= FEW || rules.keeps_sequences() {
            while let Some(piece) = self.next(rules, backend) {
                folded = each(folded, piece);
            }
            return folded;
        }
        let (backend, set) = (backend.unwrap_or_else(Backend::active), changing(rules));
        let clean = |start: usize, end: usize| {
            text!(
                &rest[start..end],
                "`members` marks bytes >= 0x80 and `find_escapable` stops at them: there is none from `run` on"
            )
        };
        // The start of the current run, and the first byte that was not looked at.
        let (mut run, mut at) = (0, 0);
        while at < rest.len() {
            let mut places = members(backend, &rest[at..], &set);
            while places != 0 {
                let place = at + places.trailing_zeros() as usize;
                places &= places - 1;
                if run < place {
                    folded = each(folded, clean(run, place));
                }
                folded = each(folded, encoded(rest[place], rules));
                run = place + 1;
            }
            at = rest.len().min(at + PLACES);
            if run + PLACES <= at {
                at += find_escapable::<true>(backend, &rest[at..], rules);
            }
        }
        if run < rest.len() { each(folded, clean(run, rest.len())) } else { folded }
    }

    /// The longest run of bytes that stay, or the output of one byte.
    #[inline(always)]
    pub(crate) fn next(
        &mut self,
        rules: &EncodeRules,
        backend: Option<Backend>,
    ) -> Option<&'a str> {
        let rest = self.rest;
        let len = if self.known == 0 && rules.keeps_sequences() {
            let len = find::<true>(rest, rules, backend);
            if len < PLACES - 1 {
                // The byte after the run changes.
                (self.places, self.known) = (1 << len, rest.len().min(len + 1));
            }
            len
        } else if self.known == 0 && rest.len() <= FEW {
            let set = changing(rules);
            rest.iter().position(|&byte| set.or_non_ascii(byte)).unwrap_or(rest.len())
        } else {
            if self.known == 0 {
                (self.places, self.known) =
                    (look::<true>(rest, rules, backend), rest.len().min(PLACES));
            }
            match (self.places.trailing_zeros() as usize).min(self.known) {
                len if 0 < len && len == self.known && len < rest.len() => {
                    len + find::<true>(&rest[len..], rules, backend)
                }
                len => len,
            }
        };
        let (piece, taken) = if len == 0 {
            (encoded(*rest.first()?, rules), 1)
        } else {
            let run = text!(
                &rest[..len],
                "every byte >= 0x80 has a mark, or a search stops at it, unless it is in a sequence that stays whole before the first one that does not"
            );
            (run, len)
        };
        self.rest = &rest[taken..];
        self.places = if taken < PLACES { self.places >> taken } else { 0 };
        self.known = self.known.saturating_sub(taken);
        Some(piece)
    }
}

/// The encoded form of a byte that changes.
#[inline]
fn encoded(byte: u8, rules: &EncodeRules) -> &'static str {
    if byte == b' ' && rules.space_as_plus { "+" } else { triplet(byte, rules.lowercase_hex) }
}

/// The places of the next 64 bytes that change.
#[inline(never)]
fn look<const LAZY: bool>(rest: &[u8], rules: &EncodeRules, backend: Option<Backend>) -> u64 {
    members(backend.unwrap_or_else(Backend::active), rest, &changing(rules))
}

/// The length of a run.
#[inline(never)]
fn find<const LAZY: bool>(rest: &[u8], rules: &EncodeRules, backend: Option<Backend>) -> usize {
    find_escapable::<true>(backend.unwrap_or_else(Backend::active), rest, rules)
}
