//! Operations whose costs are counted or timed, and the inputs that they get.

#[cfg(target_family = "wasm")]
mod exports;
pub mod inputs;
mod operations;

pub use operations::{Direction, OPERATIONS, Operation, Output};
