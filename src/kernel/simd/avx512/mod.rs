//! AVX-512 with VBMI and VBMI2 (Ice Lake, Zen 4 and later): byte permutes look up 128 entries, and
//! `vpcompressb` closes gaps.
//!
//! Decoding and finding are [`generic`], over the registers of [`vector`]; encoding has an algorithm of
//! its own, in **two phases** a step, as the loops of decoding explain.

mod encode;
mod vector;

use self::vector::V64;
use super::contract::Kernel;
use super::doors::{Avx2, open};
use super::generic::{self, Frames, Half, Registers, frames};
use super::registers::sse;
#[cfg(feature = "batch")]
use crate::kernel::marks::Block;
use crate::kernel::rules::{DecodeRules, EncodeRules, Progress};
#[cfg(feature = "path")]
use crate::kernel::rules::{Decoding, Examined, PathRules};
use crate::kernel::trust::Slot;
use crate::sets::AsciiSet;

/// The kernel: the operations that AVX-512 does faster. The rest are those of [`Avx2`].
pub(in crate::kernel) struct Avx512;

/// Input of up to this many bytes is left to AVX2, which finds more quickly there.
const FIND_BY_AVX2: usize = 256;
/// Input of up to this many bytes is encoded by AVX2: two registers of 16 are faster than one of 64.
const ENCODE_BY_AVX2: usize = 32;

impl Frames for Avx512 {
    type Vector = V64;

    frames! { open: "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt" }
}

impl Kernel for Avx512 {
    open! { "avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt" #[allow(unused_unsafe)]:
        find_either(input: &[u8], a: u8, b: u8) -> usize = |input: &[u8], a, b| match input.len() {
            ..=FIND_BY_AVX2 => Avx2::find_either(input, a, b),
            _ => generic::find::find_either::<V64, sse::V16<true>>(input, a, b),
        };
        #[cfg(feature = "inspect")]
        #[inline]
        find_suspect(input: &[u8], byte: u8) -> usize = Avx2::find_suspect;
        find_member(input: &[u8], set: &AsciiSet) -> usize = |input: &[u8], set| match input.len() {
            ..=FIND_BY_AVX2 => Avx2::find_member(input, set),
            _ => generic::find::find_member::<V64>(input, set),
        };
        #[inline]
        members(input: &[u8], set: &AsciiSet) -> u64 = generic::encode::members::<V64>;
        is_utf8(input: &[u8]) -> bool = |input: &[u8]| match input.len() {
            ..vector::BLOCK => Avx2::is_utf8(input),
            _ => generic::utf8::is_utf8::<V64>(input),
        };
        encoded_len(input: &[u8], rules: &EncodeRules) -> usize = generic::encoded_len::<V64>;
        decode<const PLAIN>(src: *const [u8], dst: *mut [u8], rules: &DecodeRules) -> Progress = generic::decode::<Self, PLAIN>;
        decode_text<const DIRTY>(src: *const [u8], dst: *mut [u8], rules: &DecodeRules) -> (usize, bool) = generic::text::decode_text::<Self, DIRTY>;
        #[cfg(feature = "path")]
        #[inline]
        examine(path: &[u8], rules: &PathRules, decoding: Option<&mut Decoding<'_>>) -> Examined = Avx2::examine;
        #[cfg(feature = "batch")]
        #[inline]
        mark_escaped(input: &[u8], set: &AsciiSet, blocks: &mut [Block]) -> bool = generic::mark::mark_escaped::<V64>;
        #[cfg(feature = "batch")]
        #[inline]
        decode_marked<const PLAIN>(src: *const [u8], dst: *mut [u8], rules: &DecodeRules, blocks: &mut [Block]) -> Option<Progress> = generic::mark::decode_marked::<V64, PLAIN>;
        #[cfg(feature = "batch")]
        fold_places[T, S](blocks: &[Block], places: impl Iterator<Item = (usize, T)>, state: S, fold: impl FnMut(S, (usize, T), usize) -> S) -> S = Block::fold;
    }

    // (It enables AVX2 alone, so the functions for more bytes are not inlined, and few bytes need not
    // set up their frames.)
    open! { "avx2,bmi1,bmi2,popcnt" #[inline]:
        encode(input: &[u8], out: &mut [Slot], rules: &EncodeRules) -> usize = |input: &[u8], out, rules| match input.len() {
            len if len <= ENCODE_BY_AVX2 => Avx2::encode(input, out, rules),
            len if len <= encode::FEW => encode::encode_few(input, out, rules),
            _ => encode::encode_long(input, out, rules),
        };
    }
}
