//! Percent-encoding, fast.
#![cfg_attr(not(feature = "simd"), forbid(unsafe_code))]
#![cfg_attr(not(feature = "std"), no_std)]

#[cfg(feature = "alloc")]
extern crate alloc;

mod backend;
mod decode;
mod encode;
mod error;
#[cfg(feature = "std")]
pub mod io;
mod kernel;
pub mod sets;
#[cfg(feature = "alloc")]
mod stream;
mod text;

pub use backend::Backend;
pub use decode::{Decoder, Malformed, Utf8};
#[cfg(feature = "alloc")]
pub use decode::{decode, decode_lossy, decode_str};
pub use encode::{EncodeDisplay, Encoder};
#[cfg(feature = "alloc")]
pub use encode::{encode, encode_str};
pub use error::{DecodeError, DecodeErrorKind, DecodeIntoError, OutputTooSmall};
pub use sets::AsciiSet;
#[cfg(feature = "alloc")]
pub use stream::{DecodeStream, EncodeStream};
pub use text::DecodeDisplay;
