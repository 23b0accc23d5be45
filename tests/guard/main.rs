//! Inputs and outputs that end at a page which cannot be touched, or begin right behind one: a read
//! or a write outside kills the process.
#![cfg(unix)]

mod guarded;
mod paths;

use oracle::content::Content;
use oracle::inspect as inspection;
use oracle::random::Random;
use percent_simd::batch::{Column, ColumnRef, OnError};
use percent_simd::request_line::RequestLine;
use percent_simd::{
    AsciiSet, Backend, DecodeIntoError, Decoder, Encoder, contains_decoded, inspect, sets,
};

use guarded::{Edge, Guarded, PREFILL, assert_writes};

/// 0 to 200, and around the steps of the kernels.
fn lengths() -> impl Iterator<Item = usize> {
    (0..=200).chain(254..=260).chain(318..=322).chain(510..=515)
}

fn inputs(seed: u64) -> impl Iterator<Item = Vec<u8>> {
    let mut random = Random::new(seed);
    lengths().flat_map(move |len| {
        // Solid triplets and malformed ones at the very end are where a kernel wants to look one
        // byte further.
        let mut one = |content: Content| content.generate(len, &mut random);
        let other = Content::ALL[len % Content::ALL.len()];
        [one(Content::Solid), one(Content::Malformed), one(other)]
    })
}

/// Calls `test` with each input, its number, and each backend, and with memory for an input and for
/// an output.
fn on_every_backend(
    seed: u64,
    mut test: impl FnMut(Backend, usize, &[u8], &mut Guarded, &mut Guarded),
) {
    let (mut source, mut target) = (Guarded::new(3 * 1024), Guarded::new(3 * 1024));
    for (number, input) in inputs(seed).enumerate() {
        for backend in support::backends() {
            test(backend, number, &input, &mut source, &mut target);
        }
    }
}

#[test]
fn encode() {
    let policies: Vec<_> = oracle::encode_policies()
        .into_iter()
        .map(|(name, policy)| (name, support::encoder(&policy), policy))
        .collect();
    on_every_backend(11, |backend, number, content, source, target| {
        let (name, encoder, policy) = &policies[number % policies.len()];
        let (encoder, expected) = (encoder.on(backend), oracle::encode(content, policy));
        for edge in Edge::BOTH {
            let context =
                || format!("{backend}, {name}, input {} at {edge:?}", content.escape_ascii());
            let input = &*source.holding(content, edge);
            assert_eq!(encoder.find(input), oracle::encode_find(content, policy), "{}", context());
            assert_eq!(encoder.encoded_len(input), expected.len(), "{}", context());
            for room in [expected.len(), 3 * input.len(), expected.len() + 200] {
                assert_writes(
                    target,
                    room,
                    &context,
                    (&Ok(expected.len()), expected.as_bytes()),
                    |output| encode_into(encoder, input, output),
                );
            }
            if !expected.is_empty() {
                assert_writes(
                    target,
                    expected.len() - 1,
                    &context,
                    (&Err(expected.len()), b""),
                    |output| encode_into(encoder, input, output),
                );
            }
            assert_eq!(encoder.display(input).to_string(), expected, "{}", context());
            assert_eq!(encoder.encode(input), expected, "{}", context());
        }
    });
}

/// What is stored past the output of a few bytes must be covered by that of the bytes after them,
/// which is least where these are clean.
#[test]
fn encode_one_byte_among_clean_ones() {
    let plain = Encoder::new(sets::URI_COMPONENT);
    let (mut source, mut target) = (Guarded::new(256), Guarded::new(256));
    for backend in support::backends() {
        for encoder in [plain.on(backend), plain.keep_escapes(true).on(backend)] {
            for (len, at) in (1..=200).flat_map(|len| (0..len).map(move |at| (len, at))) {
                let mut content = vec![b'a'; len];
                content[at] = b' ';
                let input = &*source.holding(&content, Edge::End);
                let mut expected = vec![b'a'; len + 2];
                expected[at..at + 3].copy_from_slice(b"%20");
                assert_writes(
                    &mut target,
                    expected.len(),
                    &|| format!("{backend}, {encoder:?}, {len} bytes, a space at {at}"),
                    (&Ok(expected.len()), &expected),
                    |output| encode_into(encoder, input, output),
                );
            }
        }
    }
}

