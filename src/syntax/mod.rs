//! The grammar of what is encoded, byte by byte, without SIMD: triplets, UTF-8 sequences, dot
//! segments, the characters of IRIs, names of Windows.

#[cfg(any(all(feature = "scheme", feature = "alloc"), feature = "path"))]
pub(crate) mod dot_segment;
mod sequence;
mod triplet;
mod ucschar;
mod windows_name;

pub(crate) use sequence::Sequence;
pub(crate) use triplet::{is_triplet, malformed_kind, triplet};
pub(crate) use ucschar::find_forbidden;
pub(crate) use windows_name::{WindowsName, is_device_name};
