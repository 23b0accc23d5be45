//! Finding: the checked entries, and the searches of policies that are made of them.

use super::blocks::{is_free_of, members};
use super::chunks::{CHUNK, first_chunk};
use super::decode::changes;
use super::dispatch::dispatch;
use super::marks::PLACES;
use super::parts::{Part, Parts};
use super::rules::{DecodeRules, Digits, EncodeRules};
use super::scalar::{self, Unit};
use crate::backend::Backend;
use crate::sets::AsciiSet;

/// The index of the first byte that is `a` or `b`, or the input's length.
#[inline]
pub(crate) fn find_either(backend: Backend, input: &[u8], a: u8, b: u8) -> usize {
    dispatch!(
        backend,
        K,
        // SAFETY: `input` is a slice, and at most its `input.len()` bytes are read; nothing is
        // written.
        unsafe { K::find_either(input, a, b) },
        scalar::find_either(input, a, b)
    )
}

/// The index of the first byte that is `byte` or >= 0x80, or a `.` before another one; or the
/// length.
#[cfg(feature = "inspect")]
#[inline(never)]
pub(crate) fn find_suspect<const LAZY: bool>(backend: Backend, input: &[u8], byte: u8) -> usize {
    dispatch!(
        backend,
        K,
        // SAFETY: `input` is a slice, and at most its `input.len()` bytes are read; nothing is
        // written.
        unsafe { K::find_suspect(input, byte) },
        scalar::find_suspect::<true>(input, byte)
    )
}

/// The index of the first byte that is in the set or not ASCII, or the length.
#[inline(never)]
pub(crate) fn find_in(backend: Backend, input: &[u8], set: &AsciiSet) -> usize {
    find_member(backend, input, set)
}

/// [`find_in`] in the caller.
#[inline(always)]
fn find_member(backend: Backend, input: &[u8], set: &AsciiSet) -> usize {
    dispatch!(
        backend,
        K,
        // SAFETY: `input` is a slice, and at most its `input.len()` bytes are read; nothing is
        // written.
        unsafe { K::find_member(input, set) },
        scalar::find_member(input, set)
    )
}

/// The index of the first byte that encoding changes.
#[inline(always)] // the options of most callers are constants
pub(crate) fn find_escapable<const OPTIONS: bool>(
    backend: Backend,
    input: &[u8],
    rules: &EncodeRules,
) -> Option<usize> {
    if OPTIONS && rules.keep_non_ascii {
        return find_escapable_in_parts::<true>(backend, input, rules);
    }
    if OPTIONS && rules.keep_escapes {
        return find_escapable_outside_triplets::<true>(backend, input, rules);
    }
    if rules.space_as_plus {
        let set = rules.set.add(b' ');
        return Some(find_in(backend, input, &set)).filter(|&found| found < input.len());
    }
    let found = find_member(backend, input, &rules.set);
    (found < input.len()).then_some(found)
}

/// [`find_escapable`] where well-formed UTF-8 stays.
#[cold]
#[inline(never)]
fn find_escapable_in_parts<const LAZY: bool>(
    backend: Backend,
    input: &[u8],
    rules: &EncodeRules,
) -> Option<usize> {
    let others = EncodeRules { keep_escapes: false, ..*rules };
    let rules = EncodeRules { keep_non_ascii: false, ..*rules };
    let mut at = 0;
    for part in Parts::of(backend, input, &others) {
        let part = match part {
            Part::Encoded(part) => match find_escapable::<true>(backend, part, &rules) {
                Some(found) => return Some(at + found),
                None => part,
            },
            Part::Percent => return Some(at),
            Part::Kept(part) => part,
        };
        at += part.len();
    }
    None
}

/// [`find_escapable`] where valid triplets stay.
#[inline(never)]
fn find_escapable_outside_triplets<const LAZY: bool>(
    backend: Backend,
    input: &[u8],
    rules: &EncodeRules,
) -> Option<usize> {
    let set = if rules.space_as_plus { rules.set.add(b' ') } else { rules.set };
    let mut from = 0;
    loop {
        let found = from + find_member(backend, &input[from..], &set);
        if found == input.len() {
            return None;
        }
        match scalar::end_of_triplet_around::<true>(input, found, Digits::ANY) {
            Some(end) => from = end,
            None => return Some(found),
        }
    }
}

/// The input as far as kernels may see it: up to the first raw byte that
/// [`DecodeRules::reject_raw`] refuses.
///
/// Kernels look at triplets only. No valid triplet crosses that place, since its bytes are not raw; a
/// malformed one may, and keeps its kind, since the error is named from the whole input.
#[inline(always)]
pub(super) fn accepted<'a>(backend: Backend, input: &'a [u8], rules: &DecodeRules) -> &'a [u8] {
    if rules.reject_raw { before_raw::<true>(backend, input, rules) } else { input }
}

/// The input up to the first raw byte that is refused.
#[cold]
#[inline(never)]
fn before_raw<'a, const LAZY: bool>(
    backend: Backend,
    input: &'a [u8],
    rules: &DecodeRules,
) -> &'a [u8] {
    let rejected = rules.rejected_raw();
    let mut at = if rejected.is_empty() { input.len() } else { 0 };
    while at < input.len() {
        at += find_in(backend, &input[at..], &rejected);
        // Bytes >= 0x80 stop the search, too, and are often many: look at a block.
        let block = &input[at..];
        let mut places =
            members(backend, block, &rejected) & !members(backend, block, &AsciiSet::EMPTY);
        while places != 0 {
            let place = at + places.trailing_zeros() as usize;
            if scalar::end_of_triplet_around::<true>(input, place, rules.digits).is_none() {
                return &input[..place];
            }
            places &= places - 1;
        }
        at += block.len().min(PLACES);
    }
    input
}

