//! The pairs of a record, grouped by name.

use std::borrow::Cow;
use std::collections::HashMap;

use percent_simd::form::Pair;

/// From this number on, names are hashed, so that hostile records take linear time.
const MANY: usize = 16;

/// A name and the values of all its pairs.
pub(super) struct Group<'a> {
    pub(super) name: Cow<'a, str>,
    pub(super) first: Cow<'a, str>,
    pub(super) others: Vec<Cow<'a, str>>,
}

/// Groups the pairs by name, in the order of first appearance.
pub(super) fn groups<'a>(pairs: impl Iterator<Item = Pair<'a>>) -> Vec<Group<'a>> {
    let mut groups: Vec<Group<'a>> = Vec::new();
    let mut hashed: HashMap<Cow<'a, str>, usize> = HashMap::new();
    for pair in pairs {
        let (name, value) = (pair.name(), pair.value());
        if groups.len() == MANY && hashed.is_empty() {
            hashed = (0..).zip(&groups).map(|(at, group)| (group.name.clone(), at)).collect();
        }
        let known = match groups.len() {
            ..MANY => groups.iter().position(|group| group.name == name),
            _ => hashed.get(&name).copied(),
        };
        match known {
            Some(at) => groups[at].others.push(value),
            None => {
                if groups.len() >= MANY {
                    hashed.insert(name.clone(), groups.len());
                }
                groups.push(Group { name, first: value, others: Vec::new() });
            }
        }
    }
    groups
}
