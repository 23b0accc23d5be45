//! Decoding to bytes.

use core::ffi::c_char;

use percent_simd::{AsciiSet, Decoder};

use super::{border, memory};
use crate::names;
use crate::policies::{NO_OPTIONS, with_policy};
use crate::result::percent_simd_result;
use crate::values::{
    PERCENT_SIMD_DECODE_PLUS_AS_SPACE, PERCENT_SIMD_DECODE_STRICT, PERCENT_SIMD_DECODE_UTF8_LOSSY,
    percent_simd_decoder, percent_simd_set,
};

/// The decoder of a scheme (percent_simd_scheme). A scheme without a decoder gets that of
/// percent_simd_decoder_new with options 0. Use percent_simd_decode_utf8 where
/// percent_simd_scheme_decodes_to_text says so. If there is no scheme with this number, every use of
/// the decoder fails with INVALID_ARGUMENT.
#[unsafe(no_mangle)]
pub extern "C" fn percent_simd_decoder_of_scheme(scheme: u32) -> percent_simd_decoder {
    let empty = AsciiSet::EMPTY.into();
    let invalid = percent_simd_decoder_new(NO_OPTIONS, empty, empty);
    border!(invalid, || {
        let Some((_, scheme)) = names::scheme(scheme) else { return invalid };
        let decoder = scheme.decoder();
        let option = |is_set: bool, option: u32| if is_set { option } else { 0 };
        let is_lossy = scheme.decodes_to_text() && decoder.check_utf8("%FF").is_ok();
        percent_simd_decoder_new(
            option(scheme.space_is_plus(), PERCENT_SIMD_DECODE_PLUS_AS_SPACE)
                | option(decoder.check("%").is_err(), PERCENT_SIMD_DECODE_STRICT)
                | option(is_lossy, PERCENT_SIMD_DECODE_UTF8_LOSSY),
            kept_by(decoder).into(),
            empty,
        )
    })
}

/// The decoder with these options: PERCENT_SIMD_DECODE_..., or 0 for WHATWG URL's percent-decode,
/// which refuses nothing. Triplets of the values in `keep` stay as written, and those of the values
/// in `reject` are an error; see percent_simd_set_empty.
#[unsafe(no_mangle)]
pub extern "C" fn percent_simd_decoder_new(
    options: u32,
    keep: percent_simd_set,
    reject: percent_simd_set,
) -> percent_simd_decoder {
    percent_simd_decoder { keep, reject, options, reserved: 0 }
}

/// The values whose triplets the decoder keeps.
fn kept_by(decoder: Decoder) -> AsciiSet {
    let digits = b"0123456789ABCDEF";
    (0..0x80u8).fold(AsciiSet::EMPTY, |kept, value| {
        let triplet = [b'%', digits[usize::from(value >> 4)], digits[usize::from(value & 15)]];
        if decoder.find(&triplet).is_none() { kept.add(value) } else { kept }
    })
}

/// Writes the decoded bytes to `output`, and their number to `output_len`. No NUL follows them.
///
/// A capacity of percent_simd_decoded_len suffices; the input's length always does, and is faster.
/// If the decoder refuses the input, the call fails at `position`: with TRUNCATED or BAD_HEX if it
/// is strict, with REJECTED for a member of its reject set. Other failures are OUTPUT_TOO_SMALL
/// (`output_len` becomes the length that suffices), OVERLAP, and INVALID_ARGUMENT. A refusal takes
/// precedence over OUTPUT_TOO_SMALL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn percent_simd_decode(
    decoder: *const percent_simd_decoder,
    input: *const c_char,
    input_len: usize,
    output: *mut c_char,
    output_capacity: usize,
    output_len: *mut usize,
    position: *mut usize,
) -> percent_simd_result {
    border!(Some(position), Some(output_len), {
        // SAFETY: the header's contract: `output_len` is NULL or may be written to.
        let len = unsafe { memory::place(output_len)? };
        // SAFETY: the header's contract: `decoder` is NULL or points to one; any bytes are one.
        let decoder = unsafe { memory::read(decoder)? };
        // SAFETY: the header's contract: `input` is NULL or has `input_len` readable bytes,
        // `output` is NULL or has `output_capacity` writable ones, and `decode_into` only writes to
        // them.
        let (input, output) =
            unsafe { memory::input_and_output(input, input_len, output, output_capacity)? };
        len.write(with_policy!(decoder, |policy| policy.decode_into(input, output))?);
        Ok(())
    })
}

