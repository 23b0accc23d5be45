//! RFC 3986 *Uniform Resource Identifier (URI): Generic Syntax*, and its predecessors: the parts of
//! a URI, normalization, equivalence, repair.
//!
//! Each set keeps the characters that the grammar of its part admits; decoding is the inverse, and a
//! malformed `%` stays. By RFC 3986 2.2 a reserved character and its triplet differ, so escape *values* before
//! they are put together, and decode after the URI is taken apart. `-._~` are unreserved, whatever
//! some pages say, and `%` is neither reserved nor unreserved.

pub(super) mod blocks;
mod dot_segments;
mod normalize;
mod reference;
mod repair;

pub use normalize::{Normalizer, equivalent};
pub use repair::{repair, repair_str};
