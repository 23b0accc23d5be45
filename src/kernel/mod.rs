//! The kernels: find, encode and decode, once in plain Rust ([`scalar`], the definition) and once for each instruction set.
//!
//! # The contract of a kernel
//! Every kernel file has the same functions with the same signatures:
//!
//! | function | answers |
//! | --- | --- |
//! | `find_either(input, a, b)` | the index of the first byte that is `a` or `b`, or the input's length |
//! | `find_triplet(input, plus)` | the index of the first valid triplet (or of the first `+`, if `plus`), or the length |
//! | `find_member(input, set)` | the index of the first byte that is in `set` or is 80 or above, or the length |
//! | `members(input, set)` | a bit for each of the first 64 bytes: whether it is in `set` or is 80 or above |
//! | `encoded_len(input, rules)` | the length of what `encode` writes (saturating) |
//! | `encode(input, out, rules)` | the length of what it has written |
//! | `decoded_len(input, rules)` | the [`Progress`] that `decode` would make |
//! | `decode(src, len, dst, rules)` | its [`Progress`]; `dst` may be `src` |
//! | `mark_escaped(input, set, blocks)` | whether it has told the [`Block`]s which bytes `encode` escapes: those in `set`, and 80 and above |
//! | `mark_triplets(input, rules, blocks)` | whether it has told them where triplets start that `decode` replaces; the rules refuse nothing |
//!
//! 1. **A kernel takes the whole input, and never writes a byte past the end of what it returns as output.** What a wide store leaves beyond the
//!    current end is always covered by output that is sure to follow (each input byte makes at least a third of an output byte in decoding, and
//!    at least one in encoding), and the last blocks are stored exactly. So a buffer of the exact length suffices, and nothing beyond it changes.
//! 2. `decode` and `decoded_len` halt only where the rules refuse something, at the latest before the refused triplet and at the earliest a few
//!    blocks before it; then everything before `read` is decoded, and [`scalar::first_error`] names the error from there.
//! 3. In decoding all loads of a step come before its stores, so the output never overtakes the input, and it may be the same memory.
//!
//! The functions of this file are safe: they check what the kernels rely on, and choose the kernel.

pub(crate) mod out;
pub(crate) mod pieces;
mod rules;
pub(crate) mod scalar;

// The only list of the targets that have a vector kernel; which of its modules there are is then a question of the architecture alone.
#[cfg(all(
    feature = "simd",
    any(
        all(any(target_arch = "x86", target_arch = "x86_64"), target_feature = "sse2"),
        all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"),
        all(target_arch = "wasm32", target_feature = "simd128")
    )
))]
mod vector;

#[cfg(test)]
mod tests;

use crate::backend::Backend;
use crate::error::{DecodeError, DecodeIntoError, OutputTooSmall};
use crate::sets::AsciiSet;
use out::Slot;
pub(crate) use rules::{DecodeRules, EncodeRules, Progress};
use scalar::Unit;

/// Calls a kernel function of the backend, or evaluates the expression for the scalar one.
#[cfg(feature = "simd")]
macro_rules! dispatch {
    ($backend:expr, $function:ident($($argument:expr),*), $scalar:expr) => {{
        #[allow(unused_imports, reason = "an architecture without vector kernels has the last arm only")]
        use crate::backend::Kind;
        #[allow(unused_unsafe, reason = "on wasm, where a module does not load without its instructions, none of these calls is unsafe")]
        #[allow(clippy::match_single_binding, reason = "as above")]
        let result = match $backend.kind() {
            #[cfg(all(any(target_arch = "x86", target_arch = "x86_64"), target_feature = "sse2"))]
            // SAFETY: the Backend value proves the CPU's features; the memory is the caller's to vouch for, beside the call.
            Kind::Avx512 => unsafe { vector::x86::avx512::$function($($argument),*) },
            #[cfg(all(any(target_arch = "x86", target_arch = "x86_64"), target_feature = "sse2"))]
            // SAFETY: as above.
            Kind::Avx2 => unsafe { vector::x86::avx2::$function($($argument),*) },
            #[cfg(all(any(target_arch = "x86", target_arch = "x86_64"), target_feature = "sse2"))]
            // SAFETY: as above.
            Kind::Ssse3 => unsafe { vector::x86::ssse3::$function($($argument),*) },
            #[cfg(all(any(target_arch = "x86", target_arch = "x86_64"), target_feature = "sse2"))]
            // SAFETY: as above.
            Kind::Sse2 => unsafe { vector::x86::sse2::$function($($argument),*) },
            #[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
            // SAFETY: as above.
            Kind::Neon => unsafe { vector::aarch64::neon::$function($($argument),*) },
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            // SAFETY: as above.
            Kind::Simd128 => unsafe { vector::wasm32::simd128::$function($($argument),*) },
            _ => $scalar,
        };
        result
    }};
}
#[cfg(not(feature = "simd"))]
macro_rules! dispatch {
    ($backend:expr, $function:ident($($argument:expr),*), $scalar:expr) => {{
        let _ = $backend;
        $scalar
    }};
}

