//! Forms to and from Rust types, with serde.
//!
//! Everything that `serde_urlencoded` reads and writes gives the same result here; sequences, and empty
//! values of optional numbers, are an addition.

mod de;
mod error;
mod group;
mod nested;
mod nones;
mod part;
mod ser;
mod writer;

pub use de::{from_bytes, from_str};
pub use error::SerdeError;
#[cfg(feature = "std")]
pub use ser::to_writer;
pub use ser::{append_to, to_string};
