//! Forms as types: sequences, borrowing, errors that name the field.

mod errors;
mod flatten;
mod levels;
mod nested;
mod options;

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use percent_simd::form;
use proptest::prelude::*;
use serde::de::{IgnoredAny, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use support::on_every_backend;

fn read<'de, T: Deserialize<'de>>(input: &'de str) -> T {
    form::from_str(input).unwrap_or_else(|error| panic!("{input}: {error}"))
}

/// The named field, and the message.
fn refused<'de, T: Deserialize<'de>>(input: &'de str) -> (Option<String>, String) {
    let error = form::from_str::<T>(input).err().expect("it is refused");
    (error.field().map(str::to_owned), error.to_string())
}

fn write(value: impl Serialize) -> String {
    form::to_string(value).unwrap()
}

fn unwritable(value: impl Serialize) -> (Option<String>, String) {
    let error = form::to_string(value).unwrap_err();
    (error.field().map(str::to_owned), error.to_string())
}

fn named(field: &str, message: &str) -> (Option<String>, String) {
    (Some(field.to_owned()), message.to_owned())
}

fn unnamed(message: &str) -> (Option<String>, String) {
    (None, message.to_owned())
}

#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq)]
enum Colour {
    Red,
    #[serde(rename = "deep blue")]
    Blue,
    Mixed(u8),
}

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
struct Newtype<T>(T);

/// Bytes, read like the types that ask serde for bytes.
#[derive(Debug, PartialEq)]
struct Bytes<'a>(Cow<'a, [u8]>);

impl<'de> Deserialize<'de> for Bytes<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visit;
        impl<'de> Visitor<'de> for Visit {
            type Value = Bytes<'de>;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("bytes")
            }

            fn visit_borrowed_bytes<E>(self, bytes: &'de [u8]) -> Result<Bytes<'de>, E> {
                Ok(Bytes(Cow::Borrowed(bytes)))
            }

            fn visit_byte_buf<E>(self, bytes: Vec<u8>) -> Result<Bytes<'de>, E> {
                Ok(Bytes(Cow::Owned(bytes)))
            }
        }
        deserializer.deserialize_bytes(Visit)
    }
}

impl Serialize for Bytes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

/// WHATWG URL 5.1 and 5.2: `+` is SP, escapes are bytes, bytes are UTF-8, and ill-formed sequences
/// become U+FFFD.
#[test]
fn text_is_decoded_and_encoded_as_the_standard_says() {
    on_every_backend(|_| {
        let text = "caf\u{e9} & \u{2603} = 100% + \n".repeat(9);
        let encoded = "caf%C3%A9+%26+%E2%98%83+%3D+100%25+%2B+%0A".repeat(9);
        let input = format!("&&t%65xt={encoded}&&other");
        assert_eq!(
            read::<BTreeMap<String, String>>(&input),
            BTreeMap::from([("text".into(), text.clone()), ("other".into(), String::new())])
        );
        assert_eq!(write([("text", &*text), ("*-._~", "")]), format!("text={encoded}&*-._%7E="));
        assert_eq!(
            form::from_bytes::<Vec<(String, String)>>(b"\xFF=%E2%98&%zz=%").unwrap(),
            [("\u{FFFD}".to_owned(), "\u{FFFD}".to_owned()), ("%zz".to_owned(), "%".to_owned()),]
        );
    });
}

#[test]
fn sequences_take_all_values_of_a_name() {
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Form<'a> {
        #[serde(rename = "id[]")]
        id: Vec<u16>,
        name: String,
        #[serde(borrow, default)]
        tags: Vec<Cow<'a, str>>,
        colours: Option<Vec<Option<Colour>>>,
        point: (i8, f32),
        corner: Newtype<[u8; 3]>,
    }
    on_every_backend(|_| {
        let input = "id%5B%5D=1&corner=1&point=-1&id[]=2&corner=2&name=x&tags=a+b&colours=Red&id%5b]=3&point=.5&corner=3&tags=c&colours=deep+blue&other=&other=";
        let form: Form<'_> = read(input);
        assert_eq!(
            form,
            Form {
                id: vec![1, 2, 3],
                name: "x".into(),
                tags: vec!["a b".into(), "c".into()],
                colours: Some(vec![Some(Colour::Red), Some(Colour::Blue)]),
                point: (-1, 0.5),
                corner: Newtype([1, 2, 3]),
            }
        );
        let written = "id%5B%5D=1&id%5B%5D=2&id%5B%5D=3&name=x&tags=a+b&tags=c&colours=Red&colours=deep+blue&point=-1&point=0.5&corner=1&corner=2&corner=3";
        assert_eq!(write(&form), written);
        assert_eq!(read::<Form<'_>>(written), form);
    });
}

