//! Decoding: classify a register of bytes at a time, write values over the `%` of valid triplets,
//! and close the gaps by a table for 8 lanes.
//!
//! Valid triplets never overlap (`%` is no hex digit), so whether one starts at a place depends on
//! three bytes alone and on nothing before them: `%%41`, `%4%41` and a stray `%` anywhere come out
//! right with no special case, and the only thing that one block leaves to the next is which of its
//! first bytes are digits of a triplet that is done.

use super::solid::Solid;
use super::tables::{COMPACT, ZEROS};
use super::triplets::Decoding;
use super::vector::{Vector, Vector16, load_up_to, moved_down, moved_up};
use crate::kernel::vector::mode::{PLAIN, with_mode};
use crate::kernel::vector::partial::store_partial;
use crate::kernel::{DecodeRules, Progress};

/// Lanes to drop: the digits of decoded triplets, given where these start and what the block before
/// has left over. What is above the block's lanes is left to the next one.
#[inline(always)]
fn dropped(starts: u64, carry: u64) -> u64 {
    starts << 1 | starts << 2 | carry
}

/// Closes the gaps in 8 lanes: the lanes that stay move to the front, followed by zeros. Also
/// returns how many they are.
#[inline(always)]
fn compact8<H: Vector16>(first8: H, drop: u64) -> (H, usize) {
    let drop = (drop & 0xFF) as usize;
    // SAFETY: an entry is 8 bytes long; `first8` proves the instruction set.
    let lanes = unsafe { H::load8(COMPACT.0[drop].as_ptr()) };
    (first8.shuffle(lanes), usize::from(ZEROS[drop]))
}

/// Bytes of input after a block whose output (at least a third as long) covers what its last store
/// of 8 bytes writes past its own output.
const COVER: usize = 32;
/// Clean input is copied in steps of this many bytes.
const CLEAN: usize = 64;
/// Once a `%` is found, this many bytes are decoded before the input is tested for being clean
/// again.
const RUN: usize = 256;

/// # Safety
/// The CPU has the instruction set. `src` is valid for reads of `len` bytes, and `dst` for writes of
/// `room >= len` bytes. The two are equal, or do not overlap.
#[inline(always)]
pub(in crate::kernel) unsafe fn decode<V: Vector>(
    src: *const u8,
    len: usize,
    dst: *mut u8,
    _room: usize,
    rules: &DecodeRules,
) -> Progress {
    // SAFETY: the CPU has the instruction set, `src` is valid for reads of `len` bytes, `dst` for
    // writes of the room, and they are equal or do not overlap, by this function's contract.
    unsafe {
        if rules.plus_as_space {
            with_mode!(rules, decode_with[V, true](src, len, dst, rules))
        } else {
            with_mode!(rules, decode_with[V, false](src, len, dst, rules))
        }
    }
}

