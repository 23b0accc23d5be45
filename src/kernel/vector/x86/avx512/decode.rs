//! Decoding: two look-ups tell where triplets start and what they are, a compression drops their
//! digits.
//!
//! The functions here load, find and store in the same way, but each by itself: the short input,
//! the bulk, the last step, and the rare step in which something is special. One function for all
//! of them is not inlined, and its registers go through memory: that took the bulk from 22 GB/s to
//! 11 (see the lessons in docs/kernels.md). What they share is in [`triplets`](super::triplets) and
//! always inlined.

use super::registers::{
    BLOCK, BLOCKS, STEP, following, lanes, load, load_masked, load_up_to, reaches_too_far, store,
    store_first,
};
use super::tables::{HexDigits, percents};
use super::triplets::{Selection, Triplets, dropped, percents_of, spaces};
use crate::kernel::vector::mode::{PLAIN, SELECTIVE, with_mode};
use crate::kernel::vector::x86::arch::*;
use crate::kernel::{DecodeRules, Progress};

/// How far decoding has come. The bytes of `carry` at `at` are digits of a triplet that is decoded
/// already.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) at: usize,
    pub(super) end: usize,
    pub(super) carry: u64,
}

impl Place {
    pub(super) const START: Self = Self { at: 0, end: 0, carry: 0 };

    /// Where something is refused, the digits of the last decoded triplet are done, too.
    #[inline(always)]
    pub(super) fn progress(self, len: usize) -> Progress {
        Progress {
            read: if self.at < len { self.at + self.carry.count_ones() as usize } else { len },
            written: self.end,
        }
    }
}

/// Decodes some blocks among whose triplets some are special, exactly; or (if `dst` is null) counts
/// only. `None` where something is refused. It finds everything again: what the caller knows would
/// have to stay in registers for this rare case.
///
/// # Safety
/// The contract of [`decode`] holds for `src`, `len` and `dst`, or `dst` is null. `from.at <= len`,
/// and `from.end` is the length of the output of what is before.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
pub(super) unsafe fn decode_special(
    src: *const u8,
    len: usize,
    dst: *mut u8,
    rules: &DecodeRules,
    from: Place,
    blocks: usize,
) -> Option<Place> {
    let (hex, selection) = (HexDigits::new(), Selection::new(rules));
    let mut place = from;
    for _ in 0..blocks {
        if place.at == len {
            break;
        }
        // In place: what the blocks before have stored, exactly, ends where they end at the latest.
        // SAFETY: `src` is valid for reads of `len` bytes; `load_up_to` reads none from `len` on.
        let block = |n: usize| unsafe { load_up_to(src, place.at + n, len) };
        let v = block(0);
        let digits = hex.look_up(block(1), block(2));
        let percents = percents(v);
        let starts = selection.select(percents, digits.starts(percents), digits.values())?;
        let (drop, carry) = dropped(starts, place.carry);
        let keep = lanes(len - place.at) & !drop;
        if !dst.is_null() {
            let values = if rules.plus_as_space {
                spaces::<true>(digits.values_into(v, starts), v)
            } else {
                digits.values_into(v, starts)
            };
            let values = _mm512_mask_compress_epi8(values, keep, values);
            // SAFETY: the kept lanes, at most 64 and at most `len - at`, are output that follows
            // `end` bytes of output: within what `decoded_len` answers if nothing is refused. `end
            // <= at`, so they are within `len` bytes otherwise.
            unsafe { store_first(dst.wrapping_add(place.end), values, keep.count_ones() as usize) };
        }
        place = Place {
            at: len.min(place.at + BLOCK),
            end: place.end + keep.count_ones() as usize,
            carry,
        };
    }
    Some(place)
}

