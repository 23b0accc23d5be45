use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use super::expect::Case;
use super::plan::{Members, Plan};
use super::room::Source;
use crate::{check, while_active};
use percent_simd::Backend;

/// Every function that encodes: Cow, append to a String and a Vec, buffers of every kind of size,
/// length, formatting.
pub fn encode(data: &[u8]) {
    let plan = Plan::new(data);
    check::encode(&plan.input, &plan.encode, plan.frame);

    let source = Source::new(&plan.input, plan.frame);
    let input = source.bytes();
    // The simple call, without options and backend, and the peer.
    let set = &plan.encode.set;
    let plain = oracle::encode(input, &oracle::Encode { set: *set, ..oracle::Encode::default() });
    for backend in Backend::available() {
        let case = Case { backend, policy: &crate::set(set), input };
        let ours = while_active(backend, || percent_simd::encode(input, crate::set(set)));
        case.same_bytes("encode()", ours.as_bytes(), plain.as_bytes());
        if let Ok(text) = core::str::from_utf8(input) {
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

/// The peer needs a `'static` set, so each set is leaked once, up to a limit.
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
