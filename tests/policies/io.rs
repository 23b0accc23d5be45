//! The `std::io` adapters: short reads and writes, interruptions, errors of either side, and a
//! missing `finish`.

use std::io::{self, BufRead, ErrorKind, Read, Write};
use std::sync::{Arc, Mutex};

use oracle::content::Content;
use oracle::random::Random;
use percent_simd::io::{Reader, Writer};
use percent_simd::{DecodeError, DecodeErrorKind, Decoder, Encoder, Malformed, sets};

/// One answer of the inner reader or writer.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// At most this many bytes.
    Bytes(usize),
    Interrupted,
    Fails,
}

/// Reads from `content` by the repeated `steps`; a step never ends the input early.
struct Script<'a> {
    content: &'a [u8],
    steps: Vec<Step>,
    turn: usize,
}

impl<'a> Script<'a> {
    fn new(content: &'a [u8], steps: &[Step]) -> Self {
        Self { content, steps: steps.to_vec(), turn: 0 }
    }
}

impl Read for Script<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let step = self.steps[self.turn % self.steps.len()];
        self.turn += 1;
        match step {
            Step::Bytes(most) => {
                let most = most.min(buffer.len());
                (&mut self.content).take(most as u64).read(buffer)
            }
            Step::Interrupted => Err(ErrorKind::Interrupted.into()),
            Step::Fails => Err(ErrorKind::ConnectionReset.into()),
        }
    }
}

/// The bytes given to a [`Sink`]; they outlive the sink.
#[derive(Clone, Default)]
struct Taken(Arc<Mutex<(Vec<u8>, usize)>>);

impl Taken {
    fn bytes(&self) -> Vec<u8> {
        self.0.lock().unwrap().0.clone()
    }

    fn flushes(&self) -> usize {
        self.0.lock().unwrap().1
    }
}

/// Accepts bytes by the repeated `steps`.
struct Sink {
    taken: Taken,
    steps: Vec<Step>,
    turn: usize,
}

impl Sink {
    fn new(steps: &[Step]) -> (Self, Taken) {
        let taken = Taken::default();
        (Self { taken: taken.clone(), steps: steps.to_vec(), turn: 0 }, taken)
    }
}

