//! Input that comes in pieces.

use core::ffi::c_char;

use super::{border, memory};
use crate::result::percent_simd_result;
use crate::stream::percent_simd_stream;
use crate::values::{
    PERCENT_SIMD_ENCODE_KEEP_NON_ASCII, percent_simd_decoder, percent_simd_encoder,
};

/// Encodes the next piece of an input, writes the output to `output`, its length to `output_len`,
/// and the position after the piece to `stream`. All pieces together give the output of
/// percent_simd_encode on the whole input, for any split. Use the same encoder for every piece.
///
/// `is_last` ends the input: pass true with the last piece, which may be empty. The stream is zeros
/// then, and may begin another input. Until then, the start of a triplet at the end of a piece
/// waits for the next piece. A capacity of three times the piece's length plus 6 suffices.
///
/// Fails with OUTPUT_TOO_SMALL (`output_len` becomes the length that suffices), OVERLAP, or
/// INVALID_ARGUMENT (also for an encoder under KEEP_NON_ASCII). After a failure the stream is
/// unchanged, and the piece may be passed again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn percent_simd_stream_encode(
    stream: *mut percent_simd_stream,
    encoder: *const percent_simd_encoder,
    piece: *const c_char,
    piece_len: usize,
    is_last: bool,
    output: *mut c_char,
    output_capacity: usize,
    output_len: *mut usize,
) -> percent_simd_result {
    border!(None, Some(output_len), {
        // SAFETY: the header's contract: `stream` and `output_len` are NULL or may be written to.
        let (after, len) = unsafe { (memory::place(stream)?, memory::place(output_len)?) };
        // SAFETY: the header's contract: each is NULL or points to one; any bytes are one.
        let (stream, encoder) = unsafe { (*memory::read(stream)?, memory::read(encoder)?) };
        // SAFETY: the header's contract: `piece` is NULL or has `piece_len` readable bytes,
        // `output` is NULL or has `output_capacity` writable ones, and `encode` only writes to
        // them.
        let (piece, output) =
            unsafe { memory::input_and_output(piece, piece_len, output, output_capacity)? };
        let piece = stream.piece(piece, is_last)?;
        if encoder.options & PERCENT_SIMD_ENCODE_KEEP_NON_ASCII != 0 {
            return Err(percent_simd_result::InvalidArgument.into());
        }
        len.write(encoder.with_made(|policy| piece.encode(policy, output))??);
        after.write(piece.after());
        Ok(())
    })
}

/// Decodes the next piece of an input, writes the output to `output`, its length to `output_len`,
/// and the position after the piece to `stream`. All pieces together give the output of
/// percent_simd_decode on the whole input, for any split. Use the same decoder for every piece. The
/// output is bytes: the options UTF8_... change nothing.
///
/// `is_last` and the ends of pieces have the meaning of percent_simd_stream_encode. A capacity of
/// the piece's length plus 2 suffices.
///
/// Fails with TRUNCATED, BAD_HEX or REJECTED as percent_simd_decode does; `position` counts from
/// the start of the input. Other failures are OUTPUT_TOO_SMALL (`output_len` becomes the length
/// that suffices), OVERLAP, and INVALID_ARGUMENT. After a failure the stream is unchanged, and the
/// piece may be passed again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn percent_simd_stream_decode(
    stream: *mut percent_simd_stream,
    decoder: *const percent_simd_decoder,
    piece: *const c_char,
    piece_len: usize,
    is_last: bool,
    output: *mut c_char,
    output_capacity: usize,
    output_len: *mut usize,
    position: *mut usize,
) -> percent_simd_result {
    border!(Some(position), Some(output_len), {
        // SAFETY: the header's contract: `stream` and `output_len` are NULL or may be written to.
        let (after, len) = unsafe { (memory::place(stream)?, memory::place(output_len)?) };
        // SAFETY: the header's contract: each is NULL or points to one; any bytes are one.
        let (stream, decoder) = unsafe { (*memory::read(stream)?, memory::read(decoder)?) };
        // SAFETY: the header's contract: `piece` is NULL or has `piece_len` readable bytes,
        // `output` is NULL or has `output_capacity` writable ones, and `decode` only writes to
        // them.
        let (piece, output) =
            unsafe { memory::input_and_output(piece, piece_len, output, output_capacity)? };
        let piece = stream.piece(piece, is_last)?;
        len.write(decoder.with_made(|policy| piece.decode(policy, output))??);
        after.write(piece.after());
        Ok(())
    })
}
