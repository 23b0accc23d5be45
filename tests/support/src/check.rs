//! Every call of the codec on one input, on every backend, against the oracle. The caller chooses
//! the memory.

use std::borrow::Cow;
use std::fmt;

use oracle::Error;
use oracle::places::Placed;
use percent_simd::{Backend, DecodeError, DecodeIntoError, Decoder, Encoder, Utf8};

use crate::{UTF8, backends, decoder, encoder, error};

/// The memory of inputs and outputs.
pub trait Memory: fmt::Debug {
    type Place: Place;

    fn input(&self, content: &[u8]) -> Self::Place;

    /// A buffer that is decoded in place.
    fn in_place(&self, content: &[u8]) -> Self::Place;

    /// A buffer for an output.
    fn output(&self, len: usize) -> Self::Place;

    /// The spare bytes of a buffer: more than any kernel's step.
    fn spare(&self) -> usize {
        300
    }

    /// The lengths of buffers to try, if all would take too long; the first is exact.
    fn rooms(&self, all: Vec<usize>) -> Vec<usize> {
        all
    }

    /// Returns whether to encode piece by piece; each encoded byte is a piece.
    fn has_time_for_pieces(&self) -> bool {
        true
    }

    /// The text before an appended output of `_len` bytes.
    fn prior(&self, _len: usize) -> String {
        "prior é%41".into()
    }
}

pub trait Place {
    fn bytes(&self) -> &[u8];

    fn bytes_mut(&mut self) -> &mut [u8];

    /// Returns whether the buffer begins with `content` and nothing outside of it has changed.
    fn holds(&self, content: &[u8]) -> bool;
}

/// Distances from a 64-byte boundary at which the input and the output begin.
#[derive(Clone, Copy, Debug, Default)]
pub struct Offsets {
    pub input: usize,
    pub output: usize,
}

impl Memory for Offsets {
    type Place = Placed;

    fn input(&self, content: &[u8]) -> Placed {
        Placed::input(content, self.input)
    }

    fn in_place(&self, content: &[u8]) -> Placed {
        Placed::input(content, self.output)
    }

    fn output(&self, len: usize) -> Placed {
        Placed::output(len, self.output)
    }
}

impl Place for Placed {
    fn bytes(&self) -> &[u8] {
        self.bytes()
    }

    fn bytes_mut(&mut self) -> &mut [u8] {
        self.bytes_mut()
    }

    fn holds(&self, content: &[u8]) -> bool {
        self.holds(content)
    }
}

/// The report of a failure, with everything needed to repeat it.
struct Context<'a, M> {
    backend: Backend,
    input: &'a [u8],
    policy: &'a dyn fmt::Debug,
    memory: &'a M,
}

impl<M: Memory> Context<'_, M> {
    #[track_caller]
    fn equal<T: PartialEq + fmt::Debug>(&self, call: impl fmt::Display, actual: &T, expected: &T) {
        assert!(
            actual == expected,
            "{self}\n    {call} gave\n    {actual:?}, but the oracle gives\n    {expected:?}"
        );
    }

    #[track_caller]
    fn holds(&self, call: impl fmt::Display, claim: bool) {
        assert!(claim, "{self}\n    {call}");
    }

    /// The result is borrowed from the input if and only if nothing changes; an owned one has no
    /// waste.
    #[track_caller]
    fn cow<T: ?Sized + ToOwned + AsRef<[u8]>>(
        &self,
        call: &str,
        result: Cow<'_, T>,
        input: &[u8],
        capacity: fn(&T::Owned) -> usize,
    ) {
        let bytes = (*result).as_ref();
        match &result {
            Cow::Borrowed(_) => self.holds(
                format_args!("{call} borrowed a changed result, or from elsewhere"),
                bytes == input && bytes.as_ptr() == input.as_ptr(),
            ),
            Cow::Owned(owned) => {
                self.holds(format_args!("{call} owns an unchanged result"), bytes != input);
                self.holds(
                    format_args!("{call}'s result has too much capacity"),
                    crate::is_tight(capacity(owned), bytes.len()),
                );
            }
        }
    }
}

impl<M: Memory> fmt::Display for Context<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { backend, input, policy, memory } = self;
        write!(
            f,
            "on {backend}, {memory:?}, {} bytes b\"{}\"\n    under {policy:?}",
            input.len(),
            input.escape_ascii()
        )
    }
}

// ---- Decoding ----

