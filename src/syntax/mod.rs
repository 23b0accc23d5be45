//! The grammar of encoded text, byte by byte, without SIMD: triplets, UTF-8 sequences, dot
//! segments, the characters of IRIs, names of Windows.

#[cfg(any(feature = "inspect", feature = "path", all(feature = "scheme", feature = "alloc")))]
mod decoded;
#[cfg(any(all(feature = "scheme", feature = "alloc"), feature = "path"))]
pub(crate) mod dot_segment;
#[cfg(any(feature = "inspect", feature = "path", all(feature = "scheme", feature = "alloc")))]
mod sequence;
mod triplet;
mod ucschar;
#[cfg(any(feature = "path", feature = "inspect"))]
mod windows_name;

#[cfg(feature = "inspect")]
pub(crate) use decoded::Decoded;
#[cfg(any(feature = "inspect", feature = "path", all(feature = "scheme", feature = "alloc")))]
pub(crate) use decoded::{Sequence, decoded_at, decoded_from};
#[cfg(any(feature = "inspect", feature = "path", all(feature = "scheme", feature = "alloc")))]
pub(crate) use sequence::continuation;
#[cfg(any(feature = "path", all(feature = "scheme", feature = "alloc")))]
pub(crate) use triplet::for_each_unit;
pub(crate) use triplet::{is_triplet, malformed_kind, triplet};
#[cfg(all(feature = "scheme", feature = "alloc"))]
pub(crate) use ucschar::find_forbidden;
pub(crate) use ucschar::is_ucschar;
#[cfg(any(feature = "path", feature = "inspect"))]
pub(crate) use windows_name::WindowsName;
