//! The selected fields that records have, so that a field that no record has can be reported.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use super::{Block, Outcome};
use crate::fields::{Fields, Found};
use crate::reports::Name;

/// The selected fields that records of an input have.
#[derive(Default)]
pub(super) struct Seen {
    found: Found,
    first: Option<Lacking>,
}

/// A record that lacks some of what is selected.
struct Lacking {
    /// Its block, and the line in the input.
    place: (u64, u64),
    /// As much of it as is worth keeping.
    record: Vec<u8>,
}

/// Longer records are not looked at for what may be meant.
const LONGEST_SAMPLE: usize = 64 * 1024;

impl Seen {
    /// Adds a record that has these, as its block comes to it.
    pub(super) fn add(&mut self, found: Found, fields: &Fields, record: &Block<'_>, value: &[u8]) {
        if self.first.is_none() && !fields.is_all(found) {
            let record_kept = value[..value.len().min(LONGEST_SAMPLE)].to_vec();
            let place = (record.index, record.position.line);
            self.first = Some(Lacking { place, record: record_kept });
        }
        self.found = self.found.union(found);
    }

    fn merge(&mut self, other: Self) {
        self.found = self.found.union(other.found);
        if let Some(lacking) = other.first
            && self.first.as_ref().is_none_or(|first| lacking.place < first.place)
        {
            self.first = Some(lacking);
        }
    }
}

/// The selected fields that records of each input have.
#[derive(Default)]
pub(super) struct AllSeen(Mutex<HashMap<Name, Seen>>);

impl AllSeen {
    /// Adds what records of a block have.
    pub(super) fn add(&self, input: &Name, seen: Seen) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = all.get_mut(input) {
            known.merge(seen);
        } else {
            all.insert(input.clone(), seen);
        }
    }

    /// Tells for each input what no record has.
    pub(super) fn tell_missing(&self, fields: &Fields, printed: u64, outcome: &mut Outcome) {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut missing: Vec<_> = all
            .iter()
            .filter_map(|(input, Seen { found, first })| {
                let Lacking { place, record } = first.as_ref()?;
                Some((place, input, fields.missing(*found, record)?))
            })
            .collect();
        missing.sort_unstable_by_key(|&(place, ..)| place);
        for ((_, line), input, what) in missing {
            outcome.problem = true;
            outcome.reports.add(&what, format_args!("pct: {input}:{line}: {what}"), None, printed);
        }
    }
}
