//! Reproducible randomness: xorshift64* (Vigna 2016), the same on every machine.

pub struct Random(u64);

impl Random {
    pub const fn new(seed: u64) -> Self {
        // An odd multiplier and an odd addend: neighbouring seeds begin far apart, and no usual one
        // begins at the fixed point 0.
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn bits(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// A number from 0 to `bound - 1`.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.bits()) * bound as u128) >> 64) as usize
    }

    pub fn byte(&mut self) -> u8 {
        (self.bits() >> 56) as u8
    }

    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }
}
