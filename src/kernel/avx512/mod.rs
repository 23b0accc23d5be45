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

use super::contract::Kernel;
#[cfg(feature = "batch")]
use super::marks::Block;
#[cfg(feature = "path")]
use super::path_rules::{Examined, PathRules};
use super::rules::{DecodeRules, EncodeRules, Progress};
use super::trust::Slot;
use crate::sets::AsciiSet;

/// The kernel.
pub(super) struct Avx512;

impl Kernel for Avx512 {
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    unsafe fn find_either(input: &[u8], a: u8, b: u8) -> usize {
        find::find_either(input, a, b)
    }

    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    unsafe fn find_member(input: &[u8], set: &AsciiSet) -> usize {
        find::find_member(input, set)
    }

    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    unsafe fn find_triplet(input: &[u8], plus: bool) -> usize {
        find::find_triplet(input, plus)
    }

    #[cfg(feature = "inspect")]
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    unsafe fn find_suspect(input: &[u8], byte: u8) -> usize {
        find::find_suspect(input, byte)
    }

    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    unsafe fn members(input: &[u8], set: &AsciiSet) -> u64 {
        find::members(input, set)
    }

    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    unsafe fn is_utf8(input: &[u8]) -> bool {
        utf8::is_utf8(input)
    }

    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    unsafe fn encoded_len(input: &[u8], rules: &EncodeRules) -> usize {
        encoded_len::encoded_len(input, rules)
    }

    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    unsafe fn encode(input: &[u8], out: &mut [Slot], rules: &EncodeRules) -> usize {
        // SAFETY: this function's contract is that of `encode::encode`.
        unsafe { encode::encode(input, out, rules) }
    }

    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    unsafe fn decoded_len(input: &[u8], rules: &DecodeRules) -> Progress {
        decoded_len::decoded_len(input, rules)
    }

    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    unsafe fn decode(
        src: *const u8,
        len: usize,
        dst: *mut u8,
        room: usize,
        rules: &DecodeRules,
    ) -> Progress {
        // SAFETY: this function's contract is that of `decode::decode`.
        unsafe { decode::decode(src, len, dst, room, rules) }
    }

    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    unsafe fn decode_text(
        src: *const u8,
        len: usize,
        dst: *mut u8,
        plus: bool,
    ) -> Option<(usize, bool)> {
        // SAFETY: this function's contract is that of `text::decode_text`.
        unsafe { text::decode_text(src, len, dst, plus) }
    }

    #[cfg(feature = "path")]
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    unsafe fn examine(path: &[u8], rules: &PathRules) -> Examined {
        examine::examine(path, rules)
    }

    #[cfg(feature = "batch")]
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    unsafe fn mark_escaped(input: &[u8], set: &AsciiSet, blocks: &mut [Block]) -> bool {
        mark::mark_escaped(input, set, blocks)
    }

    #[cfg(feature = "batch")]
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    unsafe fn decode_marked(
        src: *const u8,
        len: usize,
        dst: *mut u8,
        room: usize,
        rules: &DecodeRules,
        blocks: &mut [Block],
    ) -> Option<Progress> {
        // SAFETY: this function's contract is that of `mark::decode_marked`.
        unsafe { mark::decode_marked(src, len, dst, room, rules, blocks) }
    }

    #[cfg(feature = "batch")]
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    unsafe fn fold_places<T, S>(
        blocks: &[Block],
        places: impl Iterator<Item = (usize, T)>,
        state: S,
        fold: impl FnMut(S, (usize, T), (usize, u64)) -> S,
    ) -> S {
        Block::fold(blocks, places, state, fold)
    }
}
