//! Names with brackets, and values with delimiters (OpenAPI 3.1, *Style Values*).

use std::collections::BTreeMap;

use oracle::form::{Nested, nested, nested_path};
use oracle::random::Random;
use percent_simd::form::{self, Delimiter, Parser, SerdeError};
use serde::de::{Deserialize, DeserializeOwned, Deserializer, MapAccess, Visitor};

fn read<T: DeserializeOwned>(form: &str) -> Result<T, SerdeError> {
    Parser::new().from_bytes_nested(form)
}

/// Any content of a form.
#[derive(Debug, PartialEq)]
enum Tree {
    Value(String),
    Fields(BTreeMap<String, Tree>),
}

impl<'de> Deserialize<'de> for Tree {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct AnyTree;
        impl<'de> Visitor<'de> for AnyTree {
            type Value = Tree;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a value or fields")
            }

            fn visit_str<E>(self, text: &str) -> Result<Tree, E> {
                Ok(Tree::Value(text.into()))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Tree, A::Error> {
                let mut all = BTreeMap::new();
                while let Some((name, tree)) = fields.next_entry()? {
                    assert!(all.insert(name, tree).is_none(), "a name comes once");
                }
                Ok(Tree::Fields(all))
            }
        }
        deserializer.deserialize_any(AnyTree)
    }
}

impl From<Nested> for Tree {
    fn from(nested: Nested) -> Self {
        match nested {
            Nested::Value(text) => Self::Value(text),
            Nested::Fields(fields) => {
                Self::Fields(fields.into_iter().map(|(name, tree)| (name, tree.into())).collect())
            }
        }
    }
}

#[derive(serde::Deserialize, Debug, PartialEq)]
struct Color {
    #[serde(rename = "R")]
    red: u8,
    #[serde(rename = "G")]
    green: u8,
    #[serde(rename = "B")]
    blue: Option<u8>,
}

/// OpenAPI's own rows: `deepObject`, `form` without *explode*, `spaceDelimited`, `pipeDelimited`.
#[test]
fn the_styles_of_openapi() {
    #[derive(serde::Deserialize, Debug, PartialEq)]
    struct Deep {
        color: Color,
    }
    #[derive(serde::Deserialize, Debug, PartialEq)]
    struct Colors {
        color: Vec<String>,
    }
    for form in
        ["color[R]=100&color[G]=200&color[B]=150", "color%5BB%5D=150&color%5bG]=200&color[R%5D=100"]
    {
        let color = Color { red: 100, green: 200, blue: Some(150) };
        assert_eq!(read::<Deep>(form), Ok(Deep { color }), "{form}");
    }
    let colors = ["blue", "black", "brown"].map(String::from).to_vec();
    for (form, delimiter) in [
        ("color=blue,black,brown", Delimiter::Comma),
        ("color=blue%20black%20brown", Delimiter::Space),
        ("color=blue+black%20brown", Delimiter::Space),
        ("color=blue%7Cblack%7cbrown", Delimiter::Pipe),
        ("color=blue|black|brown", Delimiter::Pipe),
        ("color=blue&color=black,brown", Delimiter::Comma),
    ] {
        let parser = Parser::new().delimiter(delimiter);
        assert_eq!(parser.from_bytes::<Colors>(form).unwrap().color, colors, "{form}");
        assert_eq!(parser.from_bytes_nested::<Colors>(form).unwrap().color, colors, "{form}");
    }
}

#[test]
fn delimiters_split_sequences_alone() {
    #[derive(serde::Deserialize, Debug, PartialEq)]
    struct Shirt<'a> {
        note: &'a str,
        #[serde(default)]
        sizes: Vec<u32>,
        #[serde(default, borrow)]
        tags: Vec<&'a str>,
    }
    let parser = Parser::new().delimiter(Delimiter::Comma);
    let flat = |form: &'static str| parser.from_bytes::<Shirt<'static>>(form);
    let nested = |form: &'static str| parser.from_bytes_nested::<Shirt<'static>>(form);
    for read in [&flat as &dyn Fn(&'static str) -> _, &nested] {
        let shirt = read("note=a,b&sizes=1,22,333&tags=x,,y").unwrap();
        assert_eq!(shirt, Shirt { note: "a,b", sizes: vec![1, 22, 333], tags: vec!["x", "", "y"] });
        // An empty value has no element; `,` separates two.
        let shirt = read("note=&sizes=&tags=,").unwrap();
        assert_eq!(shirt, Shirt { note: "", sizes: vec![], tags: vec!["", ""] });
        let error = read("note=&sizes=1,x").unwrap_err();
        assert_eq!(error.field(), Some("sizes"));
    }
    // An escaped comma is data; so is a `+` that means plus.
    let parser = Parser::new().delimiter(Delimiter::Comma);
    let tags: BTreeMap<String, Vec<String>> = parser.from_bytes("t=a%2Cb,c%2cd").unwrap();
    assert_eq!(tags["t"], ["a,b", "c,d"]);
    let parser = Parser::new().delimiter(Delimiter::Space).plus_as_space(false);
    let tags: BTreeMap<String, Vec<String>> = parser.from_bytes("t=a+b%20c=d").unwrap();
    assert_eq!(tags["t"], ["a+b", "c=d"]);
    let pair: BTreeMap<String, (u8, char)> =
        Parser::new().delimiter(Delimiter::Pipe).from_bytes("p=7|x").unwrap();
    assert_eq!(pair["p"], (7, 'x'));
}

