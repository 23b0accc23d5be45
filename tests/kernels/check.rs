//! Every call of the library on one input, on every backend, against the oracle.

use percent_simd::{Backend, Decoder, Encoder};

use oracle::Error;
use oracle::places::Placed;

/// Distances from a 64-byte boundary at which the input and the output begin.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Offsets {
    pub(crate) input: usize,
    pub(crate) output: usize,
}

/// What a failure reports: enough to repeat it.
struct Context<'a> {
    backend: Backend,
    input: &'a [u8],
    policy: &'a dyn core::fmt::Debug,
    offsets: Offsets,
}

impl Context<'_> {
    #[track_caller]
    fn equal<T: PartialEq + core::fmt::Debug>(&self, call: &str, actual: &T, expected: &T) {
        assert!(
            actual == expected,
            "{self}\n    {call} gave\n    {actual:?}, but the oracle gives\n    {expected:?}"
        );
    }

    #[track_caller]
    fn holds(&self, call: &str, claim: bool) {
        assert!(claim, "{self}\n    {call}");
    }
}

impl core::fmt::Display for Context<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Self { backend, input, policy, offsets } = self;
        write!(
            f,
            "on {backend}, {offsets:?}, {} bytes b\"{}\"\n    under {policy:?}",
            input.len(),
            input.escape_ascii()
        )
    }
}

/// The capacity that an owned result may have.
#[cfg(feature = "alloc")]
fn may_have_capacity(capacity: usize, len: usize) -> bool {
    capacity <= len + len / 8 + 64
}

// ---- Decoding ----

/// The oracle's results for an input under a policy.
struct Decoded {
    bytes: Result<Vec<u8>, Error>,
    find: Option<usize>,
}

/// Every call that decodes to bytes, on every backend.
pub(crate) fn decode(input: &[u8], policy: &oracle::Decode, offsets: Offsets) {
    let expected =
        Decoded { bytes: oracle::decode(input, policy), find: oracle::decode_find(input, policy) };
    let placed = Placed::input(input, offsets.input);
    for backend in support::backends() {
        let context = Context { backend, input, policy, offsets };
        let decoder = support::decoder(policy).on(backend);
        decode_reading(&context, decoder, placed.bytes(), &expected);
        decode_into(&context, decoder, placed.bytes(), &expected);
        decode_in_place(&context, decoder, &expected);
        #[cfg(feature = "alloc")]
        decode_allocating(&context, decoder, placed.bytes(), &expected);
    }
}

fn decode_reading(context: &Context<'_>, decoder: Decoder, input: &[u8], expected: &Decoded) {
    let len = expected.bytes.as_ref().map(Vec::len).map_err(|&error| error);
    context.equal("find", &decoder.find(input), &expected.find);
    context.equal("decoded_len", &decoder.decoded_len(input).map_err(support::error), &len);
    context.equal("check", &decoder.check(input).map_err(support::error), &len.map(|_| ()));
}

fn decode_into(context: &Context<'_>, decoder: Decoder, input: &[u8], expected: &Decoded) {
    use percent_simd::DecodeIntoError::{Decode, OutputTooSmall};
    let target = context.offsets.output;
    match &expected.bytes {
        Ok(bytes) => {
            // Exactly the result, exactly the input's length, and more than any kernel's step.
            for room in [bytes.len(), input.len(), input.len() + 300] {
                let mut output = Placed::output(room, target);
                context.equal(
                    "decode_into",
                    &decoder.decode_into(input, output.bytes_mut()),
                    &Ok(bytes.len()),
                );
                context.holds(
                    "decode_into wrote another result, or outside of the buffer",
                    output.holds(bytes),
                );
            }
            for room in [0, bytes.len().saturating_sub(1)] {
                if room < bytes.len() {
                    let mut output = Placed::output(room, target);
                    let result = decoder.decode_into(input, output.bytes_mut());
                    let needed = if let Err(OutputTooSmall(error)) = result {
                        Some(error.needed())
                    } else {
                        None
                    };
                    context.equal("decode_into's OutputTooSmall", &needed, &Some(bytes.len()));
                    context.holds(
                        "decode_into wrote outside of a buffer that is too small",
                        output.holds(b""),
                    );
                }
            }
        }
        Err(expected) => {
            // A refused input wins over a buffer that is too small.
            for room in [0, expected.position, input.len(), input.len() + 300] {
                let mut output = Placed::output(room, target);
                let result = decoder.decode_into(input, output.bytes_mut());
                let error = if let Err(Decode(error)) = result {
                    Some(support::error(error))
                } else {
                    None
                };
                context.equal("decode_into's error", &error, &Some(*expected));
                context.holds(
                    "decode_into failed, and wrote outside of the buffer",
                    output.holds(b""),
                );
            }
        }
    }
}

