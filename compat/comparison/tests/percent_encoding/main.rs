//! The drop-in `percent-encoding`, compared with the original: every function, every trait, every
//! state of the iterators, on every backend.

mod sets;
mod traits;

use std::borrow::Cow;
use std::fmt;

use comparison::{cases, on_every_backend};
use original_percent_encoding as original;
use ours_percent_encoding as ours;
use proptest::prelude::*;

/// A set in both packages, with a name.
struct Set {
    name: &'static str,
    ours: &'static ours::AsciiSet,
    original: &'static original::AsciiSet,
}

/// Sets as programs define them: in constants, in statics, promoted, derived from each other.
macro_rules! sets {
    ($($name:ident = |$package:ident| $set:expr;)+) => {
        mod ours_sets { use super::ours as package; $(pub(crate) const $name: &package::AsciiSet = { use package as $package; &$set };)+ }
        mod original_sets { use super::original as package; $(pub(crate) const $name: &package::AsciiSet = { use package as $package; &$set };)+ }
        const SETS: &[Set] = &[$(Set { name: stringify!($name), ours: ours_sets::$name, original: original_sets::$name }),+];
    };
}

sets! {
    EMPTY = |p| p::AsciiSet::EMPTY;
    ALL = |p| p::AsciiSet::EMPTY.complement();
    CONTROLS = |p| p::CONTROLS.add(b'\0');
    NON_ALPHANUMERIC = |p| p::NON_ALPHANUMERIC.add(b'-');
    COMPONENT = |p| p::NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');
    FRAGMENT = |p| p::CONTROLS.add(b' ').add(b'"').add(b'<').add(b'>').add(b'`');
    PERCENT = |p| p::AsciiSet::EMPTY.add(b'%');
    DIGITS = |p| p::AsciiSet::EMPTY.add(b'4').union(p::AsciiSet::EMPTY.add(b'1').add(b'%'));
    ALPHANUMERIC = |p| p::NON_ALPHANUMERIC.complement();
    UNION = |p| p::CONTROLS.union(p::AsciiSet::EMPTY.add(b'/').add(b'~'));
}

static OURS_IN_A_STATIC: ours::AsciiSet = ours::CONTROLS.add(b' ');
const OURS_BY_VALUE: ours::AsciiSet = ours::AsciiSet::EMPTY.add(b' ').complement();

/// The number of iterator states that are compared in full. Long input has many states that differ
/// little.
fn looked_at(input: &[u8]) -> usize {
    if input.len() <= 100 { 40 } else { 3 }
}

// ---- Encoding ----

/// True if the text lies in the input's memory.
fn lies_in(text: &str, input: &[u8]) -> bool {
    let (start, range) = (text.as_ptr(), input.as_ptr_range());
    range.contains(&start) && text.len() <= range.end as usize - start as usize
}

/// Compares everything observable of two encoders in the same state.
fn same_encoder(
    ours: &ours::PercentEncode<'_>,
    original: &original::PercentEncode<'_>,
    context: &dyn fmt::Display,
) {
    assert_eq!(ours.size_hint(), original.size_hint(), "size_hint: {context}");
    assert_eq!(ours.to_string(), original.to_string(), "to_string: {context}");
    assert_eq!(ours, &ours.clone());
    assert_eq!(ours.clone().count(), original.clone().count(), "count: {context}");
    assert_eq!(ours.clone().last(), original.clone().last(), "last: {context}");
    assert!(ours.clone().eq(original.clone()), "items: {context}");
    let fold = |mut all: Vec<String>, piece: &str| {
        all.push(piece.into());
        all
    };
    assert_eq!(
        ours.clone().fold(vec![], fold),
        original.clone().fold(vec![], fold),
        "fold: {context}"
    );
    assert_eq!(
        ours.clone().collect::<String>(),
        original.clone().collect::<String>(),
        "collect: {context}"
    );
    assert_eq!(ours.clone().nth(1), original.clone().nth(1), "nth: {context}");
    let (cow, expected) = (Cow::from(ours.clone()), Cow::from(original.clone()));
    assert_eq!(cow, expected, "Cow: {context}");
    assert_eq!(
        matches!(cow, Cow::Borrowed(_)),
        matches!(expected, Cow::Borrowed(_)),
        "Cow borrows: {context}"
    );
}

