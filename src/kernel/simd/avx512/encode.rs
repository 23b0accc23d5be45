//! Encoding: permutations interleave `%` and both digits for 21 inputs at a time, a compression
//! drops the lanes that are not output.

use super::expand::{Expansion, GROUP, GROUPS};
use super::registers::{BLOCK, BLOCKS, any, lanes, load, load_up_to, splat, store, store_first};
use super::tables::SetTable;
use crate::kernel::rules::EncodeRules;
use crate::kernel::simd::arch::*;
use crate::kernel::simd::contract::Kernel;
use crate::kernel::simd::doors::Avx2;
use crate::kernel::trust::Slot;

/// Inputs in an encoding block.
pub(super) const INPUTS: usize = GROUPS * GROUP;
/// Inputs in a step.
const STEP: usize = BLOCKS * INPUTS;

/// Encodes all of the input to the front of `out`, and returns the length of that.
///
/// # Safety
/// `out` holds at least [`encoded_len`](super::encoded_len::encoded_len) bytes.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) unsafe fn encode(input: &[u8], out: &mut [Slot], rules: &EncodeRules) -> usize {
    let (src, len, dst, room) = (input.as_ptr(), input.len(), out.as_mut_ptr().cast(), out.len());
    // SAFETY: the CPU has AVX2, too. `src` is `len` readable and `dst` is `room` writable bytes, which
    // do not overlap; `out` is at least as long as `encoded_len` answers; `0 < len <= FEW` for
    // `encode_few`, and `len > FEW` for `encode_long`.
    unsafe {
        if len <= BY_AVX2 {
            Avx2::encode(input, out, rules)
        } else if len <= FEW {
            encode_few(src, len, dst, room, rules)
        } else {
            encode_long(src, len, dst, room, rules)
        }
    }
}

/// Two registers of 16 are quicker than one block.
const BY_AVX2: usize = 32;

/// The most bytes that [`encode_few`] encodes. (Four blocks would be quicker from 127 bytes on, and
/// twice the code.)
const FEW: usize = 2 * INPUTS;

/// Encodes a few bytes.
///
/// # Safety
/// `src` is valid for reads of `len` bytes, `0 < len <= FEW`, and `dst` for writes of `room`, at
/// least [`encoded_len`](super::encoded_len::encoded_len) bytes. The two do not overlap.
#[inline(never)]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
unsafe fn encode_few(
    src: *const u8,
    len: usize,
    dst: *mut u8,
    room: usize,
    rules: &EncodeRules,
) -> usize {
    // SAFETY: all is passed on as it is, and the `N` blocks of `last` are right: `N / 2 * INPUTS <
    // len <= N * INPUTS` in each call, since `0 < len <= FEW`.
    unsafe {
        if len <= INPUTS {
            last::<1>(src, len, dst, room, rules)
        } else {
            last::<2>(src, len, dst, room, rules)
        }
    }
}

/// Encodes 1 or 2 blocks; more than the first `N / 2` are input: see [`encode_few`].
///
/// # Safety
/// The contract of [`encode_few`], and `N / 2 * INPUTS < len <= N * INPUTS`.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
unsafe fn last<const N: usize>(
    src: *const u8,
    len: usize,
    dst: *mut u8,
    room: usize,
    rules: &EncodeRules,
) -> usize {
    let mut run = Encoding::new(dst, rules);
    let (mut v, mut escaped) = ([_mm512_setzero_si512(); N], [0; N]);
    for i in 0..N {
        let at = i * INPUTS;
        // SAFETY: `i < N / 2` means `at + 64 <= N / 2 * INPUTS + 1 <= len`, by the contract;
        // `load_up_to` reads up to `len`.
        v[i] = unsafe { if i < N / 2 { load(src.add(at)) } else { load_up_to(src, at, len) } };
        escaped[i] = run.escaped(v[i], lanes(len.saturating_sub(at).min(INPUTS)));
    }
    let clean = !any(escaped);
    let triplets = escaped.iter().map(|escaped| escaped.count_ones() as usize).sum::<usize>();
    let whole = room >= len + 2 * triplets + BLOCK;
    for i in 0..N {
        let inputs = if i < N / 2 { INPUTS } else { len.saturating_sub(i * INPUTS).min(INPUTS) };
        // Of two blocks both are written out if one has to be.
        // SAFETY: `end` is at most the length of the output, `len + 2 * triplets`, so
        // `end + 64 <= room` if `whole`. Otherwise exactly what the block becomes is stored, for which
        // there is room.
        unsafe {
            if clean {
                let (out, v) = (dst.wrapping_add(run.end), run.pluses(v[i]));
                if whole {
                    store(out, v)
                } else {
                    store_first(out, v, inputs)
                }
                run.end += inputs;
            } else {
                run.expand::<N, false>(v[i], escaped[i], inputs, whole);
            }
        }
    }
    run.end
}

