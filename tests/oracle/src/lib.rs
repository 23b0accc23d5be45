//! The oracle: percent-encoding by the standards and the documentation, slow and obvious, one byte
//! after another.
//!
//! Nothing here comes from `src/` or calls it, so an error there is not copied here. Sources:
//! WHATWG URL 1.3 *percent-decode*, RFC 3986 2.1, Unicode Table 3-7 for UTF-8, and the design's
//! paragraphs "At a `%`" and "UTF-8 policies".

pub mod characters;
pub mod content;
pub mod form;
pub mod inspect;
pub mod places;
mod policies;
pub mod random;
pub mod schemes;
pub mod uri;
pub mod variants;
pub mod windows_name;

pub use policies::{all_but, decode_policies, encode_policies, members};

/// How to decode. The default is plain: a malformed `%` stays, no byte is kept or rejected, `+`
/// stays.
#[derive(Clone)]
pub struct Decode {
    /// A raw `+` becomes SP.
    pub plus: bool,
    /// A malformed `%` is an error.
    pub strict: bool,
    /// Triplets of these values stay as written.
    pub keep: [bool; 128],
    /// Triplets of values >= 0x80 stay as written.
    pub keep_non_ascii: bool,
    /// Triplets of these values are an error.
    pub reject: [bool; 128],
    /// Raw bytes that are, or become, these values are errors, too.
    pub reject_raw: bool,
    /// The hex digits of triplets.
    pub digits: Digits,
}

/// The hex digits of a triplet: those of RFC 3986 2.1, or of one case (RFC 9651 4.2.10, RFC 7639
/// 2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Digits {
    Any,
    Lower,
    Upper,
}

impl Digits {
    fn value(self, byte: u8) -> Option<u8> {
        match byte {
            b'a'..=b'f' if self == Self::Upper => None,
            b'A'..=b'F' if self == Self::Lower => None,
            _ => hex_value(byte),
        }
    }
}

impl Default for Decode {
    fn default() -> Self {
        Self {
            plus: false,
            strict: false,
            keep: [false; 128],
            keep_non_ascii: false,
            reject: [false; 128],
            reject_raw: false,
            digits: Digits::Any,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Truncated,
    BadHex,
    Rejected(u8),
    Utf8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Error {
    pub position: usize,
    pub kind: Kind,
}

/// The treatment of decoded bytes that are not UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Utf8 {
    Strict,
    Lossy,
    KeepEscaped,
}

/// How to encode. The default is plain: only bytes >= 0x80 are escaped, in upper case.
#[derive(Clone)]
pub struct Encode {
    /// The escaped bytes, besides every byte >= 0x80.
    pub set: [bool; 128],
    /// SP becomes `+`, and every `+` is escaped.
    pub plus: bool,
    /// Hex digits `a` to `f`.
    pub lowercase: bool,
    /// Valid triplets of the input stay as written.
    pub keep_escapes: bool,
    /// Bytes >= 0x80 of well-formed sequences stay.
    pub keep_non_ascii: bool,
}

impl Default for Encode {
    fn default() -> Self {
        Self {
            set: [false; 128],
            plus: false,
            lowercase: false,
            keep_escapes: false,
            keep_non_ascii: false,
        }
    }
}

/// The members of a set in one line: a failure is easier to read than in 128 lines of `true` and
/// `false`.
fn shown(set: &[bool; 128]) -> String {
    let members: Vec<u8> = (0..128).filter(|&byte| set[usize::from(byte)]).collect();
    members.escape_ascii().to_string()
}

impl core::fmt::Debug for Decode {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Self { plus, strict, keep, keep_non_ascii, reject, reject_raw, digits } = self;
        let (keep, reject) = (shown(keep), shown(reject));
        write!(
            f,
            "Decode {{ plus: {plus}, strict: {strict}, keep: b\"{keep}\", keep_non_ascii: {keep_non_ascii}, reject: b\"{reject}\", reject_raw: {reject_raw}, digits: {digits:?} }}"
        )
    }
}

impl core::fmt::Debug for Encode {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Self { set, plus, lowercase, keep_escapes, keep_non_ascii } = self;
        write!(
            f,
            "Encode {{ set: b\"{}\", plus: {plus}, lowercase: {lowercase}, keep_escapes: {keep_escapes}, keep_non_ascii: {keep_non_ascii} }}",
            shown(set)
        )
    }
}

/// RFC 3986 2.1 and 6.2.2.1: a hex digit of either case has its value, any other byte none.
fn hex_value(byte: u8) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'A'..=b'F' => Some(byte - b'A' + 10),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    }
}

/// The value of the triplet at `at`, or the error.
fn triplet(input: &[u8], at: usize, digits: Digits) -> Result<u8, Kind> {
    assert_eq!(input[at], b'%');
    let following = &input[at + 1..input.len().min(at + 3)];
    if following.iter().any(|&byte| digits.value(byte).is_none()) {
        return Err(Kind::BadHex);
    }
    match *following {
        [high, low] => Ok(hex_value(high).unwrap() * 16 + hex_value(low).unwrap()),
        _ => Err(Kind::Truncated),
    }
}

