//! The length that decoding gives: the same masks as [`decode`](super::decode), and nothing stored.

use super::ahead::{Sink, each_register, one_register};
use super::gaps::dropped;
use super::triplets::Decoding;
use super::vector::Vector;
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
    // reads of `len` bytes: `len < 16` for `one_register`, and `len >= 16` for `each_register`; less
    // than all is done by `pairs`.
    unsafe {
        if len < 16 {
            let mut count = Count::<V::Half>::new(rules);
            let decoding = count.decoding;
            let done = one_register::<V::Half, true>(src, len, &decoding, &mut count);
            return count.progress_of(done, len);
        }
        let mut count = Count::<V>::new(rules);
        let decoding = count.decoding;
        let done = match count.pairs(src, len) {
            Ok(at) => each_register::<V, true>(src, at, len, &decoding, &mut count),
            Err(at) => Err(at),
        };
        count.progress_of(done, len)
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

    /// Counts in pairs of registers that another one follows, as many as there are, and skips what
    /// holds no `%`. Returns where that ends, or where something is refused.
    ///
    /// # Safety
    /// `src` is valid for reads of `len` bytes.
    #[inline(always)]
    unsafe fn pairs(&mut self, src: *const u8, len: usize) -> Result<usize, usize> {
        let (mut at, digits, clean) = (0, self.decoding.digits, self.decoding.clean);
        // SAFETY: `at + 3 * LANES <= len` by the loop's condition, and the loads end there at the
        // latest. `self.decoding` proves the instruction set.
        unsafe {
            while len - at >= 3 * V::LANES {
                let v = V::load(src.add(at));
                let next = V::load(src.add(at + V::LANES));
                let (here, there) = (clean.percents(v), clean.percents(next));
                if !here.or(there).any() {
                    self.carry = 0;
                    at += 2 * V::LANES;
                    continue;
                }
                let class = digits.class(next);
                if here.any() {
                    self.block(v, digits.class(v), class).ok_or(at)?;
                } else {
                    self.carry = 0;
                }
                at += V::LANES;
                if there.any() {
                    let after = digits.class(V::load(src.add(at + V::LANES)));
                    self.block(next, class, after).ok_or(at)?;
                } else {
                    self.carry = 0;
                }
                at += V::LANES;
            }
        }
        Ok(at)
    }

    /// Counts in a register; `None` where something is refused. `class` and `following` are the
    /// classes of these bytes and of those that follow.
    #[inline(always)]
    fn block(&mut self, v: V, class: V, following: V) -> Option<()> {
        let (starts, _) = self.decoding.block::<true>(v, class, following)?;
        self.add(starts);
        Some(())
    }

    /// Adds the triplets that start in a register. The digits of the last one may be past it.
    #[inline(always)]
    fn add(&mut self, starts: u64) {
        self.triplets += starts.count_ones() as usize;
        self.carry = dropped(starts, 0) >> V::LANES;
    }

    /// The progress after all `len` bytes, or if something is refused in the register at a place.
    /// The digits of the triplet before it are done, too.
    #[inline(always)]
    fn progress_of(&self, done: Result<(), usize>, len: usize) -> Progress {
        let read = match done {
            Ok(()) => len,
            Err(at) => at + self.carry.count_ones() as usize,
        };
        Progress { read, written: read - 2 * self.triplets }
    }
}

/// Counts the triplets.
impl<V: Vector> Sink<V> for Count<V> {
    #[inline(always)]
    unsafe fn take(&mut self, _: V, starts: u64, _: V) {
        self.add(starts);
    }

    #[inline(always)]
    unsafe fn take_last(&mut self, _: V, starts: u64, _: V, _: usize) {
        self.add(starts);
    }
}
