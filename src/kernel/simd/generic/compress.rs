//! Closing the gaps that the digits of decoded triplets leave: by a table, 8 lanes at a time.

use super::partial::store_partial;
use super::tables::{COMPACT, ZEROS};
use super::vector::{Vector, Vector16, moved_down, moved_up};

/// The stores of a [`Vector`] that close gaps by the table.
macro_rules! stores {
    () => {
        #[inline(always)]
        unsafe fn store_kept(self, drop: u64, dst: *mut u8) -> usize {
            // SAFETY: this function's contract is that of `store`.
            unsafe { $crate::kernel::simd::generic::compress::store(self, drop, dst) }
        }

        #[inline(always)]
        unsafe fn store_kept_exactly(self, drop: u64, len: usize, dst: *mut u8) -> usize {
            // SAFETY: this function's contract is that of `store_exactly`.
            unsafe { $crate::kernel::simd::generic::compress::store_exactly(self, drop, len, dst) }
        }
    };
}
pub(in crate::kernel) use stores;

/// Closes the gaps in 8 lanes: the lanes that stay move to the front, followed by zeros. Also
/// returns how many they are.
#[inline(always)]
fn close8<H: Vector16>(first8: H, drop: u64) -> (H, usize) {
    let drop = (drop & 0xFF) as usize;
    // SAFETY: an entry is 8 bytes long.
    let lanes = unsafe { H::load8(COMPACT.0[drop].as_ptr()) };
    (first8.shuffle(lanes), usize::from(ZEROS[drop]))
}

/// Closes the gaps in 16 lanes, and returns how many stay.
#[inline(always)]
fn close16<H: Vector16>(v: H, drop: u64) -> (H, usize) {
    let (low, first) = close8(v, drop);
    let (high, second) = close8(v.high8(), drop >> 8);
    // SAFETY: the constant is in registers only, and `first <= 8`.
    unsafe {
        // The first shuffle leaves something past its 8 lanes.
        let first8 = H::from_u128(u64::MAX.into());
        (low.and(first8).or(moved_up(high.and(first8), first)), first + second)
    }
}

/// Stores the lanes that stay, and something past them: `LANES` bytes at most. Returns how many
/// stay.
///
/// # Safety
/// `dst` is valid for writes of `LANES` bytes.
#[inline(always)]
pub(in crate::kernel::simd) unsafe fn store<V: Vector>(
    values: V,
    drop: u64,
    dst: *mut u8,
) -> usize {
    let (mut end, mut part) = (0, 0);
    while part < V::LANES / 16 {
        let half = values.half(part);
        let (low, first) = close8(half, drop >> (16 * part));
        let (high, second) = close8(half.high8(), drop >> (16 * part + 8));
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

/// Stores those of the first `len` lanes that stay, and touches no byte past `len`. Returns how many
/// stay.
///
/// # Safety
/// `dst` is valid for writes of `len <= LANES` bytes.
#[inline(always)]
pub(in crate::kernel::simd) unsafe fn store_exactly<V: Vector>(
    values: V,
    drop: u64,
    len: usize,
    dst: *mut u8,
) -> usize {
    let drop = drop | !0 << len;
    let (first, front) = close16(values.half(0), drop);
    // SAFETY: at most 16 lanes of a half stay. Where `len >= 16`, the first store ends at 16 and the
    // second one, of as many bytes as stay of `len - 16` lanes, at `len` at the latest; else the only
    // one is of the lanes that stay of `len`.
    unsafe {
        if V::LANES == 32 && len >= 16 {
            first.store(dst);
            let (second, back) = close16(values.half(1), drop >> 16);
            store_first(dst.add(front), second, back);
            return front + back;
        }
        store_first(dst, first, front);
    }
    front
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
