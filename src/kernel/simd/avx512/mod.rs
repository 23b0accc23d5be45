//! AVX-512 with VBMI and VBMI2 (Ice Lake, Zen 4 and later): byte permutes look up 128 entries, and
//! `vpcompressb` closes gaps.
//!
//! Both directions work in **two phases** a step: first all loads and all masks, then all
//! compressions and stores. Loads that follow, in program order, stores to addresses that depend on
//! the data make such a loop bistable (from run to run at a third of its speed); all loads first do
//! not. `vpcompressb` depends on its destination even where that is overwritten, so source and
//! destination are the same register here, and it compresses in registers: to memory it costs more
//! than twice as much, and far more on Zen 4.

#![allow(clippy::incompatible_msrv, reason = "the feature `avx512` needs Rust 1.89")]

mod all_escaped;
mod decode;
mod encode;
mod encoded_len;
mod expand;
mod find;
#[cfg(feature = "batch")]
mod mark;
mod registers;
mod tables;
mod text;
mod triplets;
mod utf8;

use super::contract::Kernel;
use super::doors::{Avx2, open};
#[cfg(feature = "batch")]
use crate::kernel::marks::Block;
#[cfg(feature = "path")]
use crate::kernel::path_rules::{Decoding, Examined, PathRules};
use crate::kernel::rules::{DecodeRules, EncodeRules, Progress};
use crate::kernel::trust::Slot;
use crate::sets::AsciiSet;

/// The kernel: the operations that AVX-512 does faster. The rest are those of [`Avx2`].
pub(in crate::kernel) struct Avx512;

impl Kernel for Avx512 {
    open! { "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt":
        find_either(input: &[u8], a: u8, b: u8) -> usize = find::find_either;
        #[cfg(feature = "inspect")]
        #[inline]
        find_suspect(input: &[u8], byte: u8) -> usize = Avx2::find_suspect;
        find_member(input: &[u8], set: &AsciiSet) -> usize = find::find_member;
        #[inline]
        members(input: &[u8], set: &AsciiSet) -> u64 = Avx2::members;
        #[inline]
        is_utf8(input: &[u8]) -> bool = Avx2::is_utf8;
        encoded_len(input: &[u8], rules: &EncodeRules) -> usize = encoded_len::encoded_len;
        encode(input: &[u8], out: &mut [Slot], rules: &EncodeRules) -> usize = encode::encode;
        decode<const PLAIN>(src: *const [u8], dst: *mut [u8], rules: &DecodeRules) -> Progress = decode::decode::<PLAIN>;
        decode_text(src: *const [u8], dst: *mut [u8], plus: bool) -> Option<(usize, bool)> = text::decode_text;
        #[cfg(feature = "path")]
        #[inline]
        examine(path: &[u8], rules: &PathRules, decoding: Option<&mut Decoding<'_>>) -> Examined = Avx2::examine;
        #[cfg(feature = "batch")]
        #[inline]
        mark_escaped(input: &[u8], set: &AsciiSet, blocks: &mut [Block]) -> bool = mark::mark_escaped;
        #[cfg(feature = "batch")]
        #[inline]
        decode_marked(src: *const [u8], dst: *mut [u8], rules: &DecodeRules, blocks: &mut [Block]) -> Option<Progress> = mark::decode_marked;
    }

    #[cfg(feature = "batch")]
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    unsafe fn fold_places<T, S>(
        blocks: &[Block],
        places: impl Iterator<Item = (usize, T)>,
        state: S,
        fold: impl FnMut(S, (usize, T), usize) -> S,
    ) -> S {
        Block::fold(blocks, places, state, fold)
    }
}