/// Decodes `len` bytes from `src` to `dst`, which may be the same.
///
/// # Safety
/// `src` is valid for reads of `len` bytes, and `dst` for writes of `room >= len` bytes, any of which
/// may be written. The two are equal, or do not overlap.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
pub(in crate::kernel) unsafe fn decode(
    src: *const u8,
    len: usize,
    dst: *mut u8,
    _room: usize,
    rules: &DecodeRules,
) -> Progress {
    if len == 0 {
        // A masked load of nothing is slow where the pointer points to nothing, as that of an empty
        // slice does.
        return Progress::NONE;
    }
    // SAFETY: `src`, `len`, `dst` and `rules` are passed on as they are; `len > 0`; and the `N`
    // blocks of `decode_short` are right: `(N - 1) * BLOCK < len <= N * BLOCK` in both calls.
    unsafe {
        // Most calls: nothing but a block or two, without a frame.
        if len <= 2 * BLOCK && !rules.plus_as_space && rules.is_plain() {
            return if len <= BLOCK {
                decode_short::<false, PLAIN, 1>(src, len, dst, rules)
            } else {
                decode_short::<false, PLAIN, 2>(src, len, dst, rules)
            };
        }
        if rules.plus_as_space {
            with_mode!(rules, decode_with[true](src, len, dst, rules))
        } else {
            with_mode!(rules, decode_with[false](src, len, dst, rules))
        }
    }
}

/// # Safety
/// The contract of [`decode`], and `len > 0`.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
unsafe fn decode_with<const PLUS: bool, const MODE: u8>(
    src: *const u8,
    len: usize,
    dst: *mut u8,
    rules: &DecodeRules,
) -> Progress {
    // SAFETY: `src`, `len` and `dst` are passed on as they are; `0 < len <= BLOCK` for
    // `decode_short` with one block, and `len > 0` for `long`.
    unsafe {
        // (Short inputs without options have been decoded by `decode`. A second call of the same
        // function would keep both from being inlined.)
        if len <= BLOCK && (PLUS || MODE != PLAIN) {
            return decode_short::<PLUS, MODE, 1>(src, len, dst, rules);
        }
        Decoding::<PLUS, MODE>::new(src, len, dst, rules).long()
    }
}

/// Decodes an input of at most `N` blocks, and of more than `N` - 1.
///
/// # Safety
/// The contract of [`decode`], and `(N - 1) * BLOCK < len <= N * BLOCK`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
unsafe fn decode_short<const PLUS: bool, const MODE: u8, const N: usize>(
    src: *const u8,
    len: usize,
    dst: *mut u8,
    rules: &DecodeRules,
) -> Progress {
    let mut v = [_mm512_setzero_si512(); N];
    for (i, block) in v.iter_mut().enumerate() {
        // SAFETY: `i * BLOCK + 64 <= (N - 1) * BLOCK < len` for all blocks but the last one, of
        // which `load_up_to` reads up to `len`.
        *block = unsafe {
            if i + 1 < N { load(src.add(i * BLOCK)) } else { load_up_to(src, i * BLOCK, len) }
        };
    }
    let [v1, v2] = following(v);
    let Some((starts, values)) = Triplets::<MODE>::new(rules).find(percents_of(v), [v, v1, v2])
    else {
        let special = if MODE & SELECTIVE != 0 {
            // SAFETY: `src`, `len` and `dst` are passed on as they are, and nothing is decoded
            // yet: `at` and `end` are 0.
            unsafe { decode_special(src, len, dst, rules, Place::START, N) }
        } else {
            None
        };
        return special.unwrap_or(Place::START).progress(len);
    };
    let mut place = Place::START;
    for i in 0..N {
        let input = if i + 1 < N { u64::MAX } else { lanes(len - i * BLOCK) };
        // SAFETY: `input` has the block's lanes before `len`, and nothing is refused, so the bytes
        // that it becomes are within what `decoded_len` answers, for which `dst` has room.
        unsafe { store_block(dst, &mut place, input, starts[i], spaces::<PLUS>(values[i], v[i])) };
    }
    Progress { read: len, written: place.end }
}

