//! The allocations of calls: none where nothing changes, none where the caller brings the memory,
//! and not much more than the result elsewhere.

#[cfg(feature = "full")]
mod around;
mod counter;
mod results;
mod unchanged;
