//! Encoding: classify a register of bytes at a time, and write the output of 8 inputs by a table of
//! shuffles.

use super::find::{Escaped, Test};
use super::tables::{EXPAND, NONE, ZEROS};
use super::triplets::HexDigits;
use super::vector::{Vector, Vector16, load_up_to};
use crate::kernel::EncodeRules;
use crate::kernel::trust::Slot;
use crate::kernel::vector::partial::store_partial;

/// Everything that a block needs, in registers.
#[derive(Clone, Copy)]
struct Encoding<V> {
    escaped: Escaped<V>,
    digits: HexDigits<V>,
    hex: V,
    percent: V,
    low_nibble: V,
    space: V,
    space_to_plus: V,
}

impl<V: Vector> Encoding<V> {
    /// # Safety
    /// The CPU has the instruction set.
    #[inline(always)]
    unsafe fn new(rules: &EncodeRules) -> Self {
        // SAFETY: the CPU has the instruction set, by this function's contract.
        unsafe {
            Self {
                escaped: Escaped::new(&rules.set),
                digits: HexDigits::new(),
                hex: V::table(if rules.lowercase_hex {
                    b"0123456789abcdef"
                } else {
                    b"0123456789ABCDEF"
                }),
                percent: V::splat(b'%'),
                low_nibble: V::splat(0x0F),
                space: V::splat(b' '),
                space_to_plus: V::splat(b' ' ^ b'+'),
            }
        }
    }

    /// 0xFF where valid triplets start.
    #[inline(always)]
    fn starts(&self, v: V, following: V) -> V {
        self.digits
            .triplets(v.equal(self.percent), self.digits.class(v), self.digits.class(following))
            .0
    }

    /// SP becomes `+`, if `PLUS`.
    #[inline(always)]
    fn pluses<const PLUS: bool>(&self, v: V) -> V {
        if PLUS { v.xor(v.equal(self.space).and(self.space_to_plus)) } else { v }
    }

    /// The low digits where escaped, else the bytes themselves; and the high digits.
    #[inline(always)]
    fn low_and_high<const PLUS: bool>(&self, v: V, escaped: V) -> (V, V) {
        let low = self.hex.look_up(v.and(self.low_nibble));
        (escaped.select(low, self.pluses::<PLUS>(v)), self.hex.look_up(v.high_nibble_down()))
    }
}

/// 0xFF in every lane of a valid triplet, from where they start in this block and in the one
/// before.
#[inline(always)]
fn protected<V: Vector>(starts: V, before: V) -> V {
    starts.or(starts.previous1(before)).or(starts.previous2(before))
}

/// The output of 8 inputs.
struct Expanded<H> {
    /// Literals or low digits, and high digits.
    both: H,
    /// The lanes of them that make the output.
    lanes: &'static [u8; 24],
    no_lane: H,
    /// How many bytes it is: at least 8, at most 24.
    len: usize,
}

impl<H: Vector16> Expanded<H> {
    /// That of the first 8 lanes of both.
    #[inline(always)]
    fn new(low: H, high: H, escaped: u64, no_lane: H) -> Self {
        let escaped = (escaped & 0xFF) as usize;
        Self {
            both: low.join_low8(high),
            lanes: &EXPAND.0[escaped],
            no_lane,
            len: 24 - 2 * usize::from(ZEROS[escaped]),
        }
    }

    #[inline(always)]
    fn expand(&self, lanes: H) -> H {
        self.both.shuffle(lanes).or(lanes.subtract_saturating(self.no_lane))
    }

    /// 8 bytes of it.
    ///
    /// # Safety
    /// `from <= 16`.
    #[inline(always)]
    unsafe fn eight(&self, from: usize) -> H {
        debug_assert!(from <= 16);
        // SAFETY: `from <= 16` by this function's contract, so `from + 8 <= 24`, the number of
        // lanes; `both` proves the instruction set.
        self.expand(unsafe { H::load8(self.lanes.as_ptr().add(from)) })
    }

    /// Stores all of it, and something past it: 24 bytes. Returns its length.
    ///
    /// # Safety
    /// `dst` is valid for writes of 24 bytes.
    #[inline(always)]
    unsafe fn store(&self, dst: *mut u8) -> usize {
        // SAFETY: `dst` is valid for writes of 24 bytes, by this function's contract, where it
        // gets 16 at 0 and 8 at 16. There are 24 lanes, too, of which 16 are loaded at 0; `eight`
        // gets `16 <= 16`. `both` proves the instruction set.
        unsafe {
            self.expand(H::load(self.lanes.as_ptr())).store(dst);
            self.eight(16).store8(dst.add(16));
        }
        self.len
    }