#[test]
fn sequences_in_maps_and_pairs() {
    let lists = BTreeMap::from([("a".to_owned(), vec![1, 3]), ("b".to_owned(), vec![2])]);
    assert_eq!(read::<BTreeMap<String, Vec<u8>>>("a=1&b=2&%61=3"), lists);
    assert_eq!(write(&lists), "a=1&a=3&b=2");
    // Groups come in the order of each name's first pair.
    assert_eq!(
        read::<Vec<(&str, Vec<u8>)>>("b=1&a=2&b=3&c=4&a=5"),
        [("b", vec![1, 3]), ("a", vec![2, 5]), ("c", vec![4])]
    );
    assert_eq!(write([("b", vec![1, 3]), ("none", vec![]), ("a", vec![2])]), "b=1&b=3&a=2");
    assert_eq!(write([("a", [Some(1), None, Some(2)])]), "a=1&a=2");
    assert_eq!(read::<HashMap<String, Vec<u8>>>(""), HashMap::new());
}

#[test]
fn names_are_the_same_if_their_text_is() {
    assert_eq!(
        form::from_bytes::<Vec<(String, Vec<u8>)>>(b"%FF=1&\xFE=2&%EF%BF%BD=3").unwrap(),
        [("\u{FFFD}".to_owned(), vec![1, 2, 3])]
    );
}

#[test]
fn a_lone_value_of_a_repeated_name() {
    #[derive(Deserialize, Debug)]
    #[allow(dead_code)]
    struct One {
        a: u8,
        #[serde(default)]
        list: Vec<u8>,
    }
    assert_eq!(refused::<One>("a=1&a=2"), named("a", "duplicate field \"a\""));
    assert_eq!(refused::<One>("list=1&a=1&list=2&b=2&a=3"), named("a", "duplicate field \"a\""));
    assert_eq!(read::<HashMap<&str, u8>>("a=1&a=2"), HashMap::from([("a", 2)]));
}

#[test]
fn many_names_and_many_values() {
    const COUNT: u32 = 100_000;
    #[derive(Deserialize)]
    struct Lists {
        a: Vec<u32>,
        b: Vec<u32>,
    }
    let two: String = (0..COUNT)
        .map(|index| format!("{}={index}&", if index % 2 == 0 { "a" } else { "%62" }))
        .collect();
    let lists: Lists = read(&two);
    assert!(lists.a.into_iter().eq((0..COUNT).step_by(2)));
    assert!(lists.b.into_iter().eq((1..COUNT).step_by(2)));
    let different: String = (0..COUNT).map(|index| format!("name{index}={index}&")).collect();
    let map: HashMap<String, Vec<u32>> = read(&different);
    assert!((0..COUNT).all(|index| map[&format!("name{index}")] == [index]));
}

