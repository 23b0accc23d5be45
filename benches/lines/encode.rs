//! Rows that encode: all but unreserved characters are escaped.

use std::fmt::Write;

use percent_simd::{Encoder, sets};

use super::decode::{Values, room};
use super::set::{Expected, Set, row};
use percent_simd_benches as common;
use percent_simd_benches::peers::{DISPLAY, EXTENDS_STRING, ITERATOR, PEER, TO_STRING};

/// The expected encoding of the lines, by `percent-encoding`.
pub(crate) fn expected(lines: &[&[u8]]) -> Vec<Expected> {
    lines.iter().map(|line| Ok(common::percent_encoding_encode(line).as_bytes().to_vec())).collect()
}

/// `percent-encoding` by its iterator and its Cow.
pub(crate) fn peer<'a>(set: &mut Set<'a>, lines: &'a [&'a [u8]], expected: &[Expected]) {
    let mut out = room(lines, 3);
    row!(set, ITERATOR, lines, expected, |line| {
        let mut len = 0;
        for piece in percent_encoding::percent_encode(line, common::SET) {
            out[len..len + piece.len()].copy_from_slice(piece.as_bytes());
            len += piece.len();
        }
        &out[..len]
    });
    row!(set, PEER, lines, expected, |line| common::percent_encoding_encode(line));
}

/// The peers' calls.
pub(crate) fn peers<'a>(set: &mut Set<'a>, lines: &'a [&'a [u8]], expected: &[Expected]) {
    peer(set, lines, expected);
    formatting_peers(set, lines, expected);
    row!(set, "urlencoding::encode_binary", lines, expected, |line| urlencoding::encode_binary(
        line
    ));
}

/// `percent-encoding`, appended and written to a `String` that is reused, and to a new one.
pub(crate) fn formatting_peers<'a>(
    set: &mut Set<'a>,
    lines: &'a [&'a [u8]],
    expected: &[Expected],
) {
    let mut text = String::new();
    row!(set, EXTENDS_STRING, lines, expected, |line| {
        text.clear();
        text.extend(percent_encoding::percent_encode(line, common::SET));
        &text
    });
    let mut text = String::new();
    row!(set, DISPLAY, lines, expected, |line| {
        text.clear();
        let pieces = percent_encoding::percent_encode(line, common::SET);
        write!(text, "{pieces}").map_or_else(|error| panic!("{error}"), |()| &text)
    });
    row!(set, TO_STRING, lines, expected, |line| {
        let pieces = percent_encoding::percent_encode(line, common::SET);
        pieces.to_string()
    });
}

/// `const` as the README writes it.
const ENCODER: Encoder = Encoder::new(sets::URI_COMPONENT);

/// The entries that lines and lengths share: into a buffer, appended, and as a Cow.
pub(crate) fn bytes<'a>(set: &mut Set<'a>, lines: &'a [&'a [u8]], expected: &[Expected]) {
    let mut out = room(lines, 3);
    row!(set, "encode_into", lines, expected, |line| ENCODER
        .encode_into(line, &mut out)
        .map(|len| &out[..len]));
    let mut text = String::new();
    row!(set, "encode_append", lines, expected, |line| {
        text.clear();
        ENCODER.encode_append(line, &mut text);
        &text
    });
    row!(set, "encode (Cow)", lines, expected, |line| ENCODER.encode(line));
}

/// A display, written to a `String` that is reused, and to a new one.
pub(crate) fn formatted<'a>(set: &mut Set<'a>, lines: &'a [&'a [u8]], expected: &[Expected]) {
    let mut text = String::new();
    row!(set, "display", lines, expected, |line| {
        text.clear();
        write!(text, "{}", ENCODER.display(line)).map_or_else(|error| panic!("{error}"), |()| &text)
    });
    row!(set, "to_string", lines, expected, |line| ENCODER.display(line).to_string());
}

/// All rows of ours.
pub(crate) fn ours<'a>(
    set: &mut Set<'a>,
    lines: &'a [&'a [u8]],
    values: &'a Values,
    expected: &[Expected],
) {
    bytes(set, lines, expected);
    let mut vec = Vec::new();
    row!(set, "encode_append_bytes", lines, expected, |line| {
        vec.clear();
        ENCODER.encode_append_bytes(line, &mut vec);
        &vec
    });
    formatted(set, lines, expected);
    values.batch(set, "encode_batch", expected, |input, output| {
        ENCODER.encode_batch(input, output).expect("the offsets suffice");
    });
}
