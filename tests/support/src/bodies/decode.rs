use std::borrow::Cow;

use super::expect::{Case, Refusal, expected, refusal};
use super::plan::Plan;
use super::room::{Room, Source};
use crate::while_active;
use percent_simd::{Backend, DecodeIntoError, Decoder};

/// Every function that decodes to bytes: Cow, append, into buffers of every kind of size, in place,
/// length, check.
pub fn decode(data: &[u8]) {
    let plan = Plan::new(data);
    let source = Source::new(&plan.input, plan.frame);
    let input = source.bytes();
    let wanted = expected(oracle::decode(input, &plan.decode));
    for backend in Backend::available() {
        let case = Case { backend, policy: &plan.decode, input };
        faces(&case, plan.decoder().on(backend), &plan, &source, &wanted);
    }

    // The simple call, without options and backend, and the peer.
    let plain = oracle::decode(input, &oracle::Decode::default())
        .expect("the plain policy refuses nothing");
    for backend in Backend::available() {
        let case = Case { backend, policy: &"none", input };
        let ours = while_active(backend, || percent_simd::decode(input));
        case.same_bytes("decode()", &ours, &plain);
        case.holds(
            "decode() borrows what it does not change",
            matches!(ours, Cow::Borrowed(_)) == (plain == input),
        );
    }
    assert_eq!(
        Cow::from(percent_encoding::percent_decode(input)),
        plain,
        "percent-encoding, of {:?}",
        input.escape_ascii().to_string()
    );
}

fn faces(
    case: &Case<'_>,
    decoder: Decoder,
    plan: &Plan,
    source: &Source,
    wanted: &Result<Vec<u8>, Refusal>,
) {
    let input = source.bytes();
    case.same(
        "decoded_len",
        decoder.decoded_len(input).map_err(refusal),
        wanted.as_ref().map(Vec::len).map_err(|&error| error),
    );
    case.same(
        "check",
        decoder.check(input).map_err(refusal),
        wanted.as_ref().map(|_| ()).map_err(|&error| error),
    );

    match (decoder.decode(input), wanted) {
        (Ok(got), Ok(wanted)) => {
            case.same_bytes("decode", &got, wanted);
            case.holds(
                "decode borrows what it does not change",
                matches!(got, Cow::Borrowed(_)) == (wanted == input),
            );
            if let Cow::Owned(got) = got {
                case.holds("decode's capacity", got.capacity() <= got.len() + got.len() / 8 + 64);
            }
        }
        (got, wanted) => {
            case.same("decode", got.map(Cow::into_owned).map_err(refusal), wanted.clone())
        }
    }

    append(case, decoder, plan, input, wanted);
    into(case, decoder, plan, input, wanted);

    let mut memory = Source::new(input, plan.frame);
    let got = decoder.decode_in_place(memory.bytes_mut()).map_err(refusal);
    case.same("decode_in_place", got, wanted.as_ref().map(Vec::len).map_err(|&error| error));
    match wanted {
        Ok(wanted) => case.same_bytes("decode_in_place", &memory.bytes()[..wanted.len()], wanted),
        Err(_) => case.same_bytes("decode_in_place after an error", memory.bytes(), input),
    }
    memory.check_frame(case, "decode_in_place");
}

fn append(
    case: &Case<'_>,
    decoder: Decoder,
    plan: &Plan,
    input: &[u8],
    wanted: &Result<Vec<u8>, Refusal>,
) {
    // After existing bytes, with and without spare capacity.
    let mut output = Vec::with_capacity(plan.one_of([0, plan.extra + input.len()]));
    output.extend_from_slice(&b"before%4"[..plan.extra % 9]);
    let mut all = output.clone();
    let got = decoder.decode_append(input, &mut output).map_err(refusal);
    case.same("decode_append", got, wanted.as_ref().map(|_| ()).map_err(|&error| error));
    all.extend_from_slice(wanted.as_deref().unwrap_or_default());
    case.same_bytes("decode_append", &output, &all);
}

fn into(
    case: &Case<'_>,
    decoder: Decoder,
    plan: &Plan,
    input: &[u8],
    wanted: &Result<Vec<u8>, Refusal>,
) {
    let len = wanted.as_ref().map_or(0, Vec::len);
    let enough = plan.one_of([len + plan.extra, input.len(), input.len() + 1 + plan.extra]);
    let too_small = plan.one_of([len.saturating_sub(1), len / 2]);
    for size in [len, enough, too_small] {
        let mut room = Room::new(size, plan.frame);
        let got = decoder.decode_into(input, room.slice()).map_err(|error| match error {
            DecodeIntoError::Decode(error) => Ok(refusal(error)),
            DecodeIntoError::OutputTooSmall(error) => Err(error.needed()),
            other => panic!("an error that there was not: {other}"),
        });
        let (expected, written) = match wanted {
            Err(error) => (Err(Ok(*error)), &[][..]),
            Ok(_) if size < len => (Err(Err(len)), &[][..]),
            Ok(wanted) => (Ok(len), wanted.as_slice()),
        };
        case.same("decode_into", got, expected);
        room.check(case, "decode_into", written);
    }
}