#[test]
fn plain_text_is_borrowed() {
    #[derive(Deserialize)]
    struct Borrowed<'a> {
        text: &'a str,
        bytes: &'a [u8],
        #[serde(borrow)]
        plain: Cow<'a, str>,
        #[serde(borrow)]
        escaped: Cow<'a, str>,
    }
    on_every_backend(|_| {
        let long = "x".repeat(200);
        let input = format!("text={long}&bytes={long}&plain={long}&escaped={long}%20");
        let form: Borrowed<'_> = read(&input);
        let is_within = |bytes: &[u8]| input.as_bytes().as_ptr_range().contains(&bytes.as_ptr());
        assert!(form.text == long && is_within(form.text.as_bytes()));
        assert!(form.bytes == long.as_bytes() && is_within(form.bytes));
        assert!(
            form.plain == long
                && matches!(form.plain, Cow::Borrowed(plain) if is_within(plain.as_bytes()))
        );
        assert!(form.escaped == format!("{long} ") && matches!(form.escaped, Cow::Owned(_)));
    });
    // Names and sequences borrow, too. Text that needs decoding cannot be a `&str`.
    assert_eq!(read::<Vec<(&str, &str)>>("name=value"), [("name", "value")]);
    assert_eq!(read::<HashMap<&str, Vec<&str>>>("a=1&a=2"), HashMap::from([("a", vec!["1", "2"])]));
    let (field, message) = refused::<HashMap<String, &str>>("a=%20");
    assert_eq!(field.as_deref(), Some("a"));
    assert!(message.ends_with("expected a borrowed string"), "{message}");
}

#[test]
fn bytes_need_not_be_text() {
    on_every_backend(|_| {
        let pairs: Vec<(Bytes<'_>, Bytes<'_>)> = form::from_bytes(b"\xFFa=%FE+%zz&b=c").unwrap();
        let expected: [(&[u8], &[u8]); 2] = [(b"\xFFa", b"\xFE %zz"), (b"b", b"c")];
        assert!(pairs.iter().map(|(name, value)| (&*name.0, &*value.0)).eq(expected));
        assert!(matches!((&pairs[0].0.0, &pairs[0].1.0), (Cow::Borrowed(_), Cow::Owned(_))));
        assert_eq!(write(pairs), "%FFa=%FE+%25zz&b=c");
    });
}

#[test]
fn scalars() {
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Scalars {
        yes: bool,
        least: i128,
        most: u128,
        long: (i64, u64),
        half: f64,
        letter: char,
        colour: Colour,
        wrapped: Newtype<Option<Newtype<i8>>>,
        absent: Option<u8>,
    }
    let scalars = Scalars {
        yes: true,
        least: i128::MIN,
        most: u128::MAX,
        long: (i64::MIN, u64::MAX),
        half: -0.5,
        letter: '\u{2603}',
        colour: Colour::Blue,
        wrapped: Newtype(Some(Newtype(-7))),
        absent: None,
    };
    let text = "yes=true&least=-170141183460469231731687303715884105728&most=340282366920938463463374607431768211455\
                &long=-9223372036854775808&long=18446744073709551615&half=-0.5&letter=%E2%98%83&colour=deep+blue&wrapped=-7";
    assert_eq!(write(&scalars), text);
    assert_eq!(read::<Scalars>(text), scalars);
    assert_eq!(read::<HashMap<u8, char>>("1=a&%32=+"), HashMap::from([(1, 'a'), (2, ' ')]));
    assert_eq!(write([(1.0, 'a'), (2.5, ' ')]), "1.0=a&2.5=+");
}

#[test]
fn the_whole_form() {
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Nothing;
    for input in ["", "&", "&&"] {
        read::<()>(input);
        assert_eq!(read::<Nothing>(input), Nothing);
        assert_eq!(read::<Vec<(String, String)>>(input), []);
    }
    read::<IgnoredAny>("a=1&a=2&b");
    assert_eq!(refused::<()>("a=1"), named("a", "field \"a\": no field was expected"));
    assert_eq!(read::<[(&str, u8); 2]>("a=1&b=2"), [("a", 1), ("b", 2)]);
    assert_eq!(refused::<[(&str, u8); 2]>("a=1&b=2&c=3"), unnamed("more than 2 pairs"));
    assert!(form::from_str::<[(&str, u8); 2]>("a=1").is_err());
    assert_eq!(read::<Newtype<Vec<Newtype<(&str, u8)>>>>("a=1"), Newtype(vec![Newtype(("a", 1))]));
    assert_eq!(write(Newtype(Some(vec![Some(("a", 1)), None]))), "a=1");
    assert_eq!(
        (write(()), write(Nothing), write(None::<u8>)),
        (String::new(), String::new(), String::new())
    );
}

