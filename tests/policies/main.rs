//! The interfaces of the policies: buffers, streams of `std::io`, columns, `Bytes`, repeated
//! decoding.

mod api;
mod backends;
#[cfg(feature = "batch")]
mod batch;
#[cfg(feature = "bytes")]
mod bytes;
#[cfg(feature = "std")]
mod io;
mod lazily;
mod owned;
mod times;
mod windows;
