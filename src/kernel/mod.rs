//! The kernels: the three operations of the standards (find, encode, decode), once in plain Rust
//! ([`scalar`], the definition) and once for each instruction set. Slices come in and slices go
//! out; what makes a Cow, a Vec or a String of them is in [`decode`](crate::decode) and
//! [`encode`](crate::encode).
//!
//! # The contract of a kernel
//! Every kernel implements `simd::contract::Kernel`, whose functions are unsafe: the CPU must have the
//! kernel's instructions, and some rely on memory that the caller vouches for. For all of them:
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
//! # Where things are
//! From the top, where each file uses those below it:
//!
//! 1. The checked entries, which are safe: `columns`, `text`, `lossy`, `pieces`, `pairs`, `decode`,
//!    `encode`, `run`, `parts`, `examine`, `find`, `blocks`. They check what the kernels rely on.
//! 2. `simd::dispatch` runs the kernel of the backend that is asked for, and no other.
//! 3. The kernels: `simd` has those with vectors, and [`scalar`] is the definition, which finishes
//!    what they leave.
//! 4. Shared code: `rules` and `path_rules` (the policies, ready for kernels), `marks` (64 bytes as
//!    bits), `chunks` (cuts that split no triplet), `memory` (buffers and limits), and `trust`, the
//!    unsafe leaves that are not SIMD.

mod blocks;
mod chunks;
#[cfg(feature = "batch")]
mod columns;
mod decode;
mod encode;
#[cfg(feature = "path")]
mod examine;
mod find;
mod lossy;
mod marks;
mod memory;
#[cfg(feature = "form")]
mod pairs;
mod parts;
#[cfg(feature = "path")]
mod path_rules;
mod pieces;
mod rules;
mod run;
pub(crate) mod scalar;
#[cfg(test)]
mod tests;
mod text;
#[cfg(test)]
mod trace;
mod trust;

// The vector kernels. This condition is the only one: it is that of the table in src/backend.rs.
#[cfg_attr(
    not(all(
        feature = "simd",
        any(
            target_feature = "sse2",
            all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"),
            all(target_arch = "wasm32", target_feature = "simd128")
        )
    )),
    path = "no_simd.rs"
)]
mod simd;

use simd::dispatch;

pub(crate) use blocks::{members, places_of};
pub(crate) use chunks::{CHUNK, chunks, chunks_to_encode, first_chunk, unfinished_sequence};
#[cfg(feature = "batch")]
pub(crate) use columns::{decode_marked, fold_places, mark_escaped};
#[cfg(feature = "simd")]
pub(crate) use decode::decode_into_uninit;
#[cfg(feature = "alloc")]
pub(crate) use decode::{ON_STACK, OnStack, decode, decode_measured, len_by_windows};
pub(crate) use decode::{decode_in_place, decode_into, decode_to, decoded_len};
#[cfg(feature = "simd")]
pub(crate) use encode::encode_into_uninit;
#[cfg(feature = "alloc")]
pub(crate) use encode::{Measured, unchanged};
pub(crate) use encode::{encode, encode_into, encoded_len};
pub(crate) use encode::{split_at_escapable, split_unescaped, triplet, unescaped_few};
#[cfg(all(feature = "path", feature = "alloc"))]
pub(crate) use examine::DecodedPath;
#[cfg(feature = "path")]
pub(crate) use examine::examine;
#[cfg(any(feature = "alloc", feature = "scheme"))]
pub(crate) use find::is_short_and_clean;
#[cfg(feature = "alloc")]
pub(crate) use find::{find_change, find_escape_by_kernel, look};
pub(crate) use find::{find_either, find_escapable, find_escape, find_in, len_unescaped};
#[cfg(feature = "inspect")]
pub(crate) use find::{find_suspect, look_for_suspects};
pub(crate) use lossy::{replace_ill_formed, text_room};
#[cfg(feature = "batch")]
pub(crate) use marks::Block;
pub(crate) use marks::PLACES;
pub(crate) use memory::Buffer;
#[cfg(feature = "alloc")]
pub(crate) use memory::{REGISTER, SHORT_TEXT, copied};
#[cfg(all(feature = "form", feature = "alloc"))]
pub(crate) use pairs::{Look, Part};
#[cfg(feature = "form")]
pub(crate) use pairs::{PairParts, Pairs};
#[cfg(feature = "path")]
pub(crate) use path_rules::{Examined, PathRules};
pub(crate) use pieces::Pieces;
pub(crate) use rules::{DecodeRules, Digits, EncodeRules};
#[cfg(feature = "alloc")]
pub(crate) use text::{copied_text, decode_to_text, same_text};
pub(crate) use text::{decode_chunks, plain_ascii, text};
#[cfg(all(feature = "simd", feature = "bytes"))]
pub(crate) use trust::append_buf;
#[cfg(feature = "alloc")]
pub(crate) use trust::{Slot, append, append_text};
