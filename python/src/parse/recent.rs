//! The encoders of the last values of `safe`: programs have a few, and making an encoder takes longer
//! than quoting a path.

use std::cell::RefCell;

use percent_simd::{AsciiSet, Encoder};
use pyo3::Borrowed;
use pyo3::prelude::*;

use super::options::{escaped, safe_bytes};

/// Longer values are not kept.
const LONGEST: usize = 32;
const KEPT: usize = 4;

/// How an encoder is made of the set that it escapes.
pub(super) type Make = fn(AsciiSet) -> Option<Encoder>;

/// A value of `safe`, and its encoder for the function of this number.
#[derive(Clone, Copy)]
struct Entry {
    function: u8,
    len: u8,
    safe: [u8; LONGEST],
    encoder: Option<Encoder>,
}

struct Recent {
    entries: [Entry; KEPT],
    /// The entry that is replaced next.
    next: usize,
}

thread_local! {
    static RECENT: RefCell<Recent> = const {
        let none = Entry { function: u8::MAX, len: 0, safe: [0; LONGEST], encoder: None };
        RefCell::new(Recent { entries: [none; KEPT], next: 0 })
    };
}

/// The encoder of a function, by its number, for a `safe`; `None` if there is none.
pub(super) fn encoder(function: u8, safe: Borrowed<'_, '_, PyAny>, make: Make) -> Option<Encoder> {
    let safe = safe_bytes(safe)?;
    if safe.len() > LONGEST {
        return make(escaped(safe));
    }
    // Nothing of Python runs while it is borrowed.
    RECENT.with_borrow_mut(|recent| {
        let is_this = |entry: &&Entry| {
            entry.function == function && &entry.safe[..usize::from(entry.len)] == safe
        };
        if let Some(entry) = recent.entries.iter().find(is_this) {
            return entry.encoder;
        }
        let encoder = make(escaped(safe));
        let mut entry = Entry { function, len: safe.len() as u8, safe: [0; LONGEST], encoder };
        entry.safe[..safe.len()].copy_from_slice(safe);
        recent.entries[recent.next] = entry;
        recent.next = (recent.next + 1) % KEPT;
        encoder
    })
}
