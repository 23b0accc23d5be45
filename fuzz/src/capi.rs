//! Compares the C library, called through its ABI, with the Rust library. Every result, position
//! and length agrees; a refusal changes nothing; undefined options are invalid arguments.

use percent_simd::path::{EmptySegments, EscapedSlashes, PRESETS, PathPolicy, Reserved, Semicolon};
use percent_simd::request_line::{RequestLine, Target};
use percent_simd::{
    AsciiSet, Backend, DecodeError, DecodeIntoError, Decoder, Encoder, Malformed, Utf8, form,
    inspect,
};
use percent_simd_capi::ffi::percent_simd_path_policy_of_preset;
use percent_simd_capi::path_policy::{
    percent_simd_path_action as Action, percent_simd_path_policy,
};
use percent_simd_capi::result::percent_simd_result as Outcome;
use percent_simd_capi::stream::percent_simd_stream;
use percent_simd_capi::values::{percent_simd_decoder, percent_simd_encoder};
use percent_simd_capi_caller::{self as c, Failed};

/// The first 36 bytes are options, room and sets; the rest is the input.
pub fn capi(data: &[u8]) {
    let mut header = [0; 36];
    let len = data.len().min(header.len());
    header[..len].copy_from_slice(&data[..len]);
    let [options, choice, less, others, ..] = header;
    let set = |at: usize| AsciiSet::from_rows(header[at..at + 16].try_into().expect("16 bytes"));
    let (keep, reject) = (set(4), set(20));
    // A separate allocation: AddressSanitizer detects each access past it.
    let input: Box<[u8]> = data[len..].into();
    let active = Backend::active();
    for backend in Backend::available() {
        backend.set_active();
        encoding(options, keep, usize::from(less), &input);
        decoding(options, keep, reject, usize::from(less), &input);
        inspecting(&input);
        paths(usize::from(choice), others, &input);
        pairs(others & 1 != 0, &input);
        requests(&input);
    }
    active.set_active();
    let unknown = percent_simd_encoder {
        set: keep.into(),
        options: u32::from(others & 0xF0) | 16,
        hint: u32::from(choice),
    };
    let invalid = c::encoded_len(&unknown, &input).expect_err("no encoder has that option");
    assert_eq!(invalid.result, Outcome::InvalidArgument);
}

fn encoding(options: u8, set: AsciiSet, less: usize, input: &[u8]) {
    let options = options & 15;
    let ours = Encoder::new(set)
        .space_as_plus(options & 1 != 0)
        .lowercase_hex(options & 2 != 0)
        .keep_escapes(options & 4 != 0)
        .keep_non_ascii(options & 8 != 0);
    let theirs = percent_simd_encoder { set: set.into(), options: options.into(), hint: 0 };
    let expected = ours.encode(input);
    assert_eq!(c::encoded_len(&theirs, input), Ok(expected.len()));
    let streamed = in_pieces(less, input, |stream, piece, is_last, room| {
        c::stream_encode(stream, &theirs, piece, is_last, room)
    });
    if options & 8 != 0 {
        // A stream would have to keep the start of a sequence; the documentation calls this
        // invalid.
        assert_eq!(streamed.map_err(|failed| failed.result), Err(Outcome::InvalidArgument));
    } else {
        assert_eq!(streamed.as_deref(), Ok(expected.as_bytes()));
    }
    let capacity = expected.len().saturating_sub(less % 4);
    let mut room = vec![0xA5; capacity].into_boxed_slice();
    match c::encode(&theirs, input, &mut room) {
        Ok(len) => assert_eq!(&room[..len], expected.as_bytes()),
        Err(error) => {
            assert!(capacity < expected.len());
            assert_eq!((error.result, error.len), (Outcome::OutputTooSmall, expected.len()));
        }
    }
}

/// The result of an error, and its position.
fn of(error: DecodeError) -> (Outcome, usize) {
    let failed = match error.kind() {
        percent_simd::DecodeErrorKind::Truncated => Outcome::Truncated,
        percent_simd::DecodeErrorKind::BadHex => Outcome::BadHex,
        percent_simd::DecodeErrorKind::Rejected(_) => Outcome::Rejected,
        percent_simd::DecodeErrorKind::Utf8 => Outcome::Utf8,
        other => panic!("no decoder gives {other:?}"),
    };
    (failed, error.position())
}

fn place(failed: Failed) -> (Outcome, usize) {
    (failed.result, failed.position)
}

