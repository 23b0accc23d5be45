//! Encoding to memory of its own: a new result, or an appended one.

use alloc::{borrow::Cow, string::String, vec::Vec};
use core::convert::Infallible;

use super::Encoder;
use super::write::{encode_write, unescaped};
use crate::backend::Backend;
use crate::kernel;
use crate::kernel::encode::Measured;
use crate::kernel::marks::PLACES;
use crate::kernel::memory::{CLEARS_BUFFERS, REGISTER};
use crate::kernel::rules::EncodeRules;
use crate::kernel::trust::{EMPTY, Slot};
use crate::memory::{Grows, LONG, trimmed};
use crate::sets::AsciiSet;

/// Capacity is reserved for this many bytes of input at a time, so a long clean input takes its own
/// length instead of three times that.
const CHUNK: usize = 4096;

/// Inputs of up to this many bytes are encoded on the stack first: cheaper than to measure, or to
/// give memory back.
const ON_STACK: usize = 1024;

/// The encoded input: the input itself if nothing changes.
#[inline]
pub(super) fn encode_cow<'a>(
    backend: Backend,
    input: &'a [u8],
    rules: &EncodeRules,
) -> Cow<'a, str> {
    if rules.has_options() {
        return encode_with_options::<true>(backend, input, rules);
    }
    match unescaped::<true>(input, rules) {
        Some(text) => Cow::Borrowed(text),
        None if CLEARS_BUFFERS => encode_by_set(input, rules.set, rules.lowercase_hex),
        None => encode_plainly(backend, input, rules),
    }
}

/// [`encode_plainly`] without `simd`, of input that is long or changes. The set is passed in
/// registers: a caller would copy all of the policy to memory first, which a short input waits for.
#[inline(never)]
fn encode_by_set(input: &[u8], set: AsciiSet, lowercase_hex: bool) -> Cow<'_, str> {
    let (backend, rules) =
        (Backend::active(), Encoder::new(set).lowercase_hex(lowercase_hex).rules);
    if input.len() > PLACES {
        return encode_plainly(backend, input, &rules);
    }
    Cow::Owned(encode_on_stack::<false, { 4 * PLACES }>(backend, input, &rules))
}

/// [`encode_cow`] by a set alone. Its calls repeat that the rules have no options, so a program that
/// encodes by sets links nothing for them.
#[inline(never)]
fn encode_plainly<'a>(backend: Backend, input: &'a [u8], rules: &EncodeRules) -> Cow<'a, str> {
    if input.len() <= PLACES {
        return match Measured::<false>::unless_unchanged(backend, input, &rules.without_options()) {
            Err(text) => Cow::Borrowed(text),
            Ok(measured) => {
                // Memory with room for one more register: faster than to encode on the stack and
                // copy, if measuring is fast.
                let room = measured.needed() + REGISTER;
                let mut text = String::with_capacity(room);
                text.append(room, |slots| measured.encode(slots));
                Cow::Owned(text)
            }
        };
    }
    match kernel::encode::unchanged::<false>(backend, input, &rules.without_options()) {
        Some(text) => Cow::Borrowed(text),
        None => Cow::Owned(encode_new::<false>(backend, input, rules)),
    }
}

#[inline(never)]
fn encode_with_options<'a, const LAZY: bool>(
    backend: Backend,
    input: &'a [u8],
    rules: &EncodeRules,
) -> Cow<'a, str> {
    match kernel::encode::unchanged::<true>(backend, input, rules) {
        Some(text) => Cow::Borrowed(text),
        None => Cow::Owned(encode_new::<true>(backend, input, rules)),
    }
}

/// The encoded input. Without `OPTIONS` the rules have none.
#[inline(never)]
fn encode_new<const OPTIONS: bool>(backend: Backend, input: &[u8], rules: &EncodeRules) -> String {
    let rules = &if OPTIONS { *rules } else { rules.without_options() };
    if CLEARS_BUFFERS && input.len() <= 4 * PLACES {
        return encode_on_stack::<OPTIONS, { 12 * PLACES }>(backend, input, rules);
    }
    if input.len() <= ON_STACK {
        return encode_on_stack::<OPTIONS, { 3 * ON_STACK }>(backend, input, rules);
    }
    let mut text = String::new();
    if cfg!(not(feature = "simd")) {
        encode_append_text(backend, input, &mut text, rules);
    } else {
        encode_append_long::<OPTIONS>(backend, input, &mut text, rules);
    }
    trimmed(text)
}

