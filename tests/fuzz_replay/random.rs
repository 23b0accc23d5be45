//! Random input with the shape of what is hard.

/// Marsaglia's xorshift64*.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        ((self.next() >> 32) as usize) % end
    }

    pub(crate) fn byte(&mut self) -> u8 {
        (self.next() >> 56) as u8
    }

    /// True once in this many times.
    pub(crate) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub(crate) fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// A header and an input, as the bodies read them.
    pub(crate) fn data(&mut self) -> Vec<u8> {
        if self.once_in(16) {
            // Without any structure.
            let len = self.below(300);
            return (0..len).map(|_| self.byte()).collect();
        }
        let lead = if self.once_in(6) { self.byte() } else { 0 };
        // The greatest lead is slow, and rarely of use.
        let lead = if lead >= 240 && !self.once_in(4) { 0 } else { lead };
        let flags = self.byte() & self.byte();
        let flags = self.pick(&[0, flags, !flags]);
        let mut data = vec![self.byte(), lead, self.byte() & self.byte(), flags, self.byte()];
        self.set(2, &mut data);
        self.set(4, &mut data);
        match self.below(12) {
            0 => self.run(&mut data),
            1 | 2 => self.at_bounds(&mut data),
            _ => self.input(&mut data),
        }
        data
    }

    /// A long run of one kind, for which kernels have loops of their own, with few flaws or none.
    pub(crate) fn run(&mut self, data: &mut Vec<u8>) {
        let kind = self.pick(&[0, 0, 0, 12, 15]);
        let start = data.len() + self.below(70);
        data.resize(start, b'a');
        let end = start + 200 + self.below(1300);
        while data.len() < end {
            self.piece(kind, data);
        }
        for _ in 0..self.below(4) {
            let at = start + self.below(data.len() - start);
            data[at] = self.pick(b"%a+\xFFg4");
        }
    }

    /// A set that is not empty once in this many times.
    pub(crate) fn set(&mut self, times: usize, data: &mut Vec<u8>) {
        const MEMBERS: &[u8] = b"%/\0 +aAbBfF0149zZ~-._\x1F\x7F\"<>?&=:;";
        if !self.once_in(times) {
            data.push(0);
            return;
        }
        let base = if self.once_in(2) { self.byte() & 0x70 } else { 0 };
        let base = if self.once_in(8) { base | 0x80 } else { base };
        match self.below(6) {
            0 => data.push(base),
            1 => {
                data.push(base | 15);
                for _ in 0..16 {
                    let bits = self.byte() & self.byte();
                    data.push(bits);
                }
            }
            _ => {
                let count = 1 + self.below(5);
                data.push(base | count as u8);
                for _ in 0..count {
                    let member = if self.once_in(4) { self.byte() } else { self.pick(MEMBERS) };
                    data.push(member);
                }
            }
        }
    }

    /// Clean bytes of one kind, and few pieces, most of them across the bound of a block.
    pub(crate) fn at_bounds(&mut self, data: &mut Vec<u8>) {
        let clean = self.pick(b"xxa4A~");
        let mut input = vec![clean; 16 + self.below(600)];
        for _ in 0..=self.below(5) {
            let mut piece = Vec::new();
            let kind = self.byte();
            self.piece(kind, &mut piece);
            // AVX-512 encodes 63 bytes at a time.
            let block = self.pick(&[16, 16, 32, 63, 64]);
            let at = (self.below(input.len()) / block * block)
                .saturating_sub(self.below(4))
                .min(input.len() - 1);
            let end = input.len().min(at + piece.len());
            input[at..end].copy_from_slice(&piece[..end - at]);
        }
        data.extend(input);
    }

    pub(crate) fn input(&mut self, data: &mut Vec<u8>) {
        const BLOCKS: &[usize] = &[16, 32, 48, 64, 96, 128, 192, 256, 320, 512, 768, 1024, 1088];
        const SMALL_BLOCKS: &[usize] = &[0, 16, 32, 64, 128];
        let len = match self.below(16) {
            0..7 => self.below(100),
            7..12 => self.pick(SMALL_BLOCKS) + self.below(8),
            12..15 => self.below(260),
            _ => self.pick(BLOCKS) + self.below(8),
        };
        let end = data.len() + len.saturating_sub(self.below(4));
        // One shape throughout, or one after another.
        let shape = self.byte();
        let mixed = !self.once_in(3);
        // Clean bytes between: none, few, many.
        let clean = self.pick(&[0, 3, 20, 80]);
        while data.len() < end {
            let kind = if mixed { self.byte() } else { shape };
            self.piece(kind, data);
            if clean > 0 && self.once_in(2) {
                let byte = self.pick(b"aA4~-z");
                data.resize(data.len() + self.below(clean), byte);
            }
        }
        data.truncate(end);
        if self.once_in(3) {
            const ENDS: [&[u8]; 7] = [b"%", b"%4", b"%41", b"%%", b"%4g", b"%c3", b"\xC3"];
            data.extend(self.pick(&ENDS));
        }
    }

    pub(crate) fn piece(&mut self, kind: u8, data: &mut Vec<u8>) {
        const UPPER: &[u8] = b"0123456789ABCDEF";
        const LOWER: &[u8] = b"0123456789abcdef";
        const ALMOST: &[u8] = b"/:@G`g+% \x10\x19\xB0\xB9\xC1\xE6\x01\x80\xFF\0";
        const TOKENS: [&[u8]; 16] = [
            b"%25",
            b"%2F",
            b"%2f",
            b"%00",
            b"%2B",
            b"%20",
            b"%41",
            b"%25%34%31",
            b"%C3%A9",
            b"%E2%98%83",
            b"\xC3%A9",
            b"%F0%9F%92%A9",
            b"%C0%AF",
            b"%ED%A0%80",
            b"%E9",
            b"%EF%BB%BF",
        ];
        const STRAY: [&[u8]; 7] = [b"%", b"%%", b"%4", b"%%4", b"%a", b"%F%", b"%%%"];
        let digits = if self.once_in(2) { UPPER } else { LOWER };
        let digit = self.pick(digits);
        match kind & 15 {
            0..4 => data.extend([b'%', self.pick(UPPER), self.pick(UPPER)]),
            4 => data.extend([b'%', self.pick(LOWER), self.pick(LOWER)]),
            5 => data.extend([b'%', self.pick(LOWER), self.pick(UPPER)]),
            6 | 7 => data.extend(self.pick(&TOKENS)),
            8 => data.extend(self.pick(&STRAY)),
            9 => data.extend([b'%', self.pick(ALMOST), digit]),
            10 => data.extend([b'%', digit, self.pick(ALMOST)]),
            11 => data.push(self.pick(b"+% ")),
            12 => data.push(self.byte() | 0x80),
            13 => data.extend(self.pick(&["é", "☃", "💩", "Ж", "\u{FFFD}"]).as_bytes()),
            14 => data.push(self.byte()),
            _ => data.push(self.pick(b"abc019AF/?&=.")),
        }
    }
}