/// Stores what a block decodes into, exactly: `input` are its lanes that are input.
///
/// # Safety
/// `dst` is valid for writes of as many bytes from `place.end` on.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
unsafe fn store_block(dst: *mut u8, place: &mut Place, input: u64, starts: u64, values: __m512i) {
    let (drop, carry) = dropped(starts, place.carry);
    let keep = input & !drop;
    let kept = keep.count_ones() as usize;
    // SAFETY: `kept <= 64`, and `dst` is valid for writes of this many bytes from `place.end` on,
    // by the contract.
    unsafe {
        store_first(
            dst.wrapping_add(place.end),
            _mm512_mask_compress_epi8(values, keep, values),
            kept,
        )
    };
    place.end += kept;
    place.carry = carry;
}

/// One decoding.
struct Decoding<'a, const PLUS: bool, const MODE: u8> {
    src: *const u8,
    len: usize,
    dst: *mut u8,
    rules: &'a DecodeRules,
    triplets: Triplets<MODE>,
    place: Place,
}

/// Bytes of input after a step whose output is sure to cover what the step's last store writes past
/// its own output: 64 bytes of output, of three each.
const COVER: usize = 3 * BLOCK;

impl<'a, const PLUS: bool, const MODE: u8> Decoding<'a, PLUS, MODE> {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn new(src: *const u8, len: usize, dst: *mut u8, rules: &'a DecodeRules) -> Self {
        Self { src, len, dst, rules, triplets: Triplets::new(rules), place: Place::START }
    }

