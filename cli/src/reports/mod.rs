//! Messages about inputs and their content: names, problems, counts, progress.

mod kept;
mod kinds;
mod name;
mod problem;
mod progress;

pub(crate) use self::kept::{Kept, malformed_triplets};
pub(crate) use self::kinds::{PRINTED, Reports};
pub(crate) use self::name::Name;
pub(crate) use self::problem::{malformed, refused, refused_later};
pub(crate) use self::progress::{Counted, Progress};
