//! Encoding.

use core::ffi::c_char;

use percent_simd::{AsciiSet, Encoder};

use super::{border, memory};
use crate::names;
use crate::policies::{NO_OPTIONS, options_of, with_policy};
use crate::result::percent_simd_result;
use crate::values::{percent_simd_encoder, percent_simd_set};

/// The encoder of a scheme (percent_simd_scheme). If there is no scheme with this number, every use
/// of the encoder fails with INVALID_ARGUMENT.
#[unsafe(no_mangle)]
pub extern "C" fn percent_simd_encoder_of_scheme(scheme: u32) -> percent_simd_encoder {
    let Some((_, found)) = names::scheme(scheme) else {
        return percent_simd_encoder_new(AsciiSet::EMPTY.complement().into(), NO_OPTIONS);
    };
    let options = options_of(*found);
    percent_simd_encoder { set: found.set().into(), options, hint: scheme + 1 }
}

/// The encoder that escapes the members of the set and every byte >= 0x80. `options`: PERCENT_SIMD_ENCODE_..., or 0.
#[unsafe(no_mangle)]
pub extern "C" fn percent_simd_encoder_new(
    set: percent_simd_set,
    options: u32,
) -> percent_simd_encoder {
    percent_simd_encoder { set, options, hint: 0 }
}

/// Writes the encoded input to `output`, and its length to `output_len`. It is ASCII (under KEEP_NON_ASCII UTF-8), and no NUL follows it.
///
/// A capacity of percent_simd_encoded_len suffices; three times the input's length is faster. Fails with OUTPUT_TOO_SMALL (`output_len`
/// becomes the length that suffices), OVERLAP, or INVALID_ARGUMENT.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn percent_simd_encode(
    encoder: *const percent_simd_encoder,
    input: *const c_char,
    input_len: usize,
    output: *mut c_char,
    output_capacity: usize,
    output_len: *mut usize,
) -> percent_simd_result {
    border!(None, Some(output_len), {
        // SAFETY: the header's contract: `output_len` is NULL or may be written to.
        let len = unsafe { memory::place(output_len)? };
        // SAFETY: the header's contract: `encoder` is NULL or points to one; any bytes are one.
        let encoder = unsafe { memory::read(encoder)? };
        // SAFETY: the header's contract: `input` is NULL or has `input_len` readable bytes,
        // `output` is NULL or has `output_capacity` writable ones, and `encode_into` only writes to
        // them.
        let (input, output) =
            unsafe { memory::input_and_output(input, input_len, output, output_capacity)? };
        len.write(with_policy!(encoder, |policy| policy.encode_into(input, output))?);
        Ok(())
    })
}

/// Writes the length of the encoded input to `output_len`; SIZE_MAX if it is greater. Fails with
/// INVALID_ARGUMENT only.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn percent_simd_encoded_len(
    encoder: *const percent_simd_encoder,
    input: *const c_char,
    input_len: usize,
    output_len: *mut usize,
) -> percent_simd_result {
    border!(None, None, {
        // SAFETY: the header's contract: `output_len` is NULL or may be written to.
        let len = unsafe { memory::place(output_len)? };
        // SAFETY: the header's contract, for `encoder` and for `input` with its `input_len`; any bytes are an encoder.
        let (encoder, input) = unsafe { memory::value_and_input(encoder, input, input_len)? };
        len.write(with_policy!(encoder, |policy| policy.encoded_len(input)));
        Ok(())
    })
}

/// The greatest length of any encoded input of this length: three times the length; SIZE_MAX if
/// that overflows.
#[unsafe(no_mangle)]
pub extern "C" fn percent_simd_max_encoded_len(input_len: usize) -> usize {
    Encoder::max_encoded_len(input_len).unwrap_or(usize::MAX)
}

/// Writes to `position` the offset of the first byte that encoding changes, or the input's length
/// if there is none. Fails with INVALID_ARGUMENT only, also if `position` is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn percent_simd_find_escapable(
    encoder: *const percent_simd_encoder,
    input: *const c_char,
    input_len: usize,
    position: *mut usize,
) -> percent_simd_result {
    border!(None, None, {
        // SAFETY: the header's contract: `position` is NULL or may be written to.
        let position = unsafe { memory::place(position)? };
        // SAFETY: the header's contract, for `encoder` and for `input` with its `input_len`; any bytes are an encoder.
        let (encoder, input) = unsafe { memory::value_and_input(encoder, input, input_len)? };
        position.write(with_policy!(encoder, |policy| policy.find(input)).unwrap_or(input_len));
        Ok(())
    })
}

/// Checks that the input is already encoded: it has no raw byte that the encoder escapes, and only
/// valid triplets. Fails with RAW, TRUNCATED or BAD_HEX at `position`, or with INVALID_ARGUMENT.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn percent_simd_check_encoded(
    encoder: *const percent_simd_encoder,
    input: *const c_char,
    input_len: usize,
    position: *mut usize,
) -> percent_simd_result {
    border!(Some(position), None, {
        // SAFETY: the header's contract, for `encoder` and for `input` with its `input_len`; any bytes are an encoder.
        let (encoder, input) = unsafe { memory::value_and_input(encoder, input, input_len)? };
        Ok(with_policy!(encoder, |policy| policy.check_encoded(input))?)
    })
}
