//! ECMA-262 19.2.6 and B.2.1, step by step on UTF-16 code units, and the comparison of
//! `percent_simd::js` with them.
//!
//! The standard has no positions and only one error. The position here is that of the `%` or
//! surrogate at which the standard's step begins, and the kind is that of the step's error.

use std::borrow::Cow;
use std::fmt::Debug;

use percent_simd::{DecodeError, DecodeErrorKind, js};

/// *uriMark*.
const MARK: &str = "-_.!~*'()";
/// *uriReserved* with `#`.
const RESERVED_AND_NUMBER_SIGN: &str = ";/?:@&=+$,#";

fn is_alphanumeric(unit: u16) -> bool {
    u8::try_from(unit).is_ok_and(|byte| byte.is_ascii_alphanumeric())
}

fn contains(set: &str, unit: u16) -> bool {
    u8::try_from(unit).is_ok_and(|byte| set.as_bytes().contains(&byte))
}

fn hex_value(unit: u16) -> Option<u16> {
    match unit {
        0x30..=0x39 => Some(unit - 0x30),
        0x41..=0x46 => Some(unit - 0x41 + 10),
        0x61..=0x66 => Some(unit - 0x61 + 10),
        _ => None,
    }
}

fn parse_hex(digits: &[u16]) -> Option<u16> {
    digits.iter().try_fold(0, |value, &digit| Some(value * 16 + hex_value(digit)?))
}

fn units(text: &str) -> Vec<u16> {
    text.encode_utf16().collect()
}

/// 11.1.4, *CodePointAt*: the code point, its number of code units, and whether it is an unpaired
/// surrogate.
fn code_point_at(string: &[u16], position: usize) -> (u32, usize, bool) {
    let first = string[position];
    if !(0xD800..=0xDFFF).contains(&first) {
        return (u32::from(first), 1, false);
    }
    if first >= 0xDC00 || position + 1 == string.len() {
        return (u32::from(first), 1, true);
    }
    let second = string[position + 1];
    if !(0xDC00..=0xDFFF).contains(&second) {
        return (u32::from(first), 1, true);
    }
    ((u32::from(first) - 0xD800) * 0x400 + (u32::from(second) - 0xDC00) + 0x10000, 2, false)
}

/// UTF-8 by definition (table 3-6 of the Unicode Standard).
fn utf8(code_point: u32) -> Vec<u8> {
    let continuation = |shift: u32| 0x80 | (code_point >> shift & 0x3F) as u8;
    match code_point {
        0..0x80 => vec![code_point as u8],
        0x80..0x800 => vec![0xC0 | (code_point >> 6) as u8, continuation(0)],
        0x800..0x10000 => vec![0xE0 | (code_point >> 12) as u8, continuation(6), continuation(0)],
        _ => vec![
            0xF0 | (code_point >> 18) as u8,
            continuation(12),
            continuation(6),
            continuation(0),
        ],
    }
}

/// 19.2.6.5, *Encode*; `Err` is the position of the surrogate at which it throws.
fn encode(string: &[u16], extra_unescaped: &str) -> Result<Vec<u16>, usize> {
    let is_unescaped =
        |unit| is_alphanumeric(unit) || contains(MARK, unit) || contains(extra_unescaped, unit);
    let (mut result, mut k) = (Vec::new(), 0);
    while k < string.len() {
        if is_unescaped(string[k]) {
            result.push(string[k]);
            k += 1;
            continue;
        }
        let (code_point, count, is_unpaired) = code_point_at(string, k);
        if is_unpaired {
            return Err(k);
        }
        k += count;
        for octet in utf8(code_point) {
            result.extend(units(&format!("%{octet:02X}")));
        }
    }
    Ok(result)
}

