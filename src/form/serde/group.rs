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
    /// The pairs, the order in which they are read (see [`grouped`]), and the current name there.
    Grouped(Vec<Pair<'de>>, IntoIter<(usize, usize)>, usize),
}

impl<'de> Pairs<'de> {
    /// Takes the current pair, the last one `next` returned, and all later pairs with its name.
    pub(super) fn group(&mut self, current: Pair<'de>) -> impl Iterator<Item = Pair<'de>> {
        if let Self::Unread(parse) = self {
            let pairs: Vec<_> = once(current).chain(parse).collect();
            let names: Vec<_> = pairs.iter().map(|pair| pair.name()).collect();
            let mut order = grouped(&names).into_iter();
            order.next(); // the current one
            *self = Self::Grouped(pairs, order, 0);
        }
        let Self::Grouped(pairs, order, name) = self else { unreachable!("they are grouped") };
        once(current).chain(from_fn(|| {
            let &(_, index) = order.as_slice().first().filter(|next| next.0 == *name)?;
            order.next();
            Some(pairs[index])
        }))
    }
}

impl<'de> Iterator for Pairs<'de> {
    type Item = Pair<'de>;

    #[inline]
    fn next(&mut self) -> Option<Pair<'de>> {
        match self {
            Self::Unread(parse) => parse.next(),
            Self::Grouped(pairs, order, name) => {
                let index;
                (*name, index) = order.next()?;
                Some(pairs[index])
            }
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
