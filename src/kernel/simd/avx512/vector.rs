//! A register as a [`Vector`], and its triplets: what decodes is in `generic`.

use crate::kernel::memory::REGISTER;
use crate::kernel::rules::{CASE, Digits};
use crate::kernel::simd::arch::*;
use crate::kernel::simd::generic::operations;
use crate::kernel::simd::generic::tables::Aligned;
use crate::kernel::simd::generic::vector::{Cpu, Hex, Lanes, Vector};
use crate::kernel::simd::registers::sse;

/// Bytes in a register.
pub(super) const BLOCK: usize = 64;
const _: () = assert!(BLOCK <= REGISTER);

/// The sixteen lanes of other kernels.
type V16 = sse::V16<true>;

/// 64 bytes. A value exists only where the CPU has AVX-512 with VBMI2: see [`Lanes`].
#[derive(Clone, Copy)]
pub(in crate::kernel) struct V64(pub(super) __m512i);

impl Lanes for V64 {
    operations! {
        splat(byte: u8) => _mm512_set1_epi8(byte as i8);
    }

    operations! {
        and(a, b) => _mm512_and_si512(a, b);
        or(a, b) => _mm512_or_si512(a, b);
        xor(a, b) => _mm512_xor_si512(a, b);
        equal(a, b) => _mm512_movm_epi8(_mm512_cmpeq_epi8_mask(a, b));
        subtract(a, b) => _mm512_sub_epi8(a, b);
        min(a, b) => _mm512_min_epu8(a, b);
        // `mask`, `any` and `select` look at bit 7 alone.
        top_bit(a) => a;
        mask(a) -> u64 => _mm512_movepi8_mask(a);
    }
}

impl Vector for V64 {
    type Half = V16;
    type Hex = HexTables;

    operations! {
        load_repeated(src: *const u8) => _mm512_broadcast_i32x4(_mm_loadu_si128(src.cast()));
    }

    #[inline(always)]
    unsafe fn load_rest(src: *const u8, at: usize, len: usize) -> Self {
        // SAFETY: `src` is valid for reads of `len` bytes, and `n = len - at` are left. All of them are
        // loaded, or 64: the first lanes of a register there, or the last ones of a register that ends
        // where the bytes end. Lanes outside the masks are not read and cannot fault.
        Self(unsafe {
            let (start, n) = (src.add(at), len - at);
            if n >= BLOCK {
                return Self::load(start);
            }
            if reaches_too_far(start, n) {
                let last = !lanes(BLOCK - n);
                let loaded =
                    _mm512_maskz_loadu_epi8(last, start.wrapping_add(n).wrapping_sub(BLOCK).cast());
                return Self(_mm512_maskz_compress_epi8(last, loaded));
            }
            _mm512_maskz_loadu_epi8(lanes(n), start.cast())
        })
    }

