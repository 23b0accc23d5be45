//! Tables that depend on no set.

/// Aligned, so that no load from it crosses a cache line, which takes twice as long.
#[repr(align(64))]
pub(in crate::kernel) struct Aligned<T>(pub(in crate::kernel) T);

/// No lane: a shuffle makes zero of it.
pub(super) const NONE: u8 = 0x80;

/// From place 16 + n on, the shuffle of 16 lanes that moves them down by n, from 16 - n on the one
/// that moves them up; both make zeros of the rest.
pub(super) static MOVE: Aligned<[u8; 48]> = {
    let mut table = [NONE; 48];
    let mut lane = 0;
    while lane < 16 {
        table[16 + lane] = lane as u8;
        lane += 1;
    }
    Aligned(table)
};

/// For each mask of 8 lanes to drop, the lanes that are left.
pub(super) static COMPACT: Aligned<[[u8; 8]; 256]> = {
    let mut table = [[NONE; 8]; 256];
    let mut drop = 0;
    while drop < 256 {
        let (mut lane, mut kept) = (0, 0);
        while lane < 8 {
            if drop >> lane & 1 == 0 {
                table[drop][kept] = lane;
                kept += 1;
            }
            lane += 1;
        }
        drop += 1;
    }
    Aligned(table)
};

/// For each mask of 8 lanes the number of zeros in it. (SSSE3 has no population count.)
pub(super) static ZEROS: [u8; 256] = {
    let mut table = [0; 256];
    let mut mask = 0;
    while mask < 256 {
        table[mask] = (mask as u8).count_zeros() as u8;
        mask += 1;
    }
    table
};

/// For each mask of 8 inputs to escape, the lanes of {8 literals or low digits, 8 high digits} that
/// make the output: at most 24, and [`NONE`] where a `%` is and past the end. The last byte of the
/// entry is the length of the output, which no shuffle of the first 24 sees.
pub(super) static EXPAND: Aligned<[[u8; 32]; 256]> = {
    let mut table = [[NONE; 32]; 256];
    let mut escaped = 0;
    while escaped < 256 {
        let (mut lane, mut end) = (0, 0);
        while lane < 8 {
            if escaped >> lane & 1 != 0 {
                table[escaped][end + 1] = 8 + lane;
                end += 2;
            }
            table[escaped][end] = lane;
            end += 1;
            lane += 1;
        }
        table[escaped][31] = end as u8;
        escaped += 1;
    }
    Aligned(table)
};

/// 1 << n for the high nibbles of ASCII, 0 for the others.
pub(super) const BIT_OF_HIGH_NIBBLE: [u8; 16] =
    [1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0];

/// In a run of triplets, three loads of sixteen bytes hold every role (`%`, high digit, low digit)
/// once in each lane: 3 and 16 have no common factor. 0xFF in the lanes of role r in the first
/// load, and in the second one; the third has the lanes that are in neither.
pub(super) static ROLES: [[[u8; 16]; 2]; 3] = {
    let mut masks = [[[0; 16]; 2]; 3];
    let mut place = 0;
    while place < 32 {
        masks[place % 3][place / 16][place % 16] = 0xFF;
        place += 1;
    }
    masks
};

/// For each role, the lane of the i-th byte of such a run.
pub(super) static ORDER: [[u8; 16]; 3] = {
    let mut lanes = [[0; 16]; 3];
    let mut place = 0;
    while place < 48 {
        lanes[place % 3][place / 3] = (place % 16) as u8;
        place += 1;
    }
    lanes
};
