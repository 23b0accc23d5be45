//! The operations that an instruction set must offer. Where it cannot compress a register, a table
//! closes the gaps that the digits of decoded triplets leave, 8 lanes at a time.

use core::marker::PhantomData;
use core::slice::from_raw_parts;

use super::tables::{COMPACT, MOVE, ORDER, ROLES, ZEROS};
use crate::kernel::marks::PLACES;
use crate::kernel::memory::few;
use crate::kernel::rules::{DecodeRules, Digits};

/// The starts of four registers of 16 bytes that cover 16 to [`PLACES`] bytes, without a branch on
/// their number: it differs for every input. Each is at most `len - 16`.
#[inline(always)]
pub(in crate::kernel) fn overlapping(len: usize) -> [usize; 4] {
    debug_assert!((16..=PLACES).contains(&len));
    let last = len - 16;
    [0, last.min(16), len.saturating_sub(32), last]
}

/// The proof that the CPU has the instructions of a register.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct Cpu<L>(PhantomData<L>);

impl<L: Lanes> Cpu<L> {
    /// # Safety
    /// The CPU has the instructions.
    #[inline(always)]
    pub(in crate::kernel) unsafe fn new() -> Self {
        Self(PhantomData)
    }

    /// The byte in every lane.
    #[inline(always)]
    pub(in crate::kernel) fn splat(self, byte: u8) -> L {
        // SAFETY: `self` proves the instructions.
        unsafe { L::splat(byte) }
    }
}

impl<V: Vector> Cpu<V> {
    /// Sixteen bytes of a table, in every sixteen lanes.
    #[inline(always)]
    pub(in crate::kernel) fn table(self, bytes: &[u8; 16]) -> V {
        // SAFETY: `bytes` has the 16 bytes that are loaded, and `self` proves the instructions.
        unsafe { V::load_repeated(bytes.as_ptr()) }
    }
}

/// A register of bytes, which need not shuffle: that of SSE2, and every [`Vector`].
///
/// Whoever makes one by a function without `self` vouches that the CPU has the instructions, as whoever
/// makes a [`Cpu`] does; the value is then the proof for all the other methods.
pub(in crate::kernel) trait Lanes: Copy {
    /// Bytes in the register, which is all that the type holds: 16, 32 or 64.
    const LANES: usize = size_of::<Self>();

    /// The byte in every lane.
    unsafe fn splat(byte: u8) -> Self;

    /// # Safety
    /// `src` is valid for reads of `LANES` bytes.
    #[inline(always)]
    unsafe fn load(src: *const u8) -> Self {
        // SAFETY: `src` is valid for reads of `LANES` bytes, by this function's contract; any bytes make a
        // register.
        unsafe { src.cast::<Self>().read_unaligned() }
    }

    /// # Safety
    /// `dst` is valid for writes of `LANES` bytes.
    #[inline(always)]
    unsafe fn store(self, dst: *mut u8) {
        // SAFETY: `dst` is valid for writes of `LANES` bytes, by this function's contract.
        unsafe { dst.cast::<Self>().write_unaligned(self) }
    }

    /// The value is a proof.
    #[inline(always)]
    fn cpu(self) -> Cpu<Self> {
        Cpu(PhantomData)
    }
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    /// 0xFF where the lanes are equal, else 0.
    fn equal(self, other: Self) -> Self;
    fn subtract(self, other: Self) -> Self;
    fn min(self, other: Self) -> Self;
    /// Bit 7 of each byte, in the form that `mask`, `any` and `select` take: 0xFF or 0, or, where those
    /// look at bit 7 alone, the bytes themselves.
    fn top_bit(self) -> Self;
    /// A bit for each lane, of a vector whose lanes are 0xFF or 0.
    fn mask(self) -> u64;
    /// Returns whether some lane is 0xFF; every lane is 0xFF or 0.
    #[inline(always)]
    fn any(self) -> bool {
        self.mask() != 0
    }
}

/// A register of bytes that are shuffled by a table of sixteen.
pub(in crate::kernel) trait Vector: Lanes {
    /// The register of 16 bytes of the same instruction set.
    type Half: Vector16;

