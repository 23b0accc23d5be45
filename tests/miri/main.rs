//! The kernels on short inputs, in memory of exactly the length that they are given. Miri, for which
//! `ci/miri` builds this once more (`.ci/run miri`), reports whatever they read or write outside of
//! it, read before it is written, or owe to a pointer that has no right to it.
#![cfg(feature = "alloc")]

use oracle::content::Content;
use oracle::random::Random;
use percent_simd::DecodeIntoError;
#[cfg(feature = "batch")]
use percent_simd::batch::{Column, ColumnRef, OnError, ViewColumn, ViewColumnRef};
use support::{UTF8, backends, error};

/// Miri takes a thousand times as long as the CPU, and gets every length up to two registers and
/// one more (each has a path of its own there), three longer ones, and of each one content or two.
const SHORT: usize = 34;
const LONGER: [usize; 3] = [50, 66, 131];
const CONTENTS: [Content; 5] =
    [Content::Query, Content::Solid, Content::Half, Content::Malformed, Content::Utf8];

/// Bytes at the end of an allocation, which begins `offset` bytes before them.
struct Exact {
    memory: Box<[u8]>,
    offset: usize,
}

impl Exact {
    fn new(content: &[u8], offset: usize) -> Self {
        let mut memory = vec![0xA5; offset + content.len()].into_boxed_slice();
        memory[offset..].copy_from_slice(content);
        Self { memory, offset }
    }

    fn room(len: usize, offset: usize) -> Self {
        Self { memory: vec![0xA5; offset + len].into_boxed_slice(), offset }
    }

    fn bytes(&self) -> &[u8] {
        &self.memory[self.offset..]
    }

    fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.memory[self.offset..]
    }
}

/// Calls `test` with inputs of every length and content.
fn with_inputs(mut test: impl FnMut(&[u8], &mut Random)) {
    let mut random = Random::new(21);
    for len in (0..=140).filter(|len| !cfg!(miri) || *len <= SHORT || LONGER.contains(len)) {
        for content in CONTENTS {
            if cfg!(miri) && random.chance(75) {
                continue;
            }
            let input = content.generate(len, &mut random);
            test(&input, &mut random);
        }
    }
}

#[test]
fn decoding() {
    let policies = oracle::decode_policies();
    with_inputs(|input, random| {
        let (name, policy) = &policies[random.below(policies.len())];
        let expected = oracle::decode(input, policy);
        let len = expected.as_ref().map(Vec::len).map_err(|&error| error);
        let find = oracle::decode_find(input, policy);
        let (from, to) = (random.below(4), random.below(4));
        for backend in backends() {
            let context = || format!("{backend}: {name}: {}", input.escape_ascii());
            let decoder = support::decoder(policy).on(backend);
            let placed = Exact::new(input, from);
            let input = placed.bytes();
            assert_eq!(decoder.find(input), find, "{}", context());
            assert_eq!(decoder.decoded_len(input).map_err(error), len, "{}", context());
            assert_eq!(decoder.check(input).map_err(error), len.map(|_| ()), "{}", context());

            for room in [len.unwrap_or(0), input.len()] {
                let mut output = Exact::room(room, to);
                let result = match decoder.decode_into(input, output.bytes_mut()) {
                    Ok(len) => Ok(output.bytes()[..len].to_vec()),
                    Err(DecodeIntoError::Decode(refused)) => Err(error(refused)),
                    Err(other) => panic!("{}: {other}", context()),
                };
                assert_eq!(result, expected, "{}", context());
            }

            let mut buffer = Exact::new(input, to);
            let result = decoder.decode_in_place(buffer.bytes_mut()).map_err(error);
            assert_eq!(result, len, "{}", context());
            let kept = expected.as_deref().unwrap_or(input);
            assert!(buffer.bytes().starts_with(kept), "{}", context());

            let mut appended = Vec::with_capacity(to + expected.as_ref().map_or(0, Vec::len));
            appended.resize(to, b'%');
            let result = decoder.decode_append(input, &mut appended).map_err(error);
            assert_eq!(result, len.map(|_| ()), "{}", context());
            assert_eq!(appended[to..], *expected.as_deref().unwrap_or_default(), "{}", context());

            let result = decoder.decode(input).map(|bytes| bytes.into_owned()).map_err(error);
            assert_eq!(result, expected, "{}", context());
        }
    });
}