impl Write for Sink {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let step = self.steps[self.turn % self.steps.len()];
        self.turn += 1;
        match step {
            Step::Bytes(most) => {
                let len = most.min(buffer.len());
                self.taken.0.lock().unwrap().0.extend_from_slice(&buffer[..len]);
                Ok(len)
            }
            Step::Interrupted => Err(ErrorKind::Interrupted.into()),
            Step::Fails => Err(ErrorKind::BrokenPipe.into()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.taken.0.lock().unwrap().1 += 1;
        Ok(())
    }
}

/// The policy's error within an `io::Error`.
fn decode_error(error: &io::Error) -> DecodeError {
    assert_eq!(error.kind(), ErrorKind::InvalidData);
    *error.get_ref().expect("it holds an error").downcast_ref().expect("a DecodeError")
}

/// Longer than the 16 KiB of an adapter's buffer.
fn long_content() -> Vec<u8> {
    let mut random = Random::new(31);
    Content::ALL.iter().flat_map(|content| content.generate(3500, &mut random)).collect()
}

/// The long content, its decoding, a policy, and the encoding under it.
fn long_cases() -> (Vec<u8>, Vec<u8>, oracle::Encode, String) {
    let content = long_content();
    let decoded = oracle::decode(&content, &oracle::Decode::default()).unwrap();
    let policy = oracle::Encode {
        set: oracle::all_but(b"-._~"),
        keep_escapes: true,
        ..oracle::Encode::default()
    };
    let encoded = oracle::encode(&content, &policy);
    (content, decoded, policy, encoded)
}

const STEPS: [&[Step]; 5] = [
    &[Step::Bytes(usize::MAX)],
    &[Step::Bytes(1)],
    &[Step::Bytes(7), Step::Interrupted, Step::Bytes(64), Step::Interrupted, Step::Interrupted],
    &[Step::Bytes(16 * 1024 - 1)],
    &[Step::Interrupted, Step::Bytes(3)],
];

#[test]
fn reading_decodes_and_encodes() {
    let (content, decoded, policy, encoded) = long_cases();
    for backend in support::backends() {
        for steps in STEPS {
            let mut output = Vec::new();
            Reader::new(Script::new(&content, steps), Decoder::new().on(backend).stream())
                .read_to_end(&mut output)
                .unwrap();
            assert!(output == decoded, "{backend}, {steps:?}");

            let mut text = String::new();
            Reader::new(
                Script::new(&content, steps),
                support::encoder(&policy).on(backend).stream(),
            )
            .read_to_string(&mut text)
            .unwrap();
            assert!(text == encoded, "{backend}, {steps:?}");
        }
    }
}

#[test]
fn reading_into_small_buffers() {
    let content = &long_content()[..9000];
    let decoded = oracle::decode(content, &oracle::Decode::default()).unwrap();
    for backend in support::backends() {
        for size in [1, 2, 3, 100, 40_000] {
            let mut reader = Reader::new(
                Script::new(content, &[Step::Bytes(500)]),
                Decoder::new().on(backend).stream(),
            );
            let (mut output, mut buffer) = (Vec::new(), vec![0; size]);
            loop {
                match reader.read(&mut buffer).unwrap() {
                    0 => break,
                    len => output.extend_from_slice(&buffer[..len]),
                }
            }
            assert!(output == decoded, "{backend}, {size}");
            assert_eq!(reader.read(&mut buffer).unwrap(), 0, "{backend}: the end stays the end");
        }
    }
}

/// Zero bytes mean the end, so a read goes on until it has decoded a byte.
#[test]
fn reading_a_lone_percent_is_not_the_end() {
    let mut reader = Reader::new(Script::new(b"%41%4", &[Step::Bytes(1)]), Decoder::new().stream());
    let mut buffer = [0; 10];
    assert_eq!(reader.read(&mut []).unwrap(), 0);
    assert_eq!(reader.read(&mut buffer).unwrap(), 1);
    assert_eq!(buffer[0], b'A');
    assert_eq!(reader.read(&mut buffer).unwrap(), 2);
    assert_eq!(&buffer[..2], b"%4");
    assert_eq!(reader.read(&mut buffer).unwrap(), 0);
}

#[test]
fn reading_gives_the_bytes_before_an_error_and_then_the_error() {
    for backend in support::backends() {
        let strict = Decoder::new().malformed(Malformed::Error).on(backend);
        for (input, position, kind) in [
            (&b"abc%41%zz%42"[..], 6, DecodeErrorKind::BadHex),
            (b"abc%41%4", 6, DecodeErrorKind::Truncated),
        ] {
            for steps in STEPS {
                let mut reader = Reader::new(Script::new(input, steps), strict.stream());
                let mut output = Vec::new();
                let error = decode_error(&reader.read_to_end(&mut output).unwrap_err());
                assert_eq!(
                    (error.position(), error.kind(), &output[..]),
                    (position, kind, &b"abcA"[..]),
                    "{backend}, {steps:?}"
                );
                // The stream repeats the error.
                assert_eq!(
                    decode_error(&reader.read(&mut [0; 8]).unwrap_err()),
                    error,
                    "{backend}, {steps:?}"
                );
            }
        }
    }
}

/// An inner error is passed on, nothing is lost, and reading continues at the same position.
#[test]
fn reading_goes_on_after_an_error_underneath() {
    let mut reader = Reader::new(
        Script::new(b"a%41b%42", &[Step::Bytes(2), Step::Fails]),
        Decoder::new().stream(),
    );
    let mut output = Vec::new();
    loop {
        let mut buffer = [0; 3];
        match reader.read(&mut buffer) {
            Ok(0) => break,
            Ok(len) => output.extend_from_slice(&buffer[..len]),
            Err(error) => assert_eq!(error.kind(), ErrorKind::ConnectionReset),
        }
    }
    assert_eq!(output, b"aAbB");
    assert!(reader.into_inner().content.is_empty());
}

#[test]
fn writing_decodes_and_encodes() {
    let (content, decoded, policy, encoded) = long_cases();
    for backend in support::backends() {
        for steps in STEPS {
            for piece in [1, 100, content.len()] {
                let (sink, taken) = Sink::new(steps);
                let mut writer = Writer::new(sink, Decoder::new().on(backend).stream());
                // Every size is used at least once; byte by byte, only for the beginning.
                let part = if piece == 1 { &content[..2000] } else { &content };
                part.chunks(piece).for_each(|piece| writer.write_all(piece).unwrap());
                writer.finish().unwrap();
                let expected = if piece == 1 {
                    &oracle::decode(part, &oracle::Decode::default()).unwrap()
                } else {
                    &decoded
                };
                assert!(taken.bytes() == *expected, "{backend}, {steps:?}, pieces of {piece}");
            }
            let (sink, taken) = Sink::new(steps);
            let mut writer = Writer::new(sink, support::encoder(&policy).on(backend).stream());
            writer.write_all(&content).unwrap();
            writer.finish().unwrap();
            assert!(taken.bytes() == encoded.as_bytes(), "{backend}, {steps:?}");
        }
    }
}

#[test]
fn flush_hands_on_decided_bytes() {
    let (sink, taken) = Sink::new(&[Step::Bytes(1000)]);
    let mut writer = Writer::new(sink, Decoder::new().stream());
    writer.write_all(b"a%41%4").unwrap();
    writer.flush().unwrap();
    assert_eq!((taken.bytes(), taken.flushes()), (b"aA".to_vec(), 1));
    writer.write_all(b"2%").unwrap();
    writer.finish().unwrap();
    assert_eq!((taken.bytes(), taken.flushes()), (b"aAB%".to_vec(), 2));
}

#[test]
fn a_writer_that_is_dropped_finishes() {
    let (sink, taken) = Sink::new(&[Step::Bytes(1000)]);
    let mut writer = Writer::new(sink, Decoder::new().stream());
    writer.write_all(b"a%41%4").unwrap();
    drop(writer);
    assert_eq!(taken.bytes(), b"aA%4");

    // A drop cannot report an error, and must not panic.
    for steps in [&[Step::Fails][..], &[Step::Bytes(0)]] {
        let (sink, taken) = Sink::new(steps);
        let mut writer = Writer::new(sink, Decoder::new().malformed(Malformed::Error).stream());
        writer.write_all(b"a%4").unwrap();
        drop(writer);
        assert_eq!(taken.bytes(), b"", "{steps:?}");
    }
}

#[test]
fn an_error_of_the_policy_comes_after_the_bytes_before_it() {
    for backend in support::backends() {
        let strict = Decoder::new().malformed(Malformed::Error).on(backend);
        let (sink, taken) = Sink::new(&[Step::Bytes(2)]);
        let mut writer = Writer::new(sink, strict.stream());
        let error = writer.write_all(b"abc%41%zz").and_then(|()| writer.flush()).unwrap_err();
        assert_eq!(
            (decode_error(&error).position(), decode_error(&error).kind()),
            (6, DecodeErrorKind::BadHex),
            "{backend}"
        );
        assert_eq!(taken.bytes(), b"abcA", "{backend}");
        // The writer repeats the error.
        assert_eq!(
            decode_error(&writer.write(b"x").unwrap_err()),
            decode_error(&error),
            "{backend}"
        );
        assert_eq!(
            decode_error(&writer.finish().map(|_| ()).unwrap_err()),
            decode_error(&error),
            "{backend}"
        );
        assert_eq!(taken.bytes(), b"abcA", "{backend}");
    }
}

#[test]
fn finish_tells_of_a_triplet_cut_short() {
    let (sink, taken) = Sink::new(&[Step::Bytes(1000)]);
    let mut writer = Writer::new(sink, Decoder::new().malformed(Malformed::Error).stream());
    writer.write_all(b"abc%4").unwrap();
    writer.flush().unwrap();
    let error = decode_error(&writer.finish().map(|_| ()).unwrap_err());
    assert_eq!((error.position(), error.kind()), (3, DecodeErrorKind::Truncated));
    assert_eq!(taken.bytes(), b"abc");
}

/// Accepted bytes arrive once and in order, whatever fails in between.
#[test]
fn writing_goes_on_after_an_error_underneath() {
    let (sink, taken) =
        Sink::new(&[Step::Fails, Step::Bytes(2), Step::Interrupted, Step::Bytes(1), Step::Fails]);
    let mut writer = Writer::new(sink, Encoder::new(sets::URI_COMPONENT).stream());
    let mut rest = &b"a b/c d"[..];
    let mut failures = 0;
    while !rest.is_empty() {
        match writer.write(&rest[..1]) {
            Ok(len) => rest = &rest[len..],
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::BrokenPipe);
                failures += 1;
            }
        }
    }
    while let Err(error) = writer.flush() {
        assert_eq!(error.kind(), ErrorKind::BrokenPipe);
        failures += 1;
    }
    writer.finish().unwrap();
    assert_eq!(taken.bytes(), b"a%20b%2Fc%20d");
    assert!(failures > 1, "the sink was meant to fail");
}

