//! Closing the gaps that the digits of decoded triplets leave: by a table, 8 lanes at a time.

use super::tables::{COMPACT, ZEROS};
use super::vector::{Vector, Vector16, moved_down, moved_up};

/// Closes the gaps in 8 lanes: the lanes that stay move to the front, followed by zeros. Also
/// returns how many they are.
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
pub(super) unsafe fn store<V: Vector>(values: V, drop: u64, dst: *mut u8) -> usize {
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
pub(super) unsafe fn store_exactly<V: Vector>(
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
    // SAFETY: `dst` is valid for writes of `n <= 16` bytes, by this function's contract. Of k = 8 or 4
    // bytes one write begins at 0 and one at `n - k`, where `k <= n`, so both end at `n` at the
    // latest; of single bytes `0 <= n / 2 <= n - 1 < n`, since `n > 0` there. Lanes move by `n - 8 <=
    // 8`.
    unsafe {
        if n >= 8 {
            output.store8(dst);
            moved_down(output, n - 8).store8(dst.add(n - 8));
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
