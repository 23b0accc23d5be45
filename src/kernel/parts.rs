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
use super::find::{find_in, places_of};
use super::marks::PLACES;
use super::rules::EncodeRules;
use crate::backend::Backend;
use crate::sets::AsciiSet;
use crate::syntax::{continuation, is_triplet, is_ucschar};

/// The longest part that is searched for; a multiple of [`PLACES`].
const WINDOW: usize = 4096;

/// A part of an input.
pub(super) enum Part<'a> {
    /// Bytes for which [`Parts::rules`] hold.
    Encoded(&'a [u8]),
    /// A `%` that becomes a triplet.
    Percent,
    /// Triplets, or UTF-8 sequences outside ASCII.
    Kept(&'a [u8]),
}

/// The parts, in order.
pub(super) struct Parts<'a> {
    backend: Backend,
    /// The rules for [`Part::Encoded`].
    pub(super) rules: EncodeRules,
    /// `%` outside triplets are cut out; or triplets are.
    cut_percents: bool,
    cut_triplets: bool,
    /// Characters that no IRI may hold are encoded.
    ucschar_only: bool,
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
        let cut_triplets = rules.keep_escapes && !rules.set.intersection(HEX_DIGITS).is_empty();
        let cut_percents = rules.keep_escapes && !cut_triplets && rules.set.contains(b'%');
        let set = if cut_percents { rules.set.remove(b'%') } else { rules.set };
        let rules = EncodeRules { set, keep_escapes: false, keep_non_ascii: false, ..*rules };
        let ucschar_only = rules.ucschar_only;
        Self { backend, rules, cut_percents, cut_triplets, ucschar_only, others, rest }
    }

    /// The next part of `others`, which is not empty.
    #[inline]
    fn next_of_others(&mut self) -> Part<'a> {
        let others = self.others;
        let len = self.len_of_encoded();
        if len > 0 {
            self.others = &others[len..];
            return Part::Encoded(&others[..len]);
        }
        if self.cut_percents {
            self.others = &others[1..];
            return Part::Percent;
        }
        self.others = &others[3..];
        Part::Kept(&others[..3])
    }

    /// The length of the next [`Part::Encoded`].
    #[inline]
    fn len_of_encoded(&self) -> usize {
        let others = self.others;
        if !self.cut_percents && !self.cut_triplets {
            return others.len();
        }
        let mut at = 0;
        while at < others.len().min(WINDOW) {
            let mut places = places_of(self.backend, &others[at..], [b'%'; 3]);
            while places != 0 {
                let place = at + places.trailing_zeros() as usize;
                if is_triplet(&others[place..]) == self.cut_triplets {
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
                return Some(self.next_of_others());
            }
            let rest = self.rest;
            let kept = len_of_kept(rest, self.ucschar_only);
            if kept > 0 {
                self.rest = &rest[kept..];
                return Some(Part::Kept(&rest[..kept]));
            }
            let len = match rest.first()? {
                0x80.. => 1,
                _ => len_of_ascii(self.backend, first_chunk(rest, WINDOW)),
            };
            (self.others, self.rest) = rest.split_at(len);
        }
    }
}

/// The length of the well-formed sequences of bytes >= 0x80 at the start; if `ucschar_only`, of those
/// that an IRI may hold.
#[inline]
fn len_of_kept(input: &[u8], ucschar_only: bool) -> usize {
    let mut at = 0;
    while at < WINDOW {
        at += match input[at..] {
            // Most letters, all of which an IRI may hold.
            [0xC3..=0xDF, 0x80..=0xBF, ..] => 2,
            [0xE1 | 0xE3..=0xEC, 0x80..=0xBF, 0x80..=0xBF, ..] => 3,
            [0x80..=0xFF, ..] => match sequence_len(&input[at..], ucschar_only) {
                Some(len) => len,
                None => return at,
            },
            _ => return at,
        };
    }
    at
}

/// The length of the well-formed sequence at the start, if it stays.
#[inline]
fn sequence_len(input: &[u8], ucschar_only: bool) -> Option<usize> {
    let first = *input.first()?;
    let (left, (lowest, highest)) = continuation(first)?;
    let others = input.get(1..=usize::from(left))?;
    let is_well_formed = (lowest..=highest).contains(&others[0])
        && others[1..].iter().all(|byte| byte & 0xC0 == 0x80);
    // A first byte has one bit for each that follows, after two others.
    let code = |code, byte: &u8| code << 6 | u32::from(byte & 0x3F);
    let code = || others.iter().fold(u32::from(first & (0x3F >> left)), code);
    (is_well_formed && (!ucschar_only || is_ucschar(first, code))).then_some(1 + others.len())
}

/// The index of the first byte >= 0x80, or the length.
#[inline]
fn len_of_ascii(backend: Backend, input: &[u8]) -> usize {
    /// It is often that of a space, or of a few delimiters.
    const FEW: usize = 2;
    if let Some(at) = input.iter().take(FEW).position(|byte| !byte.is_ascii()) {
        return at;
    }
    find_in(backend, input, &AsciiSet::EMPTY)
}
