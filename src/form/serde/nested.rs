//! Nested parameters: `filter[tags][0]=Chess` is an element of `tags` in `filter`.

use alloc::borrow::{Cow, ToOwned};
use alloc::vec;
use alloc::vec::Vec;
use core::iter::once;

use ::serde::de::value::{MapDeserializer, SeqDeserializer};
use ::serde::de::{Deserializer, IntoDeserializer, Visitor};
use ::serde::forward_to_deserialize_any;

use super::error::{Result, SerdeError};
use super::group::grouped;
use super::nones::Nones;
use super::part::{Part, newtype, tuples};
use crate::form::{Pair, Parse};

/// The most levels of a name. It bounds the recursion of a type that contains itself.
pub(super) const LEVELS: usize = 16;

/// A pair, and its decoded name at each level.
pub(super) type Entry<'de> = (Pair<'de>, Vec<Cow<'de, str>>);

/// A pair, and its name at each level below a node.
type Below<'r, 'de> = (Pair<'de>, &'r [Cow<'de, str>]);

/// All pairs of the form.
#[inline]
pub(super) fn entries(pairs: Parse<'_>) -> Vec<Entry<'_>> {
    pairs.map(|pair| (pair, path(pair.name()))).collect()
}

/// The names at each level: before the first bracket, and in each pair of brackets.
#[inline]
fn path(name: Cow<'_, str>) -> Vec<Cow<'_, str>> {
    match name {
        Cow::Borrowed(name) => levels(name).into_iter().map(Cow::Borrowed).collect(),
        Cow::Owned(name) => {
            levels(&name).into_iter().map(|level| level.to_owned().into()).collect()
        }
    }
}

/// The levels of a name; one if its brackets do not match, or are too many.
#[inline]
fn levels(name: &str) -> Vec<&str> {
    let in_brackets = name.strip_suffix(']').and_then(|name| name.split_once('['));
    let Some((first, others)) = in_brackets else { return vec![name] };
    let levels: Vec<_> = once(first).chain(others.split("][")).collect();
    let are_well_formed = !first.is_empty()
        && levels.len() <= LEVELS
        && levels.iter().all(|level| !level.contains(['[', ']']));
    if are_well_formed { levels } else { vec![name] }
}

/// The pairs whose names begin with the same levels.
pub(super) struct Node<'r, 'de> {
    entries: Vec<Below<'r, 'de>>,
    /// True for the whole form.
    is_root: bool,
    nones: &'r Nones,
}

impl<'r, 'de> Node<'r, 'de> {
    #[inline]
    pub(super) fn root(entries: &'r [Entry<'de>], nones: &'r Nones) -> Self {
        let below = entries.iter().map(|(pair, path)| (*pair, &path[..]));
        Self { entries: below.collect(), is_root: true, nones }
    }

    /// The node of these pairs, below this one.
    #[inline]
    fn below(&self, entries: Vec<Below<'r, 'de>>) -> Self {
        Self { entries, is_root: false, nones: self.nones }
    }

    /// The only pair of the group, whose name ends here.
    #[inline]
    fn leaf(&self) -> Result<Pair<'de>> {
        match &self.entries[..] {
            [(pair, [])] => Ok(*pair),
            entries if entries.iter().all(|(_, path)| path.is_empty()) => {
                Err(SerdeError::new("its name is repeated, and the field is a single value"))
            }
            _ => Err(SerdeError::new("its name has brackets, and the field is a single value")),
        }
    }

    /// The nodes below with their names, in the order of the form.
    #[inline]
    fn children(&self) -> Result<Vec<(&'r Cow<'de, str>, Self)>> {
        let mut names = Vec::with_capacity(self.entries.len());
        for &(pair, path) in &self.entries {
            let name = path.first().ok_or_else(|| {
                SerdeError::new("it has a value, and the field has fields of its own")
                    .in_field(&pair.name())
            })?;
            names.push(name);
        }
        let below = |&(_, index): &(usize, usize)| {
            let (pair, path) = self.entries[index];
            (pair, &path[1..])
        };
        let nodes = grouped(&names);
        let nodes = nodes
            .chunk_by(|one, other| one.0 == other.0)
            .map(|group| (names[group[0].0], self.below(group.iter().map(below).collect())));
        Ok(nodes.collect())
    }

    /// The elements of a sequence: repeated names and `[]` in their order, then `[0]`, `[1]` and so
    /// on by their numbers.
    #[inline]
    fn elements(&self) -> Result<Vec<Self>> {
        let (mut elements, mut numbered) = (Vec::new(), Vec::new());
        for &(pair, path) in &self.entries {
            match path {
                [] => {
                    elements.extend(pair.elements().map(|pair| self.below(vec![(pair, &[][..])])));
                }
                [name, path @ ..] if name.is_empty() => {
                    elements.push(self.below(vec![(pair, path)]));
                }
                path => numbered.push((pair, path)),
            }
        }
        let mut in_order = Vec::new();
        for (name, node) in self.below(numbered).children()? {
            let number: u64 = name.parse().map_err(|_| {
                SerdeError::new("an index in brackets must be a number").in_field(&node.name())
            })?;
            in_order.push((number, node));
        }
        in_order.sort_by_key(|&(number, _)| number);
        elements.extend(in_order.into_iter().map(|(_, node)| node));
        Ok(elements)
    }

    /// The full name of the first pair here, for errors.
    #[inline]
    fn name(&self) -> Cow<'de, str> {
        self.entries.first().map_or(Cow::Borrowed(""), |(pair, _)| pair.name())
    }

    /// Calls `read` with the single value here.
    fn single<T>(&self, read: impl FnOnce(Part<'_, 'de>) -> Result<T>) -> Result<T> {
        let value = self.leaf().and_then(|pair| read(Part::element(&pair, self.nones)));
        let name = self.name();
        // A part of a value has no name; its sequence names the field.
        value.map_err(|error| if name.is_empty() { error } else { error.in_field(&name) })
    }
}

/// Methods for single values.
macro_rules! single {
    ($($deserialize:ident)*) => {$(
        fn $deserialize<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            self.single(|part| part.$deserialize(visitor))
        }
    )*};
}

