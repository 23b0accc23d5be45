use core::fmt::Debug;

use super::expect::{Case, Refusal, expected, refusal};
use super::plan::Plan;
use super::room::Source;
use percent_simd::{Backend, DecodeErrorKind, DecodeStream, Decoder, Encoder};

/// Input in pieces. Each piece yields all output that is certain, the total equals that of the
/// whole input, and an error comes at once and persists. The `std::io` adapters agree.
pub fn stream(data: &[u8]) {
    let plan = Plan::new(data);
    let source = Source::new(&plan.input, plan.frame);
    let input = source.bytes();
    let pieces = plan.pieces(input);
    let decoded = Decoded::new(&pieces, input, &plan.decode);
    let encoded = Encoded {
        whole: oracle::encode(input, &plan.encode).into_bytes(),
        after: after_each(
            &pieces,
            input,
            |bytes| waiting_to_encode(bytes, &plan.encode),
            |part| Ok(oracle::encode(part, &plan.encode).into_bytes()),
        ),
    };
    let lengths: Vec<usize> = pieces.iter().map(|piece| piece.len()).collect();
    let described: [&dyn Debug; 2] = [&(&plan.decode, &lengths), &(&plan.encode, &lengths)];
    for backend in Backend::available() {
        let (decoder, encoder) = (plan.decoder().on(backend), plan.encoder().on(backend));
        let [decoding, encoding] = described.map(|policy| Case { backend, policy, input });
        decode(&decoding, decoder, &plan.decode, &pieces, &decoded);
        encode(&encoding, encoder, &pieces, &encoded);
        // The adapters only forward, so the data selects one backend.
        #[cfg(feature = "std")]
        if Backend::available().nth(plan.frame.extra % Backend::available().count())
            == Some(backend)
        {
            adapters::decode(&decoding, decoder, &pieces, &decoded, 1 + plan.frame.extra);
            adapters::encode(&encoding, encoder, &pieces, &encoded, 1 + plan.frame.extra);
        }
    }
}

/// The expected output of a stream of decoded pieces.
struct Decoded {
    /// The output, with or without an error after it.
    certain: Vec<u8>,
    error: Option<Refusal>,
    /// The number of input bytes that make the error certain; `None` if only the end does.
    error_known_at: Option<usize>,
    /// The length of the certain output after each piece, up to an error.
    after: Vec<usize>,
}

impl Decoded {
    fn new(pieces: &[&[u8]], input: &[u8], policy: &oracle::Decode) -> Self {
        let whole = expected(oracle::decode(input, policy));
        let certain = match &whole {
            Ok(decoded) => decoded.clone(),
            Err((position, _)) => oracle::decode(&input[..*position], policy)
                .expect("the first error stands behind this"),
        };
        let error = whole.err();
        // The error is known once its byte no longer depends on later ones.
        let error_known_at = error.and_then(|(position, _)| {
            (position + 1..=input.len()).find(|&len| len - waiting(&input[..len]) > position)
        });
        Self {
            certain,
            error,
            error_known_at,
            after: after_each(pieces, input, waiting, |part| oracle::decode(part, policy)),
        }
    }

    fn end(&self) -> Result<(), Refusal> {
        self.error.map_or(Ok(()), Err)
    }
}

struct Encoded {
    whole: Vec<u8>,
    /// The length of the certain output after each piece.
    after: Vec<usize>,
}

/// The number of bytes at the end that may start a triplet.
fn waiting(bytes: &[u8]) -> usize {
    match *bytes {
        [.., b'%'] => 1,
        [.., b'%', digit] if digit.is_ascii_hexdigit() => 2,
        _ => 0,
    }
}

