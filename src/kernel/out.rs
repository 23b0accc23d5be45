//! What writes to memory that is not initialised yet, or makes text of bytes without a second look: the only unsafe code that is not SIMD.
//! With the feature `simd` off, the same functions are the checked equivalents.

#[cfg(not(feature = "simd"))]
pub(crate) use checked::*;
#[cfg(feature = "simd")]
pub(crate) use unchecked::*;

use super::EncodeRules;
#[cfg(feature = "alloc")]
use super::{DecodeRules, chunks};
use crate::backend::Backend;
#[cfg(feature = "alloc")]
use crate::error::DecodeError;
use crate::error::OutputTooSmall;
use crate::sets::AsciiSet;
#[cfg(feature = "alloc")]
use alloc::{borrow::Cow, string::String, vec::Vec};

/// Appending reserves room for so many bytes of input at a time, so a long clean input costs its own length and not three times that.
#[cfg(feature = "alloc")]
const CHUNK: usize = 4096;

/// A longer input is measured before room is made for it, so that it costs what its result needs: not what it might need, nor the doubling of a
/// growing Vec. For less than that the second pass takes more time than the memory is worth.
#[cfg(feature = "alloc")]
pub(crate) const LONG: usize = 1 << 20;

/// Inputs of up to so many bytes are decoded to text on the stack first.
#[cfg(feature = "alloc")]
const SHORT_TEXT: usize = 256;

/// Inputs of up to so many bytes are encoded on the stack first: cheaper than to measure, or to give memory back.
#[cfg(feature = "alloc")]
const ON_STACK: usize = 1024;

/// Input of up to so many bytes is encoded byte by byte where the result is only passed on: quicker than a kernel's call.
pub(crate) const FEW: usize = 8;
/// What they become at most, and one byte more.
pub(crate) const FEW_ENCODED: usize = 3 * FEW + 1;

/// Something that grows.
#[cfg(feature = "alloc")]
pub(crate) trait Grows {
    /// Length and capacity.
    fn size(&self) -> (usize, usize);
    fn shrink_to_fit(&mut self);
}

#[cfg(feature = "alloc")]
impl<T> Grows for Vec<T> {
    fn size(&self) -> (usize, usize) {
        (self.len(), self.capacity())
    }

    fn shrink_to_fit(&mut self) {
        self.shrink_to_fit();
    }
}

#[cfg(feature = "alloc")]
impl Grows for String {
    fn size(&self) -> (usize, usize) {
        (self.len(), self.capacity())
    }

    fn shrink_to_fit(&mut self) {
        self.shrink_to_fit();
    }
}

/// Gives memory of a result back, if it has more than an eighth of its length and 64 bytes to spare.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn trim(result: &mut impl Grows) {
    let (len, capacity) = result.size();
    if capacity - len > len / 8 + 64 {
        result.shrink_to_fit();
    }
}

/// The encoded input.
#[cfg(feature = "alloc")]
#[inline(never)]
pub(crate) fn encode_new(backend: Backend, input: &[u8], rules: &EncodeRules) -> String {
    if input.len() <= ON_STACK {
        return encode_short(backend, input, rules);
    }
    let mut text = String::new();
    encode_append_str(backend, input, &mut text, rules);
    trim(&mut text);
    text
}

/// The triplets of all bytes, one after the other, with hex digits in upper case and in lower case.
static TRIPLETS: [[u8; 3 * 256]; 2] = [triplets(b"0123456789ABCDEF"), triplets(b"0123456789abcdef")];

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

#[cfg(feature = "simd")]
mod unchecked {
    use core::mem::MaybeUninit;

    use super::*;
    #[cfg(feature = "alloc")]
    use crate::kernel::{decode, decode_measured, decoded_len, encode_measured, is_plain_ascii, is_utf8};
    use crate::kernel::{encode, find_escapable, len_unescaped, scalar};

    /// A byte of an output buffer, perhaps not initialised. Kernels store initialised bytes only.
    pub(crate) type Slot = MaybeUninit<u8>;

    /// The slot that holds `byte`.
    #[inline(always)]
    pub(crate) const fn slot(byte: u8) -> Slot {
        MaybeUninit::new(byte)
    }

