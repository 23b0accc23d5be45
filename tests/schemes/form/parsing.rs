//! Parsing: pairs and their content.

use std::borrow::Cow;

use oracle::content::Content;
use oracle::form::{self as steps, Options};
use oracle::random::Random;
use percent_simd::DecodeErrorKind;
use percent_simd::form::{self, Pair, Parser};

use super::{ALL_OPTIONS, Pairs, WHATWG, parser};

/// Every result of parsing, on every backend, equals the oracle's.
#[track_caller]
pub(super) fn check_parse(input: &[u8], options: Options) {
    let expected = steps::parse(input, options);
    for backend in support::backends() {
        let mut pairs = parser(options, backend).parse(input);
        for (index, field) in expected.iter().enumerate() {
            let left = expected.len() - index;
            let (lowest, highest) = pairs.size_hint();
            assert!(
                lowest <= left && left <= highest.unwrap(),
                "{backend}: size_hint {:?} before {left}",
                (lowest, highest)
            );
            let rest = pairs.clone();
            let pair = pairs
                .next()
                .unwrap_or_else(|| panic!("{backend}: {} has pair {index}", input.escape_ascii()));
            let what = format!("{backend}, {options:?}: pair {index} of {}", input.escape_ascii());
            check_pair(pair, field, options, &what);
            let value = pair.value_range();
            assert_eq!(&input[value.clone()], pair.value_raw(), "{what}");
            let name = &input[..value.start - usize::from(field.has_equals)];
            let before = name.strip_suffix(pair.name_raw()).unwrap();
            assert!(matches!(before, [] | [.., b'&' | b';']), "{what}");
            assert_eq!(rest.count(), left, "{what}");
        }
        assert!(
            pairs.next().is_none() && pairs.next().is_none(),
            "{backend}, {options:?}: too many of {}",
            input.escape_ascii()
        );
        assert_eq!(pairs.size_hint(), (0, Some(0)));
        // Pairs are equal if their decoded names and values are.
        let decoded = |field: &steps::Field| {
            (steps::decoded(&field.name, options), steps::decoded(&field.value, options))
        };
        for (one, expected_one) in parser(options, backend).parse(input).zip(&expected).take(9) {
            for (other, expected_other) in
                parser(options, backend).parse(input).zip(&expected).take(9)
            {
                assert_eq!(
                    one == other,
                    decoded(expected_one) == decoded(expected_other),
                    "{backend}, {options:?}: {one:?}, {other:?}"
                );
            }
        }
        {
            let tuples: Vec<(Cow<'_, str>, Cow<'_, str>)> =
                parser(options, backend).parse(input).into_tuples().collect();
            let expected = expected.iter().map(|field| {
                (steps::text(&field.name, options), steps::text(&field.value, options))
            });
            assert!(
                tuples
                    .iter()
                    .map(|(name, value)| (name.to_string(), value.to_string()))
                    .eq(expected),
                "{backend}, {options:?}: {tuples:?}"
            );
        }
    }
}

#[track_caller]
fn check_pair(pair: Pair<'_>, field: &steps::Field, options: Options, what: &str) {
    let got = steps::Field {
        name: pair.name_raw().to_vec(),
        value: pair.value_raw().to_vec(),
        has_equals: pair.has_equals(),
    };
    assert_eq!(&got, field, "{what}");
    let name = steps::decoded(&field.name, options);
    assert!(pair.name_is(&name), "{what}");
    for other in [
        &name[..name.len().saturating_sub(1)],
        &name[name.len().min(1)..],
        &[&name[..], b"x"].concat(),
        &field.name,
    ] {
        assert_eq!(pair.name_is(other), name == other, "{what}: name_is {}", other.escape_ascii());
    }
    let mut buffer = vec![0; field.value.len()];
    let len = pair.decoder().decode_into(pair.value_raw(), &mut buffer).unwrap();
    assert_eq!(&buffer[..len], steps::decoded(&field.value, options), "{what}");
    {
        check_bytes(pair.decoder().decode_lenient(pair.name_raw()), &field.name, options, what);
        check_bytes(pair.value_bytes(), &field.value, options, what);
        check_text(
            pair.name(),
            pair.name_utf8().map_err(|error| (error.position(), error.kind())),
            &field.name,
            options,
            what,
        );
        check_text(
            pair.value(),
            pair.value_utf8().map_err(|error| (error.position(), error.kind())),
            &field.value,
            options,
            what,
        );
    }
}

