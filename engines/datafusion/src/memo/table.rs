//! Numbers for distinct views, by a hash table.

use arrow::array::UInt32Array;
use arrow::buffer::NullBuffer;

/// Tables have at most this many views.
const MOST: usize = 65_536;

/// The slots for each view, at least: where few slots are in use, few views compete for one.
const SLOTS: usize = 4;

/// The slots that a view may be in, from its first on. Whoever chooses the rows may choose such that
/// compete for the same slots.
const PROBES: usize = 32;

/// The number of no view.
const NONE: u32 = u32::MAX;

/// Distinct views, and their numbers in the order in which they have been added.
pub(super) struct Table {
    views: Vec<u128>,
    slots: Vec<u32>,
    order: Order,
}

/// What a table says about the rows of an array.
pub(super) struct Numbered {
    /// The number of each row's view; null for a null row.
    pub(super) keys: UInt32Array,
    /// For each view that is new to the table, the first row that has it.
    pub(super) firsts: UInt32Array,
}

impl Table {
    /// An empty table for views like these, into buffers of this many bytes.
    pub(super) fn new(views: &[u128], held: usize) -> Self {
        let mean = bytes(views) / views.len().max(1);
        let shift = (mean / SLOTS).max(8).ilog2();
        let slots = (held >> shift).min(16 * views.len()).clamp(64, SLOTS * MOST);
        Self {
            views: Vec::new(),
            slots: vec![NONE; slots.next_power_of_two()],
            order: Order::OfBuffers { shift },
        }
    }

    /// The numbers of these views; those that are new are added. `None` if these are more than given, or
    /// if the table has no place for them.
    pub(super) fn number(
        &mut self,
        views: &[u128],
        nulls: Option<&NullBuffer>,
        most_new: usize,
    ) -> Option<Numbered> {
        // Nearly all are in their first slots. No branch depends on a row, so that the processor does not
        // wait for one row before it reads the next: that takes a third of the time of the whole search.
        let first = |view: &u128| {
            let number = self.slots[self.order.first(*view) & (self.slots.len() - 1)];
            if self.views.get(number as usize) == Some(view) { number } else { NONE }
        };
        let mut keys: Vec<u32> = views.iter().map(first).collect();
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

    fn find(&self, view: u128) -> u32 {
        for slot in self.places(view) {
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
        let number = self.views.len();
        self.views.push(view);
        let is_full = self.views.len() * SLOTS > self.slots.len();
        if is_full {
            self.place_all(2 * self.slots.len())?;
        } else if self.place(number).is_none() {
            self.order = Order::None;
            self.place_all(self.slots.len())?;
        }
        Some(number as u32)
    }

    /// Puts all numbers into this many slots.
    fn place_all(&mut self, slots: usize) -> Option<()> {
        self.slots = vec![NONE; slots];
        (0..self.views.len()).try_for_each(|number| self.place(number))
    }

    /// Puts the number of a view into a slot, if one is free.
    fn place(&mut self, number: usize) -> Option<()> {
        let slot = self.places(self.views[number]).find(|slot| self.slots[*slot] == NONE)?;
        self.slots[slot] = number as u32;
        Some(())
    }

    /// The slots that a view may be in.
    fn places(&self, view: u128) -> impl Iterator<Item = usize> + use<> {
        let (first, mask) = (self.order.first(view), self.slots.len() - 1);
        (0..PROBES).map(move |probe| first.wrapping_add(probe) & mask)
    }
}

/// The order of the views in the slots.
#[derive(Clone, Copy)]
enum Order {
    /// That of the rows in the buffers, which is that of their first use in a dictionary page: frequent
    /// rows are near each other, and so are their slots. Rows within their views have none.
    OfBuffers {
        shift: u32,
    },
    None,
}

impl Order {
    /// The first slot of a view, of as many slots as there may be.
    #[inline]
    fn first(self, view: u128) -> usize {
        let (len, buffer, offset) = (view as u32, (view >> 64) as u32, (view >> 96) as u32);
        match self {
            Self::OfBuffers { shift } if len > 12 => {
                (offset >> shift).wrapping_add(buffer.wrapping_mul(0x9E37_79B9)) as usize
            }
            _ => hash(view) as usize,
        }
    }
}

/// The bytes of the rows.
pub(super) fn bytes(views: &[u128]) -> usize {
    views.iter().map(|view| *view as u32 as usize).sum()
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
