//! Code that tests, fuzzers and benchmarks share.

pub mod answers;
mod backends;
#[cfg(feature = "bodies")]
pub mod bodies;
#[cfg(feature = "proptest")]
mod cases;
#[cfg(feature = "alloc")]
pub mod check;
pub mod corpus;
mod policies;
pub mod spellings;
pub mod targets;
pub mod traffic;

pub use backends::{NAMES, backends, on_every_backend, while_active};
#[cfg(feature = "proptest")]
pub use cases::cases;
pub use oracle::random::Random;
pub use policies::{UTF8, decoder, encoder, error, set};
