//! Types of other crates.

#[cfg(feature = "bytes")]
mod bytes;
#[cfg(feature = "http")]
pub mod http_uri;
