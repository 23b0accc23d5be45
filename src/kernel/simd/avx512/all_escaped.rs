//! Runs of triplets without a gap: three registers of them become one, by permutations alone.

use super::registers::{BLOCK, load, store};
use super::tables::percents;
use super::triplets::Triplets;
use crate::kernel::simd::arch::*;

/// Triplets that decode to one register.
pub(super) const CHUNK: usize = 3 * BLOCK;

/// Decodes chunks of 64 triplets that are all decoded, as many as there are, and returns their
/// number.
///
/// # Safety
/// `src` is valid for reads of `len` bytes, and `dst` for writes of as many. Output up to a place
/// of `dst` overlaps nothing from that place of `src` on.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) unsafe fn run<const PLAIN: bool>(
    src: *const u8,
    len: usize,
    dst: *mut u8,
    triplets: &Triplets<'_, PLAIN>,
) -> usize {
    let mut chunks = 0;
    while len - chunks * CHUNK >= CHUNK {
        // SAFETY: `(chunks + 1) * CHUNK <= len` by the loop condition, and `i * BLOCK + 64 <=
        // CHUNK` for `i <= 2`.
        let block = |i: usize| unsafe { load(src.add(chunks * CHUNK + i * BLOCK)) };
        let z = [block(0), block(1), block(2)];
        // Every third byte: those of the first two registers, then those of the third.
        let role = |r: usize| {
            // SAFETY: each of the tables in `ROLES` is 64 bytes long.
            let (front, back) = unsafe { (load(ROLES[r][0].as_ptr()), load(ROLES[r][1].as_ptr())) };
            _mm512_permutex2var_epi8(_mm512_permutex2var_epi8(z[0], front, z[1]), back, z[2])
        };
        let digits = triplets.hex.look_up(role(1), role(2));
        let mut starts = digits.starts(percents(role(0)));
        if let Some(selection) = &triplets.selection {
            starts = selection.decoded(starts, digits.values());
        }
        if starts != u64::MAX {
            break;
        }
        // SAFETY: `chunks * BLOCK + 64 <= (chunks + 1) * CHUNK <= len`, for which `dst` has room.
        unsafe { store(dst.add(chunks * BLOCK), digits.values()) };
        chunks += 1;
    }
    chunks
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
