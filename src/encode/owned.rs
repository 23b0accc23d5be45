//! Encoding to memory of its own: a new result, or an appended one.

use alloc::{borrow::Cow, string::String, vec::Vec};
use core::convert::Infallible;

use super::Encoder;
use super::on_stack::{ON_STACK, encode_write, on_stack};
use crate::backend::Backend;
use crate::kernel;
use crate::kernel::marks::PLACES;
use crate::kernel::memory::CLEARS_BUFFERS;
use crate::kernel::rules::EncodeRules;
use crate::kernel::trust::{Slot, utf8};
use crate::memory::{Grows, LONG, trimmed};
use crate::sets::AsciiSet;

/// Capacity is reserved for this many bytes of input at a time, so a long clean input takes its own
/// length instead of three times that.
const CHUNK: usize = 4096;

/// The encoded input: the input itself if nothing changes.
#[inline]
pub(super) fn encode_cow<'a>(
    backend: Backend,
    input: &'a [u8],
    rules: &EncodeRules,
) -> Cow<'a, str> {
    if rules.has_options() {
        return encode_changed::<true>(backend, input, rules);
    }
    match kernel::encode::unescaped_few(input, rules) {
        Some(text) => Cow::Borrowed(text),
        None if CLEARS_BUFFERS => encode_by_set::<true>(input, rules.set, rules.lowercase_hex),
        None => encode_changed::<false>(backend, input, rules),
    }
}

/// [`encode_changed`] without `simd`, of input that is long or changes. The set is passed in registers: a
/// caller would copy all of the policy to memory first, which a short input waits for.
#[inline(never)]
fn encode_by_set<const LAZY: bool>(
    input: &[u8],
    set: AsciiSet,
    lowercase_hex: bool,
) -> Cow<'_, str> {
    let rules = Encoder::new(set).lowercase_hex(lowercase_hex).rules;
    if input.len() > PLACES {
        return encode_changed::<false>(Backend::active(), input, &rules);
    }
    Cow::Owned(on_stack::<false, _>(Backend::active(), input, &rules, |text| text.into()))
}

/// [`encode_cow`]. Without `OPTIONS` the rules have none, so a program that encodes by sets links nothing
/// for them.
#[inline(never)]
fn encode_changed<'a, const OPTIONS: bool>(
    backend: Backend,
    input: &'a [u8],
    rules: &EncodeRules,
) -> Cow<'a, str> {
    if !OPTIONS && input.len() <= PLACES {
        return kernel::encode::encode_short(backend, input, rules);
    }
    let (start, rest) = kernel::encode::split_at_escapable::<OPTIONS>(backend, input, rules);
    if rest.is_empty() {
        return Cow::Borrowed(start);
    }
    if input.len() <= ON_STACK {
        return Cow::Owned(on_stack::<OPTIONS, _>(backend, input, rules, |text| text.into()));
    }
    let mut text = String::new();
    encode_append_long::<OPTIONS>(backend, input, &mut text, rules);
    Cow::Owned(trimmed(text))
}

/// A target of [`EncodeStream::finish`](crate::EncodeStream::finish): a `String` or a `Vec<u8>`. No
/// other type can implement it.
pub trait EncodeOutput: Output {}

impl EncodeOutput for String {}
impl EncodeOutput for Vec<u8> {}

/// A target of appending encoded text.
pub trait Output: Grows {
    /// The String, if its spare capacity cannot be encoded to without unsafe code.
    #[inline]
    fn text(&mut self) -> Option<&mut String> {
        None
    }

    /// Appends the text that `fill` stores at the front of room for `room` bytes.
    fn append(&mut self, room: usize, fill: impl for<'a> FnOnce(&'a mut [Slot]) -> &'a str);
}

impl Output for Vec<u8> {
    #[inline(always)]
    fn append(&mut self, room: usize, fill: impl for<'a> FnOnce(&'a mut [Slot]) -> &'a str) {
        let Ok(()) =
            kernel::trust::append(self, room, |slots| Ok::<_, Infallible>(fill(slots).as_bytes()));
    }
}

impl Output for String {
    #[inline]
    fn text(&mut self) -> Option<&mut String> {
        cfg!(not(feature = "simd")).then_some(self)
    }