/// Encodes with both packages, and compares the encoders in each state.
fn encode(input: &[u8], set: &Set) {
    let context = format!("{} of {:?}", set.name, input.escape_ascii().to_string());
    let (mut ours, mut original) =
        (ours::percent_encode(input, set.ours), original::percent_encode(input, set.original));
    let mut states = 0;
    loop {
        if states < looked_at(input) {
            same_encoder(&ours, &original, &context);
            assert_eq!(format!("{ours:?}"), format!("{original:?}"), "Debug: {context}");
        }
        let (piece, expected) = (ours.next(), original.next());
        assert_eq!(piece, expected, "piece {states}: {context}");
        let Some(piece) = piece else { break };
        assert_eq!(
            lies_in(piece, input),
            lies_in(expected.unwrap(), input),
            "borrowed piece {states}: {context}"
        );
        states += 1;
    }
    assert_eq!((ours.next(), original.next()), (None, None), "fused: {context}");
    if let Ok(text) = str::from_utf8(input) {
        assert_eq!(
            ours::utf8_percent_encode(text, set.ours),
            ours::percent_encode(input, set.ours)
        );
        let mut collected = String::from("x");
        collected.extend(ours::utf8_percent_encode(text, set.ours));
        assert_eq!(collected[1..], original::utf8_percent_encode(text, set.original).to_string());
    }
}

// ---- Decoding ----

/// Compares everything observable of two decoders in the same state.
fn same_decoder(
    ours: &ours::PercentDecode<'_>,
    original: &original::PercentDecode<'_>,
    rest: &[u8],
    context: &dyn fmt::Display,
) {
    assert_eq!(ours.size_hint(), original.size_hint(), "size_hint: {context}");
    assert_eq!(ours.clone().count(), original.clone().count(), "count: {context}");
    assert_eq!(ours.clone().last(), original.clone().last(), "last: {context}");
    assert_eq!(ours.clone().nth(2), original.clone().nth(2), "nth: {context}");
    let fold = |mut all: Vec<u8>, byte| {
        all.push(byte);
        all
    };
    let bytes: Vec<u8> = original.clone().collect();
    assert_eq!(ours.clone().collect::<Vec<u8>>(), bytes, "collect: {context}");
    assert_eq!(ours.clone().fold(vec![], fold), bytes, "fold: {context}");
    let mut extended = b"x".to_vec();
    extended.extend(ours.clone());
    assert_eq!(extended[1..], bytes, "extend: {context}");

    let (cow, expected) = (Cow::from(ours.clone()), Cow::from(original.clone()));
    assert_eq!(cow, expected, "Cow: {context}");
    match (&cow, &expected) {
        (Cow::Borrowed(ours), Cow::Borrowed(_)) => {
            assert!(std::ptr::eq(*ours, rest), "Cow borrows the rest: {context}")
        }
        (Cow::Owned(_), Cow::Owned(_)) => {}
        _ => panic!("Cow: one of them borrows: {context}"),
    }
    let (text, expected) = (ours.clone().decode_utf8(), original.clone().decode_utf8());
    assert_eq!(text, expected, "decode_utf8: {context}");
    let borrows = |text: &Result<Cow<'_, str>, _>| matches!(text, Ok(Cow::Borrowed(_)));
    assert_eq!(borrows(&text), borrows(&expected), "decode_utf8 borrows: {context}");
    let (text, expected) = (ours.clone().decode_utf8_lossy(), original.clone().decode_utf8_lossy());
    assert_eq!(text, expected, "decode_utf8_lossy: {context}");
    assert_eq!(
        matches!(text, Cow::Borrowed(_)),
        matches!(expected, Cow::Borrowed(_)),
        "decode_utf8_lossy borrows: {context}"
    );
}