/// The encoded input, of at most a third of `N` bytes.
#[inline(always)]
fn encode_on_stack<const OPTIONS: bool, const N: usize>(
    backend: Backend,
    input: &[u8],
    rules: &EncodeRules,
) -> String {
    let mut buffer = [EMPTY; N];
    kernel::encode::encode::<OPTIONS>(backend, input, &mut buffer, rules).into()
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

/// Appends the encoded input.
#[inline]
pub(crate) fn encode_append(
    backend: Backend,
    input: &[u8],
    out: &mut impl Output,
    rules: &EncodeRules,
) {
    if let Some(text) = out.text() {
        return encode_append_text(backend, input, text, rules);
    }
    if input.len() > CHUNK {
        return encode_append_long::<true>(backend, input, out, rules);
    }
    out.append(3 * input.len(), |slots| {
        kernel::encode::encode::<true>(backend, input, slots, rules)
    });
}

/// The longest input of [`encode_append_short`].
pub(super) const SHORT: usize = 2 * PLACES;

/// [`encode_append`] by a set alone in a build that clears buffers: in the caller, whose set is often
/// a constant.
#[inline(always)]
pub(super) fn encode_append_short(input: &[u8], out: &mut String, rules: &EncodeRules) {
    /// Fewer bytes are pushed one by one: cheaper than to clear a buffer and to validate it.
    const FEW: usize = PLACES / 4;
    let (start, rest) = kernel::encode::split_usual(input, &rules.set);
    if !start.is_empty() {
        out.push_str(start);
    }
    if rest.len() >= FEW {
        return encode_append_by_blocks::<true>(rest, out, rules);
    }
    for &byte in rest {
        if byte >= 0x80 || rules.set.contains(byte) {
            out.push_str(kernel::encode::triplet(byte, rules.lowercase_hex));
        } else {
            out.push(char::from(byte));
        }
    }
}

/// [`encode_append_short`] of many bytes, which are encoded on the stack.
#[inline(never)]
fn encode_append_by_blocks<const LAZY: bool>(input: &[u8], out: &mut String, rules: &EncodeRules) {
    let (backend, rules) = (Backend::active(), &rules.without_options());
    for block in input.chunks(PLACES) {
        let mut buffer = [EMPTY; 4 * PLACES];
        out.push_str(kernel::encode::encode::<false>(backend, block, &mut buffer, rules));
    }
}

/// [`encode_append`] by pieces of text.
#[inline]
fn encode_append_text(backend: Backend, input: &[u8], out: &mut String, rules: &EncodeRules) {
    if input.len() > LONG && out.spare() / 3 < input.len() {
        out.reserve(kernel::encode::encoded_len::<true>(backend, input, rules));
    }
    encode_write(Some(backend), input, out, rules).expect("a String takes all text");
}

/// [`encode_append`] by chunks. Without `OPTIONS` the rules have none.
#[inline(never)]
fn encode_append_long<const OPTIONS: bool>(
    backend: Backend,
    input: &[u8],
    out: &mut impl Output,
    rules: &EncodeRules,
) {
    let plain = rules.without_options();
    let rules = if OPTIONS { rules } else { &plain };
    if input.len() > LONG && out.spare() / 3 < input.len() {
        let measured = Measured::<OPTIONS>::new(backend, input, rules);
        return out.append(measured.needed(), |slots| measured.encode(slots));
    }
    for chunk in kernel::chunks::chunks(input, CHUNK, rules.keep_escapes, rules.keep_non_ascii) {
        out.append(3 * chunk.len(), |slots| {
            // (The captures of a closure are not constant in it.)
            let plain = rules.without_options();
            let rules = if OPTIONS { rules } else { &plain };
            kernel::encode::encode::<OPTIONS>(backend, chunk, slots, rules)
        });
    }
}
