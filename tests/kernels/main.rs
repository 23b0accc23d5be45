//! What reaches every kernel: the operations under every policy, on every backend, at every length and alignment.

#[path = "../common/mod.rs"]
mod common;

mod matrix;
#[cfg(feature = "alloc")]
mod properties;
mod runs;
mod sets;
#[cfg(feature = "alloc")]
mod stream;
mod triplets;