/// # Safety
/// The CPU has the instruction set. `src` is valid for reads of `len` bytes, `dst` for writes of
/// the room. The two are equal, or do not overlap: see [`decode`].
#[inline(always)]
unsafe fn decode_with<V: Vector, const PLUS: bool, const MODE: u8>(
    src: *const u8,
    len: usize,
    dst: *mut u8,
    rules: &DecodeRules,
) -> Progress {
    let (mut at, mut end, mut carry) = (0, 0, 0);
    // SAFETY: the CPU has the instruction set, by this function's contract.
    //
    // Loads: `src` is valid for reads of `len` bytes, by this function's contract, which is all
    // that `load_up_to` asks for. `at + CLEAN + needed <= len` at the top of the first loop, where
    // CLEAN bytes are copied and the first register is loaded; `at + needed <= len`, where `needed`
    // is more than `2 * LANES`, for the registers of the second one, the last of which ends at
    // `at + 2 * LANES`; `at + 3 * LANES <= len` for a solid run.
    //
    // Stores: the room holds the output of what is left, or `len - at` bytes where something is
    // refused, from `end <= at` on. CLEAN bytes without a `%` and without a carry become as many,
    // and `LANES` triplets become `LANES` bytes. A store of 8 bytes is of the output of 8 inputs
    // and something past it: at least COVER = 32 bytes of input follow these, by `needed` or by
    // `left >= 16 + COVER`, and become at least (32 - 2) / 3 = 10 bytes. `store_first` stores the
    // output of its own inputs, `first + second <= 16`; `first <= 8`.
    //
    // In place: `end` is at most the place of the 8 inputs, so a store of 8 bytes ends where they
    // do at the latest, and they and the following register are loaded before it.
    unsafe {
        let run = Decoding::<V>::new(rules);
        let needed = 2 * V::LANES + COVER;
        // Solid runs of triplets have a loop of their own, tried after a dense run, and ever more
        // rarely where runs prove short.
        let (mut wait, mut pause) = (0_u32, 1_u32);
        while len - at >= CLEAN + needed {
            if carry == 0 && copy_clean::<V, PLUS>(&run, src.add(at), dst.add(end)) {
                at += CLEAN;
                end += CLEAN;
                continue;
            }
            // A block needs the class of the next one, so classes are always one block ahead; loads
            // are one block ahead of the stores likewise.
            let (stop, before) = (len.min(at + RUN), end);
            let mut v = V::load(src.add(at));
            let mut class = run.digits.class(v);
            while at < stop && len - at >= needed {
                let next = V::load(src.add(at + V::LANES));
                let following = run.digits.class(next);
                let Some((starts, values)) = run.block::<PLUS, MODE>(v, class, following) else {
                    return refused(at, end, carry);
                };
                let drop = dropped(starts, carry);
                carry = drop >> V::LANES;
                let mut part = 0;
                while part < V::LANES / 16 {
                    let half = values.half(part);
                    let (low, kept) = compact8(half, drop >> (16 * part));
                    low.store8(dst.add(end));
                    end += kept;
                    let (high, kept) = compact8(half.high8(), drop >> (16 * part + 8));
                    high.store8(dst.add(end));
                    end += kept;
                    part += 1;
                }
                at += V::LANES;
                (v, class) = (next, following);
            }
            if MODE != PLAIN || end - before > RUN / 3 + 1 || len - at < needed {
                continue;
            }
            if wait > 0 {
                wait -= 1;
                continue;
            }
            // What is carried is done: the next triplet, if there is one, starts after it.
            at += carry.count_ones() as usize;
            carry = 0;
            let (solid, before) = (Solid::<V>::new(), at);
            while len - at >= 3 * V::LANES && solid.decode(&run, src.add(at), dst.add(end)) {
                at += 3 * V::LANES;
                end += V::LANES;
            }
            pause = if at - before >= 2 * RUN { 1 } else { (pause * 2).min(64) };
            wait = pause - 1;
        }
        let run = Decoding::<V::Half>::new(rules);
        let first8 = V::Half::from_u128(u64::MAX.into());
        let mut v = load_up_to::<V::Half>(src, at, len);
        let mut class = run.digits.class(v);
        while at < len {
            let left = len - at;
            let next = load_up_to::<V::Half>(src, at + 16, len);
            let following = run.digits.class(next);
            let Some((starts, values)) = run.block::<PLUS, MODE>(v, class, following) else {
                return refused(at, end, carry);
            };
            let drop = dropped(starts, carry);
            carry = drop >> 16;
            // What is not input is dropped, too.
            let drop = if left < 16 { drop | !0 << left } else { drop };
            let (low, first) = compact8(values, drop);
            let (high, second) = compact8(values.high8(), drop >> 8);
            let to = dst.wrapping_add(end);
            if left >= 16 + COVER {
                low.store8(to);
                high.store8(to.add(first));
            } else {
                // The first shuffle leaves something past its 8 lanes.
                let output = low.and(first8).or(moved_up(high, first));
                store_first(to, output, first + second);
            }
            end += first + second;
            at += left.min(16);
            (v, class) = (next, following);
        }
    }
    Progress { read: len, written: end }
}

/// Stores the first `n` of 16 bytes, and touches no other.
///
/// # Safety
/// `dst` is valid for writes of `n` bytes, `n` <= 16.
#[inline(always)]
unsafe fn store_first<H: Vector16>(dst: *mut u8, output: H, n: usize) {
    // SAFETY: `dst` is valid for writes of `n <= 16` bytes, by this function's contract. Where
    // `n >= 8`, the stores of 8 begin at 0 and `n - 8` and end at `n` at the latest, and the lanes
    // move by `n - 8 <= 8`; else the store is of `n` bytes.
    unsafe {
        if n >= 8 {
            output.store8(dst);
            moved_down(output, n - 8).store8(dst.add(n - 8));
        } else {
            store_partial(dst, output.to_u128(), n);
        }
    }
}