    /// Stores the output of the first `inputs` of the 8 (the others are literals), exactly, and
    /// returns its length.
    ///
    /// # Safety
    /// `inputs <= 8`, and `dst` is valid for writes of as many bytes as it returns.
    #[inline(always)]
    unsafe fn store_exactly(&self, dst: *mut u8, inputs: usize) -> usize {
        let len = self.len - (8 - inputs);
        // SAFETY: `dst` is valid for writes of `len` bytes, by this function's contract. Where
        // `len >= 8`, `last + 8 == len` and `middle <= last`, so each store ends at `len` at the
        // latest; `len <= 24`, so `middle <= last <= 16`. Else `len < 8 <= 16`, and the store is of
        // `len` bytes.
        unsafe {
            if len >= 8 {
                // Without a branch on the length, which is different for every input.
                let (last, middle) = (len - 8, (len - 8).min(8));
                self.eight(0).store8(dst);
                self.eight(middle).store8(dst.add(middle));
                self.eight(last).store8(dst.add(last));
            } else {
                store_partial(dst, self.eight(0).to_u128(), len);
            }
        }
        len
    }
}

/// Bytes of input after a block whose output, at least as long, covers what its last store writes
/// past its own output.
const COVER: usize = 16;
/// Clean input is copied in steps of this many bytes.
const CLEAN: usize = 64;

/// # Safety
/// The CPU has the instruction set; `out` holds at least as many bytes as [`encoded_len`] answers.
#[inline(always)]
pub(in crate::kernel) unsafe fn encode<V: Vector>(
    input: &[u8],
    out: &mut [Slot],
    rules: &EncodeRules,
) -> usize {
    // SAFETY: the CPU has the instruction set, and `out` holds as many bytes as `encoded_len`
    // answers, by this function's contract.
    unsafe {
        match (rules.space_as_plus, rules.keep_escapes) {
            (false, false) => encode_with::<V, false, false>(input, out, rules),
            (true, false) => encode_with::<V, true, false>(input, out, rules),
            (false, true) => encode_with::<V, false, true>(input, out, rules),
            (true, true) => encode_with::<V, true, true>(input, out, rules),
        }
    }
}

/// # Safety
/// The CPU has the instruction set; `out` holds at least as many bytes as [`encoded_len`] answers.
#[inline(always)]
unsafe fn encode_with<V: Vector, const PLUS: bool, const KEEP: bool>(
    input: &[u8],
    out: &mut [Slot],
    rules: &EncodeRules,
) -> usize {
    let (src, len) = (input.as_ptr(), input.len());
    let dst: *mut u8 = out.as_mut_ptr().cast();
    let (mut at, mut end) = (0, 0);
    // SAFETY: the CPU has the instruction set, by this function's contract.
    //
    // Loads: at the top of the first loop `at + CLEAN + LANES + COVER <= len`. `copy_clean` takes
    // CLEAN bytes; after it, and at the last register before `stop == at + CLEAN`, the next
    // register ends at `stop + LANES <= len`. `load_up_to` asks for no more than `src` valid for
    // `len` bytes.
    //
    // Stores: `out` holds the whole output, by this function's contract, and every byte of input
    // becomes at least one of output, so at least `len - at` bytes of room are left from `end` on.
    // `copy_clean` takes CLEAN of them. `store` takes 24, of which the output of its own 8 inputs
    // covers at least 8, and at least COVER = 16 more bytes of input follow these: by the first
    // loop's condition, or by `left >= 16 + COVER`. `store_exactly` stores the output of its own
    // inputs: `inputs.min(8) <= 8` and `inputs - 8 <= 8`, and none past them is marked as escaped.
    unsafe {
        let run = Encoding::<V>::new(rules);
        let no_lane = V::Half::splat(NONE);
        // Where triplets start in the block before, if any are to be kept.
        let mut before = V::splat(0);
        while len - at >= CLEAN + V::LANES + COVER {
            if copy_clean::<V, PLUS>(&run, src.add(at), dst.add(end)) {
                at += CLEAN;
                end += CLEAN;
                if KEEP {
                    before = run.starts(V::load(src.add(at - V::LANES)), V::load(src.add(at)));
                }
                continue;
            }
            let stop = at + CLEAN;
            while at < stop {
                let v = V::load(src.add(at));
                let mut escaped = run.escaped.test(v);
                if KEEP {
                    let starts = run.starts(v, V::load(src.add(at + V::LANES)));
                    escaped = escaped.and_not(protected(starts, before));
                    before = starts;
                }
                let (low, high) = run.low_and_high::<PLUS>(v, escaped);
                let escaped = escaped.mask();
                let mut part = 0;
                while part < V::LANES / 16 {
                    let (low, high) = (low.half(part), high.half(part));
                    end += Expanded::new(low, high, escaped >> (16 * part), no_lane)
                        .store(dst.add(end));
                    end += Expanded::new(
                        low.high8(),
                        high.high8(),
                        escaped >> (16 * part + 8),
                        no_lane,
                    )
                    .store(dst.add(end));
                    part += 1;
                }
                at += V::LANES;
            }
        }
        let run = Encoding::<V::Half>::new(rules);
        let mut before = before.half(V::LANES / 16 - 1);
        while at < len {
            let left = len - at;
            let v = load_up_to::<V::Half>(src, at, len);
            let mut escaped = run.escaped.test(v);
            if KEEP {
                let starts = run.starts(v, load_up_to::<V::Half>(src, at + 16, len));
                escaped = escaped.and_not(protected(starts, before));
                before = starts;
            }
            let (low, high) = run.low_and_high::<PLUS>(v, escaped);
            // What is not input counts as a literal, and is cut off.
            let inputs = left.min(16);
            let escaped = escaped.mask() & (0xFFFF >> (16 - inputs));
            let first = Expanded::new(low, high, escaped, no_lane);
            let second = Expanded::new(low.high8(), high.high8(), escaped >> 8, no_lane);
            if left >= 16 + COVER {
                end += first.store(dst.add(end));
                end += second.store(dst.add(end));
            } else {
                end += first.store_exactly(dst.add(end), inputs.min(8));
                if inputs > 8 {
                    end += second.store_exactly(dst.add(end), inputs - 8);
                }
            }
            at += inputs;
        }
    }
    end
}