/// Decodes with both packages, and compares the decoders in each state.
fn decode(input: &[u8]) {
    let context = input.escape_ascii().to_string();
    let (mut ours, mut original) = (ours::percent_decode(input), original::percent_decode(input));
    let mut states = 0;
    loop {
        if states < looked_at(input) {
            let left = original.size_hint().1.expect("there is an upper bound");
            same_decoder(&ours, &original, &input[input.len() - left..], &context);
            assert_eq!(format!("{ours:?}"), format!("{original:?}"), "Debug: {context}");
        }
        let (byte, expected) = (ours.next(), original.next());
        assert_eq!(byte, expected, "byte {states}: {context}");
        assert_eq!(
            ours.size_hint(),
            original.size_hint(),
            "size_hint after byte {states}: {context}"
        );
        if byte.is_none() {
            break;
        }
        states += 1;
    }
    assert_eq!((ours.next(), original.next()), (None, None), "fused: {context}");
    if let Ok(text) = str::from_utf8(input) {
        assert_eq!(
            ours::percent_decode_str(text).decode_utf8(),
            original::percent_decode_str(text).decode_utf8(),
            "{context}"
        );
    }
}

// ---- Inputs ----

/// Every sequence of up to `len` pieces.
fn sequences(pieces: &[&[u8]], len: usize) -> Vec<Vec<u8>> {
    let mut all = vec![vec![]];
    let mut last = all.clone();
    for _ in 0..len {
        last = last
            .iter()
            .flat_map(|start| pieces.iter().map(|piece| [start, *piece].concat()))
            .collect();
        all.extend_from_slice(&last);
    }
    all
}

#[test]
fn short_inputs_are_decoded_alike() {
    let inputs = sequences(&[b"%", b"4", b"1", b"g", b" ", b"\xC3", b"\xA9"], 5);
    assert_eq!(inputs.len(), 1 + 7 + 49 + 343 + 2401 + 16807);
    on_every_backend(|_| inputs.iter().for_each(|input| decode(input)));
}

#[test]
fn short_inputs_are_encoded_alike() {
    let inputs = sequences(&[b"%", b"4", b"1", b"g", b" ", b"\xC3", b"\xA9"], 4);
    on_every_backend(|_| {
        for set in SETS {
            inputs.iter().for_each(|input| encode(input, set));
        }
    });
}

#[test]
fn every_triplet_is_decoded_alike() {
    // All pairs of bytes after a `%`, digits or not, at the end of the input or not.
    let pairs = || (0..=255u8).flat_map(|high| (0..=255u8).map(move |low| [b'%', high, low]));
    on_every_backend(|_| {
        for triplet in pairs() {
            let padded = [b"a".as_slice(), &triplet, b"b"].concat();
            for input in [&triplet[..], &padded] {
                assert!(
                    ours::percent_decode(input).eq(original::percent_decode(input)),
                    "{triplet:X?}"
                );
                assert_eq!(
                    Cow::from(ours::percent_decode(input)),
                    Cow::from(original::percent_decode(input)),
                    "{triplet:X?}"
                );
            }
        }
    });
}

#[test]
fn inputs_of_every_length_are_alike() {
    // One significant piece at each position, across the borders of all blocks.
    on_every_backend(|_| {
        for len in 0..150 {
            for at in (0..len).chain([usize::MAX]) {
                let mut input = vec![b'a'; len];
                if at < len {
                    input.splice(at..len.min(at + 3), b"%41"[..3.min(len - at)].iter().copied());
                }
                let (ours, original) =
                    (ours::percent_decode(&input), original::percent_decode(&input));
                assert_eq!(Cow::from(ours.clone()), Cow::from(original.clone()));
                assert_eq!(ours.clone().count(), original.clone().count());
                assert!(ours.eq(original));
                let (ours, original) = (
                    ours::percent_encode(&input, SETS[6].ours),
                    original::percent_encode(&input, SETS[6].original),
                );
                assert_eq!(Cow::from(ours.clone()), Cow::from(original.clone()));
                assert_eq!(ours.to_string(), original.to_string());
                assert!(ours.eq(original));
            }
        }
    });
}

#[test]
fn long_inputs_are_alike() {
    let kinds: [&[u8]; 8] = [
        b"abcdefghijklmnopqrstuvwxyz",
        b"q=caf%C3%A9 bar&lang=en&sort=price%20asc&x=",
        b"%D0%9F%D1%80",
        b"%%4%zz%2%g0%%%",
        b"\xD0\x9F \xD1\x80\xFF%FF",
        b"words of five or six letters, and a stop.",
        b"%25%32%35",
        b"averylongrunthatdoesnotchangeatallandgoesonforquiteawhile%20 ",
    ];
    on_every_backend(|_| {
        for kind in kinds {
            for len in [
                63, 64, 65, 127, 128, 129, 255, 256, 257, 511, 512, 513, 767, 768, 769, 1023, 1024,
                1025, 4097, 9000,
            ] {
                let input: Vec<u8> = kind.iter().copied().cycle().take(len).collect();
                decode(&input);
                for set in &SETS[2..7] {
                    encode(&input, set);
                }
            }
        }
    });
}

