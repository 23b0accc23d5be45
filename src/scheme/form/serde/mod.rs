//! Forms from and to types, by serde.
//!
//! What `serde_urlencoded` reads and writes is read and written alike; sequences come in addition.

mod de;
mod error;
mod group;
mod part;
mod refuse;
mod ser;
mod sink;

pub use de::{from_bytes, from_str};
pub use error::SerdeError;
pub use ser::to_string;
#[cfg(feature = "std")]
pub use ser::to_writer;