#[track_caller]
fn check_bytes(got: Cow<'_, [u8]>, raw: &[u8], options: Options, what: &str) {
    assert_eq!(&*got, steps::decoded(raw, options), "{what}");
    assert_eq!(
        matches!(got, Cow::Borrowed(_)),
        &*got == raw,
        "{what}: borrowed exactly if nothing changes"
    );
}

#[track_caller]
fn check_text(
    got: Cow<'_, str>,
    strict: Result<Cow<'_, str>, (usize, DecodeErrorKind)>,
    raw: &[u8],
    options: Options,
    what: &str,
) {
    assert_eq!(got, steps::text(raw, options), "{what}");
    assert_eq!(
        matches!(got, Cow::Borrowed(_)),
        got.as_bytes() == raw,
        "{what}: borrowed exactly if nothing changes"
    );
    let expected =
        steps::strict_text(raw, options).map_err(|position| (position, DecodeErrorKind::Utf8));
    assert_eq!(strict.map(Cow::into_owned), expected, "{what}");
}

/// Pairs in different spellings, under parsers that read `+` alike or not.
#[test]
fn equality_is_of_decoded_text() {
    let pair = |input: &'static str| form::parse(input).next().unwrap();
    let plus =
        |input: &'static str| Parser::new().plus_as_space(false).parse(input).next().unwrap();
    for (one, other, equal) in [
        (pair("a=b"), pair("%61=%62"), true),
        (pair("a"), pair("a="), true),
        (pair("a=%"), pair("a=%25"), true),
        (pair("a=%2"), pair("a=%252"), true),
        (pair("a+b=1"), pair("a%20b=1"), true),
        (pair("a+b=1"), plus("a+b=1"), false),
        (pair("a%2bb=1"), plus("a+b=1"), true),
        (pair("a=%FF"), pair("a=%FE"), false),
        (pair("a=%61"), pair("a=%61%61"), false),
        (pair("%61=1"), pair("%62=1"), false),
    ] {
        assert_eq!((one == other, other == one), (equal, equal), "{one:?}, {other:?}");
    }
}

/// The effects of the options: only `value_utf8` may fail.
#[test]
fn malformed_and_utf8() {
    use percent_simd::{Malformed, Utf8};
    for backend in support::backends() {
        let parser = Parser::new().on(backend);
        let of = |parser: Parser, input: &'static str| {
            let pair = parser.parse(input).next().unwrap();
            let mut appended = String::from("%4");
            pair.value_append(&mut appended);
            assert_eq!(appended, format!("%4{}", pair.value()));
            (
                pair.value(),
                pair.value_bytes(),
                pair.value_utf8().map_err(|error| (error.position(), error.kind())),
            )
        };
        let utf8 = Err((1, DecodeErrorKind::Utf8));
        assert_eq!(
            of(parser, "a=x%E9%"),
            ("x\u{FFFD}%".into(), b"x\xE9%"[..].into(), utf8.clone())
        );
        let strict = parser.malformed(Malformed::Error);
        assert_eq!(
            of(strict, "a=x%E9%"),
            ("x\u{FFFD}%".into(), b"x\xE9%"[..].into(), utf8.clone())
        );
        assert_eq!(
            of(strict, "a=x%%E9"),
            ("x%\u{FFFD}".into(), b"x%\xE9"[..].into(), Err((1, DecodeErrorKind::BadHex)))
        );
        assert_eq!(of(strict, "a=x+%2B"), ("x +".into(), b"x +"[..].into(), Ok("x +".into())));
        for (policy, value, text) in [
            (Utf8::Strict, "x\u{FFFD}%", utf8),
            (Utf8::Lossy, "x\u{FFFD}%", Ok("x\u{FFFD}%".into())),
            (Utf8::KeepEscaped, "x%e9%", Ok("x%e9%".into())),
        ] {
            assert_eq!(
                of(parser.utf8(policy), "a=x%e9%"),
                (value.into(), b"x\xE9%"[..].into(), text)
            );
        }
        let mut value = String::from("é");
        parser.parse("1=%C3%A9+").next().unwrap().value_append(&mut value);
        assert_eq!(value, "éé ");
    }
}

