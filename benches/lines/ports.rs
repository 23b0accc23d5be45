//! Calls of published crates, in the form in which these crates make them, beside the same call with
//! percent-simd: the gain of a port. Five of the crates use `percent-encoding`, the others have loops
//! of their own, which are written anew here.

use std::borrow::Cow;
use std::fmt::{self, Write};

use percent_encoding::{NON_ALPHANUMERIC, percent_decode, percent_encode, utf8_percent_encode};
use percent_simd::{AsciiSet, Decoder, Encoder, Malformed, Utf8, sets};

use super::Run;
use super::input::File;
use super::set::row;
use oracle::random::Random;
use percent_simd_benches::peers::{ORIGINAL, PORTED, PORTS};
use percent_simd_benches::{SET, percent_encoding_decode, percent_encoding_encode};
use support::corpus::{path, to_encode};
use support::traffic;

/// The bytes that a crate escapes, for it and for percent-simd.
type Sets = (&'static percent_encoding::AsciiSet, Encoder);

/// Escapes controls and these bytes.
macro_rules! controls_and {
    ($bytes:expr) => {{
        const SET: percent_encoding::AsciiSet = {
            let mut set = percent_encoding::CONTROLS.add(0x7f);
            let mut at = 0;
            while at < $bytes.len() {
                set = set.add($bytes[at]);
                at += 1;
            }
            set
        };
        (&SET, Encoder::new(sets::CONTROLS.union(AsciiSet::from_bytes($bytes))))
    }};
}

/// RFC 6265 4.1.1, and parentheses.
const COOKIE: Sets = controls_and!(b" \"#%(),/:;<=>?@[\\]^`{|}");
/// Without the delimiters of a path.
const GIT_PATH: Sets = controls_and!(b" \"<>`");
/// The message of a status.
const STATUS: Sets = controls_and!(b" \"#%<>`?{}");
/// The filter `urlencode` of Jinja leaves `/`, and escapes `~`.
const FILTER: Sets = {
    const SET: percent_encoding::AsciiSet =
        NON_ALPHANUMERIC.remove(b'/').remove(b'.').remove(b'-').remove(b'_');
    (&SET, Encoder::new(sets::URI_COMPONENT.remove(b'/').add(b'~')))
};
/// RFC 3986 2.3.
const UNRESERVED: Encoder = Encoder::new(sets::URI_COMPONENT);
/// RFC 3986 3.3, with `/`.
const PATH: Encoder = Encoder::new(sets::URI_SEGMENT.remove(b'/'));

/// The escapes that the router of actix keeps.
const ROUTER: Decoder = Decoder::new().keep(AsciiSet::from_bytes(b"%/+")).utf8(Utf8::Lossy);
const FORM: Decoder = Decoder::new().plus_as_space(true);
const STRICT: Decoder = Decoder::new().malformed(Malformed::Error);

/// The value of a hexadecimal digit.
fn digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).map(|digit| digit as u8)
}

/// The byte of the triplet at the beginning, if there is one.
fn triplet(bytes: &[u8]) -> Option<u8> {
    let [b'%', high, low, ..] = *bytes else { return None };
    Some(digit(high)? << 4 | digit(low)?)
}

/// `actix-router` keeps some escapes, and returns nothing if no byte changes.
fn requote(path: &str) -> Option<String> {
    let path = path.as_bytes();
    let is_decoded = |at: &usize| triplet(&path[*at..]).filter(|byte| !b"%/+".contains(byte));
    let first = (0..path.len()).find(|at| is_decoded(at).is_some())?;
    let mut decoded = Vec::with_capacity(path.len());
    decoded.extend_from_slice(&path[..first]);
    let mut at = first;
    while at < path.len() {
        match is_decoded(&at) {
            Some(byte) => {
                decoded.push(byte);
                at += 3;
            }
            None => {
                decoded.push(path[at]);
                at += 1;
            }
        }
    }
    Some(String::from_utf8_lossy(&decoded).into_owned())
}

