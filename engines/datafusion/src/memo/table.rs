//! Numbers for distinct views, by a hash table.

use arrow::array::UInt32Array;
use arrow::buffer::NullBuffer;

/// Tables have at most this many views: then they take about 3 MB, besides the results.
const MOST: usize = 65_536;

/// The slots for each view, at least. Few of them are in use, so that few views compete for one.
const SLOTS: usize = 4;

/// The slots that a view may be in, from the one of its hash on. With hashes as good as random, one table
/// of thousands has a view that finds none of them free; whoever chooses the rows may choose such views.
const PROBES: usize = 32;

/// The number of no view.
const NONE: u32 = u32::MAX;

/// Distinct views, and their numbers in the order in which they have been added.
pub(super) struct Table {
    views: Vec<u128>,
    slots: Vec<u32>,
}

/// What a table says about the rows of an array.
pub(super) struct Numbered {
    /// The number of each row's view; null for a null row.
    pub(super) keys: UInt32Array,
    /// For each view that is new to the table, the first row that has it.
    pub(super) firsts: UInt32Array,
}

impl Table {
    /// An empty table, for the rows of an array of this many.
    pub(super) fn new(rows: usize) -> Self {
        Self { views: Vec::new(), slots: vec![NONE; rows.clamp(SLOTS, MOST).next_power_of_two()] }
    }

    /// The numbers of these views; those that are new are added. `None` if the table has no place for
    /// this many.
    pub(super) fn number(
        &mut self,
        views: &[u128],
        nulls: Option<&NullBuffer>,
        most_new: usize,
    ) -> Option<Numbered> {
        let mut keys: Vec<u32> = views.iter().map(|view| self.find(*view)).collect();
        let mut firsts = Vec::new();
        if keys.contains(&NONE) {
            for (row, (key, &view)) in keys.iter_mut().zip(views).enumerate() {
                if *key != NONE {
                    continue;
                }
                if nulls.is_some_and(|nulls| nulls.is_null(row)) {
                    *key = 0;
                    continue;
                }
                *key = self.find(view);
                if *key == NONE {
                    if firsts.len() == most_new {
                        return None;
                    }
                    *key = self.add(view)?;
                    firsts.push(u32::try_from(row).ok()?);
                }
            }
        }
        Some(Numbered {
            keys: UInt32Array::new(keys.into(), nulls.cloned()),
            firsts: UInt32Array::from(firsts),
        })
    }

    #[inline]
    fn find(&self, view: u128) -> u32 {
        for slot in places(view, self.slots.len()) {
            let number = self.slots[slot];
            if number == NONE || self.views[number as usize] == view {
                return number;
            }
        }
        NONE
    }

    /// The number of a view that the table does not have yet.
    fn add(&mut self, view: u128) -> Option<u32> {
        if self.views.len() == MOST {
            return None;
        }
        self.views.push(view);
        if self.views.len() * SLOTS > self.slots.len() {
            self.slots = vec![NONE; 2 * self.slots.len()];
            (0..self.views.len()).try_for_each(|number| self.place(number))?;
        } else {
            self.place(self.views.len() - 1)?;
        }
        Some(self.views.len() as u32 - 1)
    }

    /// Puts the number of a view into a slot.
    fn place(&mut self, number: usize) -> Option<()> {
        let slot =
            places(self.views[number], self.slots.len()).find(|slot| self.slots[*slot] == NONE)?;
        self.slots[slot] = number as u32;
        Some(())
    }
}

/// The slots that a view may be in, of a power of two.
#[inline]
fn places(view: u128, slots: usize) -> impl Iterator<Item = usize> {
    let first = hash(view) as usize;
    (first..first + PROBES).map(move |slot| slot & (slots - 1))
}

/// Each bit of the view changes bits everywhere in the product, whose halves are folded.
#[inline]
pub(super) fn hash(view: u128) -> u64 {
    const LOW: u64 = 0x9E37_79B9_7F4A_7C15;
    const HIGH: u64 = 0xD1B5_4A32_D192_ED03;
    let (low, high) = (view as u64 ^ LOW, (view >> 64) as u64 ^ HIGH);
    let product = u128::from(low) * u128::from(high);
    product as u64 ^ (product >> 64) as u64
}
