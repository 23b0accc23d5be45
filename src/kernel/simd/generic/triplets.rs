//! The starts of decoded triplets, and the values in their places.

use super::clean::Clean;
use super::member::Member;
use super::vector::Vector;
use crate::kernel::rules::{DecodeRules, Digits};

/// Classifies hex digits by arithmetic, without a table.
#[derive(Clone, Copy)]
pub(super) struct HexDigits<V> {
    up_to_nine: V,
    six: V,
    digits_at: V,
    /// The bits of a letter that count, and the first letter: they set the case.
    fold: V,
    letter_a: V,
    ten: V,
    no_digit: V,
}

impl<V: Vector> HexDigits<V> {
    /// # Safety
    /// The CPU has the instruction set.
    #[inline(always)]
    pub(super) unsafe fn new(digits: Digits) -> Self {
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
    pub(super) fn class(self, v: V) -> V {
        // Digits go to 0xF6..=0xFF and down to 0xF0..=0xF9, where nothing else gets: then to 0..=9,
        // and all else to >= 10.
        let digit = v.add(self.up_to_nine).subtract_saturating(self.six).subtract(self.digits_at);
        // Letters go to 0..5, then to 10..15; all else to 16 and above.
        let letter = v.and(self.fold).subtract(self.letter_a).add_saturating(self.ten);
        digit.min(letter)
    }

    /// Bit 7 where one of two classes is that of no digit.
    #[inline(always)]
    pub(super) fn no_digits(self, high: V, low: V) -> V {
        high.or(low).add_saturating(self.no_digit)
    }

    /// The starts of valid triplets (see [`Vector::mask`]), and the values there, from the positions
    /// of `%` and the classes of these bytes and of those that follow.
    #[inline(always)]
    pub(super) fn triplets(self, percents: V, class: V, following: V) -> (V, V) {
        let (high, low) = (class.next1(following), class.next2(following));
        (percents.and_not(self.no_digits(high, low).marks()), Self::value(high, low))
    }

    /// The value of two digits, from their classes.
    #[inline(always)]
    pub(super) fn value(high: V, low: V) -> V {
        high.low_nibble_up().or(low)
    }
}

/// The triplets that `keep` and `reject` select.
#[derive(Clone, Copy)]
struct Selection<V> {
    /// Kept or rejected.
    special: Member<V>,
    reject: Member<V>,
    keep_non_ascii: V,
    /// A `%` that starts no triplet is refused.
    is_strict: bool,
    /// Some value is kept or rejected.
    is_selective: bool,
}

impl<V: Vector> Selection<V> {
    /// # Safety
    /// The CPU has the instruction set.
    #[inline(always)]
    unsafe fn new(rules: &DecodeRules) -> Self {
        // SAFETY: the CPU has the instruction set, by this function's contract.
        unsafe {
            Self {
                special: Member::either(&rules.keep, &rules.reject),
                reject: Member::new(&rules.reject),
                keep_non_ascii: V::splat(if rules.keep_non_ascii { 0xFF } else { 0 }),
                is_strict: rules.strict,
                is_selective: rules.is_selective(),
            }
        }
    }

    /// 0xFF where the value is neither kept nor rejected, else 0.
    #[inline(always)]
    fn ordinary(self, value: V) -> V {
        self.special.not_member(value).and_not(value.top_bit().and(self.keep_non_ascii))
    }

    /// The decoded ones of the valid triplets at `starts`; `None` if something is refused.
    #[inline(always)]
    fn select(self, starts: V, value: V, percent: V) -> Option<V> {
        if self.is_strict && percent.xor(starts).any() {
            return None;
        }
        if !self.is_selective {
            return Some(starts);
        }
        let decoded = starts.and(self.ordinary(value));
        // Mostly nothing is kept or rejected: one question, where only the answer yes asks for
        // more.
        if starts.xor(decoded).any() && starts.and_not(self.reject.not_member(value)).any() {
            return None;
        }
        Some(decoded)
    }
}

/// Everything that a block needs, in registers.
#[derive(Clone, Copy)]
pub(super) struct Decoding<V> {
    pub(super) digits: HexDigits<V>,
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
                digits: HexDigits::new(if PLAIN { Digits::ANY } else { rules.digits }),
                selection: Selection::new(rules),
                clean: Clean::new(rules.plus_as_space),
            }
        }
    }

    /// The mask of the triplets that are decoded and the block with the values in their places;
    /// `None` where something is refused. If `PLAIN`, every valid triplet is decoded, and nothing is
    /// refused.
    #[inline(always)]
    pub(super) fn block<const PLAIN: bool>(
        &self,
        v: V,
        class: V,
        following: V,
    ) -> Option<(u64, V)> {
        let percents = self.clean.percents(v);
        let (mut starts, value) = self.digits.triplets(percents, class, following);
        if !PLAIN {
            starts = self.selection.select(starts, value, percents)?;
        }
        Some((starts.mask(), starts.select(value, self.clean.spaces(v))))
    }

    /// Returns whether all of these values of triplets are decoded.
    #[inline(always)]
    pub(super) fn decodes_all<const PLAIN: bool>(&self, value: V) -> bool {
        PLAIN
            || !self.selection.is_selective
            || self.selection.ordinary(value).mask() == !0 >> (64 - V::LANES)
    }
}