/// Inputs and the pairs of WHATWG's parser. The first ones are those of Web Platform Tests for
/// URLSearchParams and this parser.
const VECTORS: &[(&[u8], Pairs)] = &[
    (b"", &[]),
    (b"test", &[("test", "")]),
    (b"\xEF\xBB\xBFtest=\xEF\xBB\xBF", &[("\u{FEFF}test", "\u{FEFF}")]),
    (b"%EF%BB%BFtest=%EF%BB%BF", &[("\u{FEFF}test", "\u{FEFF}")]),
    (b"%EF%BB%BFa", &[("\u{FEFF}a", "")]),
    (b"%EF%BF%BF=%EF%BF%BF", &[("\u{FFFF}", "\u{FFFF}")]),
    (b"%FE%FF", &[("\u{FFFD}\u{FFFD}", "")]),
    (b"%FF%FE", &[("\u{FFFD}\u{FFFD}", "")]),
    (b"\xE2\x80\xA0&\xE2\x80\xA0=x", &[("†", ""), ("†", "x")]),
    (b"%C2", &[("\u{FFFD}", "")]),
    (b"%C2x", &[("\u{FFFD}x", "")]),
    (b"_charset_=windows-1252&test=%C2x", &[("_charset_", "windows-1252"), ("test", "\u{FFFD}x")]),
    (b"%=a", &[("%", "a")]),
    (b"%a=a", &[("%a", "a")]),
    (b"%a_=a", &[("%a_", "a")]),
    (b"%61=a", &[("a", "a")]),
    (b"%61+%4d%4D=", &[("a MM", "")]),
    (b"id=0&value=%", &[("id", "0"), ("value", "%")]),
    (b"b=%2sf%2a", &[("b", "%2sf*")]),
    (b"b=%2%2af%2a", &[("b", "%2*f*")]),
    (b"b=%%2a", &[("b", "%*")]),
    (b"test=%FE%FF", &[("test", "\u{FFFD}\u{FFFD}")]),
    // Separators.
    (b"&", &[]),
    (b"&&", &[]),
    (b"=", &[("", "")]),
    (b"==", &[("", "=")]),
    (b"&=&", &[("", "")]),
    (b"=&=", &[("", ""), ("", "")]),
    (b"a=b=c", &[("a", "b=c")]),
    (b"a==", &[("a", "=")]),
    (b"a&b=&=c&&d", &[("a", ""), ("b", ""), ("", "c"), ("d", "")]),
    (b"&a&&&a=b&&&&c&", &[("a", ""), ("a", "b"), ("c", "")]),
    // Encoded separators are data, and so are other delimiters.
    (b"a%26b=c%3Dd", &[("a&b", "c=d")]),
    (b"a=1;b=2", &[("a", "1;b=2")]),
    (b";", &[(";", "")]),
    (b"?a=b", &[("?a", "b")]),
    (b"a=b#c", &[("a", "b#c")]),
    // SP and +.
    (b"a+b=%2B", &[("a b", "+")]),
    (b"+=%20", &[(" ", " ")]),
    (b"a=%+41&b=%4+1", &[("a", "% 41"), ("b", "%4 1")]),
    (b"%2541=%252B", &[("%41", "%2B")]),
    (b"a=b\0c&\0=", &[("a", "b\0c"), ("\0", "")]),
    (b"a=%00\r\n", &[("a", "\0\r\n")]),
];

#[test]
fn vectors_of_the_parser() {
    for &(input, expected) in VECTORS {
        let owned: Vec<(String, String)> =
            expected.iter().map(|&(name, value)| (name.into(), value.into())).collect();
        assert_eq!(steps::pairs(input, WHATWG), owned, "the oracle, of {}", input.escape_ascii());
        for options in ALL_OPTIONS {
            check_parse(input, options);
        }
        assert!(
            form::parse(input)
                .map(|pair| (pair.name().into_owned(), pair.value().into_owned()))
                .eq(owned),
            "{}",
            input.escape_ascii()
        );
    }
}

