//! Rows that decode: limits, peers, and our rows for every entry and policy.

use std::fmt::Write;
use std::hint::black_box;
use std::time::{Duration, Instant};

use percent_simd::batch::{Column as Batch, ColumnRef, OnError};
use percent_simd::{AsciiSet, Decoder, Utf8, contains_decoded};

use super::input::{All, Plain, Policy, REJECTED};
use super::set::{Expected, Position, Set, row};
use percent_simd_benches as common;
use percent_simd_benches::peers::{EXTENDS_VEC, ITERATOR, MEMCPY, PEER, PEER_LOSSY, PEER_UTF8};

/// Calls that only copy.
pub(crate) fn limits<'a>(set: &mut Set<'a>, lines: &'a [&'a [u8]]) {
    let same: Vec<Expected> = lines.iter().map(|line| Ok(line.to_vec())).collect();
    let mut out = room(lines, 1);
    row!(set, MEMCPY, lines, &same, |line| {
        out[..line.len()].copy_from_slice(line);
        &out[..line.len()]
    });
    row!(set, "to_vec", lines, &same, |line| line.to_vec());
}

/// `percent-encoding` by its iterator and its Cow.
pub(crate) fn peer<'a>(set: &mut Set<'a>, lines: &'a [&'a [u8]], expected: &[Expected]) {
    let mut out = room(lines, 1);
    row!(set, ITERATOR, lines, expected, |line| {
        let mut len = 0;
        for byte in percent_encoding::percent_decode(line) {
            out[len] = byte;
            len += 1;
        }
        &out[..len]
    });
    row!(set, PEER, lines, expected, |line| common::percent_encoding_decode(line));
}

/// The peers' calls, to bytes and to text.
pub(crate) fn peers<'a>(set: &mut Set<'a>, lines: &'a [&'a [u8]]) {
    let (bytes, _) = Plain::expected(lines);
    peer(set, lines, &bytes);
    let mut vec = Vec::new();
    row!(set, EXTENDS_VEC, lines, &bytes, |line| {
        vec.clear();
        vec.extend(percent_encoding::percent_decode(line));
        &vec
    });
    row!(set, "urlencoding::decode_binary", lines, &bytes, |line| urlencoding::decode_binary(line));
    // The error's position counts decoded bytes.
    let check = |bytes: &Vec<u8>| {
        std::str::from_utf8(bytes).map(|_| bytes.clone()).map_err(|error| error.valid_up_to())
    };
    let text: Vec<Expected> = bytes.iter().flatten().map(check).collect();
    row!(set, PEER_UTF8, lines, &text, |line| percent_encoding::percent_decode(line).decode_utf8());
    row!(set, PEER_LOSSY, lines, &lossy(&bytes), |line| percent_encoding::percent_decode(line)
        .decode_utf8_lossy());
}

/// Decoded lines with U+FFFD for ill-formed UTF-8.
fn lossy(decoded: &[Expected]) -> Vec<Expected> {
    let replace = |bytes: &Vec<u8>| Ok(String::from_utf8_lossy(bytes).into_owned().into_bytes());
    decoded.iter().flatten().map(replace).collect()
}

/// A buffer for the results of all lines, if each grows by this factor.
pub(crate) fn room(lines: &[&[u8]], times: usize) -> Vec<u8> {
    vec![0; times * lines.iter().map(|line| line.len()).max().unwrap_or(0)]
}

/// The entries that lines and lengths share: into a buffer, appended, and as a Cow.
pub(crate) fn bytes<'a, const STRICT: bool, const SETS: bool>(
    set: &mut Set<'a>,
    lines: &'a [&'a [u8]],
    expected: &[Expected],
) {
    let name = Policy::<STRICT, SETS>::NAME;
    let mut out = room(lines, 1);
    row!(set, format!("decode_into{name}"), lines, expected, |line| {
        Policy::<STRICT, SETS>::DECODER.decode_into(line, &mut out).map(|len| &out[..len])
    });
    let mut vec = Vec::new();
    row!(set, format!("decode_append{name}"), lines, expected, |line| {
        vec.clear();
        Policy::<STRICT, SETS>::DECODER.decode_append(line, &mut vec).map(|()| &vec)
    });
    row!(set, format!("decode (Cow){name}"), lines, expected, |line| {
        Policy::<STRICT, SETS>::DECODER.decode(line)
    });
}

/// To text, under the plain policy, by every entry.
pub(crate) fn text<'a>(set: &mut Set<'a>, lines: &'a [&'a [u8]], texts: &'a [&'a str]) {
    const LOSSY: Decoder = Plain::DECODER.utf8(Utf8::Lossy);
    let (bytes, expected) = Plain::expected(lines);
    row!(set, "decode_utf8", lines, &expected, |line| Plain::DECODER.decode_utf8(line));
    let mut string = String::new();
    row!(set, "decode_utf8_append", lines, &expected, |line| {
        string.clear();
        Plain::DECODER.decode_utf8_append(line, &mut string).map(|()| &string)
    });
    row!(set, "decode_str", texts, &expected, |line| Plain::DECODER.decode_str(line));
    let lossy = lossy(&bytes);
    row!(set, "lossy text", lines, &lossy, |line| LOSSY.decode_utf8(line));
    let mut string = String::new();
    row!(set, "display", lines, &lossy, |line| {
        string.clear();
        write!(string, "{}", LOSSY.display(line))
            .map_or_else(|error| panic!("{error}"), |()| &string)
    });
}

