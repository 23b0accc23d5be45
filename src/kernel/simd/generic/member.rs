//! Membership of bytes in a set.

use super::tables::BIT_OF_HIGH_NIBBLE;
use super::vector::{Cpu, Lanes, Vector};
use crate::sets::AsciiSet;

/// A question to each byte.
pub(in crate::kernel::simd) trait Test<L: Lanes> {
    /// 0 where the answer is yes: the least of some tells whether there is one, by a single comparison.
    fn misses(&self, v: L) -> L;

    /// [`misses`](Self::misses) for the bytes of a register from `src` on.
    ///
    /// # Safety
    /// `src` is valid for reads of a register, and of the bytes after it that the question is about.
    #[inline(always)]
    unsafe fn misses_at(&self, src: *const u8) -> L {
        // SAFETY: `src` is valid for reads of a register, by this function's contract; the constants
        // of the question prove the instruction set.
        self.misses(unsafe { L::load(src) })
    }

    /// 0xFF where the answer is yes, else 0.
    #[inline(always)]
    fn test(&self, v: L) -> L {
        is_zero(self.misses(v))
    }
}

/// 0xFF where the byte is 0, else 0.
#[inline(always)]
pub(super) fn is_zero<L: Lanes>(v: L) -> L {
    v.equal(v.cpu().splat(0))
}

/// Membership in a set.
#[derive(Clone, Copy)]
pub(in crate::kernel::simd) struct Member<V> {
    rows: V,
    bits: V,
}

impl<V: Vector> Member<V> {
    #[inline(always)]
    pub(super) fn new(cpu: Cpu<V>, set: &AsciiSet) -> Self {
        Self { rows: cpu.table(set.rows()), bits: cpu.table(&BIT_OF_HIGH_NIBBLE) }
    }

    /// Whether a byte is in the set or >= 0x80, as a [`Test`]: it is not in the complement.
    #[inline(always)]
    pub(super) fn escaped(cpu: Cpu<V>, set: &AsciiSet) -> Self {
        Self::new(cpu, set).complement()
    }

    /// Membership in either of two sets, joined in a register: a union made here would be stored
    /// first, and the load would wait for it.
    #[inline(always)]
    pub(super) fn either(cpu: Cpu<V>, a: &AsciiSet, b: &AsciiSet) -> Self {
        let set = Self::new(cpu, a);
        Self { rows: set.rows.or(cpu.table(b.rows())), ..set }
    }

    /// The ASCII that is not in the set. (Made in a register: a complement of the set in memory passes
    /// through two general registers on its way, wherever a branch comes before its use.)
    #[inline(always)]
    pub(super) fn complement(self) -> Self {
        Self { rows: self.rows.xor(self.rows.cpu().splat(0xFF)), ..self }
    }

    /// Not zero where the byte is in the set, 0 where it is not or >= 0x80.
    #[inline(always)]
    pub(super) fn bits(self, v: V) -> V {
        self.rows.look_up(v).and(self.bits.look_up_high(v))
    }
}

/// 0 where the byte is not in the set.
impl<V: Vector> Test<V> for Member<V> {
    #[inline(always)]
    fn misses(&self, v: V) -> V {
        self.bits(v)
    }
}
