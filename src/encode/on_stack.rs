//! Encoding on the stack: of short input, or chunk by chunk to a writer of text.

use core::fmt;

use crate::backend::Backend;
use crate::kernel;
use crate::kernel::marks::PLACES;
use crate::kernel::memory::CLEARS_BUFFERS;
use crate::kernel::rules::EncodeRules;
use crate::kernel::trust::EMPTY;

/// Writes the encoded input, in chunks that are encoded on the stack.
#[inline(never)]
pub(super) fn encode_write(
    backend: Option<Backend>,
    input: &[u8],
    output: &mut impl fmt::Write,
    rules: &EncodeRules,
) -> fmt::Result {
    const CHUNK: usize = 256;
    let backend = backend.unwrap_or_else(Backend::active);
    let mut rest = input;
    if input.len() > kernel::encode::FEW {
        let (start, changes) = kernel::encode::split_at_escapable::<true>(backend, input, rules);
        if changes.is_empty() {
            return output.write_str(start);
        }
        if input.len() > CHUNK {
            if !start.is_empty() {
                output.write_str(start)?;
            }
            rest = changes;
        }
    }
    let mut write =
        |chunk| on_stack::<true, _>(backend, chunk, rules, |text| output.write_str(text));
    if rest.len() <= CHUNK {
        return write(rest);
    }
    kernel::chunks::chunks(rest, CHUNK, rules.keep_escapes, rules.keep_non_ascii)
        .try_for_each(write)
}

/// The longest input of [`on_stack`].
pub(super) const ON_STACK: usize = 1024;

/// The result of a function of the encoded input, which is made on the stack: cheaper than to measure, or to
/// give memory back. Where buffers are cleared, a small one has room for whole blocks, which the scalar
/// kernel stores.
#[inline(always)]
pub(super) fn on_stack<const OPTIONS: bool, R>(
    backend: Backend,
    input: &[u8],
    rules: &EncodeRules,
    take: impl FnOnce(&str) -> R,
) -> R {
    macro_rules! in_buffer {
        ($len:expr) => {{
            let mut buffer = [EMPTY; $len];
            take(kernel::encode::encode_text::<OPTIONS>(backend, input, &mut buffer, rules))
        }};
    }
    match input.len() {
        0..=16 if CLEARS_BUFFERS => in_buffer!(PLACES),
        17..=64 if CLEARS_BUFFERS => in_buffer!(4 * PLACES),
        65..=256 if CLEARS_BUFFERS => in_buffer!(12 * PLACES),
        _ => in_buffer!(3 * ON_STACK),
    }
}