/// The digits of the last decoded triplet are done, too.
#[inline(always)]
fn refused(at: usize, end: usize, carry: u64) -> Progress {
    Progress { read: at + carry.count_ones() as usize, written: end }
}

/// Copies 64 bytes if there is no `%` among them.
///
/// # Safety
/// `src` is valid for reads of 64 bytes, `dst` for writes.
#[inline(always)]
unsafe fn copy_clean<V: Vector, const PLUS: bool>(
    run: &Decoding<V>,
    src: *const u8,
    dst: *mut u8,
) -> bool {
    // SAFETY: `src` is valid for reads and `dst` for writes of 64 bytes, by this function's
    // contract: two registers of 32, or four of 16. All loads come before the stores, which may be
    // to the same memory. `run` proves the instruction set.
    unsafe {
        if V::LANES == 32 {
            let v = [V::load(src), V::load(src.add(32))];
            if v[0].equal(run.percent).or(v[1].equal(run.percent)).any() {
                return false;
            }
            run.spaces::<PLUS>(v[0]).store(dst);
            run.spaces::<PLUS>(v[1]).store(dst.add(32));
        } else {
            let v =
                [V::load(src), V::load(src.add(16)), V::load(src.add(32)), V::load(src.add(48))];
            let percent = run.percent;
            if v[0]
                .equal(percent)
                .or(v[1].equal(percent))
                .or(v[2].equal(percent).or(v[3].equal(percent)))
                .any()
            {
                return false;
            }
            run.spaces::<PLUS>(v[0]).store(dst);
            run.spaces::<PLUS>(v[1]).store(dst.add(16));
            run.spaces::<PLUS>(v[2]).store(dst.add(32));
            run.spaces::<PLUS>(v[3]).store(dst.add(48));
        }
    }
    true
}

/// # Safety
/// The CPU has the instruction set.
#[inline(always)]
pub(in crate::kernel) unsafe fn decoded_len<V: Vector>(
    input: &[u8],
    rules: &DecodeRules,
) -> Progress {
    // SAFETY: the CPU has the instruction set, by this function's contract.
    unsafe { with_mode!(rules, decoded_len_with[V](input, rules)) }
}

/// # Safety
/// The CPU has the instruction set.
#[inline(always)]
unsafe fn decoded_len_with<V: Vector, const MODE: u8>(
    input: &[u8],
    rules: &DecodeRules,
) -> Progress {
    let (src, len) = (input.as_ptr(), input.len());
    let (mut at, mut triplets, mut carry) = (0, 0, 0);
    // SAFETY: the CPU has the instruction set, by this function's contract; `src` is valid for
    // reads of `len` bytes, which is all that `load_up_to` asks for. `at + 2 * LANES <= len` by the
    // condition of the first loop, whose loads end there.
    unsafe {
        let run = Decoding::<V>::new(rules);
        while len - at >= 2 * V::LANES {
            let (v, next) = (V::load(src.add(at)), V::load(src.add(at + V::LANES)));
            if v.equal(run.percent).any() {
                let Some((starts, _)) =
                    run.block::<false, MODE>(v, run.digits.class(v), run.digits.class(next))
                else {
                    return refused(at, at + carry_len(carry) - 2 * triplets, carry);
                };
                triplets += starts.count_ones() as usize;
                carry = dropped(starts, carry) >> V::LANES;
            } else {
                carry = 0;
            }
            at += V::LANES;
        }
        let run = Decoding::<V::Half>::new(rules);
        while at < len {
            let left = len - at;
            let (v, next) =
                (load_up_to::<V::Half>(src, at, len), load_up_to::<V::Half>(src, at + 16, len));
            let Some((starts, _)) =
                run.block::<false, MODE>(v, run.digits.class(v), run.digits.class(next))
            else {
                return refused(at, at + carry_len(carry) - 2 * triplets, carry);
            };
            triplets += starts.count_ones() as usize;
            carry = dropped(starts, carry) >> 16;
            at += left.min(16);
        }
    }
    Progress { read: len, written: len - 2 * triplets }
}

/// How many bytes a carry stands for.
#[inline(always)]
fn carry_len(carry: u64) -> usize {
    carry.count_ones() as usize
}
