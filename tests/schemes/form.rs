//! Forms: WHATWG URL 5 against an oracle of its steps, on every backend; and the crate
//! `form_urlencoded`.

#[cfg(feature = "alloc")]
use std::borrow::Cow;

#[cfg(feature = "alloc")]
use crate::common::active::on_every_backend;
use oracle::content::Content;
use oracle::form::{self as steps, Options};
use oracle::random::Random;
use percent_simd::Backend;
use percent_simd::form::{self, Pair, Parser};
#[cfg(feature = "alloc")]
use percent_simd::{DecodeErrorKind, form::Serializer, scheme};
use proptest::prelude::*;

const WHATWG: Options = Options { semicolons: false, mailto: false };
const ALL_OPTIONS: [Options; 4] = [
    WHATWG,
    Options { semicolons: true, mailto: false },
    Options { semicolons: false, mailto: true },
    Options { semicolons: true, mailto: true },
];

fn parser(options: Options, backend: Backend) -> Parser {
    Parser::new().semicolons(options.semicolons).plus_as_space(!options.mailto).on(backend)
}

// ---- Parsing. ----

/// Everything that parsing gives, on every backend, is what the oracle says.
#[track_caller]
fn check_parse(input: &[u8], options: Options) {
    let expected = steps::parse(input, options);
    for backend in crate::common::backends() {
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
            assert_eq!(
                (&input[pair.name_range()], &input[pair.value_range()]),
                (pair.name_raw(), pair.value_raw()),
                "{what}"
            );
            assert_eq!(
                pair.value_range().start - pair.name_range().end,
                usize::from(field.has_equals),
                "{what}"
            );
            let start = pair.name_range().start;
            assert!(start == 0 || matches!(input[start - 1], b'&' | b';'), "{what}");
            assert_eq!(rest.count(), left, "{what}");
        }
        assert!(
            pairs.next().is_none() && pairs.next().is_none(),
            "{backend}, {options:?}: too many of {}",
            input.escape_ascii()
        );
        assert_eq!(pairs.size_hint(), (0, Some(0)));
        // Equal are those whose decoded names and values are.
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
        #[cfg(feature = "alloc")]
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
    #[cfg(feature = "alloc")]
    {
        check_bytes(pair.name_bytes(), &field.name, options, what);
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

#[cfg(feature = "alloc")]
#[track_caller]
fn check_bytes(got: Cow<'_, [u8]>, raw: &[u8], options: Options, what: &str) {
    assert_eq!(&*got, steps::decoded(raw, options), "{what}");
    assert_eq!(
        matches!(got, Cow::Borrowed(_)),
        &*got == raw,
        "{what}: borrowed exactly if nothing changes"
    );
}

#[cfg(feature = "alloc")]
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

/// Pairs of one spelling or another, under parsers that read `+` alike or not.
#[test]
fn equality_is_of_what_is_decoded() {
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

/// What the options change: `value_utf8` alone may fail.
#[cfg(feature = "alloc")]
#[test]
fn malformed_and_utf8() {
    use percent_simd::{Malformed, Utf8};
    for backend in crate::common::backends() {
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
        let mut name = String::from("é");
        parser.parse("%C3%A9+=1").next().unwrap().name_append(&mut name);
        assert_eq!(name, "éé ");
    }
}

/// What `serialize` takes, `form_urlencoded` takes, too; and its own tuples.
#[cfg(feature = "alloc")]
#[test]
fn serialize_takes_what_tuples_are_in() {
    use std::collections::{BTreeMap, HashMap};
    let owned = vec![(String::from("a b"), String::from("ü")), (String::new(), String::from("&"))];
    let expected = "a+b=%C3%BC&=%26";
    assert_eq!(form::serialize(&owned), expected);
    assert_eq!(form::serialize(owned.iter()), expected);
    assert_eq!(form::serialize(owned.clone()), expected);
    assert_eq!(form::serialize([("a b", "ü"), ("", "&")]), expected);
    assert_eq!(form::serialize(form::parse(expected).into_tuples()), expected);
    assert_eq!(
        form::serialize(&BTreeMap::from([("b", 'x'.to_string()), ("a", String::new())])),
        "a=&b=x"
    );
    assert_eq!(form::mailto::serialize(&owned), "a%20b=%C3%BC&=%26");
    assert_eq!(
        form::serialize_bytes(
            form::parse(expected).map(|pair| (pair.name_bytes(), pair.value_bytes()))
        ),
        expected
    );
    assert_eq!(form::serialize_bytes(&[(b"\xFF", vec![0])]), "%FF=%00");
    assert_eq!(form::serialize_bytes([("", ""); 0]), "");
    let map: HashMap<_, _> = form::parse("a=1&b=2&a=3").into_tuples().collect();
    assert_eq!((map.len(), &*map["a"], &*map["b"]), (2, "3", "2"));
}

type Pairs = &'static [(&'static str, &'static str)];

/// Inputs and what WHATWG's parser makes of them. The first ones are what Web Platform Tests ask of
/// URLSearchParams and of this parser.
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
    // Encoded separators are data, and so are others.
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
        #[cfg(feature = "alloc")]
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

/// A separator of each sort at each place around the bounds of blocks, alone, with neighbours, and
/// behind others.
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

/// More than a block without a separator, which a kernel passes over, at every phase.
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

/// No byte but `&`, `=` and perhaps `;` separates, whatever it has in common with them.
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
fn separators_alone_take_linear_time_and_no_stack() {
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

#[test]
fn isindex_is_a_nameless_first_part() {
    let cases: [(&[u8], Option<&[u8]>); 9] = [
        (b"two+words", Some(b"two+words")),
        (b"two+words&a=b", Some(b"two+words")),
        (b"two%3Dwords", Some(b"two%3Dwords")),
        (b"a=b", None),
        (b"a=b&two+words", None),
        (b"=", None),
        (b"", Some(b"")),
        (b"&a=b", Some(b"")),
        (b"a;b", Some(b"a;b")),
    ];
    for (input, expected) in cases {
        assert_eq!(steps::isindex(input), expected, "the oracle, of {}", input.escape_ascii());
        assert_eq!(form::isindex(input), expected, "{}", input.escape_ascii());
    }
    for len in 0..200 {
        let input = [vec![b'x'; len], b"&a=b".to_vec()].concat();
        assert_eq!(form::isindex(&input), Some(&input[..len]));
        let input = [vec![b'x'; len], b"=b&c".to_vec()].concat();
        assert_eq!(form::isindex(&input), None);
    }
}

// ---- Serializing. ----

#[cfg(feature = "alloc")]
fn serializer(options: Options, backend: Backend, target: &mut String) -> Serializer<'_> {
    Serializer::new(target)
        .semicolons(options.semicolons)
        .space_as_plus(!options.mailto)
        .on(backend)
}

/// Every backend writes what the oracle says, behind what is there, and it reads back as it was.
#[cfg(feature = "alloc")]
#[track_caller]
fn check_serialize(tuples: &[(Vec<u8>, Vec<u8>)], options: Options) {
    let expected = steps::serialize(tuples, options);
    for backend in crate::common::backends() {
        let mut url = String::from("/?&");
        let mut serializer = serializer(options, backend, &mut url);
        for (name, value) in tuples {
            serializer.append_pair_bytes(name, value);
        }
        assert_eq!(url.strip_prefix("/?&"), Some(&*expected), "{backend}, {options:?}");
        let back = parser(options, backend).parse(expected.as_bytes());
        let back: Vec<_> = back
            .map(|pair| (pair.name_bytes().into_owned(), pair.value_bytes().into_owned()))
            .collect();
        assert_eq!(back, tuples, "{backend}, {options:?}: {expected}");
    }
}

#[cfg(feature = "alloc")]
#[test]
fn vectors_of_the_serializer() {
    // What Web Platform Tests ask of URLSearchParams' stringification, and HTML of its forms.
    let vectors: [(Pairs, &str); 14] = [
        (&[], ""),
        (&[("a", "b c")], "a=b+c"),
        (&[("a b", "c")], "a+b=c"),
        (&[("a", "")], "a="),
        (&[("", "")], "="),
        (&[("", "b")], "=b"),
        (&[("", ""), ("", "")], "=&="),
        (&[("a", "b+c"), ("a+b", "c")], "a=b%2Bc&a%2Bb=c"),
        (&[("=", "a"), ("b", "=")], "%3D=a&b=%3D"),
        (&[("&", "a"), ("b", "&")], "%26=a&b=%26"),
        (&[("a", "*-._")], "a=*-._"),
        (&[("a", "b%c"), ("a%b", "c")], "a=b%25c&a%25b=c"),
        (&[("a", "b\0c"), ("a", "b\u{1F4A9}c")], "a=b%00c&a=b%F0%9F%92%A9c"),
        (&[("b", "%*"), ("b", "~'()!\r\n")], "b=%25*&b=%7E%27%28%29%21%0D%0A"),
    ];
    for (pairs, expected) in vectors {
        assert_eq!(steps::serialize(pairs, WHATWG), expected, "the oracle");
        assert_eq!(form::serialize(pairs.iter().copied()), expected);
        let tuples: Vec<_> = pairs
            .iter()
            .map(|(name, value)| (name.as_bytes().to_vec(), value.as_bytes().to_vec()))
            .collect();
        ALL_OPTIONS.into_iter().for_each(|options| check_serialize(&tuples, options));
    }
}

#[cfg(feature = "alloc")]
#[test]
fn every_byte_is_serialized() {
    for byte in 0..=255 {
        for options in ALL_OPTIONS {
            check_serialize(
                &[(vec![byte], vec![byte; 3]), (vec![b'a', byte], vec![byte; 40])],
                options,
            );
        }
    }
}

#[cfg(feature = "alloc")]
#[test]
fn a_serializer_appends() {
    let mut url = String::from("https://example.com/?");
    Serializer::new(&mut url)
        .append_pair("a", "1 + 1")
        .extend_pairs([("b", String::from("é"))])
        .append_name_only("two words")
        .append_pair_bytes(b"", b"\xFF")
        .extend_pairs(Vec::<(&str, &str)>::new());
    assert_eq!(url, "https://example.com/?a=1+%2B+1&b=%C3%A9&two+words&=%FF");
    let mut query = String::new();
    Serializer::new(&mut query).append_name_only("only").append_name_only("names");
    assert_eq!(query, "only&names");
}

#[cfg(feature = "alloc")]
#[test]
fn what_is_serialized_wastes_no_memory() {
    for count in [0, 1, 2, 10, 500] {
        let text = form::serialize((0..count).map(|index| (format!("name{index}"), "value é")));
        assert!(
            text.capacity() - text.len() <= text.len() / 8 + 64,
            "{} of {}",
            text.len(),
            text.capacity()
        );
    }
}

// ---- HTML around it. ----

#[cfg(feature = "alloc")]
#[track_caller]
fn check_newlines(text: &str) {
    let expected = steps::normalize_newlines(text);
    on_every_backend(|backend| {
        let got = form::normalize_newlines(text);
        assert_eq!(got, expected, "{backend}: {}", text.escape_debug());
        assert_eq!(
            matches!(got, Cow::Borrowed(_)),
            got == text,
            "{backend}: borrowed exactly if nothing changes"
        );
        assert_eq!(form::normalize_newlines(&got), got, "{backend}: once is enough");
        if let Cow::Owned(owned) = got {
            assert!(
                owned.capacity() - owned.len() <= owned.len() / 8 + 64,
                "{backend}: {} of {}",
                owned.len(),
                owned.capacity()
            );
        }
    });
}

#[cfg(feature = "alloc")]
#[test]
fn newlines_become_crlf() {
    let cases = [
        ("", ""),
        ("a", "a"),
        ("\r\n", "\r\n"),
        ("\n", "\r\n"),
        ("\r", "\r\n"),
        ("\n\r", "\r\n\r\n"),
        ("\r\r\n\n", "\r\n\r\n\r\n"),
        ("a\nb\rc\r\nd", "a\r\nb\r\nc\r\nd"),
        ("\r\n\r\na\n", "\r\n\r\na\r\n"),
        ("é\n☃", "é\r\n☃"),
        ("\u{85}\u{2028}\x0B\x0C", "\u{85}\u{2028}\x0B\x0C"),
    ];
    for (text, expected) in cases {
        assert_eq!(
            steps::normalize_newlines(text),
            expected,
            "the oracle, of {}",
            text.escape_debug()
        );
        check_newlines(text);
    }
    for count in [15, 16, 31, 63, 64, 65, 300] {
        for piece in [
            "\n",
            "\r",
            "\r\n",
            "\n\r",
            "line\n",
            "line\r\n",
            "\r\r\n",
            "a long line of some thirty bytes\r\n",
        ] {
            check_newlines(&piece.repeat(count));
            check_newlines(&format!("{}{piece}x", "a".repeat(count)));
        }
    }
}

#[cfg(feature = "alloc")]
#[test]
fn mailto_has_no_plus_for_space() {
    assert_eq!(form::mailto::serialize([("a+b", "c d"), ("e", "+")]), "a%2Bb=c%20d&e=%2B");
    let pairs: Vec<_> = form::mailto::parse(b"to=a+b@example.com&s=c%20d%2B")
        .map(|pair| (pair.name(), pair.value()))
        .collect();
    assert_eq!(pairs, [("to".into(), "a+b@example.com".into()), ("s".into(), "c d+".into())]);
    assert_eq!(scheme::Scheme::from_name("form-mailto"), Some(scheme::FORM_MAILTO));
    assert!(
        !scheme::FORM_MAILTO.space_is_plus() && scheme::FORM_MAILTO.set() == scheme::FORM.set()
    );
    let behind = scheme::SCHEMES.iter().position(|scheme| scheme.name() == "form").unwrap() + 1;
    assert_eq!(scheme::SCHEMES[behind], scheme::FORM_MAILTO);
}

#[cfg(feature = "alloc")]
#[test]
fn charset_fields() {
    let cases: [(&[u8], Option<&[u8]>); 11] = [
        (b"", None),
        (b"a=b", None),
        (b"_charset_", None),
        (b"_charset_=", None),
        (b"_charset_=utf-8", Some(b"utf-8")),
        (b"a=1&_charset_=utf-8", Some(b"utf-8")),
        (b"_charset_=&_charset_=nonsense&_charset_=big5&_charset_=utf-8", Some(b"big5")),
        (b"_charset_=windows%2D1252&_charset_=utf-8", Some(b"windows-1252")),
        (b"%5Fcharset_=gbk", Some(b"gbk")),
        (b"_CHARSET_=gbk&_charset=gbk&charset_=gbk", None),
        (b"_charset_=+gbk+", Some(b" gbk ")),
    ];
    let is_valid = |label: &[u8]| label != b"nonsense";
    for (input, expected) in cases {
        assert_eq!(
            steps::charset_field(input, is_valid).as_deref(),
            expected,
            "the oracle, of {}",
            input.escape_ascii()
        );
        on_every_backend(|backend| {
            assert_eq!(
                form::charset_field(input, is_valid).as_deref(),
                expected,
                "{backend}: {}",
                input.escape_ascii()
            )
        });
    }
    let mut asked = Vec::new();
    let none_is_valid = |label: &[u8]| {
        asked.push(label.to_vec());
        false
    };
    assert_eq!(form::charset_field(b"_charset_=a&b=c&_charset_=&_charset_=d", none_is_valid), None);
    assert_eq!(asked, [b"a", b"d"]);
}

// ---- Properties. ----

fn any_part() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        3 => proptest::sample::select(vec!["&", "=", ";", "+", "&&", "==", "=&", "%", "%4", "%26", "%3d", "%2B", "%3B", "%E9", "_charset_", "\r", "\n"])
            .prop_map(|text| text.into()),
        2 => "[a-z]{0,20}".prop_map(String::into_bytes),
        1 => "[a-zA-Z0-9+._-]{40,100}".prop_map(String::into_bytes),
        1 => any::<char>().prop_map(|character| character.to_string().into_bytes()),
        1 => any::<char>().prop_map(|character| character.to_string().bytes().map(|byte| format!("%{byte:02X}")).collect::<String>().into_bytes()),
        1 => proptest::collection::vec(any::<u8>(), 1..6),
    ]
}

fn any_form() -> impl Strategy<Value = Vec<u8>> {
    proptest::collection::vec(any_part(), 0..30).prop_map(|parts| parts.concat())
}

fn any_options() -> impl Strategy<Value = Options> {
    proptest::sample::select(&ALL_OPTIONS[..])
}

proptest! {
    #![proptest_config(crate::common::cases(200))]

    #[test]
    fn parsing_is_the_oracle_s(input in any_form(), options in any_options()) {
        check_parse(&input, options);
        prop_assert_eq!(form::isindex(&input), steps::isindex(&input));
    }

    #[cfg(feature = "alloc")]
    #[test]
    fn serializing_is_the_oracle_s(tuples in proptest::collection::vec((any_form(), any_form()), 0..6), options in any_options()) {
        check_serialize(&tuples, options);
    }

    #[cfg(feature = "alloc")]
    #[test]
    fn newlines_are_the_oracle_s(text in "[\r\naé]{0,80}") {
        check_newlines(&text);
    }

    #[cfg(feature = "alloc")]
    #[test]
    fn charset_fields_are_the_oracle_s(input in any_form()) {
        let is_valid = |label: &[u8]| label.len().is_multiple_of(2);
        let expected = steps::charset_field(&input, is_valid);
        on_every_backend(|_| assert_eq!(form::charset_field(&input, is_valid).as_deref(), expected.as_deref()));
    }

    /// The crate `form_urlencoded` has WHATWG's semantics: any input gives the same.
    #[cfg(all(feature = "alloc", not(target_family = "wasm")))]
    #[test]
    fn form_urlencoded_is_alike(input in any_form()) {
        let theirs: Vec<_> = form_urlencoded::parse(&input).into_owned().collect();
        for backend in crate::common::backends() {
            let ours = Parser::new().on(backend).parse(&input).map(|pair| (pair.name().into_owned(), pair.value().into_owned()));
            prop_assert_eq!(ours.collect::<Vec<_>>(), &theirs[..], "{}", backend);
        }
        let written = form_urlencoded::Serializer::new(String::new()).extend_pairs(&theirs).finish();
        prop_assert_eq!(form::serialize(theirs), written);
    }
}
