//! The parts of an input for encoding that leaves valid triplets
//! ([`keep_escapes`](EncodeRules::keep_escapes)) or well-formed UTF-8
//! ([`keep_non_ascii`](EncodeRules::keep_non_ascii)) as they are: kernels encode the others,
//! and never see these rules.
//!
//! Triplets are not cut out, since there may be many. The digits of one are in hardly any set, so
//! it stays if `%` stays: a kernel encodes bytes and triplets alike by the set without `%`, and
//! only a `%` that begins no triplet is cut out.
//!
//! A part ends after [`WINDOW`] bytes at the latest, so that whoever asks for one alone waits for no
//! search through the rest.

use super::chunks::first_chunk;
use super::find::{len_unescaped, places_of};
use super::marks::PLACES;
use super::rules::EncodeRules;
use crate::backend::Backend;
use crate::sets::AsciiSet;
use crate::syntax::{is_triplet, is_ucschar};

/// The longest part that is searched for; a multiple of [`PLACES`].
const WINDOW: usize = 4096;

/// A part of an input.
pub(super) enum Part<'a> {
    /// Bytes for which [`Parts::rules`] hold.
    Encoded(&'a [u8]),
    /// Output: triplets, UTF-8 sequences outside ASCII, or the triplet of a `%`.
    Copied(&'a [u8]),
}

/// The parts, in order.
pub(super) struct Parts<'a> {
    backend: Backend,
    /// The rules for [`Part::Encoded`].
    pub(super) rules: EncodeRules,
    /// Triplets are cut out, or `%` outside them.
    cut_triplets: Option<bool>,
    /// Bytes outside sequences that stay; they may hold triplets.
    others: &'a [u8],
    /// The bytes after them.
    rest: &'a [u8],
}

impl<'a> Parts<'a> {
    #[inline]
    pub(super) fn of(backend: Backend, input: &'a [u8], rules: &EncodeRules) -> Self {
        const HEX_DIGITS: AsciiSet = AsciiSet::from_bytes(b"0123456789ABCDEFabcdef");
        let (others, rest): (&[u8], &[u8]) =
            if rules.keep_non_ascii { (&[], input) } else { (input, &[]) };
        let has_digits = !rules.set.intersection(HEX_DIGITS).is_empty();
        let is_cut = rules.keep_escapes && (has_digits || rules.set.contains(b'%'));
        let set = if is_cut && !has_digits { rules.set.remove(b'%') } else { rules.set };
        let rules = EncodeRules { set, keep_escapes: false, keep_non_ascii: false, ..*rules };
        Self { backend, rules, cut_triplets: is_cut.then_some(has_digits), others, rest }
    }

    /// The length of the next [`Part::Encoded`].
    #[inline]
    fn len_of_encoded(&self) -> usize {
        let others = self.others;
        let Some(cut_triplets) = self.cut_triplets else { return others.len() };
        let mut at = 0;
        while at < others.len().min(WINDOW) {
            let mut places = places_of(self.backend, &others[at..], [b'%'; 3]);
            while places != 0 {
                let place = at + places.trailing_zeros() as usize;
                if is_triplet(&others[place..]) == cut_triplets {
                    return place;
                }
                places &= places - 1;
            }
            at += PLACES;
        }
        others.len().min(WINDOW)
    }

    /// The next part.
    #[inline(never)]
    pub(super) fn next<const LAZY: bool>(&mut self) -> Option<Part<'a>> {
        loop {
            if !self.others.is_empty() {
                let (part, rest) = match (self.len_of_encoded(), self.cut_triplets) {
                    (0, Some(false)) => (Part::Copied(b"%25"), &self.others[1..]),
                    (0, _) => (Part::Copied(&self.others[..3]), &self.others[3..]),
                    (len, _) => (Part::Encoded(&self.others[..len]), &self.others[len..]),
                };
                self.others = rest;
                return Some(part);
            }
            let (rest, backend) = (self.rest, Some(self.backend));
            let kept = len_of_kept::<true>(rest, self.rules.ucschar_only);
            if kept > 0 {
                self.rest = &rest[kept..];
                return Some(Part::Copied(&rest[..kept]));
            }
            let len = match rest.first()? {
                0x80.. => 1,
                _ => len_unescaped(backend, first_chunk(rest, WINDOW), &AsciiSet::EMPTY),
            };
            (self.others, self.rest) = rest.split_at(len);
        }
    }
}

/// The length of the well-formed sequences of bytes >= 0x80 at the start; if `ucschar_only`, of those
/// that an IRI may hold.
#[inline(never)]
pub(super) fn len_of_kept<const LAZY: bool>(input: &[u8], ucschar_only: bool) -> usize {
    let mut at = 0;
    while at < WINDOW {
        let rest = &input[at..];
        at += match rest {
            // Most letters, all of which an IRI may hold.
            [0xC3..=0xDF, 0x80..=0xBF, ..] => 2,
            [0xE1 | 0xE3..=0xEC, 0x80..=0xBF, 0x80..=0xBF, ..] => 3,
            [first @ 0x80..=0xFF, ..] => {
                let len = first.leading_ones() as usize;
                let sequence = rest.get(..len).and_then(|rest| core::str::from_utf8(rest).ok());
                match sequence.and_then(|sequence| sequence.chars().next()) {
                    Some(character) if !ucschar_only || is_ucschar(character) => len,
                    _ => break,
                }
            }
            _ => break,
        };
    }
    at
}