    /// Its triplets.
    type Hex: Hex<Self>;

    /// Loads the register from `at` on, with zeros past the end of the input, without a branch: how
    /// much is left is different for every input.
    ///
    /// # Safety
    /// `src` is valid for reads of `len` bytes, which are 16 or more unless this is a register of 64.
    #[inline(always)]
    unsafe fn load_rest(src: *const u8, at: usize, len: usize) -> Self {
        // SAFETY: `src` is valid for reads of `len` bytes and `len >= 16`, by this function's
        // contract.
        unsafe { Self::from_halves(load_rest16(src, at, len), load_rest16(src, at + 16, len)) }
    }

    /// 16 bytes from `first`, and in the second sixteen lanes, if there are any, 16 from `second`.
    ///
    /// # Safety
    /// Both are valid for reads of 16 bytes, or the first one if there is no other half.
    #[inline(always)]
    unsafe fn load_halves(first: *const u8, second: *const u8) -> Self {
        // SAFETY: 16 bytes are readable from `first`, and from `second` in a register of 32, by
        // this function's contract.
        unsafe {
            let first = Self::Half::load(first);
            let second = if Self::LANES == 32 { Self::Half::load(second) } else { first };
            Self::from_halves(first, second)
        }
    }

    /// Sixteen bytes, in every sixteen lanes.
    ///
    /// # Safety
    /// `src` is valid for reads of 16 bytes.
    #[inline(always)]
    unsafe fn load_repeated(src: *const u8) -> Self {
        // SAFETY: the contract of `load_halves` is that of this function for both halves.
        unsafe { Self::load_halves(src, src) }
    }

    /// `self & !other`.
    fn and_not(self, other: Self) -> Self;
    fn add(self, other: Self) -> Self;
    fn add_saturating(self, other: Self) -> Self;
    fn subtract_saturating(self, other: Self) -> Self;
    /// The low nibble of each byte as its high one, above zero.
    fn low_nibble_up(self) -> Self;
    /// The entries of a table of sixteen at the low nibbles of `index`, and zero where `index`
    /// is >= 0x80.
    fn look_up(self, index: Self) -> Self;
    /// The entries of a table of sixteen, in every sixteen lanes, at the high nibbles of `index`.
    fn look_up_high(self, index: Self) -> Self;
    /// `yes` where `self` is 0xFF, `no` where it is 0.
    fn select(self, yes: Self, no: Self) -> Self {
        yes.and(self).or(no.and_not(self))
    }
    /// The bytes one place further on, where `following` comes after `self`.
    fn next1(self, following: Self) -> Self;
    /// The bytes two places further on.
    fn next2(self, following: Self) -> Self;
    /// The bytes one place before, where `preceding` comes before `self`.
    fn previous1(self, preceding: Self) -> Self;
    /// The bytes two places before.
    fn previous2(self, preceding: Self) -> Self;
    /// The bytes three places before.
    fn previous3(self, preceding: Self) -> Self;
    /// Sixteen lanes: the first ones (`part` is 0) or the second ones (1).
    fn half(self, part: usize) -> Self::Half;
    /// Sixteen lanes, and in a register of 32 sixteen more.
    unsafe fn from_halves(first: Self::Half, second: Self::Half) -> Self;
    /// The sixteen lanes of `half(part)`, in every sixteen lanes.
    #[inline(always)]
    fn repeat(self, part: usize) -> Self {
        let half = self.half(part);
        // SAFETY: nothing but the instructions is asked for.
        unsafe { Self::from_halves(half, half) }
    }
    /// Within every sixteen lanes: the first 8, then the first 8 of `other`.
    fn join_low8(self, other: Self) -> Self;
    /// Within every sixteen lanes: the last 8, then the last 8 of `other`.
    fn join_high8(self, other: Self) -> Self;
    /// Within every sixteen lanes: those that `index` names, all of them below 16, or zero where it
    /// is >= 0x80.
    fn shuffle(self, index: Self) -> Self;

