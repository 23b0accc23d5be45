//! Text in which characters outside ASCII are raw.

use alloc::borrow::Cow;
use alloc::string::String;

use crate::Decoder;

/// The text with a character for each triplet, and all else as it is; borrowed if it has no
/// triplet.
pub(super) fn decode(text: &str, character: impl Fn(u8) -> char) -> Cow<'_, str> {
    const TRIPLET: Decoder = Decoder::new();
    let (mut output, mut rest) = (String::new(), text);
    while let Some(at) = TRIPLET.find(rest) {
        let (raw, from) = rest.split_at(at);
        let mut byte = [0; 3];
        if TRIPLET.decode_into(&from[..3], &mut byte).is_err() {
            break;
        }
        output.push_str(raw);
        output.push(character(byte[0]));
        rest = &from[3..];
    }
    if rest.len() == text.len() {
        return Cow::Borrowed(text);
    }
    output.push_str(rest);
    Cow::Owned(output)
}
