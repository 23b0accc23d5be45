//! The faces of the policies: buffers, streams of `std::io`, columns, `Bytes`, decoding again and again.

#[path = "../common/mod.rs"]
mod common;

mod api;
#[cfg(feature = "alloc")]
mod batch;
#[cfg(feature = "bytes")]
mod bytes;
#[cfg(feature = "std")]
mod io;
#[cfg(feature = "alloc")]
mod times;