/// 19.2.6.6, *Decode*.
fn decode(string: &[u16], preserve: &str) -> Result<Vec<u16>, (usize, DecodeErrorKind)> {
    let (mut result, mut k) = (Vec::new(), 0);
    while k < string.len() {
        let start = k;
        if string[k] != u16::from(b'%') {
            result.push(string[k]);
            k += 1;
            continue;
        }
        let digits = &string[k + 1..string.len().min(k + 3)];
        if digits.iter().any(|&digit| hex_value(digit).is_none()) {
            return Err((start, DecodeErrorKind::BadHex));
        }
        if k + 3 > string.len() {
            return Err((start, DecodeErrorKind::Truncated));
        }
        let escape = &string[k..k + 3];
        let byte = parse_hex(digits).expect("both are digits") as u8;
        k += 2;
        let n = byte.leading_ones() as usize;
        if n == 0 {
            if contains(preserve, byte.into()) {
                result.extend(escape);
            } else {
                result.push(byte.into());
            }
            k += 1;
            continue;
        }
        let throw = Err((start, DecodeErrorKind::Utf8));
        if n == 1 || n > 4 {
            return throw;
        }
        let mut octets = vec![byte];
        for _ in 1..n {
            k += 1;
            if k + 3 > string.len() || string[k] != u16::from(b'%') {
                return throw;
            }
            let Some(continuation) = parse_hex(&string[k + 1..k + 3]) else {
                return throw;
            };
            octets.push(continuation as u8);
            k += 2;
        }
        let first = u32::from(byte) & (0x7F >> n);
        let code_point =
            octets[1..].iter().fold(first, |bits, &octet| bits << 6 | u32::from(octet) & 0x3F);
        // A valid encoding equals the character's own: not overlong, no surrogate, no stray
        // continuation, not above U+10FFFF.
        let Some(character) = char::from_u32(code_point).filter(|_| utf8(code_point) == octets)
        else {
            return throw;
        };
        result.extend(units(&character.to_string()));
        k += 1;
    }
    Ok(result)
}

/// B.2.1.1, *escape*.
fn escape(string: &[u16]) -> Vec<u16> {
    let mut result = Vec::new();
    for &unit in string {
        if is_alphanumeric(unit) || contains("@*_+-./", unit) {
            result.push(unit);
        } else if unit < 256 {
            result.extend(units(&format!("%{unit:02X}")));
        } else {
            result.extend(units(&format!("%u{unit:04X}")));
        }
    }
    result
}

/// B.2.1.2, *unescape*; each code unit with the position of its spelling.
fn unescape(string: &[u16]) -> Vec<(usize, u16)> {
    let (len, mut result, mut k) = (string.len(), Vec::new(), 0);
    while k < len {
        let (position, mut unit) = (k, string[k]);
        if unit == u16::from(b'%') {
            let (digits, optional_advance) = if k + 6 <= len && string[k + 1] == u16::from(b'u') {
                (&string[k + 2..k + 6], 5)
            } else if k + 3 <= len {
                (&string[k + 1..k + 3], 2)
            } else {
                (&[][..], 0)
            };
            if let Some(value) = parse_hex(digits).filter(|_| !digits.is_empty()) {
                unit = value;
                k += optional_advance;
            }
        }
        result.push((position, unit));
        k += 1;
    }
    result
}

fn lone_surrogate(string: &[u16]) -> Option<usize> {
    let mut k = 0;
    while k < string.len() {
        let (_, count, is_unpaired) = code_point_at(string, k);
        if is_unpaired {
            return Some(k);
        }
        k += count;
    }
    None
}

// ---- The comparison. ----

type Decoded<T> = Result<T, (usize, DecodeErrorKind)>;

/// A string, and the standard's results for it.
pub struct Case<'a> {
    string: &'a [u16],
    uri: Result<String, usize>,
    component: Result<String, usize>,
    decoded_uri: Decoded<Vec<u16>>,
    decoded_component: Decoded<Vec<u16>>,
    escaped: String,
    unescaped: Vec<u16>,
    text: Option<Text>,
}

/// The result for a string that is text; positions are in bytes.
struct Text {
    text: String,
    decoded_uri: Decoded<String>,
    decoded_component: Decoded<String>,
    unescaped: Result<String, usize>,
}

impl<'a> Case<'a> {
    pub fn new(string: &'a [u16]) -> Self {
        let text_of = |units: Vec<u16>| String::from_utf16(&units).expect("this is text");
        let unescaped = unescape(string);
        let decoded_uri = decode(string, RESERVED_AND_NUMBER_SIGN);
        let decoded_component = decode(string, "");
        let text = String::from_utf16(string).ok().map(|text| {
            let bytes = |position: usize| text_of(string[..position].to_vec()).len();
            let in_bytes = |(position, kind)| (bytes(position), kind);
            let units: Vec<u16> = unescaped.iter().map(|&(_, unit)| unit).collect();
            Text {
                decoded_uri: decoded_uri.clone().map(text_of).map_err(in_bytes),
                decoded_component: decoded_component.clone().map(text_of).map_err(in_bytes),
                unescaped: lone_surrogate(&units)
                    .map_or_else(|| Ok(text_of(units)), |index| Err(bytes(unescaped[index].0))),
                text,
            }
        });
        Self {
            string,
            uri: encode(string, RESERVED_AND_NUMBER_SIGN).map(text_of),
            component: encode(string, "").map(text_of),
            decoded_uri,
            decoded_component,
            escaped: text_of(escape(string)),
            unescaped: unescaped.into_iter().map(|(_, unit)| unit).collect(),
            text,
        }
    }

