//! JSON texts: the places of the selected strings.

use std::borrow::Cow;
use std::fmt;

use memchr::memchr;
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess,
    Visitor,
};
use serde_json::value::RawValue;

use super::Problem;
use super::edit::Edit;
use super::json_string::position;
use super::spelling::Spelling;

/// The selection, as a tree.
#[derive(Clone, Debug, Default)]
pub(super) struct Node {
    /// The index of the selection, if this node is selected.
    selected: Option<usize>,
    /// The key in an object, the same key as an array index, and the child.
    children: Vec<(String, Option<usize>, Node)>,
}

impl Node {
    /// The tree, and the index of each selector: equal ones have the same.
    pub(super) fn new(selectors: &[String]) -> Result<(Self, Vec<usize>), String> {
        if selectors.is_empty() {
            return Err("jsonl has no default fields: select them with -f, by key or JSON Pointer such as /request/url".into());
        }
        let (mut root, mut indices, mut count) = (Self::default(), Vec::new(), 0);
        for selector in selectors {
            let node = match selector.strip_prefix('/') {
                None if selector.is_empty() => {
                    return Err(
                        "empty field name: give a key, or a JSON Pointer such as /request/url"
                            .into(),
                    );
                }
                None if selector.starts_with('.') => {
                    return Err(format!(
                        "`{selector}` is jq syntax; use the JSON Pointer `{}`",
                        selector.replace('.', "/")
                    ));
                }
                None => root.child(selector.clone()),
                Some(tokens) => tokens.split('/').try_fold(&mut root, |node, token| {
                    Ok::<_, String>(node.child(token_of(selector, token)?))
                })?,
            };
            let index = *node.selected.get_or_insert(count);
            count = count.max(index + 1);
            indices.push(index);
        }
        Ok((root, indices))
    }

    fn child(&mut self, key: String) -> &mut Self {
        let at = self.children.iter().position(|(known, ..)| *known == key).unwrap_or_else(|| {
            // RFC 6901 4: digits, without leading zeros.
            let is_index = key.bytes().all(|byte| byte.is_ascii_digit())
                && (key.len() == 1 || !key.starts_with('0'));
            let index = if is_index { key.parse().ok() } else { None };
            self.children.push((key, index, Self::default()));
            self.children.len() - 1
        });
        &mut self.children[at].2
    }

    /// The child with this name, which is spelled as a string. A name that is not text has no
    /// child.
    fn named(&self, spelled: &str) -> Option<&Self> {
        let name = if spelled.contains('\\') {
            serde_json::from_str(spelled).ok()?
        } else {
            Cow::Borrowed(spelled.trim_matches('"'))
        };
        self.children.iter().find(|(known, ..)| *known == name).map(|(.., node)| node)
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

pub(super) fn rewrite(
    wanted: &Node,
    spelling: &Spelling,
    record: &[u8],
    from: usize,
    edit: &mut Edit<'_, '_>,
) -> Result<(), Problem> {
    // RFC 8259 8.1.
    let text = str::from_utf8(&record[from..])
        .map_err(|error| Problem::new(from + error.valid_up_to(), "not JSON: not UTF-8"))?;
    let content = text.trim_start_matches([' ', '\t', '\n', '\r']);
    if content.is_empty() {
        return Ok(());
    }
    let mut strings: Vec<(usize, &str)> = Vec::new();
    let mut reader = serde_json::Deserializer::from_str(text);
    let result = if content.starts_with(['{', '[']) {
        reader.deserialize_any(Walk {
            node: wanted,
            any_scalar: edit.is_reader(),
            strings: &mut strings,
        })
    } else {
        IgnoredAny::deserialize(&mut reader).map(drop)
    };
    let result = result.and_then(|()| reader.end());
    result.map_err(|error| {
        Problem::new(
            from + position(text.as_bytes(), &error),
            format!("not JSON: {}", reason(&error)),
        )
    })?;
    for (index, string) in strings {
        // The slice is borrowed from the record, so its address gives the offset.
        let start = string.as_ptr().addr() - record.as_ptr().addr();
        let is_verbatim = memchr(b'\\', string.as_bytes()).is_none();
        let quote = usize::from(string.starts_with('"'));
        edit.value(index, start + quote..start + string.len() - quote, is_verbatim, spelling)?;
    }
    Ok(())
}

/// The message of serde_json, without the place.
fn reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let reason = text.rfind(" at line ").map_or(&*text, |end| &text[..end]);
    // Of a word that is none of JSON's, it says `ident`.
    reason.replace("expected ident", "expected value").replace("expected value", "expected a value")
}

/// Reads a value, and finds the selected strings, with their quotes, in order. Everything else only
/// has to be well-formed JSON: numbers may be too large, and other strings need not be text.
struct Walk<'n, 'v, 'de> {
    node: &'n Node,
    /// Numbers, `true` and `false` count as values, `null` does not: for fields that are only read.
    any_scalar: bool,
    /// Each span with the index of its selector.
    strings: &'v mut Vec<(usize, &'de str)>,
}

impl<'de> DeserializeSeed<'de> for Walk<'_, '_, 'de> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        let raw = <&RawValue>::deserialize(deserializer)?.get();
        let is_value = raw.starts_with('"')
            || self.any_scalar && !raw.starts_with(['{', '[']) && raw != "null";
        if let Some(index) = self.node.selected.filter(|_| is_value) {
            self.strings.push((index, raw));
        } else if !self.node.children.is_empty() && raw.starts_with(['{', '[']) {
            serde_json::Deserializer::from_str(raw)
                .deserialize_any(self)
                .map_err(D::Error::custom)?;
        }
        Ok(())
    }
}

impl<'de> Visitor<'de> for Walk<'_, '_, 'de> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object or an array")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<&RawValue>()? {
            match self.node.named(key.get()) {
                Some(node) => {
                    map.next_value_seed(Walk { node, strings: &mut *self.strings, ..self })?
                }
                None => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        for index in 0.. {
            let child = self.node.children.iter().find(|(_, known, _)| *known == Some(index));
            let is_there = match child {
                Some((.., node)) => seq
                    .next_element_seed(Walk { node, strings: &mut *self.strings, ..self })?
                    .is_some(),
                None => seq.next_element::<IgnoredAny>()?.is_some(),
            };
            if !is_there {
                break;
            }
        }
        Ok(())
    }
}