/// The index of the first byte that is `a` or `b`, or the input's length.
#[inline]
pub(crate) fn find_either(backend: Backend, input: &[u8], a: u8, b: u8) -> usize {
    // Memory: the input is a slice, and only read.
    dispatch!(backend, find_either(input, a, b), scalar::find_either(input, a, b))
}

/// So many bytes are looked at by [`places_of`] and [`members`].
pub(crate) const PLACES: usize = 64;

/// Which of the first [`PLACES`] bytes are one of three, which are not zero: the first byte is the lowest bit.
///
/// For what stands every few bytes, where a kernel's call for each would cost more than to look at them.
#[inline]
pub(crate) fn places_of(input: &[u8], bytes: [u8; 3]) -> u64 {
    #[cfg(all(feature = "simd", any(target_arch = "x86", target_arch = "x86_64"), target_feature = "sse2"))]
    {
        const { assert!(PLACES == vector::x86::sse2::SHORT) };
        // SAFETY: this is compiled for CPUs with SSE2 only.
        unsafe { vector::x86::sse2::places_of(input, bytes) }
    }
    #[cfg(not(all(feature = "simd", any(target_arch = "x86", target_arch = "x86_64"), target_feature = "sse2")))]
    scalar::places_of(input, bytes)
}

/// What is known of [`PLACES`] bytes of an input.
#[cfg(feature = "alloc")]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Block {
    /// Which bytes are marked: the first one is the lowest bit. (Those behind the input may be, too; nobody asks.)
    marks: u64,
    /// Which bytes have a `%` one or two bytes before them, if triplets are marked.
    behind_percent: u64,
    /// How many bytes are marked before these.
    before: usize,
}

#[cfg(feature = "alloc")]
impl Block {
    /// How many of the first `at` bytes of the input are marked, and whether a triplet may begin before that place and end behind it.
    #[inline]
    pub(crate) fn look_up(blocks: &[Self], at: usize) -> (usize, bool) {
        let Self { marks, behind_percent, before } = blocks[at / PLACES];
        let bit = 1 << (at % PLACES);
        (before + (marks & (bit - 1)).count_ones() as usize, behind_percent & bit != 0)
    }

    /// So many blocks cover an input of that length and the place behind it.
    pub(crate) const fn number(len: usize) -> usize {
        len / PLACES + 1
    }
}

/// Marks the bytes that encoding escapes. False where the backend knows nothing quicker than to encode what is between two places.
#[cfg(feature = "alloc")]
pub(crate) fn mark_escaped(backend: Backend, input: &[u8], rules: &EncodeRules, blocks: &mut [Block]) -> bool {
    debug_assert!(blocks.len() == Block::number(input.len()) && !rules.keep_escapes);
    // Memory: the input is a slice, and only read.
    dispatch!(backend, mark_escaped(input, &rules.set, blocks), false)
}

/// Marks where triplets start whose value takes their place. False where the backend knows nothing quicker than to decode what is between two places.
#[cfg(feature = "alloc")]
pub(crate) fn mark_triplets(backend: Backend, input: &[u8], rules: &DecodeRules, blocks: &mut [Block]) -> bool {
    debug_assert!(blocks.len() == Block::number(input.len()) && !rules.can_fail());
    // Memory: the input is a slice, and only read.
    dispatch!(backend, mark_triplets(input, rules, blocks), false)
}

/// The index of the first byte that encoding changes.
#[inline]
pub(crate) fn find_escapable(backend: Backend, input: &[u8], rules: &EncodeRules) -> Option<usize> {
    if rules.space_as_plus || rules.keep_escapes {
        return find_escapable_with_options(backend, input, rules);
    }
    // Memory: the input is a slice, and only read.
    let found = dispatch!(backend, find_member(input, &rules.set), scalar::find_member(input, &rules.set));
    (found < input.len()).then_some(found)
}

