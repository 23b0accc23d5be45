//! Encoding: the checked entries, and the text that encoding leaves as it is.
//!
//! Without `OPTIONS`, the caller says that the rules keep neither escapes nor text: then the code for
//! those is not even compiled.

#[cfg(feature = "alloc")]
use alloc::{borrow::Cow, string::String};

use super::decode::look;
use super::dispatch::dispatch;
use super::find::{find_in, len_unescaped};
use super::marks::PLACES;
#[cfg(feature = "alloc")]
use super::memory::REGISTER;
use super::memory::{CLEARS_BUFFERS, copied};
use super::parts::{Part, Parts, len_of_kept};
use super::rules::{DecodeRules, Digits, EncodeRules};
use super::scalar;
pub(crate) use super::scalar::triplet;
#[cfg(feature = "alloc")]
use super::trust::append_text;
use super::trust::{Slot, initialised, slots, text};
use crate::backend::Backend;
use crate::error::OutputTooSmall;
use crate::sets::AsciiSet;

/// The length that encoding gives, or `usize::MAX` if that is greater.
#[inline(never)]
pub(crate) fn encoded_len<const OPTIONS: bool>(
    backend: Backend,
    input: &[u8],
    rules: &EncodeRules,
) -> usize {
    if OPTIONS && in_parts(backend, input, rules) {
        return encode_parts::<true>(backend, input, None, rules);
    }
    dispatch!(
        backend,
        K,
        // SAFETY: `input` is a slice, of which a kernel only reads.
        unsafe { K::encoded_len(input, rules) },
        scalar::encoded_len(input, rules)
    )
}

/// Returns whether parts of the input may stay because of the bytes beside them.
#[inline(always)]
fn in_parts(backend: Backend, input: &[u8], rules: &EncodeRules) -> bool {
    let has_triplet = || look::<false>(backend, input, &DecodeRules::PLAIN) != Some(true);
    rules.keep_non_ascii || rules.keep_escapes && has_triplet()
}

/// The length of the encoded form where valid triplets or well-formed UTF-8 stay; with `out`, which has
/// room for it, encodes to the front of that.
///
/// # Panics
/// If there is less room.
#[cold]
#[inline(never)]
fn encode_parts<const LAZY: bool>(
    backend: Backend,
    input: &[u8],
    mut out: Option<&mut [Slot]>,
    rules: &EncodeRules,
) -> usize {
    let mut parts = Parts::of(backend, input, rules);
    let (rules, mut len) = (parts.rules, 0_usize);
    while let Some(part) = parts.next::<true>() {
        let rest = out.as_deref_mut().map(|out| &mut out[len..]);
        len = len.saturating_add(match (part, rest) {
            (Part::Encoded(part), None) => encoded_len::<true>(backend, part, &rules),
            (Part::Encoded(part), Some(rest)) => {
                encode::<true>(backend, part, rest, &rules).expect("there is room for all parts")
            }
            (Part::Copied(part), None) => part.len(),
            (Part::Copied(part), Some(rest)) => copied(part, rest).len(),
        });
    }
    len
}

/// Inputs of up to this many bytes are encoded byte by byte: without `simd` no block is quicker.
const BY_BYTE: usize = if CLEARS_BUFFERS { 31 } else { 3 };

/// Encodes all of the input to the front of `out`, and returns the length of that; or the room that it
/// needs. It is measured first if `out` is shorter than three times the input: no byte becomes more than
/// three.
#[inline(always)]
fn encode<const OPTIONS: bool>(
    backend: Backend,
    input: &[u8],
    out: &mut [Slot],
    rules: &EncodeRules,
) -> Result<usize, OutputTooSmall> {
    if input.len().saturating_mul(3) > out.len() {
        return measure_and_encode::<OPTIONS>(backend, input, out, rules);
    }
    Ok(encode_measured::<OPTIONS>(backend, input, out, rules, 3 * input.len()))
}

#[inline(never)]
fn measure_and_encode<const OPTIONS: bool>(
    backend: Backend,
    input: &[u8],
    out: &mut [Slot],
    rules: &EncodeRules,
) -> Result<usize, OutputTooSmall> {
    let needed = encoded_len::<OPTIONS>(backend, input, rules);
    if needed > out.len() {
        return Err(OutputTooSmall::new(needed));
    }
    Ok(encode_measured::<OPTIONS>(backend, input, out, rules, needed))
}

/// [`encode`] where `needed` is at least the answer of [`encoded_len`].
#[inline(always)]
fn encode_measured<const OPTIONS: bool>(
    backend: Backend,
    input: &[u8],
    out: &mut [Slot],
    rules: &EncodeRules,
    needed: usize,
) -> usize {
    assert!(needed <= out.len(), "callers make the needed room");
    if OPTIONS && in_parts(backend, input, rules) {
        return encode_parts::<true>(backend, input, Some(out), rules);
    }
    if input.len() <= BY_BYTE {
        return scalar::encode_few(input, out, rules);
    }
    dispatch!(
        backend,
        K,
        // SAFETY: `out` holds `needed` bytes, by the assertion, and these are at least as many as
        // `encoded_len` answers, as the callers see to.
        unsafe { K::encode(input, out, rules) },
        scalar::encode(input, out, rules)
    )
}

/// [`encode`], but the front of `out`.
///
/// # Panics
/// If it is shorter than the output.
#[inline(always)]
pub(crate) fn encode_text<'a, const OPTIONS: bool>(
    backend: Backend,
    input: &[u8],
    out: &'a mut [Slot],
    rules: &EncodeRules,
) -> &'a str {
    let written = encode::<OPTIONS>(backend, input, out, rules).expect("callers make room");
    text!(
        initialised!(out, written, "kernels initialise the `written` slots that they answer"),
        "encoding writes ASCII, since every byte >= 0x80 is escaped but those of sequences that it keeps whole"
    )
}

