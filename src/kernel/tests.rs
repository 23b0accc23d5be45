//! What only the entries of this module can show; answers are tested through the policies, in `tests/`.

extern crate std; // the library may be without it, its tests are not

use std::{format, vec, vec::Vec};

use super::{DecodeRules, decode_into, decoded_len, find_escape, out};
use crate::backend::Backend;
use crate::error::{DecodeError, DecodeErrorKind, DecodeIntoError};
use crate::sets::AsciiSet;

/// Decoding under `reject_raw`, from its definition.
fn expected(input: &[u8], rules: &DecodeRules) -> Result<Vec<u8>, (usize, DecodeErrorKind)> {
    let digit = |at: usize| input.get(at).and_then(|&byte| (byte as char).to_digit(16));
    let (mut output, mut at) = (Vec::new(), 0);
    while at < input.len() {
        let (value, len) = match (input[at], digit(at + 1), digit(at + 2)) {
            (b'%', Some(high), Some(low)) => ((high << 4 | low) as u8, 3),
            (b'%', high, _) if rules.strict => {
                let bad = at + 1 + usize::from(high.is_some()) < input.len();
                return Err((at, if bad { DecodeErrorKind::BadHex } else { DecodeErrorKind::Truncated }));
            }
            (b'+', ..) if rules.plus_as_space => (b' ', 1),
            (byte, ..) => (byte, 1),
        };
        if rules.reject.contains(value) && (len == 3 || rules.reject_raw) {
            return Err((at, DecodeErrorKind::Rejected(value)));
        }
        let kept = len == 3 && (rules.keep.contains(value) || rules.keep_non_ascii && value >= 0x80);
        if kept {
            output.extend_from_slice(&input[at..at + 3])
        } else {
            output.push(value)
        }
        at += len;
    }
    Ok(output)
}

#[test]
fn raw_bytes_are_rejected_on_every_backend() {
    const PIECES: [&[u8]; 12] = [b"a", b"%41", b"%0A", b"\n", b"%", b"%4", b"+", b" ", b"\xC3\xA9", b"4", b"%25", b"%C3"];
    let mut state = 12_u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
        (state >> 33) as usize % below
    };
    for case in 0..4000 {
        let mut input = vec![b'a'; [0, 0, 60, 130, 300][random(5)]];
        for _ in 0..random(40) {
            // Few of those that are rejected, so that there is something before them.
            let piece = PIECES[if random(8) == 0 { random(12) } else { [0, 1, 6, 8, 11][random(5)] }];
            let at = random(input.len() + 1);
            input.splice(at..at, piece.iter().copied());
        }
        let set = [&b"\n"[..], b" ", b"+", b"%", b"4", b"\n %", b"\0", b""][random(8)];
        let rules = DecodeRules {
            keep: AsciiSet::from_bytes([&b""[..], b"%", b"A"][random(3)]),
            reject: AsciiSet::from_bytes(set),
            keep_non_ascii: random(2) == 0,
            plus_as_space: random(2) == 0,
            strict: random(4) == 0,
            reject_raw: random(4) != 0,
            ..DecodeRules::PLAIN
        }
        .settled();
        let expected = expected(&input, &rules);
        let error = |error: DecodeError| (error.position(), error.kind());
        for backend in Backend::available() {
            let what = || format!("case {case} on {backend}: {} under {rules:?}", input.escape_ascii());
            let len = decoded_len(backend, &input, &rules).map_err(error);
            assert_eq!(len, expected.as_ref().map(Vec::len).map_err(|&error| error), "{}", what());
            // As long as the input, and just long enough.
            for room in [input.len(), expected.as_ref().map_or(0, Vec::len)] {
                let mut output = vec![0; room];
                let written = decode_into(backend, &input, out::slots(&mut output), &rules).map_err(|decoded| match decoded {
                    DecodeIntoError::Decode(decoded) => error(decoded),
                    DecodeIntoError::OutputTooSmall(_) => panic!("{}", what()),
                });
                assert_eq!(written.map(|len| output[..len].to_vec()), expected, "{}", what());
            }
            let changed = match &expected {
                Ok(output) => output != &input,
                Err(_) => true,
            };
            let found = find_escape(backend, &input, &rules);
            assert_eq!(found.is_some(), changed, "{}", what());
            if let (Some(found), Err((position, _))) = (found, &expected) {
                assert!(found <= *position, "{}", what());
            }
        }
    }
}
