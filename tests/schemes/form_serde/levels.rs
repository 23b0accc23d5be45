//! Writing names with brackets, and values with delimiters (OpenAPI 3.1, *Style Values*).

use std::collections::BTreeMap;

use oracle::form::{Nested, nested};
use oracle::random::Random;
use percent_simd::form::{Delimiter, Parser, SerdeError, Serializer};
use serde::ser::{Serialize, SerializeMap};

const DELIMITERS: [Delimiter; 3] = [Delimiter::Comma, Delimiter::Space, Delimiter::Pipe];

fn written<T: Serialize>(value: &T) -> Result<String, SerdeError> {
    let mut form = String::new();
    Serializer::new(&mut form).append_nested(value)?;
    Ok(form)
}

/// The oracle's value, as a serializable type.
struct Tree<'a>(&'a Nested);

impl Serialize for Tree<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Nested::Value(text) => serializer.serialize_str(text),
            Nested::Fields(fields) => {
                let mut map = serializer.serialize_map(None)?;
                for (name, tree) in fields {
                    map.serialize_entry(name, &Tree(tree))?;
                }
                map.end()
            }
        }
    }
}

/// OpenAPI's own rows, under both calls if levels do not matter.
#[test]
fn the_styles_of_openapi() {
    let color = BTreeMap::from([("color", ["blue", "black", "brown"])]);
    for (delimiter, form) in DELIMITERS.into_iter().zip([
        "color=blue,black,brown",
        "color=blue%20black%20brown",
        "color=blue%7Cblack%7Cbrown",
    ]) {
        for levels in [false, true] {
            let mut query = String::from("/?");
            let mut serializer = Serializer::new(&mut query).delimiter(delimiter);
            if levels {
                serializer.append_nested(&color).unwrap();
            } else {
                serializer.append_fields(&color).unwrap();
            }
            assert_eq!(query.strip_prefix("/?"), Some(form), "{levels}");
        }
    }
    let color = BTreeMap::from([("R", 100), ("G", 200), ("B", 150)]);
    let form = written(&BTreeMap::from([("color", color)])).unwrap();
    assert_eq!(form, "color%5BB%5D=150&color%5BG%5D=200&color%5BR%5D=100");
}

#[derive(serde::Serialize, serde::Deserialize, Debug, PartialEq, Clone, Default)]
#[serde(default)]
struct Order {
    id: u32,
    note: Option<String>,
    urgent: bool,
    weight: f64,
    items: Vec<Item>,
    by_name: BTreeMap<u8, Item>,
    kind: Kind,
}

#[derive(serde::Serialize, serde::Deserialize, Debug, PartialEq, Clone, Default)]
#[serde(default)]
struct Item {
    sizes: Vec<u16>,
    tags: Vec<String>,
    pair: (i8, char),
}

#[derive(serde::Serialize, serde::Deserialize, Debug, PartialEq, Clone, Copy, Default)]
enum Kind {
    #[default]
    Plain,
    #[serde(rename = "a [b]")]
    Bracketed,
}

#[test]
fn written_forms_are_read_back() {
    let mut random = Random::new(9110);
    for round in 0..2000 {
        let item = |random: &mut Random| Item {
            sizes: (0..random.below(4)).map(|_| random.below(70_000) as u16).collect(),
            tags: (0..random.below(4))
                .map(|_| random.pick(&["x", "é", "a,b=&", "%"]).into())
                .collect(),
            pair: (random.byte() as i8, random.pick(&['a', '+', '☃'])),
        };
        let order = Order {
            id: random.below(1000) as u32,
            note: random.pick(&[None, Some("a b+c"), Some("")]).map(String::from),
            urgent: random.below(2) == 0,
            weight: random.below(100) as f64 / 8.0,
            items: (0..random.below(12)).map(|_| item(&mut random)).collect(),
            by_name: (0..random.below(3)).map(|_| (random.byte(), item(&mut random))).collect(),
            kind: random.pick(&[Kind::Plain, Kind::Bracketed]),
        };
        // Elements with levels have numbers, whatever the delimiter.
        let form = written(&order).unwrap();
        let read: Order = Parser::new().from_bytes_nested(&form).unwrap();
        assert_eq!(read, order, "{round}: {form}");
        let flat = &order.items.first().cloned().unwrap_or_default();
        for delimiter in DELIMITERS {
            let mut form = String::new();
            Serializer::new(&mut form).delimiter(delimiter).append_fields(flat).unwrap();
            let read: Item = Parser::new().delimiter(delimiter).from_bytes(&form).unwrap();
            assert_eq!(read, *flat, "{round}: {form}");
        }
    }
}

