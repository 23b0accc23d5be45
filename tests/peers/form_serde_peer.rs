//! `serde_urlencoded`: both crates read and write forms alike.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Debug;

use percent_simd::form;
use proptest::prelude::*;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Colour {
    Red,
    #[serde(rename = "deep blue", alias = "navy")]
    Blue,
    Mixed(u8),
    Named {
        name: u8,
    },
}

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Newtype<T>(T);

#[derive(Serialize, Deserialize, Debug, PartialEq)]
struct Unit;

#[derive(Serialize, Deserialize, Debug, PartialEq)]
struct TwoOf<T>(T, T);

#[derive(Serialize, Deserialize, Debug, PartialEq)]
struct Scalars {
    a: Option<u8>,
    b: Option<i64>,
    c: Option<bool>,
    d: Option<char>,
    e: Option<f64>,
    f: Option<Colour>,
    #[serde(default)]
    g: String,
    #[serde(rename = "h h", alias = "h", default)]
    h: Newtype<Option<String>>,
}

impl Default for Newtype<Option<String>> {
    fn default() -> Self {
        Self(None)
    }
}

#[derive(Serialize, Deserialize, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
struct Strict {
    a: u8,
    b: Newtype<String>,
}

#[derive(Serialize, Deserialize, Debug, PartialEq)]
struct Borrowing<'a> {
    a: &'a str,
    #[serde(borrow)]
    b: Cow<'a, str>,
    c: Option<&'a str>,
    d: Option<&'a [u8]>,
}

#[derive(Serialize, Deserialize, Debug, PartialEq)]
struct Flattened {
    a: String,
    #[serde(flatten)]
    strings: Inner,
    #[serde(flatten)]
    others: BTreeMap<String, String>,
}

#[derive(Serialize, Deserialize, Debug, PartialEq)]
struct Inner {
    b: Option<String>,
    c: Option<Colour>,
}

#[derive(Serialize, Deserialize, Debug, PartialEq)]
#[serde(tag = "a")]
enum Tagged {
    One { b: String },
    Two { c: String },
    Three,
}

#[derive(Serialize, Deserialize, Debug, PartialEq)]
#[serde(untagged)]
enum Untagged {
    One { a: String, b: String },
    Other(BTreeMap<String, String>),
}

/// Asserts that the two agree: on the value, or on an error.
#[track_caller]
fn read_alike<'de, T: Deserialize<'de> + Debug>(input: &'de [u8]) {
    let theirs = serde_urlencoded::from_bytes::<T>(input);
    let ours = form::from_bytes::<T>(input);
    let same = match (&ours, &theirs) {
        (Ok(ours), Ok(theirs)) => format!("{ours:?}") == format!("{theirs:?}"), /* `==` would fail for NaN */
        (Err(_), Err(_)) => true,
        _ => false,
    };
    let what = std::any::type_name::<T>();
    assert!(same, "{what} from {}:\nours   {ours:?}\ntheirs {theirs:?}", input.escape_ascii());
}

/// Asserts that every value that they read, we read alike; we may read more.
#[track_caller]
fn read_no_less<'de, T: Deserialize<'de> + Debug>(input: &'de [u8]) {
    if serde_urlencoded::from_bytes::<T>(input).is_ok() {
        read_alike::<T>(input);
    }
}