#[test]
fn sequences_in_brackets() {
    #[derive(serde::Deserialize, Debug, PartialEq)]
    struct Games {
        filter: Filter,
    }
    #[derive(serde::Deserialize, Debug, PartialEq)]
    struct Filter {
        tags: Vec<String>,
    }
    for (form, tags) in [
        ("filter%5Btags%5D%5B0%5D=Chess", &["Chess"][..]),
        ("filter[tags][]=a&filter[tags][]=b", &["a", "b"]),
        ("filter[tags]=a&filter[tags]=b", &["a", "b"]),
        ("filter[tags][10]=c&filter[tags][2]=b&filter[tags][0]=a", &["a", "b", "c"]),
        ("filter[tags][0]=b&filter[tags][]=a", &["a", "b"]),
        ("filter[tags][4294967296]=a", &["a"]),
    ] {
        assert_eq!(read::<Games>(form).unwrap().filter.tags, tags, "{form}");
    }
    #[derive(serde::Deserialize, Debug, PartialEq)]
    struct Item {
        id: u32,
        #[serde(default)]
        colors: Vec<Color>,
    }
    let items: BTreeMap<String, Vec<Item>> =
        read("i[1][id]=2&i[0][colors][0][R]=1&i[0][id]=1&i[0][colors][0][G]=2").unwrap();
    let color = Color { red: 1, green: 2, blue: None };
    assert_eq!(items["i"], [Item { id: 1, colors: vec![color] }, Item { id: 2, colors: vec![] }]);
}

#[test]
fn a_value_that_does_not_fit_names_its_field() {
    #[derive(serde::Deserialize, Debug)]
    #[serde(deny_unknown_fields)]
    struct Page {
        #[serde(default)]
        #[allow(dead_code)]
        size: Option<u32>,
        #[serde(default)]
        #[allow(dead_code)]
        tags: Vec<u32>,
        #[serde(default)]
        #[allow(dead_code)]
        color: Option<Color>,
    }
    for (form, field) in [
        ("size[a]=1", Some("size[a]")),
        ("size=1&size=2", Some("size")),
        ("size=x", Some("size")),
        ("tags[x]=1", Some("tags[x]")),
        ("tags[0]=1&tags[1]=x", Some("tags[1]")),
        ("color=red", Some("color")),
        ("color[R]=1&color=2", Some("color")),
        ("color[R]=256", Some("color[R]")),
        ("other[a]=1", None),
    ] {
        let error = read::<Page>(form).unwrap_err();
        assert_eq!(error.field(), field, "{form}: {error}");
    }
    let page: Page = Parser::new().empty_as_none(true).from_bytes_nested("size=&tags[]=1").unwrap();
    assert_eq!((page.size, page.tags, page.color.is_none()), (None, vec![1], true));
    // Without the option, a bracket is a character of a name.
    let flat: BTreeMap<String, String> = form::from_str("a[b]=1").unwrap();
    assert_eq!(flat["a[b]"], "1");
}

/// A recursive type is read to the depth of the names, which is bounded.
#[test]
fn depth_is_bounded() {
    #[derive(serde::Deserialize, Debug, PartialEq, Default)]
    struct Deep {
        a: Option<Box<Deep>>,
        v: Option<u8>,
    }
    let form = |levels: usize| format!("a{}=1", "[a]".repeat(levels - 2) + "[v]");
    let mut deep = &read::<Deep>(&form(16)).unwrap();
    for _ in 0..15 {
        deep = deep.a.as_ref().unwrap();
    }
    assert_eq!(deep.v, Some(1));
    for levels in [17, 1000, 1_000_000] {
        assert_eq!(read::<Deep>(&form(levels)).unwrap(), Deep::default(), "{levels}");
    }
}

/// Random forms, against the oracle.
#[test]
fn as_the_oracle_nests() {
    assert_eq!(nested_path("filter[tags][0]"), ["filter", "tags", "0"]);
    for flat in ["a[b", "a]b", "[a]", "a[b]c", "a[[b]]", "a[b]]", "[", "]", "", "a[b][c"] {
        assert_eq!(nested_path(flat), [flat], "the oracle, of {flat}");
    }
    const PIECES: [&str; 17] = [
        "&a=1",
        "&a[b]=2",
        "&b[]=3",
        "a",
        "b",
        "[",
        "]",
        "[a]",
        "[b]",
        "[]",
        "[0]",
        "%5B",
        "%5Da",
        "=",
        "&",
        "%255Ba%255D",
        "é",
    ];
    let mut random = Random::new(31);
    let (mut read_ones, mut refused) = (0, 0);
    for _ in 0..20_000 {
        let form: String = (0..random.below(14)).map(|_| random.pick(&PIECES)).collect();
        let expected = nested(form.as_bytes()).map(Tree::from);
        match &expected {
            Some(_) => read_ones += 1,
            None => refused += 1,
        }
        assert_eq!(read::<Tree>(&form).ok(), expected, "{form}");
    }
    assert!(read_ones > 1000 && refused > 1000, "{read_ones} {refused}");
}
