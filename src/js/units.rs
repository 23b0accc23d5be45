//! Conversion between UTF-16 code units and bytes, for the kernels: branch-free loops over blocks,
//! which the compiler vectorizes.

use alloc::vec::Vec;

use super::LoneSurrogate;

/// The number of code units narrowed and passed to a kernel at a time.
pub(super) const CHUNK: usize = 512;

/// The number of code units in a block. After this many clean ones in a row, a kernel call pays
/// again.
pub(super) const BLOCK: usize = 16;

const PERCENT: u16 = b'%' as u16;

/// The index of the first `%`.
#[inline]
pub(super) fn find_percent(units: &[u16]) -> Option<usize> {
    // A block without a branch for each unit.
    let is_clean = |block: &&[u16]| !block.iter().fold(false, |any, &unit| any | (unit == PERCENT));
    let start = units.chunks_exact(BLOCK).take_while(is_clean).count() * BLOCK;
    units[start..].iter().position(|&unit| unit == PERCENT).map(|index| start + index)
}

/// Narrows the leading ASCII code units to bytes, up to the size of the buffer.
#[inline]
pub(super) fn narrow<'a>(units: &[u16], buffer: &'a mut [u8; CHUNK]) -> &'a [u8] {
    let mut len = 0;
    for (block, bytes) in units.chunks(BLOCK).zip(buffer.chunks_mut(BLOCK)) {
        for (byte, &unit) in bytes.iter_mut().zip(block) {
            *byte = unit as u8;
        }
        if block.iter().fold(0, |bits, &unit| bits | unit) >= 0x80 {
            len += block.iter().take_while(|&&unit| unit < 0x80).count();
            break;
        }
        len += block.len();
    }
    &buffer[..len]
}

/// Appends the code units of the text.
#[inline]
pub(super) fn widen(text: &str, output: &mut Vec<u16>) {
    let mut rest = text;
    while !rest.is_empty() {
        let blocks =
            rest.as_bytes().chunks_exact(BLOCK).take_while(|block| block.is_ascii()).count();
        let (ascii, other) = rest.split_at(blocks * BLOCK);
        output.extend(ascii.bytes().map(u16::from));
        // A block that is not ASCII, or a short block at the end.
        let end = other.char_indices().nth(BLOCK).map_or(other.len(), |(index, _)| index);
        output.extend(other[..end].encode_utf16());
        rest = &other[end..];
    }
}

/// Appends the UTF-8 bytes of the first units and returns their number: all units, or [`CHUNK`] of
/// them, or one more.
#[inline]
pub(super) fn push_utf8(units: &[u16], output: &mut Vec<u8>) -> Result<usize, LoneSurrogate> {
    let mut at = 0;
    while at < units.len().min(CHUNK) {
        let block = &units[at..units.len().min(at + BLOCK).min(CHUNK)];
        if block.iter().fold(0, |bits, &unit| bits | unit) < 0x80 {
            output.extend(block.iter().map(|&unit| unit as u8));
            at += block.len();
            continue;
        }
        let end = at + block.len();
        for character in char::decode_utf16(units[at..].iter().copied()) {
            if at >= end {
                break;
            }
            let character = character.map_err(|_| LoneSurrogate { position: at })?;
            output.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
            at += character.len_utf16();
        }
    }
    Ok(at)
}