fn decoding(options: u8, keep: AsciiSet, reject: AsciiSet, less: usize, input: &[u8]) {
    let is_both = options & 48 == 48;
    let options = options & if is_both { 0x0F } else { 0x3F };
    // Most random sets contain half of ASCII, and refuse nearly everything.
    let reject = if options & 8 != 0 { reject } else { reject & AsciiSet::from_bytes(b"\0\r\n/") };
    let utf8 = match options & 48 {
        16 => Utf8::Lossy,
        32 => Utf8::KeepEscaped,
        _ => Utf8::Strict,
    };
    let ours = Decoder::new()
        .plus_as_space(options & 1 != 0)
        .malformed(if options & 2 != 0 { Malformed::Error } else { Malformed::Keep })
        .keep_non_ascii(options & 4 != 0)
        .reject_raw(options & 8 != 0)
        .keep(keep)
        .reject(reject)
        .utf8(utf8);
    let theirs = percent_simd_decoder {
        keep: keep.into(),
        reject: reject.into(),
        options: options.into(),
        reserved: 0,
    };
    let expected = ours.decode(input).map_err(of);
    let len = expected.as_ref().map(|bytes| bytes.len()).map_err(|error| *error);
    assert_eq!(c::decoded_len(&theirs, input).map_err(place), len);
    let streamed = in_pieces(less, input, |stream, piece, is_last, room| {
        c::stream_decode(stream, &theirs, piece, is_last, room)
    });
    assert_eq!(
        streamed.as_deref().map_err(|failed| place(*failed)),
        expected.as_deref().map_err(|error| *error)
    );

    let capacity = input.len().saturating_sub(less % 16);
    let mut room = vec![0xA5; capacity].into_boxed_slice();
    let mut ours_room = room.clone();
    let written = ours.decode_into(input, &mut ours_room);
    match (c::decode(&theirs, input, &mut room), written) {
        (Ok(len), Ok(expected)) => assert_eq!(room[..len], ours_room[..expected]),
        (Err(failed), Err(DecodeIntoError::Decode(error))) => assert_eq!(place(failed), of(error)),
        (Err(failed), Err(DecodeIntoError::OutputTooSmall(error))) => {
            assert_eq!((failed.result, failed.len), (Outcome::OutputTooSmall, error.needed()));
        }
        (c, rust) => panic!("C says {c:?}, Rust {rust:?}"),
    }

    let mut buffer: Box<[u8]> = input.into();
    match c::decode_in_place(&theirs, &mut buffer) {
        Ok(len) => assert_eq!(Ok(&buffer[..len]), expected.as_deref().map_err(|error| *error)),
        Err(failed) => {
            assert_eq!(Err(place(failed)), len);
            assert_eq!(*buffer, *input, "an error changes nothing");
        }
    }

    let text = ours.decode_utf8(input).map_err(of);
    let needed = text.as_ref().map_or(0, |text| text.len());
    let mut room = vec![0xA5; needed.saturating_sub(less % 3)].into_boxed_slice();
    match c::decode_utf8(&theirs, input, &mut room) {
        Ok(len) => assert_eq!(Ok(&room[..len]), text.as_deref().map(str::as_bytes).map_err(|e| *e)),
        Err(failed) if failed.result == Outcome::OutputTooSmall => assert_eq!(failed.len, needed),
        Err(failed) => assert_eq!(Err(place(failed)), text.map(|_| ())),
    }
}

fn inspecting(input: &[u8]) {
    let (ours, theirs) = (inspect(input), c::inspect(input).expect("it refuses nothing"));
    assert_eq!(ours.flags().bits(), theirs.flags);
    assert_eq!(
        (ours.decoded_len(), ours.triplets(), ours.malformed_count()),
        (theirs.decoded_len, theirs.triplets, theirs.malformed_count)
    );
    let malformed = ours.malformed().map_or((Outcome::Ok, input.len()), of);
    assert_eq!((theirs.malformed, theirs.malformed_position), malformed);
}

/// The outputs of a stream in pieces of 1 to 40 bytes. Each piece is first passed with an output
/// that is too small; this changes nothing.
fn in_pieces(
    len: usize,
    input: &[u8],
    mut push: impl FnMut(&mut percent_simd_stream, &[u8], bool, &mut [u8]) -> Result<usize, Failed>,
) -> Result<Vec<u8>, Failed> {
    let (mut stream, mut output) = (percent_simd_stream::default(), Vec::new());
    let mut rest = input;
    loop {
        let (piece, later) = rest.split_at(rest.len().min(1 + len % 40));
        let piece: Box<[u8]> = piece.into();
        let mut room = Vec::new();
        let written = loop {
            match push(&mut stream, &piece, later.is_empty(), &mut room) {
                Err(failed) if failed.result == Outcome::OutputTooSmall => {
                    assert!(failed.len > room.len());
                    room = vec![0xA5; failed.len];
                }
                result => break result?,
            }
        };
        output.extend_from_slice(&room[..written]);
        if later.is_empty() {
            assert_eq!((stream.position, stream.waiting_len), (0, 0));
            return Ok(output);
        }
        rest = later;
    }
}

