//! What reaches every kernel: the operations under every policy, on every backend, at every length
//! and alignment.

mod check;
mod matrix;
#[cfg(feature = "alloc")]
mod properties;
mod rooms;
mod runs;
mod sets;
#[cfg(feature = "alloc")]
mod stream;
mod triplets;
