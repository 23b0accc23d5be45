//! The starts of decoded triplets, and the values in their places.

use super::member::{Member, is_zero};
use super::vector::{Clean, Copied, Cpu, Hex, Vector};
use crate::kernel::rules::{DecodeRules, Digits};

/// Classifies hex digits by arithmetic, without a table.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct HexDigits<V> {
    up_to_nine: V,
    six: V,
    digits_at: V,
    /// The bits of a letter that count, and the first letter: they set the case.
    fold: V,
    letter_a: V,
    ten: V,
    no_digit: V,
}

impl<V: Vector> Hex<V> for HexDigits<V> {
    #[inline(always)]
    fn new(cpu: Cpu<V>, digits: Digits) -> Self {
        Self {
            up_to_nine: cpu.splat(0xFF - b'9'),
            six: cpu.splat(6),
            digits_at: cpu.splat(0xF0),
            fold: cpu.splat(digits.fold()),
            letter_a: cpu.splat(digits.letter_a()),
            ten: cpu.splat(10),
            no_digit: cpu.splat(0x80 - 16),
        }
    }

    /// For each byte its value if it is a hex digit that counts; 16 or more if it is none.
    #[inline(always)]
    fn class(self, v: V) -> V {
        // Digits go to 0xF6..=0xFF and down to 0xF0..=0xF9, where nothing else gets: then to 0..=9,
        // and all else to >= 10.
        let digit = v.add(self.up_to_nine).subtract_saturating(self.six).subtract(self.digits_at);
        // Letters go to 0..5, then to 10..15; all else to 16 and above.
        let letter = v.and(self.fold).subtract(self.letter_a).add_saturating(self.ten);
        digit.min(letter)
    }

    #[inline(always)]
    fn triplets(self, percents: V, high: V, low: V) -> (V, V) {
        (percents.and_not(self.no_digits(high, low).top_bit()), Self::value(high, low))
    }
}

impl<V: Vector> HexDigits<V> {
    /// Bit 7 where one of two classes is no digit's.
    #[inline(always)]
    pub(super) fn no_digits(self, high: V, low: V) -> V {
        high.or(low).add_saturating(self.no_digit)
    }

    /// The value of two digits, from their classes.
    #[inline(always)]
    pub(super) fn value(high: V, low: V) -> V {
        high.low_nibble_up().or(low)
    }
}

/// Everything that a block needs, in registers.
#[derive(Clone, Copy)]
pub(super) struct Decoding<V: Vector> {
    pub(super) hex: V::Hex,
    pub(super) clean: Clean<V>,
    /// ASCII whose triplets are neither kept nor rejected.
    others: Member<V>,
    /// The top bit, unless triplets of values >= 0x80 are kept.
    top: V,
    reject: Member<V>,
    /// A `%` that starts no triplet is refused.
    is_strict: bool,
    /// Some value is kept or rejected.
    is_selective: bool,
}

impl<V: Vector> Decoding<V> {
    #[inline(always)]
    pub(super) fn new<const PLAIN: bool>(cpu: Cpu<V>, rules: &DecodeRules) -> Self {
        Self {
            hex: V::Hex::new(cpu, if PLAIN { Digits::Any } else { rules.digits }),
            clean: Clean::new(cpu, rules),
            others: Member::either(cpu, &rules.keep, &rules.reject).complement(),
            top: cpu.splat(if rules.keep_non_ascii { 0 } else { 0x80 }),
            reject: Member::new(cpu, &rules.reject),
            is_strict: rules.strict,
            is_selective: rules.is_selective(),
        }
    }

    /// 0 where the value is kept or rejected.
    #[inline(always)]
    fn ordinary(&self, values: V) -> V {
        self.others.bits(values).or(values.and(self.top))
    }

    /// The masks of the triplets that are decoded in some registers and these with the values in their
    /// places, from the classes of the bytes one and two places further on; `None` where something is
    /// refused. If `PLAIN`, every valid triplet is decoded, and nothing is refused.
    #[inline(always)]
    pub(super) fn blocks<const PLAIN: bool, const N: usize>(
        &self,
        v: [V; N],
        [high, low]: [[V; N]; 2],
    ) -> Option<([u64; N], [V; N])> {
        let mut stray = self.clean.found(v[0]);
        let (mut starts, mut values, mut bits, mut i) = ([stray; N], v, [0; N], 0);
        while i < N {
            let percents = self.clean.found(v[i]);
            (starts[i], values[i]) = self.hex.triplets(percents, high[i], low[i]);
            values[i] = starts[i].select(values[i], v[i]);
            let others = percents.and_not(starts[i]);
            stray = if i == 0 { others } else { stray.or(others) };
            i += 1;
        }
        if !PLAIN && !self.select(&mut starts, &mut values, stray) {
            return None;
        }
        i = 0;
        while i < N {
            bits[i] = starts[i].mask();
            i += 1;
        }
        Some((bits, values))
    }

    /// Removes from `starts` the triplets that stay, and restores their `%` in `values`. False if
    /// something is refused.
    #[inline(always)]
    fn select<const N: usize>(&self, starts: &mut [V; N], values: &mut [V; N], stray: V) -> bool {
        // (AVX-512: `stray` is tested before the branch, so that its mask is free early.)
        let is_strict = self.is_strict;
        if if V::LANES == 64 { stray.any() & is_strict } else { is_strict && stray.any() } {
            return false;
        }
        if !self.is_selective {
            return true;
        }
        // Mostly nothing is kept or rejected: one test, and more only if it finds something.
        let (percent, mut ordinary, mut i) = (self.clean.percent, *values, 0);
        let mut least = percent;
        while i < N {
            ordinary[i] = self.ordinary(values[i]);
            least = starts[i].select(least.min(ordinary[i]), least);
            i += 1;
        }
        if !is_zero(least).any() {
            return true;
        }
        let mut refused = starts[0].xor(starts[0]);
        i = 0;
        while i < N {
            let special = starts[i].and(is_zero(ordinary[i]));
            refused = refused.or(special.and_not(is_zero(self.reject.bits(values[i]))));
            values[i] = special.select(percent, values[i]);
            starts[i] = starts[i].and_not(special);
            i += 1;
        }
        !refused.any()
    }
}