#[test]
#[cfg(feature = "std")]
fn to_writer_writes_all_or_nothing() {
    let mut written = b"before: ".to_vec();
    form::to_writer(&mut written, [("a", "b c"), ("d", "")]).unwrap();
    assert_eq!(written, b"before: a=b+c&d=");
    let error = form::to_writer(&mut written, (("a", 1), ("b", ()))).unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::InvalidData);
    let inner = error.get_ref().unwrap().downcast_ref::<form::SerdeError>().unwrap();
    assert_eq!(inner.field(), Some("b"));
    assert_eq!(written, b"before: a=b+c&d=");
    assert_eq!(
        form::to_writer(&mut [0; 2][..], [("a", "b c")]).unwrap_err().kind(),
        std::io::ErrorKind::WriteZero
    );
}

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
struct Anything {
    text: String,
    #[serde(rename = "\u{e9} &=+%")]
    option: Option<String>,
    #[serde(default)]
    texts: Vec<String>,
    #[serde(default)]
    numbers: Vec<i64>,
    number: f64,
    single: f32,
    letters: (char, char),
    flag: bool,
}

fn anything() -> impl Strategy<Value = Anything> {
    let text = || proptest::collection::vec(any::<char>(), 0..40).prop_map(String::from_iter);
    let texts = proptest::collection::vec(text(), 0..5);
    let numbers = proptest::collection::vec(any::<i64>(), 0..5);
    (
        text(),
        proptest::option::of(text()),
        texts,
        numbers,
        any::<f64>(),
        any::<f32>(),
        any::<(char, char)>(),
        any::<bool>(),
    )
        .prop_map(|(text, option, texts, numbers, number, single, letters, flag)| Anything {
            text,
            option,
            texts,
            numbers,
            number,
            single,
            letters,
            flag,
        })
}

proptest! {
    #![proptest_config(support::cases(200))]

    #[test]
    fn written_forms_are_read_back(value in anything()) {
        on_every_backend(|_| {
            let written = write(&value);
            assert_eq!(read::<Anything>(&written), value.clone(), "{written}");
        });
    }

    /// Grouping, against a loop over all pairs for each name.
    #[test]
    fn groups_agree_with_a_naive_walk(pairs in proptest::collection::vec((0u8..6, any::<u16>()), 0..40)) {
        let input: Vec<String> = pairs.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let mut expected: Vec<(u8, Vec<u16>)> = Vec::new();
        for &(name, _) in &pairs {
            if !expected.iter().any(|(known, _)| *known == name) {
                expected.push((name, pairs.iter().filter(|pair| pair.0 == name).map(|pair| pair.1).collect()));
            }
        }
        assert_eq!(read::<Vec<(u8, Vec<u16>)>>(&input.join("&")), expected);
    }

    #[test]
    fn nothing_panics(input in proptest::collection::vec(proptest::sample::select(&b"a&=+%4;[]1\xC3\xA9"[..]), 0..100)) {
        let _ = form::from_bytes::<Anything>(&input);
        let _ = form::from_bytes::<HashMap<u8, Vec<u8>>>(&input);
        form::from_bytes::<Vec<(String, Vec<String>)>>(&input).unwrap();
    }
}

/// After an error the output is unchanged, and no `&` precedes the first pair.
#[test]
fn appending() {
    let mut url = String::from("/?x=1&");
    form::append_to(&[("a", Some("b c")), ("d", None)], &mut url).unwrap();
    assert_eq!(url, "/?x=1&a=b+c");
    form::append_to(&BTreeMap::from([("&", 1)]), &mut url).unwrap();
    assert_eq!(url, "/?x=1&a=b+c%26=1");
    let before = url.clone();
    let error = form::append_to(
        &[("good", vec![1]), ("bad", vec![2])].map(|(name, value)| (name, (value, ()))),
        &mut url,
    )
    .unwrap_err();
    assert_eq!((error.field(), &url), (Some("good"), &before));
    let nested = BTreeMap::from([("a", vec![vec![1]]), ("b", vec![])]);
    assert!(form::append_to(&(("ok", 1), ("nested", nested)), &mut url).is_err());
    assert_eq!(url, before);
}