/// The same where SP changes, too, or where what stands in a valid triplet does not.
#[inline(never)]
fn find_escapable_with_options(backend: Backend, input: &[u8], rules: &EncodeRules) -> Option<usize> {
    let set = if rules.space_as_plus { rules.set.add(b' ') } else { rules.set };
    let mut from = 0;
    loop {
        let rest = &input[from..];
        // Memory: the input is a slice, and only read.
        let found = from + dispatch!(backend, find_member(rest, &set), scalar::find_member(rest, &set));
        if found == input.len() {
            return None;
        }
        match scalar::end_of_triplet_around(input, found) {
            Some(end) if rules.keep_escapes => from = end,
            _ => return Some(found),
        }
    }
}

/// Which of the first [`PLACES`] bytes are in `set` or are 80 or above: the first byte is the lowest bit.
#[inline]
pub(crate) fn members(backend: Backend, input: &[u8], set: &AsciiSet) -> u64 {
    // Memory: the input is a slice, and only read.
    dispatch!(backend, members(input, set), scalar::members(input, set))
}

/// How many bytes are neither in the set nor 80 or above, from the start on: for who asks again and again, and mostly gets a few bytes. Those are
/// looked at before a kernel is called, and so is a short input.
#[inline(always)]
pub(crate) fn len_unescaped(input: &[u8], set: &AsciiSet) -> usize {
    const FEW: usize = 8;
    const SHORT: usize = 16;
    let few = if input.len() <= SHORT { input.len() } else { FEW };
    match input[..few].iter().position(|&byte| set.or_non_ascii(byte)) {
        Some(index) => index,
        None if few == input.len() => few,
        None => few + find_in(Backend::active(), &input[few..], set),
    }
}

/// The length that encoding gives, or `usize::MAX` where that is not countable.
#[inline]
pub(crate) fn encoded_len(backend: Backend, input: &[u8], rules: &EncodeRules) -> usize {
    // Memory: the input is a slice, and only read.
    dispatch!(backend, encoded_len(input, rules), scalar::encoded_len(input, rules))
}

/// Encodes all of the input, or says how much room that needs and writes nothing.
#[inline]
pub(crate) fn encode(backend: Backend, input: &[u8], out: &mut [Slot], rules: &EncodeRules) -> Result<usize, OutputTooSmall> {
    if out.len() / 3 < input.len() {
        let needed = encoded_len(backend, input, rules);
        if needed > out.len() {
            return Err(OutputTooSmall::new(needed));
        }
    }
    // Memory: the room is at least three times the input, or at least what was just counted, which is all that a kernel writes.
    Ok(dispatch!(backend, encode(input, out, rules), scalar::encode(input, out, rules)))
}

/// Encodes all of the input into what `make_room` gives when it is told how many bytes are needed.
///
/// # Panics
/// If that is less.
#[cfg(feature = "alloc")]
pub(crate) fn encode_measured<'a>(backend: Backend, input: &[u8], rules: &EncodeRules, make_room: impl FnOnce(usize) -> &'a mut [Slot]) -> usize {
    let needed = encoded_len(backend, input, rules);
    let out = make_room(needed);
    assert!(needed <= out.len(), "callers make as much room as they are told");
    // Memory: the room holds at least what was just counted, which is all that a kernel writes.
    dispatch!(backend, encode(input, out, rules), scalar::encode(input, out, rules))
}

/// Whether the input is ASCII and holds nothing that decoding looks at.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn is_plain_ascii(backend: Backend, input: &[u8], rules: &DecodeRules) -> bool {
    const PERCENT: AsciiSet = AsciiSet::from_bytes(b"%");
    const PERCENT_AND_PLUS: AsciiSet = AsciiSet::from_bytes(b"%+");
    if rules.reject_raw {
        let passed = if rules.plus_as_space { PERCENT_AND_PLUS } else { PERCENT };
        return find_in(backend, input, &passed.union(rules.rejected_raw())) == input.len();
    }
    #[cfg(all(feature = "simd", any(target_arch = "x86", target_arch = "x86_64"), target_feature = "sse2"))]
    if input.len() <= vector::x86::sse2::SHORT && backend.kind() != crate::backend::Kind::Scalar {
        let other = if rules.plus_as_space { b'+' } else { b'%' };
        // SAFETY: this is compiled for CPUs with SSE2 only.
        return unsafe { vector::x86::sse2::is_free_of::<true>(input, b'%', other) };
    }
    find_in(backend, input, if rules.plus_as_space { &PERCENT_AND_PLUS } else { &PERCENT }) == input.len()
}

