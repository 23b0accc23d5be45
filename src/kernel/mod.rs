//! The kernels: find, encode and decode, once in plain Rust ([`scalar`], the definition) and once for each instruction set.
//!
//! # The contract of a kernel
//! Every kernel file has the same functions with the same signatures:
//!
//! | function | answers |
//! | --- | --- |
//! | `find_either(input, a, b)` | the index of the first byte that is `a` or `b`, or the input's length |
//! | `find_triplet(input, plus)` | the index of the first valid triplet (or of the first `+`, if `plus`), or the length |
//! | `find_member(input, set)` | the index of the first byte that is in `set` or is 80 or above, or the length |
//! | `members(input, set)` | a bit for each of the first 64 bytes: whether it is in `set` or is 80 or above |
//! | `places_of(input, bytes)` | a bit for each of the first 64 bytes: whether it is one of three, which are not zero |
//! | `is_utf8(input)` | whether the input is well-formed UTF-8 |
//! | `encoded_len(input, rules)` | the length of what `encode` writes (saturating) |
//! | `encode(input, out, rules)` | the length of what it has written |
//! | `decoded_len(input, rules)` | the [`Progress`] that `decode` would make |
//! | `decode(src, len, dst, rules)` | its [`Progress`]; `dst` may be `src` |
//! | `mark_escaped(input, set, blocks)` | whether it has told the [`Block`]s which bytes `encode` escapes: those in `set`, and 80 and above |
//! | `mark_triplets(input, rules, blocks)` | whether it has told them where triplets start that `decode` replaces; the rules refuse nothing |
//!
//! 1. **A kernel takes the whole input, and never writes a byte past the end of what it returns as output.** What a wide store leaves beyond the
//!    current end is always covered by output that is sure to follow (each input byte makes at least a third of an output byte in decoding, and
//!    at least one in encoding), and the last blocks are stored exactly. So a buffer of the exact length suffices, and nothing beyond it changes.
//! 2. `decode` and `decoded_len` halt only where the rules refuse something, at the latest before the refused triplet and at the earliest a few
//!    blocks before it; then everything before `read` is decoded, and [`scalar::first_error`] names the error from there.
//! 3. In decoding all loads of a step come before its stores, so the output never overtakes the input, and it may be the same memory.
//!
//! The functions of this file are safe: they check what the kernels rely on, and choose the kernel.

mod blocks;
mod chunks;
mod decode;
mod encode;
mod find;
pub(crate) mod out;
pub(crate) mod pieces;
mod rules;
pub(crate) mod scalar;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod trace;
mod utf8;

// The only list of the targets that have a vector kernel; which of its modules there are is then a question of the architecture alone.
#[cfg_attr(
    not(all(
        feature = "simd",
        any(
            all(any(target_arch = "x86", target_arch = "x86_64"), target_feature = "sse2"),
            all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"),
            all(target_arch = "wasm32", target_feature = "simd128")
        )
    )),
    path = "no_vector.rs"
)]
mod vector;

#[cfg(feature = "alloc")]
pub(crate) use blocks::{Block, mark_escaped, mark_triplets};
pub(crate) use blocks::{PLACES, members, places_of};
pub(crate) use chunks::{chunks, first_chunk};
use decode::before_raw;
#[cfg(feature = "alloc")]
pub(crate) use decode::decode_measured;
pub(crate) use decode::{decode, decode_in_place, decode_into, decoded_len};
#[cfg(feature = "alloc")]
pub(crate) use encode::encode_measured;
pub(crate) use encode::{encode, encoded_len};
#[cfg(feature = "alloc")]
pub(crate) use find::is_plain_ascii;
pub(crate) use find::{find_either, find_escapable, find_escape, find_in, len_unescaped};
pub(crate) use rules::{DecodeRules, EncodeRules, Progress};
pub(crate) use utf8::{is_utf8, text};
