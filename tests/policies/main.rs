//! The faces of the policies: buffers, streams of `std::io`, columns, `Bytes`, decoding again and
//! again.

#[path = "../common"]
mod common {
    pub(crate) mod active;
    mod backends;
    #[cfg(feature = "alloc")]
    mod cases;
    #[cfg(feature = "alloc")]
    mod decoder;
    #[cfg(feature = "alloc")]
    mod encoder;
    #[cfg(feature = "alloc")]
    mod utf8;
    #[cfg(feature = "alloc")]
    mod values;

    pub(crate) use backends::{NAMES, backends};
    #[cfg(feature = "alloc")]
    pub(crate) use cases::cases;
    #[cfg(feature = "alloc")]
    pub(crate) use decoder::decoder;
    #[cfg(feature = "alloc")]
    pub(crate) use encoder::encoder;
    #[cfg(feature = "alloc")]
    pub(crate) use utf8::UTF8;
    #[cfg(feature = "alloc")]
    pub(crate) use values::{error, set};
}

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
