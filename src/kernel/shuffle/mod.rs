//! The kernels of every instruction set that shuffles bytes by a table of sixteen: SSSE3, AVX2, NEON, wasm simd128. One algorithm each for find,
//! encode and decode, over the [`Vector`] that an instruction set makes of its registers.
//!
//! All functions here are generic and always inlined into functions of the instruction set's own file that enable its features. (Closures would
//! not inherit them: there are none.)

mod decode;
mod encode;
mod find;
mod tables;
mod vector;

pub(super) use decode::{decode, decoded_len};
pub(super) use encode::{encode, encoded_len};
pub(super) use find::{find_either, find_member, find_triplet};
pub(super) use vector::{Vector, Vector16};
