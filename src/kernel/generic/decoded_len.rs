//! The length that decoding gives: the same masks as [`decode`](super::decode), and nothing stored.

use super::triplets::Decoding;
use super::vector::{Vector, Vector16, load_first, load_rest};
use crate::kernel::generic::partial::load_partial;
use crate::kernel::rules::{DecodeRules, Progress};

/// The progress that decoding would make.
///
/// # Safety
/// The CPU has the instruction set.
#[inline(always)]
pub(in crate::kernel) unsafe fn decoded_len<V: Vector>(
    input: &[u8],
    rules: &DecodeRules,
) -> Progress {
    let (src, len) = (input.as_ptr(), input.len());
    // SAFETY: the CPU has the instruction set, by this function's contract, and `src` is valid for
    // reads of `len` bytes. `len < 16` at `load_partial`, and `len >= 16` at `load_first` and
    // `load_rest`. In the first loop `3 * LANES <= len - at`, and its
    // loads end at `at + 3 * LANES`.
    unsafe {
        if len < 16 {
            let mut count = Count::<V::Half>::new(rules);
            let v = V::Half::from_u128(load_partial(src, len));
            let digits = count.decoding.digits;
            if !count.block(v, digits.class(v), digits.class(V::Half::splat(0))) {
                return Progress::NONE;
            }
            return count.progress(len);
        }
        let mut count = Count::<V>::new(rules);
        let (mut at, digits) = (0, count.decoding.digits);
        while len - at >= 3 * V::LANES {
            let v = V::load(src.add(at));
            let next = V::load(src.add(at + V::LANES));
            let clean = &count.decoding.clean;
            let (here, there) = (clean.percents(v), clean.percents(next));
            if !here.or(there).any() {
                count.carry = 0;
                at += 2 * V::LANES;
                continue;
            }
            let class = digits.class(next);
            if here.any() {
                if !count.block(v, digits.class(v), class) {
                    return count.halted(at);
                }
            } else {
                count.carry = 0;
            }
            at += V::LANES;
            if there.any() {
                let after = digits.class(V::load(src.add(at + V::LANES)));
                if !count.block(next, class, after) {
                    return count.halted(at);
                }
            } else {
                count.carry = 0;
            }
            at += V::LANES;
        }
        let mut v = if at == 0 { load_first::<V>(src, len) } else { load_rest::<V>(src, at, len) };
        let mut class = digits.class(v);
        while len - at > V::LANES {
            let next = load_rest::<V>(src, at + V::LANES, len);
            let following = digits.class(next);
            if !count.block(v, class, following) {
                return count.halted(at);
            }
            at += V::LANES;
            (v, class) = (next, following);
        }
        if !count.block(v, class, digits.class(V::splat(0))) {
            return count.halted(at);
        }
        count.progress(len)
    }
}

/// The number of triplets so far.
struct Count<V> {
    triplets: usize,
    /// The bytes of what follows that are digits of a triplet that is counted.
    carry: u64,
    decoding: Decoding<V>,
}

impl<V: Vector> Count<V> {
    /// # Safety
    /// The CPU has the instruction set.
    #[inline(always)]
    unsafe fn new(rules: &DecodeRules) -> Self {
        // SAFETY: the CPU has the instruction set, by this function's contract.
        Self { triplets: 0, carry: 0, decoding: unsafe { Decoding::new(rules) } }
    }

    /// Counts in a register; false where something is refused. `class` and `following` are the
    /// classes of these bytes and of those that follow.
    #[inline(always)]
    fn block(&mut self, v: V, class: V, following: V) -> bool {
        let Some((starts, _)) = self.decoding.block::<true>(v, class, following) else {
            return false;
        };
        self.triplets += starts.count_ones() as usize;
        // Digits of the last triplet that are past the register.
        self.carry = (starts << 1 | starts << 2) >> V::LANES;
        true
    }

    /// The progress if something is refused in the register at `at`. The digits of the triplet
    /// before it are done, too.
    #[inline(always)]
    fn halted(&self, at: usize) -> Progress {
        self.progress(at + self.carry.count_ones() as usize)
    }

    /// The progress after the first `read` bytes, which end with no part of a triplet.
    #[inline(always)]
    fn progress(&self, read: usize) -> Progress {
        Progress { read, written: read - 2 * self.triplets }
    }
}
