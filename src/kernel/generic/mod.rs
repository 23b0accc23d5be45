//! The kernels of every instruction set that shuffles bytes by a table of sixteen: SSSE3, AVX2,
//! NEON, wasm simd128. One algorithm each for find, encode and decode, over the [`Vector`] that an
//! instruction set makes of its registers.
//!
//! All functions here are generic and always inlined into functions of the instruction set's own
//! file, which enable its features. (A closure would not inherit them, so none makes or combines
//! registers.)

mod ahead;
mod clean;
mod decode;
mod decoded_len;
mod encode;
#[cfg(feature = "path")]
mod examine;
mod expand;
mod find;
mod gaps;
#[cfg(any(target_arch = "aarch64", target_arch = "wasm32"))]
mod look;
#[cfg(feature = "batch")]
pub(super) mod mark;
mod member;
pub(super) mod partial;
mod solid;
mod tables;
mod text;
mod triplets;
mod utf8;
pub(super) mod utf8_tables;
mod vector;

pub(super) use clean::SHORT;
pub(super) use decode::{decode_bulk, decode_clean, decode_few, decode_short};
pub(super) use decoded_len::decoded_len;
pub(super) use encode::{encode, encode_few, encoded_len};
#[cfg(feature = "path")]
pub(super) use examine::{examine_from, first_look};
#[cfg(feature = "inspect")]
pub(super) use find::find_suspect;
pub(super) use find::{find_either, find_member, find_triplet, members};
#[cfg(any(target_arch = "aarch64", target_arch = "wasm32"))]
pub(super) use look::{is_free_of, places_of};
#[cfg(feature = "batch")]
pub(super) use mark::{decode_marked, mark_escaped, mark_rest, with_rest};
pub(super) use text::decode_text;
pub(super) use utf8::is_utf8;
pub(super) use vector::{Vector, Vector16, operations};