fn decode_in_place(context: &Context<'_>, decoder: Decoder, expected: &Decoded) {
    let mut buffer = Placed::input(context.input, context.offsets.output);
    let result = decoder.decode_in_place(buffer.bytes_mut()).map_err(support::error);
    context.equal(
        "decode_in_place",
        &result,
        &expected.bytes.as_ref().map(Vec::len).map_err(|&error| error),
    );
    match &expected.bytes {
        Ok(bytes) => {
            context.holds("decode_in_place's result is wrong", buffer.bytes().starts_with(bytes));
            context.holds("decode_in_place wrote outside", buffer.has_its_margins());
        }
        Err(_) => context.holds("decode_in_place wrote, and failed", buffer.holds(context.input)),
    }
}

#[cfg(feature = "alloc")]
fn decode_allocating(context: &Context<'_>, decoder: Decoder, input: &[u8], expected: &Decoded) {
    use std::borrow::Cow;

    let result = decoder.decode(input).map_err(support::error);
    context.equal(
        "decode",
        &result.as_deref().map_err(|&error| error),
        &expected.bytes.as_deref().map_err(|&error| error),
    );
    match result {
        Ok(Cow::Borrowed(bytes)) => {
            context.holds("decode borrowed what changes", expected.find.is_none());
            context.holds("decode borrowed from elsewhere", bytes.as_ptr() == input.as_ptr());
        }
        Ok(Cow::Owned(bytes)) => {
            context.holds("decode owns what does not change", expected.find.is_some());
            context.holds(
                "decode's result has too much capacity",
                may_have_capacity(bytes.capacity(), bytes.len()),
            );
        }
        Err(_) => {}
    }

    let mut appended = b"prior %41".to_vec();
    let result = decoder.decode_append(input, &mut appended).map_err(support::error);
    context.equal(
        "decode_append",
        &result,
        &expected.bytes.as_ref().map(|_| ()).map_err(|&error| error),
    );
    let bytes = expected.bytes.as_deref().unwrap_or_default();
    context.equal("decode_append's Vec", &appended, &[b"prior %41", bytes].concat());
}

/// Every call that decodes to text, on every backend, under each UTF-8 policy.
pub(crate) fn decode_text(input: &[u8], policy: &oracle::Decode, offsets: Offsets) {
    let placed = Placed::input(input, offsets.input);
    for (utf8, oracle_utf8) in support::UTF8 {
        let expected = oracle::decode_text(input, policy, oracle_utf8);
        let shown = oracle::display_text(input, policy, oracle_utf8);
        for backend in support::backends() {
            let context = Context { backend, input, policy: &(policy, utf8), offsets };
            let decoder = support::decoder(policy).utf8(utf8).on(backend);
            let result = decoder.check_utf8(placed.bytes()).map_err(support::error);
            context.equal(
                "check_utf8",
                &result,
                &expected.as_ref().map(|_| ()).map_err(|&error| error),
            );
            context.equal("display", &decoder.display(placed.bytes()).to_string(), &shown);
            #[cfg(feature = "alloc")]
            decode_text_allocating(&context, decoder, placed.bytes(), &expected);
        }
    }
}

#[cfg(feature = "alloc")]
fn decode_text_allocating(
    context: &Context<'_>,
    decoder: Decoder,
    input: &[u8],
    expected: &Result<String, Error>,
) {
    use std::borrow::Cow;

    let compare = |call: &str, result: Result<Cow<'_, str>, percent_simd::DecodeError>| {
        let result = result.map_err(support::error);
        context.equal(
            call,
            &result.as_deref().map_err(|&error| error),
            &expected.as_deref().map_err(|&error| error),
        );
        match result {
            Ok(Cow::Borrowed(text)) => {
                context.holds("borrowed from elsewhere", text.as_ptr() == input.as_ptr())
            }
            Ok(Cow::Owned(text)) => {
                context
                    .holds(&format!("{call} owns what does not change"), text.as_bytes() != input);
                context.holds(
                    &format!("{call}'s result has too much capacity"),
                    may_have_capacity(text.capacity(), text.len()),
                );
            }
            Err(_) => {}
        }
    };
    compare("decode_utf8", decoder.decode_utf8(input));
    if let Ok(text) = core::str::from_utf8(input) {
        compare("decode_str", decoder.decode_str(text));
    }

    let mut appended = String::from("prior é%41");
    let result = decoder.decode_utf8_append(input, &mut appended).map_err(support::error);
    context.equal(
        "decode_utf8_append",
        &result,
        &expected.as_ref().map(|_| ()).map_err(|&error| error),
    );
    let text = expected.as_deref().unwrap_or_default();
    context.equal("decode_utf8_append's String", &appended, &["prior é%41", text].concat());
}