/// One byte of the decoded stream, or an error of the policy.
#[derive(Clone, Copy, Debug)]
struct Unit<'a> {
    /// The offset of its first byte in the input.
    at: usize,
    /// Its bytes in the input.
    written: &'a [u8],
    /// The decoded byte, or the refusal.
    decoded: Result<u8, Kind>,
}

impl Unit<'_> {
    fn is_changed(&self) -> bool {
        self.decoded.is_ok_and(|byte| self.written != [byte])
    }
}

/// The design's "At a `%`", and raw bytes under `reject_raw`. A kept triplet makes three units,
/// because it is three bytes of the decoded stream.
fn units<'a>(input: &'a [u8], policy: &Decode) -> Vec<Unit<'a>> {
    let mut units = Vec::new();
    // A raw byte is refused by its decoded value.
    let raw = |byte: u8| {
        let is_rejected = policy.reject_raw && byte < 0x80 && policy.reject[usize::from(byte)];
        if is_rejected { Err(Kind::Rejected(byte)) } else { Ok(byte) }
    };
    let mut at = 0;
    while at < input.len() {
        let one = &input[at..at + 1];
        if input[at] != b'%' {
            let byte = if policy.plus && input[at] == b'+' { b' ' } else { input[at] };
            units.push(Unit { at, written: one, decoded: raw(byte) });
            at += 1;
            continue;
        }
        let value = match triplet(input, at, policy.digits) {
            Err(kind) => {
                // The `%` stays, as a raw byte.
                let decoded = if policy.strict { Err(kind) } else { raw(b'%') };
                units.push(Unit { at, written: one, decoded });
                at += 1;
                continue;
            }
            Ok(value) => value,
        };
        let is_in = |set: &[bool; 128]| value < 0x80 && set[usize::from(value)];
        if is_in(&policy.reject) {
            units.push(Unit {
                at,
                written: &input[at..at + 3],
                decoded: Err(Kind::Rejected(value)),
            });
        } else if is_in(&policy.keep) || (value >= 0x80 && policy.keep_non_ascii) {
            units.extend((at..at + 3).map(|at| Unit {
                at,
                written: &input[at..at + 1],
                decoded: Ok(input[at]),
            }));
        } else {
            units.push(Unit { at, written: &input[at..at + 3], decoded: Ok(value) });
        }
        at += 3;
    }
    units
}

/// The decoded bytes, or the first error.
pub fn decode(input: &[u8], policy: &Decode) -> Result<Vec<u8>, Error> {
    units(input, policy)
        .iter()
        .map(|unit| unit.decoded.map_err(|kind| Error { position: unit.at, kind }))
        .collect()
}

/// The decoded text, or the error with the smallest position.
pub fn decode_text(input: &[u8], policy: &Decode, utf8: Utf8) -> Result<String, Error> {
    let units = units(input, policy);
    let refused = units.iter().position(|unit| unit.decoded.is_err());
    let accepted = &units[..refused.unwrap_or(units.len())];
    if utf8 == Utf8::Strict {
        let bytes: Vec<u8> = accepted.iter().map(|unit| unit.decoded.unwrap()).collect();
        if let Some(ill_formed) =
            sequences(&bytes).into_iter().find(|sequence| !sequence.is_well_formed)
        {
            return Err(Error { position: accepted[ill_formed.start].at, kind: Kind::Utf8 });
        }
    }
    match refused {
        Some(index) => {
            Err(Error { position: units[index].at, kind: units[index].decoded.unwrap_err() })
        }
        None => Ok(text(&units, utf8)),
    }
}

/// Formats the decoded input. The result is text for any input: refused bytes stay as written, and
/// [`Utf8::Strict`] is as Lossy.
pub fn display_text(input: &[u8], policy: &Decode, utf8: Utf8) -> String {
    let mut shown = Vec::new();
    for unit in units(input, policy) {
        match unit.decoded {
            Ok(_) => shown.push(unit),
            Err(_) => {
                let stays = |index: usize| Unit {
                    at: unit.at + index,
                    written: &unit.written[index..=index],
                    decoded: Ok(unit.written[index]),
                };
                shown.extend((0..unit.written.len()).map(stays));
            }
        }
    }
    text(&shown, utf8)
}

/// The first byte that decoding changes or refuses.
pub fn decode_find(input: &[u8], policy: &Decode) -> Option<usize> {
    units(input, policy)
        .iter()
        .find(|unit| unit.is_changed() || unit.decoded.is_err())
        .map(|unit| unit.at)
}

