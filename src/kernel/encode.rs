//! Encoding: the checked entries, and the text that encoding leaves as it is.
//!
//! Without `OPTIONS`, the caller says that the rules keep neither escapes nor text: then the code for
//! those is not even compiled.

use super::dispatch::dispatch;
use super::find::{find_in, is_free_of, len_unescaped};
use super::memory::{CLEARS_BUFFERS, copied};
use super::parts::{Part, Parts};
use super::rules::{Digits, EncodeRules};
use super::scalar;
#[cfg(feature = "simd")]
use super::trust::text_mut;
use super::trust::{Slot, initialised, slots, text};
use crate::backend::Backend;
use crate::error::OutputTooSmall;
use crate::sets::AsciiSet;

/// The length that encoding gives, or `usize::MAX` if that is greater.
#[inline(always)] // the options of most callers are constants
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
    let has_triplet = || is_free_of::<false>(backend, input, b'%', b'%') != Some(true);
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
                encode_to_slots(backend, part, rest, &rules).expect("there is room for all parts")
            }
            (Part::Percent, None) => 3,
            (Part::Percent, Some(rest)) => copied(b"%25", rest).len(),
            (Part::Kept(part), None) => part.len(),
            (Part::Kept(part), Some(rest)) => copied(part, rest).len(),
        });
    }
    len
}

/// An input, and the room that its encoded form needs.
#[derive(Clone, Copy)]
pub(crate) struct Measured<'a, 'r, const OPTIONS: bool> {
    backend: Backend,
    input: &'a [u8],
    rules: &'r EncodeRules,
    /// At least what [`encoded_len`] answers.
    needed: usize,
}

/// Inputs of up to this many bytes are encoded byte by byte: without `simd` no block is quicker.
const BY_BYTE: usize = if CLEARS_BUFFERS { 31 } else { 3 };

impl<'a, 'r, const OPTIONS: bool> Measured<'a, 'r, OPTIONS> {
    #[inline(always)]
    pub(crate) fn new(backend: Backend, input: &'a [u8], rules: &'r EncodeRules) -> Self {
        Self { backend, input, rules, needed: encoded_len::<OPTIONS>(backend, input, rules) }
    }

    /// Not measured, if the room suffices for any input of this length: no byte becomes more than
    /// three.
    #[inline(always)]
    fn within(
        room: usize,
        backend: Backend,
        input: &'a [u8],
        rules: &'r EncodeRules,
    ) -> Option<Self> {
        (room / 3 >= input.len()).then(|| Self { backend, input, rules, needed: 3 * input.len() })
    }

    /// [`new`](Self::new); or the input as text, if no byte of it is escaped or becomes `+`.
    #[cfg(feature = "alloc")]
    #[inline(always)]
    pub(crate) fn unless_unchanged(
        backend: Backend,
        input: &'a [u8],
        rules: &'r EncodeRules,
    ) -> Result<Self, &'a str> {
        let measured = Self::new(backend, input, rules);
        if measured.needed == input.len() && !rules.has_options() {
            return Err(text!(
                input,
                "nothing becomes longer, so no byte is escaped, and every byte >= 0x80 would be"
            ));
        }
        Ok(measured)
    }

    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) const fn needed(&self) -> usize {
        self.needed
    }

    /// Encodes all of the input to the front of `out`, and returns that.
    ///
    /// # Panics
    /// If `out` is shorter than the output.
    #[inline(always)]
    pub(crate) fn encode(self, out: &mut [Slot]) -> &str {
        let written = self.write(out);
        text!(
            initialised!(out, written, "kernels initialise the `written` slots that they answer"),
            "encoding writes ASCII, since every byte >= 0x80 is escaped but those of sequences that it keeps whole"
        )
    }

    /// [`encode`](Self::encode), but the length of the front.
    #[inline(always)]
    fn write(self, out: &mut [Slot]) -> usize {
        let Self { backend, input, rules, needed } = self;
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
            // `encoded_len` answers, as every function that makes a `Measured` sees to.
            unsafe { K::encode(input, out, rules) },
            scalar::encode(input, out, rules)
        )
    }
}

/// Encodes all of the input to the front of `out`, and returns that.
///
/// # Panics
/// If `out` is shorter than three times the input.
#[inline(always)]
pub(crate) fn encode<'a, const OPTIONS: bool>(
    backend: Backend,
    input: &[u8],
    out: &'a mut [Slot],
    rules: &EncodeRules,
) -> &'a str {
    let measured = Measured::<OPTIONS>::within(out.len(), backend, input, rules);
    measured.expect("no byte becomes more than three").encode(out)
}

