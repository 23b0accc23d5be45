//! The starts of decoded triplets, and the values in their places.

use super::clean::{Clean, Copied};
use super::member::{Member, is_zero};
use super::vector::{Hex, Vector};
use super::{all_escaped, compress};
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
    unsafe fn new(digits: Digits) -> Self {
        // SAFETY: the CPU has the instruction set, by this function's contract.
        unsafe {
            Self {
                up_to_nine: V::splat(0xFF - b'9'),
                six: V::splat(6),
                digits_at: V::splat(0xF0),
                fold: V::splat(digits.fold()),
                letter_a: V::splat(digits.letter_a()),
                ten: V::splat(10),
                no_digit: V::splat(0x80 - 16),
            }
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
    fn pairs(self, high: V, low: V) -> (V, V) {
        (self.no_digits(high, low).marks(), Self::value(high, low))
    }

    #[inline(always)]
    unsafe fn roles(src: *const u8) -> [V; 3] {
        // SAFETY: this function's contract is that of `roles`.
        unsafe { all_escaped::roles(src) }
    }

    #[inline(always)]
    fn in_order(values: V) -> V {
        all_escaped::in_order(values)
    }

    #[inline(always)]
    unsafe fn store_kept(values: V, drop: u64, dst: *mut u8) -> usize {
        // SAFETY: this function's contract is that of `store`.
        unsafe { compress::store(values, drop, dst) }
    }

    #[inline(always)]
    unsafe fn store_kept_exactly(values: V, drop: u64, len: usize, dst: *mut u8) -> usize {
        // SAFETY: at most `len` lanes stay, for which `dst` has room by this function's contract.
        unsafe { compress::store_exactly(values, drop | !0 << len, dst) }
    }
}

impl<V: Vector> HexDigits<V> {
    /// Bit 7 where one of two classes is that of no digit.
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

/// The values that a policy keeps or rejects.
#[derive(Clone, Copy)]
struct Special<V> {
    /// ASCII that is neither kept nor rejected.
    others: Member<V>,
    /// The top bit, unless triplets of values >= 0x80 are kept.
    top: V,
}

impl<V: Vector> Special<V> {
    /// # Safety
    /// The CPU has the instruction set.
    #[inline(always)]
    unsafe fn new(rules: &DecodeRules) -> Self {
        // SAFETY: the CPU has the instruction set, by this function's contract.
        unsafe {
            Self {
                others: Member::either(&rules.keep, &rules.reject).complement(),
                top: V::splat(if rules.keep_non_ascii { 0 } else { 0x80 }),
            }
        }
    }

    /// 0xFF where the value is one of them, else 0.
    #[inline(always)]
    fn test(self, value: V) -> V {
        is_zero(self.others.bits(value).or(value.and(self.top)))
    }
}

/// The triplets that `keep` and `reject` select.
#[derive(Clone, Copy)]
struct Selection<V: Vector> {
    special: Special<V>,
    reject: Member<V>,
    /// A `%` that starts no triplet is refused.
    is_strict: bool,
    /// Some value is kept or rejected.
    is_selective: bool,
}

impl<V: Vector> Selection<V> {
    /// The decoded ones of the valid triplets at `starts`; `None` if something is refused.
    #[inline(always)]
    fn select<const N: usize>(
        self,
        starts: [V; N],
        values: [V; N],
        percents: [V; N],
    ) -> Option<[V; N]> {
        let (mut decoded, mut i) = (starts, 0);
        if self.is_selective {
            while i < N {
                decoded[i] = starts[i].and_not(self.special.test(values[i]));
                i += 1;
            }
        }
        // Mostly every `%` is decoded: one question, where only the answer no asks for more.
        let mut odd = percents[0].xor(decoded[0]);
        i = 1;
        while i < N {
            odd = odd.or(percents[i].xor(decoded[i]));
            i += 1;
        }
        if odd.any() {
            i = 0;
            while i < N {
                let is_stray = self.is_strict && percents[i].xor(starts[i]).any();
                if is_stray || starts[i].and_not(is_zero(self.reject.bits(values[i]))).any() {
                    return None;
                }
                i += 1;
            }
        }
        Some(decoded)
    }
}

/// Everything that a block needs, in registers.
#[derive(Clone, Copy)]
pub(super) struct Decoding<V: Vector> {
    pub(super) hex: V::Hex,
    selection: Selection<V>,
    pub(super) clean: Clean<V>,
}

impl<V: Vector> Decoding<V> {
    /// # Safety
    /// The CPU has the instruction set.
    #[inline(always)]
    pub(super) unsafe fn new<const PLAIN: bool>(rules: &DecodeRules) -> Self {
        // SAFETY: the CPU has the instruction set, by this function's contract.
        unsafe {
            Self {
                hex: V::Hex::new(if PLAIN { Digits::ANY } else { rules.digits }),
                selection: Selection {
                    special: Special::new(rules),
                    reject: Member::new(&rules.reject),
                    is_strict: rules.strict,
                    is_selective: rules.is_selective(),
                },
                clean: Clean::new(rules.plus_as_space),
            }
        }
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
        let (mut percents, mut starts, mut values, mut masks) = (v, v, v, [0; N]);
        let mut i = 0;
        while i < N {
            let no_digits;
            percents[i] = self.clean.found(v[i]);
            (no_digits, values[i]) = self.hex.pairs(high[i], low[i]);
            starts[i] = percents[i].and_not(no_digits);
            i += 1;
        }
        if !PLAIN {
            starts = self.selection.select(starts, values, percents)?;
        }
        i = 0;
        while i < N {
            masks[i] = starts[i].mask();
            values[i] = starts[i].select(values[i], v[i]);
            i += 1;
        }
        Some((masks, values))
    }

    /// The values of `LANES` adjacent triplets; `None` unless all of them are decoded.
    ///
    /// # Safety
    /// `src` is valid for reads of `3 * LANES` bytes.
    #[inline(always)]
    pub(super) unsafe fn all_escaped<const PLAIN: bool>(&self, src: *const u8) -> Option<V> {
        // SAFETY: `src` is valid for these reads, by this function's contract; `self` proves the
        // instruction set.
        let [percents, high, low] = unsafe { V::Hex::roles(src) };
        let (no_digits, value) = self.hex.pairs(self.hex.class(high), self.hex.class(low));
        let mut starts = self.clean.found(percents).and_not(no_digits);
        if !PLAIN && self.selection.is_selective {
            starts = starts.and_not(self.selection.special.test(value));
        }
        (starts.mask() == !0 >> (64 - V::LANES)).then_some(V::Hex::in_order(value))
    }
}
