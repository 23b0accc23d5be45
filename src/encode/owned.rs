//! Encoding to memory of its own: a new result, or an appended one.

use alloc::{borrow::Cow, string::String, vec::Vec};

use crate::backend::Backend;
use crate::kernel;
use crate::kernel::encode::Measured;
use crate::kernel::memory::REGISTER;
use crate::kernel::rules::EncodeRules;
use crate::memory::{LONG, trim};

/// Capacity is reserved for this many bytes of input at a time, so a long clean input takes its own
/// length instead of three times that. (Without unsafe code, text goes through the stack.)
const CHUNK: usize = if cfg!(feature = "simd") { 4096 } else { ON_STACK };

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
        return encode_with_options(backend, input, rules);
    }
    encode_plainly(backend, input, rules)
}

/// [`encode_cow`] by a set alone. Its calls repeat that the rules have no options, so a program that
/// encodes by sets links nothing for them.
#[inline(never)]
fn encode_plainly<'a>(backend: Backend, input: &'a [u8], rules: &EncodeRules) -> Cow<'a, str> {
    if cfg!(feature = "simd") && input.len() <= kernel::marks::PLACES {
        return match Measured::unless_unchanged(backend, input, &rules.without_options()) {
            Err(text) => Cow::Borrowed(text),
            Ok(measured) => Cow::Owned(encode_measured(measured)),
        };
    }
    let unchanged = if input.len() <= kernel::marks::PLACES {
        kernel::encode::unescaped_few(input, &rules.set)
    } else {
        kernel::encode::unchanged(backend, input, &rules.without_options())
    };
    match unchanged {
        Some(text) => Cow::Borrowed(text),
        None => Cow::Owned(encode_new::<false>(backend, input, rules)),
    }
}

#[inline(never)]
fn encode_with_options<'a>(backend: Backend, input: &'a [u8], rules: &EncodeRules) -> Cow<'a, str> {
    match kernel::encode::unchanged(backend, input, rules) {
        Some(text) => Cow::Borrowed(text),
        None => Cow::Owned(encode_new::<true>(backend, input, rules)),
    }
}

/// The encoded input, in memory with room for one more register. Faster than to encode on the stack
/// and copy, if measuring is fast.
#[inline(always)]
fn encode_measured(measured: Measured<'_, '_>) -> String {
    let mut text = String::with_capacity(measured.needed() + REGISTER);
    append_measured::<false>(&mut text, measured, REGISTER);
    text
}

/// The encoded input. Without `OPTIONS` the rules have none.
#[inline(never)]
fn encode_new<const OPTIONS: bool>(backend: Backend, input: &[u8], rules: &EncodeRules) -> String {
    let rules = &if OPTIONS { *rules } else { rules.without_options() };
    if kernel::memory::CLEARS_BUFFERS && input.len() <= kernel::marks::PLACES {
        return encode_on_stack::<{ 3 * kernel::marks::PLACES }>(backend, input, rules);
    }
    if input.len() <= ON_STACK {
        return encode_on_stack::<{ 3 * ON_STACK }>(backend, input, rules);
    }
    let mut text = String::new();
    encode_append_here::<OPTIONS>(backend, input, &mut text, rules);
    trim(&mut text);
    text
}

/// The encoded input, of at most a third of `N` bytes.
#[inline(always)]
fn encode_on_stack<const N: usize>(backend: Backend, input: &[u8], rules: &EncodeRules) -> String {
    let mut buffer = kernel::memory::Buffer::<N>::new();
    kernel::encode::encode(backend, input, &mut buffer.0, rules).into()
}

/// A target of [`EncodeStream::finish`](crate::EncodeStream::finish): a `String` or a `Vec<u8>`. No
/// other type can implement it.
pub trait EncodeOutput: Output {}

impl EncodeOutput for String {}
impl EncodeOutput for Vec<u8> {}

/// A target of appending encoded text.
pub trait Output {
    /// Spare capacity.
    fn spare(&self) -> usize;