    /// Checks every function of `js` on this string, on the active backend; if the string is text,
    /// the functions on text, too.
    #[track_caller]
    pub fn check(&self) {
        let string = self.string;
        self.same(
            "encode_uri_utf16",
            &js::encode_uri_utf16(string).map_err(js::LoneSurrogate::position),
            &self.uri,
        );
        self.same(
            "encode_uri_component_utf16",
            &js::encode_uri_component_utf16(string).map_err(js::LoneSurrogate::position),
            &self.component,
        );
        self.same_units(
            "decode_uri_utf16",
            js::decode_uri_utf16(string).map_err(refusal),
            &self.decoded_uri,
        );
        self.same_units(
            "decode_uri_component_utf16",
            js::decode_uri_component_utf16(string).map_err(refusal),
            &self.decoded_component,
        );
        self.same("escape_utf16", &js::escape_utf16(string), &self.escaped);
        self.same_units(
            "unescape_utf16",
            Ok::<_, ()>(js::unescape_utf16(string)),
            &Ok(self.unescaped.clone()),
        );
        let Some(Text { text, decoded_uri, decoded_component, unescaped }) = &self.text else {
            return;
        };
        self.same_text("encode_uri", text, Ok(js::encode_uri(text)), &self.uri);
        self.same_text(
            "encode_uri_component",
            text,
            Ok(js::encode_uri_component(text)),
            &self.component,
        );
        self.same_text("decode_uri", text, js::decode_uri(text).map_err(refusal), decoded_uri);
        self.same_text(
            "decode_uri_component",
            text,
            js::decode_uri_component(text).map_err(refusal),
            decoded_component,
        );
        self.same_text("escape", text, Ok::<_, ()>(js::escape(text)), &Ok(self.escaped.clone()));
        self.same_text(
            "unescape",
            text,
            js::unescape(text).map_err(js::LoneSurrogate::position),
            unescaped,
        );
    }

    #[track_caller]
    fn same<T: PartialEq + Debug>(&self, what: &str, got: &T, expected: &T) {
        let text = || String::from_utf16_lossy(self.string);
        assert!(
            got == expected,
            "{what} of {:?} {:04X?}\n     got {got:04X?}\nexpected {expected:04X?}",
            text(),
            self.string
        );
    }

    /// The result is borrowed if and only if it equals the input.
    #[track_caller]
    fn same_units<E: PartialEq + Debug>(
        &self,
        what: &str,
        got: Result<Cow<'_, [u16]>, E>,
        expected: &Result<Vec<u16>, E>,
    ) {
        let got = got.map(|got| owned(what, got, self.string, |got| (got.capacity(), got.len())));
        self.same(what, &got, expected);
    }

    #[track_caller]
    fn same_text<E: PartialEq + Debug>(
        &self,
        what: &str,
        text: &str,
        got: Result<Cow<'_, str>, E>,
        expected: &Result<String, E>,
    ) {
        let got = got.map(|got| owned(what, got, text, |got| (got.capacity(), got.len())));
        self.same(what, &got, expected);
    }
}

/// The result is borrowed if and only if it equals the input; an owned one has little spare room.
#[track_caller]
fn owned<T: ?Sized + ToOwned + PartialEq + Debug>(
    what: &str,
    got: Cow<'_, T>,
    input: &T,
    capacity_and_len: impl Fn(&T::Owned) -> (usize, usize),
) -> T::Owned {
    assert_eq!(
        matches!(got, Cow::Borrowed(_)),
        *got == *input,
        "{what}: borrowed, of {input:04X?}"
    );
    if let Cow::Owned(got) = &got {
        let (capacity, len) = capacity_and_len(got);
        assert!(crate::is_tight(capacity, len), "{what}: capacity {capacity} for {len}");
    }
    got.into_owned()
}

fn refusal(error: DecodeError) -> (usize, DecodeErrorKind) {
    (error.position(), error.kind())
}
