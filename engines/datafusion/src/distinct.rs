//! Arrays that repeat their rows: the work is done once for each distinct row.
//!
//! DataFusion reads a dictionary page of Parquet as an array of views. Equal rows then have equal
//! views: the same buffer, offset and length, or the same bytes within the view. So the views are
//! compared as integers, and no row is read. A sample decides whether the comparison is worthwhile.

use std::sync::Arc;

use arrow::array::{Array, ArrayRef, AsArray, UInt32Array};
use arrow::buffer::NullBuffer;
use arrow::compute::take;
use arrow::datatypes::{BinaryViewType, ByteViewType, DataType, StringViewType};
use arrow::error::ArrowError;
use arrow_select::dictionary::garbage_collect_any_dictionary;
use datafusion_common::Result;

use crate::error::too_long;

/// Arrays with fewer rows are not sampled.
const LEAST: usize = 1024;

/// The number of rows in a sample. It takes less than a microsecond; a function that looks at each of
/// 1024 rows takes at least ten.
const SAMPLE: usize = 256;

/// The slots of a sample's table: at most half of them are used.
const SLOTS: usize = 2 * SAMPLE;

/// The distinct rows of an array, and for each row which of them it is.
pub(crate) struct Distinct {
    values: ArrayRef,
    keys: ArrayRef,
}

impl Distinct {
    /// The distinct rows of a dictionary, or of views that repeat. `None` if each row is to be handled
    /// by itself.
    pub(crate) fn of(array: &ArrayRef) -> Result<Option<Self>> {
        match array.data_type() {
            DataType::Dictionary(..) => {
                let used = of_used_values(array)?;
                let dictionary = used.as_any_dictionary();
                let (values, keys) = (dictionary.values(), dictionary.keys());
                Ok(Some(Self { values: ArrayRef::clone(values), keys: keys.slice(0, keys.len()) }))
            }
            DataType::Utf8View => Self::of_views::<StringViewType>(array),
            DataType::BinaryView => Self::of_views::<BinaryViewType>(array),
            _ => Ok(None),
        }
    }

    /// The distinct rows of an array of views, if they repeat.
    pub(crate) fn of_views<T: ByteViewType>(array: &ArrayRef) -> Result<Option<Self>> {
        let views = array.as_byte_view::<T>().views();
        if views.len() < LEAST || !is_worthwhile(views, array.nulls()) {
            return Ok(None);
        }
        let Some((firsts, keys)) = distinct(views, array.nulls()) else { return Ok(None) };
        let keys = UInt32Array::new(keys.into(), array.nulls().cloned());
        let values = take(array, &UInt32Array::from(firsts), None)?;
        Ok(Some(Self { values, keys: Arc::new(keys) }))
    }

    /// The distinct rows, in the order in which they first appear if the array is one of views.
    pub(crate) const fn values(&self) -> &ArrayRef {
        &self.values
    }

    /// The result for every row, given that for the distinct ones.
    pub(crate) fn rows(&self, output: &dyn Array) -> Result<ArrayRef> {
        take(output, &self.keys, None).map_err(|error| match error {
            ArrowError::OffsetOverflowError(_) => too_long(),
            error => error.into(),
        })
    }
}

/// The result of a function of rows, which is called with the distinct rows if the array repeats its
/// rows. The result must not be a dictionary, and a row that is refused must not be an error.
pub(crate) fn once_each(
    array: &ArrayRef,
    function: impl FnOnce(&ArrayRef) -> Result<ArrayRef>,
) -> Result<ArrayRef> {
    match Distinct::of(array)? {
        Some(distinct) => distinct.rows(&function(distinct.values())?),
        None => function(array),
    }
}

/// The dictionary without the values that no row has, if it has more values than rows: each slice of
/// an array and each batch of a column has all values of the whole.
pub(crate) fn of_used_values(input: &ArrayRef) -> Result<ArrayRef> {
    let dictionary = input.as_any_dictionary();
    if dictionary.values().len() <= dictionary.len() {
        return Ok(ArrayRef::clone(input));
    }
    Ok(garbage_collect_any_dictionary(dictionary)?)
}

/// Whether at most half of the views are distinct, as a sample suggests. Chao's estimate (1984) of the
/// number of distinct views uses the numbers of those that the sample contains once and twice, so a few
/// frequent rows among many rare ones do not decide.
fn is_worthwhile(views: &[u128], nulls: Option<&NullBuffer>) -> bool {
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

/// The first row of each distinct view, and for each row the number of its view among them (0 for a
/// null row). `None` if more than half of the rows are distinct, or if so many hashes collide that
/// the table is slow.
fn distinct(views: &[u128], nulls: Option<&NullBuffer>) -> Option<(Vec<u32>, Vec<u32>)> {
    const EMPTY: u32 = u32::MAX;
    if views.len() >= EMPTY as usize {
        return None;
    }
    let most = views.len() / 2;
    let mut table = vec![EMPTY; views.len().next_power_of_two()];
    let mask = table.len() - 1;
    let mut firsts: Vec<u32> = Vec::new();
    let mut found: Vec<u128> = Vec::new();
    let mut keys = Vec::with_capacity(views.len());
    let mut collisions = 0;
    for (row, &view) in views.iter().enumerate() {
        if nulls.is_some_and(|nulls| nulls.is_null(row)) {
            keys.push(0);
            continue;
        }
        let mut slot = hash(view) as usize & mask;
        let number = loop {
            let number = table[slot];
            if number == EMPTY {
                if found.len() == most {
                    return None;
                }
                table[slot] = found.len() as u32;
                firsts.push(row as u32);
                found.push(view);
                break table[slot];
            }
            if found[number as usize] == view {
                break number;
            }
            collisions += 1;
            if collisions > views.len() {
                return None;
            }
            slot = (slot + 1) & mask;
        };
        keys.push(number);
    }
    Some((firsts, keys))
}

/// Every bit of the view decides the high bits of the product, which are folded into the low ones.
#[inline]
fn hash(view: u128) -> u64 {
    const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
    let (low, high) = (view as u64, (view >> 64) as u64);
    let product = low.wrapping_mul(ODD).wrapping_add(high).wrapping_mul(ODD);
    product ^ product >> 32
}