    /// The `%`, in any order, the high and the low digits of `LANES` adjacent triplets.
    ///
    /// # Safety
    /// `src` is valid for reads of `3 * LANES` bytes.
    #[inline(always)]
    unsafe fn roles(src: *const u8) -> [Self; 3] {
        // SAFETY: `src` is valid for reads of `3 * LANES` bytes, by this function's contract. The
        // loads end at `src + 48` and at `second + 48` at the latest: with 16 lanes both are
        // `src + 3 * 16`, with 32 the second one is `src + 3 * 32`.
        unsafe {
            let second = src.wrapping_add(if Self::LANES == 32 { 48 } else { 0 });
            let loads = [
                Self::load_halves(src, second),
                Self::load_halves(src.add(16), second.wrapping_add(16)),
                Self::load_halves(src.add(32), second.wrapping_add(32)),
            ];
            let (cpu, mut roles, mut i) = (loads[0].cpu(), loads, 0);
            while i < 3 {
                let first = cpu.table(&ROLES[i][0]);
                let role = cpu.table(&ROLES[i][1]).select(loads[1], loads[2]);
                let role = first.select(loads[0], role);
                roles[i] = if i > 0 { role.shuffle(cpu.table(&ORDER[i])) } else { role };
                i += 1;
            }
            roles
        }
    }

    /// Stores the lanes that are not in `drop`, and something past them: `LANES` bytes at most. Returns
    /// how many they are.
    ///
    /// # Safety
    /// `dst` is valid for writes of `LANES` bytes.
    #[inline(always)]
    unsafe fn store_kept(self, drop: u64, dst: *mut u8) -> usize {
        let (mut end, mut part) = (0, 0);
        while part < Self::LANES / 16 {
            let half = self.half(part);
            let (low, first) = close8(half, drop >> (16 * part));
            let (high, second) = close8(half.join_high8(half), drop >> (16 * part + 8));
            // SAFETY: before each store at most 8 bytes have been added to `end` for each of those
            // before it, so it ends at `LANES` at the latest.
            unsafe {
                low.store8(dst.add(end));
                high.store8(dst.add(end + first));
            }
            end += first + second;
            part += 1;
        }
        end
    }

    /// Stores those of the first `len` lanes that are not in `drop`, and touches no byte past them.
    /// Returns how many they are.
    ///
    /// # Safety
    /// `dst` is valid for writes of `len <= LANES` bytes.
    #[inline(always)]
    unsafe fn store_kept_exactly(self, drop: u64, len: usize, dst: *mut u8) -> usize {
        let drop = drop | !0 << len;
        let (first, front) = close16(self.half(0), drop);
        // SAFETY: at most 16 lanes of a half stay, and at most `len` in all, for which `dst` has room.
        // Where 16 or more stay, stores of 16 begin at 0 and at `kept - 16`, and lanes move by
        // `kept - 16 <= front <= 16` and `16 - back`; else they move by `front`.
        unsafe {
            if Self::LANES == 16 {
                store_first(dst, first, front);
                return front;
            }
            let (second, back) = close16(self.half(1), drop >> 16);
            let (start, kept) = (first.or(moved_down(second, -(front as isize))), front + back);
            if kept < 16 {
                store_first(dst, start, kept);
            } else {
                start.store(dst);
                moved_down(first, kept as isize - 16)
                    .or(moved_down(second, back as isize - 16))
                    .store(dst.add(kept - 16));
            }
            kept
        }
    }
}

/// The triplets of an instruction set: their digits, and their places in a register.
pub(in crate::kernel) trait Hex<V: Vector>: Copy {
    fn new(cpu: Cpu<V>, digits: Digits) -> Self;

    /// The class of each byte, as [`triplets`](Self::triplets) takes it.
    fn class(self, v: V) -> V;

    /// The `%` at `percents` whose two digits count, and the value of the two there; from the classes
    /// of the bytes one and two places further on.
    fn triplets(self, percents: V, high: V, low: V) -> (V, V);
}

/// A register of 16 bytes.
pub(in crate::kernel) trait Vector16: Vector<Half = Self> {
    #[inline(always)]
    unsafe fn from_u128(bytes: u128) -> Self {
        // SAFETY: the array has the 16 bytes that are loaded.
        unsafe { Self::load(bytes.to_le_bytes().as_ptr()) }
    }

