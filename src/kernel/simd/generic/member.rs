//! Membership of bytes in a set.

use super::tables::BIT_OF_HIGH_NIBBLE;
use super::vector::{Lanes, Vector};
use crate::sets::AsciiSet;

/// A question to each byte.
pub(super) trait Test<L: Lanes> {
    /// 0xFF where the answer is yes, else 0.
    fn test(&self, v: L) -> L;

    /// The answers for the bytes of a register from `src` on.
    ///
    /// # Safety
    /// `src` is valid for reads of a register, and of the bytes after it that the question is about.
    #[inline(always)]
    unsafe fn at(&self, src: *const u8) -> L {
        // SAFETY: `src` is valid for reads of a register, by this function's contract; the constants
        // of the question prove the instruction set.
        self.test(unsafe { L::load(src) })
    }
}

/// Tests membership in a set.
#[derive(Clone, Copy)]
pub(super) struct Member<V> {
    rows: V,
    bits: V,
    zero: V,
}

impl<V: Vector> Member<V> {
    /// # Safety
    /// The CPU has the instruction set.
    #[inline(always)]
    pub(super) unsafe fn new(set: &AsciiSet) -> Self {
        // SAFETY: the CPU has the instruction set, by this function's contract.
        unsafe {
            Self {
                rows: V::table(set.rows()),
                bits: V::table(&BIT_OF_HIGH_NIBBLE),
                zero: V::splat(0),
            }
        }
    }

    /// Membership in either of two sets, joined in a register: a union made here would be stored
    /// first, and the load would wait for it.
    ///
    /// # Safety
    /// The CPU has the instruction set.
    #[inline(always)]
    pub(super) unsafe fn either(a: &AsciiSet, b: &AsciiSet) -> Self {
        // SAFETY: the CPU has the instruction set, by this function's contract.
        unsafe {
            let set = Self::new(a);
            Self { rows: set.rows.or(V::table(b.rows())), ..set }
        }
    }

    /// 0xFF where the byte is not in the set, which includes bytes >= 0x80.
    #[inline(always)]
    pub(super) fn not_member(self, v: V) -> V {
        self.bits(v).equal(self.zero)
    }

    /// Not zero where the byte is in the set.
    #[inline(always)]
    pub(super) fn bits(self, v: V) -> V {
        self.rows.look_up(v).and(self.bits.look_up(v.high_nibble_down()))
    }
}

/// Tests membership in a set, or >= 0x80: not in the complement, which the look-ups can
/// say. The complement is made in a register: one made from the set passes through two general
/// registers on its way, wherever a branch comes before its use.
#[derive(Clone, Copy)]
pub(super) struct Escaped<V>(Member<V>);

impl<V: Vector> Escaped<V> {
    /// # Safety
    /// The CPU has the instruction set.
    #[inline(always)]
    pub(super) unsafe fn new(set: &AsciiSet) -> Self {
        // SAFETY: the CPU has the instruction set, by this function's contract.
        Self(unsafe {
            let set = Member::<V>::new(set);
            Member { rows: set.rows.xor(V::splat(0xFF)), ..set }
        })
    }
}

impl<V: Vector> Test<V> for Escaped<V> {
    #[inline(always)]
    fn test(&self, v: V) -> V {
        self.0.not_member(v)
    }
}