#[test]
fn decoding_to_text() {
    let policies = oracle::decode_policies();
    with_inputs(|input, random| {
        let (name, policy) = &policies[random.below(policies.len())];
        let (utf8, oracle_utf8) = random.pick(&UTF8);
        let expected = oracle::decode_text(input, policy, oracle_utf8);
        let placed = Exact::new(input, random.below(4));
        for backend in backends() {
            let decoder = support::decoder(policy).utf8(utf8).on(backend);
            let result = decoder.decode_utf8(placed.bytes()).map_err(error);
            assert_eq!(
                result.as_deref(),
                expected.as_deref(),
                "{backend}: {name}, {utf8:?}: {}",
                input.escape_ascii()
            );
        }
    });
}

#[test]
fn encoding() {
    let policies = oracle::encode_policies();
    with_inputs(|input, random| {
        let (name, policy) = &policies[random.below(policies.len())];
        let expected = oracle::encode(input, policy);
        let find = oracle::encode_find(input, policy);
        let (from, to) = (random.below(4), random.below(4));
        for backend in backends() {
            let context = || format!("{backend}: {name}: {}", input.escape_ascii());
            let encoder = support::encoder(policy).on(backend);
            let placed = Exact::new(input, from);
            let input = placed.bytes();
            assert_eq!(encoder.find(input), find, "{}", context());
            assert_eq!(encoder.encoded_len(input), expected.len(), "{}", context());

            let mut output = Exact::room(expected.len(), to);
            let result = encoder.encode_into(input, output.bytes_mut());
            assert_eq!(result, Ok(expected.len()), "{}", context());
            assert_eq!(output.bytes(), expected.as_bytes(), "{}", context());

            let mut appended = String::with_capacity(to + expected.len());
            appended.extend(std::iter::repeat_n('%', to));
            encoder.encode_append(input, &mut appended);
            assert_eq!(appended[to..], expected, "{}", context());
            assert_eq!(encoder.encode(input), expected, "{}", context());
        }
    });
}

/// Columns of views and of offsets, from each to the other. The fields of a view are little-endian on
/// every machine.
#[cfg(feature = "batch")]
#[test]
fn columns() {
    let policies = oracle::decode_policies();
    let mut random = Random::new(22);
    for content in CONTENTS {
        let rows: Vec<Vec<u8>> =
            [0, 3, 12, 13, 34, 66].iter().map(|&len| content.generate(len, &mut random)).collect();
        let (mut values, mut offsets, mut views) = (Vec::new(), vec![0_i32], Vec::new());
        for row in &rows {
            let len = u32::try_from(row.len()).expect("rows are short");
            let mut view = [0; 16];
            view[..4].copy_from_slice(&len.to_le_bytes());
            if row.len() <= 12 {
                view[4..4 + row.len()].copy_from_slice(row);
            } else {
                view[4..8].copy_from_slice(&row[..4]);
                // Of buffer 0, from here.
                view[12..].copy_from_slice(&offsets.last().expect("the first is 0").to_le_bytes());
            }
            views.push(view);
            values.extend_from_slice(row);
            offsets.push(i32::try_from(values.len()).expect("rows are short"));
        }
        let values = Exact::new(&values, random.below(4));
        let buffers = [values.bytes()];
        let of_views = ViewColumnRef::new(&views, &buffers, None).expect("the views are valid");
        let of_offsets = ColumnRef::new(values.bytes(), &offsets).expect("the offsets are valid");

        let (name, policy) = &policies[random.below(policies.len())];
        let expected: Vec<_> = rows.iter().map(|row| oracle::decode(row, policy).ok()).collect();
        for backend in backends() {
            let context = format!("{backend}: {name}");
            let decoder = support::decoder(policy).on(backend);
            let (mut to_views, mut to_offsets) = (ViewColumn::new(), Column::<i32>::new());
            let check = |column: &Column<i32>, what| {
                let rows: Vec<_> = column.iter().map(|row| row.map(<[u8]>::to_vec)).collect();
                assert_eq!(rows, expected, "{context}, {what}");
            };
            decoder.decode_batch(of_views, OnError::Null, &mut to_views).expect("none is too long");
            check(&to_views.to_column(&buffers).expect("its rows are these"), "views");
            decoder.decode_batch(of_offsets, OnError::Null, &mut to_views).expect("likewise");
            check(&to_views.to_column(&buffers).expect("its rows are these"), "offsets to views");
            for (view, row) in to_views.views().iter().zip(&expected) {
                let long = row.as_ref().filter(|row| row.len() > 12);
                assert!(long.is_none_or(|row| view.to_le_bytes()[4..8] == row[..4]), "{context}");
            }
            decoder.decode_batch(of_views, OnError::Null, &mut to_offsets).expect("likewise");
            check(&to_offsets, "views to offsets");
            decoder.decode_batch(of_offsets, OnError::Null, &mut to_offsets).expect("likewise");
            check(&to_offsets, "offsets");
        }
    }
}