/// Copies 64 bytes if none of them is to be escaped.
///
/// # Safety
/// `src` is valid for reads of 64 bytes, `dst` for writes.
#[inline(always)]
unsafe fn copy_clean<V: Vector, const PLUS: bool>(
    run: &Encoding<V>,
    src: *const u8,
    dst: *mut u8,
) -> bool {
    let mut lane = 0;
    // SAFETY: `src` is valid for reads and `dst` for writes of CLEAN = 64 bytes, by this function's
    // contract; `lane + LANES <= CLEAN` at each access, as CLEAN is a multiple of LANES. `run`
    // proves the instruction set.
    unsafe {
        let mut any = run.escaped.test(V::load(src));
        while lane + V::LANES < CLEAN {
            lane += V::LANES;
            any = any.or(run.escaped.test(V::load(src.add(lane))));
        }
        if any.any() {
            return false;
        }
        lane = 0;
        while lane < CLEAN {
            run.pluses::<PLUS>(V::load(src.add(lane))).store(dst.add(lane));
            lane += V::LANES;
        }
    }
    true
}

/// # Safety
/// The CPU has the instruction set.
#[inline(always)]
pub(in crate::kernel) unsafe fn encoded_len<V: Vector>(input: &[u8], rules: &EncodeRules) -> usize {
    let triplets = if rules.keep_escapes {
        // SAFETY: the CPU has the instruction set, by this function's contract.
        unsafe { count::<V, true>(input, rules) }
    } else {
        // SAFETY: the CPU has the instruction set, by this function's contract.
        unsafe { count::<V, false>(input, rules) }
    };
    triplets.saturating_mul(2).saturating_add(input.len())
}

/// How many bytes become triplets.
///
/// # Safety
/// The CPU has the instruction set.
#[inline(always)]
unsafe fn count<V: Vector, const KEEP: bool>(input: &[u8], rules: &EncodeRules) -> usize {
    let (src, len) = (input.as_ptr(), input.len());
    let (mut at, mut triplets) = (0, 0);
    // SAFETY: the CPU has the instruction set, by this function's contract; `src` is valid for
    // reads of `len` bytes, which is all that `load_up_to` asks for. In the first loop
    // `at + CLEAN + LANES <= len` by its condition, and `lane + LANES <= CLEAN`, so the furthest
    // load ends at `at + CLEAN + LANES`.
    unsafe {
        let run = Encoding::<V>::new(rules);
        let mut before = V::splat(0);
        while len - at >= CLEAN + V::LANES {
            // One population count for 64 lanes.
            let (mut escaped, mut lane) = (0, 0);
            while lane < CLEAN {
                let v = V::load(src.add(at + lane));
                let mut here = run.escaped.test(v);
                if KEEP {
                    let starts = run.starts(v, V::load(src.add(at + lane + V::LANES)));
                    here = here.and_not(protected(starts, before));
                    before = starts;
                }
                escaped |= here.mask() << lane;
                lane += V::LANES;
            }
            triplets += escaped.count_ones() as usize;
            at += CLEAN;
        }
        let run = Encoding::<V::Half>::new(rules);
        let mut before = before.half(V::LANES / 16 - 1);
        while at < len {
            let left = len - at;
            let v = load_up_to::<V::Half>(src, at, len);
            let mut here = run.escaped.test(v);
            if KEEP {
                let starts = run.starts(v, load_up_to::<V::Half>(src, at + 16, len));
                here = here.and_not(protected(starts, before));
                before = starts;
            }
            let inputs = left.min(16);
            triplets += (here.mask() & (0xFFFF >> (16 - inputs))).count_ones() as usize;
            at += inputs;
        }
    }
    triplets
}
