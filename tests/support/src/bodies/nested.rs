use std::collections::BTreeMap;
use std::fmt;

use super::expect::Case;
use super::plan::Plan;
use super::room::Source;
use oracle::form::{self as steps, Nested};
use percent_simd::Backend;
use percent_simd::form::Parser;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};

/// All values of a form, by the levels of its names.
struct Tree(Nested);

impl<'de> Deserialize<'de> for Tree {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct AnyTree;
        impl<'de> Visitor<'de> for AnyTree {
            type Value = Tree;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a value or fields")
            }

            fn visit_str<E>(self, text: &str) -> Result<Tree, E> {
                Ok(Tree(Nested::Value(text.into())))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Tree, A::Error> {
                let mut all = BTreeMap::new();
                while let Some((name, Tree(tree))) = fields.next_entry()? {
                    assert!(all.insert(name, tree).is_none(), "a name comes once");
                }
                Ok(Tree(Nested::Fields(all)))
            }
        }
        deserializer.deserialize_any(AnyTree)
    }
}

/// Names with brackets, by the rules of OpenAPI's `deepObject` and PHP.
pub fn nested(data: &[u8]) {
    let plan = Plan::new(data);
    let source = Source::new(&plan.input, plan.frame);
    let input = source.bytes();
    let expected = steps::nested(input);
    for backend in Backend::available() {
        let case = Case { backend, policy: &"nested", input };
        let got = Parser::new().on(backend).from_bytes_nested::<Tree>(input);
        case.same("the tree", got.ok().map(|Tree(nested)| nested), expected.clone());
    }
}
