//! Tests that reach every kernel: each operation under every policy, on every backend, at every
//! length and alignment.

mod checker;
mod matrix;
mod properties;
mod rooms;
mod runs;
mod sets;
mod stream;
mod triplets;
