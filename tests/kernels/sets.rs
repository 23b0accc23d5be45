//! `AsciiSet` against a plain model, and every constant of `sets` against its standard's list of
//! members.

use std::collections::HashSet;

use oracle::random::Random;
use oracle::schemes::Says::{Escapes, Keeps};
use oracle::schemes::{SCHEMES, Says};
use percent_simd::{AsciiSet, sets};

type Model = [bool; 128];

/// Asserts that the set answers every question as the model does.
#[track_caller]
fn assert_is(set: AsciiSet, model: &Model) {
    for byte in 0..=255u8 {
        assert_eq!(set.contains(byte), byte < 0x80 && model[usize::from(byte)], "{byte:02X}");
    }
    let members: Vec<u8> = (0..128).filter(|&byte| model[usize::from(byte)]).collect();
    assert_eq!((set.len(), set.is_empty()), (members.len(), members.is_empty()));
    assert_eq!(set.iter().collect::<Vec<_>>(), members);
    assert_eq!(set.iter().len(), members.len());
    assert_eq!(AsciiSet::from_bytes(&members), set);
    assert_eq!(AsciiSet::try_from_bytes(&members), Some(set));
}

fn both(a: &Model, b: &Model, combine: fn(bool, bool) -> bool) -> Model {
    core::array::from_fn(|index| combine(a[index], b[index]))
}

/// Every operation on a pair of sets.
#[track_caller]
fn assert_algebra(a: &Model, b: &Model) {
    let (x, y) = (support::set(a), support::set(b));
    let check = |set: AsciiSet, combine: fn(bool, bool) -> bool| {
        let model = both(a, b, combine);
        assert!(
            (0..128).all(|byte| set.contains(byte) == model[usize::from(byte)]),
            "{x:?} and {y:?} give {set:?}"
        );
        assert_eq!(set, support::set(&model));
    };
    for set in [x.union(y), x | y] {
        check(set, |a, b| a || b);
    }
    for set in [x.intersection(y), x & y] {
        check(set, |a, b| a && b);
    }
    for set in [x.difference(y), x - y] {
        check(set, |a, b| a && !b);
    }
    for set in [x.complement(), !x] {
        check(set, |a, _| !a);
    }
    let subset = (0..128).all(|index| !a[index] || b[index]);
    assert_eq!((x.is_subset(y), x == y), (subset, a == b), "{x:?} and {y:?}");
}

fn random_model(random: &mut Random) -> Model {
    let percent = random.pick(&[0, 3, 50, 97, 100]);
    core::array::from_fn(|_| random.chance(percent))
}

#[test]
fn every_single_byte() {
    assert_is(AsciiSet::EMPTY, &[false; 128]);
    assert_is(AsciiSet::EMPTY.complement(), &[true; 128]);
    assert_eq!(AsciiSet::default(), AsciiSet::EMPTY);
    for byte in 0..128u8 {
        let mut model = [false; 128];
        model[usize::from(byte)] = true;
        assert_is(AsciiSet::EMPTY.add(byte), &model);
        assert_is(AsciiSet::EMPTY.add(byte).add(byte), &model);
        assert_is(AsciiSet::from_bytes(&[byte, byte]), &model);
        assert_is(AsciiSet::EMPTY.add(byte).remove(byte), &[false; 128]);
        assert_is(AsciiSet::EMPTY.remove(byte), &[false; 128]);
        model = model.map(|is_in| !is_in);
        assert_is(AsciiSet::EMPTY.add(byte).complement(), &model);
        assert_is(AsciiSet::EMPTY.complement().remove(byte), &model);
    }
}

