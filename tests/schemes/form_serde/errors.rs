//! Errors with the name of the field.

use std::collections::HashMap;

use serde::Deserialize;

use super::{Colour, named, refused, unnamed, unwritable};

#[test]
fn errors_name_the_field() {
    #[derive(Deserialize, Debug)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code)]
    struct Strict {
        #[serde(rename = "the age")]
        age: u8,
        colour: Option<Colour>,
        #[serde(default)]
        list: Vec<u8>,
        pair: Option<(u8, u8)>,
        unit: Option<()>,
        nested: Option<Vec<Vec<u8>>>,
        map: Option<HashMap<u8, u8>>,
    }
    assert_eq!(
        refused::<Strict>("the+age=x"),
        named("the age", "field \"the age\": invalid digit found in string")
    );
    assert_eq!(
        refused::<Strict>("the%20age="),
        named("the age", "field \"the age\": cannot parse integer from empty string")
    );
    assert_eq!(
        refused::<Strict>("the+age=256"),
        named("the age", "field \"the age\": number too large to fit in target type")
    );
    assert_eq!(refused::<Strict>("colour=Red"), named("the age", "missing field \"the age\""));
    assert_eq!(
        refused::<Strict>("list=1&list=b&list=3"),
        named("list", "field \"list\": invalid digit found in string")
    );
    for (field, input, message) in [
        ("o\nther", "o%0Ather=", "unknown field `o\nther`, expected one of"),
        (
            "colour",
            "colour=Green",
            "unknown variant `Green`, expected one of `Red`, `deep blue`, `Mixed`",
        ),
        ("colour", "colour=Mixed", "invalid type: unit variant, expected newtype variant"),
        ("pair", "pair=1", "invalid length 1, expected a tuple of size 2"),
        ("pair", "pair=1&pair=2&pair=3", "invalid length 3, expected 2 elements in sequence"),
        ("unit", "unit=1", "invalid type: string \"1\", expected unit"),
        ("nested", "nested=1", "invalid type: string \"1\", expected a sequence"),
        ("map", "map=1", "invalid type: string \"1\", expected a map"),
    ] {
        let (named, said) = refused::<Strict>(input);
        assert_eq!(named.as_deref(), Some(field), "{input}");
        assert!(said.starts_with(&format!("field {field:?}: {message}")), "{input}: {said}");
    }
    assert_eq!(
        refused::<Vec<(String, bool)>>("a=true&%62=1"),
        named("b", "field \"b\": provided string was not `true` or `false`")
    );
    assert_eq!(
        refused::<HashMap<u8, u8>>("a=1"),
        named("a", "field \"a\": invalid digit found in string")
    );
}

#[test]
fn types_that_are_no_form() {
    for (said, wanted) in [
        (refused::<u8>("1"), "invalid type: map, expected u8"),
        (refused::<String>("a=b"), "invalid type: map, expected a string"),
        (refused::<Option<HashMap<u8, u8>>>("1=1"), "invalid type: map, expected option"),
        (refused::<Colour>("Red"), "invalid type: map, expected enum Colour"),
    ] {
        assert_eq!(said, unnamed(wanted));
    }
    for said in [
        unwritable(1u8),
        unwritable("a=b"),
        unwritable(1.5),
        unwritable('c'),
        unwritable(Colour::Red),
        unwritable(Colour::Mixed(1)),
    ] {
        assert!(
            said.0.is_none() && said.1.ends_with("cannot be a form, which is made of pairs"),
            "{said:?}"
        );
    }
    for said in [
        unwritable([1]),
        unwritable([("a", 1, 2)]),
        unwritable([["a"]]),
        unwritable(["a"]),
        unwritable([()]),
        unwritable([vec!["a", "b"]]),
    ] {
        assert!(
            said.0.is_none() && said.1.ends_with("cannot be an element of a form, which is a pair"),
            "{said:?}"
        );
    }
    for said in [
        unwritable([(Some("a"), 1)]),
        unwritable([((), 1)]),
        unwritable([([1], 1)]),
        unwritable(HashMap::from([(None::<u8>, 1)])),
    ] {
        assert!(said.0.is_none() && said.1.ends_with("cannot be a field's name"), "{said:?}");
    }
    assert_eq!(
        unwritable([("a", ())]),
        named("a", "field \"a\": the unit cannot be a field's value")
    );
    assert_eq!(
        unwritable([("a", Colour::Mixed(1))]),
        named("a", "field \"a\": a variant with content cannot be a field's value")
    );
    assert_eq!(
        unwritable([("a", HashMap::from([(1, 1)]))]),
        named("a", "field \"a\": a map cannot be a field's value")
    );
    assert_eq!(
        unwritable(HashMap::from([("a", [[1]])])),
        named("a", "field \"a\": a sequence in a sequence cannot be a field's value")
    );
}