/// The text of units without a refused one.
fn text(units: &[Unit<'_>], utf8: Utf8) -> String {
    let bytes: Vec<u8> =
        units.iter().map(|unit| unit.decoded.expect("nothing is refused here")).collect();
    let mut text = String::new();
    for sequence in sequences(&bytes) {
        let range = sequence.start..sequence.start + sequence.len;
        if sequence.is_well_formed {
            text.push(scalar_value(&bytes[range]));
        } else if utf8 == Utf8::KeepEscaped {
            for unit in &units[range] {
                match *unit.written {
                    [raw] => push_triplet(raw, false, &mut text),
                    _ => text.extend(unit.written.iter().map(|&byte| char::from(byte))),
                }
            }
        } else {
            text.push('\u{FFFD}');
        }
    }
    text
}

/// A well-formed UTF-8 sequence, or a maximal subpart of an ill-formed one (Unicode 3.9,
/// *substitution of maximal subparts*).
#[derive(Clone, Copy, Debug)]
struct Sequence {
    start: usize,
    len: usize,
    is_well_formed: bool,
}

/// Unicode Table 3-7, *Well-Formed UTF-8 Byte Sequences*: the ranges of the second, third and
/// fourth byte for each first byte.
fn continuation_ranges(first: u8) -> Option<&'static [(u8, u8)]> {
    const ANY: (u8, u8) = (0x80, 0xBF);
    match first {
        0x00..=0x7F => Some(&[]),
        0xC2..=0xDF => Some(&[ANY]),
        0xE0 => Some(&[(0xA0, 0xBF), ANY]),
        0xE1..=0xEC => Some(&[ANY, ANY]),
        0xED => Some(&[(0x80, 0x9F), ANY]),
        0xEE..=0xEF => Some(&[ANY, ANY]),
        0xF0 => Some(&[(0x90, 0xBF), ANY, ANY]),
        0xF1..=0xF3 => Some(&[ANY, ANY, ANY]),
        0xF4 => Some(&[(0x80, 0x8F), ANY, ANY]),
        _ => None,
    }
}

fn sequences(bytes: &[u8]) -> Vec<Sequence> {
    let mut sequences = Vec::new();
    let mut start = 0;
    while start < bytes.len() {
        let mut len = 1;
        let is_well_formed = match continuation_ranges(bytes[start]) {
            None => false,
            Some(ranges) => ranges.iter().all(|&(lowest, highest)| {
                let continues =
                    bytes.get(start + len).is_some_and(|&byte| lowest <= byte && byte <= highest);
                len += usize::from(continues);
                continues
            }),
        };
        sequences.push(Sequence { start, len, is_well_formed });
        start += len;
    }
    sequences
}

/// The scalar value of a well-formed sequence (Unicode Table 3-6, *UTF-8 Bit Distribution*).
fn scalar_value(sequence: &[u8]) -> char {
    let bits = |index: usize, mask: u8| u32::from(sequence[index] & mask);
    let value = match sequence.len() {
        1 => bits(0, 0x7F),
        2 => bits(0, 0x1F) << 6 | bits(1, 0x3F),
        3 => bits(0, 0x0F) << 12 | bits(1, 0x3F) << 6 | bits(2, 0x3F),
        _ => bits(0, 0x07) << 18 | bits(1, 0x3F) << 12 | bits(2, 0x3F) << 6 | bits(3, 0x3F),
    };
    char::from_u32(value).expect("Table 3-7 lets only scalar values pass")
}

fn push_triplet(byte: u8, lowercase: bool, text: &mut String) {
    let digits: &[u8; 16] = if lowercase { b"0123456789abcdef" } else { b"0123456789ABCDEF" };
    text.push('%');
    text.push(char::from(digits[usize::from(byte / 16)]));
    text.push(char::from(digits[usize::from(byte % 16)]));
}

/// The steps of encoding: the bytes taken, and the bytes written for them.
fn encoded_pieces<'a>(input: &'a [u8], policy: &Encode) -> Vec<(&'a [u8], String)> {
    let mut well_formed = vec![None; input.len()];
    for Sequence { start, len, is_well_formed } in sequences(input) {
        well_formed[start] = is_well_formed.then_some(len);
    }
    let mut pieces = Vec::new();
    let mut at = 0;
    while at < input.len() {
        let byte = input[at];
        let mut written = String::new();
        let mut len = 1;
        let kept = if byte >= 0x80 && policy.keep_non_ascii { well_formed[at] } else { None };
        if let Some(of_sequence) = kept {
            len = of_sequence;
            written.push(scalar_value(&input[at..at + len]));
        } else if policy.keep_escapes && byte == b'%' && triplet(input, at, Digits::Any).is_ok() {
            len = 3;
            written.extend(input[at..at + 3].iter().map(|&byte| char::from(byte)));
        } else if policy.plus && byte == b' ' {
            written.push('+');
        } else if byte >= 0x80 || policy.set[usize::from(byte)] || (policy.plus && byte == b'+') {
            push_triplet(byte, policy.lowercase, &mut written);
        } else {
            written.push(char::from(byte));
        }
        pieces.push((&input[at..at + len], written));
        at += len;
    }
    pieces
}

pub fn encode(input: &[u8], policy: &Encode) -> String {
    encoded_pieces(input, policy).into_iter().map(|(_, written)| written).collect()
}

/// The first byte that encoding changes.
pub fn encode_find(input: &[u8], policy: &Encode) -> Option<usize> {
    let mut at = 0;
    for (taken, written) in encoded_pieces(input, policy) {
        if taken != written.as_bytes() {
            return Some(at);
        }
        at += taken.len();
    }
    None
}