/// The number of bytes at the end that may start a unit kept by the encoder: a triplet, or a
/// character of UTF-8 (Unicode 3.9, D92).
fn waiting_to_encode(bytes: &[u8], policy: &oracle::Encode) -> usize {
    let triplet = if policy.keep_escapes { waiting(bytes) } else { 0 };
    if triplet > 0 || !policy.keep_non_ascii {
        return triplet;
    }
    let begins = |len: &usize| {
        let tail = &bytes[bytes.len() - len..];
        tail[0] >= 0xC0 && std::str::from_utf8(tail).is_err_and(|error| error.error_len().is_none())
    };
    (1..=bytes.len().min(3)).find(begins).unwrap_or(0)
}

/// The length of the output after each piece, up to an error, without the bytes that are `waiting`
/// for the next piece. No unit is split here, so the parts add up to the whole.
fn after_each(
    pieces: &[&[u8]],
    input: &[u8],
    waiting: impl Fn(&[u8]) -> usize,
    run: impl Fn(&[u8]) -> Result<Vec<u8>, oracle::Error>,
) -> Vec<usize> {
    let (mut pushed, mut done, mut len) = (0, 0, 0);
    let after = |piece: &&[u8]| {
        pushed += piece.len();
        let waiting = waiting(&input[done..pushed]);
        len += run(&input[done..pushed - waiting]).ok()?.len();
        done = pushed - waiting;
        Some(len)
    };
    pieces.iter().map_while(after).collect()
}

/// The target of a stream, and the expected output.
struct Output<'a> {
    bytes: Vec<u8>,
    certain: &'a [u8],
    compared: usize,
}

impl<'a> Output<'a> {
    /// The initial bytes are neither text nor decoded.
    const BEFORE: &'static [u8] = b"before%\xFF";

    fn new(certain: &'a [u8]) -> Self {
        Self { bytes: Self::BEFORE.to_vec(), certain, compared: 0 }
    }

    /// Asserts the length of the output so far, and compares its new part.
    #[track_caller]
    fn check(&mut self, case: &Case<'_>, what: &str, len: usize) {
        case.same_bytes(
            what,
            &self.bytes[Self::BEFORE.len() + self.compared..],
            &self.certain[self.compared..len],
        );
        self.compared = len;
    }

    /// Asserts that everything has been appended.
    #[track_caller]
    fn check_all(&mut self, case: &Case<'_>, what: &str) {
        self.compared = 0;
        self.check(case, what, self.certain.len());
        case.same_bytes(
            "the bytes before the output",
            &self.bytes[..Self::BEFORE.len()],
            Self::BEFORE,
        );
    }
}

fn decode(
    case: &Case<'_>,
    decoder: Decoder,
    policy: &oracle::Decode,
    pieces: &[&[u8]],
    wanted: &Decoded,
) {
    let mut output = Output::new(&wanted.certain);
    let mut stream = decoder.stream();
    let mut pushed = 0;
    for (index, piece) in pieces.iter().enumerate() {
        let result = stream.push(piece, &mut output.bytes).map_err(refusal);
        pushed += piece.len();
        let is_error = wanted.error_known_at.is_some_and(|at| at <= pushed);
        case.same("push", result, if is_error { wanted.end() } else { Ok(()) });
        output.check(
            case,
            "push",
            if is_error { wanted.certain.len() } else { wanted.after[index] },
        );
    }
    for what in ["finish", "finish again"] {
        case.same(what, stream.finish(&mut output.bytes).map_err(refusal), wanted.end());
        output.check_all(case, what);
    }
    behind_the_end(case, stream, policy, wanted);
}

