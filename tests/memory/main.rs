//! Inputs and outputs longer than 2^29 and 2^32 bytes. They need little memory: a few pages are
//! mapped repeatedly.
//!
//! The input is mapped read-only: a write to it ends the process, and so does any access outside of
//! input and output. The output is mapped onto itself, so its pages hold the last stores. The tests
//! compare the result's length and the last pages of the output.
//!
//! `cargo test --release -p percent-simd --features avx512,ssse3 --test memory -- --ignored`
#![cfg(all(target_os = "linux", target_pointer_width = "64"))]

mod region;

use std::fs::File;

use percent_simd::{AsciiSet, Backend, DecodeErrorKind, Decoder, Encoder, Malformed, sets};

use region::{Access, PAGES, Region, frugally, page, pages};

/// The bytes by which a run is longer than a power of two.
const FURTHER: [usize; 7] = [0, 1, 2, 3, 15, 16, 17];
/// The offsets for runs that take a second per backend. They include the ends. With 2 and 15 the
/// last triplets end 2 and 14 bytes past 2^32, where a length truncated to 32 bits looks like one
/// chunk.
const FEW: [usize; 5] = [0, 2, 3, 15, 17];

/// `len` bytes of a repeated unit, from byte `from` on.
fn repeated(unit: &[u8], from: usize, len: usize) -> Vec<u8> {
    let mut bytes = unit.repeat(len / unit.len() + 2);
    bytes.drain(..from % unit.len());
    bytes.truncate(len);
    bytes
}

/// A run of a repeated unit, and a tail that ends with a page.
struct Input {
    region: Region,
    start: usize,
    /// The repeatedly mapped pages.
    repeated: File,
}

impl Input {
    fn new(unit: &[u8], run: usize, tail: &[u8]) -> Self {
        let len = run + tail.len();
        let start = len.next_multiple_of(page()) - len;
        // Byte `start` of the region is the first byte of a unit.
        let content = |from: usize, len: usize| repeated(unit, PAGES - start + from, len);
        let whole = (start + run) / page() * page();
        let region = Region::reserve(start + len);
        let repeated = pages(&content(0, PAGES));
        region.map(0, whole, &repeated, Access::Read);
        let end = [content(whole, start + run - whole), tail.to_vec()].concat();
        region.map_once(whole, 0, region.len - whole, &pages(&end), Access::Read);
        Self { region, start, repeated }
    }

    fn pages(&self) -> (&Region, usize) {
        (&self.region, 0)
    }
}

impl Input {
    fn bytes(&self) -> &[u8] {
        let len = self.region.len - self.start;
        // SAFETY: `start + len == region.len`, all of which is mapped for reads; nothing writes to
        // it while `self` is borrowed.
        unsafe { core::slice::from_raw_parts(self.region.start().wrapping_add(self.start), len) }
    }
}

/// An output that repeats itself every [`PAGES`] bytes, and ends with a page.
struct Output {
    region: Region,
    start: usize,
}

impl Output {
    fn new(len: usize) -> Self {
        let region = Region::reserve(len.next_multiple_of(page()));
        region.map(0, region.len, &pages(&vec![0; PAGES]), Access::Shared);
        Self { start: region.len - len, region }
    }

    /// Calls `call` with the output.
    fn filled_by<T>(&mut self, input: &Input, call: impl FnOnce(&mut [u8]) -> T) -> T {
        let len = self.region.len - self.start;
        // SAFETY: `start + len == region.len`, all of which is mapped for writes, and `&mut self`
        // makes it exclusive. (Rust does not model several addresses of a byte. A kernel that
        // writes to each address once and reads none cannot tell.)
        let room = unsafe {
            core::slice::from_raw_parts_mut(self.region.start().wrapping_add(self.start), len)
        };
        // Up to 2 GiB stay resident: touching them again for each backend takes longer.
        let kept = if len <= 1 << 31 { self.region.len } else { 0 };
        frugally(&[input.pages(), (&self.region, kept)], || call(room))
    }

    fn bytes(&self) -> &[u8] {
        let len = self.region.len - self.start;
        // SAFETY: `start + len == region.len`, all of which is mapped for reads; nothing writes to
        // it while `self` is borrowed.
        unsafe { core::slice::from_raw_parts(self.region.start().wrapping_add(self.start), len) }
    }
}

/// The output of a run: `units` repetitions of `unit`, then the rest and the tail.
struct Expected {
    unit: Vec<u8>,
    units: usize,
    rest: Vec<u8>,
}

impl Expected {
    fn new(unit: &[u8], run: usize, tail: &[u8], transform: fn(&[u8]) -> Vec<u8>) -> Self {
        Self {
            unit: transform(unit),
            units: run / unit.len(),
            rest: transform(&[&unit[..run % unit.len()], tail].concat()),
        }
    }

    fn len(&self) -> usize {
        self.units * self.unit.len() + self.rest.len()
    }

