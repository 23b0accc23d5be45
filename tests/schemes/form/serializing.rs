//! Serializing.

use oracle::form::{self as steps, Options};
use percent_simd::Backend;
use percent_simd::form::{self, Serializer};

use super::{ALL_OPTIONS, Pairs, WHATWG, parser};

/// The arguments of `serialize`: the containers that `form_urlencoded` takes, and the crate's own
/// tuples.
#[test]
fn serialize_takes_any_container_of_tuples() {
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
    let map: HashMap<_, _> = form::parse("a=1&b=2&a=3").into_tuples().collect();
    assert_eq!((map.len(), &*map["a"], &*map["b"]), (2, "3", "2"));
}

fn serializer(options: Options, backend: Backend, target: &mut String) -> Serializer<&mut String> {
    Serializer::new(target)
        .semicolons(options.semicolons)
        .space_as_plus(!options.mailto)
        .on(backend)
}

/// Every backend appends the oracle's text, and parsing restores the pairs.
#[track_caller]
pub(super) fn check_serialize(tuples: &[(Vec<u8>, Vec<u8>)], options: Options) {
    let expected = steps::serialize(tuples, options);
    for backend in support::backends() {
        let mut url = String::from("/?&");
        let mut serializer = serializer(options, backend, &mut url);
        for (name, value) in tuples {
            serializer.append_pair_bytes(name, value);
        }
        assert_eq!(url.strip_prefix("/?&"), Some(&*expected), "{backend}, {options:?}");
        let back = parser(options, backend).parse(expected.as_bytes());
        let name =
            |pair: form::Pair<'_>| pair.decoder().decode_lenient(pair.name_raw()).into_owned();
        let back: Vec<_> = back.map(|pair| (name(pair), pair.value_bytes().into_owned())).collect();
        assert_eq!(back, tuples, "{backend}, {options:?}: {expected}");
    }
}

#[test]
fn vectors_of_the_serializer() {
    // Web Platform Tests of URLSearchParams' stringification, and HTML's of forms.
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

#[test]
fn serialized_text_wastes_no_memory() {
    for count in [0, 1, 2, 10, 500] {
        let text = form::serialize((0..count).map(|index| (format!("name{index}"), "value é")));
        assert!(support::is_tight(text.capacity(), text.len()), "{count}: {}", text.capacity());
    }
}
