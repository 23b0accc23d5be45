//! AVX-512 with VBMI and VBMI2 (Ice Lake, Zen 4 and later): byte permutes look up 128 entries, and
//! `vpcompressb` closes gaps.
//!
//! Both directions work in **two phases** a step: first all loads and all masks, then all
//! compressions and stores. Loads that follow, in program order, stores to addresses that depend on
//! the data make such a loop bistable (from run to run at a third of its speed); all loads first do
//! not. `vpcompressb` depends on its destination even where that is overwritten, so source and
//! destination are the same register here, and it compresses in registers: to memory it costs more
//! than twice as much, and far more on Zen 4.

mod decode;
mod decoded_len;
mod encode;
mod encoded_len;
#[cfg(feature = "path")]
mod examine;
mod expand;
mod find;
#[cfg(feature = "batch")]
mod mark;
mod registers;
mod solid;
mod tables;
mod text;
mod triplets;
mod utf8;

pub(in crate::kernel) use decode::decode;
pub(in crate::kernel) use decoded_len::decoded_len;
pub(in crate::kernel) use encode::encode;
pub(in crate::kernel) use encoded_len::encoded_len;
#[cfg(feature = "path")]
pub(in crate::kernel) use examine::examine;
#[cfg(all(feature = "path", feature = "alloc"))]
pub(in crate::kernel) use examine::examine_decoding;
#[cfg(feature = "inspect")]
pub(in crate::kernel) use find::find_suspect;
pub(in crate::kernel) use find::{find_either, find_member, find_triplet, members};
#[cfg(feature = "batch")]
pub(in crate::kernel) use mark::{decode_marked, fold_places, mark_escaped};
pub(in crate::kernel) use text::decode_text;
pub(in crate::kernel) use utf8::is_utf8;

/// Inputs of up to this many bytes are encoded byte by byte.
pub(in crate::kernel) const ENCODE_FEW: usize = 3;