    /// Compares the end of `output`: the bytes with a page to themselves, less one page that may
    /// lie past the end.
    fn assert_ends(&self, output: &[u8], context: &str) {
        let len = (PAGES - page()).min(output.len());
        let run = self.len() - self.rest.len();
        let (front, back) = output[output.len() - len..].split_at(len - self.rest.len());
        assert!(
            back == self.rest,
            "{context}: the end is {} instead of {}",
            back.escape_ascii(),
            self.rest.escape_ascii()
        );
        let expected = repeated(&self.unit, run - front.len(), front.len());
        if front != expected {
            let wrong =
                front.iter().zip(&expected).take_while(|(byte, expected)| byte == expected).count();
            panic!(
                "{context}: {:#04X} instead of {:#04X}, {} bytes before the end",
                front[wrong],
                expected[wrong],
                len - wrong
            );
        }
    }
}

fn triplet(bytes: &[u8]) -> Option<u8> {
    let &[b'%', high, low, ..] = bytes else { return None };
    let value = char::from(high).to_digit(16)? << 4 | char::from(low).to_digit(16)?;
    u8::try_from(value).ok()
}

fn decoded(mut input: &[u8]) -> Vec<u8> {
    let mut output = Vec::new();
    while let Some(&byte) = input.first() {
        let value = triplet(input);
        output.push(value.unwrap_or(byte));
        input = &input[if value.is_some() { 3 } else { 1 }..];
    }
    output
}

fn is_escaped(byte: u8) -> bool {
    !byte.is_ascii_alphanumeric()
}

fn encoded(input: &[u8]) -> Vec<u8> {
    input
        .iter()
        .flat_map(
            |&byte| if is_escaped(byte) { format!("%{byte:02X}").into_bytes() } else { vec![byte] },
        )
        .collect()
}

/// The output of a policy that keeps the run's triplets; the tail has none.
fn encoded_but_triplets(input: &[u8]) -> Vec<u8> {
    let mut output = Vec::new();
    let mut rest = input;
    while let Some(&byte) = rest.first() {
        let (unit, further) =
            if triplet(rest).is_some() { (rest[..3].to_vec(), 3) } else { (encoded(&[byte]), 1) };
        output.extend(unit);
        rest = &rest[further..];
    }
    output
}

const SOLID: &[u8] = b"%41";
const CLEAN: &[u8] = b"abc";
/// 64 bytes of input become 48.
const MIXED: &[u8] = b"a%20bc%D0%BE-x%2fyzzy%41ijkl%%0Gmn%3F%7elast%5Fof-the_sixty-four";
const MALFORMED: &[u8] = b"%4%";
/// 4 bytes of input become 12, and 24 bytes become 32.
const NON_ASCII: &[u8] = "оп".as_bytes();
const SPACES: &[u8] = b"some text, of some words";

/// Longer than the longest step of a kernel. Its filler is no hex digit, so it completes no
/// triplet.
const TAIL: usize = 600;

fn tail(last: &[u8]) -> Vec<u8> {
    [&b"x".repeat(TAIL), last].concat()
}

/// Calls `test` with each backend and a label for its failures.
fn on_every_backend(unit: &[u8], run: usize, mut test: impl FnMut(Backend, &str)) {
    for backend in support::backends() {
        test(backend, &format!("{backend}: {run} bytes of {}", unit.escape_ascii()));
    }
}

/// Decodes a run to an output of the input's length, or, if `exact`, of the result's.
fn decode(unit: &[u8], run: usize, exact: bool) {
    let tail = tail(b"%41%e2%82%ac%4");
    let expected = Expected::new(unit, run, &tail, decoded);
    let input = Input::new(unit, run, &tail);
    let mut output = Output::new(if exact { expected.len() } else { input.bytes().len() });
    on_every_backend(unit, run, |backend, context| {
        let decoder = Decoder::new().on(backend);
        assert_eq!(
            output.filled_by(&input, |room| decoder.decode_into(input.bytes(), room)),
            Ok(expected.len()),
            "{context}"
        );
        expected.assert_ends(&output.bytes()[..expected.len()], context);
    });
}

/// Decodes a run in place: the front of the input, up to one register past the end of the result,
/// becomes private memory.
fn decode_in_place(unit: &[u8], run: usize) {
    let tail = tail(b"%41%e2%82%ac%4");
    let expected = Expected::new(unit, run, &tail, decoded);
    on_every_backend(unit, run, |backend, context| {
        let input = Input::new(unit, run, &tail);
        let register = 64;
        let written = (input.start + expected.len() + register).next_multiple_of(page());
        input.region.map(0, written, &input.repeated, Access::Private);
        let len = input.bytes().len();
        // SAFETY: `start + len == region.len`. The kernel writes no further past the result than
        // the private pages reach; this is under test, and a write beyond ends the process.
        let buffer = unsafe {
            core::slice::from_raw_parts_mut(input.region.start().wrapping_add(input.start), len)
        };
        let result = frugally(&[(&input.region, written)], || {
            Decoder::new().on(backend).decode_in_place(buffer)
        });
        assert_eq!(result, Ok(expected.len()), "{context}");
        expected.assert_ends(&input.bytes()[..expected.len()], context);
    });
}