    /// A slot that nothing was stored in yet.
    pub(crate) const EMPTY: Slot = Slot::uninit();

    /// A caller's buffer as slots.
    #[inline]
    pub(crate) fn slots(buffer: &mut [u8]) -> &mut [Slot] {
        let (start, len) = (buffer.as_mut_ptr(), buffer.len());
        // SAFETY: same memory, length and layout; slots are private to this crate, whose kernels store initialised bytes only.
        unsafe { core::slice::from_raw_parts_mut(start.cast(), len) }
    }

    /// The triplet of the byte, as text.
    #[inline]
    pub(crate) fn triplet(byte: u8, lowercase_hex: bool) -> &'static str {
        let start = 3 * usize::from(byte);
        // SAFETY: the table is ASCII.
        unsafe { core::str::from_utf8_unchecked(&TRIPLETS[usize::from(lowercase_hex)][start..start + 3]) }
    }

    /// The longest start that encoding does not change, as text, and the rest.
    #[inline]
    pub(crate) fn split_at_escapable<'a>(backend: Backend, input: &'a [u8], rules: &EncodeRules) -> (&'a str, &'a [u8]) {
        let (start, rest) = input.split_at(find_escapable(backend, input, rules).unwrap_or(input.len()));
        // SAFETY: bytes from 80 to FF always change, so this is ASCII.
        (unsafe { core::str::from_utf8_unchecked(start) }, rest)
    }

    /// The longest start without members of the set and bytes from 80 on, as text, and the rest: see [`len_unescaped`].
    #[inline(always)]
    pub(crate) fn split_unescaped<'a>(input: &'a [u8], set: &AsciiSet) -> (&'a str, &'a [u8]) {
        let (start, rest) = input.split_at(len_unescaped(input, set));
        // SAFETY: bytes from 80 to FF are not passed, so this is ASCII.
        (unsafe { core::str::from_utf8_unchecked(start) }, rest)
    }

    /// Appends the encoded input.
    #[cfg(feature = "alloc")]
    pub(crate) fn encode_append(backend: Backend, input: &[u8], out: &mut Vec<u8>, rules: &EncodeRules) {
        if input.len() > LONG && (out.capacity() - out.len()) / 3 < input.len() {
            let room = &mut *out;
            let written = encode_measured(backend, input, rules, |needed| {
                room.reserve(needed);
                room.spare_capacity_mut()
            });
            // SAFETY: `encode_measured` has initialised so many bytes of the spare capacity.
            unsafe { out.set_len(out.len() + written) };
            return;
        }
        for chunk in chunks(input, CHUNK, rules.keep_escapes) {
            out.reserve(3 * chunk.len());
            let written = encode(backend, chunk, out.spare_capacity_mut(), rules).expect("three times the input was reserved");
            // SAFETY: `encode` has initialised so many bytes of the spare capacity.
            unsafe { out.set_len(out.len() + written) };
        }
    }

    /// Appends the encoded input.
    #[cfg(feature = "alloc")]
    pub(crate) fn encode_append_str(backend: Backend, input: &[u8], out: &mut String, rules: &EncodeRules) {
        // SAFETY: what is appended is ASCII: every byte from 80 to FF is escaped.
        encode_append(backend, input, unsafe { out.as_mut_vec() }, rules);
    }

    /// The encoded input, which has at most [`ON_STACK`] bytes.
    #[cfg(feature = "alloc")]
    pub(super) fn encode_short(backend: Backend, input: &[u8], rules: &EncodeRules) -> String {
        let mut buffer = [EMPTY; 3 * ON_STACK];
        encode_text(backend, input, &mut buffer, rules).expect("the buffer holds three times the input").into()
    }

    /// Encodes into a buffer, as text.
    pub(crate) fn encode_text<'a>(backend: Backend, input: &[u8], buffer: &'a mut [Slot], rules: &EncodeRules) -> Result<&'a str, OutputTooSmall> {
        let written = encode(backend, input, buffer, rules)?;
        // SAFETY: `encode` has initialised so many bytes, and encoded text is ASCII: every byte from 80 to FF is escaped.
        Ok(unsafe { core::str::from_utf8_unchecked(core::slice::from_raw_parts(buffer.as_ptr().cast(), written)) })
    }

    /// Encodes at most [`FEW`] bytes, as text.
    pub(crate) fn encode_few<'a>(input: &[u8], buffer: &'a mut [Slot; FEW_ENCODED], rules: &EncodeRules) -> &'a str {
        let written = scalar::encode_few(input, buffer, rules);
        // SAFETY: as in `encode_text`.
        unsafe { core::str::from_utf8_unchecked(core::slice::from_raw_parts(buffer.as_ptr().cast(), written)) }
    }

    /// The input as text if encoding changes nothing, else the index of the first byte that changes.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) fn unchanged_text<'a>(backend: Backend, input: &'a [u8], rules: &EncodeRules) -> Result<&'a str, usize> {
        match find_escapable(backend, input, rules) {
            Some(index) => Err(index),
            // SAFETY: bytes from 80 to FF always change, so this is ASCII.
            None => Ok(unsafe { core::str::from_utf8_unchecked(input) }),
        }
    }

    /// The input as text if it is ASCII and holds nothing that decoding looks at. Else it may be text all the same.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) fn plain_ascii<'a>(backend: Backend, input: &'a [u8], rules: &DecodeRules) -> Option<&'a str> {
        // SAFETY: it is ASCII.
        is_plain_ascii(backend, input, rules).then(|| unsafe { core::str::from_utf8_unchecked(input) })
    }

    /// The decoded text of a short input. `None` for a longer one, and where it is refused or not UTF-8.
    #[cfg(feature = "alloc")]
    pub(crate) fn decode_short_text<'a>(backend: Backend, input: &'a [u8], rules: &DecodeRules) -> Option<Cow<'a, str>> {
        // Quicker than to look for what changes first, and the String is as long as the text.
        let mut buffer = [const { Slot::uninit() }; SHORT_TEXT];
        let written = decode(backend, input, buffer.get_mut(..input.len())?, rules).ok()?;
        // SAFETY: `decode` has initialised so many bytes.
        let bytes = unsafe { core::slice::from_raw_parts(buffer.as_ptr().cast::<u8>(), written) };
        if !is_utf8(backend, bytes) {
            return None;
        }
        // SAFETY: the bytes are UTF-8; so is the input where it is equal to them.
        unsafe {
            if bytes == input {
                return Some(Cow::Borrowed(core::str::from_utf8_unchecked(input)));
            }
            Some(Cow::Owned(core::str::from_utf8_unchecked(bytes).into()))
        }
    }

    /// Appends the decoded input; after an error `out` is as it was, and so is its capacity.
    #[cfg(feature = "alloc")]
    pub(crate) fn decode_append(backend: Backend, input: &[u8], out: &mut Vec<u8>, rules: &DecodeRules) -> Result<(), DecodeError> {
        if out.capacity() - out.len() < input.len() {
            if input.len() > LONG {
                return decode_append_long(backend, input, out, rules);
            }
            if rules.can_fail() {
                decoded_len(backend, input, rules)?;
            }
            out.reserve(input.len());
        }
        let written = decode(backend, input, out.spare_capacity_mut(), rules)?;
        // SAFETY: `decode` has initialised so many bytes of the spare capacity.
        unsafe { out.set_len(out.len() + written) };
        Ok(())
    }

    /// The same for input that is measured first.
    #[cfg(feature = "alloc")]
    #[cold]
    fn decode_append_long(backend: Backend, input: &[u8], out: &mut Vec<u8>, rules: &DecodeRules) -> Result<(), DecodeError> {
        let room = &mut *out;
        let written = decode_measured(backend, input, rules, |needed| {
            room.reserve(needed);
            room.spare_capacity_mut()
        })?;
        // SAFETY: `decode_measured` has initialised so many bytes of the spare capacity.
        unsafe { out.set_len(out.len() + written) };
        Ok(())
    }

    /// Appends the decoded input if it is UTF-8; else `out` is as it was, and the error (`None`: not UTF-8) is perhaps not the first one.
    #[cfg(feature = "alloc")]
    pub(crate) fn decode_append_utf8(backend: Backend, input: &[u8], out: &mut String, rules: &DecodeRules) -> Result<(), Option<DecodeError>> {
        let old = out.len();
        // SAFETY: nothing is appended but what is then found to be UTF-8; neither call unwinds in between.
        let bytes = unsafe { out.as_mut_vec() };
        decode_append(backend, input, bytes, rules)?;
        if !is_utf8(backend, &bytes[old..]) {
            bytes.truncate(old);
            return Err(None);
        }
        Ok(())
    }
}

