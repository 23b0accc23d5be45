use core::fmt::Debug;

use super::expect::{Case, Refusal, expected, refusal};
use super::oracle;
use super::plan::Plan;
use super::room::Source;
use percent_simd::{Backend, DecodeErrorKind, DecodeStream, Decoder, Encoder};

/// Input in pieces: after each one all is there that is certain, the end is that of the whole, an error comes at once and lasts; and the same
/// through `std::io`.
pub(crate) fn stream(data: &[u8]) {
    let plan = Plan::new(data);
    let source = Source::new(&plan.input, plan.frame);
    let input = source.bytes();
    let pieces = plan.pieces(input);
    let decoded = Decoded::new(&pieces, input, &plan.decode);
    let encoded = Encoded {
        whole: oracle::encode(input, &plan.encode).into_bytes(),
        after: after_each(&pieces, input, plan.encode.keep_escapes, |part| Ok(oracle::encode(part, &plan.encode).into_bytes())),
    };
    let lengths: Vec<usize> = pieces.iter().map(|piece| piece.len()).collect();
    let described: [&dyn Debug; 2] = [&(&plan.decode, &lengths), &(&plan.encode, &lengths)];
    for backend in Backend::available() {
        let (decoder, encoder) = (plan.decoder().on(backend), plan.encoder().on(backend));
        let [decoding, encoding] = described.map(|policy| Case { backend, policy, input });
        decode(&decoding, decoder, &pieces, &decoded);
        encode(&encoding, encoder, &pieces, &encoded);
        // They do nothing of their own but hand on: one backend will do.
        #[cfg(feature = "std")]
        if backend == plan.backend() {
            adapters::decode(&decoding, decoder, &pieces, &decoded, 1 + plan.extra);
            adapters::encode(&encoding, encoder, &pieces, &encoded, 1 + plan.extra);
        }
    }
}

/// What a stream of decoded pieces must give.
struct Decoded {
    /// What comes out, with or without an error behind it.
    certain: Vec<u8>,
    error: Option<Refusal>,
    /// So many bytes of input make the error certain; `None` if only the end does.
    error_known_at: Option<usize>,
    /// What is certain after each piece, up to an error.
    after: Vec<Vec<u8>>,
}

impl Decoded {
    fn new(pieces: &[&[u8]], input: &[u8], policy: &oracle::Decode) -> Self {
        let whole = expected(oracle::decode(input, policy));
        let certain = match &whole {
            Ok(decoded) => decoded.clone(),
            Err((position, _)) => oracle::decode(&input[..*position], policy).expect("the first error stands behind this"),
        };
        let error = whole.err();
        let error_known_at = error.and_then(|(position, kind)| match kind {
            DecodeErrorKind::Truncated => None,
            DecodeErrorKind::BadHex if !input[position + 1].is_ascii_hexdigit() => Some(position + 2),
            _ => Some(position + 3),
        });
        Self { certain, error, error_known_at, after: after_each(pieces, input, true, |part| oracle::decode(part, policy)) }
    }

    fn end(&self) -> Result<(), Refusal> {
        self.error.map_or(Ok(()), Err)
    }
}

struct Encoded {
    whole: Vec<u8>,
    after: Vec<Vec<u8>>,
}

/// What has come out after each piece, up to an error; where something may `wait`, without the start of a triplet that the next piece may
/// complete.
fn after_each(pieces: &[&[u8]], input: &[u8], wait: bool, run: impl Fn(&[u8]) -> Result<Vec<u8>, oracle::Error>) -> Vec<Vec<u8>> {
    let (mut pushed, mut done) = (0, 0);
    let mut output = Vec::new();
    let after = |piece: &&[u8]| {
        pushed += piece.len();
        let waiting = match input[done..pushed] {
            [.., b'%'] if wait => 1,
            [.., b'%', digit] if wait && digit.is_ascii_hexdigit() => 2,
            _ => 0,
        };
        // Nothing that is one thing is cut in two here, so the whole is the sum of its parts.
        output.extend(run(&input[done..pushed - waiting]).ok()?);
        done = pushed - waiting;
        Some(output.clone())
    };
    pieces.iter().map_while(after).collect()
}

fn decode(case: &Case<'_>, decoder: Decoder, pieces: &[&[u8]], wanted: &Decoded) {
    const BEFORE: &[u8] = b"before%";
    let mut output = BEFORE.to_vec();
    let mut stream = decoder.stream();
    let mut pushed = 0;
    for (index, piece) in pieces.iter().enumerate() {
        let result = stream.push(piece, &mut output).map_err(refusal);
        pushed += piece.len();
        let is_error = wanted.error_known_at.is_some_and(|at| at <= pushed);
        case.same("push", result, if is_error { wanted.end() } else { Ok(()) });
        let certain = if is_error { &wanted.certain } else { &wanted.after[index] };
        case.same_bytes("push", &output[BEFORE.len()..], certain);
    }
    for what in ["finish", "finish again"] {
        case.same(what, stream.finish(&mut output).map_err(refusal), wanted.end());
        case.same_bytes(what, &output[BEFORE.len()..], &wanted.certain);
    }
    case.same_bytes("what stood before", &output[..BEFORE.len()], BEFORE);
    behind_the_end(case, stream, wanted);
}

