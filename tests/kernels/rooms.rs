//! Output buffers of many lengths, with bytes past them that no call may change.

use oracle::content::Content;
use oracle::random::Random;
use percent_simd::Backend;

/// The bytes past a buffer.
const FENCE: [u8; 100] = [0xA5; 100];

/// Gives a call a buffer of `room` bytes, and asserts that it writes the result to the front and
/// nothing past the buffer.
#[track_caller]
pub(crate) fn assert_in_room(
    name: &str,
    input: &[u8],
    expected: &[u8],
    room: usize,
    call: impl FnOnce(&mut [u8]) -> usize,
) {
    let mut output = vec![0xA5; room + FENCE.len()];
    let len = call(&mut output[..room]);
    assert!(
        output[..len] == *expected,
        "{name}: {} in {room} bytes gave {}",
        input.escape_ascii(),
        output[..len].escape_ascii()
    );
    assert!(
        output[room..] == FENCE,
        "{name}: {}: written past the buffer of {room} bytes",
        input.escape_ascii()
    );
}

/// Buffers of exactly the result's length, of the input's length, and of one more length.
#[track_caller]
pub(crate) fn assert_in_rooms(
    name: &str,
    input: &[u8],
    expected: &[u8],
    call: impl Fn(&mut [u8]) -> usize,
) {
    let least = expected.len().max(input.len());
    for room in [expected.len(), least, least + input.len() % 70] {
        assert_in_room(name, input, expected, room, &call);
    }
}

/// Every length of the short path and past it, in buffers that exceed the result by less than a
/// register, by one register, and by more.
#[test]
fn every_length_in_every_room() {
    let selective = oracle::Decode {
        strict: true,
        keep: oracle::members(b"/"),
        reject: oracle::members(b"\0"),
        ..oracle::Decode::default()
    };
    let plus = oracle::Decode { plus: true, ..oracle::Decode::default() };
    let decodes = [oracle::Decode::default(), plus, selective];
    let usual = oracle::Encode { set: oracle::all_but(b"-._~"), ..oracle::Encode::default() };
    let encodes = [oracle::Encode { plus: true, ..usual.clone() }, usual];
    let mut random = Random::new(13);
    // Longer inputs need only some lengths: the tail after the bulk has had them all by then.
    for len in (0..=140).chain((141..=300).step_by(7)) {
        for content in [Content::Clean, Content::Query, Content::Half, Content::SolidText] {
            let input = content.generate(len, &mut random);
            for backend in support::backends() {
                for policy in &decodes {
                    if let Ok(expected) = oracle::decode(&input, policy) {
                        decode(policy, backend, &input, &expected);
                    }
                }
                for policy in &encodes {
                    encode(policy, backend, &input, oracle::encode(&input, policy).as_bytes());
                }
            }
        }
    }
}

const MORE: [usize; 12] = [0, 1, 7, 8, 9, 15, 16, 17, 31, 32, 63, 64];

fn decode(policy: &oracle::Decode, backend: Backend, input: &[u8], expected: &[u8]) {
    let decoder = support::decoder(policy).on(backend);
    for room in MORE.into_iter().flat_map(|more| [expected.len() + more, input.len() + more]) {
        assert_in_room(backend.name(), input, expected, room, |output| {
            decoder.decode_into(input, output).unwrap()
        });
    }
}

fn encode(policy: &oracle::Encode, backend: Backend, input: &[u8], expected: &[u8]) {
    let encoder = support::encoder(policy).on(backend);
    for room in MORE.into_iter().flat_map(|more| [expected.len() + more, 3 * input.len() + more]) {
        assert_in_room(backend.name(), input, expected, room, |output| {
            encoder.encode_into(input, output).unwrap()
        });
    }
}
