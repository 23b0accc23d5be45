//! Decoding by length; the loops are those of [`generic`](super::super::generic).

use super::Avx512;
use super::registers::{BLOCK, STEP, store_first};
use super::vector::V64;
use crate::kernel::rules::{DecodeRules, Progress};
use crate::kernel::simd::generic::clean::{Clean, Copied, copy_clean};
use crate::kernel::simd::generic::decode::Run;
use crate::kernel::simd::generic::vector::{Cpu, Lanes, Vector};

/// [`Kernel::decode`](super::super::contract::Kernel::decode).
///
/// # Safety
/// The contract of the trait.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) unsafe fn decode<const PLAIN: bool>(
    src: *const [u8],
    dst: *mut [u8],
    rules: &DecodeRules,
) -> Progress {
    let (len, from, to) = (src.len(), src.cast::<u8>(), dst.cast::<u8>());
    // SAFETY: this function's contract is that of each, for the lengths of the conditions. Registers
    // from `len - 64` on are in the input and in the room if `len > BLOCK`, and those from `len - 128`
    // on if `len > 2 * BLOCK`. A register is stored whole if there is room for it, or its first `len <=
    // BLOCK` bytes.
    unsafe {
        if len == 0 {
            // A masked load of nothing is slow where the pointer points to nothing, as that of an empty
            // slice does.
            return Progress::NONE;
        }
        let clean = Clean::<V64>::new(Cpu::new(), rules);
        if len <= BLOCK {
            // Most calls: nothing but a register, without a frame. Most lines are clean: no digits are
            // looked up, and no tables of a policy are made.
            let v = V64::load_rest(from, 0, len);
            if clean.found(v).any() {
                return Run::<V64, (), PLAIN>::new(src, dst, rules, ()).rest_from(v);
            }
            match clean.copy(v) {
                v if dst.len() >= BLOCK => v.store(to),
                V64(v) => store_first(to, v, len),
            }
            return Progress::whole(len);
        }
        // Registers that overlap cover every length, without a mask and without a frame.
        let back = len - BLOCK;
        let is_copied = if len <= 2 * BLOCK {
            copy_clean(from, to, [0, back], &clean)
        } else {
            len <= STEP && copy_clean(from, to, [0, BLOCK, back - BLOCK, back], &clean)
        };
        if is_copied {
            return Progress::whole(len);
        }
        decode_in_frame::<PLAIN>(src, dst, rules)
    }
}

/// [`decode`] of input that is not a short clean line. (It enables no instructions, as
/// [`generic`](super::super::generic)'s.)
///
/// # Safety
/// The contract of [`decode`], and `len > BLOCK`.
#[inline(never)]
unsafe fn decode_in_frame<const PLAIN: bool>(
    src: *const [u8],
    dst: *mut [u8],
    rules: &DecodeRules,
) -> Progress {
    // SAFETY: this function's contract is that of both, for the lengths of the condition.
    unsafe {
        if src.len() > STEP + 1 {
            return Avx512::decode_long::<PLAIN>(src, dst, rules);
        }
        Avx512::decode_short::<PLAIN>(src, dst, rules)
    }
}