/// Encodes more bytes.
///
/// # Safety
/// The contract of [`encode_few`], but `len > FEW`.
#[inline(never)]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
unsafe fn encode_long(
    src: *const u8,
    len: usize,
    dst: *mut u8,
    room: usize,
    rules: &EncodeRules,
) -> usize {
    let mut run = Encoding::new(dst, rules);
    // SAFETY: `src` is valid for reads of `len` bytes, and `dst` has room for what they become;
    // nothing is done yet. `step` of one block is called where `len - at > FEW`, so `INPUTS +
    // COVER <= 2 * INPUTS + 1 <= len - at`. `encode_few` gets the rest, `0 < len - at <=
    // FEW`: at least `COVER` bytes follow each step. `dst` has `room - end` bytes for what
    // they become.
    unsafe {
        let mut at = run.bulk(src, len);
        while len - at > FEW {
            run.step::<1>(src.add(at));
            at += INPUTS;
        }
        let (end, left) = (run.end, len - at);
        let (src, dst) = (src.add(at), dst.add(end));
        end + encode_few(src, left, dst, room - end, rules)
    }
}

/// The state of an encoding.
struct Encoding {
    dst: *mut u8,
    table: SetTable,
    space_as_plus: bool,
    expansion: Expansion,
    /// Written so far.
    end: usize,
}

impl Encoding {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn new(dst: *mut u8, rules: &EncodeRules) -> Self {
        Self {
            dst,
            table: SetTable::new(&rules.set),
            space_as_plus: rules.space_as_plus,
            expansion: Expansion::new(rules.lowercase_hex),
            end: 0,
        }
    }

    /// Encodes all steps of four whole blocks, and returns the number of their bytes.
    ///
    /// # Safety
    /// `src` is valid for reads of `len` bytes, and `dst` has room, from `end` on, for what all of
    /// them become.
    #[inline]
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    unsafe fn bulk(&mut self, src: *const u8, len: usize) -> usize {
        let mut at = 0;
        while len - at >= STEP + COVER {
            // SAFETY: `at + STEP + COVER <= len` by the loop condition.
            let clean = unsafe { self.step::<BLOCKS>(src.add(at)) };
            at += STEP;
            // Clean input often goes on.
            while clean && len - at >= BLOCKS * BLOCK + COVER {
                // SAFETY: `at + BLOCKS * BLOCK + COVER <= len` by the loop condition, and `i *
                // BLOCK + 64 <= BLOCKS * BLOCK` for `i <= 3`.
                let block = |i: usize| unsafe { load(src.add(at + i * BLOCK)) };
                let v = [block(0), block(1), block(2), block(3)];
                if self.table.any(v) {
                    break;
                }
                for (i, v) in v.into_iter().enumerate() {
                    // SAFETY: `i * BLOCK + 64 <= BLOCKS * BLOCK`, and this number of bytes
                    // stays the same in the output, for which `dst` has room from `end` on.
                    unsafe { store(self.dst.add(self.end + i * BLOCK), self.pluses(v)) };
                }
                at += BLOCKS * BLOCK;
                self.end += BLOCKS * BLOCK;
            }
        }
        at
    }

