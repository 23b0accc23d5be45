//! Memory at a chosen distance from a 64-byte boundary, between margins that a test checks.

/// Longer than the step of the widest kernel.
const MARGIN: usize = 320;

/// The bytes around an input: hex digits, which would complete a triplet cut short by the input's
/// end.
const AROUND_INPUT: u8 = b'4';
/// The byte in and around an output before the call.
const PREFILL: u8 = 0xA5;

/// Bytes at a chosen offset from a 64-byte boundary, between margins.
pub struct Placed {
    memory: Vec<u8>,
    fill: u8,
    start: usize,
    len: usize,
}

impl Placed {
    fn new(len: usize, offset: usize, fill: u8) -> Self {
        let memory = vec![fill; len + 2 * MARGIN + 128];
        // The address as an integer, because `align_offset` may decline to answer.
        let start = MARGIN + (64 - memory[MARGIN..].as_ptr() as usize % 64) + offset % 64;
        Self { memory, fill, start, len }
    }

    /// An input at `offset`.
    pub fn input(content: &[u8], offset: usize) -> Self {
        let mut placed = Self::new(content.len(), offset, AROUND_INPUT);
        placed.bytes_mut().copy_from_slice(content);
        placed
    }

    /// A prefilled output of `len` bytes at `offset`.
    pub fn output(len: usize, offset: usize) -> Self {
        Self::new(len, offset, PREFILL)
    }

    pub fn bytes(&self) -> &[u8] {
        &self.memory[self.start..self.start + self.len]
    }

    pub fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.memory[self.start..self.start + self.len]
    }

    /// Returns whether the output begins with `content` and both margins are unchanged. The rest of
    /// an output is unspecified.
    pub fn holds(&self, content: &[u8]) -> bool {
        self.bytes().starts_with(content) && self.has_its_margins()
    }

    /// Returns whether both margins are unchanged.
    pub fn has_its_margins(&self) -> bool {
        let end = self.start + self.len;
        self.memory[..self.start] == vec![self.fill; self.start]
            && self.memory[end..] == vec![self.fill; self.memory.len() - end]
    }
}