#[test]
fn every_pair_of_bytes() {
    for first in 0..128 {
        for second in 0..128 {
            let [one, other] = [first, second].map(|byte| AsciiSet::EMPTY.add(byte));
            let same = first == second;
            assert_eq!(
                one.union(other),
                AsciiSet::from_bytes(&[second, first]),
                "{first} {second}"
            );
            assert_eq!(one.union(other).len(), if same { 1 } else { 2 }, "{first} {second}");
            assert_eq!(
                one.intersection(other),
                if same { one } else { AsciiSet::EMPTY },
                "{first} {second}"
            );
            assert_eq!(
                one.difference(other),
                if same { AsciiSet::EMPTY } else { one },
                "{first} {second}"
            );
            assert_eq!(
                (one.is_subset(other), one == other, one.contains(second)),
                (same, same, same),
                "{first} {second}"
            );
            assert_eq!(one.complement().intersection(other).is_empty(), same, "{first} {second}");
        }
    }
}

#[test]
fn random_sets() {
    let mut random = Random::new(41);
    for _ in 0..400 {
        let (a, b) = (random_model(&mut random), random_model(&mut random));
        assert_algebra(&a, &b);
        assert_is(support::set(&a), &a);
        // From bytes in any order.
        let mut shuffled: Vec<u8> = support::set(&a).iter().collect();
        for index in (1..shuffled.len()).rev() {
            shuffled.swap(index, random.below(index + 1));
        }
        assert_eq!(AsciiSet::from_bytes(&shuffled), support::set(&a));
        let kept = shuffled.repeat(2);
        assert_is(AsciiSet::all_except(&kept), &a.map(|is_in| !is_in));
    }
}

#[test]
fn every_range() {
    for first in 0..128_u8 {
        for last in 0..128_u8 {
            let members: Vec<u8> = (first..=last).collect();
            assert_eq!(
                AsciiSet::from_range(first, last),
                AsciiSet::from_bytes(&members),
                "{first:02X} to {last:02X}"
            );
        }
    }
}

#[test]
fn equal_sets_hash_alike() {
    let distinct: HashSet<AsciiSet> =
        [sets::URL_PATH, sets::URL_QUERY, sets::URL_PATH.add(b'a').remove(b'a'), sets::URL_QUERY]
            .into();
    assert_eq!(distinct.len(), 2);
}

#[test]
fn iteration_ends_and_stays_ended() {
    let mut iter = AsciiSet::from_bytes(b"b\x7Fa\0").iter();
    for (left, byte) in [(4, 0), (3, b'a'), (2, b'b'), (1, 0x7F)] {
        assert_eq!((iter.len(), iter.size_hint()), (left, (left, Some(left))));
        assert_eq!(iter.next(), Some(byte));
    }
    assert_eq!((iter.len(), iter.next(), iter.next()), (0, None, None));
}