/// Whether the bytes are UTF-8: a start of ASCII, which most text is, is passed by the kernel.
#[cfg(all(feature = "alloc", feature = "simd"))]
pub(crate) fn is_utf8(backend: Backend, bytes: &[u8]) -> bool {
    #[cfg(all(feature = "simd", any(target_arch = "x86", target_arch = "x86_64"), target_feature = "sse2"))]
    if bytes.len() <= vector::x86::sse2::SHORT && backend.kind() != crate::backend::Kind::Scalar {
        // SAFETY: this is compiled for CPUs with SSE2 only.
        return unsafe { vector::x86::sse2::is_free_of::<true>(bytes, 0x80, 0x80) } || core::str::from_utf8(bytes).is_ok();
    }
    let ascii = find_in(backend, bytes, &AsciiSet::EMPTY);
    core::str::from_utf8(&bytes[ascii..]).is_ok()
}

/// The index of the first byte that is in the set or not ASCII, or the length.
#[inline(never)]
pub(crate) fn find_in(backend: Backend, input: &[u8], set: &AsciiSet) -> usize {
    // Memory: the input is a slice, and only read.
    dispatch!(backend, find_member(input, set), scalar::find_member(input, set))
}

/// The index of the first byte that decoding changes or refuses.
#[inline]
pub(crate) fn find_escape(backend: Backend, input: &[u8], rules: &DecodeRules) -> Option<usize> {
    if rules.reject_raw {
        let accepted = before_raw(backend, input, rules);
        return find_escape_by_kernel(backend, accepted, rules).or((accepted.len() < input.len()).then_some(accepted.len()));
    }
    // Most inputs are short and clean. What names the scalar backend gets that alone.
    #[cfg(all(feature = "simd", any(target_arch = "x86", target_arch = "x86_64"), target_feature = "sse2"))]
    if input.len() <= vector::x86::sse2::SHORT && backend.kind() != crate::backend::Kind::Scalar {
        let other = if rules.plus_as_space { b'+' } else { b'%' };
        // SAFETY: this is compiled for CPUs with SSE2 only.
        if unsafe { vector::x86::sse2::is_free_of::<false>(input, b'%', other) } {
            return None;
        }
    }
    find_escape_by_kernel(backend, input, rules)
}

/// The same, asking the backend's kernel for the first `%` or `other`.
#[inline(never)]
fn find_escape_by_kernel(backend: Backend, input: &[u8], rules: &DecodeRules) -> Option<usize> {
    let other = if rules.plus_as_space { b'+' } else { b'%' };
    // Values of nothing but triplets are common, and short: no need to search for the first one.
    let found = if input.first() == Some(&b'%') {
        0
    } else {
        // Memory: the input is a slice, and only read.
        dispatch!(backend, find_either(input, b'%', other), scalar::find_either(input, b'%', other))
    };
    if found == input.len() {
        return None;
    }
    match scalar::unit(&input[found..], rules) {
        Unit::Value(_) | Unit::Refused(_) => Some(found),
        Unit::Byte(byte) if byte != input[found] => Some(found),
        unit => find_escape_behind(backend, input, found + unit.len(), rules),
    }
}

/// The same where something stands that only looks like it: much of that there may be, so ask for triplets.
#[cold]
fn find_escape_behind(backend: Backend, input: &[u8], mut from: usize, rules: &DecodeRules) -> Option<usize> {
    loop {
        let rest = &input[from..];
        let plus = rules.plus_as_space;
        let found = if rules.strict {
            let other = if plus { b'+' } else { b'%' };
            // Memory: the input is a slice, and only read.
            dispatch!(backend, find_either(rest, b'%', other), scalar::find_either(rest, b'%', other))
        } else {
            // Memory: the input is a slice, and only read.
            dispatch!(backend, find_triplet(rest, plus), scalar::find_triplet(rest, plus))
        };
        if found == rest.len() {
            return None;
        }
        match scalar::unit(&rest[found..], rules) {
            Unit::Kept => from += found + 3,
            _ => return Some(from + found),
        }
    }
}

/// The input as far as kernels may see it: up to the first raw byte that [`DecodeRules::reject_raw`] refuses.
///
/// Kernels look at triplets only. Where raw bytes can be refused, the first such byte is found before they are called, and they get what is before
/// it; [`finished`] then sees that not all of the input was read, and the scalar definition names the error. No valid triplet crosses that place, since
/// its bytes are not raw; a malformed one may, and keeps its kind, since the error is named from the whole input.
#[inline(always)]
fn accepted<'a>(backend: Backend, input: &'a [u8], rules: &DecodeRules) -> &'a [u8] {
    if rules.reject_raw { before_raw(backend, input, rules) } else { input }
}