fn encode_into(encoder: Encoder, input: &[u8], output: &mut [u8]) -> Result<usize, usize> {
    encoder.encode_into(input, output).map_err(|error| error.needed())
}

#[test]
fn decode() {
    let policies: Vec<_> = oracle::decode_policies()
        .into_iter()
        .map(|(name, policy)| (name, support::decoder(&policy), policy))
        .collect();
    on_every_backend(12, |backend, number, content, source, target| {
        let (name, decoder, policy) = &policies[number % policies.len()];
        let (decoder, expected) = (decoder.on(backend), oracle::decode(content, policy));
        for edge in Edge::BOTH {
            let context =
                || format!("{backend}, {name}, input {} at {edge:?}", content.escape_ascii());
            let input = &*source.holding(content, edge);
            assert_eq!(decoder.find(input), oracle::decode_find(content, policy), "{}", context());
            let len = expected.as_ref().map(Vec::len).map_err(|&error| error);
            assert_eq!(decoder.decoded_len(input).map_err(support::error), len, "{}", context());
            match &expected {
                Ok(bytes) => {
                    for room in [bytes.len(), input.len(), input.len() + 200] {
                        assert_writes(
                            target,
                            room,
                            &context,
                            (&Ok(bytes.len()), bytes),
                            |output| decode_into(decoder, input, output),
                        );
                    }
                    if !bytes.is_empty() {
                        let too_small = Err(Refused::TooSmall(bytes.len()));
                        assert_writes(
                            target,
                            bytes.len() - 1,
                            &context,
                            (&too_small, b""),
                            |output| decode_into(decoder, input, output),
                        );
                    }
                }
                Err(error) => {
                    for room in [0, error.position, input.len(), input.len() + 200] {
                        assert_writes(
                            target,
                            room,
                            &context,
                            (&Err(Refused::Input(*error)), b""),
                            |output| decode_into(decoder, input, output),
                        );
                    }
                }
            }
            assert_eq!(
                decoder.decode(input).map(|bytes| bytes.into_owned()).map_err(support::error),
                expected,
                "{}",
                context()
            );
        }
    });
}

#[derive(Debug, PartialEq)]
enum Refused {
    Input(oracle::Error),
    TooSmall(usize),
}

fn decode_into(decoder: Decoder, input: &[u8], output: &mut [u8]) -> Result<usize, Refused> {
    decoder.decode_into(input, output).map_err(|error| match error {
        DecodeIntoError::Decode(error) => Refused::Input(support::error(error)),
        DecodeIntoError::OutputTooSmall(error) => Refused::TooSmall(error.needed()),
        other => panic!("an error that there was not: {other}"),
    })
}

#[test]
fn decode_in_place() {
    let policies: Vec<_> = oracle::decode_policies()
        .into_iter()
        .map(|(name, policy)| (name, support::decoder(&policy), policy))
        .collect();
    on_every_backend(13, |backend, number, content, _, target| {
        let (name, decoder, policy) = &policies[number % policies.len()];
        let expected = oracle::decode(content, policy);
        for edge in Edge::BOTH {
            let context = || format!("{backend}, {name}, {} at {edge:?}", content.escape_ascii());
            let buffer = target.holding(content, edge);
            let result = decoder.on(backend).decode_in_place(buffer).map_err(support::error);
            assert_eq!(
                result,
                expected.as_ref().map(Vec::len).map_err(|&error| error),
                "{}",
                context()
            );
            // An error leaves the buffer as it was.
            let front = expected.as_deref().unwrap_or(content);
            assert!(buffer.starts_with(front), "{}: {}", context(), buffer.escape_ascii());
            let range = edge.range(content.len(), target.len);
            // SAFETY: as in `prefilled`, whose borrow has ended.
            let left = unsafe { core::slice::from_raw_parts(target.start(), target.len) };
            assert!(
                left[..range.start].iter().chain(&left[range.end..]).all(|&byte| byte == PREFILL),
                "{}: written outside",
                context()
            );
        }
    });
}