    /// Encodes `N` whole blocks, and says whether all of it stays as it is.
    ///
    /// # Safety
    /// `src` is valid for reads of `N * INPUTS + COVER` bytes, and `dst` has room, from `end` on,
    /// for what they become.
    #[inline]
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    unsafe fn step<const N: usize>(&mut self, src: *const u8) -> bool {
        // SAFETY: `i < N`, so `i * INPUTS + 64 <= N * INPUTS + 1 <= N * INPUTS + COVER`.
        let block = |i: usize| unsafe { load(src.add(i * INPUTS)) };
        let (mut v, mut escaped) = ([_mm512_setzero_si512(); N], [0; N]);
        for i in 0..N {
            v[i] = block(i);
            escaped[i] = self.escaped(v[i], lanes(INPUTS));
        }
        let (clean, solid) = (!any(escaped), escaped.iter().all(|&e| e == lanes(INPUTS)));
        for i in 0..N {
            // SAFETY: each store is of 64 bytes and begins at or before the end of the step's
            // output, and the `COVER >= 64` bytes of input after the step become at least 64:
            // so `end + 64` is within the output, for which `dst` has room.
            unsafe {
                if clean {
                    store(self.dst.add(self.end), self.pluses(v[i]));
                    self.end += INPUTS;
                } else if solid {
                    self.expand_solid(v[i]);
                } else {
                    self.expand::<N, true>(v[i], escaped[i], INPUTS, true);
                }
            }
        }
        clean
    }

    /// SP becomes `+`, if it is to. (A branch: as a constant it would make two of every function.)
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn pluses(&self, v: __m512i) -> __m512i {
        if self.space_as_plus {
            _mm512_mask_mov_epi8(v, _mm512_cmpeq_epi8_mask(v, splat(b' ')), splat(b'+'))
        } else {
            v
        }
    }

    /// The mask of the inputs that become triplets.
    #[inline]
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    fn escaped(&self, v: __m512i, inputs: u64) -> u64 {
        self.table.members_and_non_ascii(v) & inputs
    }

    /// Writes what the first `inputs` of a block become, and if `whole` more than that. (A function that
    /// is called from two places is not inlined, and all registers go through memory: the parameters
    /// make a copy for each caller.)
    ///
    /// # Safety
    /// `dst` has room, from `end` on, for the output of the first `inputs <= INPUTS` bytes of the
    /// block; and for 64 bytes from where that ends, if `whole`.
    #[inline]
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    unsafe fn expand<const N: usize, const BULK: bool>(
        &mut self,
        v: __m512i,
        escaped: u64,
        inputs: usize,
        whole: bool,
    ) {
        let digits = self.expansion.digits(v, self.pluses(v), escaped);
        for group in 0..GROUPS {
            // (Between two groups and three there is no branch where there is room: where lengths
            // differ it costs more than a group.)
            if inputs <= if whole { group.min(1) } else { group } * GROUP {
                break;
            }
            let (triplets, mut keep) = self.expansion.group(group, digits);
            if inputs != INPUTS {
                keep &= lanes(3 * inputs.saturating_sub(group * GROUP));
            }
            let kept = keep.count_ones() as usize;
            let triplets = _mm512_mask_compress_epi8(triplets, keep, triplets);
            let out = self.dst.wrapping_add(self.end);
            // SAFETY: `end` is at most where this block's output ends, from where `dst` has room
            // for 64 bytes if `whole`, by the contract. Otherwise `kept <= 3 * GROUP < 64` bytes
            // are stored, which are a part of this block's output, for all of which `dst` has room.
            unsafe { if whole { store(out, triplets) } else { store_first(out, triplets, kept) } };
            self.end += kept;
        }
    }

    /// Writes a block that is escaped from end to end: nothing to compress.
    ///
    /// # Safety
    /// `dst` has room for 64 bytes from where each group's output starts.
    #[inline]
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    unsafe fn expand_solid(&mut self, v: __m512i) {
        let digits = self.expansion.digits(v, v, u64::MAX);
        for group in 0..GROUPS {
            // SAFETY: `end` is where this group's output starts, from where `dst` has room for 64
            // bytes, by the contract.
            unsafe { store(self.dst.add(self.end), self.expansion.group(group, digits).0) };
            self.end += 3 * GROUP;
        }
    }
}

/// Bytes of input after a step whose output, at least as long, covers what the step's last store
/// writes past its own output.
const COVER: usize = BLOCK;
