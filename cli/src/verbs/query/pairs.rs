//! The pairs of a record: what they are decoded from, and groups of one name.

use std::borrow::Cow;
use std::collections::HashMap;

use percent_simd::charset::{self, Charset};
use percent_simd::form::Pair;
use percent_simd::scheme::FORM;
use percent_simd::{Decoder, Utf8};

/// From this number on, names are hashed, so that hostile records take linear time.
const MANY: usize = 16;

/// How escapes become text: as UTF-8, or in a legacy charset.
#[derive(Clone, Copy)]
pub(super) struct Decoding(pub(super) Option<Charset>);

pub(super) struct Key {
    pub(super) text: String,
    bytes: Vec<u8>,
}

impl Decoding {
    /// A name, which is written as in a query.
    pub(super) fn key(self, name: &str) -> Key {
        let bytes = FORM.decode(name).unwrap_or_default().into_owned();
        let text = match self.0 {
            // Other text is not in that charset, but from the keyboard.
            Some(charset) if name.is_ascii() => {
                charset::decode(name, charset, FORM.decoder()).unwrap_or_default().into_owned()
            }
            _ => String::from_utf8_lossy(&bytes).into_owned(),
        };
        Key { text, bytes }
    }

    pub(super) fn is(self, pair: Pair<'_>, key: &Key) -> bool {
        match self.0 {
            None => pair.name_is(&key.bytes),
            Some(charset) => pair.name_in(charset) == key.text,
        }
    }

    pub(super) fn name(self, pair: Pair<'_>) -> Cow<'_, str> {
        self.0.map_or_else(|| pair.name(), |charset| pair.name_in(charset))
    }

    pub(super) fn value(self, pair: Pair<'_>) -> Cow<'_, str> {
        self.0.map_or_else(|| pair.value(), |charset| pair.value_in(charset))
    }

    /// A field or a part of a URL. Bytes that are not UTF-8 stay escaped.
    pub(super) fn text(self, value: &[u8]) -> Cow<'_, str> {
        const UTF_8: Decoder = Decoder::new().utf8(Utf8::KeepEscaped);
        match self.0 {
            None => UTF_8.decode_utf8(value),
            Some(charset) => charset::decode(value, charset, Decoder::new()),
        }
        .unwrap_or_default()
    }
}

/// A name and the values of all its pairs.
pub(super) struct Group<'a> {
    pub(super) name: Cow<'a, str>,
    pub(super) first: Cow<'a, str>,
    pub(super) others: Vec<Cow<'a, str>>,
}

/// Groups the pairs by name, in the order of first appearance.
pub(super) fn groups<'a>(
    pairs: impl Iterator<Item = Pair<'a>>,
    decoding: Decoding,
) -> Vec<Group<'a>> {
    let mut groups: Vec<Group<'a>> = Vec::new();
    let mut hashed: Option<HashMap<Cow<'a, str>, usize>> = None;
    for pair in pairs {
        let (name, value) = (decoding.name(pair), decoding.value(pair));
        if groups.len() == MANY && hashed.is_none() {
            let names = groups.iter().map(|group| group.name.clone());
            hashed = Some(names.zip(0..).collect());
        }
        let known = match &hashed {
            None => groups.iter().position(|group| group.name == name),
            Some(hashed) => hashed.get(&name).copied(),
        };
        match known {
            Some(at) => groups[at].others.push(value),
            None => {
                if let Some(hashed) = &mut hashed {
                    hashed.insert(name.clone(), groups.len());
                }
                groups.push(Group { name, first: value, others: Vec::new() });
            }
        }
    }
    groups
}
