//! The UTF-8 classes of the bytes of a window.

/// Bytes that are looked at together.
pub(in crate::kernel) const WINDOW: usize = 64;
/// A window, and the bytes that follow it.
pub(in crate::kernel) const BLOCK: usize = 2 * WINDOW;

/// Bits of the bytes of a window, the first one as the lowest bit.
pub(in crate::kernel) struct Classes {
    /// 0x80 to 0xBF; and of the bytes past the window.
    pub(in crate::kernel) continuation: [u64; 2],
    /// Leads of sequences of two, three and four, before a byte that may be second.
    pub(in crate::kernel) leads: [u64; 3],
    pub(in crate::kernel) non_ascii: u64,
}

impl Classes {
    /// The classes by Unicode Table 3-7, *Well-Formed UTF-8 Byte Sequences*.
    pub(in crate::kernel) fn of(block: &[u8; BLOCK]) -> Self {
        let mut classes = [0_u8; WINDOW];
        // Without a branch or a product, and each side an array: the compiler makes vectors of it.
        let seconds: &[u8; WINDOW] = block[1..].first_chunk().expect("the block is two windows");
        for (class, (&first, &second)) in classes.iter_mut().zip(block.iter().zip(seconds)) {
            let only = |lead: u8, bits: u8| if first == lead { bits } else { 0 };
            let lowest = 0x80 | only(0xE0, 0x20) | only(0xF0, 0x10);
            let highest = 0xBF ^ only(0xED, 0x20) ^ only(0xF4, 0x30);
            let fits = u8::from((second >= lowest) & (second <= highest));
            let continuation = u8::from(first & 0xC0 == 0x80);
            let two = u8::from((0xC2..=0xDF).contains(&first));
            let three = u8::from((0xE0..=0xEF).contains(&first));
            let four = u8::from((0xF0..=0xF4).contains(&first));
            *class = continuation
                | (two & fits) << 1
                | (three & fits) << 2
                | (four & fits) << 3
                | first >> 7 << 4;
        }
        let bits = |bit: u32| {
            // The factor's bits are 7 apart: it moves bit 0 of byte `i` to bit `56 + i`, without
            // carries.
            classes.chunks_exact(8).rev().fold(0, |bits, eight| {
                let eight = eight.try_into().expect("a chunk has eight bytes");
                bits << 8
                    | (u64::from_le_bytes(eight) >> bit & 0x0101_0101_0101_0101)
                        .wrapping_mul(0x0102_0408_1020_4080)
                        >> 56
            })
        };
        let [continuation, two, three, four, non_ascii] = [0, 1, 2, 3, 4].map(bits);
        let is_continuation = |at: usize| u64::from(block[WINDOW + at] & 0xC0 == 0x80);
        Self {
            continuation: [
                continuation,
                is_continuation(0) | is_continuation(1) << 1 | is_continuation(2) << 2,
            ],
            leads: [two, three, four],
            non_ascii,
        }
    }
}