#[test]
fn semicolons_separate_where_they_are_told_to() {
    let raw = |pair: Pair<'static>| (pair.name_raw(), pair.value_raw());
    let parsed = |input: &'static [u8]| {
        Parser::new().semicolons(true).parse(input).map(raw).collect::<Vec<_>>()
    };
    assert_eq!(
        parsed(b"a=1;b=2&c;;d"),
        [(&b"a"[..], &b"1"[..]), (b"b", b"2"), (b"c", b""), (b"d", b"")]
    );
    assert_eq!(parsed(b"a%3Bb=1"), [(&b"a%3Bb"[..], &b"1"[..])]);
    assert_eq!(form::parse(b"a=1;b=2").map(raw).collect::<Vec<_>>(), [(&b"a"[..], &b"1;b=2"[..])]);
}

/// A separator of each kind at each position around the bounds of blocks: alone, with neighbours,
/// and after others.
#[test]
fn separators_anywhere() {
    for len in (0..=18).chain(60..=68).chain(124..=132).chain(190..=194) {
        for at in (0..len).filter(|at| at % 64 <= 2 || at % 64 >= 61 || at % 16 == 15) {
            for separators in [&b"&"[..], b"=", b";", b"&&", b"==", b"=&", b"&="] {
                let mut input = vec![b'x'; len];
                for (place, &separator) in input[at..].iter_mut().zip(separators) {
                    *place = separator;
                }
                check_parse(&input, WHATWG);
                check_parse(&input, Options { semicolons: true, ..WHATWG });
            }
        }
    }
}

/// More than a block without a separator, which a kernel skips, at every phase.
#[test]
fn long_names_and_values() {
    for len in (60..70).chain(120..140).chain([255, 256, 257, 1000]) {
        let long = "v%41".repeat(len / 4 + 1);
        let long = &long.as_bytes()[..len];
        for input in [
            &[b"a=", long, b"&b=2"][..],
            &[long, b"=1&", long],
            &[b"&&", long, b"&", long, b"=", long, b"=", long],
        ] {
            ALL_OPTIONS.into_iter().for_each(|options| check_parse(&input.concat(), options));
        }
    }
}

/// Only `&`, `=` and perhaps `;` separate, whatever bits another byte shares with them.
#[test]
fn all_bytes_beside_separators() {
    for byte in 0..=255 {
        for options in ALL_OPTIONS {
            check_parse(&[b'a', byte, b'b', b'=', byte, b'c', b'&', byte], options);
            check_parse(&[byte; 70], options);
        }
    }
}

#[test]
fn parsing_every_content() {
    let mut random = Random::new(5);
    for content in Content::ALL {
        for len in [0, 1, 7, 16, 33, 63, 64, 65, 130, 700] {
            let mut input = content.generate(len, &mut random);
            for options in ALL_OPTIONS {
                check_parse(&input, options);
                for byte in &mut input {
                    if random.chance(6) {
                        *byte = random.pick(b"&&==;+");
                    }
                }
            }
            check_parse(&input, WHATWG);
        }
    }
}

#[test]
fn separators_alone_take_no_stack() {
    let input = [b"&".repeat(200_000), b"=".repeat(200_000), b"&".repeat(200_000)].concat();
    let pairs: Vec<_> =
        form::parse(&input).map(|pair| (pair.name_raw().len(), pair.value_raw().len())).collect();
    assert_eq!(pairs, [(0, 199_999)]);
    assert_eq!(form::parse(&b"=&".repeat(100_000)).count(), 100_000);
}

#[test]
fn a_pair_shows_itself_as_it_is_written() {
    let shown: Vec<_> = form::parse(b"a+b=%41&c").map(|pair| format!("{pair:?}")).collect();
    assert_eq!(shown, ["Pair(\"a+b=%41\")", "Pair(\"c\")"]);
}
