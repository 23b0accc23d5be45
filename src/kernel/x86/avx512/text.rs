//! Decoding a block to text: what it becomes is validated in the register, for a load of bytes that
//! were stored just before under a mask waits for them.

use super::registers::{BLOCK, following, lanes, load_up_to, splat, store};
use super::tables::{HexDigits, percents};
use super::triplets::dropped;
use super::utf8::is_utf8_block;
use crate::kernel::x86::arch::*;

/// Decodes short input by the plain rules, `+` as SP if `plus`, and tells whether the result is UTF-8. `None` for more
/// than a block.
///
/// # Safety
/// `src` is valid for reads of `len` bytes, and `dst` for writes of `len + 64`, any of which may be
/// written; they do not overlap.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
pub(in crate::kernel) unsafe fn decode_text(
    src: *const u8,
    len: usize,
    dst: *mut u8,
    plus: bool,
) -> Option<(usize, bool)> {
    if len > BLOCK {
        return None;
    }
    // SAFETY: `src` is valid for reads of `len` bytes, by the contract.
    let v = unsafe { load_up_to(src, 0, len) };
    let [[v1], [v2]] = following([v]);
    let digits = HexDigits::new().look_up(v1, v2);
    let starts = digits.starts(percents(v));
    let (drop, _) = dropped(starts, 0);
    let keep = lanes(len) & !drop;
    let space = splat(if plus { b' ' } else { b'+' });
    let spaces = _mm512_mask_mov_epi8(v, _mm512_cmpeq_epi8_mask(v, splat(b'+')), space);
    let values = digits.values_into(spaces, starts);
    // Zeros behind the lanes that stay.
    let output = _mm512_maskz_compress_epi8(keep, values);
    // SAFETY: `dst` is valid for writes of 64 bytes, by the contract.
    unsafe { store(dst, output) };
    let written = keep.count_ones() as usize;
    Some((written, is_utf8_block(output)))
}