    /// Returns whether encoding writes to the spare capacity directly, without a copy.
    fn can_be_filled(&self) -> bool;

    /// Makes it at least this much.
    fn reserve(&mut self, additional: usize);

    /// Appends what `fill` stores at the front of room for `room` bytes.
    fn append<E>(
        &mut self,
        room: usize,
        fill: impl for<'a> FnOnce(&'a mut [kernel::trust::Slot]) -> Result<&'a str, E>,
    ) -> Result<(), E>;
}

impl Output for Vec<u8> {
    #[inline]
    fn spare(&self) -> usize {
        self.capacity() - self.len()
    }

    fn can_be_filled(&self) -> bool {
        true
    }

    fn reserve(&mut self, additional: usize) {
        self.reserve(additional);
    }

    #[inline(always)]
    fn append<E>(
        &mut self,
        room: usize,
        fill: impl for<'a> FnOnce(&'a mut [kernel::trust::Slot]) -> Result<&'a str, E>,
    ) -> Result<(), E> {
        kernel::trust::append(self, room, |slots| fill(slots).map(str::as_bytes))
    }
}

impl Output for String {
    #[inline]
    fn spare(&self) -> usize {
        self.capacity() - self.len()
    }

    fn can_be_filled(&self) -> bool {
        cfg!(feature = "simd")
    }

    fn reserve(&mut self, additional: usize) {
        self.reserve(additional);
    }

    #[inline(always)]
    fn append<E>(
        &mut self,
        room: usize,
        fill: impl for<'a> FnOnce(&'a mut [kernel::trust::Slot]) -> Result<&'a str, E>,
    ) -> Result<(), E> {
        kernel::trust::append_text(self, room, fill)
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
    if input.len() <= CHUNK && out.spare() / 3 >= input.len() {
        return append_chunk::<true>(backend, input, out, rules);
    }
    encode_append_growing(backend, input, out, rules);
}

/// [`encode_append`] to room that may not suffice.
#[inline(never)]
fn encode_append_growing(
    backend: Backend,
    input: &[u8],
    out: &mut impl Output,
    rules: &EncodeRules,
) {
    encode_append_here::<true>(backend, input, out, rules);
}

/// [`encode_append_growing`] in the caller. Without `OPTIONS` the rules have none.
#[inline(always)]
fn encode_append_here<const OPTIONS: bool>(
    backend: Backend,
    input: &[u8],
    out: &mut impl Output,
    rules: &EncodeRules,
) {
    let rules = &if OPTIONS { *rules } else { rules.without_options() };
    if input.len() > LONG && out.spare() / 3 < input.len() {
        let measured = Measured::new(backend, input, rules);
        if out.can_be_filled() {
            return append_measured::<OPTIONS>(out, measured, 0);
        }
        out.reserve(measured.needed());
    }
    if input.len() <= CHUNK {
        return append_chunk::<OPTIONS>(backend, input, out, rules);
    }
    for chunk in kernel::chunks::chunks_to_encode(input, CHUNK, rules) {
        append_chunk::<OPTIONS>(backend, chunk, out, rules);
    }
}

#[inline(always)]
fn append_chunk<const OPTIONS: bool>(
    backend: Backend,
    chunk: &[u8],
    out: &mut impl Output,
    rules: &EncodeRules,
) {
    // (What a closure captures is no constant in it.)
    let Ok(()) = out.append(3 * chunk.len(), |slots| {
        let rules = &if OPTIONS { *rules } else { rules.without_options() };
        Ok::<_, core::convert::Infallible>(kernel::encode::encode(backend, chunk, slots, rules))
    });
}

/// Appends the encoded input to room for it and `more` bytes.
#[inline(always)]
fn append_measured<const OPTIONS: bool>(
    out: &mut impl Output,
    measured: Measured<'_, '_>,
    more: usize,
) {
    let Ok(()) = out.append(measured.needed() + more, |slots| {
        Ok::<_, core::convert::Infallible>(measured.encode(slots))
    });
}