/// `oauth1-request` encodes a parameter for the base string of the signature: twice, by one pass.
fn encode_twice(value: &str) -> String {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    let mut out = String::new();
    let mut rest = value;
    while let Some(at) = rest.bytes().position(|byte| !is_unreserved(byte)) {
        out.push_str(&rest[..at]);
        let end = rest[at..].bytes().position(is_unreserved).map_or(rest.len(), |len| at + len);
        for &byte in &rest.as_bytes()[at..end] {
            let digits = [byte >> 4, byte & 15].map(|digit| char::from(HEX[usize::from(digit)]));
            out.extend(['%', '2', '5', digits[0], digits[1]]);
        }
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
}

fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~".contains(&byte)
}

/// `serde_qs` decodes names and values, and borrows those without an escape.
fn decode_query(input: &[u8]) -> Cow<'_, [u8]> {
    if !input.iter().any(|&byte| byte == b'+' || byte == b'%') {
        return Cow::Borrowed(input);
    }
    let mut out = Vec::with_capacity(input.len());
    let (mut at, mut copied) = (0, 0);
    while let Some(&byte) = input.get(at) {
        let (new, len) = match (byte, triplet(&input[at..])) {
            (b'+', _) => (b' ', 1),
            (_, Some(byte)) => (byte, 3),
            _ => {
                at += 1;
                continue;
            }
        };
        out.extend_from_slice(&input[copied..at]);
        out.push(new);
        at += len;
        copied = at;
    }
    out.extend_from_slice(&input[copied..]);
    Cow::Owned(out)
}

/// `mail-parser` decodes a parameter of RFC 2231, and says whether all of it is well-formed.
fn decode_parameter(input: &[u8]) -> (bool, Vec<u8>) {
    let mut out = Vec::with_capacity(input.len());
    let mut bytes = input.iter();
    while let Some(&byte) = bytes.next() {
        if byte != b'%' {
            out.push(byte);
            continue;
        }
        let mut next = || bytes.next().and_then(|&byte| digit(byte));
        let (Some(high), Some(low)) = (next(), next()) else { return (false, out) };
        out.push(high << 4 | low);
    }
    (true, out)
}

/// `iri-string` encodes a path character by character.
struct IriPath<'a>(&'a str);

impl fmt::Display for IriPath<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| {
            if c.is_ascii_alphanumeric() || "-._~!$&'()*+,;=:@/".contains(c) {
                return f.write_char(c);
            }
            c.encode_utf8(&mut [0; 4]).bytes().try_for_each(|byte| write!(f, "%{byte:02X}"))
        })
    }
}

/// A text and its spelling with escapes.
#[derive(Clone, Copy, Debug)]
struct Value<'a> {
    text: &'a str,
    encoded: &'a str,
}

/// Names and values as users write them, of 4 to 40 bytes: half of them clean, a third with spaces
/// and punctuation, the others Cyrillic.
fn values() -> Vec<String> {
    let random = &mut Random::new(0x706f_7274);
    let kinds = ["clean", "clean", "clean", "text", "text", "cyrillic"];
    let one = |_| to_encode(random.pick(&kinds), 4 + random.below(37), random);
    (0..8192).map(one).map(|value| String::from_utf8(value).expect("of valid UTF-8")).collect()
}

/// Adds the table of a call: the crate's and ours on each backend, with equal results. `text` or
/// `encoded` is its input.
macro_rules! port {
    ($run:expr, $name:literal, $values:expr, $input:ident, |$value:ident| $original:expr, $ours:expr $(,)?) => {{
        let values: &[Value] = &$values;
        let lines: &Vec<&[u8]> = &values.iter().map(|value| value.$input.as_bytes()).collect();
        let expected = &values.iter().map(|&$value| $original).collect::<Vec<_>>();
        let changed: std::collections::HashSet<&[u8]> = values
            .iter()
            .filter(|value| value.text != value.encoded)
            .map(|value| value.$input.as_bytes())
            .collect();
        $run.table(
            (&File::new($name, Vec::new()), PORTS, "The crate's call is the peer."),
            lines,
            |line| changed.contains(line),
            |set| row!(set, ORIGINAL, values, == expected, |$value| $original),
            |set| row!(set, PORTED, values, == expected, |$value| $ours),
        );
    }};
}