/// Encodes a short input by a set alone: a new String, or the input itself if nothing changes.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(crate) fn encode_short<'a>(
    backend: Backend,
    input: &'a [u8],
    rules: &EncodeRules,
) -> Cow<'a, str> {
    let needed = encoded_len::<false>(backend, input, rules);
    if needed == input.len() {
        return Cow::Borrowed(text!(
            input,
            "nothing becomes longer, so no byte is escaped, and every byte >= 0x80 would be"
        ));
    }
    // Memory with room for one more register: faster than to encode on the stack and copy.
    let room = needed + REGISTER;
    let mut text = String::with_capacity(room);
    let Ok(()) = append_text(&mut text, room, |slots| {
        let written = encode_measured::<false>(backend, input, slots, rules, needed);
        let encoded = initialised!(slots, written, "kernels initialise the slots that they answer");
        Ok::<_, core::convert::Infallible>(text!(encoded, "a set alone escapes every byte >= 0x80"))
    });
    Cow::Owned(text)
}

/// [`encode`] for a caller's buffer; the length. (Never inlined: a caller would copy the rules word by
/// word, and the kernel's load of the whole set would wait for these stores.)
#[inline(never)]
pub(crate) fn encode_into<const LAZY: bool>(
    backend: Backend,
    input: &[u8],
    out: &mut [u8],
    rules: &EncodeRules,
) -> Result<usize, OutputTooSmall> {
    encode::<true>(backend, input, slots!(out, "kernels store initialised bytes only"), rules)
}

/// [`encode_into`] for memory that need not be initialised; the encoded input.
#[cfg(feature = "simd")]
#[inline]
pub(crate) fn encode_into_uninit<'a>(
    backend: Backend,
    input: &[u8],
    out: &'a mut [Slot],
    rules: &EncodeRules,
) -> Result<&'a mut str, OutputTooSmall> {
    let written = encode::<true>(backend, input, out, rules)?;
    let encoded =
        initialised!(out, written, "kernels initialise the `written` slots that they answer");
    // SAFETY: encoding writes ASCII, since every byte >= 0x80 is escaped but those of sequences that it
    // keeps whole.
    Ok(unsafe { core::str::from_utf8_unchecked_mut(encoded) })
}

/// The bytes that change, besides those >= 0x80.
#[inline(always)]
pub(super) const fn changing(rules: &EncodeRules) -> AsciiSet {
    if rules.space_as_plus { rules.set.add(b' ') } else { rules.set }
}

/// The index of the first byte that encoding changes, or the length.
#[inline(always)] // the options of most callers are constants
pub(crate) fn find_escapable<const OPTIONS: bool>(
    backend: Backend,
    input: &[u8],
    rules: &EncodeRules,
) -> usize {
    let set = changing(rules);
    let found = find_in(backend, input, &set);
    if OPTIONS && rules.keeps_sequences() && found < input.len() {
        return find_past_kept::<true>(backend, input, found, &set, rules);
    }
    found
}

/// [`find_escapable`] where a valid triplet or well-formed UTF-8 may stay at the first place of the set.
#[inline(never)]
fn find_past_kept<const LAZY: bool>(
    backend: Backend,
    input: &[u8],
    mut at: usize,
    set: &AsciiSet,
    rules: &EncodeRules,
) -> usize {
    loop {
        let kept = match input.get(at) {
            Some(0x80..) if rules.keep_non_ascii => {
                len_of_kept::<true>(&input[at..], rules.ucschar_only)
            }
            Some(_) if rules.keep_escapes => {
                scalar::end_of_triplet_around::<true>(input, at, Digits::Any).unwrap_or(at) - at
            }
            _ => 0,
        };
        if kept == 0 {
            return at;
        }
        at += kept;
        at += len_unescaped(Some(backend), &input[at..], set);
    }
}

/// The longest start that encoding does not change, and the rest.
#[inline(always)]
pub(crate) fn split_at_escapable<'a, const OPTIONS: bool>(
    backend: Backend,
    input: &'a [u8],
    rules: &EncodeRules,
) -> (&'a str, &'a [u8]) {
    let (start, rest) = input.split_at(find_escapable::<OPTIONS>(backend, input, rules));
    (
        text!(start, "`find_escapable` stops at bytes >= 0x80 outside a sequence that stays whole"),
        rest,
    )
}

/// The longest start without members of the set and bytes >= 0x80, and the rest: see
/// [`len_unescaped`].
#[inline(always)]
pub(crate) fn split_unescaped<'a>(input: &'a [u8], set: &AsciiSet) -> (&'a str, &'a [u8]) {
    let (start, rest) = input.split_at(len_unescaped(None, input, set));
    (text!(start, "`len_unescaped` stops at bytes >= 0x80"), rest)
}

/// Up to this many bytes are looked at one by one: for more, a call is quicker.
pub(crate) const FEW: usize = if CLEARS_BUFFERS { PLACES } else { 8 };

/// A short input as text, if nothing of it is escaped.
#[inline(always)]
pub(crate) fn unescaped_few<'a>(input: &'a [u8], rules: &EncodeRules) -> Option<&'a str> {
    if !CLEARS_BUFFERS && input.len() > FEW || rules.has_options() {
        return None;
    }
    let changes = if CLEARS_BUFFERS {
        scalar::has_member(input, &rules.set, FEW)
    } else {
        input.iter().any(|&byte| rules.set.or_non_ascii(byte))
    };
    (!changes).then(|| text!(input, "no byte is >= 0x80"))
}
