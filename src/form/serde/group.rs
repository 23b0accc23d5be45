//! The pairs of a form; all pairs with one name can be taken at once.

use alloc::vec::{IntoIter, Vec};
use core::iter::{from_fn, once};

use crate::form::{Pair, Parse};

/// The pairs still to be read.
///
/// They are read one by one in the order of the form until a group is requested. Then the rest is
/// collected and grouped by name, once.
pub(super) enum Pairs<'de> {
    Unread(Parse<'de>),
    Grouped(Groups<'de>),
}

pub(super) struct Groups<'de> {
    pairs: Vec<Pair<'de>>,
    /// Where the pairs to be read are; see [`grouped`].
    order: IntoIter<(usize, usize)>,
    /// The index of the first pair with the name of the current one.
    first: usize,
}

impl<'de> Pairs<'de> {
    /// Takes the current pair, the last one `next` returned, and all later pairs with its name.
    pub(super) fn group(&mut self, current: Pair<'de>) -> impl Iterator<Item = Pair<'de>> {
        if let Self::Unread(parse) = self {
            let pairs: Vec<_> = once(current).chain(parse).collect();
            let names: Vec<_> = pairs.iter().map(|pair| pair.name()).collect();
            let mut order = grouped(&names).into_iter();
            order.next(); // the current one
            *self = Self::Grouped(Groups { pairs, order, first: 0 });
        }
        let Self::Grouped(groups) = self else { unreachable!("they have just been grouped") };
        once(current).chain(from_fn(|| {
            let is_next = groups.order.as_slice().first()?.0 == groups.first;
            if is_next { groups.next() } else { None }
        }))
    }
}

impl<'de> Iterator for Groups<'de> {
    type Item = Pair<'de>;

    #[inline]
    fn next(&mut self) -> Option<Pair<'de>> {
        let index;
        (self.first, index) = self.order.next()?;
        Some(self.pairs[index])
    }
}

impl<'de> Iterator for Pairs<'de> {
    type Item = Pair<'de>;

    #[inline]
    fn next(&mut self) -> Option<Pair<'de>> {
        match self {
            Self::Unread(parse) => parse.next(),
            Self::Grouped(groups) => groups.next(),
        }
    }
}

/// The indices of the names, those of equal names in a row, each after the first index of its name.
/// Names and the indices of one name keep their order.
pub(super) fn grouped<N: Ord>(names: &[N]) -> Vec<(usize, usize)> {
    let mut order: Vec<_> = (0..names.len()).map(|index| (index, index)).collect();
    order.sort_by(|one, other| names[one.1].cmp(&names[other.1])); // stable
    for at in 1..order.len() {
        if names[order[at].1] == names[order[at - 1].1] {
            order[at].0 = order[at - 1].0;
        }
    }
    order.sort_unstable();
    order
}