/// A preset with changed actions, in C and in Rust.
fn policies(number: usize, others: u8) -> (percent_simd_path_policy, PathPolicy) {
    let preset = percent_simd_path_policy_of_preset(number as u32); // a test of capi checks that the order is the library's
    let policy = PRESETS[number].1;
    let (escaped_slashes, slashes) = match others >> 1 & 7 {
        0 => (Action::Reject, EscapedSlashes::Reject),
        1 => (Action::Keep, EscapedSlashes::Keep),
        2 => (Action::Unescape, EscapedSlashes::Unescape),
        3 => (Action::UnescapeLast, EscapedSlashes::UnescapeLast),
        4 => (Action::Redirect, EscapedSlashes::Redirect),
        _ => return (preset, policy),
    };
    let (empty_segments, empty) = match others >> 4 & 3 {
        0 => (Action::Reject, EmptySegments::Reject),
        1 => (Action::Keep, EmptySegments::Keep),
        _ => (Action::Merge, EmptySegments::Merge),
    };
    let (semicolon, semicolons) = match others >> 6 {
        0 => (Action::Reject, Semicolon::Reject),
        1 => (Action::Keep, Semicolon::Keep),
        2 => (Action::Guard, Semicolon::Guard),
        _ => (Action::Drop, Semicolon::Drop),
    };
    // These actions share their bits, so that the corpus keeps its meaning.
    let (reserved, spelling) = match others & 3 {
        0 => (Action::Unescape, Reserved::Decode),
        1 => (Action::EscapePlus, Reserved::EscapePlus),
        _ => (Action::Keep, Reserved::Keep),
    };
    let refuses_names = others & 0x11 == 0x11;
    let reject = AsciiSet::from_bytes(if others & 9 == 9 { b"?#|" } else { b"" });
    let custom = percent_simd_path_policy {
        escaped_slashes: escaped_slashes as u8,
        empty_segments: empty_segments as u8,
        semicolon: semicolon as u8,
        reserved: reserved as u8,
        windows_names: if refuses_names { Action::Reject } else { Action::Keep } as u8,
        reject: reject.into(),
        ..preset
    };
    let policy = policy.escaped_slashes(slashes).empty_segments(empty).semicolon(semicolons);
    (custom, policy.reserved(spelling).windows_names(refuses_names).reject(reject))
}

fn paths(choice: usize, others: u8, input: &[u8]) {
    let (theirs, ours) = policies(choice % PRESETS.len(), others);
    let path = [b"/", input].concat().into_boxed_slice();
    let expected = ours.resolve(&path).map(|resolved| resolved.path);
    let mut room = vec![0xA5; path.len()].into_boxed_slice();
    let mut buffer = path.clone();
    let resolved = c::path_resolve(&theirs, &path, &mut room).map(|len| room[..len].to_vec());
    let in_place = c::path_resolve_in_place(&theirs, &mut buffer).map(|len| buffer[..len].to_vec());
    assert_eq!(resolved, in_place, "{theirs:?}");
    let target = c::path_target(&theirs, &path, &mut []).map(|_| Vec::new()).or_else(|failed| {
        if failed.result != Outcome::OutputTooSmall {
            return Err(failed);
        }
        let mut room = vec![0xA5; failed.len].into_boxed_slice();
        c::path_target(&theirs, &path, &mut room).map(|len| room[..len].to_vec())
    });
    match (target, ours.target(&path)) {
        (Ok(target), Ok(expected)) => assert_eq!(target, expected.as_bytes(), "{theirs:?}"),
        (Err(failed), Err(error)) => assert_eq!(failed.position, error.position(), "{theirs:?}"),
        (c, rust) => panic!("{theirs:?}: C says {c:?}, Rust {rust:?}"),
    }
    match (resolved, expected) {
        (Ok(resolved), Ok(expected)) => assert_eq!(resolved, *expected, "{theirs:?}"),
        (Err(failed), Err(error)) => {
            assert_eq!(failed.position, error.position(), "{theirs:?}");
            assert_eq!(buffer, path, "an error changes nothing");
        }
        (c, rust) => panic!("{theirs:?}: C says {c:?}, Rust {rust:?}"),
    }
}

fn pairs(semicolons: bool, input: &[u8]) {
    let options = form::Parser::new().semicolons(semicolons);
    let expected: Vec<_> = options
        .parse(input)
        .map(|pair| (pair.name_raw(), pair.has_equals().then_some(pair.value_raw())))
        .collect();
    let mut found = Vec::new();
    c::pairs::<3>(input, semicolons.into(), |name, value| found.push((name, value)));
    assert_eq!(found, expected);
    found.clear();
    c::pairs::<1>(input, semicolons.into(), |name, value| found.push((name, value)));
    assert_eq!(found, expected);
}

fn requests(input: &[u8]) {
    let part = |part: Option<&[u8]>| part.map_or(0, <[u8]>::len);
    // `path` returns `/` for an empty path, which is not a slice of the target.
    let path = |target: &Target<'_>| match *target {
        Target::Absolute { path, .. } => path.len(),
        _ => part(target.path()),
    };
    let ours = Target::parse(input).ok().map(|target| [0, path(&target), part(target.query())]);
    assert_eq!(c::request(input, false), ours);
    let line = [b"GET ", input, b" HTTP/1.1\r\n"].concat().into_boxed_slice();
    let ours = RequestLine::parse(&line).ok();
    let ours = ours.map(|line| [line.method.len(), path(&line.target), part(line.target.query())]);
    assert_eq!(c::request(&line, true), ours);
}
