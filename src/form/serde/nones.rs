//! Empty values where an `Option` is read.

use alloc::vec::Vec;
use core::any::type_name;
use core::cell::RefCell;

use ::serde::de::{Deserializer, Visitor};

use super::error::{Result, SerdeError};
use crate::form::Pair;

/// The names of the types of options whose content does not read empty text, as numbers do not.
///
/// A deserializer learns this from the content's error alone, when the option can no longer be
/// `None`. So the form is read once more: at most as often as the type has types of options.
#[derive(Default)]
pub(super) struct Nones(RefCell<Vec<&'static str>>);

impl Nones {
    /// Calls `read` again as long as it has met an option of a further type.
    #[inline]
    pub(super) fn retry<T>(read: impl Fn(&Self) -> Result<T>) -> Result<T> {
        let nones = Self::default();
        let mut result = read(&nones);
        let mut known = 0;
        while result.is_err() && nones.0.borrow().len() > known {
            known = nones.0.borrow().len();
            result = read(&nones);
        }
        result
    }

    /// Reads an option from a value, which is the empty one of `pair`.
    #[cold]
    pub(super) fn read_empty<'de, V: Visitor<'de>>(
        &self,
        pair: Pair<'_>,
        value: impl Deserializer<'de, Error = SerdeError>,
        visitor: V,
    ) -> Result<V::Value> {
        let option = type_name::<V::Value>();
        if pair.options.empty_as_none || self.0.borrow().contains(&option) {
            return visitor.visit_none();
        }
        let known = self.0.borrow().len();
        visitor.visit_some(value).inspect_err(|_| {
            let mut nones = self.0.borrow_mut();
            // Only the innermost of nested options is `None`.
            if nones.len() == known {
                nones.push(option);
            }
        })
    }
}
