//! Appending to a Vec: the room that it takes, and how it is made.

use alloc::vec::Vec;

use super::memory::LONG;
use super::trust::{keep, room};
use super::{
    DecodeRules, EncodeRules, chunks, decode, decode_measured, decoded_len, encode, encode_measured,
};
use crate::backend::Backend;
use crate::error::DecodeError;

/// Room is made for this many bytes of input at a time, so that a long clean input takes its own
/// length and not three times that.
const CHUNK: usize = 4096;

/// Appends the encoded input.
pub(crate) fn encode_append(
    backend: Backend,
    input: &[u8],
    out: &mut Vec<u8>,
    rules: &EncodeRules,
) {
    if input.len() > LONG && (out.capacity() - out.len()) / 3 < input.len() {
        let old = out.len();
        let written = encode_measured(backend, input, rules, |needed| room(out, needed));
        keep!(
            out,
            old + written,
            "`written <= needed <= out.capacity() - old`, and `encode_measured` has initialised `written` slots of the room"
        );
        return;
    }
    for chunk in chunks(input, CHUNK, rules.keep_escapes) {
        let old = out.len();
        let written = encode(backend, chunk, room(out, 3 * chunk.len()), rules)
            .expect("the room is three times the chunk");
        keep!(
            out,
            old + written,
            "`written <= 3 * chunk.len() <= out.capacity() - old`, and `encode` has initialised `written` slots of the room"
        );
    }
}

/// Appends the decoded input; after an error `out` is as it was, and so is its capacity.
pub(crate) fn decode_append(
    backend: Backend,
    input: &[u8],
    out: &mut Vec<u8>,
    rules: &DecodeRules,
) -> Result<(), DecodeError> {
    if out.capacity() - out.len() < input.len() {
        if input.len() > LONG {
            return decode_append_long(backend, input, out, rules);
        }
        if rules.can_fail() {
            decoded_len(backend, input, rules)?;
        }
    }
    let old = out.len();
    let written = decode(backend, input, room(out, input.len()), rules);
    keep!(
        out,
        old + *written.as_ref().unwrap_or(&0),
        "`written <= input.len() <= out.capacity() - old`, and `decode` has initialised `written` slots of the room"
    );
    written.map(|_| ())
}

/// The same for input that is measured first.
#[cold]
fn decode_append_long(
    backend: Backend,
    input: &[u8],
    out: &mut Vec<u8>,
    rules: &DecodeRules,
) -> Result<(), DecodeError> {
    let old = out.len();
    let written = decode_measured(backend, input, rules, |needed| room(out, needed))?;
    keep!(
        out,
        old + written,
        "`written == needed <= out.capacity() - old`, and `decode_measured` has initialised `written` slots of the room"
    );
    Ok(())
}
