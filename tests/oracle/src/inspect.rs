//! The definitions behind `Flags`. The input is decoded first, and each decoded byte records
//! whether it comes from a triplet. Then each definition is evaluated on all bytes.

/// A byte of the decoded input.
#[derive(Clone, Copy, Debug)]
pub struct Decoded {
    /// The byte's position in the input.
    pub at: usize,
    pub value: u8,
    /// The byte comes from a triplet.
    pub escaped: bool,
}

/// WHATWG URL 1.3, *percent-decode*.
pub fn decoded(input: &[u8]) -> Vec<Decoded> {
    let digit = |at: usize| input.get(at).and_then(|&byte| char::from(byte).to_digit(16));
    let mut decoded = Vec::new();
    let mut at = 0;
    while at < input.len() {
        match (input[at], digit(at + 1), digit(at + 2)) {
            (b'%', Some(high), Some(low)) => {
                decoded.push(Decoded { at, value: (16 * high + low) as u8, escaped: true });
                at += 3;
            }
            (value, ..) => {
                decoded.push(Decoded { at, value, escaped: false });
                at += 1;
            }
        }
    }
    decoded
}

/// The positions of every `%` that begins no triplet.
pub fn malformed(input: &[u8]) -> Vec<usize> {
    decoded(input)
        .iter()
        .filter(|byte| byte.value == b'%' && !byte.escaped)
        .map(|byte| byte.at)
        .collect()
}

/// The position of the first wanted byte of the decoded input.
pub fn contains(input: &[u8], wanted: &[bool; 128]) -> Option<usize> {
    decoded(input)
        .iter()
        .find(|byte| byte.value < 0x80 && wanted[usize::from(byte.value)])
        .map(|byte| byte.at)
}

/// Returns whether a segment is `.` or `..`, with or without parameters after a `;`, and one of its
/// dots or of the bytes beside them was escaped.
pub fn dot_segment(decoded: &[Decoded]) -> bool {
    let is_separator = |byte: &Decoded| {
        b"/\\".contains(&byte.value) || (b"?#".contains(&byte.value) && !byte.escaped)
    };
    // Each segment with the separators beside it.
    let mut start = 0;
    decoded.split(is_separator).any(|segment| {
        let from = start;
        start += segment.len() + 1;
        let segment = segment.split(|byte| byte.value == b';').next().unwrap();
        let to = from + segment.len();
        let dots = segment.iter().all(|byte| byte.value == b'.') && matches!(segment.len(), 1 | 2);
        dots && decoded[from.saturating_sub(1)..decoded.len().min(to + 1)]
            .iter()
            .any(|byte| byte.escaped)
    })
}

/// Two raw dots and a raw `/`, `\\` or `;`, at the start or after an ASCII character that is not
/// unreserved.
pub fn raw_traversal(decoded: &[Decoded]) -> bool {
    (0..decoded.len().saturating_sub(2)).any(|at| {
        let [first, second, third] = [0, 1, 2].map(|index| decoded[at + index]);
        let is_raw_step = [first, second, third].iter().all(|byte| !byte.escaped)
            && [first.value, second.value] == *b".."
            && b"/\\;".contains(&third.value);
        let before = at.checked_sub(1).map(|before| decoded[before].value);
        is_raw_step
            && before.is_none_or(|before| {
                before.is_ascii() && !before.is_ascii_alphanumeric() && !b"-._~".contains(&before)
            })
    })
}

/// The code of the `%uXXXX` at the start of the bytes.
fn percent_u_at(bytes: &[u8]) -> Option<u32> {
    match bytes {
        [b'%', b'u' | b'U', digits @ ..] => {
            let digits = std::str::from_utf8(digits.get(..4)?).ok()?;
            let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
            is_hex.then(|| u32::from_str_radix(digits, 16).unwrap())
        }
        _ => None,
    }
}

/// The codes of every `%uXXXX` in the decoded input.
pub fn percent_u(bytes: &[u8]) -> Vec<u32> {
    (0..bytes.len()).filter_map(|at| percent_u_at(&bytes[at..])).collect()
}

/// The input leniently decoded: triplets, `%uXXXX` of ASCII characters, and overlong forms of them
/// with an escaped byte are replaced, round by round, until none is left.
pub fn lenient(input: &[u8]) -> Vec<Decoded> {
    let mut bytes: Vec<Decoded> =
        (0..).zip(input).map(|(at, &value)| Decoded { at, value, escaped: false }).collect();
    loop {
        let values: Vec<u8> = bytes.iter().map(|byte| byte.value).collect();
        let mut next = Vec::new();
        let mut at = 0;
        while at < bytes.len() {
            let rest = &values[at..];
            let triplet = decoded(&rest[..rest.len().min(3)])[0];
            let overlong = overlong(rest)
                .filter(|&(len, _)| bytes[at..at + len].iter().any(|byte| byte.escaped));
            let (len, value) = match (percent_u_at(rest), overlong) {
                _ if triplet.escaped => (3, triplet.value),
                (Some(code @ ..0x80), _) => (6, code as u8),
                (_, Some((len, code @ ..0x80))) => (len, code as u8),
                _ => (1, values[at]),
            };
            let escaped = len > 1 || bytes[at].escaped;
            next.push(Decoded { at: bytes[at].at, value, escaped });
            at += len;
        }
        if next.len() == bytes.len() {
            return bytes;
        }
        bytes = next;
    }
}

/// The ill-formed sequences of the bytes: maximal subparts, as the standard library finds them.
pub fn ill_formed(bytes: &[u8]) -> Vec<(usize, usize)> {
    let mut at = 0;
    let ranges = bytes.utf8_chunks().map(|chunk| {
        let from = at + chunk.valid().len();
        at = from + chunk.invalid().len();
        (from, at)
    });
    ranges.collect()
}

/// The length of the overlong form at the start.
pub fn overlong_len(bytes: &[u8]) -> Option<usize> {
    overlong(bytes).map(|(len, _)| len)
}

/// The overlong form at the start: its length and value. RFC 2279 2 defines the bits of two to six
/// bytes, and the smallest value of each length.
fn overlong(bytes: &[u8]) -> Option<(usize, u32)> {
    let &first = bytes.first()?;
    let (len, needed_from) = match first.leading_ones() {
        2 => (2, 0x80),
        3 => (3, 0x800),
        4 => (4, 0x1_0000),
        5 => (5, 0x20_0000),
        6 => (6, 0x400_0000),
        _ => return None,
    };
    let mut value = u32::from(first & (0x7F >> len));
    for &byte in bytes.get(1..len)? {
        if byte & 0xC0 != 0x80 {
            return None;
        }
        value = value << 6 | u32::from(byte & 0x3F);
    }
    (value < needed_from).then_some((len, value))
}