fn all_types_read_alike(input: &[u8]) {
    read_alike::<Strict>(input);
    read_alike::<Flattened>(input);
    read_alike::<Tagged>(input);
    read_alike::<Untagged>(input);
    if input.is_ascii() && !input.contains(&b'%') {
        read_alike::<Borrowing<'_>>(input); // they read ill-formed UTF-8 as U+FFFD
    }
    read_alike::<BTreeMap<String, String>>(input);
    read_alike::<BTreeMap<char, Newtype<u8>>>(input);
    read_alike::<BTreeMap<Colour, bool>>(input);
    read_alike::<BTreeMap<Newtype<i16>, char>>(input);
    read_alike::<BTreeMap<&str, &str>>(input);
    read_alike::<BTreeMap<String, ()>>(input);
    read_alike::<BTreeMap<String, Unit>>(input);
    read_alike::<BTreeMap<String, BTreeMap<String, String>>>(input);
    read_alike::<Vec<(String, String)>>(input);
    read_alike::<Vec<(String, f32)>>(input);
    read_alike::<Vec<(String, f64)>>(input);
    read_alike::<Vec<(u8, u16)>>(input);
    read_alike::<Vec<(u32, i8)>>(input);
    read_alike::<Vec<(i32, u64)>>(input);
    read_alike::<Vec<(bool, Colour)>>(input);
    read_alike::<Vec<[String; 2]>>(input);
    read_alike::<Vec<Vec<String>>>(input);
    read_alike::<Vec<TwoOf<String>>>(input);
    read_alike::<Vec<Strict>>(input);
    read_alike::<Vec<(String, String, String)>>(input);
    read_alike::<Vec<(String,)>>(input);
    read_alike::<Vec<String>>(input);
    read_alike::<Vec<()>>(input);
    read_alike::<()>(input);
    read_alike::<String>(input);
    read_alike::<u8>(input);
    read_alike::<Colour>(input);
    read_alike::<Option<BTreeMap<String, String>>>(input);
    read_alike::<TwoOf<(String, String)>>(input);
    assert_eq!(
        form::from_bytes::<IgnoredAny>(input).is_ok(),
        serde_urlencoded::from_bytes::<IgnoredAny>(input).is_ok()
    );
    // An optional number with an empty value is `None` here, and an error there.
    read_no_less::<Scalars>(input);
    read_no_less::<BTreeMap<Cow<'_, str>, Option<u64>>>(input);
    read_no_less::<Unit>(input);
    read_no_less::<Newtype<BTreeMap<String, String>>>(input);
    read_no_less::<((String, String), (String, String))>(input);
    read_no_less::<Vec<Newtype<(String, String)>>>(input);
    read_no_less::<BTreeMap<String, Vec<String>>>(input);
    read_no_less::<BTreeMap<String, u128>>(input);
}

#[test]
fn reading() {
    for input in [
        "",
        "&",
        "&&",
        "=",
        "a",
        "a=",
        "=a",
        "a=1",
        "a=1&a=2",
        "a=1&b=x",
        "b=x&a=1",
        "a=1&b=x&c=3",
        "a=256",
        "a=-1",
        "a=+1",
        "a=%2B1",
        "a= 1",
        "a=1.0",
        "c=true",
        "c=True",
        "c=1",
        "d=%E2%98%83",
        "d=+",
        "d=",
        "d=ab",
        "e=1",
        "e=inf",
        "e=NaN",
        "e=-1e-7",
        "e=.5",
        "e=1e400",
        "e=0x1",
        "f=Red",
        "f=red",
        "f=deep+blue",
        "f=navy",
        "f=Mixed",
        "f=Named",
        "g=a%20b+c",
        "h=1",
        "h+h=1",
        "h=1&h+h=2",
        "zzz=1&b=2",
        "a=1&b=%FF",
        "a=%FF&b=\u{e9}",
        "a=x&b=y&c=z",
        "a=x&b=y&c=Red&z=1&y=2&z=3",
        "a=One&b=1",
        "b=1&a=One",
        "a=Two",
        "a=Two&c=",
        "a=Three",
        "a=Three&x=1",
        "Red=true&deep+blue=false",
        "1=a&2=b",
        "true=Red&false=navy",
        "a=%zz&b=%",
        "a==&b==&",
        "?a=1&b=2",
        "a=1;b=2",
        "%61=1&%62=x",
        "a=18446744073709551616",
        "a=1&b=x&b=y",
    ] {
        all_types_read_alike(input.as_bytes());
    }
    all_types_read_alike(b"\xFF=\xFE&a=\xE2%98%83");
}

/// Asserts that the two write the same text, or both fail.
#[track_caller]
fn written_alike<T: Serialize + Debug>(value: &T) {
    let (ours, theirs) = (form::to_string(value), serde_urlencoded::to_string(value));
    assert!(
        ours.as_ref().ok() == theirs.as_ref().ok(),
        "{value:?}:\nours   {ours:?}\ntheirs {theirs:?}"
    );
}

