//! The peers of this library: each call with its set-up. BENCHMARKS.md describes them.

use std::borrow::Cow;

use fluent_uri::pct_enc::{EStr, EString, Encoder, Table};

/// `sets::URI_COMPONENT` for `percent-encoding` and `url-escape`: all but unreserved characters are
/// escaped.
pub(crate) const SET: &percent_encoding::AsciiSet =
    &percent_encoding::NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

const UNRESERVED: Table =
    Table::new(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~");

/// The characters that stay, for `fluent-uri`: all but these are escaped.
pub(crate) struct Unreserved;

impl Encoder for Unreserved {
    const TABLE: &'static Table = &UNRESERVED.or_pct_encoded();
}

/// The inputs that `fluent-uri` accepts for decoding: every ASCII character, like the other peers,
/// and triplets.
struct Ascii;

impl Encoder for Ascii {
    const TABLE: &'static Table = &{
        let mut table = Table::new(b"");
        let mut byte = 0;
        while byte < 0x80 {
            if byte != b'%' {
                table = table.or(&Table::new(&[byte]));
            }
            byte += 1;
        }
        table.or_pct_encoded()
    };
}

/// The inputs as text, for peers that take only text; `None` if one is not UTF-8.
pub(crate) fn texts(pool: &[Vec<u8>]) -> Option<Vec<&str>> {
    pool.iter().map(|input| std::str::from_utf8(input).ok()).collect()
}

/// Whether every `%` begins a triplet.
pub(crate) fn is_well_formed(input: &[u8]) -> bool {
    let mut parts = input.split(|&byte| byte == b'%');
    parts.next();
    parts.all(|part| part.len() >= 2 && part[..2].iter().all(u8::is_ascii_hexdigit))
}

#[inline]
pub(crate) fn percent_encoding_decode(input: &[u8]) -> Cow<'_, [u8]> {
    Cow::from(percent_encoding::percent_decode(input))
}

#[inline]
pub(crate) fn percent_encoding_encode(input: &[u8]) -> Cow<'_, str> {
    Cow::from(percent_encoding::percent_encode(input, SET))
}

/// The faster of its two calls that return bytes. On clean input `decode_to_writer` takes half the
/// time, elsewhere up to twice the time.
#[inline]
pub(crate) fn url_escape_decode<'a>(input: &str, output: &'a mut Vec<u8>) -> &'a [u8] {
    output.clear();
    url_escape::decode_to_vec(input, output)
}

#[inline]
pub(crate) fn url_escape_encode<'a>(input: &str, output: &'a mut String) -> &'a str {
    output.clear();
    url_escape::encode_to_string(input, SET, output)
}

#[inline]
pub(crate) fn fluent_uri_decode(input: &str) -> Cow<'_, [u8]> {
    EStr::<Ascii>::new(input).expect("left out where it is malformed").decode().to_bytes()
}

#[inline]
pub(crate) fn fluent_uri_decode_utf8(input: &str) -> Cow<'_, str> {
    EStr::<Ascii>::new(input)
        .expect("left out where it is malformed")
        .decode()
        .to_string()
        .expect("left out where it is not UTF-8")
}

#[inline]
pub(crate) fn fluent_uri_encode<'a>(input: &str, output: &'a mut EString<Unreserved>) -> &'a str {
    output.clear();
    output.encode_str::<Unreserved>(input);
    output.as_str()
}

#[inline]
pub(crate) fn pct_str_decode(input: &str) -> String {
    pct_str::PctStr::new(input).expect("left out where it is malformed or not UTF-8").decode()
}

#[inline]
pub(crate) fn pct_str_encode(input: &str) -> String {
    pct_str::PctString::encode(
        input.chars(),
        |c: char| !matches!(c, 'a'..='z' | 'A'..='Z' | '0'..='9' | '-' | '.' | '_' | '~'),
    )
    .into_string()
}
