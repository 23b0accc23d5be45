//! Runs of triplets without a gap: three registers of them become one.

use super::tables::{ORDER, ROLES};
use super::vector::Vector;

/// [`Hex::roles`](super::vector::Hex::roles): the digits are one and two lanes after their `%`, and move to its lane.
///
/// # Safety
/// The contract of [`Hex::roles`](super::vector::Hex::roles).
#[inline(always)]
pub(super) unsafe fn roles<V: Vector>(src: *const u8) -> [V; 3] {
    // SAFETY: the CPU has the instruction set and `src` is valid for reads of `3 * LANES` bytes, by
    // this function's contract. The loads end at `src + 48` and at `second + 48` at the latest: with
    // 16 lanes both are `src + 3 * 16`, with 32 the second one is `src + 3 * 32`.
    unsafe {
        let second = src.wrapping_add(if V::LANES == 32 { 48 } else { 0 });
        let loads = [
            V::load_halves(src, second),
            V::load_halves(src.add(16), second.wrapping_add(16)),
            V::load_halves(src.add(32), second.wrapping_add(32)),
        ];
        [role(0, loads), role(1, loads).rotate1(), role(2, loads).rotate2()]
    }
}

/// The bytes of a role, in the order of [`ORDER`] but for the role's own offset.
#[inline(always)]
fn role<V: Vector>(role: usize, loads: [V; 3]) -> V {
    // SAFETY: `loads` prove the instruction set.
    let (first, second) = unsafe { (V::table(&ROLES[role][0]), V::table(&ROLES[role][1])) };
    first.select(loads[0], second.select(loads[1], loads[2]))
}

/// [`Hex::in_order`](super::vector::Hex::in_order).
#[inline(always)]
pub(super) fn in_order<V: Vector>(values: V) -> V {
    // SAFETY: `values` proves the instruction set.
    values.look_up(unsafe { V::table(&ORDER) })
}