/// Encodes all of the input to the front of `out`, and returns the length of that; or says how much
/// room that needs.
#[inline]
fn encode_to_slots(
    backend: Backend,
    input: &[u8],
    out: &mut [Slot],
    rules: &EncodeRules,
) -> Result<usize, OutputTooSmall> {
    match Measured::<true>::within(out.len(), backend, input, rules) {
        Some(measured) => Ok(measured.write(out)),
        None => measure_and_encode::<true>(backend, input, out, rules),
    }
}

/// [`encode_to_slots`] where the room is less than always suffices.
#[inline(never)]
fn measure_and_encode<const LAZY: bool>(
    backend: Backend,
    input: &[u8],
    out: &mut [Slot],
    rules: &EncodeRules,
) -> Result<usize, OutputTooSmall> {
    let measured = Measured::<true>::new(backend, input, rules);
    if measured.needed > out.len() {
        return Err(OutputTooSmall::new(measured.needed));
    }
    Ok(measured.write(out))
}

/// [`encode_to_slots`] for a caller's buffer.
#[inline]
pub(crate) fn encode_into(
    backend: Backend,
    input: &[u8],
    out: &mut [u8],
    rules: &EncodeRules,
) -> Result<usize, OutputTooSmall> {
    encode_to_slots(backend, input, slots!(out, "kernels store initialised bytes only"), rules)
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
    let written = encode_to_slots(backend, input, out, rules)?;
    Ok(text_mut!(
        initialised!(out, written, "kernels initialise the `written` slots that they answer"),
        "encoding writes ASCII, since every byte >= 0x80 is escaped but those of sequences that it keeps whole"
    ))
}

/// The triplet of the byte.
#[inline(always)]
pub(crate) fn triplet(byte: u8, lowercase_hex: bool) -> &'static str {
    #[cfg(feature = "simd")]
    return text!(
        &scalar::triplets_of(lowercase_hex)[usize::from(byte)][..3],
        "the table is ASCII"
    );
    #[cfg(not(feature = "simd"))]
    &scalar::triplets_as_text(lowercase_hex)[3 * usize::from(byte)..3 * usize::from(byte) + 3]
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
    let found = find_in(backend, input, &rules.set);
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
    let (mut parts, mut at) = (Parts::of(backend, input, &others), 0);
    while let Some(part) = parts.next::<true>() {
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
        let found = from + find_in(backend, &input[from..], &set);
        if found == input.len() {
            return None;
        }
        match scalar::end_of_triplet_around::<true>(input, found, Digits::ANY) {
            Some(end) => from = end,
            None => return Some(found),
        }
    }
}

/// The longest start that encoding does not change, and the rest.
#[inline]
pub(crate) fn split_at_escapable<'a>(
    backend: Backend,
    input: &'a [u8],
    rules: &EncodeRules,
) -> (&'a str, &'a [u8]) {
    let (start, rest) =
        input.split_at(find_escapable::<true>(backend, input, rules).unwrap_or(input.len()));
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

/// The longest start of blocks of usual bytes, none of them in the set, and the rest.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(crate) fn split_usual<'a>(input: &'a [u8], set: &AsciiSet) -> (&'a str, &'a [u8]) {
    let (start, rest) = input.split_at(scalar::len_usual(input, set));
    (if start.is_empty() { "" } else { text!(start, "usual bytes are ASCII") }, rest)
}

/// A few bytes as text if there is no member of the set and no byte >= 0x80 among them. For `KNOWN` see
/// [`has_member`](scalar::has_member).
#[inline(always)]
pub(crate) fn unescaped_few<'a, const KNOWN: bool>(
    input: &'a [u8],
    set: &AsciiSet,
) -> Option<&'a str> {
    let changes = if CLEARS_BUFFERS {
        scalar::has_member::<KNOWN>(input, set)
    } else {
        input.iter().any(|&byte| set.or_non_ascii(byte))
    };
    (!changes).then(|| text!(input, "no byte is >= 0x80"))
}

/// The input as text if encoding changes nothing.
#[cfg(feature = "alloc")]
#[inline(always)] // the options of most callers are constants
pub(crate) fn unchanged<'a, const OPTIONS: bool>(
    backend: Backend,
    input: &'a [u8],
    rules: &EncodeRules,
) -> Option<&'a str> {
    find_escapable::<OPTIONS>(backend, input, rules)
        .is_none()
        .then(|| text!(input, "`find_escapable` stops at bytes >= 0x80 outside a sequence that stays whole, and found nothing"))
}
