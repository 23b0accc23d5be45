//! The faces of the policies: buffers, streams of `std::io`, columns, `Bytes`, decoding again and
//! again.

mod api;
#[cfg(feature = "batch")]
mod batch;
#[cfg(feature = "bytes")]
mod bytes;
#[cfg(feature = "std")]
mod io;
#[cfg(feature = "alloc")]
mod owned;
#[cfg(feature = "alloc")]
mod times;