/// Every call that decodes to bytes, on every backend.
pub fn decode(input: &[u8], policy: &oracle::Decode, memory: impl Memory) {
    let expected = oracle::decode(input, policy);
    let find = oracle::decode_find(input, policy);
    let placed = memory.input(input);
    for backend in backends() {
        let context = Context { backend, input, policy, memory: &memory };
        let (decoder, input) = (decoder(policy).on(backend), placed.bytes());
        let len = expected.as_ref().map(Vec::len).map_err(|&error| error);
        context.equal("find", &decoder.find(input), &find);
        context.equal("decoded_len", &decoder.decoded_len(input).map_err(error), &len);
        context.equal("check", &decoder.check(input).map_err(error), &len.map(|_| ()));
        decode_into(&context, decoder, input, &expected);

        let mut buffer = memory.in_place(input);
        let result = decoder.decode_in_place(buffer.bytes_mut()).map_err(error);
        context.equal("decode_in_place", &result, &len);
        context.holds(
            "decode_in_place's result is wrong, or it wrote outside, or it failed and wrote",
            buffer.holds(expected.as_deref().unwrap_or(input)),
        );

        let result = decoder.decode(input).map_err(error);
        context.equal("decode", &result.as_deref(), &expected.as_deref());
        if let Ok(result) = result {
            context.cow("decode", result, input, Vec::capacity);
        }
        let bytes = expected.as_deref().unwrap_or_default();
        let mut appended = memory.prior(bytes.len()).into_bytes();
        let all = [&*appended, bytes].concat();
        let result = decoder.decode_append(input, &mut appended).map_err(error);
        context.equal("decode_append", &result, &len.map(|_| ()));
        context.equal("decode_append's Vec", &appended, &all);
    }
}

fn decode_into<M: Memory>(
    context: &Context<'_, M>,
    decoder: Decoder,
    input: &[u8],
    expected: &Result<Vec<u8>, Error>,
) {
    let most = input.len() + context.memory.spare();
    // The error of a refused input comes before that of a small buffer.
    let len = expected.as_ref().map_or_else(|error| error.position, Vec::len);
    let all = vec![len, input.len(), most, len.saturating_sub(1), 0];
    for room in context.memory.rooms(all) {
        let (wanted, bytes) = match expected {
            Ok(bytes) if room < bytes.len() => (Err(Err(bytes.len())), &[][..]),
            Ok(bytes) => (Ok(bytes.len()), &**bytes),
            Err(error) => (Err(Ok(*error)), &[][..]),
        };
        let mut output = context.memory.output(room);
        let result = decoder.decode_into(input, output.bytes_mut());
        let result = result.map_err(|refused| match refused {
            DecodeIntoError::Decode(refused) => Ok(error(refused)),
            DecodeIntoError::OutputTooSmall(refused) => Err(refused.needed()),
            other => panic!("{context}\n    an error that there was not: {other}"),
        });
        context.equal(format_args!("decode_into, with room for {room},"), &result, &wanted);
        context.holds(
            format_args!("decode_into, with room for {room}, wrote another result, or outside"),
            output.holds(bytes),
        );
    }
}

/// Every call that decodes to text, on every backend, under each UTF-8 policy.
pub fn decode_text(input: &[u8], policy: &oracle::Decode, memory: impl Memory) {
    UTF8.iter().for_each(|&utf8| decode_text_as(input, policy, utf8, &memory));
}

/// Checks every call under one UTF-8 policy.
pub fn decode_text_as(
    input: &[u8],
    policy: &oracle::Decode,
    (utf8, oracle_utf8): (Utf8, oracle::Utf8),
    memory: &impl Memory,
) {
    let expected = oracle::decode_text(input, policy, oracle_utf8);
    let shown = oracle::display_text(input, policy, oracle_utf8);
    let placed = memory.input(input);
    for backend in backends() {
        let context = Context { backend, input, policy: &(policy, utf8), memory };
        let (decoder, input) = (decoder(policy).utf8(utf8).on(backend), placed.bytes());
        let is_accepted = expected.as_ref().map(|_| ()).map_err(|&error| error);
        context.equal("check_utf8", &decoder.check_utf8(input).map_err(error), &is_accepted);
        context.equal("display", &decoder.display(input).to_string(), &shown);

        let compare = |call: &str, result: Result<Cow<'_, str>, DecodeError>| {
            let result = result.map_err(error);
            context.equal(call, &result.as_deref(), &expected.as_deref());
            if let Ok(result) = result {
                let is_short = result.len() <= 3 * input.len();
                context.holds("text is longer than three times the input", is_short);
                context.cow(call, result, input, String::capacity);
            }
        };
        compare("decode_utf8", decoder.decode_utf8(input));
        if let Ok(text) = core::str::from_utf8(input) {
            compare("decode_str", decoder.decode_str(text));
        }
        let text = expected.as_deref().unwrap_or_default();
        // With room for a register after the input, kernels decode at once.
        for room in [0, input.len() + 64] {
            let mut appended = memory.prior(text.len());
            let all = format!("{appended}{text}");
            appended.reserve(room);
            let result = decoder.decode_utf8_append(input, &mut appended).map_err(error);
            context.equal("decode_utf8_append", &result, &is_accepted);
            context.equal("decode_utf8_append's String", &appended, &all);
        }
    }
}