// ---- Encoding ----

/// Every call that encodes, on every backend.
pub(crate) fn encode(input: &[u8], policy: &oracle::Encode, offsets: Offsets) {
    let expected = oracle::encode(input, policy);
    let find = oracle::encode_find(input, policy);
    let placed = Placed::input(input, offsets.input);
    for backend in support::backends() {
        let context = Context { backend, input, policy, offsets };
        let encoder = support::encoder(policy).on(backend);
        context.equal("find", &encoder.find(placed.bytes()), &find);
        context.equal("encoded_len", &encoder.encoded_len(placed.bytes()), &expected.len());
        encode_pieces(&context, encoder, placed.bytes(), &expected);
        context.equal("display", &encoder.display(placed.bytes()).to_string(), &expected);
        let mut written = String::from("prior é%41");
        context.equal("encode_write", &encoder.encode_write(placed.bytes(), &mut written), &Ok(()));
        context.equal("encode_write's String", &written, &format!("prior é%41{expected}"));
        encode_into(&context, encoder, placed.bytes(), &expected);
        #[cfg(feature = "alloc")]
        encode_allocating(&context, encoder, placed.bytes(), &expected, find);
    }
}

/// Runs that stay, never two in a row, and the encodings of single bytes: together the result.
fn encode_pieces(context: &Context<'_>, encoder: Encoder, input: &[u8], expected: &str) {
    let mut pieces = encoder.pieces(input);
    let (mut text, mut left, mut was_run) = (String::new(), input, false);
    while let Some(piece) = pieces.next() {
        let (done, rest) = left.split_at(left.len() - pieces.rest().len());
        let is_run = done == piece.as_bytes();
        context.equal("a piece is a run, or of one byte", &(is_run || done.len() == 1), &true);
        context.equal("a run is as long as can be", &(is_run && was_run), &false);
        text.push_str(piece);
        (left, was_run) = (rest, is_run);
    }
    context.equal(
        "pieces",
        &(text.as_str(), pieces.rest().len(), pieces.next()),
        &(expected, 0, None),
    );
}

fn encode_into(context: &Context<'_>, encoder: Encoder, input: &[u8], expected: &str) {
    // Exactly the result, and what whole registers of it may need; what always suffices, and more
    // than any kernel's step.
    let registers = [0, 1, 15, 16, 23, 24, 31, 32, 64].map(|spare| expected.len() + spare);
    for room in registers.into_iter().chain([3 * input.len(), 3 * input.len() + 300]) {
        let mut output = Placed::output(room, context.offsets.output);
        context.equal(
            "encode_into",
            &encoder.encode_into(input, output.bytes_mut()),
            &Ok(expected.len()),
        );
        context.holds(
            "encode_into wrote another result, or outside of the buffer",
            output.holds(expected.as_bytes()),
        );
    }
    for room in [0, expected.len().saturating_sub(1)] {
        if room < expected.len() {
            let mut output = Placed::output(room, context.offsets.output);
            let needed =
                encoder.encode_into(input, output.bytes_mut()).map_err(|error| error.needed());
            context.equal("encode_into's OutputTooSmall", &needed, &Err(expected.len()));
            context.holds(
                "encode_into wrote outside of a buffer that is too small",
                output.holds(b""),
            );
        }
    }
}

#[cfg(feature = "alloc")]
fn encode_allocating(
    context: &Context<'_>,
    encoder: Encoder,
    input: &[u8],
    expected: &str,
    find: Option<usize>,
) {
    use std::borrow::Cow;

    let compare = |call: &str, result: Cow<'_, str>| {
        context.equal(call, &&*result, &expected);
        match result {
            Cow::Borrowed(text) => {
                context.holds("encode borrowed what changes", find.is_none());
                context.holds("encode borrowed from elsewhere", text.as_ptr() == input.as_ptr());
            }
            Cow::Owned(text) => {
                context.holds("encode owns what does not change", find.is_some());
                context.holds(
                    "encode's result has too much capacity",
                    may_have_capacity(text.capacity(), text.len()),
                );
            }
        }
    };
    compare("encode", encoder.encode(input));
    if let Ok(text) = core::str::from_utf8(input) {
        compare("encode text", encoder.encode(text));
    }

    let mut text = String::from("prior é%41");
    encoder.encode_append(input, &mut text);
    context.equal("encode_append's String", &&*text, &&*format!("prior é%41{expected}"));
    let mut bytes = b"prior\xFF".to_vec();
    encoder.encode_append_bytes(input, &mut bytes);
    context.equal(
        "encode_append_bytes's Vec",
        &bytes,
        &[b"prior\xFF", expected.as_bytes()].concat(),
    );
}
