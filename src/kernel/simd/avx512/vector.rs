//! A register as a [`Vector`]: what decodes is [`generic`].

use super::registers::{BLOCK, lanes, load, load_front, splat, store, store_first};
use super::tables::{HexTables, ROLES, SpecialTable};
use crate::kernel::simd::arch::*;
use crate::kernel::simd::generic::{self, Lanes, Vector};
use crate::kernel::simd::registers::sse;

/// The sixteen lanes of other kernels.
type V16 = sse::V16<true>;

/// 64 bytes. A value exists only where the CPU has AVX-512 with VBMI2: see [`Lanes`]. Masks of lanes are
/// written as vectors of 0xFF and 0; the compiler keeps them in mask registers.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct V64(pub(super) __m512i);

impl Lanes for V64 {
    const LANES: usize = BLOCK;

    generic::accesses! {
        load(src: *const u8) => load(src);
        splat(byte: u8) => splat(byte);
    }

    generic::operations! {
        and(a, b) => _mm512_and_si512(a, b);
        or(a, b) => _mm512_or_si512(a, b);
        xor(a, b) => _mm512_xor_si512(a, b);
        equal(a, b) => _mm512_movm_epi8(_mm512_cmpeq_epi8_mask(a, b));
        subtract(a, b) => _mm512_sub_epi8(a, b);
        min(a, b) => _mm512_min_epu8(a, b);
        max(a, b) => _mm512_max_epu8(a, b);
        top_bit(a) => _mm512_movm_epi8(_mm512_movepi8_mask(a));
    }

    #[inline(always)]
    fn mask(self) -> u64 {
        // SAFETY: the intrinsic touches registers only; `self` proves the instructions.
        unsafe { _mm512_movepi8_mask(self.0) }
    }
}

impl Vector for V64 {
    type Half = V16;
    type Hex = HexTables;
    type Special = SpecialTable;

    /// Masked accesses take any length.
    const SHORTEST: usize = 1;

    generic::accesses! {
        load_repeated(src: *const u8) => _mm512_broadcast_i32x4(_mm_loadu_si128(src.cast()));
    }

    generic::accesses! {
        store(register, dst) => store(dst, register);
    }

    #[inline(always)]
    unsafe fn load_first(src: *const u8, len: usize) -> Self {
        // SAFETY: this function's contract is that of `load_rest`.
        unsafe { Self::load_rest(src, 0, len) }
    }

    #[inline(always)]
    unsafe fn load_rest(src: *const u8, at: usize, len: usize) -> Self {
        // SAFETY: `src` is valid for reads of `len` bytes, and `len - at` are left: all of them are
        // loaded, or 64.
        Self(unsafe {
            let start = src.add(at);
            if len - at >= BLOCK { load(start) } else { load_front(start, len - at) }
        })
    }

    /// (`vpcompressb` depends on its destination even where that is overwritten, so source and
    /// destination are the same register. To memory it costs more than twice the time, and far more on
    /// Zen 4.)
    #[inline(always)]
    unsafe fn store_kept(self, drop: u64, dst: *mut u8) -> usize {
        // SAFETY: `dst` is valid for writes of 64 bytes, by the contract of `store_kept`; `self` proves
        // the instructions.
        unsafe { store(dst, _mm512_mask_compress_epi8(self.0, !drop, self.0)) };
        BLOCK - drop.count_ones() as usize
    }

    #[inline(always)]
    unsafe fn store_kept_exactly(self, drop: u64, len: usize, dst: *mut u8) -> usize {
        // SAFETY: `dst` is valid for writes of `len <= 64` bytes, by the contract of
        // `store_kept_exactly`, and at most that number is kept; `self` proves the instructions.
        unsafe {
            let keep = lanes(len) & !drop;
            let kept = keep.count_ones() as usize;
            store_first(dst, _mm512_mask_compress_epi8(self.0, keep, self.0), kept);
            kept
        }
    }

    #[inline(always)]
    unsafe fn roles(src: *const u8) -> [Self; 3] {
        // SAFETY: `src` is valid for reads of `3 * 64` bytes, and the CPU has the instructions, by the
        // contract of `roles`; each of the tables is 64 bytes long.
        unsafe {
            let loads = [load(src), load(src.add(BLOCK)), load(src.add(2 * BLOCK))];
            let role = |[front, back]: &[[u8; BLOCK]; 2]| {
                let both = _mm512_permutex2var_epi8(loads[0], load(front.as_ptr()), loads[1]);
                Self(_mm512_permutex2var_epi8(both, load(back.as_ptr()), loads[2]))
            };
            [role(&ROLES[0]), role(&ROLES[1]), role(&ROLES[2])]
        }
    }

    #[inline(always)]
    fn in_order(self) -> Self {
        self
    }

    generic::operations! {
        and_not(a, b) => _mm512_andnot_si512(b, a);
        add(a, b) => _mm512_add_epi8(a, b);
        add_saturating(a, b) => _mm512_adds_epu8(a, b);
        subtract_saturating(a, b) => _mm512_subs_epu8(a, b);
        low_nibble_up(a) => _mm512_and_si512(_mm512_slli_epi16::<4>(a), _mm512_set1_epi8(0xF0_u8 as i8));
        high_nibble_down(a) => _mm512_and_si512(_mm512_srli_epi16::<4>(a), _mm512_set1_epi8(0x0F));
        look_up(table, index) => _mm512_shuffle_epi8(table, index);
        select(mask, yes, no) => _mm512_mask_mov_epi8(no, _mm512_movepi8_mask(mask), yes);
        // The eight lanes after each eight, or before it, then a shift within both.
        next1(a, following) => _mm512_shrdi_epi64::<8>(a, _mm512_alignr_epi64::<1>(following, a));
        next2(a, following) => _mm512_shrdi_epi64::<16>(a, _mm512_alignr_epi64::<1>(following, a));
        rotate1(a) => _mm512_alignr_epi8::<1>(a, a);
        rotate2(a) => _mm512_alignr_epi8::<2>(a, a);
        previous1(a, preceding) => _mm512_shldi_epi64::<8>(a, _mm512_alignr_epi64::<7>(a, preceding));
        previous2(a, preceding) => _mm512_shldi_epi64::<16>(a, _mm512_alignr_epi64::<7>(a, preceding));
        previous3(a, preceding) => _mm512_shldi_epi64::<24>(a, _mm512_alignr_epi64::<7>(a, preceding));
        join_low8(a, b) => _mm512_unpacklo_epi64(a, b);
        join_high8(a, b) => _mm512_unpackhi_epi64(a, b);
        shuffle(a, index) => _mm512_shuffle_epi8(a, index);
    }

    #[inline(always)]
    fn half(self, part: usize) -> V16 {
        // SAFETY: the intrinsics touch registers only; `self` proves the instructions.
        unsafe {
            V16::from_register(match part {
                0 => _mm512_castsi512_si128(self.0),
                1 => _mm512_extracti32x4_epi32::<1>(self.0),
                2 => _mm512_extracti32x4_epi32::<2>(self.0),
                _ => _mm512_extracti32x4_epi32::<3>(self.0),
            })
        }
    }

    #[inline(always)]
    unsafe fn from_halves(first: V16, second: V16) -> Self {
        // SAFETY: the intrinsics touch registers only; the CPU has the instructions, by the contract of
        // `from_halves`.
        Self(unsafe {
            let first = _mm512_zextsi128_si512(first.register());
            _mm512_inserti32x4::<1>(first, second.register())
        })
    }
}
