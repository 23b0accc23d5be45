//! Whether an array of views repeats its rows, by a sample.

use arrow::buffer::NullBuffer;

use super::table::hash;

/// Arrays with fewer rows are not sampled.
const LEAST: usize = 1024;

/// The number of rows in a sample. It takes less than a microsecond; a function that looks at each of
/// 1024 rows takes at least ten.
const SAMPLE: usize = 256;

/// The slots of a sample's table: at most half of them are used.
const SLOTS: usize = 2 * SAMPLE;

/// Whether at most half of the views are distinct, as a sample suggests. Chao's estimate (1984) of the
/// number of distinct views uses the numbers of those that the sample contains once and twice, so a few
/// frequent rows among many rare ones do not decide.
pub(super) fn is_worthwhile(views: &[u128], nulls: Option<&NullBuffer>) -> bool {
    if views.len() < LEAST {
        return false;
    }
    let mut sample = Sample::new();
    let step = views.len() / SAMPLE;
    for number in 0..SAMPLE {
        // One row of each stretch, at a place that varies: rows may follow a pattern.
        let row = number * step + number * 7 % step;
        // Empty rows cost nothing.
        if views[row] as u32 > 0 && nulls.is_none_or(|nulls| nulls.is_valid(row)) {
            sample.add(views[row]);
        }
    }
    let unseen = sample.once * sample.once.saturating_sub(1) / (2 * (sample.twice + 1));
    sample.distinct > 0 && sample.distinct + unseen <= views.len() / 2
}

/// A table of the views in a sample.
struct Sample {
    views: [u128; SLOTS],
    /// How often each view has been added: 3 is three times or more.
    counts: [u8; SLOTS],
    distinct: usize,
    once: usize,
    twice: usize,
}

impl Sample {
    const fn new() -> Self {
        Self { views: [0; SLOTS], counts: [0; SLOTS], distinct: 0, once: 0, twice: 0 }
    }

    fn add(&mut self, view: u128) {
        let mut slot = hash(view) as usize % SLOTS;
        while self.counts[slot] > 0 && self.views[slot] != view {
            slot = (slot + 1) % SLOTS;
        }
        match self.counts[slot] {
            0 => {
                self.views[slot] = view;
                self.distinct += 1;
                self.once += 1;
            }
            1 => {
                self.once -= 1;
                self.twice += 1;
            }
            2 => self.twice -= 1,
            _ => return,
        }
        self.counts[slot] += 1;
    }
}
