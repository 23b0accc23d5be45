//! Inputs that look random, the same at every run.

/// splitmix64.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// Pieces that decoders get wrong, side by side.
    pub(crate) fn nasty(&mut self, pieces: usize) -> Vec<u8> {
        const PIECES: &[&[u8]] = &[
            b"%",
            b"%%",
            b"%4",
            b"%41",
            b"%zz",
            b"%4g",
            b"%G1",
            b"%u0041",
            b"%2541",
            b"%25",
            b"%00",
            b"%0a",
            b"%0D",
            b"%09",
            b"%1f",
            b"%7F",
            b"%2f",
            b"%2F",
            b"+",
            b"%2B",
            b"%20",
            b" ",
            b"a",
            b"abcdefghijklmnopqrstuvwxyz0123456789",
            b"/",
            b"?q=",
            b"&",
            b"4",
            b"1",
            b"\t",
            b"\x1B",
            b"\x7F",
            b"\r",
            b"\r\r",
            b"%C2",
            b"%c2",
            b"\xC2",
            b"%80",
            b"\x80",
            b"%9f",
            b"\x9F",
            b"%A0",
            b"\xA0",
            b"%C2%85",
            b"%E2",
            b"\xE2",
            b"\x80",
            b"%A8",
            b"\xAE",
            b"%E2%80%AE",
            b"\xE2%80\xA9",
            b"%D8%9C",
            b"\xD8%9c",
            b"%e2\x81%a6",
            b"\xC2%85",
            b"%C2\x85",
            b"\xC2\x85",
            b"%C3%A9",
            b"\xC3%A9",
            b"%c3\xA9",
            b"\xC3\xA9",
            b"%E9",
            b"\xE9",
            b"%D0%BE%D0%B1",
            b"%E6%9D%B1",
            b"\xE6%9D\xB1",
            b"\xE6\x9D",
            b"%E6%9D",
            b"%F0%9F%9A%80",
            b"\xF0\x9F%9A\x80",
            b"%F0%9F%9A",
            b"%C0%AF",
            b"%ED%A0%80",
            b"%F4%90%80%80",
            b"%FF",
            b"\xFF",
            b"%BF",
            b"\xBF",
            b"\xEF\xBB\xBF",
        ];
        (0..pieces).flat_map(|_| PIECES[self.below(PIECES.len())].iter().copied()).collect()
    }

    /// Records of nasty and of plain content, some of them empty, each with its end, the last one
    /// perhaps without.
    pub(crate) fn records(&mut self, count: usize, end: u8) -> Vec<u8> {
        let mut bytes = Vec::new();
        for _ in 0..count {
            let mut record = match self.below(4) {
                0 => b"GET /index.html HTTP/1.1".to_vec(),
                1 => b"/wiki/%D0%92%D1%96%D0%B4 %C2%AB%20%C2%BB".to_vec(),
                _ => {
                    let pieces = self.below(12);
                    self.nasty(pieces)
                }
            };
            record.retain(|&byte| byte != end);
            bytes.extend_from_slice(&record);
            bytes.push(end);
        }
        if self.below(2) == 0 {
            bytes.pop();
        }
        bytes
    }
}