/// An error lasts; a stream without one goes on, and goes on counting.
fn behind_the_end(case: &Case<'_>, mut stream: DecodeStream, wanted: &Decoded) {
    let mut output = Vec::new();
    if wanted.error.is_some() {
        case.same("push behind an error", stream.push(b"a%41", &mut output).map_err(refusal), wanted.end());
        case.same_bytes("push behind an error", &output, b"");
        return;
    }
    case.same("push behind the end", stream.push(case.input, &mut output).map_err(refusal), Ok(()));
    case.same("finish behind the end", stream.finish(&mut output).map_err(refusal), Ok(()));
    case.same_bytes("push behind the end", &output, &wanted.certain);
    if let Err(error) = stream.push(b"%%", &mut output) {
        case.same("an error behind the end", refusal(error), (2 * case.input.len(), DecodeErrorKind::BadHex));
    }
}

fn encode(case: &Case<'_>, encoder: Encoder, pieces: &[&[u8]], wanted: &Encoded) {
    const BEFORE: &[u8] = b"before\xFF";
    let mut output = BEFORE.to_vec();
    let mut stream = encoder.stream();
    for (piece, certain) in pieces.iter().zip(&wanted.after) {
        stream.push(piece, &mut output);
        case.same_bytes("push", &output[BEFORE.len()..], certain);
    }
    for what in ["finish", "finish again"] {
        stream.finish(&mut output);
        case.same_bytes(what, &output[BEFORE.len()..], &wanted.whole);
    }
    case.same_bytes("what stood before", &output[..BEFORE.len()], BEFORE);
    output.clear();
    stream.push(case.input, &mut output);
    stream.finish(&mut output);
    case.same_bytes("push behind the end", &output, &wanted.whole);
}

/// The same through Read and Write.
#[cfg(feature = "std")]
mod adapters {
    use std::io::{self, Read, Write};

    use super::{Case, Decoded, Decoder, Encoded, Encoder, refusal};
    use percent_simd::DecodeError;
    use percent_simd::io::{Reader, Stream, Writer};

    pub(super) fn decode(case: &Case<'_>, decoder: Decoder, pieces: &[&[u8]], wanted: &Decoded, size: usize) {
        let (output, error) = read(decoder.stream(), pieces, size);
        case.same_bytes("Reader", &output, &wanted.certain);
        case.same("Reader", error.map(refusal), wanted.error);
        let (output, error) = write(decoder.stream(), pieces, size);
        case.same_bytes("Writer", &output, &wanted.certain);
        case.same("Writer", error.map(refusal), wanted.error);
    }

    pub(super) fn encode(case: &Case<'_>, encoder: Encoder, pieces: &[&[u8]], wanted: &Encoded, size: usize) {
        let (output, error) = read(encoder.stream(), pieces, size);
        case.same_bytes("Reader", &output, &wanted.whole);
        case.same("Reader", error, None);
        let (output, error) = write(encoder.stream(), pieces, size);
        case.same_bytes("Writer", &output, &wanted.whole);
        case.same("Writer", error, None);
    }

    /// Reads so many bytes at a time, until the end or an error.
    fn read(stream: impl Stream, pieces: &[&[u8]], size: usize) -> (Vec<u8>, Option<DecodeError>) {
        let mut reader = Reader::new(Pieces(pieces.iter()), stream);
        let mut buffer = vec![0; size];
        let mut output = Vec::new();
        loop {
            match reader.read(&mut buffer) {
                Ok(0) => return (output, None),
                Ok(len) => output.extend_from_slice(&buffer[..len]),
                Err(error) => return (output, Some(inner(&error))),
            }
        }
    }

    /// Writes through something that takes so many bytes at a time.
    fn write(stream: impl Stream, pieces: &[&[u8]], size: usize) -> (Vec<u8>, Option<DecodeError>) {
        let mut output = Vec::new();
        let mut writer = Writer::new(Short { output: &mut output, size }, stream);
        let written = pieces.iter().try_for_each(|piece| writer.write_all(piece));
        let finished = written.and_then(|()| writer.finish().map(|_| ()));
        (output, finished.err().as_ref().map(inner))
    }

    fn inner(error: &io::Error) -> DecodeError {
        assert_eq!(error.kind(), io::ErrorKind::InvalidData, "{error}");
        *error.get_ref().and_then(|inner| inner.downcast_ref()).expect("the error holds a DecodeError")
    }

    /// Gives one piece for each read.
    struct Pieces<'a>(core::slice::Iter<'a, &'a [u8]>);

    impl Read for Pieces<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let Some(piece) = self.0.find(|piece| !piece.is_empty()) else { return Ok(0) };
            buffer[..piece.len()].copy_from_slice(piece);
            Ok(piece.len())
        }
    }

    struct Short<'a> {
        output: &'a mut Vec<u8>,
        size: usize,
    }

    impl Write for Short<'_> {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let taken = &bytes[..bytes.len().min(self.size)];
            self.output.extend_from_slice(taken);
            Ok(taken.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
}
