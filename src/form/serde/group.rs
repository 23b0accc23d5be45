//! The pairs of a form; all pairs with one name can be taken at once.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::cell::Cell;

use crate::form::{Pair, Parse};

/// The pairs still to be read, in the order of the form.
///
/// Pairs are read one by one until a group is requested. Then the rest is collected and sorted by
/// name, once. Each pair is therefore read at most once more, for any number of groups.
pub(super) enum Pairs<'de> {
    Unread(Parse<'de>),
    Grouped(Groups<'de>),
}

pub(super) struct Groups<'de> {
    pairs: Vec<Member<'de>>,
    /// The number of pairs passed. The current pair is the last of them.
    passed: usize,
}

struct Member<'de> {
    pair: Pair<'de>,
    /// The index of the next pair with the same name.
    next: Option<usize>,
    taken: Cell<bool>,
}

impl<'de> Pairs<'de> {
    /// Takes the current pair, the last one `next` returned, and all later pairs with its name.
    /// `next` then skips them.
    pub(super) fn group(&mut self, current: Pair<'de>) -> impl Iterator<Item = Pair<'de>> {
        if let Self::Unread(parse) = self {
            *self = Self::Grouped(Groups::new(current, parse));
        }
        let Self::Grouped(groups) = self else { unreachable!("they have just been grouped") };
        let mut next = groups.passed.checked_sub(1);
        core::iter::from_fn(move || {
            let member = &groups.pairs[next?];
            member.taken.set(true);
            next = member.next;
            Some(member.pair)
        })
    }
}

impl<'de> Iterator for Pairs<'de> {
    type Item = Pair<'de>;

    #[inline]
    fn next(&mut self) -> Option<Pair<'de>> {
        match self {
            Self::Unread(parse) => parse.next(),
            Self::Grouped(groups) => {
                let skipped =
                    groups.pairs[groups.passed..].iter().position(|member| !member.taken.get())?;
                groups.passed += skipped + 1;
                Some(groups.pairs[groups.passed - 1].pair)
            }
        }
    }
}

impl<'de> Groups<'de> {
    #[inline]
    fn new(current: Pair<'de>, rest: &mut Parse<'de>) -> Self {
        let pairs = core::iter::once(current).chain(rest);
        let mut pairs: Vec<_> =
            pairs.map(|pair| Member { pair, next: None, taken: Cell::new(false) }).collect();
        let names: Vec<Cow<'de, str>> = pairs.iter().map(|member| member.pair.name()).collect();
        let mut order: Vec<usize> = (0..pairs.len()).collect();
        order.sort_by(|&one, &other| names[one].cmp(&names[other])); // stable: equal names stay in the order of the form
        for two in order.windows(2) {
            if names[two[0]] == names[two[1]] {
                pairs[two[0]].next = Some(two[1]);
            }
        }
        Self { pairs, passed: 1 }
    }
}