fn any_input() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        4 => any::<u8>().prop_map(|byte| format!("%{byte:02X}").into_bytes()),
        2 => any::<u8>().prop_map(|byte| format!("%{byte:02x}").into_bytes()),
        3 => "[a-zA-Z0-9._~-]{1,40}".prop_map(String::into_bytes),
        1 => proptest::sample::select(vec!["%", "%4", "%%", "%zz", "%4%", "+", " ", "/", "%00", "\0"]).prop_map(|text| text.into()),
        1 => any::<char>().prop_map(|character| character.to_string().into_bytes()),
        1 => any::<char>().prop_map(|character| character.to_string().bytes().map(|byte| format!("%{byte:02X}")).collect::<String>().into_bytes()),
        1 => proptest::collection::vec(any::<u8>(), 1..8),
    ];
    prop_oneof![
        4 => proptest::collection::vec(piece, 0..30).prop_map(|pieces| pieces.concat()),
        1 => proptest::collection::vec(any::<u8>(), 0..400),
    ]
}

/// A set with the same members in both packages. It is leaked, because the packages require
/// `'static`.
fn any_set() -> impl Strategy<Value = Set> {
    (any::<u128>(), any::<u128>(), any::<bool>()).prop_map(|(bits, fewer, few)| {
        let bits = if few { bits & fewer } else { bits };
        let members = (0..128u8).filter(move |byte| bits >> byte & 1 != 0);
        let ours = members.clone().fold(ours::AsciiSet::EMPTY, |set, byte| set.add(byte));
        let original = members.fold(original::AsciiSet::EMPTY, |set, byte| set.add(byte));
        Set {
            name: "any",
            ours: Box::leak(Box::new(ours)),
            original: Box::leak(Box::new(original)),
        }
    })
}

impl fmt::Debug for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.name, self.original)
    }
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn any_input_is_decoded_alike(input in any_input()) {
        on_every_backend(|_| decode(&input));
    }

    #[test]
    fn any_input_is_encoded_alike(input in any_input(), set in any_set()) {
        on_every_backend(|_| {
            encode(&input, &set);
            SETS.iter().for_each(|set| encode(&input, set));
        });
    }

    /// The iterators of both packages, under the same steps in the same order.
    #[test]
    fn iterators_are_alike_under_any_use(input in any_input(), set in any_set(), steps in proptest::collection::vec(0..6usize, 0..60)) {
        on_every_backend(|_| {
            let (mut ours, mut original) = (ours::percent_decode(&input), original::percent_decode(&input));
            let (mut ours_pieces, mut original_pieces) = (ours::percent_encode(&input, set.ours), original::percent_encode(&input, set.original));
            for &step in &steps {
                match step {
                    0 => assert_eq!(ours.nth(3), original.nth(3)),
                    1 => assert_eq!(ours.by_ref().take(7).collect::<Vec<_>>(), original.by_ref().take(7).collect::<Vec<_>>()),
                    2 => assert_eq!(ours.by_ref().find(|&byte| byte < b'a'), original.by_ref().find(|&byte| byte < b'a')),
                    3 => assert_eq!(ours_pieces.nth(1), original_pieces.nth(1)),
                    4 => (ours, ours_pieces) = (ours.clone(), ours_pieces.clone()),
                    _ => assert_eq!((ours.next(), ours_pieces.next()), (original.next(), original_pieces.next())),
                }
                assert_eq!((ours.size_hint(), ours_pieces.size_hint()), (original.size_hint(), original_pieces.size_hint()));
                assert_eq!(ours.clone().decode_utf8(), original.clone().decode_utf8());
                assert_eq!(Cow::from(ours_pieces.clone()), Cow::from(original_pieces.clone()));
            }
            assert_eq!(format!("{ours:?} {ours_pieces:?}"), format!("{original:?} {original_pieces:?}"));
        });
    }
}