#[test]
fn a_writer_that_takes_nothing_is_an_error() {
    let (sink, _) = Sink::new(&[Step::Bytes(0)]);
    let mut writer = Writer::new(sink, Decoder::new().stream());
    writer
        .write_all(b"abc")
        .and_then(|()| writer.flush())
        .map_err(|error| error.kind())
        .expect_err("nothing is taken");
    assert_eq!(writer.flush().unwrap_err().kind(), ErrorKind::WriteZero);
}

#[test]
fn writing_nothing_is_nothing() {
    let mut writer = Writer::new(Vec::new(), Decoder::new().stream());
    assert_eq!(writer.write(b"").unwrap(), 0);
    writer.write_all(b"%4").unwrap();
    assert_eq!(writer.write(b"").unwrap(), 0);
    writer.write_all(b"1").unwrap();
    assert_eq!(writer.finish().unwrap(), b"A");
}

#[test]
fn a_decode_error_becomes_an_io_error() {
    fn checked(input: &str) -> io::Result<()> {
        Decoder::new().malformed(Malformed::Error).check(input)?;
        Ok(())
    }
    assert!(checked("100%25").is_ok());
    let error = checked("100%").unwrap_err();
    assert_eq!(
        (decode_error(&error).position(), decode_error(&error).kind()),
        (3, DecodeErrorKind::Truncated)
    );
    assert_eq!(error.to_string(), decode_error(&error).to_string());
}

