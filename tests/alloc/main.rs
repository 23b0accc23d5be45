//! The allocations of calls: none without changes or with the caller's memory, and otherwise little
//! more than the result.

#[cfg(feature = "full")]
mod around;
mod counter;
mod results;
mod unchanged;