    /// Decodes an input of any length.
    ///
    /// # Safety
    /// The contract of [`decode`] holds for `src`, `len` and `dst`, `len > 0`, and `place` is the
    /// start.
    #[inline]
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt"
    )]
    unsafe fn long(&mut self) -> Progress {
        // SAFETY: `len > 0`, so `len - 1` is a place in the input. The fields that the contract of
        // `decode` is about never change, and `place` is what has been done of them. `last` with
        // `WHOLE` is called only if `len - at >= STEP + 2`, and with several registers otherwise
        // only if `len - at <= N * BLOCK`.
        unsafe {
            let mut go_on = self.bulk();
            // A register that starts at the last byte reaches as far as any.
            let near_the_end_of_a_page = reaches_too_far(self.src.add(self.len - 1), 1);
            while go_on && self.place.at < self.len {
                // Each of these is here once: what is called from two places is not inlined.
                go_on = match self.len - self.place.at {
                    left if left >= STEP + 2 => self.last::<BLOCKS, true>(),
                    // One byte after a step: only a single block looks at what follows it.
                    left if left <= BLOCK || left > STEP || near_the_end_of_a_page => {
                        self.last::<1, false>()
                    }
                    ..=128 => self.last::<2, false>(),
                    _ => self.last::<BLOCKS, false>(),
                };
            }
        }
        self.place.progress(self.len)
    }

    /// Decodes some blocks in which [`Triplets::find`] has met a kept or refused triplet. False
    /// where something is refused.
    ///
    /// # Safety
    /// The contract of [`decode`] holds for `src`, `len` and `dst`, and `place` is what has been
    /// done: `place.at <= len`.
    #[inline]
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt"
    )]
    unsafe fn special(&mut self, blocks: usize) -> bool {
        if MODE & SELECTIVE == 0 {
            return false;
        }
        // SAFETY: `src`, `len` and `dst` are passed on as they are, with `place.at <= len`, by the
        // contract.
        let done =
            unsafe { decode_special(self.src, self.len, self.dst, self.rules, self.place, blocks) };
        self.place = done.unwrap_or(self.place);
        done.is_some()
    }

    /// Decodes steps of whole registers, as many as there are. False where something is refused.
    ///
    /// # Safety
    /// The contract of [`decode`] holds for `src`, `len` and `dst`, and `place` is what has been
    /// done: `place.at <= len`.
    #[inline]
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt"
    )]
    unsafe fn bulk(&mut self) -> bool {
        // Solid runs of triplets have a loop of their own, tried only after two dense steps, and
        // ever more rarely where runs prove short.
        let (mut dense_steps, mut rest_steps, mut pause) = (0_u32, 0_u32, 1_u32);
        while self.len - self.place.at >= STEP + COVER {
            // SAFETY: `at + STEP + COVER <= len` by the loop condition; the loads of 64 bytes at
            // `at + i * BLOCK + n`, `i <= 3` and `n <= 2`, end at `at + STEP + 2` at most.
            let block =
                |i: usize, n: usize| unsafe { load(self.src.add(self.place.at + i * BLOCK + n)) };
            let step = |n: usize| [block(0, n), block(1, n), block(2, n), block(3, n)];
            let v = step(0);
            let percents = percents_of(v);
            if self.place.carry == 0 && percents[0] | percents[1] | percents[2] | percents[3] == 0 {
                for (i, v) in v.into_iter().enumerate() {
                    // SAFETY: `i * BLOCK + 64 <= STEP`, and the STEP bytes of input become as many
                    // of output. If nothing is refused, `end + STEP` is within the output;
                    // otherwise `end + STEP <= at + STEP <= len`, which is the room.
                    unsafe {
                        store(self.dst.add(self.place.end + i * BLOCK), spaces::<PLUS>(v, v))
                    };
                }
                self.place.at += STEP;
                self.place.end += STEP;
                dense_steps = 0;
                continue;
            }
            let Some((starts, values)) = self.triplets.find(percents, [v, step(1), step(2)]) else {
                // SAFETY: `place` is as it was before this step: `at + STEP + COVER <= len`.
                if unsafe { self.special(BLOCKS) } {
                    continue;
                }
                return false;
            };
            let before = self.place.end;
            for i in 0..BLOCKS {
                let (drop, carry) = dropped(starts[i], self.place.carry);
                self.place.carry = carry;
                let values = spaces::<PLUS>(values[i], v[i]);
                // SAFETY: `end` is at most where the step's output ends. Of the COVER bytes of
                // input after the step at most 2 are digits of its last triplet, and the others
                // become at least `ceil((COVER - 2) / 3) == 64`. So `end + 64` is within the output
                // if nothing is refused; otherwise `end + 64 <= at + (i + 1) * BLOCK <= len`, which
                // is the room.
                unsafe {
                    store(
                        self.dst.add(self.place.end),
                        _mm512_mask_compress_epi8(values, !drop, values),
                    )
                };
                self.place.end += BLOCK - drop.count_ones() as usize;
            }
            self.place.at += STEP;
            if MODE & SELECTIVE != 0 {
                continue;
            }
            if rest_steps > 0 {
                rest_steps -= 1;
                continue;
            }
            dense_steps = if self.place.end - before <= STEP / 3 + 1 { dense_steps + 1 } else { 0 };
            if dense_steps >= 2 {
                // What is carried is done: the next triplet, if there is one, starts after it.
                self.place.at += self.place.carry.count_ones() as usize;
                self.place.carry = 0;
                // SAFETY: COVER bytes followed the step and at most 2 were carried, so `place.at <=
                // len`, and nothing is carried.
                let chunks = unsafe { self.solid() };
                pause = if chunks >= 8 { 1 } else { (pause * 2).min(64) };
                rest_steps = pause;
                dense_steps = 0;
            }
        }
        true
    }

    /// Decodes chunks of 64 triplets without a gap, as many as there are, and returns their number.
    /// Nothing is carried before or after.
    ///
    /// # Safety
    /// The contract of [`decode`] holds for `src`, `len` and `dst`, and `place` is what has been
    /// done: `place.at <= len`.
    #[inline]
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt"
    )]
    unsafe fn solid(&mut self) -> usize {
        const CHUNK: usize = 3 * BLOCK;
        let mut chunks = 0;
        while self.len - self.place.at >= CHUNK {
            // SAFETY: `at + CHUNK <= len` by the loop condition, and `i * BLOCK + 64 <= CHUNK` for
            // `i <= 2`.
            let block = |i: usize| unsafe { load(self.src.add(self.place.at + i * BLOCK)) };
            let z = [block(0), block(1), block(2)];
            // Every third byte: those of the first two registers, then those of the third.
            let role = |r: usize| {
                // SAFETY: each of the tables in `ROLES` is 64 bytes long.
                let (front, back) =
                    unsafe { (load(ROLES[r][0].as_ptr()), load(ROLES[r][1].as_ptr())) };
                _mm512_permutex2var_epi8(_mm512_permutex2var_epi8(z[0], front, z[1]), back, z[2])
            };
            let digits = self.triplets.hex.look_up(role(1), role(2));
            if digits.starts(percents(role(0))) != u64::MAX {
                break;
            }
            // SAFETY: the CHUNK bytes from `at` are 64 valid triplets and become 64 bytes. If
            // nothing is refused, `end + 64` is within the output; otherwise `end + 64 <= at +
            // CHUNK <= len`, which is the room.
            unsafe { store(self.dst.add(self.place.end), digits.values()) };
            self.place.at += CHUNK;
            self.place.end += BLOCK;
            chunks += 1;
        }
        chunks
    }

    /// Decodes a step of `N` registers, and stores exactly. `WHOLE`: at least two more bytes follow
    /// it. Otherwise no byte past the end is read by several registers, which are the last ones,
    /// and a single one touches no page that the input does not touch. False where something is
    /// refused.
    ///
    /// # Safety
    /// The contract of [`decode`] holds for `src`, `len` and `dst`, and `place` is what has been
    /// done: `at <= len`, and `len - at >= N * BLOCK + 2` if `WHOLE`.
    #[inline]
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt"
    )]
    unsafe fn last<const N: usize, const WHOLE: bool>(&mut self) -> bool {
        let mut v = [_mm512_setzero_si512(); N];
        for (i, block) in v.iter_mut().enumerate() {
            let at = self.place.at + i * BLOCK;
            // SAFETY: if `WHOLE`, `place.at + N * BLOCK + 2 <= len`, by the contract, and
            // `at + 64 <= place.at + N * BLOCK`. Otherwise nothing is read from `len` on.
            *block = unsafe {
                match N {
                    _ if WHOLE => load(self.src.add(at)),
                    1 => load_up_to(self.src, at, self.len),
                    _ => load_masked(self.src, at, self.len),
                }
            };
        }
        let [v1, v2] = if WHOLE {
            [1, 2].map(|n| {
                core::array::from_fn(|i| {
                    // SAFETY: `WHOLE` means `at + N * BLOCK + 2 <= len`, by the contract, and
                    // `i * BLOCK + n + 64 <= N * BLOCK + 2`.
                    unsafe { load(self.src.add(self.place.at + i * BLOCK + n)) }
                })
            })
        } else if N == 1 {
            // SAFETY: `src` is valid for reads of `len` bytes; `load_up_to` reads none from `len`
            // on.
            [1, 2].map(|n| [unsafe { load_up_to(self.src, self.place.at + n, self.len) }; N])
        } else {
            following(v)
        };
        let Some((starts, values)) = self.triplets.find(percents_of(v), [v, v1, v2]) else {
            // SAFETY: `place` is as it was when this function was called: `at <= len`.
            return unsafe { self.special(N) };
        };
        for i in 0..N {
            let input = if WHOLE {
                u64::MAX
            } else {
                lanes(self.len.saturating_sub(self.place.at + i * BLOCK))
            };
            // SAFETY: `input` has the block's lanes before `len`, and what they become is stored
            // exactly: within the output if nothing is refused; otherwise `end <= at`, and no block
            // becomes longer, so within `len`, which is the room.
            unsafe {
                store_block(
                    self.dst,
                    &mut self.place,
                    input,
                    starts[i],
                    spaces::<PLUS>(values[i], v[i]),
                )
            };
        }
        self.place.at = (self.place.at + N * BLOCK).min(self.len);
        true
    }
}

/// For each role in a run of triplets (`%`, high digit, low digit) two permutations: from the first
/// two of three registers, then with the third.
static ROLES: [[[u8; 64]; 2]; 3] = {
    let mut tables = [[[0; 64]; 2]; 3];
    let mut role = 0;
    while role < 3 {
        let mut i = 0;
        while i < 64 {
            let from = 3 * i + role;
            if from < 128 {
                tables[role][0][i] = from as u8;
                tables[role][1][i] = i as u8;
            } else {
                tables[role][1][i] = (from - 64) as u8;
            }
            i += 1;
        }
        role += 1;
    }
    tables
};
