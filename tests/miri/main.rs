//! The kernels on short inputs, in memory of exactly the length that they are given. Miri, for which
//! `ci/miri` builds this once more (`.ci/run miri`), reports whatever they read or write outside of
//! it, read before it is written, or owe to a pointer that has no right to it.
#![cfg(feature = "alloc")]

#[path = "../common"]
mod common {
    mod backends;
    mod decoder;
    mod encoder;
    mod utf8;
    mod values;

    pub(crate) use backends::backends;
    pub(crate) use decoder::decoder;
    pub(crate) use encoder::encoder;
    pub(crate) use utf8::UTF8;
    pub(crate) use values::{error, set};
}

use common::{UTF8, backends, error};
use oracle::content::Content;
use oracle::random::Random;
use percent_simd::DecodeIntoError;

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
            let decoder = common::decoder(policy).on(backend);
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
            let decoder = common::decoder(policy).utf8(utf8).on(backend);
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
            let encoder = common::encoder(policy).on(backend);
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