/// Decodes the first `len` bytes of the buffer in place, and writes the length of the result to
/// `output_len`. The result is at the front of the buffer; the rest of the `len` bytes is
/// unspecified.
///
/// Fails with TRUNCATED, BAD_HEX or REJECTED at `position`, as percent_simd_decode does, or with
/// INVALID_ARGUMENT; the buffer is then unchanged.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn percent_simd_decode_in_place(
    decoder: *const percent_simd_decoder,
    buffer: *mut c_char,
    len: usize,
    output_len: *mut usize,
    position: *mut usize,
) -> percent_simd_result {
    border!(Some(position), None, {
        // SAFETY: the header's contract: `output_len` is NULL or may be written to.
        let decoded = unsafe { memory::place(output_len)? };
        // SAFETY: the header's contract: `decoder` is NULL or points to one; any bytes are one.
        let decoder = unsafe { memory::read(decoder)? };
        // SAFETY: the header's contract: `buffer` is NULL or has `len` readable and writable bytes:
        // the input.
        let buffer = unsafe { memory::buffer(buffer, len)? };
        decoded.write(with_policy!(decoder, |policy| policy.decode_in_place(buffer))?);
        Ok(())
    })
}

/// Writes the number of decoded bytes to `output_len`. Fails with TRUNCATED, BAD_HEX or REJECTED at `position`, as percent_simd_decode does, or
/// with INVALID_ARGUMENT.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn percent_simd_decoded_len(
    decoder: *const percent_simd_decoder,
    input: *const c_char,
    input_len: usize,
    output_len: *mut usize,
    position: *mut usize,
) -> percent_simd_result {
    border!(Some(position), None, {
        // SAFETY: the header's contract: `output_len` is NULL or may be written to.
        let len = unsafe { memory::place(output_len)? };
        // SAFETY: the header's contract, for `decoder` and for `input` with its `input_len`; any bytes are a decoder.
        let (decoder, input) = unsafe { memory::value_and_input(decoder, input, input_len)? };
        len.write(with_policy!(decoder, |policy| policy.decoded_len(input))?);
        Ok(())
    })
}

/// Checks that the input decodes to bytes under this decoder; on failure, writes only `position`.
/// Fails with TRUNCATED, BAD_HEX or REJECTED at `position`, as percent_simd_decode does, or with
/// INVALID_ARGUMENT.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn percent_simd_check(
    decoder: *const percent_simd_decoder,
    input: *const c_char,
    input_len: usize,
    position: *mut usize,
) -> percent_simd_result {
    border!(Some(position), None, {
        // SAFETY: the header's contract, for `decoder` and for `input` with its `input_len`; any bytes are a decoder.
        let (decoder, input) = unsafe { memory::value_and_input(decoder, input, input_len)? };
        Ok(with_policy!(decoder, |policy| policy.check(input))?)
    })
}

/// Writes to `position` the offset of the first byte that decoding changes or refuses, or the
/// input's length if there is none. Fails with INVALID_ARGUMENT only, also if `position` is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn percent_simd_find_decodable(
    decoder: *const percent_simd_decoder,
    input: *const c_char,
    input_len: usize,
    position: *mut usize,
) -> percent_simd_result {
    border!(None, None, {
        // SAFETY: the header's contract: `position` is NULL or may be written to.
        let position = unsafe { memory::place(position)? };
        // SAFETY: the header's contract, for `decoder` and for `input` with its `input_len`; any bytes are a decoder.
        let (decoder, input) = unsafe { memory::value_and_input(decoder, input, input_len)? };
        position.write(with_policy!(decoder, |policy| policy.find(input)).unwrap_or(input_len));
        Ok(())
    })
}

/// Writes to `position` the offset of the first byte that decodes to a member of the set, a raw
/// byte or the `%` of a triplet, or the input's length if there is none. It decodes once: `%252F`
/// contains no `/`. Fails with INVALID_ARGUMENT only, also if `position` is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn percent_simd_find_decoded(
    set: percent_simd_set,
    input: *const c_char,
    input_len: usize,
    position: *mut usize,
) -> percent_simd_result {
    border!(None, None, {
        // SAFETY: the header's contract: `position` is NULL or may be written to.
        let position = unsafe { memory::place(position)? };
        // SAFETY: the header's contract: `input` is NULL or has `input_len` readable bytes.
        let input = unsafe { memory::input(input, input_len)? };
        position.write(percent_simd::contains_decoded(input, set.into()).unwrap_or(input_len));
        Ok(())
    })
}