#[test]
fn decode_to_text() {
    let policies = oracle::decode_policies();
    on_every_backend(14, |backend, number, content, source, _| {
        let ((name, policy), (utf8, oracle_utf8)) =
            (&policies[number % policies.len()], support::UTF8[number / 3 % 3]);
        let decoder = support::decoder(policy).utf8(utf8).on(backend);
        let expected = oracle::decode_text(content, policy, oracle_utf8);
        for edge in Edge::BOTH {
            let context =
                || format!("{backend}, {name}, {utf8:?}, {} at {edge:?}", content.escape_ascii());
            let input = &*source.holding(content, edge);
            assert_eq!(
                decoder.check_utf8(input).map_err(support::error),
                expected.as_ref().map(|_| ()).map_err(|&error| error),
                "{}",
                context()
            );
            assert_eq!(
                decoder.display(input).to_string(),
                oracle::display_text(content, policy, oracle_utf8),
                "{}",
                context()
            );
            assert_eq!(
                decoder.decode_utf8(input).map(|text| text.into_owned()).map_err(support::error),
                expected,
                "{}",
                context()
            );
        }
    });
}

/// Text without escapes is validated where it is.
#[test]
fn validating() {
    let mut source = Guarded::new(1024);
    for len in (0..=200).chain(250..=270).chain(510..=520) {
        for content in ["a", "é", "語a😀é"] {
            // The end may cut a sequence off.
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

/// The iterator that takes masks of 64 bytes.
#[test]
fn pieces() {
    let policies: Vec<_> = oracle::encode_policies()
        .into_iter()
        .map(|(name, policy)| (name, support::encoder(&policy), policy))
        .collect();
    on_every_backend(15, |backend, number, content, source, _| {
        let (name, encoder, policy) = &policies[number % policies.len()];
        let expected = oracle::encode(content, policy);
        for edge in Edge::BOTH {
            let context =
                || format!("{backend}, {name}, input {} at {edge:?}", content.escape_ascii());
            let input = &*source.holding(content, edge);
            assert_eq!(
                encoder.on(backend).pieces(input).collect::<String>(),
                expected,
                "{}",
                context()
            );
            let mut stepwise = String::new();
            for piece in encoder.on(backend).pieces(input) {
                stepwise.push_str(piece);
            }
            assert_eq!(stepwise, expected, "{}", context());
        }
    });
}

/// What takes no backend runs on the active one.
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
                // Whether it is one is for other tests.
                let _ = RequestLine::parse(input);
            });
        }
    }
}

/// Columns whose values lie at the edge, with rows that end anywhere.
#[test]
fn batch() {
    let (decode, encode) = (oracle::Decode::default(), &oracle::encode_policies()[0].1);
    on_every_backend(17, |backend, number, content, source, _| {
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

/// That the guard works: without this, a mapping that is wrong would make every test above pass.
#[test]
fn the_guard_pages_are_where_they_should_be() {
    let mut memory = Guarded::new(1);
    let (start, len, page) = (memory.start() as usize, memory.len, memory.page);
    assert_eq!((start % page, len), (0, page));
    let bytes = memory.holding(b"end", Edge::End);
    assert_eq!(bytes.as_ptr() as usize + bytes.len(), start + page);
    assert_eq!(memory.holding(b"begin", Edge::Begin).as_ptr() as usize, start);
    // A system call that is given memory which cannot be read answers EFAULT, where an instruction
    // would end the process.
    for outside in [start - 1, start + len] {
        let mut pipe = [0; 2];
        // SAFETY: the array has room for the two descriptors.
        assert_eq!(unsafe { libc::pipe(pipe.as_mut_ptr()) }, 0);
        // SAFETY: the kernel reads at most one byte there, and checks first whether it may.
        let written = unsafe { libc::write(pipe[1], outside as *const libc::c_void, 1) };
        let error = std::io::Error::last_os_error();
        assert_eq!(
            (written, error.raw_os_error()),
            (-1, Some(libc::EFAULT)),
            "the byte at {outside:#x} can be read"
        );
        for descriptor in pipe {
            // SAFETY: the descriptor was made above and is closed once.
            assert_eq!(unsafe { libc::close(descriptor) }, 0);
        }
    }
}
