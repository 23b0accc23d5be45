//! The parser's options in typed reading.

use super::*;

/// The parser's options reach typed reading; an error names the field.
#[test]
fn the_options_of_the_parser() {
    use percent_simd::form::Parser;
    use percent_simd::{Malformed, Utf8};

    #[derive(Deserialize, Debug, PartialEq, Default)]
    #[serde(default)]
    struct Values {
        text: String,
        number: Option<u32>,
        list: Vec<Option<u8>>,
        flag: Option<String>,
    }
    on_every_backend(|_| {
        let read = |parser: Parser, input: &str| {
            parser
                .from_bytes::<Values>(input)
                .map_err(|error| (error.field().map(str::to_owned), error.to_string()))
        };
        let text = |text: &str| Ok(Values { text: text.into(), ..Values::default() });
        let whatwg = Parser::new();
        assert_eq!(read(whatwg, "text=50%+%E9"), text("50% \u{FFFD}"));
        assert_eq!(read(whatwg.utf8(Utf8::KeepEscaped), "text=50%+%E9"), text("50% %E9"));
        assert_eq!(read(whatwg.utf8(Utf8::Lossy), "text=50%+%E9"), text("50% \u{FFFD}"));
        assert_eq!(read(whatwg.plus_as_space(false), "text=1+1"), text("1+1"));
        assert_eq!(read(whatwg.semicolons(true), "text=1;other=2"), text("1"));
        let message = "field \"text\": not UTF-8 at byte 4: the decoded bytes that begin there are ill-formed";
        assert_eq!(read(whatwg.utf8(Utf8::Strict), "text=50%+%E9"), Err(named("text", message)));
        let strict = whatwg.malformed(Malformed::Error);
        let message =
            "field \"text\": malformed triplet at byte 2: `%` is not followed by two hex digits";
        assert_eq!(read(strict, "text=50%+%E9"), Err(named("text", message)));
        assert_eq!(read(strict, "text=50%25+%E9"), text("50% \u{FFFD}"));
        // Names are decoded, too.
        let message =
            "field \"te%xt\": malformed triplet at byte 2: `%` is not followed by two hex digits";
        assert_eq!(read(strict, "te%xt=1"), Err(named("te%xt", message)));

        let empty = whatwg.empty_as_none(true);
        assert_eq!(read(whatwg, "number=").unwrap(), Values::default());
        assert_eq!(read(whatwg, "flag").unwrap().flag.as_deref(), Some(""));
        assert_eq!(read(empty, "number=&flag&text="), Ok(Values::default()));
        assert_eq!(
            read(empty, "number=7&list=1&list=&list=3").unwrap(),
            Values { number: Some(7), list: vec![Some(1), None, Some(3)], ..Values::default() }
        );
        // A space is not an empty value.
        assert_eq!(read(empty, "flag=+").unwrap().flag.as_deref(), Some(" "));
    });
    let bytes: Vec<(&[u8], String)> = Parser::new().from_bytes(b"a=\xFF").unwrap();
    assert_eq!(bytes, [(&b"a"[..], String::from("\u{FFFD}"))]);
}

/// An option is `None` if the value is empty and its content type does not read empty text.
#[test]
fn empty_values_of_options() {
    #[derive(serde::Deserialize, Debug, PartialEq, Clone, Copy)]
    enum Color {
        Red,
    }
    #[derive(serde::Deserialize, Debug, PartialEq)]
    struct Id(u8);
    #[derive(serde::Deserialize, Debug, PartialEq)]
    struct Name(String);
    #[derive(serde::Deserialize, Debug, PartialEq, Default)]
    #[serde(default)]
    struct All {
        int: Option<u32>,
        other: Option<u32>,
        float: Option<f64>,
        yes: Option<bool>,
        char: Option<char>,
        color: Option<Color>,
        id: Option<Id>,
        text: Option<String>,
        name: Option<Name>,
        bytes: Option<Vec<u8>>,
        twice: Option<Option<u32>>,
        numbers: Vec<Option<u32>>,
        texts: Vec<Option<String>>,
        required: u32,
    }
    fn read(form: &str) -> Result<All, String> {
        let flat = form::from_str(form).map_err(|error| error.to_string());
        let nested = form::Parser::new().from_bytes_nested(form).map_err(|error| error.to_string());
        assert_eq!(flat.is_ok(), nested.is_ok(), "{form}");
        flat.inspect(|flat| assert_eq!(flat, &nested.unwrap(), "{form}"))
    }
    let empty = "int=&other&float=&yes=&char=&color&id=&text=&name=&twice=";
    let all = All {
        text: Some(String::new()),
        name: Some(Name(String::new())),
        twice: Some(None),
        ..All::default()
    };
    assert_eq!(read(empty).unwrap(), all);
    // The fields may come in any order.
    let reversed: Vec<&str> = empty.rsplit('&').collect();
    assert_eq!(read(&reversed.join("&")).unwrap(), all);
    let mixed =
        read("other=&text=&int=3&color=Red&numbers=1&numbers=&numbers=2&texts=&texts=a").unwrap();
    assert_eq!((mixed.int, mixed.other, mixed.color), (Some(3), None, Some(Color::Red)));
    assert_eq!(mixed.numbers, [Some(1), None, Some(2)]);
    assert_eq!(mixed.texts, [Some(String::new()), Some("a".into())]);
    assert_eq!(mixed.text.as_deref(), Some(""));
    // A value that is not empty, and an empty one without an option, are errors as before; the last
    // one is reported.
    for (form, field) in [
        ("int=+", "int"),
        ("int=&float=x", "float"),
        ("required=", "required"),
        ("int=&required=", "required"),
    ] {
        assert!(read(form).unwrap_err().contains(&format!("field {field:?}")), "{form}");
    }
    // An empty name is not an empty value.
    let map: std::collections::BTreeMap<String, Option<u8>> = form::from_str("a=&b=1&=2").unwrap();
    assert_eq!(map, [("".into(), Some(2)), ("a".into(), None), ("b".into(), Some(1))].into());
    let pairs: Vec<(Option<String>, Option<u8>)> = form::from_str("=&a=1").unwrap();
    assert_eq!(pairs, [(Some("".into()), None), (Some("a".into()), Some(1))]);
}

/// The number of readings depends on the types of options, not on the form.
#[test]
fn empty_values_cost_a_reading_for_each_type() {
    use std::sync::atomic::{AtomicUsize, Ordering};
    static READ: AtomicUsize = AtomicUsize::new(0);
    #[derive(Debug)]
    struct Counted;
    impl<'de> serde::Deserialize<'de> for Counted {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            READ.fetch_add(1, Ordering::Relaxed);
            u8::deserialize(deserializer).map(|_| Self)
        }
    }
    let form = "a=1&".to_owned() + &"b=&".repeat(1_000);
    let pairs: Vec<(String, Option<Counted>)> = form::from_str(&form).unwrap();
    assert_eq!((pairs.len(), READ.load(Ordering::Relaxed)), (1_001, 3));
}