/// Searches past a clean run: the match is in the tail.
fn find(run: usize) {
    let input = Input::new(CLEAN, run, &tail(b"%41"));
    on_every_backend(CLEAN, run, |backend, context| {
        let (decoder, encoder) =
            (Decoder::new().on(backend), Encoder::new(sets::NON_ALPHANUMERIC).on(backend));
        assert_eq!(
            frugally(&[input.pages()], || decoder.find(input.bytes())),
            Some(run + TAIL),
            "{context}"
        );
        assert_eq!(
            frugally(&[input.pages()], || encoder.find(input.bytes())),
            Some(run + TAIL),
            "{context}"
        );
    });
}

/// Checks a run of whole triplets: the refused one is in the tail.
fn check(run: usize) {
    let run = run / 3 * 3;
    let input = Input::new(SOLID, run, &tail(b"%2f%4g%00"));
    on_every_backend(SOLID, run, |backend, context| {
        let strict = Decoder::new()
            .malformed(Malformed::Error)
            .keep(AsciiSet::from_bytes(b"/"))
            .reject(AsciiSet::from_bytes(b"\0"))
            .on(backend);
        let error = frugally(&[input.pages()], || strict.check(input.bytes()))
            .expect_err("the tail has a malformed triplet");
        assert_eq!(
            (error.position(), error.kind()),
            (run + TAIL + 3, DecodeErrorKind::BadHex),
            "{context}"
        );
    });
}

/// Encodes a run to an output of three times its length, or, if `exact`, measures the result first
/// and takes its length.
fn encode(unit: &[u8], run: usize, keep_escapes: bool, exact: bool) {
    let tail = tail(b" \xE2\x82\xAC-");
    let expected =
        Expected::new(unit, run, &tail, if keep_escapes { encoded_but_triplets } else { encoded });
    let input = Input::new(unit, run, &tail);
    let mut output = Output::new(if exact { expected.len() } else { 3 * input.bytes().len() });
    on_every_backend(unit, run, |backend, context| {
        let encoder = Encoder::new(sets::NON_ALPHANUMERIC).keep_escapes(keep_escapes).on(backend);
        if exact {
            assert_eq!(
                frugally(&[input.pages()], || encoder.encoded_len(input.bytes())),
                expected.len(),
                "{context}"
            );
        }
        assert_eq!(
            output.filled_by(&input, |room| encoder.encode_into(input.bytes(), room)),
            Ok(expected.len()),
            "{context}"
        );
        expected.assert_ends(&output.bytes()[..expected.len()], context);
    });
}

/// The calls of the following tests, with short runs.
#[test]
fn short_runs() {
    for run in FURTHER {
        decode(SOLID, run, false);
        encode(NON_ASCII, run, false, false);
        check(run);
    }
    for unit in [CLEAN, MIXED, MALFORMED] {
        decode(unit, 4099, true);
    }
    for unit in [CLEAN, SPACES] {
        encode(unit, 4099, false, true);
    }
    encode(SOLID, 4099, true, false);
    decode_in_place(SOLID, PAGES + 1);
    find(PAGES + 2);
}

#[test]
#[ignore = "only with --release: see the top of this file"]
fn decode_two_to_the_29() {
    for further in FEW {
        decode(SOLID, (1 << 29) + further, false);
    }
    decode(SOLID, (1 << 29) + 3, true);
    decode(CLEAN, (1 << 29) + 1, false);
    decode(MIXED, (1 << 29) + 15, false);
    decode(MALFORMED, (1 << 29) + 17, false);
    decode_in_place(SOLID, (1 << 29) + 2);
    find((1 << 29) + 16);
    check((1 << 29) + 15);
}

#[test]
#[ignore = "only with --release: see the top of this file"]
fn decode_two_to_the_32() {
    for further in FEW {
        decode(SOLID, (1 << 32) + further, false);
    }
    decode_in_place(SOLID, (1 << 32) + 2);
    find((1 << 32) + 16);
    check((1 << 32) + 15);
}

#[test]
#[ignore = "only with --release: see the top of this file"]
fn encode_two_to_the_29() {
    for further in FEW {
        encode(NON_ASCII, (1 << 29) + further, false, false);
    }
    encode(CLEAN, (1 << 29) + 15, false, false);
    encode(SPACES, (1 << 29) + 3, false, true);
    encode(SOLID, (1 << 29) + 1, true, false);
}

#[test]
#[ignore = "only with --release: see the top of this file"]
fn encode_two_to_the_32() {
    encode(SPACES, (1 << 32) + 17, false, true);
}
