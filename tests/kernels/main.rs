//! What reaches every kernel: the operations under every policy, on every backend, at every length
//! and alignment.

#[path = "../common"]
mod common {
    pub(crate) mod active;
    mod backends;
    #[cfg(feature = "alloc")]
    mod cases;
    mod decoder;
    mod encoder;
    mod utf8;
    mod values;

    pub(crate) use backends::backends;
    #[cfg(feature = "alloc")]
    pub(crate) use cases::cases;
    pub(crate) use decoder::decoder;
    pub(crate) use encoder::encoder;
    pub(crate) use utf8::UTF8;
    pub(crate) use values::{error, set};
}

mod check;
mod matrix;
#[cfg(feature = "alloc")]
mod properties;
mod rooms;
mod runs;
mod sets;
#[cfg(feature = "alloc")]
mod stream;
mod triplets;
