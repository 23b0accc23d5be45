//! Inputs and outputs that end at an inaccessible page, or begin right after one: an access outside
//! kills the process.
#![cfg(unix)]

mod guarded;
mod paths;

use oracle::content::Content;
use oracle::inspect as inspection;
use oracle::random::Random;
use percent_simd::batch::{Column, ColumnRef, OnError};
use percent_simd::request_line::RequestLine;
use percent_simd::{AsciiSet, Backend, Decoder, Encoder, contains_decoded, inspect, sets};
use support::check::{self, Place};

use guarded::{Edge, Edged, Edges, Guarded};

/// The lengths 0 to 200, and those around the kernels' steps.
fn lengths() -> impl Iterator<Item = usize> {
    (0..=200).chain(254..=260).chain(318..=322).chain(510..=515)
}

fn inputs(seed: u64) -> impl Iterator<Item = Vec<u8>> {
    let mut random = Random::new(seed);
    lengths().flat_map(move |len| {
        // Solid triplets and malformed ones at the very end tempt a kernel to look one byte
        // further.
        let mut one = |content: Content| content.generate(len, &mut random);
        let other = Content::ALL[len % Content::ALL.len()];
        [one(Content::Solid), one(Content::Malformed), one(other)]
    })
}

/// Calls `test` with each backend, and with each input, its number, and memory for it.
fn on_every_backend(seed: u64, mut test: impl FnMut(Backend, usize, &[u8], &mut Guarded)) {
    let mut source = Guarded::new(3 * 1024);
    for (number, input) in inputs(seed).enumerate() {
        for backend in support::backends() {
            test(backend, number, &input, &mut source);
        }
    }
}

#[test]
fn encode() {
    let policies = oracle::encode_policies();
    for (number, input) in inputs(11).enumerate() {
        let (_, policy) = &policies[number % policies.len()];
        Edges::all().for_each(|edges| check::encode(&input, policy, edges));
    }
}