#[test]
fn adapters_of_adapters() {
    let mut text = String::new();
    let encoder = Encoder::new(sets::URL_PATH);
    Reader::new(&b"a%20b"[..], Decoder::new().stream()).read_to_string(&mut text).unwrap();
    Reader::new(&b"a b"[..], encoder.stream()).read_to_string(&mut text).unwrap();
    assert_eq!(text, "a ba%20b");
    let inner = Writer::new(Vec::new(), encoder.stream());
    let mut writer = Writer::new(inner, Decoder::new().stream());
    writer.write_all(b"a%20b+%4").unwrap();
    assert_eq!(writer.finish().unwrap().finish().unwrap(), b"a%20b+%4");
}

#[test]
fn buffered_reading() {
    let content = long_content();
    let decoded = oracle::decode(&content, &oracle::Decode::default()).unwrap();
    let lines: Vec<&[u8]> = decoded.split_inclusive(|&byte| byte == b'\n').collect();
    for backend in support::backends() {
        for steps in STEPS {
            let mut reader =
                Reader::new(Script::new(&content, steps), Decoder::new().on(backend).stream());
            let mut found = Vec::new();
            loop {
                let mut line = Vec::new();
                match reader.read_until(b'\n', &mut line).unwrap() {
                    0 => break,
                    len => assert_eq!(len, line.len()),
                }
                found.push(line);
            }
            assert!(found == lines, "{backend}, {steps:?}");
        }
    }
    // Reading and peeking alternate; unconsumed bytes stay.
    let mut reader = Reader::new(&b"%41%42%43"[..], Decoder::new().stream());
    assert_eq!(reader.fill_buf().unwrap(), b"ABC");
    reader.consume(1);
    let mut one = [0];
    reader.read_exact(&mut one).unwrap();
    assert_eq!((one, reader.fill_buf().unwrap()), ([b'B'], &b"C"[..]));
    reader.consume(1);
    assert_eq!(reader.fill_buf().unwrap(), b"");
    let mut strict = Reader::new(&b"a%zz"[..], Decoder::new().malformed(Malformed::Error).stream());
    assert_eq!(strict.fill_buf().unwrap(), b"a");
    strict.consume(1);
    assert_eq!(decode_error(&strict.fill_buf().unwrap_err()).kind(), DecodeErrorKind::BadHex);
}

#[test]
fn the_inner_reader_and_writer() {
    let mut reader = Reader::new(&b"%41"[..], Decoder::new().stream());
    assert_eq!(*reader.get_ref(), b"%41");
    *reader.get_mut() = b"%42";
    assert_eq!(reader.fill_buf().unwrap(), b"B");
    assert_eq!((*reader.get_ref(), reader.into_inner()), (&b""[..], &b""[..]));

    let mut writer = Writer::new(Vec::new(), Decoder::new().stream());
    writer.write_all(b"%41%4").unwrap();
    writer.flush().unwrap();
    assert_eq!(writer.get_ref(), b"A");
    writer.get_mut().push(b'-');
    writer.write_all(b"2%4").unwrap();
    writer.flush().unwrap();
    // `into_inner` drops the waiting bytes.
    assert_eq!(writer.into_inner(), b"A-B");
}
