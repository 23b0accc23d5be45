//! The output of encoding: the escaped bytes of a register, and the output of 8 inputs by a
//! table of shuffles.

use super::clean::Replacement;
use super::member::Member;
use super::tables::EXPAND;
use super::vector::{Cpu, Lanes, Vector, Vector16};
use crate::kernel::rules::EncodeRules;

static UPPER: [u8; 16] = xor_percent(*b"0123456789ABCDEF");
static LOWER: [u8; 16] = xor_percent(*b"0123456789abcdef");

const fn xor_percent(mut bytes: [u8; 16]) -> [u8; 16] {
    let mut lane = 0;
    while lane < 16 {
        bytes[lane] ^= b'%';
        lane += 1;
    }
    bytes
}

/// Everything that a block needs, in registers.
#[derive(Clone, Copy)]
pub(in crate::kernel::simd) struct Encoding<V> {
    pub(in crate::kernel::simd) escaped: Member<V>,
    /// The digits XOR `%`.
    hex: V,
    pub(in crate::kernel::simd) percent: V,
    low_nibble: V,
    /// SP may become `+`.
    pub(in crate::kernel::simd) space: Replacement<V>,
}

impl<V: Vector> Encoding<V> {
    #[inline(always)]
    pub(in crate::kernel::simd) fn new(cpu: Cpu<V>, rules: &EncodeRules) -> Self {
        Self {
            escaped: Member::escaped(cpu, &rules.set),
            hex: cpu.table(if rules.lowercase_hex { &LOWER } else { &UPPER }),
            percent: cpu.splat(b'%'),
            low_nibble: cpu.splat(0x0F),
            space: Replacement::new(cpu, b' ', b'+', rules.space_as_plus),
        }
    }

    /// The low digits where escaped, else the bytes themselves; and the high digits: all of it XOR
    /// `%`, so that a shuffle that makes zero makes a `%`.
    #[inline(always)]
    pub(super) fn low_and_high(&self, v: V, escaped: V) -> (V, V) {
        let low = self.hex.look_up(v.and(self.low_nibble));
        let literal = self.space.made(v).xor(self.percent);
        (escaped.select(low, literal), self.hex.look_up_high(v))
    }

    /// The outputs of 8 inputs and of 8 more, which are in every sixteen lanes. Bytes outside the
    /// mask `inputs` count as literals.
    #[inline(always)]
    pub(super) fn expand(&self, v: V, escaped: V, inputs: u64) -> [Expanded<V>; 2] {
        let (low, high) = self.low_and_high(v, escaped);
        let escaped = escaped.mask() & inputs;
        [
            Expanded::new(low.join_low8(high), escaped, self.percent),
            Expanded::new(low.join_high8(high), escaped >> 8, self.percent),
        ]
    }
}

/// The output of 8 inputs.
pub(super) struct Expanded<V> {
    /// Literals or low digits, and high digits, XOR `%`: in every sixteen lanes.
    both: V,
    percent: V,
    /// The lanes of them that make the output, and its length.
    lanes: &'static [u8; 32],
}

impl<V: Vector> Expanded<V> {
    #[inline(always)]
    pub(super) fn new(both: V, escaped: u64, percent: V) -> Self {
        Self { both, percent, lanes: &EXPAND.0[(escaped & 0xFF) as usize] }
    }

    /// The length of the output: at least 8, at most [`MOST`].
    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        usize::from(self.lanes[31])
    }

    /// Stores all of it, and something past it.
    ///
    /// # Safety
    /// `dst` is valid for writes of [`WIDTH`] bytes, or of [`MOST`] if this is a register of 16.
    #[inline(always)]
    pub(super) unsafe fn store(&self, dst: *mut u8) {
        let lanes = self.lanes.as_ptr();
        // SAFETY: there are 32 lanes: a register of 32 bytes takes all of them, and `dst` is valid
        // for writes of WIDTH = 32 bytes, by this function's contract. A register of 16 bytes takes
        // the first 16, and 8 from 16 on, and `dst` is valid for writes of MOST = 24.
        unsafe {
            self.both.shuffle(V::load(lanes)).xor(self.percent).store(dst);
            if V::LANES == 16 {
                let last = V::Half::load8(lanes.add(16));
                self.both.half(0).shuffle(last).xor(self.percent.half(0)).store8(dst.add(16));
            }
        }
    }
}

/// Bytes of output that 8 inputs make, at most.
pub(super) const MOST: usize = 24;

/// Bytes that the store of an [`Expanded`] touches, at most.
pub(super) const WIDTH: usize = 32;