pub(crate) fn tables(run: &mut Run) {
    let texts = values();
    let encoded: Vec<_> =
        texts.iter().map(|text| percent_encoding_encode(text.as_bytes())).collect();
    let values = texts.iter().zip(&encoded).map(|(text, encoded)| Value { text, encoded });
    let values: Vec<_> = values.collect();
    let urls = File::new("", traffic::lines("urls", 8192));
    let urls = urls.lines();
    let paths = urls.iter().filter_map(|url| {
        let path = std::str::from_utf8(path(url)?).ok()?;
        Some((path, String::from_utf8(percent_encoding_decode(path.as_bytes()).into_owned()).ok()?))
    });
    let paths: Vec<_> = paths.collect();
    let paths: Vec<_> = paths.iter().map(|(encoded, text)| Value { text, encoded }).collect();

    port!(
        run,
        "actix-router: the path of a request",
        paths,
        encoded,
        |value| requote(value.encoded),
        match ROUTER.decode_str(value.encoded).expect("refuses nothing") {
            Cow::Owned(path) => Some(path),
            Cow::Borrowed(_) => None,
        },
    );
    port!(
        run,
        "cookie: a value decoded",
        values,
        encoded,
        |value| percent_decode(value.encoded.as_bytes()).decode_utf8().ok(),
        percent_simd::decode_str(value.encoded).ok(),
    );
    port!(
        run,
        "cookie: a value encoded",
        values,
        text,
        |value| percent_encode(value.text.as_bytes(), COOKIE.0).to_string(),
        COOKIE.1.display(value.text).to_string(),
    );
    port!(
        run,
        "gix-url: a path compared with its spelling",
        values,
        encoded,
        |value| percent_decode(value.encoded.as_bytes()).eq(value.text.bytes()),
        Decoder::new().decodes_to(value.encoded, value.text),
    );
    port!(
        run,
        "gix-url: a path encoded",
        values,
        text,
        |value| percent_encode(value.text.as_bytes(), GIT_PATH.0).to_string(),
        GIT_PATH.1.display(value.text).to_string(),
    );
    port!(
        run,
        "iri-string: a path encoded",
        values,
        text,
        |value| IriPath(value.text).to_string(),
        PATH.display(value.text).to_string(),
    );
    port!(
        run,
        "mail-parser: a parameter decoded",
        values,
        encoded,
        |value| decode_parameter(value.encoded.as_bytes()),
        STRICT.decode(value.encoded).map_or_else(
            |error| {
                let decoded = Decoder::new().decode_lenient(&value.encoded[..error.position()]);
                (false, decoded.into_owned())
            },
            |decoded| (true, decoded.into_owned()),
        ),
    );
    port!(
        run,
        "minijinja: the filter urlencode",
        values,
        text,
        |value| utf8_percent_encode(value.text, FILTER.0).to_string(),
        FILTER.1.encode(value.text).into_owned(),
    );
    port!(
        run,
        "oauth1-request: a parameter encoded twice",
        values,
        text,
        |value| encode_twice(value.text),
        {
            let mut out = String::new();
            let inner = UNRESERVED.display(value.text);
            UNRESERVED.encode_display(&inner, &mut out).expect("a String takes all text");
            out
        },
    );
    port!(
        run,
        "object_store: a pair of a signed query",
        values,
        text,
        |value| {
            let (key, text) =
                (utf8_percent_encode("prefix", SET), utf8_percent_encode(value.text, SET));
            format!("{key}={text}")
        },
        {
            let mut query = String::new();
            UNRESERVED.encode_append("prefix", &mut query);
            query.push('=');
            UNRESERVED.encode_append(value.text, &mut query);
            query
        },
    );
    port!(
        run,
        "serde_qs: a value decoded",
        values,
        encoded,
        |value| decode_query(value.encoded.as_bytes()),
        FORM.decode_lenient(value.encoded),
    );
    port!(
        run,
        "tonic: a message decoded",
        values,
        encoded,
        |value| {
            let text = percent_decode(value.encoded.as_bytes()).decode_utf8();
            text.map(|text| text.to_string()).ok()
        },
        percent_simd::decode_str(value.encoded).map(Cow::into_owned).ok(),
    );
    port!(
        run,
        "tonic: a message encoded",
        values,
        text,
        |value| Cow::from(percent_encode(value.text.as_bytes(), STATUS.0)),
        STATUS.1.encode(value.text),
    );
}
