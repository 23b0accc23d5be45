//! The kernels of every instruction set that shuffles bytes by a table of sixteen (SSSE3, AVX2, NEON,
//! wasm simd128, AVX-512), and the searches of SSE2. One algorithm each for find, encode and decode,
//! over the [`Vector`] that an instruction set makes of its registers.
//!
//! The functions here are generic and, but for one, always inlined into those of `doors.rs` and
//! `avx512/mod.rs`, which enable the features. (A closure would not inherit them: only those in the
//! registers of the baseline make or combine registers.)
//!
//! # Safety
//! The CPU has the instructions of the registers that an unsafe function is generic over: each
//! contract asks for that, and names the rest. A register, or a [`Cpu`](vector::Cpu), is the proof.

pub(super) mod decode;
pub(super) mod encode;
#[cfg(feature = "path")]
mod examine;
pub(in crate::kernel) mod find;
mod frames;
#[cfg(feature = "batch")]
pub(super) mod mark;
pub(super) mod member;
mod operations;
mod steps;
pub(super) mod tables;
pub(super) mod text;
mod triplets;
pub(super) mod utf8;
pub(super) mod utf8_tables;
pub(super) mod vector;

pub(super) use decode::{decode, decode_short};
pub(super) use encode::{encode, encode_few, encode_long, encoded_len};
#[cfg(feature = "path")]
pub(super) use examine::{examine, examine_rest};
pub(super) use frames::{Frames, Half, Registers, frames};
pub(super) use operations::operations;
pub(super) use steps::decode_long;
pub(super) use triplets::HexDigits;
pub(super) use vector::{Lanes, Vector};