/// Random trees: the oracle reads back the written form.
#[test]
fn the_oracle_reads_it() {
    fn tree(random: &mut Random, levels: usize) -> Nested {
        if levels == 0 || random.below(4) == 0 {
            return Nested::Value(random.pick(&["", "1", "a b", "é[x]=&", "%41"]).into());
        }
        let name = |random: &mut Random| random.pick(&["a", "b c", "0", "é", "%5B", "&="]).into();
        let below = |random: &mut Random| (name(random), tree(random, levels - 1));
        Nested::Fields((0..=random.below(3)).map(|_| below(random)).collect())
    }
    let mut random = Random::new(3986);
    for _ in 0..5000 {
        let tree = match tree(&mut random, 4) {
            value @ Nested::Value(_) => Nested::Fields(BTreeMap::from([("v".into(), value)])),
            fields => fields,
        };
        let form = written(&Tree(&tree)).unwrap();
        assert_eq!(nested(form.as_bytes()), Some(tree), "{form}");
    }
}

#[test]
fn an_unwritable_value_names_its_field() {
    fn check<T: Serialize>(
        delimiter: Option<Delimiter>,
        value: T,
        field: Option<&str>,
        part: &str,
    ) {
        let mut form = String::from("?");
        let mut serializer = Serializer::new(&mut form);
        if let Some(delimiter) = delimiter {
            serializer = serializer.delimiter(delimiter);
        }
        let error = serializer.append_nested(&value).unwrap_err();
        assert_eq!(error.field(), field, "{error}");
        assert!(error.to_string().contains(part), "{error}");
        serializer.append_pair("a", "1");
        assert_eq!(form, "?a=1", "nothing was appended");
    }
    let map = |name, value| BTreeMap::from([("a", BTreeMap::from([(name, value)]))]);
    check(None, map("b]", "1"), Some("b]"), "bracket");
    check(None, map("", "1"), Some(""), "empty");
    check(None, ["1"], None, "map");
    check(None, "1", None, "pairs");
    check(None, BTreeMap::from([("a", ())]), Some("a"), "the unit");
    check(None, BTreeMap::from([("a", vec![Ok::<u8, u8>(1)])]), Some("a[0]"), "variant");
    let list = |element| BTreeMap::from([("a", BTreeMap::from([("b", vec![element])]))]);
    check(Some(Delimiter::Space), list("x y"), Some("a[b]"), "delimiter");
    check(Some(Delimiter::Pipe), list("x|y"), Some("a[b]"), "delimiter");
    check(Some(Delimiter::Comma), list(""), Some("a[b]"), "one empty text");
    let nested = BTreeMap::from([("a", vec![vec![1]])]);
    check(Some(Delimiter::Comma), nested, Some("a"), "a sequence in a sequence");
}

#[test]
fn depth_is_bounded() {
    #[derive(serde::Serialize)]
    struct Deep {
        a: Option<Box<Deep>>,
    }
    #[derive(serde::Serialize)]
    struct Root {
        v: BTreeMap<&'static str, Tail>,
    }
    #[derive(serde::Serialize)]
    #[serde(untagged)]
    enum Tail {
        Leaf(u8),
        Below(BTreeMap<&'static str, Tail>),
    }
    let tail = |levels: usize| {
        (0..levels).fold(Tail::Leaf(1), |tail, _| Tail::Below(BTreeMap::from([("a", tail)])))
    };
    let root = |levels: usize| Root { v: BTreeMap::from([("a", tail(levels - 2))]) };
    let form = written(&root(16)).unwrap();
    assert_eq!(form.matches("%5Ba%5D").count(), 15);
    assert!(written(&root(17)).unwrap_err().to_string().contains("16 levels"));
    // A value without pairs needs no level.
    let deep = (0..15).fold(Deep { a: None }, |deep, _| Deep { a: Some(Box::new(deep)) });
    assert_eq!(written(&deep), Ok(String::new()));
}
