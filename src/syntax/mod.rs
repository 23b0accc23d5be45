//! The grammar of encoded text, byte by byte, without SIMD: triplets, UTF-8 sequences, dot
//! segments, the characters of IRIs, names of Windows.

#[cfg(any(all(feature = "scheme", feature = "alloc"), feature = "path"))]
pub(crate) mod dot_segment;
#[cfg(any(feature = "path", feature = "inspect"))]
mod sequence;
mod triplet;
mod ucschar;
#[cfg(any(feature = "path", feature = "inspect"))]
mod windows_name;

#[cfg(feature = "path")]
pub(crate) use sequence::Sequence;
#[cfg(any(feature = "path", feature = "inspect"))]
pub(crate) use sequence::continuation;
pub(crate) use triplet::{is_triplet, malformed_kind, triplet};
pub(crate) use ucschar::find_forbidden;
#[cfg(feature = "path")]
pub(crate) use windows_name::WindowsName;
#[cfg(feature = "inspect")]
pub(crate) use windows_name::is_device_name;