    #[inline(always)]
    fn to_u128(self) -> u128 {
        let mut bytes = [0; 16];
        // SAFETY: `bytes` has the 16 bytes that are stored.
        unsafe { self.store(bytes.as_mut_ptr()) };
        u128::from_le_bytes(bytes)
    }

    /// The first 8 lanes, and zeros.
    ///
    /// # Safety
    /// `src` is valid for reads of 8 bytes.
    #[inline(always)]
    unsafe fn load8(src: *const u8) -> Self {
        // SAFETY: `src` is valid for reads of 8 bytes, by this function's contract.
        unsafe { Self::from_u128(src.cast::<u64>().read_unaligned().into()) }
    }

    /// # Safety
    /// `dst` is valid for writes of 8 bytes.
    #[inline(always)]
    unsafe fn store8(self, dst: *mut u8) {
        // SAFETY: `dst` is valid for writes of 8 bytes, by this function's contract.
        unsafe { dst.cast::<u64>().write_unaligned(self.to_u128() as u64) }
    }
}

impl<V: Vector<Half = Self>> Vector16 for V {}

/// Input that is copied byte for byte where nothing is found, which is usual. (A trait and no
/// closures: those need not be inlined, and then lack the instructions.)
pub(in crate::kernel::simd) trait Copied<V: Vector> {
    /// Where something is found.
    fn found(&self, v: V) -> V;

    /// The copy of a register without such bytes.
    fn copy(&self, v: V) -> V;
}

/// A byte and its replacement, in registers; `is_replaced` switches it off.
#[derive(Clone, Copy)]
pub(in crate::kernel::simd) struct Replacement<V> {
    byte: V,
    difference: V,
    is_replaced: bool,
}

impl<V: Vector> Replacement<V> {
    #[inline(always)]
    pub(super) fn new(cpu: Cpu<V>, byte: u8, by: u8, is_replaced: bool) -> Self {
        Self { byte: cpu.splat(byte), difference: cpu.splat(byte ^ by), is_replaced }
    }

    /// (A branch: as a constant it would make two of every function.)
    #[inline(always)]
    pub(in crate::kernel::simd) fn made(&self, v: V) -> V {
        if !self.is_replaced {
            return v;
        }
        let found = v.equal(self.byte);
        if V::LANES == 64 {
            found.select(self.byte.xor(self.difference), v)
        } else {
            v.xor(found.and(self.difference))
        }
    }
}

/// `%` and, with `ASCII`, bytes >= 0x80; and `+`, which may become SP.
#[derive(Clone, Copy)]
pub(super) struct Clean<V, const ASCII: bool = false> {
    pub(super) percent: V,
    plus: Replacement<V>,
}

impl<V: Vector, const ASCII: bool> Clean<V, ASCII> {
    #[inline(always)]
    pub(super) fn new(cpu: Cpu<V>, rules: &DecodeRules) -> Self {
        Self {
            percent: cpu.splat(b'%'),
            plus: Replacement::new(cpu, b'+', b' ', rules.plus_as_space),
        }
    }
}

impl<V: Vector, const ASCII: bool> Copied<V> for Clean<V, ASCII> {
    #[inline(always)]
    fn found(&self, v: V) -> V {
        let percents = v.equal(self.percent);
        if ASCII { percents.or(v).top_bit() } else { percents }
    }

    #[inline(always)]
    fn copy(&self, v: V) -> V {
        self.plus.made(v)
    }
}

/// Sixteen lanes of [`Vector::load_rest`].
///
/// # Safety
/// The contract of [`Vector::load_rest`].
#[inline(always)]
pub(super) unsafe fn load_rest16<H: Vector16>(src: *const u8, at: usize, len: usize) -> H {
    let from = at.min(len - 16);
    // SAFETY: `src` is valid for reads of `len >= 16` bytes, by this function's contract;
    // `from + 16 <= len`. The second argument is at most 16.
    unsafe { moved_down(H::load(src.add(from)), (at - from).min(16) as isize) }
}

