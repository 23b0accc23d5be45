//! Encoded text, which is ASCII.

#[cfg(feature = "alloc")]
use alloc::{borrow::Cow, string::String};

#[cfg(feature = "alloc")]
use super::memory;
use super::trust::{EMPTY, Slot, initialised, text};
#[cfg(all(feature = "alloc", feature = "simd"))]
use super::trust::{bytes_of, keep};
use super::{EncodeRules, encode, find_escapable, len_unescaped};
#[cfg(all(feature = "alloc", feature = "simd"))]
use super::{Measured, PLACES, append};
use crate::backend::Backend;
use crate::error::OutputTooSmall;
use crate::sets::AsciiSet;

/// Inputs of up to this many bytes are encoded on the stack first: cheaper than to measure, or to
/// give memory back.
#[cfg(feature = "alloc")]
const ON_STACK: usize = 1024;

/// Room on the stack for what encoding `N` / 3 bytes gives.
pub(crate) struct Buffer<const N: usize>(pub(super) [Slot; N]);

impl<const N: usize> Buffer<N> {
    #[inline(always)]
    pub(crate) const fn new() -> Self {
        Self([EMPTY; N])
    }
}

/// The triplets of all bytes, one after the other, with hex digits in upper case and in lower case.
static TRIPLETS: [[u8; 3 * 256]; 2] =
    [triplets(b"0123456789ABCDEF"), triplets(b"0123456789abcdef")];

const fn triplets(digits: &[u8; 16]) -> [u8; 3 * 256] {
    let mut table = [b'%'; 3 * 256];
    let mut byte = 0;
    while byte < 256 {
        table[3 * byte + 1] = digits[byte >> 4];
        table[3 * byte + 2] = digits[byte & 15];
        byte += 1;
    }
    table
}

/// The triplet of the byte.
#[inline]
pub(crate) fn triplet(byte: u8, lowercase_hex: bool) -> &'static str {
    let start = 3 * usize::from(byte);
    text!(&TRIPLETS[usize::from(lowercase_hex)][start..start + 3], "the table is ASCII")
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
    (text!(start, "`find_escapable` stops at bytes >= 0x80"), rest)
}

/// The longest start without members of the set and bytes >= 0x80, and the rest: see
/// [`len_unescaped`].
#[inline(always)]
pub(crate) fn split_unescaped<'a>(input: &'a [u8], set: &AsciiSet) -> (&'a str, &'a [u8]) {
    let (start, rest) = input.split_at(len_unescaped(None, input, set));
    (text!(start, "`len_unescaped` stops at bytes >= 0x80"), rest)
}

/// Encodes into a buffer.
pub(crate) fn encode_text<'a, const N: usize>(
    backend: Backend,
    input: &[u8],
    buffer: &'a mut Buffer<N>,
    rules: &EncodeRules,
) -> Result<&'a str, OutputTooSmall> {
    let written = encode(backend, input, &mut buffer.0, rules)?;
    Ok(text!(
        initialised!(buffer.0, written, "`encode` has initialised `written` slots"),
        "encoding writes ASCII"
    ))
}

/// The encoded input: the input itself if nothing changes.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn encode_cow<'a>(
    backend: Backend,
    input: &'a [u8],
    rules: &EncodeRules,
) -> Cow<'a, str> {
    #[cfg(feature = "simd")]
    if input.len() <= PLACES && !rules.has_options() {
        let measured = Measured::new(backend, input, rules);
        return if measured.needed() == input.len() {
            Cow::Borrowed(text!(
                input,
                "nothing becomes longer, so no byte is escaped, and every byte >= 0x80 would be"
            ))
        } else {
            Cow::Owned(encode_measured(measured))
        };
    }
    match unchanged_text(backend, input, rules) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(encode_new(backend, input, rules)),
    }
}

/// The encoded input, in memory with room for a whole register more: quicker than to encode on the
/// stack and copy, where to measure is quick.
#[cfg(all(feature = "alloc", feature = "simd"))]
#[inline(never)]
fn encode_measured(measured: Measured<'_>) -> String {
    const REGISTER: usize = 32;
    let mut text = String::with_capacity(measured.needed() + REGISTER);
    let bytes = bytes_of!(
        &mut text,
        "encoding writes ASCII only, since every byte >= 0x80 is escaped, and nothing unwinds after it"
    );
    let written = measured.encode(bytes.spare_capacity_mut());
    keep!(
        bytes,
        written,
        "`written <= measured.needed() <= bytes.capacity()`, and `encode` has initialised `written` slots of it"
    );
    text
}

/// The encoded input.
#[cfg(feature = "alloc")]
#[inline(never)]
fn encode_new(backend: Backend, input: &[u8], rules: &EncodeRules) -> String {
    if input.len() <= ON_STACK {
        return encode_text(backend, input, &mut Buffer::<{ 3 * ON_STACK }>::new(), rules)
            .expect("the buffer holds three times the input")
            .into();
    }
    let mut text = String::new();
    encode_append_str(backend, input, &mut text, rules);
    memory::trim(&mut text);
    text
}

/// Appends the encoded input.
#[cfg(all(feature = "alloc", feature = "simd"))]
#[inline]
pub(crate) fn encode_append_str(
    backend: Backend,
    input: &[u8],
    out: &mut String,
    rules: &EncodeRules,
) {
    append::encode_append(
        backend,
        input,
        bytes_of!(
            out,
            "encoding appends ASCII only, since every byte >= 0x80 is escaped, also where it unwinds"
        ),
        rules,
    );
}

/// Appends the encoded input, of which each chunk is checked.
#[cfg(all(feature = "alloc", not(feature = "simd")))]
#[inline]
pub(crate) fn encode_append_str(
    backend: Backend,
    input: &[u8],
    out: &mut String,
    rules: &EncodeRules,
) {
    if input.len() > memory::LONG {
        out.reserve(super::encoded_len(backend, input, rules));
    }
    let mut buffer = Buffer::<{ 3 * ON_STACK }>::new();
    for chunk in super::chunks(input, ON_STACK, rules.keep_escapes) {
        out.push_str(
            encode_text(backend, chunk, &mut buffer, rules)
                .expect("the buffer holds three times the chunk"),
        );
    }
}

/// The input if encoding changes nothing, else the index of the first byte that changes.
#[cfg(feature = "alloc")]
#[inline]
fn unchanged_text<'a>(
    backend: Backend,
    input: &'a [u8],
    rules: &EncodeRules,
) -> Result<&'a str, usize> {
    match find_escapable(backend, input, rules) {
        Some(index) => Err(index),
        None => Ok(text!(input, "`find_escapable` stops at bytes >= 0x80, and found nothing")),
    }
}
