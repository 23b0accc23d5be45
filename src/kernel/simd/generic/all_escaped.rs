//! Runs of triplets without a gap.

use super::tables::{ORDER, ROLES};
use super::triplets::{Decoding, HexDigits};
use super::vector::Vector;

/// Everything that a run of triplets without a gap needs, in registers.
#[derive(Clone, Copy)]
pub(super) struct AllEscaped<V> {
    /// For each role, its lanes in the first and in the second load.
    roles: [[V; 2]; 3],
    order: V,
}

impl<V: Vector> AllEscaped<V> {
    /// # Safety
    /// The CPU has the instruction set.
    #[inline(always)]
    pub(super) unsafe fn new() -> Self {
        // SAFETY: the CPU has the instruction set, by this function's contract.
        unsafe {
            Self {
                roles: [
                    [V::table(&ROLES[0][0]), V::table(&ROLES[0][1])],
                    [V::table(&ROLES[1][0]), V::table(&ROLES[1][1])],
                    [V::table(&ROLES[2][0]), V::table(&ROLES[2][1])],
                ],
                order: V::table(&ORDER),
            }
        }
    }

    /// The bytes of a role, in the order of [`ORDER`] but for the role's own offset.
    #[inline(always)]
    fn role(&self, role: usize, loads: [V; 3]) -> V {
        let [first, second] = self.roles[role];
        first.select(loads[0], second.select(loads[1], loads[2]))
    }

    /// The values of `LANES` adjacent triplets; `None` unless all of them are decoded.
    ///
    /// # Safety
    /// `src` is valid for reads of 3 * `LANES` bytes.
    #[inline(always)]
    pub(super) unsafe fn values<const PLAIN: bool>(
        &self,
        run: &Decoding<V>,
        src: *const u8,
    ) -> Option<V> {
        // SAFETY: `src` is valid for reads of `3 * LANES` bytes, by this function's contract. The
        // loads end at `src + 48` and at `second + 48` at the latest: with 16 lanes both are
        // `src + 3 * 16`, with 32 the second one is `src + 3 * 32`. `run` proves the instruction
        // set.
        unsafe {
            let second = src.wrapping_add(if V::LANES == 32 { 48 } else { 0 });
            let loads = [
                V::load_halves(src, second),
                V::load_halves(src.add(16), second.wrapping_add(16)),
                V::load_halves(src.add(32), second.wrapping_add(32)),
            ];
            // Digits are one and two lanes after their `%`.
            let high = run.digits.class(self.role(1, loads).rotate1());
            let low = run.digits.class(self.role(2, loads).rotate2());
            let no_digits = run.digits.no_digits(high, low).marks();
            let starts = run.clean.percents(self.role(0, loads)).and_not(no_digits);
            let value = HexDigits::value(high, low);
            if starts.mask() != !0 >> (64 - V::LANES) || !run.decodes_all::<PLAIN>(value) {
                return None;
            }
            Some(value.look_up(self.order))
        }
    }
}