    #[inline(always)]
    fn append(&mut self, room: usize, fill: impl for<'a> FnOnce(&'a mut [Slot]) -> &'a str) {
        let Ok(()) =
            kernel::trust::append_text(self, room, |slots| Ok::<_, Infallible>(fill(slots)));
    }
}

/// Appends the encoded input. (Never inlined: see [`encode_into`](kernel::encode::encode_into). Without
/// `simd`, in one function with the loop over short input, that would have fewer registers.)
#[inline(never)]
pub(crate) fn encode_append(
    backend: Backend,
    input: &[u8],
    out: &mut impl Output,
    rules: &EncodeRules,
) {
    if input.len() > CHUNK || out.text().is_some() {
        return encode_append_long::<true>(backend, input, out, rules);
    }
    out.append(3 * input.len(), |slots| {
        kernel::encode::encode_text::<true>(backend, input, slots, rules)
    });
}

/// [`encode_append`] by chunks. Without `OPTIONS` the rules have none.
#[inline(never)]
fn encode_append_long<const OPTIONS: bool>(
    backend: Backend,
    input: &[u8],
    out: &mut impl Output,
    rules: &EncodeRules,
) {
    let is_measured = input.len() > LONG && out.spare() / 3 < input.len();
    if is_measured {
        out.reserve(kernel::encode::encoded_len::<OPTIONS>(backend, input, rules));
    }
    // (By a constant first, so that a build with `simd` does not compile this.)
    if CLEARS_BUFFERS {
        if let Some(text) = out.text() {
            return encode_write(Some(backend), input, text, rules)
                .expect("a String takes all text");
        }
    }
    for chunk in kernel::chunks::chunks(input, CHUNK, rules.keep_escapes, rules.keep_non_ascii) {
        let most = 3 * chunk.len();
        let room = if is_measured { most.min(out.spare()) } else { most };
        out.append(room, |slots| {
            kernel::encode::encode_text::<OPTIONS>(backend, chunk, slots, rules)
        });
    }
}

/// The longest input of [`encode_append_short`].
pub(super) const SHORT: usize = 2 * PLACES;

/// [`encode_append`] by a set alone in a build that clears buffers: in the caller, whose set is often
/// a constant.
#[inline(always)]
pub(super) fn encode_append_short(input: &[u8], out: &mut String, rules: &EncodeRules) {
    /// Up to this many bytes are pushed one by one: cheaper than to validate them.
    const FEW: usize = PLACES / 2;
    if input.len() > FEW {
        return encode_append_by_blocks::<true>(input, out, rules);
    }
    match kernel::scalar::candidates(input, &rules.set) {
        0 => out.push_str(utf8(input).expect("bytes >= 0x80 are candidates")),
        places => push_each(input, places, out, rules),
    }
}

/// [`encode_append_short`] of many bytes.
#[inline(never)]
fn encode_append_by_blocks<const LAZY: bool>(input: &[u8], out: &mut String, rules: &EncodeRules) {
    for block in input.chunks(PLACES) {
        if block.is_ascii() {
            push_pieces(utf8(block).expect("it is ASCII"), out, rules);
        } else {
            push_each(block, u64::MAX, out, rules);
        }
    }
}

/// Appends the encoded form of at most 64 bytes: runs of those that stay, and triplets.
#[inline(always)]
fn push_pieces(text: &str, out: &mut String, rules: &EncodeRules) {
    let mut places = kernel::scalar::candidates(text.as_bytes(), &rules.set);
    let mut run = 0;
    while places != 0 {
        let place = places.trailing_zeros() as usize;
        let Some(&byte) = text.as_bytes().get(place) else { break };
        if rules.set.contains(byte) {
            out.push_str(&text[run..place]);
            out.push_str(kernel::encode::triplet(byte, rules.lowercase_hex));
            run = place + 1;
        }
        places &= places - 1;
    }
    out.push_str(&text[run..]);
}

/// Appends the encoded form of each byte. Those that change are among the `places`.
#[inline(always)]
fn push_each(input: &[u8], mut places: u64, out: &mut String, rules: &EncodeRules) {
    for &byte in input {
        if places & 1 != 0 && rules.set.or_non_ascii(byte) {
            out.push_str(kernel::encode::triplet(byte, rules.lowercase_hex));
        } else {
            out.push(char::from(byte & 0x7F));
        }
        places >>= 1;
    }
}