/// A kernel stores past the output of a few bytes. The output of the bytes after them must cover
/// this, and is shortest if they are clean.
#[test]
fn encode_one_byte_among_clean_ones() {
    let plain = Encoder::new(sets::URI_COMPONENT);
    let mut source = Guarded::new(512);
    for backend in support::backends() {
        for encoder in [plain.on(backend), plain.keep_escapes(true).on(backend)] {
            let short = (1..=200).flat_map(|len| (0..len).map(move |at| (len, at)));
            // A step of the widest kernel, and fewer bytes after it than its last store may write.
            let long =
                (201..=330).flat_map(|len| (len % 7..len).step_by(37).map(move |at| (len, at)));
            for (len, at) in short.chain(long) {
                let mut content = vec![b'a'; len];
                content[at] = b' ';
                let input = &*source.holding(&content, Edge::End);
                let mut expected = vec![b'a'; len + 2];
                expected[at..at + 3].copy_from_slice(b"%20");
                for edge in Edge::BOTH {
                    let mut output = Edged::room(expected.len(), edge);
                    assert_eq!(
                        (encoder.encode_into(input, output.bytes_mut()), output.holds(&expected)),
                        (Ok(expected.len()), true),
                        "{backend}, {encoder:?}, {len} bytes, a space at {at}, {edge:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn decode() {
    let policies = oracle::decode_policies();
    for (number, input) in inputs(12).enumerate() {
        let (_, policy) = &policies[number % policies.len()];
        Edges::all().for_each(|edges| check::decode(&input, policy, edges));
    }
}

#[test]
fn decode_to_text() {
    let policies = oracle::decode_policies();
    for (number, input) in inputs(14).enumerate() {
        let (_, policy) = &policies[number % policies.len()];
        let utf8 = support::UTF8[number / 3 % 3];
        Edges::all().for_each(|edges| check::decode_text_as(&input, policy, utf8, &edges));
    }
}

/// Text without escapes is validated in place.
#[test]
fn validating() {
    let mut source = Guarded::new(1024);
    for len in (0..=200).chain(250..=270).chain(510..=520) {
        for content in ["a", "é", "語a😀é"] {
            // The end may cut a sequence.
            let content: Vec<u8> = content.bytes().cycle().take(len).collect();
            let expected = core::str::from_utf8(&content).map_err(|error| error.valid_up_to());
            for edge in Edge::BOTH {
                let input = &*source.holding(&content, edge);
                for backend in support::backends() {
                    let text = Decoder::new()
                        .on(backend)
                        .decode_utf8(input)
                        .map_err(|error| error.position());
                    assert_eq!(
                        text.as_deref().map_err(|&error| error),
                        expected,
                        "{backend}, {} at {edge:?}",
                        content.escape_ascii()
                    );
                }
            }
        }
    }
}

/// Calls without a backend parameter run on the active one.
#[test]
fn inspecting() {
    const WANTED: &[u8] = b"/\\\0 ";
    let mut source = Guarded::new(3 * 1024);
    for content in inputs(16) {
        let (flags, found) = (
            support::answers::flags::flags(&content),
            inspection::contains(&content, &oracle::members(WANTED)),
        );
        for edge in Edge::BOTH {
            let input = &*source.holding(&content, edge);
            support::on_every_backend(|backend| {
                assert_eq!(
                    inspect(input).flags(),
                    flags,
                    "{backend}, {} at {edge:?}",
                    content.escape_ascii()
                );
                assert_eq!(
                    contains_decoded(input, AsciiSet::from_bytes(WANTED)),
                    found,
                    "{backend}, {} at {edge:?}",
                    content.escape_ascii()
                );
                // Other tests check the verdict.
                let _ = RequestLine::parse(input);
            });
        }
    }
}

/// Columns with values at the edge, and rows that end anywhere.
#[test]
fn batch() {
    let (decode, encode) = (oracle::Decode::default(), &oracle::encode_policies()[0].1);
    on_every_backend(17, |backend, number, content, source| {
        let mut random = Random::new(number as u64);
        let mut offsets: Vec<u32> =
            (0..number % 20).map(|_| random.below(content.len() + 1) as u32).collect();
        offsets.extend([0, content.len() as u32]);
        offsets.sort_unstable();
        let rows = || offsets.windows(2).map(|ends| &content[ends[0] as usize..ends[1] as usize]);
        for edge in Edge::BOTH {
            let context = || {
                format!("{backend}, rows at {offsets:?} of {} at {edge:?}", content.escape_ascii())
            };
            let column =
                ColumnRef::new(source.holding(content, edge), &offsets).expect("offsets in order");
            let mut output = Column::new();
            Decoder::new()
                .on(backend)
                .decode_batch(column, OnError::Fail, &mut output)
                .expect("nothing is refused");
            assert!(
                output.iter().eq(rows()
                    .map(|row| oracle::decode(row, &decode).ok())
                    .collect::<Vec<_>>()
                    .iter()
                    .map(Option::as_deref)),
                "{}",
                context()
            );
            support::encoder(encode)
                .on(backend)
                .encode_batch(column, &mut output)
                .expect("there is room for all offsets");
            let encoded: Vec<String> = rows().map(|row| oracle::encode(row, encode)).collect();
            assert!(
                output.iter().eq(encoded.iter().map(|row| Some(row.as_bytes()))),
                "{}",
                context()
            );
        }
    });
}

/// The guard works: with a wrong mapping every test above would pass.
#[test]
fn the_guard_pages_are_where_they_should_be() {
    let mut memory = Guarded::new(1);
    let (start, len, page) = (memory.start() as usize, memory.len, memory.page);
    assert_eq!((start % page, len), (0, page));
    let bytes = memory.holding(b"end", Edge::End);
    assert_eq!(bytes.as_ptr() as usize + bytes.len(), start + page);
    assert_eq!(memory.holding(b"begin", Edge::Begin).as_ptr() as usize, start);
    // A system call answers EFAULT for unreadable memory, where an instruction would end the
    // process.
    for outside in [start - 1, start + len] {
        let mut pipe = [0; 2];
        // SAFETY: the array has room for the two descriptors.
        assert_eq!(unsafe { libc::pipe(pipe.as_mut_ptr()) }, 0);
        // SAFETY: the kernel reads at most one byte there, and checks the access first.
        let written = unsafe { libc::write(pipe[1], outside as *const libc::c_void, 1) };
        let error = std::io::Error::last_os_error();
        assert_eq!(
            (written, error.raw_os_error()),
            (-1, Some(libc::EFAULT)),
            "the byte at {outside:#x} can be read"
        );
        for descriptor in pipe {
            // SAFETY: the descriptor comes from the call above, and is closed once.
            assert_eq!(unsafe { libc::close(descriptor) }, 0);
        }
    }
}