/// The number of bytes at the start that are neither in the set nor >= 0x80: for callers that ask
/// again and again and mostly get a few bytes. The first few are looked at before a kernel is
/// called, and so is a short input.
#[inline(always)]
pub(crate) fn len_unescaped(backend: Option<Backend>, input: &[u8], set: &AsciiSet) -> usize {
    const FEW: usize = 8;
    const SHORT: usize = 16;
    let few = if input.len() <= SHORT { input.len() } else { FEW };
    match input[..few].iter().position(|&byte| set.or_non_ascii(byte)) {
        Some(index) => index,
        None if few == input.len() => few,
        None => few + find_in(backend.unwrap_or_else(Backend::active), &input[few..], set),
    }
}

/// Returns whether the input is ASCII and has nothing to decode or refuse.
#[inline]
pub(super) fn is_plain_ascii(backend: Backend, input: &[u8], rules: &DecodeRules) -> bool {
    let other = if rules.plus_as_space { b'+' } else { b'%' };
    if !rules.reject_raw {
        if let Some(is_free) = is_free_of::<true>(backend, input, b'%', other) {
            return is_free;
        }
    }
    is_plain_ascii_by_kernel::<true>(backend, input, rules)
}

/// [`is_plain_ascii`] by the backend's kernel.
#[inline(never)]
fn is_plain_ascii_by_kernel<const LAZY: bool>(
    backend: Backend,
    input: &[u8],
    rules: &DecodeRules,
) -> bool {
    const PERCENT: AsciiSet = AsciiSet::from_bytes(b"%");
    const PERCENT_AND_PLUS: AsciiSet = AsciiSet::from_bytes(b"%+");
    // Constant sets, but for the rare policy: a load of a set that was just stored byte by byte
    // waits for the stores.
    let set = if rules.plus_as_space { &PERCENT_AND_PLUS } else { &PERCENT };
    let set = if rules.reject_raw { &set.union(rules.rejected_raw()) } else { set };
    find_in(backend, input, set) == input.len()
}

/// The index of the first byte that decoding changes or refuses.
#[inline]
pub(crate) fn find_escape(backend: Backend, input: &[u8], rules: &DecodeRules) -> Option<usize> {
    if is_short_and_clean(backend, input, rules) {
        return None;
    }
    find_escape_by_kernel::<true>(backend, input, rules)
}

/// Returns whether the input is so short that one look tells, and has nothing to decode or refuse:
/// see [`is_free_of`].
#[inline(always)]
pub(crate) fn is_short_and_clean(backend: Backend, input: &[u8], rules: &DecodeRules) -> bool {
    look(backend, input, rules) == Some(true)
}

/// Returns whether a short input has nothing to decode or refuse; `None` if one look does not tell.
#[inline(always)]
pub(crate) fn look(backend: Backend, input: &[u8], rules: &DecodeRules) -> Option<bool> {
    let other = if rules.plus_as_space { b'+' } else { b'%' };
    if rules.reject_raw { None } else { is_free_of::<false>(backend, input, b'%', other) }
}

/// [`find_escape`] by the backend's kernel.
#[inline(never)]
pub(crate) fn find_escape_by_kernel<const LAZY: bool>(
    backend: Backend,
    input: &[u8],
    rules: &DecodeRules,
) -> Option<usize> {
    if rules.is_plain() {
        return find_change::<true>(backend, input, rules);
    }
    let accepted = accepted(backend, input, rules);
    find_change::<false>(backend, accepted, rules)
        .or((accepted.len() < input.len()).then_some(accepted.len()))
}

/// [`find_escape`] in input without raw bytes that are refused: from the first `%`, or `+` that
/// becomes SP. `PLAIN` repeats the rules, so that a program without others links no kernel for them.
#[inline(always)]
pub(crate) fn find_change<const PLAIN: bool>(
    backend: Backend,
    input: &[u8],
    rules: &DecodeRules,
) -> Option<usize> {
    let rules = rules.known::<PLAIN>();
    // Values of nothing but triplets are common, and short: no need to search for the first one.
    let found = match input {
        [b'%', ..] => 0,
        _ => find_either(backend, input, b'%', if rules.plus_as_space { b'+' } else { b'%' }),
    };
    if found == input.len() {
        return None;
    }
    match scalar::unit(&input[found..], &rules) {
        Unit::Value(_) | Unit::Refused(_) => Some(found),
        Unit::Byte(byte) if byte != input[found] => Some(found),
        unit => find_change_after::<PLAIN>(backend, input, found + unit.len(), &rules),
    }
}

/// [`find_change`] after a `%` that stays. There may be many of those, so decoding finds the first
/// change.
#[cold]
#[inline(never)]
fn find_change_after<const PLAIN: bool>(
    backend: Backend,
    input: &[u8],
    mut from: usize,
    rules: &DecodeRules,
) -> Option<usize> {
    let rules = rules.known::<PLAIN>();
    while from < input.len() {
        let window = first_chunk(&input[from..], CHUNK);
        if changes::<PLAIN>(backend, window, &rules) {
            break;
        }
        from += window.len();
    }
    while from < input.len() {
        match scalar::unit(&input[from..], &rules) {
            Unit::Byte(byte) if byte == input[from] => from += 1,
            Unit::Kept => from += 3,
            _ => return Some(from),
        }
    }
    None
}