/// Loads 16 bytes at the first of the starts from `index` on, and in a register of 32 bytes at the next
/// one.
///
/// # Safety
/// From each start, `src` is valid for reads of 16 bytes.
#[inline(always)]
pub(super) unsafe fn load_at<V: Vector>(src: *const u8, starts: [usize; 4], index: usize) -> V {
    // SAFETY: both places are valid for reads of 16 bytes, by this function's contract.
    unsafe { V::load_halves(src.add(starts[index]), src.add(starts[index + V::LANES / 16 - 1])) }
}

/// Loads at most 16 bytes to a register of 16, followed by zeros, and reads no other.
///
/// # Safety
/// `src` is valid for reads of `n` bytes, `n` <= 16.
#[inline(always)]
pub(in crate::kernel) unsafe fn load_few<H: Lanes>(src: *const u8, n: usize) -> H {
    debug_assert!(H::LANES == 16 && n <= 16);
    // SAFETY: `src` is valid for reads of `n` bytes, by this function's contract, and the array has the
    // 16 bytes that are loaded.
    unsafe { H::load(few(from_raw_parts(src, n)).to_le_bytes().as_ptr()) }
}

/// Closes the gaps in 8 lanes: the lanes that stay move to the front, followed by zeros. Also
/// returns their number.
#[inline(always)]
fn close8<H: Vector16>(first8: H, drop: u64) -> (H, usize) {
    let drop = (drop & 0xFF) as usize;
    // SAFETY: an entry is 8 bytes long.
    let lanes = unsafe { H::load8(COMPACT.0[drop].as_ptr()) };
    (first8.shuffle(lanes), usize::from(ZEROS[drop]))
}

/// Closes the gaps in 16 lanes, and returns the number of lanes that stay.
#[inline(always)]
fn close16<H: Vector16>(v: H, drop: u64) -> (H, usize) {
    let (low, first) = close8(v, drop);
    let (high, second) = close8(v.join_high8(v), drop >> 8);
    // SAFETY: the constant is in registers only, and `first <= 8`.
    unsafe {
        // The first shuffle leaves something past its 8 lanes.
        let first8 = H::from_u128(u64::MAX.into());
        (low.and(first8).or(moved_down(high.and(first8), -(first as isize))), first + second)
    }
}

/// Stores the first `n` of 16 bytes, and touches no other.
///
/// # Safety
/// `dst` is valid for writes of `n` bytes, `n` <= 16.
#[inline(always)]
pub(super) unsafe fn store_first<H: Vector16>(dst: *mut u8, output: H, n: usize) {
    // SAFETY: `dst` is valid for writes of `n <= 16` bytes, by this function's contract. Of k = 8 or 4
    // bytes one write begins at 0 and one at `n - k`, where `k <= n`, so both end at `n` at the
    // latest; of single bytes `0 <= n / 2 <= n - 1 < n`, since `n > 0` there. Lanes move by `n - 8 <=
    // 8`.
    unsafe {
        if n >= 8 {
            output.store8(dst);
            moved_down(output, n as isize - 8).store8(dst.add(n - 8));
            return;
        }
        let word = output.to_u128() as u64;
        if n >= 4 {
            dst.cast::<u32>().write_unaligned(word as u32);
            dst.add(n - 4).cast::<u32>().write_unaligned((word >> (8 * (n - 4))) as u32);
        } else if n > 0 {
            dst.write(word as u8);
            dst.add(n / 2).write((word >> (8 * (n / 2))) as u8);
            dst.add(n - 1).write((word >> (8 * (n - 1))) as u8);
        }
    }
}

/// The lanes moved down by `n`, or up if it is negative, and zeros in the place of others.
///
/// # Safety
/// `-16 <= n <= 16`.
#[inline(always)]
pub(super) unsafe fn moved_down<H: Vector16>(v: H, n: isize) -> H {
    debug_assert!((-16..=16).contains(&n));
    // SAFETY: `0 <= 16 + n` and `16 + n + 16 <= 48`, the length of the table.
    v.shuffle(unsafe { H::load(MOVE.0.as_ptr().offset(16 + n)) })
}
