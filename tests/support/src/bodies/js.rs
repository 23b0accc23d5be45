use super::plan::Plan;
use crate::answers::ecma;
use crate::while_active;
use percent_simd::Backend;

/// ECMA-262's functions on the input as text and as code units of two bytes; then on the text with
/// `%uXXXX` for each two triplets, and with surrogates for ill-formed UTF-8.
pub fn js(data: &[u8]) {
    let input = Plan::new(data).input;
    let text = String::from_utf8_lossy(&input);
    let surrogates = [0xD83D, 0xDCA9, 0xDCA9];
    let strings: [Vec<u16>; 4] = [
        text.encode_utf16().collect(),
        input
            .chunks(2)
            .map(|pair| pair.iter().fold(0, |unit, &byte| unit << 8 | u16::from(byte)))
            .collect(),
        unicode_escapes(&text),
        text.encode_utf16()
            .enumerate()
            .map(|(index, unit)| if unit == 0xFFFD { surrogates[index % 3] } else { unit })
            .collect(),
    ];
    let cases = strings.each_ref().map(|string| ecma::Case::new(string));
    for backend in Backend::available() {
        while_active(backend, || cases.iter().for_each(ecma::Case::check));
    }
}

/// The code units of the text, with `%uABCD` for each `%AB%CD`, digits or not.
fn unicode_escapes(text: &str) -> Vec<u16> {
    let mut units: Vec<u16> = text.encode_utf16().collect();
    let mut at = 0;
    while at + 6 <= units.len() {
        if [units[at], units[at + 3]] == [0x25, 0x25] {
            units[at..at + 4].rotate_right(1);
            units[at..at + 2].copy_from_slice(&[0x25, 0x75]);
            at += 6;
        } else {
            at += 1;
        }
    }
    units
}
