//! The bytes of a form that matter, as bits.

/// So many bytes are looked at together: one bit of a mask for each.
pub(crate) const WINDOW: usize = 64;

/// Where the bytes that matter stand in at most [`WINDOW`] bytes: the first byte is the lowest bit.
#[derive(Clone, Copy)]
pub(crate) struct Marks {
    pub(crate) ampersands: u64,
    pub(crate) equals: u64,
    /// Those of `%` and `+`.
    pub(crate) escapes: u64,
}

impl Marks {
    pub(crate) const NONE: Self = Self { ampersands: 0, equals: 0, escapes: 0 };

    #[inline]
    pub(crate) fn of(window: &[u8]) -> Self {
        let mut marks = Self::NONE;
        let (blocks, _) = window.as_chunks::<16>();
        for (index, block) in blocks.iter().enumerate() {
            marks.add(block, 16 * index);
        }
        if window.len() % 16 != 0 {
            match window.last_chunk() {
                Some(block) => marks.add(block, window.len() - 16),
                None => marks.add(&padded(window), 0),
            }
        }
        marks
    }

    #[inline(always)]
    fn add(&mut self, block: &[u8; 16], at: usize) {
        self.ampersands |= bits(block, |byte| byte == b'&') << at;
        self.equals |= bits(block, |byte| byte == b'=') << at;
        self.escapes |= bits(block, |byte| (byte == b'%') | (byte == b'+')) << at;
    }

    #[inline]
    pub(crate) fn skip(&mut self, len: usize) {
        *self = Self {
            ampersands: self.ampersands.unbounded_shr(len as u32),
            equals: self.equals.unbounded_shr(len as u32),
            escapes: self.escapes.unbounded_shr(len as u32),
        };
    }
}

#[inline(always)]
fn bits(block: &[u8; 16], is_set: impl Fn(u8) -> bool) -> u64 {
    let mut ones = [0; 16];
    for (one, &byte) in ones.iter_mut().zip(block) {
        *one = u8::from(is_set(byte));
    }
    let ones = u128::from_le_bytes(ones);
    let byte = |eight: u64| eight.wrapping_mul(0x0102_0408_1020_4080) >> 56;
    byte(ones as u64) | byte((ones >> 64) as u64) << 8
}

/// Less than 16 bytes, and zeros behind them.
#[inline(always)]
fn padded(bytes: &[u8]) -> [u8; 16] {
    let len = bytes.len();
    let value = if let (Some(first), Some(last)) = (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
        u128::from(u64::from_le_bytes(*first)) | u128::from(u64::from_le_bytes(*last)) << (8 * (len - 8))
    } else if let (Some(first), Some(last)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        u128::from(u64::from(u32::from_le_bytes(*first)) | u64::from(u32::from_le_bytes(*last)) << (8 * (len - 4)))
    } else if len > 0 {
        u128::from(u32::from(bytes[0]) | u32::from(bytes[len / 2]) << (8 * (len / 2)) | u32::from(bytes[len - 1]) << (8 * (len - 1)))
    } else {
        0
    };
    value.to_le_bytes()
}
