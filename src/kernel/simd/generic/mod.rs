//! The kernels of every instruction set that shuffles bytes by a table of sixteen: SSSE3, AVX2,
//! NEON, wasm simd128. One algorithm each for find, encode and decode, over the [`Vector`] that an
//! instruction set makes of its registers.
//!
//! All functions here are generic and always inlined into functions of the instruction set's own
//! file, which enable its features. (A closure would not inherit them, so none makes or combines
//! registers.)
//!
//! # Safety
//! The CPU has the instructions of the registers that an unsafe function is generic over: each
//! contract asks for that, and names the rest. A register, or a [`Cpu`](vector::Cpu), is the proof.

pub(super) mod clean;
pub(super) mod compress;
pub(super) mod decode;
mod encode;
#[cfg(feature = "path")]
mod examine;
pub(super) mod expand;
mod find;
mod frames;
#[cfg(feature = "batch")]
mod mark;
pub(super) mod member;
pub(super) mod partial;
pub(super) mod tables;
mod text;
mod triplets;
mod utf8;
pub(super) mod utf8_tables;
pub(super) mod vector;

pub(super) use compress::stores;
pub(super) use decode::{decode, decode_few, decode_long, decode_short};
pub(super) use encode::{encode, encode_few, encode_long, encoded_len};
#[cfg(feature = "path")]
pub(super) use examine::{examine, examine_rest};
#[cfg(feature = "inspect")]
pub(super) use find::find_suspect;
pub(super) use find::{find_either, find_member, members};
pub(super) use frames::{Frames, Half, Registers, frames};
#[cfg(feature = "batch")]
pub(super) use mark::{decode_marked, mark_escaped};
pub(super) use text::decode_text;
pub(super) use triplets::HexDigits;
pub(super) use utf8::is_utf8;
pub(super) use vector::{Lanes, Vector, accesses, operations};
