//! Encoding: the checked entries, and the text that encoding leaves as it is.

use super::blocks::is_free_of;
use super::dispatch::dispatch;
use super::find::{find_escapable, len_unescaped};
use super::memory::{CLEARS_BUFFERS, copied};
use super::parts::{Part, Parts};
use super::rules::EncodeRules;
use super::scalar;
use super::trust::{Slot, initialised, slots, text};
#[cfg(feature = "simd")]
use super::trust::{initialised_mut, text_mut};
use crate::backend::Backend;
use crate::error::OutputTooSmall;
use crate::sets::AsciiSet;

/// The length that encoding gives, or `usize::MAX` if that is greater.
#[inline(always)] // the options of most callers are constants
pub(crate) fn encoded_len(backend: Backend, input: &[u8], rules: &EncodeRules) -> usize {
    if in_parts(backend, input, rules) {
        return encoded_len_of_parts::<true>(backend, input, rules);
    }
    dispatch!(
        backend,
        K,
        // SAFETY: `input` is a slice, of which at most `input.len()` bytes are read; nothing is
        // written.
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

/// [`encoded_len`] where valid triplets or well-formed UTF-8 stay.
#[cold]
#[inline(never)]
fn encoded_len_of_parts<const LAZY: bool>(
    backend: Backend,
    input: &[u8],
    rules: &EncodeRules,
) -> usize {
    let parts = Parts::of(backend, input, rules);
    let (rules, mut len) = (parts.rules, 0_usize);
    for part in parts {
        len = len.saturating_add(match part {
            Part::Encoded(part) => encoded_len(backend, part, &rules),
            Part::Percent => 3,
            Part::Kept(part) => part.len(),
        });
    }
    len
}

/// Encodes all of the input to the front of `out`, and returns that.
///
/// # Panics
/// If `out` is shorter than three times the input.
#[inline(always)]
pub(crate) fn encode<'a>(
    backend: Backend,
    input: &[u8],
    out: &'a mut [Slot],
    rules: &EncodeRules,
) -> &'a str {
    let written = encode_whole(backend, input, out, rules);
    encoded(out, written)
}

/// The first slots, which a kernel has encoded to, as text.
#[inline(always)]
fn encoded(out: &[Slot], written: usize) -> &str {
    text!(
        initialised!(out, written, "kernels initialise the `written` slots that they answer"),
        "encoding writes ASCII, since every byte >= 0x80 is escaped but those of sequences that it keeps whole"
    )
}

/// Inputs of up to this many bytes are encoded byte by byte: without `simd` no block is quicker.
const BY_BYTE: usize = if CLEARS_BUFFERS { 31 } else { 3 };

/// [`encode`]; the length of the front.
#[inline(always)]
fn encode_whole(backend: Backend, input: &[u8], out: &mut [Slot], rules: &EncodeRules) -> usize {
    assert!(out.len() / 3 >= input.len(), "no byte becomes more than three");
    if in_parts(backend, input, rules) {
        return encode_parts::<true>(backend, input, out, rules);
    }
    if input.len() <= BY_BYTE {
        return scalar::encode_few(input, out, rules);
    }
    dispatch!(
        backend,
        K,
        // SAFETY: `out.len() >= 3 * input.len()`, by the assertion, and no byte becomes more than
        // three.
        unsafe { K::encode(input, out, rules) },
        scalar::encode(input, out, rules)
    )
}

/// [`encode_whole`], or how much room that needs.
#[inline]
fn encode_to_slots(
    backend: Backend,
    input: &[u8],
    out: &mut [Slot],
    rules: &EncodeRules,
) -> Result<usize, OutputTooSmall> {
    if out.len() / 3 < input.len() {
        return encode_tightly::<true>(backend, input, out, rules);
    }
    Ok(encode_whole(backend, input, out, rules))
}

/// Encodes to the front of room for [`encoded_len`] bytes where valid triplets or well-formed UTF-8
/// stay, and returns the length of that.
///
/// # Panics
/// If there is less room.
#[cold]
#[inline(never)]
fn encode_parts<const LAZY: bool>(
    backend: Backend,
    input: &[u8],
    out: &mut [Slot],
    rules: &EncodeRules,
) -> usize {
    let parts = Parts::of(backend, input, rules);
    let (rules, mut end) = (parts.rules, 0);
    for part in parts {
        end += match part {
            Part::Encoded(part) => encode_to_slots(backend, part, &mut out[end..], &rules)
                .expect("there is room for all parts"),
            Part::Percent => copied(b"%25", &mut out[end..]).len(),
            Part::Kept(part) => copied(part, &mut out[end..]).len(),
        };
    }
    end
}