    operations! {
        and_not(a, b) => _mm512_andnot_si512(b, a);
        add(a, b) => _mm512_add_epi8(a, b);
        add_saturating(a, b) => _mm512_adds_epu8(a, b);
        subtract_saturating(a, b) => _mm512_subs_epu8(a, b);
        low_nibble_up(a) => _mm512_and_si512(_mm512_slli_epi16::<4>(a), _mm512_set1_epi8(0xF0_u8 as i8));
        // It looks at six bits of each index, and the table repeats every four.
        look_up_high(table, index) => _mm512_permutexvar_epi8(_mm512_srli_epi16::<4>(index), table);
        look_up(table, index) => _mm512_shuffle_epi8(table, index);
        select(mask, yes, no) => _mm512_mask_mov_epi8(no, _mm512_movepi8_mask(mask), yes);
        // The eight lanes after each eight, or before it, then a shift within both.
        next1(a, following) => _mm512_shrdi_epi64::<8>(a, _mm512_alignr_epi64::<1>(following, a));
        next2(a, following) => _mm512_shrdi_epi64::<16>(a, _mm512_alignr_epi64::<1>(following, a));
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
            sse::V16(if part == 0 {
                _mm512_castsi512_si128(self.0)
            } else {
                _mm512_extracti32x4_epi32::<1>(self.0)
            })
        }
    }

    #[inline(always)]
    unsafe fn from_halves(first: V16, second: V16) -> Self {
        // SAFETY: the intrinsics touch registers only; the CPU has the instructions, by the contract of
        // `from_halves`.
        Self(unsafe { _mm512_inserti32x4::<1>(_mm512_zextsi128_si512(first.0), second.0) })
    }

    /// (`vpcompressb` depends on its destination even where that is overwritten, so source and
    /// destination are the same register. To memory it costs more than twice the time, and far more on
    /// Zen 4.)
    #[inline(always)]
    unsafe fn store_kept(self, drop: u64, dst: *mut u8) -> usize {
        // SAFETY: `dst` is valid for writes of 64 bytes, by the contract of `store_kept`; `self` proves
        // the instructions.
        unsafe { Self(_mm512_mask_compress_epi8(self.0, !drop, self.0)).store(dst) };
        BLOCK - drop.count_ones() as usize
    }

    #[inline(always)]
    unsafe fn store_kept_exactly(self, drop: u64, len: usize, dst: *mut u8) -> usize {
        // SAFETY: `dst` is valid for writes of `len <= 64` bytes, by the contract of
        // `store_kept_exactly`, and `n <= len` lanes are kept: the first lanes of a register there, or
        // the last ones of a register that ends where those end. Lanes outside the masks are not written
        // and cannot fault. `self` proves the instructions.
        unsafe {
            let keep = lanes(len) & !drop;
            let (n, kept) =
                (keep.count_ones() as usize, _mm512_mask_compress_epi8(self.0, keep, self.0));
            if reaches_too_far(dst, n) {
                let (last, dst) = (!lanes(BLOCK - n), dst.wrapping_add(n).wrapping_sub(BLOCK));
                _mm512_mask_storeu_epi8(dst.cast(), last, _mm512_maskz_expand_epi8(last, kept));
            } else {
                _mm512_mask_storeu_epi8(dst.cast(), lanes(n), kept);
            }
            n
        }
    }

    #[inline(always)]
    unsafe fn roles(src: *const u8) -> [Self; 3] {
        // SAFETY: `src` is valid for reads of `3 * 64` bytes, and the CPU has the instructions, by the
        // contract of `roles`; each of the tables is 64 bytes long.
        unsafe {
            let [first, second, third] = [0, 1, 2].map(|i| Self::load(src.add(i * BLOCK)).0);
            let role = |[front, back]: &[[u8; BLOCK]; 2]| {
                let (front, back) = (Self::load(front.as_ptr()).0, Self::load(back.as_ptr()).0);
                let both = _mm512_permutex2var_epi8(first, front, second);
                Self(_mm512_permutex2var_epi8(both, back, third))
            };
            [role(&ROLES.0[0]), role(&ROLES.0[1]), role(&ROLES.0[2])]
        }
    }
}

/// A mask of the `n` lowest lanes; of all of them if `n` is greater than 64.
#[inline(always)]
pub(super) const fn lanes(n: usize) -> u64 {
    match u64::MAX.checked_shl(n as u32) {
        Some(others) => !others,
        None => u64::MAX,
    }
}

/// Returns whether a register at `start` would reach into a page that the first `n` bytes do not
/// touch. Such a masked access is correct, but it takes some 160 ns where that page is not mapped,
/// or not yet touched: the next page of a growing heap, for one.
#[inline(always)]
fn reaches_too_far(start: *const u8, n: usize) -> bool {
    const PAGE: usize = 4096;
    let offset = start.addr() % PAGE;
    let reaches = offset > PAGE - BLOCK && offset + n <= PAGE;
    if reaches {
        rarely();
    }
    reaches
}

/// Says that a branch is unlikely.
#[cold]
fn rarely() {}