#[cfg(not(feature = "simd"))]
mod checked {
    use super::*;
    #[cfg(feature = "alloc")]
    use crate::kernel::{decode, decode_measured, decoded_len, encode_measured, encoded_len, is_plain_ascii};
    use crate::kernel::{encode, find_escapable, len_unescaped, scalar};
    #[cfg(feature = "alloc")]
    use crate::text;

    /// A byte of an output buffer.
    pub(crate) type Slot = u8;

    /// The slot that holds `byte`.
    #[inline(always)]
    pub(crate) const fn slot(byte: u8) -> Slot {
        byte
    }

    /// A slot that nothing was stored in yet.
    pub(crate) const EMPTY: Slot = 0;

    /// A caller's buffer as slots.
    #[inline]
    pub(crate) fn slots(buffer: &mut [u8]) -> &mut [Slot] {
        buffer
    }

    const ASCII: &str = "encoded text is ASCII";

    /// The triplet of the byte, as text.
    #[inline]
    pub(crate) fn triplet(byte: u8, lowercase_hex: bool) -> &'static str {
        let start = 3 * usize::from(byte);
        core::str::from_utf8(&TRIPLETS[usize::from(lowercase_hex)][start..start + 3]).expect(ASCII)
    }

    /// The longest start that encoding does not change, as text, and the rest.
    pub(crate) fn split_at_escapable<'a>(backend: Backend, input: &'a [u8], rules: &EncodeRules) -> (&'a str, &'a [u8]) {
        let (start, rest) = input.split_at(find_escapable(backend, input, rules).unwrap_or(input.len()));
        (core::str::from_utf8(start).expect(ASCII), rest)
    }

    /// The longest start without members of the set and bytes from 80 on, as text, and the rest: see [`len_unescaped`].
    #[inline(always)]
    pub(crate) fn split_unescaped<'a>(input: &'a [u8], set: &AsciiSet) -> (&'a str, &'a [u8]) {
        let (start, rest) = input.split_at(len_unescaped(input, set));
        (core::str::from_utf8(start).expect(ASCII), rest)
    }

    /// The Vec made longer by `len` bytes: these.
    #[cfg(feature = "alloc")]
    fn more(out: &mut Vec<u8>, len: usize) -> &mut [u8] {
        let old = out.len();
        out.resize(old + len, 0);
        &mut out[old..]
    }

    /// Appends the encoded input.
    #[cfg(feature = "alloc")]
    pub(crate) fn encode_append(backend: Backend, input: &[u8], out: &mut Vec<u8>, rules: &EncodeRules) {
        if input.len() > LONG && (out.capacity() - out.len()) / 3 < input.len() {
            encode_measured(backend, input, rules, |needed| more(out, needed));
            return;
        }
        for chunk in chunks(input, CHUNK, rules.keep_escapes) {
            let old = out.len();
            out.resize(old + 3 * chunk.len(), 0);
            let written = encode(backend, chunk, &mut out[old..], rules).expect("three times the input was reserved");
            out.truncate(old + written);
        }
    }

    /// Appends the encoded input.
    #[cfg(feature = "alloc")]
    pub(crate) fn encode_append_str(backend: Backend, input: &[u8], out: &mut String, rules: &EncodeRules) {
        if input.len() > LONG {
            out.reserve(encoded_len(backend, input, rules));
        }
        let mut buffer = [0; 3 * ON_STACK];
        for chunk in chunks(input, ON_STACK, rules.keep_escapes) {
            out.push_str(encode_text(backend, chunk, &mut buffer, rules).expect("the buffer holds three times the chunk"));
        }
    }

    /// The encoded input, which has at most [`ON_STACK`] bytes.
    #[cfg(feature = "alloc")]
    pub(super) fn encode_short(backend: Backend, input: &[u8], rules: &EncodeRules) -> String {
        let mut buffer = [0; 3 * ON_STACK];
        encode_text(backend, input, &mut buffer, rules).expect("the buffer holds three times the input").into()
    }

    /// Encodes into a buffer, as text.
    pub(crate) fn encode_text<'a>(backend: Backend, input: &[u8], buffer: &'a mut [Slot], rules: &EncodeRules) -> Result<&'a str, OutputTooSmall> {
        let written = encode(backend, input, buffer, rules)?;
        Ok(core::str::from_utf8(&buffer[..written]).expect(ASCII))
    }

    /// Encodes at most [`FEW`] bytes, as text.
    pub(crate) fn encode_few<'a>(input: &[u8], buffer: &'a mut [Slot; FEW_ENCODED], rules: &EncodeRules) -> &'a str {
        let written = scalar::encode_few(input, buffer, rules);
        core::str::from_utf8(&buffer[..written]).expect(ASCII)
    }

    /// The input as text if encoding changes nothing, else the index of the first byte that changes.
    #[cfg(feature = "alloc")]
    pub(crate) fn unchanged_text<'a>(backend: Backend, input: &'a [u8], rules: &EncodeRules) -> Result<&'a str, usize> {
        match find_escapable(backend, input, rules) {
            Some(index) => Err(index),
            None => Ok(core::str::from_utf8(input).expect(ASCII)),
        }
    }

    /// The input as text if it is ASCII and holds nothing that decoding looks at. Else it may be text all the same.
    #[cfg(feature = "alloc")]
    pub(crate) fn plain_ascii<'a>(backend: Backend, input: &'a [u8], rules: &DecodeRules) -> Option<&'a str> {
        is_plain_ascii(backend, input, rules).then(|| core::str::from_utf8(input).expect(ASCII))
    }

    /// The decoded text of a short input. `None` for a longer one, and where it is refused or not UTF-8.
    #[cfg(feature = "alloc")]
    pub(crate) fn decode_short_text<'a>(backend: Backend, input: &'a [u8], rules: &DecodeRules) -> Option<Cow<'a, str>> {
        let mut buffer = [0; SHORT_TEXT];
        let written = decode(backend, input, buffer.get_mut(..input.len())?, rules).ok()?;
        let text = core::str::from_utf8(&buffer[..written]).ok()?;
        Some(if text.as_bytes() == input { Cow::Borrowed(core::str::from_utf8(input).ok()?) } else { Cow::Owned(text.into()) })
    }

    /// Appends the decoded input; after an error `out` is as it was, and so is its capacity.
    #[cfg(feature = "alloc")]
    pub(crate) fn decode_append(backend: Backend, input: &[u8], out: &mut Vec<u8>, rules: &DecodeRules) -> Result<(), DecodeError> {
        if out.capacity() - out.len() < input.len() {
            if input.len() > LONG {
                return decode_measured(backend, input, rules, |needed| more(out, needed)).map(|_| ());
            }
            if rules.can_fail() {
                decoded_len(backend, input, rules)?;
            }
        }
        let old = out.len();
        out.resize(old + input.len(), 0);
        let result = decode(backend, input, &mut out[old..], rules);
        out.truncate(old + result.unwrap_or(0));
        result.map(|_| ())
    }

    /// Appends the decoded input if it is UTF-8; else `out` is as it was, and the error (`None`: not UTF-8) is perhaps not the first one.
    #[cfg(feature = "alloc")]
    pub(crate) fn decode_append_utf8(backend: Backend, input: &[u8], out: &mut String, rules: &DecodeRules) -> Result<(), Option<DecodeError>> {
        // Without unsafe, text is made of pieces that are looked at once more.
        out.reserve(decoded_len(backend, input, rules)?);
        let old = out.len();
        text::append(backend, rules.infallible(), input, out).inspect_err(|_| out.truncate(old)).map_err(|_| None)
    }
}