/// The input up to the first raw byte that is refused.
#[cold]
fn before_raw<'a>(backend: Backend, input: &'a [u8], rules: &DecodeRules) -> &'a [u8] {
    let rejected = rules.rejected_raw();
    let mut at = if rejected.is_empty() { input.len() } else { 0 };
    while at < input.len() {
        at += find_in(backend, &input[at..], &rejected);
        // Bytes >= 0x80 stop the search, too, and are often many: look at a block.
        let block = &input[at..];
        let mut places = members(backend, block, &rejected) & !members(backend, block, &AsciiSet::EMPTY);
        while places != 0 {
            let place = at + places.trailing_zeros() as usize;
            if scalar::end_of_triplet_around(input, place).is_none() {
                return &input[..place];
            }
            places &= places - 1;
        }
        at += block.len().min(PLACES);
    }
    input
}

/// The length that decoding gives, or why there is none.
#[inline]
pub(crate) fn decoded_len(backend: Backend, input: &[u8], rules: &DecodeRules) -> Result<usize, DecodeError> {
    let accepted = accepted(backend, input, rules);
    // Memory: the input is a slice, and only read.
    let progress = dispatch!(backend, decoded_len(accepted, rules), scalar::decoded_len(accepted, rules));
    finished(input, progress, rules)
}

/// Decodes all of the input into `out`. One pass where `out` is at least as long as the input; a shorter one is measured first.
///
/// After an error of decoding all of `out` is unspecified.
#[inline]
pub(crate) fn decode_into(backend: Backend, input: &[u8], out: &mut [Slot], rules: &DecodeRules) -> Result<usize, DecodeIntoError> {
    if out.len() < input.len() {
        let needed = decoded_len(backend, input, rules)?;
        if needed > out.len() {
            return Err(OutputTooSmall::new(needed).into());
        }
    }
    let accepted = accepted(backend, input, rules);
    // Memory: the room is as long as the input, which decoding never lengthens, or holds exactly what was just counted without a halt.
    let progress =
        dispatch!(backend, decode(accepted.as_ptr(), accepted.len(), out.as_mut_ptr().cast(), rules), scalar::decode(accepted, out, rules));
    Ok(finished(input, progress, rules)?)
}

/// The same for callers that have made room.
///
/// # Panics
/// If `out` is too small.
#[inline]
pub(crate) fn decode(backend: Backend, input: &[u8], out: &mut [Slot], rules: &DecodeRules) -> Result<usize, DecodeError> {
    decode_into(backend, input, out, rules).map_err(|error| match error {
        DecodeIntoError::Decode(error) => error,
        DecodeIntoError::OutputTooSmall(error) => panic!("callers make room first: {error}"),
    })
}

/// Decodes all of the input into what `make_room` gives when it is told how many bytes are needed. It is not asked where the rules refuse something.
///
/// # Panics
/// If that is less.
#[cfg(feature = "alloc")]
pub(crate) fn decode_measured<'a>(
    backend: Backend,
    input: &[u8],
    rules: &DecodeRules,
    make_room: impl FnOnce(usize) -> &'a mut [Slot],
) -> Result<usize, DecodeError> {
    let needed = decoded_len(backend, input, rules)?;
    let out = make_room(needed);
    assert!(needed <= out.len(), "callers make as much room as they are told");
    // Memory: the room holds at least what was just counted without a halt.
    let progress = dispatch!(backend, decode(input.as_ptr(), input.len(), out.as_mut_ptr().cast(), rules), scalar::decode(input, out, rules));
    finished(input, progress, rules)
}

/// Decodes into the front of the same memory. After an error the content of the buffer is unspecified: callers look first.
#[inline]
pub(crate) fn decode_in_place(backend: Backend, buffer: &mut [u8], rules: &DecodeRules) -> usize {
    debug_assert!(!rules.can_fail() || decoded_len(backend, buffer, rules).is_ok());
    let (start, len) = (buffer.as_mut_ptr(), buffer.len());
    let _ = (start, len);
    // Memory: one buffer to read and to write, which the contract allows (the output never overtakes the input).
    let progress = dispatch!(backend, decode(start.cast_const(), len, start, rules), scalar::decode_in_place(buffer, rules));
    progress.written
}

/// The output's length if all was read, else the error that halted the kernel.
#[inline]
fn finished(input: &[u8], progress: Progress, rules: &DecodeRules) -> Result<usize, DecodeError> {
    if progress.read == input.len() {
        return Ok(progress.written);
    }
    Err(scalar::first_error(&input[progress.read..], rules).offset(progress.read))
}

/// The greatest position up to `at` that is not inside a valid triplet, so that both sides can be handled alone.
pub(crate) fn split_point(input: &[u8], at: usize) -> usize {
    (at.saturating_sub(2)..at).find(|&start| scalar::is_triplet(&input[start..])).unwrap_or(at)
}