/// High-digit table: nibble << 4, or 1 where the byte is not a hex digit.
/// (A constant, here and below: each function finds its own beside it, without a load of the address.)
const HIGH_DIGIT: &Aligned<[u8; 128]> = &Aligned(digit_table(4, NO_HIGH_DIGIT));
/// Low-digit table: nibble, or 0x80 where the byte is not a hex digit.
const LOW_DIGIT: &Aligned<[u8; 128]> = &Aligned(digit_table(0, NO_LOW_DIGIT));

const NO_HIGH_DIGIT: u8 = 0x01;
const NO_LOW_DIGIT: u8 = 0x80;

const fn digit_table(shift: u32, no_digit: u8) -> [u8; 128] {
    let mut table = [no_digit; 128];
    let mut byte = 0;
    while byte < 128 {
        if let Some(value) = (byte as u8 as char).to_digit(16) {
            table[byte] = (value << shift) as u8;
        }
        byte += 1;
    }
    table
}

/// The tables of hex digits in registers.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct HexTables {
    high: [__m512i; 2],
    low: [__m512i; 2],
}

impl Hex<V64> for HexTables {
    #[inline(always)]
    fn new(cpu: Cpu<V64>, digits: Digits) -> Self {
        // The letters of the other case, which do not count, in the table's second half.
        let others = if digits == Digits::Any {
            0
        } else {
            0x7E << (usize::from(digits.letter_a() ^ CASE) - BLOCK - 1)
        };
        // SAFETY: the tables are 128 bytes long: `0 + 64 <= 128` and `BLOCK + 64 <= 128`. `cpu`
        // proves the instructions.
        unsafe {
            let others = V64(_mm512_movm_epi8(others));
            let table = |Aligned(table): &Aligned<[u8; 128]>, no_digit| {
                let letters = V64::load(table.as_ptr().add(BLOCK));
                let letters = others.select(cpu.splat(no_digit), letters);
                [V64::load(table.as_ptr()).0, letters.0]
            };
            Self { high: table(HIGH_DIGIT, NO_HIGH_DIGIT), low: table(LOW_DIGIT, NO_LOW_DIGIT) }
        }
    }

    /// The byte: its place decides which table it is looked up in.
    #[inline(always)]
    fn class(self, v: V64) -> V64 {
        v
    }

    #[inline(always)]
    fn triplets(self, percents: V64, V64(v1): V64, V64(v2): V64) -> (V64, V64) {
        // SAFETY: the intrinsics touch registers only, and `self` proves the instructions.
        unsafe {
            let high = _mm512_permutex2var_epi8(self.high[0], v1, self.high[1]);
            let low = _mm512_permutex2var_epi8(self.low[0], v2, self.low[1]);
            // The look-ups ignore the top bit: a byte that has it is not a digit. low | v1 | v2 in that
            // bit, the high digit in the others.
            let no_low = _mm512_ternarylogic_epi64::<0xFE>(low, v1, v2);
            let flags = _mm512_ternarylogic_epi64::<0xCA>(V64::splat(NO_LOW_DIGIT).0, no_low, high);
            let V64(no_digit) = V64::splat(NO_HIGH_DIGIT | NO_LOW_DIGIT);
            let starts = _mm512_mask_testn_epi8_mask(percents.mask(), flags, no_digit);
            (V64(_mm512_movm_epi8(starts)), V64(_mm512_add_epi8(high, low)))
        }
    }
}

/// For each role in a run of triplets (`%`, high digit, low digit) two permutations: from the first
/// two of three registers, then with the third.
static ROLES: Aligned<[[[u8; 64]; 2]; 3]> = {
    let (mut tables, mut from) = ([[[0; 64]; 2]; 3], 0);
    while from < 3 * 64 {
        let [first, second] = &mut tables[from % 3];
        let lane = from / 3;
        (first[lane], second[lane]) =
            if from < 128 { (from as u8, lane as u8) } else { (0, (from - 64) as u8) };
        from += 1;
    }
    Aligned(tables)
};
