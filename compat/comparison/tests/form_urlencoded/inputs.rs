//! Inputs: short words, long inputs, and random forms.

use proptest::prelude::*;
/// The bytes with a meaning in forms, in and out of triplets, and a character of two bytes, which a
/// cut may split.
pub(crate) const ALPHABET: &[u8] = b"%41&=+;\xC3\xA9";

/// Every word over the alphabet of at most this many bytes.
pub(crate) fn for_each_word(alphabet: &[u8], max_len: u32, mut visit: impl FnMut(&[u8])) {
    for len in 0..=max_len {
        for number in 0..alphabet.len().pow(len) {
            let word: Vec<u8> = (0..len)
                .map(|digit| alphabet[number / alphabet.len().pow(digit) % alphabet.len()])
                .collect();
            visit(&word);
        }
    }
}

/// Words at the borders of the blocks of 16, 32 and 64 bytes that the code examines together,
/// within clean bytes and within short pairs.
pub(crate) fn for_each_long(words: &[&[u8]], mut visit: impl FnMut(&[u8])) {
    let pairs = b"a=1&bc=23&d=&".repeat(20);
    for filler in [&[b'x'; 260][..], &pairs, "é".repeat(130).as_bytes()] {
        for word in words {
            for at in
                (0..3).chain(14..18).chain(30..34).chain(59..68).chain(125..130).chain(190..193)
            {
                for behind in [0, 1, 66] {
                    let mut input = filler[..at].to_vec();
                    input.extend_from_slice(word);
                    input.extend_from_slice(&filler[..behind]);
                    visit(&input);
                }
            }
        }
    }
}

pub(crate) const WORDS: &[&[u8]] = &[
    b"",
    b"&",
    b"=",
    b"&&=&",
    b"+",
    b"%41",
    b"%4",
    b"%",
    b"%zz",
    b"=%26&%3D=",
    b"\xC3",
    b"\xC3\xA9",
    b"%C3%A9",
    b"\xC3%A9",
    b"\0",
    b"a b",
    b"~*-._",
];

/// Random bytes, most of them with a meaning in forms.
pub(crate) fn bytes(max_len: usize) -> impl Strategy<Value = Vec<u8>> {
    let byte = prop_oneof![
        4 => b'a'..=b'z',
        2 => proptest::sample::select(&b"%&=+;"[..]),
        2 => proptest::sample::select(&b"0123456789ABCDEFabcdef"[..]),
        1 => any::<u8>(),
    ];
    proptest::collection::vec(byte, 0..=max_len)
}

/// Names and values with separators between them: long and short, clean and escaped.
pub(crate) fn form() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        8 => "[a-z]{0,8}",
        4 => "[a-z]{0,4}(%[0-9A-F]{2}|\\+){1,3}[a-z]{0,4}",
        2 => "[a-zé☃]{0,40}",
        2 => "[a-z]{50,140}",
        1 => "[a-z%+]{0,80}",
    ]
    .prop_map(String::into_bytes);
    let piece = prop_oneof![12 => piece, 1 => bytes(20)];
    let separator = proptest::sample::select(vec![&b"&"[..], b"&", b"&", b"=", b"=", b"&&", b"=&"]);
    proptest::collection::vec((piece, separator), 0..40).prop_map(|pieces| {
        let mut form = Vec::new();
        for (piece, separator) in pieces {
            form.extend_from_slice(&piece);
            form.extend_from_slice(separator);
        }
        form
    })
}
