//! Messages about inputs and their content: problems, counts, progress.

mod kinds;
mod progress;
mod triplets;

pub(crate) use self::kinds::{PRINTED, Reports};
pub(crate) use self::progress::{Counted, Progress};
pub(crate) use self::triplets::{Kept, malformed, malformed_triplets, refused, refused_later};