// ---- Encoding ----

/// Every call that encodes, on every backend.
pub fn encode(input: &[u8], policy: &oracle::Encode, memory: impl Memory) {
    let expected = oracle::encode(input, policy);
    let find = oracle::encode_find(input, policy);
    let placed = memory.input(input);
    for backend in backends() {
        let context = Context { backend, input, policy, memory: &memory };
        let (encoder, input) = (encoder(policy).on(backend), placed.bytes());
        context.equal("find", &encoder.find(input), &find);
        context.equal("encoded_len", &encoder.encoded_len(input), &expected.len());
        context.holds(
            "max_encoded_len is less than it takes",
            Encoder::max_encoded_len(input.len()).is_some_and(|max| expected.len() <= max),
        );
        if memory.has_time_for_pieces() {
            encode_pieces(&context, encoder, input, &expected);
        }
        context.equal("display", &encoder.display(input).to_string(), &expected);
        encode_into(&context, encoder, input, &expected);

        let compare = |call: &str, result: Cow<'_, str>| {
            context.equal(call, &&*result, &&*expected);
            context.cow(call, result, input, String::capacity);
        };
        compare("encode", encoder.encode(input));
        if let Ok(text) = core::str::from_utf8(input) {
            compare("encode text", encoder.encode(text));
        }

        let prior = memory.prior(expected.len());
        let all = format!("{prior}{expected}");
        let mut written = prior.clone();
        context.equal("encode_write", &encoder.encode_write(input, &mut written), &Ok(()));
        context.equal("encode_write's String", &written, &all);
        // The bytes before the appended ones are not text.
        let mut bytes = [b"\xFF", prior.as_bytes()].concat();
        encoder.encode_append_bytes(input, &mut bytes);
        context.equal("encode_append_bytes's Vec", &&*bytes, &&*[b"\xFF", all.as_bytes()].concat());
        let mut text = prior;
        encoder.encode_append(input, &mut text);
        context.equal("encode_append's String", &text, &all);
    }
}

/// Unchanged runs, never two in a row, and the encodings of single bytes: together they are the
/// result.
fn encode_pieces<M: Memory>(
    context: &Context<'_, M>,
    encoder: Encoder,
    input: &[u8],
    expected: &str,
) {
    let mut pieces = encoder.pieces(input);
    let (mut text, mut left, mut was_run) = (String::new(), input, false);
    while let Some(piece) = pieces.next() {
        let (done, rest) = left.split_at(left.len() - pieces.rest().len());
        let is_run = done == piece.as_bytes();
        context.holds("a piece is neither a run nor of one byte", is_run || done.len() == 1);
        context.holds("a run is not as long as can be", !(is_run && was_run));
        text.push_str(piece);
        (left, was_run) = (rest, is_run);
    }
    context.equal(
        "pieces",
        &(text.as_str(), pieces.rest().len(), pieces.next()),
        &(expected, 0, None),
    );
    let folded = encoder.pieces(input).fold(String::new(), |text, piece| text + piece);
    context.equal("folded pieces", &folded.as_str(), &expected);
}

fn encode_into<M: Memory>(
    context: &Context<'_, M>,
    encoder: Encoder,
    input: &[u8],
    expected: &str,
) {
    let (len, max) = (expected.len(), 3 * input.len());
    let mut all = vec![len, max, max + context.memory.spare(), len.saturating_sub(1), 0];
    // Lengths that leave room for whole registers of the result.
    all.extend([1, 15, 16, 23, 24, 31, 32, 64].map(|spare| len + spare));
    for room in context.memory.rooms(all) {
        let mut output = context.memory.output(room);
        let result = encoder.encode_into(input, output.bytes_mut());
        let (wanted, bytes) = if room < len { (Err(len), "") } else { (Ok(len), expected) };
        context.equal(
            format_args!("encode_into, with room for {room},"),
            &result.map_err(|error| error.needed()),
            &wanted,
        );
        context.holds(
            format_args!("encode_into, with room for {room}, wrote another result, or outside"),
            output.holds(bytes.as_bytes()),
        );
    }
}
