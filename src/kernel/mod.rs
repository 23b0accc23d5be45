//! The kernels: find, encode and decode, once in plain Rust ([`scalar`], the definition) and once
//! for each instruction set.
//!
//! # The contract of a kernel
//! Every kernel file has the same functions with the same signatures:
//!
//! | function | answers |
//! | --- | --- |
//! | `find_either(input, a, b)` | the index of the first byte that is `a` or `b`, or the input's length |
//! | `find_suspect(input, byte)` | the index of the first byte that is `byte` or >= 0x80, or a `.` before another one, or the length |
//! | `find_triplet(input, plus)` | the index of the first valid triplet (or of the first `+`, if `plus`), or the length |
//! | `find_member(input, set)` | the index of the first byte that is in `set` or >= 0x80, or the length |
//! | `members(input, set)` | a bit for each of the first 64 bytes: whether it is in `set` or >= 0x80 |
//! | `is_utf8(input)` | whether the input is well-formed UTF-8 |
//! | `examine(path, rules)` | what of the path has to be looked at: see [`Examined`] |
//! | `examine_decoding(path, rules, keep, dst)` | the same; a short path may also be decoded to `dst` |
//! | `encoded_len(input, rules)` | the length of what `encode` writes (saturating) |
//! | `encode(input, out, rules)` | the length of what it has written |
//! | `decoded_len(input, rules)` | the [`Progress`] that `decode` would make |
//! | `decode(src, len, dst, room, rules)` | its [`Progress`]; `dst` may be `src` |
//! | `decode_text(src, len, dst, plus)` | the length of what `decode` writes by the plain rules, with `plus` or without, and whether that is UTF-8; or nothing. The input is short, and the room 64 bytes longer |
//! | `mark_escaped(input, set, blocks)` | whether it has told the `Block`s which bytes `encode` escapes: those in `set` or >= 0x80 |
//! | `decode_marked(src, len, dst, room, rules, blocks)` | the progress of `decode`, and it has told the `Block`s which digits it has dropped before `read`; or nothing. `dst` is not `src` |
//! | `fold_places(blocks, places, state, fold)` | the state after `fold` has seen what the `Block`s say of each place |
//!
//! 1. **Memory.** A kernel reads no byte outside the input and writes no byte outside the output.
//!    The output is the caller's slice, or the spare capacity of a Vec, and a kernel may write
//!    anywhere in it: the result is its front, and the rest is unspecified afterwards. After an
//!    error of decoding all of it is unspecified. In decoding the output has `room` bytes, at least
//!    as many as the input: what is written up to a place never overtakes what is read, so a whole
//!    register may be stored wherever a whole one was loaded, and only the last, partial one has to
//!    ask for the room past that. In encoding an output of the exact length suffices.
//! 2. **Halting.** `decode` and `decoded_len` halt only where the rules refuse something: at the
//!    latest before the refused triplet, and at the earliest a few blocks before it. Everything
//!    before `read` is decoded then, and `first_error` in `decode.rs` names the error from there.
//!    (`read` may be within a kept triplet: its digits stay as raw bytes do.) Kernels never see a
//!    raw byte that is refused (see `accepted` in `decode.rs`).
//! 3. **In place.** In decoding all loads of a step come before its stores, so the output never
//!    overtakes the input, and the two may be the same memory.
//! 4. **Lengths** may be anything that fits in memory, beyond 2^32 too: no cast, shift, sum or
//!    product of lengths wraps.
//!
//! # The rooms
//! The functions of this folder are safe: they check what the kernels rely on, and `dispatch!` runs
//! the kernel of the backend that is asked for, and no other. `rules` is what the policies come to;
//! `find`, `blocks`, `examine`, `encode` and `decode` are the checked entries; `append`, `text`,
//! `pieces` and `chunks` turn them into the results of the policies; `trust` holds the unsafe
//! leaves that are not SIMD, and `vector` the kernels that are.

#[cfg(feature = "alloc")]
mod append;
mod blocks;
mod chunks;
mod decode;
#[cfg(feature = "alloc")]
mod decoded_text;
mod encode;
mod examine;
mod find;
mod lossy;
#[cfg(feature = "alloc")]
mod memory;
mod pairs;
mod pieces;
mod rules;
pub(crate) mod scalar;
#[cfg(test)]
mod tests;
mod text;
#[cfg(test)]
mod trace;
mod trust;
mod utf8;

// The only list of the targets that have a vector kernel; which of its modules there are is then a
// question of the architecture alone.
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
pub(crate) use append::{decode_append, decode_escaped_here, decode_new, encode_append};
#[cfg(feature = "alloc")]
pub(crate) use blocks::{Block, decode_marked, fold_places, mark_escaped};
pub(crate) use blocks::{PLACES, members, places_of};
pub(crate) use chunks::{CHUNK, chunks, decode_chunks, first_chunk, unfinished_sequence};
pub(crate) use decode::{decode_in_place, decode_into, decode_to, decoded_len};
#[cfg(feature = "alloc")]
pub(crate) use decoded_text::{SHORT_TEXT, decode_append_utf8, decode_short_text};
pub(crate) use encode::{encode_into, encoded_len};
#[cfg(feature = "alloc")]
pub(crate) use examine::DecodedPath;
pub(crate) use examine::{Examined, PathRules, examine};
#[cfg(feature = "alloc")]
pub(crate) use find::is_short_and_clean;
pub(crate) use find::{
    find_either, find_escapable, find_escape, find_in, find_suspect, len_unescaped,
    look_for_suspects,
};
pub(crate) use lossy::{replace_ill_formed, text_room};
#[cfg(feature = "alloc")]
pub(crate) use memory::{LONG, trim};
#[cfg(feature = "alloc")]
pub(crate) use pairs::{Look, Part};
pub(crate) use pairs::{PairParts, Pairs};
pub(crate) use pieces::Pieces;
pub(crate) use rules::{DecodeRules, EncodeRules, Progress};
pub(crate) use text::{Buffer, encode_text, split_at_escapable, split_unescaped, triplet};
#[cfg(feature = "alloc")]
pub(crate) use text::{encode_append_str, encode_cow};
pub(crate) use utf8::{plain_ascii, text};

#[cfg(feature = "alloc")]
use decode::decode_measured;
use decode::{before_raw, decode};
#[cfg(feature = "alloc")]
use encode::Measured;
use encode::encode;