impl<'de> Deserializer<'de> for Node<'_, 'de> {
    type Error = SerdeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if !self.is_root && self.leaf().is_ok() {
            return self.single(|part| part.deserialize_any(visitor));
        }
        let children = self.children()?.into_iter();
        let children = children.map(|(name, node)| (Part::level(name.clone()), node));
        MapDeserializer::new(children).deserialize_any(visitor)
    }

    single! {
        deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128 deserialize_u8 deserialize_u16
        deserialize_u32 deserialize_u64 deserialize_u128 deserialize_f32 deserialize_f64 deserialize_char deserialize_str deserialize_string
        deserialize_bytes deserialize_byte_buf deserialize_identifier
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.leaf() {
            Ok(pair) if pair.value_raw().is_empty() => {
                let nones = self.nones;
                nones.read_empty(pair, self, visitor)
            }
            _ => visitor.visit_some(self),
        }
    }

    newtype!();

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.single(|part| part.deserialize_enum(name, variants, visitor))
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.is_root {
            return self.deserialize_any(visitor);
        }
        let elements = self.elements().map_err(|error| error.in_field(&self.name()))?;
        SeqDeserializer::new(elements.into_iter())
            .deserialize_any(visitor)
            .map_err(|error| error.in_field(&self.name()))
    }

    tuples!();

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! { map struct unit unit_struct }
}

impl<'de> IntoDeserializer<'de, SerdeError> for Node<'_, 'de> {
    type Deserializer = Self;

    #[inline]
    fn into_deserializer(self) -> Self {
        self
    }
}
