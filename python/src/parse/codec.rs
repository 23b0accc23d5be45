//! Encoding and decoding into new objects.

use percent_simd::{Decoder, Encoder};
use pyo3::prelude::*;

use crate::ffi::{Handler, new_ascii, new_text};

/// Up to this many bytes of output are written to the stack.
const SHORT: usize = 256;

/// From this many bytes of input on, the GIL is released.
const LONG: usize = 1 << 16;

/// Runs work on an immutable input of this length, without the GIL if the input is long.
#[inline(always)]
pub(crate) fn work<R: Send>(py: Python<'_>, len: usize, run: impl FnOnce() -> R + Send) -> R {
    if len < LONG { run() } else { long(py, run) }
}

/// Runs work without the GIL. This is out of line, so that the code for short input stays compact:
/// with a known policy, a search takes a few instructions.
#[cold]
#[inline(never)]
fn long<R: Send>(py: Python<'_>, run: impl FnOnce() -> R + Send) -> R {
    py.detach(run)
}

/// The escaped text; `None` if nothing changes.
#[inline(always)]
pub(super) fn encode<'py>(
    py: Python<'py>,
    input: &[u8],
    encoder: &Encoder,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    if work(py, input.len(), || encoder.find(input)).is_none() {
        return Ok(None);
    }
    if input.len() <= SHORT / 3 {
        let mut buffer = [0; SHORT];
        let len = encoder.encode_into(input, &mut buffer).expect("three times the input suffices");
        return new_ascii(py, &buffer[..len]).map(Some);
    }
    let text = work(py, input.len(), || encoder.encode(input));
    new_ascii(py, text.as_bytes()).map(Some)
}

/// True if decoding may change the input.
#[inline(always)]
pub(super) fn changes(py: Python<'_>, input: &[u8], decoder: &Decoder) -> bool {
    work(py, input.len(), || decoder.find(input)).is_some()
}

/// Decodes an input that decoding changes, and creates an object from the bytes. The decoder
/// refuses nothing.
#[inline(always)]
pub(super) fn decoded<R>(
    py: Python<'_>,
    input: &[u8],
    decoder: &Decoder,
    make: impl FnOnce(&[u8]) -> R,
) -> R {
    if input.len() <= SHORT {
        let mut buffer = [0; SHORT];
        let len =
            decoder.decode_into(input, &mut buffer).expect("the length of the input suffices");
        make(&buffer[..len])
    } else {
        make(&work(py, input.len(), || decoder.decode(input)).expect("nothing is refused"))
    }
}

/// The decoded text of an input that decoding may change.
#[inline(always)]
pub(super) fn decode<'py>(
    py: Python<'py>,
    input: &[u8],
    decoder: &Decoder,
    errors: Handler,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    decoded(py, input, decoder, |bytes| new_text(py, bytes, errors))
}
