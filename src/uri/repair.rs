//! A finished URI with `%` signs that begin no triplet.

use crate::syntax;
use alloc::{borrow::Cow, string::String, vec::Vec};

use crate::memory;
use crate::{Decoder, Malformed};

/// The number of bytes from a stray `%` on that are handled one by one: more stray ones are likely
/// there.
const RUN: usize = 64;

/// Turns every stray `%`, which begins no triplet, into `%25`. Valid triplets and all other bytes
/// stay, those outside ASCII too. It never fails, takes linear time, and borrows if nothing
/// changes. The result is at most three times as long as the input, and repairing it again changes
/// nothing.
///
/// It is for URLs that people and programs have cut off or put together: truncated ones, or a
/// message-id inside a URL. It cannot know the intention: a `%` that happens to precede two hex digits stays
/// a triplet.
///
/// ```
/// use percent_simd::uri;
/// assert_eq!(&*uri::repair("/100%?q=%c3%a9%E2%9"), b"/100%25?q=%c3%a9%E2%259");
/// ```
#[must_use]
#[inline]
pub fn repair<I: AsRef<[u8]> + ?Sized>(input: &I) -> Cow<'_, [u8]> {
    let input = input.as_ref();
    let Some(first) = find_stray(input) else { return Cow::Borrowed(input) };
    let mut repaired = Vec::new();
    if input.len() > memory::LONG {
        let mut needed = first;
        for_each_piece(input, first, |piece| needed += piece.len());
        repaired.reserve_exact(needed);
    } else {
        repaired.reserve(input.len() + RUN);
    }
    repaired.extend_from_slice(&input[..first]);
    for_each_piece(input, first, |piece| repaired.extend_from_slice(piece));
    Cow::Owned(memory::trimmed(repaired))
}

/// The text with every stray `%` as `%25`, as [`repair`] does it to bytes. Borrowed if nothing
/// changes.
#[must_use]
#[inline]
pub fn repair_str(input: &str) -> Cow<'_, str> {
    match repair(input) {
        Cow::Borrowed(_) => Cow::Borrowed(input),
        Cow::Owned(repaired) => {
            Cow::Owned(String::from_utf8(repaired).expect("only ASCII has been added"))
        }
    }
}

#[inline]
fn find_stray(input: &[u8]) -> Option<usize> {
    Decoder::new().malformed(Malformed::Error).check(input).err().map(|stray| stray.position())
}

/// Passes the pieces of the repaired input to `visit`, from the first stray `%` on.
fn for_each_piece(input: &[u8], first: usize, mut visit: impl FnMut(&[u8])) {
    // The input from `done` to `at` stays as it is.
    let (mut done, mut at) = (first, first);
    while at < input.len() {
        let end = at + RUN;
        while at < end.min(input.len()) {
            if input[at] != b'%' {
                at += 1;
            } else if syntax::is_triplet(&input[at..]) {
                at += 3;
            } else {
                visit(&input[done..at]);
                visit(b"%25");
                at += 1;
                done = at;
            }
        }
        at = find_stray(&input[at..]).map_or(input.len(), |stray| at + stray);
    }
    visit(&input[done..]);
}
