//! The few bytes at an end: loads and stores of any length up to 16 that touch nothing past it, and
//! so no page that the bytes do not touch.

/// Loads fewer than 16 bytes, followed by zeros, and reads no other.
///
/// # Safety
/// `src` is valid for reads of `n` bytes, `n` < 16.
#[inline(always)]
pub(in crate::kernel) unsafe fn load_partial(src: *const u8, n: usize) -> u128 {
    // SAFETY: `src` is valid for reads of `n` bytes, by this function's contract. Of k = 8 or 4
    // bytes one read begins at 0 and one at `n - k`, where `k <= n`, so both end at `n` at the
    // latest; of single bytes `0 <= n / 2 <= n - 1 < n`, since `n > 0` there.
    unsafe {
        if n >= 8 {
            let front = u128::from(src.cast::<u64>().read_unaligned());
            let back = src.add(n - 8).cast::<u64>().read_unaligned();
            front | u128::from(back) << (8 * (n % 8)) // n < 16
        } else if n >= 4 {
            let front = u64::from(src.cast::<u32>().read_unaligned());
            let back = src.add(n - 4).cast::<u32>().read_unaligned();
            u128::from(front | u64::from(back) << (8 * (n - 4)))
        } else if n > 0 {
            // First, middle and last byte of one, two or three: some of them the same.
            let (first, middle, last) = (src.read(), src.add(n / 2).read(), src.add(n - 1).read());
            u128::from(
                u32::from(first)
                    | u32::from(middle) << (8 * (n / 2))
                    | u32::from(last) << (8 * (n - 1)),
            )
        } else {
            0
        }
    }
}

/// Stores the first `n` of 16 bytes, and touches no other.
///
/// # Safety
/// `dst` is valid for writes of `n` bytes, `n` <= 16.
#[inline(always)]
pub(in crate::kernel) unsafe fn store_partial(dst: *mut u8, bytes: u128, n: usize) {
    // SAFETY: `dst` is valid for writes of `n` bytes, by this function's contract. Of k = 8 or 4
    // bytes one write begins at 0 and one at `n - k`, where `k <= n`, so both end at `n` at the
    // latest; of single bytes `0 <= n / 2 <= n - 1 < n`, since `n > 0` there.
    unsafe {
        if n >= 8 {
            dst.cast::<u64>().write_unaligned(bytes as u64);
            dst.add(n - 8).cast::<u64>().write_unaligned((bytes >> (8 * (n - 8))) as u64);
        } else if n >= 4 {
            dst.cast::<u32>().write_unaligned(bytes as u32);
            dst.add(n - 4).cast::<u32>().write_unaligned((bytes as u64 >> (8 * (n - 4))) as u32);
        } else if n > 0 {
            dst.write(bytes as u8);
            dst.add(n / 2).write((bytes as u32 >> (8 * (n / 2))) as u8);
            dst.add(n - 1).write((bytes as u32 >> (8 * (n - 1))) as u8);
        }
    }
}
