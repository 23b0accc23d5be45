//! Decoding to UTF-8, without allocation: lossy and escape-keeping output is written piece by
//! piece.

use core::ffi::c_char;
use core::fmt::{self, Write};

use super::{border, memory};
use crate::result::{Failure, percent_simd_result};
use crate::values::percent_simd_decoder;

/// Writes the decoded text to `output`, and its length in bytes to `output_len`. It is UTF-8, and no NUL follows it.
///
/// Ill-formed UTF-8 fails with UTF8, and `position` becomes the start of the first ill-formed
/// sequence; the options UTF8_LOSSY and UTF8_KEEP_ESCAPED turn it into text. The input's length
/// always suffices as the capacity; with those options, three times the length does. Other failures
/// are TRUNCATED, BAD_HEX, REJECTED, OUTPUT_TOO_SMALL, OVERLAP and INVALID_ARGUMENT, as for
/// percent_simd_decode.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn percent_simd_decode_utf8(
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
        let (decoder, is_strict) = unsafe { memory::read(decoder)?.text_policy()? };
        // SAFETY: the header's contract: `input` is NULL or has `input_len` readable bytes,
        // `output` is NULL or has `output_capacity` writable ones, which are only written.
        let (input, output) =
            unsafe { memory::input_and_output(input, input_len, output, output_capacity)? };
        decoder.check_utf8(input)?;
        if is_strict {
            len.write(decoder.decode_into(input, output)?);
            return Ok(());
        }
        let mut text = Bounded { output, len: 0 };
        // The write cannot fail: excess output is counted.
        let _ = write!(text, "{}", decoder.display(input));
        if text.len > text.output.len() {
            let result = percent_simd_result::OutputTooSmall;
            return Err(Failure { result, position: None, needed: Some(text.len) });
        }
        len.write(text.len);
        Ok(())
    })
}

/// Checks that the input decodes to text under this decoder; on failure, writes only `position`.
/// Fails with UTF8, TRUNCATED, BAD_HEX or REJECTED at `position`, as percent_simd_decode_utf8 does,
/// or with INVALID_ARGUMENT.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn percent_simd_check_utf8(
    decoder: *const percent_simd_decoder,
    input: *const c_char,
    input_len: usize,
    position: *mut usize,
) -> percent_simd_result {
    border!(Some(position), None, {
        // SAFETY: the header's contract, for `decoder` and for `input` with its `input_len`; any bytes are a decoder.
        let (decoder, input) = unsafe { memory::value_and_input(decoder, input, input_len)? };
        let (policy, _) = decoder.text_policy()?;
        Ok(policy.check_utf8(input)?)
    })
}

/// Writes the text that fits, and counts all of it.
struct Bounded<'a> {
    output: &'a mut [u8],
    len: usize,
}

impl Write for Bounded<'_> {
    fn write_str(&mut self, piece: &str) -> fmt::Result {
        let end = self.len.saturating_add(piece.len());
        if let Some(room) = self.output.get_mut(self.len..end) {
            room.copy_from_slice(piece.as_bytes());
        }
        self.len = end;
        Ok(())
    }
}
