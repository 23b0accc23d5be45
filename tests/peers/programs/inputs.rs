//! The inputs for the programs: all bytes, all triplets, edge cases, random content.

use oracle::content::Content;
use oracle::random::Random;

use super::{big_endian, text_of};

const EDGES: [&[u8]; 36] = [
    b"",
    b"a%",
    b"a%4",
    b"%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%",
    b"%%41",
    b"%4%41",
    b"%%4%41",
    b"%%%41",
    b"%2541",
    b"%25%34%31",
    b"%%30%30",
    b"%00%0",
    b"\0%\x004",
    b"%/0%:0%@0%G0%`0%g0",
    b"%0/%0:%0@%0G%0`%0g",
    b"%\x10\x11%\x19\x19%4\x11%\xB4\xB1%\xC1\xC6",
    b"%aA%Aa%fF%Ff%c3%A9%C3%a9",
    b"a+b%2Bc%2b+%20",
    b"a%2fb%2Fc%252fd/e%2e%2e",
    b"\xC3%A9 %C3\xA9 \xE2%98\x83",
    b"%E9%C3%A9 %C0%AF %ED%A0%80 %F0%80%80%80 %F4%90%80%80 %FF %E2%98",
    b"%E2%98%83%F0%9F%92%A9",
    b"%EF%BF%BE%EF%BF%BF%EF%BB%BFa",
    b"%EF%BB%BFa=%EF%BB%BFb",
    b"\xEF\xBB\xBFa=b",
    b"%EF%BC%8541",
    b"%u0041%u00e9%ud83d%udca9%u004%U0041",
    b"%uD83D%uDCA9",
    b"a=b&c=d&&e&=f&g=&=&a=b=c",
    b"?a=b;c=d#e",
    b"a|b|c",
    b"|||",
    b"Ladies + Gentlemen|An encoded string!|Dogs, Cats & Mice|\xE2\x98\x83",
    b"!#$&'()*+,/:;=?@[]% -._~\"<>\\^`{|}",
    b"\r\n\t\x0B\x0C\x1B\x7F",
    b"%F0%9F\xC3\xA9%92",
];

/// All bytes, all triplets, edge cases, and random content of every kind.
pub(super) fn bytes() -> Vec<Vec<u8>> {
    let mut random = Random::new(0x5EED);
    let mut inputs: Vec<Vec<u8>> = EDGES.iter().map(|edge| edge.to_vec()).collect();
    inputs.extend((0..=255).map(|byte| vec![byte]));
    inputs.extend((0..=255).flat_map(|byte: u8| {
        [format!("%{byte:02X}").into_bytes(), format!("x%{byte:02x}%BF%41").into_bytes()]
    }));
    inputs.push((0..=255).collect());
    for content in Content::ALL {
        for _ in 0..40 {
            let len = random.below(200);
            inputs.push(content.generate(len, &mut random));
        }
        inputs.push(content.generate(3000, &mut random));
    }
    inputs
}

/// The inputs as text, and characters of all kinds.
pub(super) fn texts() -> Vec<Vec<u8>> {
    let mut random = Random::new(0x7E87);
    let mut inputs: Vec<Vec<u8>> = bytes()
        .iter()
        .map(|input| String::from_utf8_lossy(input).into_owned().into_bytes())
        .collect();
    for _ in 0..100 {
        let bound = random.pick(&[0x80, 0x800, 0x1_0000, 0x11_0000]);
        let characters =
            (0..random.below(60)).filter_map(|_| char::from_u32(random.below(bound) as u32));
        inputs.push(characters.collect::<String>().into_bytes());
    }
    inputs
}

pub(super) fn texts_without(characters: &[char]) -> Vec<Vec<u8>> {
    texts().iter().map(|text| text_of(text).replace(characters, "").into_bytes()).collect()
}

/// UTF-16BE: the texts, with `%uXXXX` and raw surrogates in some of them.
pub(super) fn strings() -> Vec<Vec<u8>> {
    let mut random = Random::new(0x16);
    let mut strings: Vec<Vec<u16>> =
        texts().iter().map(|text| text_of(text).encode_utf16().collect()).collect();
    for _ in 0..300 {
        let mut string = Vec::new();
        for _ in 0..random.below(12) {
            let unit = (random.bits() >> 48) as u16;
            let surrogate = 0xD7FF + random.below(0x802) as u16;
            match random.below(7) {
                0 => string.push(unit),
                1 => string.push(surrogate),
                2 => string.extend([0xD800 | unit & 0x3FF, 0xDC00 | surrogate & 0x3FF]),
                3 => string.extend(format!("%u{surrogate:04X}").encode_utf16()),
                4 => string.extend(format!("%u{unit:04x}").encode_utf16()),
                5 => string.extend(format!("%{:02x}", unit & 0xFF).encode_utf16()),
                _ => string.extend("a %u12".encode_utf16()),
            }
        }
        strings.push(string);
    }
    strings.iter().map(|string| big_endian(string)).collect()
}
