//! The selected places of JSON texts: keys, and JSON Pointers (RFC 6901) with `*` for every element of
//! an array.

use std::borrow::Cow;

use super::names::{self, Key};

/// Every element of an array, which has no keys: of an object it is the key.
const EVERY: &str = "*";

/// The values that count as those of a selector.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sought {
    Strings,
    /// Numbers, `true` and `false`, too; and one may be of several selectors.
    Scalars,
    Any,
}

#[derive(Clone, Debug)]
pub(super) struct Tree {
    root: Node,
    pub(super) indices: Vec<usize>,
    keys: Vec<Option<&'static Key>>,
    /// The selectors are keys that servers use: no record has all of them.
    pub(super) are_defaults: bool,
    pub(super) sought: Sought,
}

#[derive(Clone, Debug, Default)]
struct Node {
    selected: Option<usize>,
    children: Vec<Child>,
}

#[derive(Clone, Debug)]
struct Child {
    key: String,
    index: Option<usize>,
    node: Node,
}

/// Some nodes of the tree that one place of a text may match, as `/0` and `/*` do.
pub(super) struct Nodes<'n>(Vec<&'n Node>);

impl Tree {
    /// Equal selectors have one index. So have those that overlap, unless they are only read.
    pub(super) fn new(
        selectors: &[String],
        are_defaults: bool,
        is_read: bool,
    ) -> Result<Self, String> {
        let paths: Vec<Vec<String>> =
            selectors.iter().map(|selector| path(selector)).collect::<Result<_, _>>()?;
        let (mut root, mut indices, mut keys) = (Node::default(), Vec::new(), Vec::new());
        for (path, selector) in paths.iter().zip(selectors) {
            let is_same = |known: &Vec<String>| {
                known == path || !is_read && known.len() == path.len() && overlap(known, path)
            };
            let known = paths[..indices.len()].iter().position(is_same);
            let index = known.map_or(keys.len(), |at| indices[at]);
            if index == keys.len() {
                keys.push(names::key(selector));
            }
            path.iter().fold(&mut root, |node, key| node.child(key)).selected = Some(index);
            indices.push(index);
        }
        let sought = if is_read { Sought::Scalars } else { Sought::Strings };
        Ok(Self { root, indices, keys, are_defaults, sought })
    }

    pub(super) fn known(&self, index: usize) -> Option<&'static Key> {
        self.keys.get(index).copied().flatten()
    }

    pub(super) fn root(&self) -> Nodes<'_> {
        Nodes(vec![&self.root])
    }
}

impl Node {
    fn child(&mut self, key: &str) -> &mut Self {
        let at = self.children.iter().position(|child| child.key == key).unwrap_or_else(|| {
            let index = index_of(key);
            self.children.push(Child { key: key.into(), index, node: Self::default() });
            self.children.len() - 1
        });
        &mut self.children[at].node
    }
}

impl<'n> Nodes<'n> {
    /// The indices of the selectors that end here.
    pub(super) fn selected(&self) -> impl Iterator<Item = usize> {
        self.0.iter().filter_map(|node| node.selected)
    }

    pub(super) fn have_children(&self) -> bool {
        self.0.iter().any(|node| !node.children.is_empty())
    }

    /// The nodes of an object's key, spelled as a string. A name that is not text has none.
    pub(super) fn named(&self, spelled: &[u8]) -> Option<Self> {
        let name: Cow<'_, [u8]> = if spelled.contains(&b'\\') {
            Cow::Owned(serde_json::from_slice::<String>(spelled).ok()?.into_bytes())
        } else {
            Cow::Borrowed(spelled.get(1..spelled.len() - 1)?)
        };
        self.key(&name)
    }

    pub(super) fn key(&self, name: &[u8]) -> Option<Self> {
        self.children(|child| child.key.as_bytes() == name)
    }

    pub(super) fn at(&self, index: usize) -> Option<Self> {
        self.children(|child| child.index == Some(index) || child.key == EVERY)
    }

    #[inline]
    fn children(&self, is: impl Fn(&Child) -> bool) -> Option<Self> {
        let all = self.0.iter().flat_map(|node| &node.children);
        let nodes: Vec<_> = all.filter(|child| is(child)).map(|child| &child.node).collect();
        (!nodes.is_empty()).then_some(Self(nodes))
    }
}

pub(super) fn is_list(selector: &str) -> bool {
    selector.strip_prefix('/').unwrap_or(selector).split('/').any(|token| token == EVERY)
}

fn path(selector: &str) -> Result<Vec<String>, String> {
    match selector.strip_prefix('/') {
        None if selector.is_empty() => {
            Err("empty field name: give a key, or a JSON Pointer such as /request/url".into())
        }
        None if selector.starts_with('.') => Err(format!(
            "`{selector}` is jq syntax; use the JSON Pointer `{}`",
            selector.replace("[]", "/*").replace('.', "/")
        )),
        None => Ok(vec![selector.into()]),
        Some(tokens) => tokens.split('/').map(|token| token_of(selector, token)).collect(),
    }
}

/// RFC 6901 4: `~1` is `/`, and then `~0` is `~`.
fn token_of(pointer: &str, token: &str) -> Result<String, String> {
    let rest = token.replace("~0", "").replace("~1", "");
    if rest.contains('~') {
        return Err(format!(
            "`{pointer}` is not a JSON Pointer: write ~0 for `~`, and ~1 for `/` in a key"
        ));
    }
    Ok(token.replace("~1", "/").replace("~0", "~"))
}

/// RFC 6901 4: digits, without leading zeros.
fn index_of(key: &str) -> Option<usize> {
    let is_index =
        key.bytes().all(|byte| byte.is_ascii_digit()) && (key.len() == 1 || !key.starts_with('0'));
    if is_index { key.parse().ok() } else { None }
}

/// True for two paths of one length that may lead to the same place.
fn overlap(one: &[String], other: &[String]) -> bool {
    one.iter().zip(other).all(|(one, other)| {
        one == other
            || one == EVERY && index_of(other).is_some()
            || other == EVERY && index_of(one).is_some()
    })
}