#[test]
fn debug_shows_the_members() {
    assert_eq!(format!("{:?}", AsciiSet::from_bytes(b"b\"a\n\0~")), r#"AsciiSet("\x00\n\"ab~")"#);
    assert_eq!(format!("{:?}", AsciiSet::EMPTY), r#"AsciiSet("")"#);
}

/// Every `const` function, in a constant.
#[test]
fn everything_in_a_const() {
    const SET: AsciiSet = AsciiSet::from_bytes(b"abc").add(b'd').remove(b'a');
    const OTHER: AsciiSet = match AsciiSet::try_from_bytes(b"cd") {
        Some(set) => set,
        None => AsciiSet::EMPTY,
    };
    const HEX: AsciiSet = AsciiSet::from_range(b'0', b'9').union(AsciiSet::from_range(b'A', b'F'));
    const NO_HEX: AsciiSet = AsciiSet::all_except(b"0123456789ABCDEF");
    const REFUSED: bool = AsciiSet::try_from_bytes(b"a\x80").is_none();
    const UNION: AsciiSet =
        SET.union(OTHER.complement()).intersection(SET).difference(AsciiSet::EMPTY);
    const ANSWERS: (bool, bool, bool, usize, bool) =
        (SET.contains(b'b'), SET.contains(0xE2), OTHER.is_subset(SET), SET.len(), SET.is_empty());
    static IN_STATIC: AsciiSet = SET;
    const { assert!(REFUSED) };
    assert_eq!(UNION, SET);
    assert_eq!(HEX.complement(), NO_HEX);
    assert_eq!(ANSWERS, (true, false, true, 3, false));
    assert!(SET.iter().eq(*b"bcd"));
    assert_eq!(IN_STATIC, SET);
}

/// Runs only where panics can be caught.
#[cfg(panic = "unwind")]
#[test]
fn bytes_from_80_are_no_members() {
    use std::panic::catch_unwind;
    for byte in [0x80, 0x81, 0xA5, 0xC0, 0xFF] {
        assert!(catch_unwind(|| AsciiSet::EMPTY.add(byte)).is_err(), "{byte:02X}");
        assert!(catch_unwind(|| sets::ALL.remove(byte)).is_err(), "{byte:02X}");
        assert!(catch_unwind(|| AsciiSet::from_bytes(&[b'a', byte])).is_err(), "{byte:02X}");
        assert!(catch_unwind(|| AsciiSet::all_except(&[b'a', byte])).is_err(), "{byte:02X}");
        assert!(catch_unwind(|| AsciiSet::from_range(b'a', byte)).is_err(), "{byte:02X}");
        assert!(catch_unwind(|| AsciiSet::from_range(byte, b'a')).is_err(), "{byte:02X}");
    }
    for byte in 0x80..=0xFF {
        assert_eq!(AsciiSet::try_from_bytes(&[b'a', byte, b'b']), None, "{byte:02X}");
        assert!(!sets::ALL.contains(byte), "{byte:02X}");
    }
}

// ---- The constants. ----

/// The constants that schemes have. `oracle::schemes` lists the members of each.
macro_rules! of_schemes {
    ($($name:ident)*) => {
        [$((stringify!($name), sets::$name)),*]
    };
}

const OF_SCHEMES: [(&str, AsciiSet); 45] = of_schemes! {
    URL_C0
    URL_FRAGMENT
    URL_QUERY
    URL_SPECIAL_QUERY
    URL_PATH
    URL_USERINFO
    URL_COMPONENT
    FORM_SET
    URI_COMPONENT
    URI_SEGMENT
    URI_SEGMENT_NC
    URI_QUERY
    URI_FRAGMENT
    URI_USERINFO
    URI_REG_NAME
    URI_2396
    URI_1738
    URI_2396_EXCLUDED
    CGI
    OAUTH
    AWS
    AWS_PATH
    JS_URI
    JS_COMPONENT
    TEMPLATE
    TEMPLATE_RESERVED
    TEMPLATE_LITERAL
    LEIRI
    XPATH_ENCODE_FOR_URI
    XPATH_IRI_TO_URI
    XPATH_ESCAPE_HTML_URI
    PHP_RAWURLENCODE
    PHP_URLENCODE_SET
    CSS_URL
    RFC5987
    S3_KEY_SET
    BAGGAGE
    GRPC_MESSAGE
    JSON_POINTER
    SIP_USER
    SIP_PARAM
    SIP_HEADER
    PURL
    HIVE_PARTITION
    ALL
};

/// The other constants. Each list is written out, not made from other sets, so that a slip in the
/// library is not repeated here.
const OTHERS: &[(&str, AsciiSet, Says)] = &[
    ("CONTROLS", sets::CONTROLS, Escapes("")),
    ("NON_ALPHANUMERIC", sets::NON_ALPHANUMERIC, Keeps("")),
    ("JS_ESCAPE", sets::JS_ESCAPE, Keeps("@*_+-./")),
    ("ALPN", sets::ALPN, Keeps("!#$&'*+-.^_`|~")),
    ("IRI", sets::IRI, Escapes(" \"<>\\^`{|}")),
    ("SF_DISPLAY", sets::SF_DISPLAY, Escapes("%\"")),
    // Sets that a second standard spells in other words.
    ("URL_COMPONENT as encodeURIComponent", sets::URL_COMPONENT, Keeps("-_.!~*'()")),
    ("FORM as the URL Standard's list", sets::FORM_SET, Escapes(" \"#<>?^`{}/:;=@[\\]|$%&+,!'()~")),
    ("URL_PATH by the characters that stay", sets::URL_PATH, Keeps("!$%&'()*+,-./:;=@[\\]_|~")),
];

/// Every constant, with its members by its standard.
fn table() -> impl Iterator<Item = (&'static str, AsciiSet, Says)> {
    let of_scheme = |(name, set): (&'static str, _)| {
        // A form's set has another name than its scheme, because `+` would be lost.
        let scheme = name.trim_end_matches("_SET").to_lowercase().replace('_', "-");
        let row = SCHEMES.iter().find(|row| row.0 == scheme);
        (name, set, row.unwrap_or_else(|| panic!("oracle::schemes lacks {scheme}")).1)
    };
    OF_SCHEMES.into_iter().map(of_scheme).chain(OTHERS.iter().copied())
}

#[test]
fn every_constant_over_all_bytes() {
    for (name, set, says) in table() {
        for byte in 0..=255u8 {
            assert_eq!(
                set.contains(byte),
                byte < 0x80 && says.escapes(byte),
                "{name}: {byte:02X} {:?}",
                char::from(byte)
            );
        }
    }
}

/// Each constant of the library is in one of the two lists.
#[test]
fn the_table_is_complete() {
    let source = include_str!("../../src/sets.rs");
    let constants = source
        .lines()
        .filter_map(|line| line.strip_prefix("pub const ")?.split_once(": AsciiSet ="));
    let missing: Vec<_> = constants
        .clone()
        .filter(|(name, _)| !table().any(|(tested, ..)| tested == *name))
        .collect();
    assert!(missing.is_empty(), "not tested: {missing:?}");
    assert!(constants.count() >= 51, "the constants are no longer written as this test reads them");
}

/// Encodes every byte under every constant, on every backend: members and bytes >= 0x80 are
/// escaped.
#[test]
fn every_constant_encodes_as_it_says() {
    let input: Vec<u8> = (0..=255).collect();
    for (name, set, says) in table() {
        let mut expected = String::new();
        for &byte in &input {
            if byte >= 0x80 || says.escapes(byte) {
                expected.push_str(&format!("%{byte:02X}"));
            } else {
                expected.push(char::from(byte));
            }
        }
        for backend in support::backends() {
            let encoder = percent_simd::Encoder::new(set).on(backend);
            assert_eq!(encoder.display(&input).to_string(), expected, "{backend}: {name}");
            assert_eq!(encoder.encoded_len(&input), expected.len(), "{backend}: {name}");
        }
    }
}

mod tables;

#[test]
fn the_unescaped_start_is_split_off() {
    let mut random = Random::new(71);
    let inputs: Vec<(AsciiSet, [bool; 128], Vec<u8>)> = (0..3000)
        .map(|turn| {
            let model: Model = core::array::from_fn(|_| random.below(1 + turn % 100) == 0);
            let len = random.below(if turn % 10 == 0 { 500 } else { 24 });
            (
                support::set(&model),
                model,
                (0..len)
                    .map(|_| if turn % 7 == 0 { random.byte() } else { random.byte() & 0x7F })
                    .collect(),
            )
        })
        .collect();
    support::on_every_backend(|backend| {
        for (set, model, input) in &inputs {
            let stays =
                input.iter().take_while(|&&byte| byte < 0x80 && !model[usize::from(byte)]).count();
            let (run, rest) = set.split_unescaped(input);
            assert_eq!(
                (run.as_bytes(), rest),
                input.split_at(stays),
                "{backend}: {set:?}: {}",
                input.escape_ascii()
            );
        }
    });
}