#[test]
fn writing() {
    let scalars = Scalars {
        a: Some(1),
        b: None,
        c: Some(true),
        d: Some('&'),
        e: Some(1e300),
        f: Some(Colour::Blue),
        g: "a b".into(),
        h: Newtype(Some("é".into())),
    };
    written_alike(&scalars);
    written_alike(&Some(&scalars));
    written_alike(&Newtype(&scalars));
    written_alike(&Scalars {
        a: None,
        b: Some(i64::MIN),
        c: None,
        d: None,
        e: None,
        f: None,
        g: String::new(),
        h: Newtype(None),
    });
    written_alike(&Borrowing { a: "1", b: "2".into(), c: None, d: None });
    written_alike(&Flattened {
        a: "1".into(),
        strings: Inner { b: None, c: Some(Colour::Red) },
        others: BTreeMap::from([("x y".into(), "z".into())]),
    });
    for tagged in [Tagged::One { b: "1".into() }, Tagged::Two { c: "2".into() }, Tagged::Three] {
        written_alike(&tagged);
    }
    written_alike(&Untagged::Other(BTreeMap::from([("a".into(), "b".into())])));
    written_alike(&BTreeMap::from([(1, Some('a')), (2, None), (-3, Some('\u{10FFFF}'))]));
    written_alike(&BTreeMap::from([(Colour::Blue, Unit), (Colour::Red, Unit)]));
    written_alike(&BTreeMap::from([(Newtype(true), u128::MAX)]));
    written_alike(&BTreeMap::from([((), 1)]));
    written_alike(&BTreeMap::from([(Some(1), 1)]));
    written_alike(&BTreeMap::from([(None::<u8>, 1)]));
    written_alike(&BTreeMap::from([([1], 1)]));
    written_alike(&vec![("a", 1), ("a", 2)]);
    written_alike(&[Some(("a", i128::MIN)), None]);
    written_alike(&(("a", 1), ("b", 'c'), (true, 0.5), (Unit, Unit)));
    written_alike(&[("a", ())]);
    written_alike(&[("a", Colour::Mixed(1))]);
    written_alike(&[("a", Colour::Named { name: 1 })]);
    written_alike(&[("a", BTreeMap::from([(1, 1)]))]);
    written_alike(&[("a", Some(Some(1)))]);
    written_alike(&[((), 1)]);
    written_alike(&[(Unit, 1)]);
    written_alike(&[()]);
    written_alike(&[Unit]);
    written_alike(&[1]);
    written_alike(&["a"]);
    written_alike(&[("a",)]);
    written_alike(&[("a", 1, 2)]);
    written_alike(&[vec!["a", "b"]]);
    written_alike(&[["a", "b"]]);
    written_alike(&[TwoOf("a", "b")]);
    written_alike(&TwoOf(("a", 1), ("b", 2)));
    written_alike(&[Newtype(("a", 1))]);
    written_alike(&[BTreeMap::from([("a", 1)])]);
    written_alike(&());
    written_alike(&Unit);
    written_alike(&None::<u8>);
    written_alike(&Some(1));
    written_alike(&"a=b");
    written_alike(&'c');
    written_alike(&1u8);
    written_alike(&1u128);
    written_alike(&1.5);
    written_alike(&true);
    written_alike(&Colour::Red);
    written_alike(&Colour::Mixed(1));
    written_alike(&Colour::Named { name: 1 });
}

/// The floats at which the notation changes, and one float beside it on each side.
#[test]
fn floats_around_every_power_of_ten() {
    for exponent in -340..320 {
        let double: f64 = format!("1e{exponent}").parse().unwrap();
        let single: f32 = format!("1e{exponent}").parse().unwrap();
        for number in
            [double, double.next_down(), double.next_up(), -double, double * 3.0, double / 7.0]
        {
            written_alike(&[("f", number)]);
        }
        for number in
            [single, single.next_down(), single.next_up(), -single, single * 3.0, single / 7.0]
        {
            written_alike(&[("f", number)]);
        }
    }
    for number in [
        f64::NAN,
        -f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        0.0,
        -0.0,
        f64::MAX,
        f64::MIN_POSITIVE,
    ] {
        written_alike(&[(number, number as f32)]); // numbers as names, too
    }
}

proptest! {
    #![proptest_config(support::cases(500))]

    #[test]
    fn reading_alike(input in proptest::collection::vec(proptest::sample::select(&b"abcdefgh&&&===+%%2601.-e\xC3\xA9"[..]), 0..60)) {
        all_types_read_alike(&input);
    }

    #[test]
    fn near_misses_are_read_alike(
        pairs in proptest::collection::vec(
            (
                proptest::sample::select(&["a", "b", "c", "d", "e", "f", "g", "h", "h+h", "%61", "x", "1", "Red", "true", ""][..]),
                proptest::sample::select(&["1", "-2", "true", "Red", "navy", "x", "%78", "1e5", "a+b", "One", "Three", "%FF", "300", ""][..]),
            ),
            0..6,
        ),
    ) {
        let pairs: Vec<String> = pairs.into_iter().map(|(name, value)| format!("{name}={value}")).collect();
        all_types_read_alike(pairs.join("&").as_bytes());
    }

    #[test]
    fn writing_alike(text: String, name: String, bits: u64, number: i128, letter: char) {
        written_alike(&[(&name, &text), (&text, &name)]);
        written_alike(&BTreeMap::from([(&*name, Some(letter)), ("none", None)]));
        written_alike(&((f64::from_bits(bits), f32::from_bits(bits as u32)), (letter, number)));
        written_alike(&((bits, bits as i64), (bits as u32, bits as i32), (bits as u16, bits as i16), (bits as u8, bits as i8)));
    }
}