/// [`encode_to_slots`] where the room is less than always suffices.
#[inline(never)]
fn encode_tightly<const LAZY: bool>(
    backend: Backend,
    input: &[u8],
    out: &mut [Slot],
    rules: &EncodeRules,
) -> Result<usize, OutputTooSmall> {
    let needed = encoded_len(backend, input, rules);
    if needed > out.len() {
        return Err(OutputTooSmall::new(needed));
    }
    if in_parts(backend, input, rules) {
        return Ok(encode_parts::<true>(backend, input, out, rules));
    }
    Ok(dispatch!(
        backend,
        K,
        // SAFETY: `out.len() >= needed`, which is what `encoded_len` answers.
        unsafe { K::encode(input, out, rules) },
        scalar::encode(input, out, rules)
    ))
}

/// Encodes all of the input to the front of a caller's buffer, and returns the length of that; or
/// says how much room that needs.
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
        initialised_mut!(out, written, "kernels initialise the `written` slots that they answer"),
        "encoding writes ASCII, since every byte >= 0x80 is escaped but those of sequences that it keeps whole"
    ))
}

/// An input and the length that encoding it gives.
#[cfg(feature = "alloc")]
#[derive(Clone, Copy)]
pub(crate) struct Measured<'a, 'r> {
    backend: Backend,
    input: &'a [u8],
    rules: &'r EncodeRules,
    needed: usize,
}

#[cfg(feature = "alloc")]
impl<'a, 'r> Measured<'a, 'r> {
    #[inline(always)]
    pub(crate) fn new(backend: Backend, input: &'a [u8], rules: &'r EncodeRules) -> Self {
        Self { backend, input, rules, needed: encoded_len(backend, input, rules) }
    }

    /// [`new`](Self::new); or the input as text, if no byte of it is escaped or becomes `+`.
    #[inline(always)]
    pub(crate) fn unless_unchanged(
        backend: Backend,
        input: &'a [u8],
        rules: &'r EncodeRules,
    ) -> Result<Self, &'a str> {
        let needed = encoded_len(backend, input, rules);
        if needed == input.len() && !rules.has_options() {
            return Err(text!(
                input,
                "nothing becomes longer, so no byte is escaped, and every byte >= 0x80 would be"
            ));
        }
        Ok(Self { backend, input, rules, needed })
    }

    /// The length.
    #[inline]
    pub(crate) const fn needed(&self) -> usize {
        self.needed
    }

    /// Encodes all of the input to the front of `out`, and returns that.
    ///
    /// # Panics
    /// If `out` is shorter than that.
    #[inline(always)]
    pub(crate) fn encode(self, out: &mut [Slot]) -> &str {
        let Self { backend, input, rules, needed } = self;
        assert!(needed <= out.len(), "callers make as much room as is needed");
        if in_parts(backend, input, rules) {
            let written = encode_parts::<true>(backend, input, out, rules);
            return encoded(out, written);
        }
        let written = dispatch!(
            backend,
            K,
            // SAFETY: `out.len() >= needed`, by the assertion, and `needed` is what `encoded_len`
            // answers: no other function makes a `Measured`.
            unsafe { K::encode(input, out, rules) },
            scalar::encode(input, out, rules)
        );
        encoded(out, written)
    }
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

/// The longest start that encoding does not change, and the rest.
#[inline]
pub(crate) fn split_at_escapable<'a>(
    backend: Backend,
    input: &'a [u8],
    rules: &EncodeRules,
) -> (&'a str, &'a [u8]) {
    let (start, rest) =
        input.split_at(find_escapable(backend, input, rules).unwrap_or(input.len()));
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

/// A few bytes as text if there is no member of the set and no byte >= 0x80 among them.
#[inline(always)]
pub(crate) fn unescaped_few<'a>(input: &'a [u8], set: &AsciiSet) -> Option<&'a str> {
    let changes = if CLEARS_BUFFERS {
        scalar::has_member(input, set)
    } else {
        input.iter().any(|&byte| set.or_non_ascii(byte))
    };
    (!changes).then(|| text!(input, "no byte is >= 0x80"))
}

/// [`unescaped_few`] of at most 64 bytes. The set is passed in registers: a caller would copy it to
/// memory first.
#[inline(never)]
pub(crate) fn unescaped_short<const LAZY: bool>(input: &[u8], set: AsciiSet) -> Option<&str> {
    (!scalar::has_member(input, &set)).then(|| text!(input, "no byte is >= 0x80"))
}

/// The input as text if encoding changes nothing.
#[cfg(feature = "alloc")]
#[inline(always)] // the options of most callers are constants
pub(crate) fn unchanged<'a>(
    backend: Backend,
    input: &'a [u8],
    rules: &EncodeRules,
) -> Option<&'a str> {
    find_escapable(backend, input, rules)
        .is_none()
        .then(|| text!(input, "`find_escapable` stops at bytes >= 0x80 outside a sequence that stays whole, and found nothing"))
}