/// Rows as a column has them.
pub(crate) struct Values {
    values: Vec<u8>,
    offsets: Vec<u32>,
}

impl Values {
    pub(crate) fn of(lines: &[&[u8]]) -> Self {
        let mut offsets = vec![0];
        let mut end = 0;
        for line in lines {
            end += line.len();
            offsets.push(u32::try_from(end).expect("4 GiB of lines are too many to measure"));
        }
        Self { values: lines.concat(), offsets }
    }

    pub(crate) fn column(&self) -> ColumnRef<'_, u32> {
        ColumnRef::new(&self.values, &self.offsets).expect("it is a column")
    }

    /// Adds a row: the column in one call, which returns it decoded or encoded.
    pub(crate) fn batch<'a>(
        &'a self,
        set: &mut Set<'a>,
        name: &str,
        expected: &[Expected],
        call: impl Fn(ColumnRef<'a, u32>, &mut Batch<u32>) + 'a,
    ) {
        let (input, mut output) = (self.column(), Batch::new());
        call(input, &mut output);
        let expected = expected.iter().map(|row| row.as_deref().ok());
        assert!(output.iter().eq(expected), "{name}: wrong output");
        set.push(name, move |_| {
            call(black_box(input), &mut output);
            black_box(&output);
        });
    }

    /// Adds a row: a call that changes each line in place, and returns the length of the result. The
    /// lines are restored before each pass, which is not timed. A copy just before the call would
    /// stall it, because a wide load waits for the narrow stores that it overlaps.
    pub(crate) fn in_place<'a, E: Position>(
        &'a self,
        set: &mut Set<'a>,
        name: &str,
        expected: &[Expected],
        call: impl Fn(&mut [u8]) -> Result<usize, E> + 'a,
    ) {
        let mut buffer = self.values.clone();
        let places = || self.offsets.windows(2).map(|ends| ends[0] as usize..ends[1] as usize);
        for (place, expected) in places().zip(expected) {
            let line = &mut buffer[place];
            let answer = call(line).map(|len| &line[..len]).map_err(|error| error.at());
            assert!(answer == expected.as_deref().map_err(|&at| at), "{name}: wrong output");
        }
        set.push_timed(name, move |calls, repeats| {
            let mut time = Duration::ZERO;
            for _ in 0..repeats {
                buffer.copy_from_slice(&self.values);
                let start = Instant::now();
                places().take(calls).for_each(|place| {
                    let _ = black_box(call(black_box(&mut buffer[place])));
                });
                time += start.elapsed();
            }
            time
        });
    }
}

/// Calls that examine a line and return no bytes.
fn looks<'a>(set: &mut Set<'a>, lines: &'a [&'a [u8]]) {
    let (expected, _) = All::expected(lines);
    let checked: Vec<Expected> =
        expected.iter().map(|line| line.as_ref().map_err(|&at| at).map(|_| Vec::new())).collect();
    row!(set, format!("check{}", All::NAME), lines, &checked, |line| All::DECODER.check(line));
    let decoded: Vec<Vec<u8>> =
        lines.iter().map(|line| percent_encoding::percent_decode(line).collect()).collect();
    let rejected = AsciiSet::from_bytes(REJECTED);
    let hold: Vec<bool> =
        decoded.iter().map(|line| line.iter().any(|byte| REJECTED.contains(byte))).collect();
    row!(set, "contains_decoded", lines, == &hold, |line| contains_decoded(line, rejected).is_some());
}

/// All rows of ours under a policy.
fn policy<'a, const STRICT: bool, const SETS: bool>(
    set: &mut Set<'a>,
    lines: &'a [&'a [u8]],
    values: &'a Values,
) {
    let (expected, _) = Policy::<STRICT, SETS>::expected(lines);
    bytes::<STRICT, SETS>(set, lines, &expected);
    let name = Policy::<STRICT, SETS>::NAME;
    values.in_place(set, &format!("decode_in_place{name}"), &expected, |line| {
        Policy::<STRICT, SETS>::DECODER.decode_in_place(line)
    });
    values.batch(set, &format!("decode_batch{name}"), &expected, |input, output| {
        let decoder = Policy::<STRICT, SETS>::DECODER;
        decoder.decode_batch(input, OnError::Null, output).expect("errors are null");
    });
}

/// All rows of ours.
pub(crate) fn ours<'a>(
    set: &mut Set<'a>,
    lines: &'a [&'a [u8]],
    texts: &'a [&'a str],
    values: &'a Values,
) {
    policy::<false, false>(set, lines, values);
    policy::<true, false>(set, lines, values);
    policy::<false, true>(set, lines, values);
    policy::<true, true>(set, lines, values);
    text(set, lines, texts);
    let (_, expected) = All::expected(lines);
    row!(set, format!("decode_utf8{}", All::NAME), lines, &expected, |line| All::DECODER
        .decode_utf8(line));
    looks(set, lines);
}
