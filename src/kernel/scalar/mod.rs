//! The definition of find, encode and decode, in plain Rust: tests compare every other kernel with
//! it, and it finds the exact error.

mod decode;
mod encode;
#[cfg(feature = "path")]
mod examine;
mod find;
mod unit;

pub(crate) use decode::{FEW, decode, decode_clean, decode_few, decode_in_place, decoded_len};
pub(crate) use encode::{encode, encode_few, encoded_len, triplet};
#[cfg(not(feature = "simd"))]
pub(crate) use encode::{triplet_in, triplets_of};
#[cfg(feature = "path")]
pub(crate) use examine::examine;
#[cfg(not(feature = "simd"))]
pub(crate) use find::Usual;
#[cfg(feature = "alloc")]
pub(crate) use find::candidates;
#[cfg(feature = "inspect")]
pub(crate) use find::find_suspect;
pub(crate) use find::{find_either, find_member, has_either, has_member, members, places_of};
pub(crate) use unit::{Unit, end_of_triplet_around, triplet_unit, unit};

/// The number of bytes that are looked at together.
const CHUNK: usize = 8;