/// An error persists. A stream without one continues, with its position.
fn behind_the_end(
    case: &Case<'_>,
    mut stream: DecodeStream,
    policy: &oracle::Decode,
    wanted: &Decoded,
) {
    let mut output = Vec::new();
    if wanted.error.is_some() {
        case.same(
            "push behind an error",
            stream.push(b"a%41", &mut output).map_err(refusal),
            wanted.end(),
        );
        case.same_bytes("push behind an error", &output, b"");
        return;
    }
    case.same("push past the end", stream.push(case.input, &mut output).map_err(refusal), Ok(()));
    case.same("finish past the end", stream.finish(&mut output).map_err(refusal), Ok(()));
    case.same_bytes("push past the end", &output, &wanted.certain);
    let rejected = (0..128).find(|&byte| policy.reject[usize::from(byte)]);
    let (wrong, kind) = match rejected {
        Some(byte) if policy.digits == oracle::Digits::Upper => {
            (format!("%{byte:02X}"), DecodeErrorKind::Rejected(byte))
        }
        Some(byte) => (format!("%{byte:02x}"), DecodeErrorKind::Rejected(byte)),
        None if policy.strict => ("%%".to_owned(), DecodeErrorKind::BadHex),
        None => return,
    };
    let error = stream.push(wrong.as_bytes(), &mut output).map_err(refusal);
    case.same("an error past the end", error, Err((2 * case.input.len(), kind)));
}

fn encode(case: &Case<'_>, encoder: Encoder, pieces: &[&[u8]], wanted: &Encoded) {
    let mut output = Output::new(&wanted.whole);
    let mut stream = encoder.stream();
    for (piece, &len) in pieces.iter().zip(&wanted.after) {
        stream.push_bytes(piece, &mut output.bytes);
        output.check(case, "push", len);
    }
    for what in ["finish", "finish again"] {
        stream.finish(&mut output.bytes);
        output.check_all(case, what);
    }
    let mut again = Vec::new();
    stream.push_bytes(case.input, &mut again);
    stream.finish(&mut again);
    case.same_bytes("push past the end", &again, &wanted.whole);
}

/// Compares the `Read` and `Write` adapters.
#[cfg(feature = "std")]
mod adapters {
    use std::io::{self, Read, Write};

    use super::{Case, Decoded, Decoder, Encoded, Encoder, refusal};
    use percent_simd::DecodeError;
    use percent_simd::io::{Reader, Stream, Writer};

    pub(super) fn decode(
        case: &Case<'_>,
        decoder: Decoder,
        pieces: &[&[u8]],
        wanted: &Decoded,
        size: usize,
    ) {
        let (output, error) = read(decoder.stream(), pieces, size);
        case.same_bytes("Reader", &output, &wanted.certain);
        case.same("Reader", error.map(refusal), wanted.error);
        let (output, error) = write(decoder.stream(), pieces, size);
        case.same_bytes("Writer", &output, &wanted.certain);
        case.same("Writer", error.map(refusal), wanted.error);
    }

    pub(super) fn encode(
        case: &Case<'_>,
        encoder: Encoder,
        pieces: &[&[u8]],
        wanted: &Encoded,
        size: usize,
    ) {
        let (output, error) = read(encoder.stream(), pieces, size);
        case.same_bytes("Reader", &output, &wanted.whole);
        case.same("Reader", error, None);
        let (output, error) = write(encoder.stream(), pieces, size);
        case.same_bytes("Writer", &output, &wanted.whole);
        case.same("Writer", error, None);
    }

    /// Reads this many bytes at a time, until the end or an error.
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

    /// Writes through a writer that accepts this many bytes at a time.
    fn write(stream: impl Stream, pieces: &[&[u8]], size: usize) -> (Vec<u8>, Option<DecodeError>) {
        let mut output = Vec::new();
        let mut writer = Writer::new(Short { output: &mut output, size }, stream);
        let written = pieces.iter().try_for_each(|piece| writer.write_all(piece));
        let finished = written.and_then(|()| writer.finish().map(|_| ()));
        (output, finished.err().as_ref().map(inner))
    }

    fn inner(error: &io::Error) -> DecodeError {
        assert_eq!(error.kind(), io::ErrorKind::InvalidData, "{error}");
        *error
            .get_ref()
            .and_then(|inner| inner.downcast_ref())
            .expect("the error holds a DecodeError")
    }

    /// Returns one piece for each read.
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
