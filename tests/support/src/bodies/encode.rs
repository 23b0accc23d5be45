use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use super::expect::Case;
use super::plan::{Members, Plan};
use super::room::{Room, Source};
use crate::while_active;
use percent_simd::{Backend, Encoder};

/// Every function that encodes: Cow, append to a String and to a Vec, into buffers of every kind of
/// size, length, formatting.
pub fn encode(data: &[u8]) {
    let plan = Plan::new(data);
    let source = Source::new(&plan.input, plan.frame);
    let input = source.bytes();
    let wanted = oracle::encode(input, &plan.encode);
    for backend in Backend::available() {
        let case = Case { backend, policy: &plan.encode, input };
        faces(&case, plan.encoder().on(backend), &plan, input, &wanted);
    }

    // The simple call, without options and backend, and the peer.
    let set = &plan.encode.set;
    let plain = oracle::encode(input, &oracle::Encode { set: *set, ..oracle::Encode::default() });
    for backend in Backend::available() {
        let case = Case { backend, policy: &crate::set(set), input };
        let ours = while_active(backend, || percent_simd::encode(input, crate::set(set)));
        case.same_bytes("encode()", ours.as_bytes(), plain.as_bytes());
        if let Ok(text) = str::from_utf8(input) {
            case.same_bytes(
                "encode(text)",
                percent_simd::encode(text, crate::set(set)).as_bytes(),
                plain.as_bytes(),
            );
        }
    }
    if let Some(peer) = peer_set(set) {
        let peer = percent_encoding::percent_encode(input, peer).to_string();
        assert_eq!(
            peer,
            plain,
            "percent-encoding, of {:?}, with {:?}",
            input.escape_ascii().to_string(),
            crate::set(set)
        );
    }
}

fn faces(case: &Case<'_>, encoder: Encoder, plan: &Plan, input: &[u8], wanted: &str) {
    let unchanged = wanted.as_bytes() == input;
    let got = encoder.encode(input);
    case.same_bytes("encode", got.as_bytes(), wanted.as_bytes());
    case.holds(
        "encode borrows what it does not change",
        matches!(got, Cow::Borrowed(_)) == unchanged,
    );
    if let Cow::Owned(got) = got {
        case.holds("encode's capacity", got.capacity() <= got.len() + got.len() / 8 + 64);
    }
    if let Ok(text) = str::from_utf8(input) {
        let got = encoder.encode(text);
        case.same_bytes("encode text", got.as_bytes(), wanted.as_bytes());
        case.holds(
            "encode borrows what it does not change",
            matches!(got, Cow::Borrowed(_)) == unchanged,
        );
    }
    case.same("encoded_len", encoder.encoded_len(input), wanted.len());
    case.holds(
        "max_encoded_len",
        Encoder::max_encoded_len(input.len()).is_some_and(|max| wanted.len() <= max),
    );
    case.same_bytes("display", encoder.display(input).to_string().as_bytes(), wanted.as_bytes());

    let mut text = String::with_capacity(plan.one_of([0, plan.extra + wanted.len()]));
    text.push_str(&"before%4"[..plan.extra % 9]);
    // The bytes before the appended ones need not be text.
    let mut bytes = [b"\xFF", text.as_bytes()].concat();
    let all = format!("{text}{wanted}");
    encoder.encode_append(input, &mut text);
    case.same_bytes("encode_append", text.as_bytes(), all.as_bytes());
    encoder.encode_append_bytes(input, &mut bytes);
    case.same("encode_append_bytes: the byte before", bytes.remove(0), 0xFF);
    case.same_bytes("encode_append_bytes", &bytes, all.as_bytes());

    let (len, max) = (wanted.len(), 3 * input.len());
    let enough = plan.one_of([len + plan.extra, max, max + 1 + plan.extra]);
    let too_small = plan.one_of([len.saturating_sub(1), input.len() - input.len() / 4]);
    for size in [len, enough, too_small] {
        let mut room = Room::new(size, plan.frame);
        let got =
            encoder.encode_into(input, room.slice()).map_err(percent_simd::OutputTooSmall::needed);
        let fits = len <= size;
        case.same("encode_into", got, if fits { Ok(len) } else { Err(len) });
        room.check(case, "encode_into", if fits { wanted.as_bytes() } else { &[] });
    }
}

/// The peer needs a `'static` set, so each is created once, and their number is limited.
fn peer_set(members: &Members) -> Option<&'static percent_encoding::AsciiSet> {
    const MOST: usize = 2000;
    static MADE: Mutex<Option<HashMap<Members, &'static percent_encoding::AsciiSet>>> =
        Mutex::new(None);
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    let made = made.get_or_insert_default();
    if made.len() >= MOST && !made.contains_key(members) {
        return None;
    }
    let make = || {
        let bytes = (0..128).filter(|&byte| members[usize::from(byte)]);
        let set = bytes.fold(percent_encoding::AsciiSet::EMPTY, |set, byte| set.add(byte));
        &*Box::leak(Box::new(set))
    };
    Some(made.entry(*members).or_insert_with(make))
}
