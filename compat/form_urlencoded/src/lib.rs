//! x
#![no_std]
#![forbid(unsafe_code)]
extern crate alloc;
mod byte_serialize;
mod parse;
mod serializer;
mod window;
pub use byte_serialize::{byte_serialize, ByteSerialize};
pub use parse::{parse, Parse, ParseIntoOwned};
pub use serializer::{EncodingOverride, Serializer, Target};
