//! The kernels: the three operations of the standards (find, encode, decode), once in plain Rust
//! ([`scalar`], the definition) and once for each instruction set. Slices come in and slices go
//! out; [`decode`](crate::decode()) and [`encode`](crate::encode()) make a Cow, a Vec or String of
//! them.
//!
//! # The contract of a kernel
//! Every kernel implements `simd::contract::Kernel`, whose functions are unsafe: the CPU must have
//! the kernel's instructions, and some rely on memory that the caller vouches for. For all of them:
//!
//! 1. **Memory.** A kernel reads no byte outside the input and writes no byte outside the output.
//!    The output is the caller's slice, or the spare capacity of a Vec, and a kernel may write
//!    anywhere in it: the result is its front, and the rest is unspecified afterwards. After an
//!    error of decoding all of it is unspecified. In decoding the output is at least as long as
//!    the input: `room` bytes. Stores never overtake loads, so a whole register may be stored
//!    wherever a whole one was loaded, and only the last, partial one depends on the room past
//!    that. In encoding an output of the exact length suffices.
//! 2. **Halting.** `decode` halts only where the rules refuse something: at the latest before the
//!    refused triplet, and at the earliest a few blocks before it. Everything before `read` is decoded
//!    then, and `first_error` in `decode.rs` names the error from there.
//!    (`read` may be within a kept triplet: its digits stay as raw bytes do.) Kernels never see a
//!    raw byte that is refused (see `accepted` in `find.rs`).
//! 3. **In place.** In decoding all loads of a step come before its stores, so the output never
//!    overtakes the input, and the two may be the same memory, where the kernel is `DECODES`.
//! 4. **Lengths** may be anything that fits in memory, beyond 2^32 too: no cast, shift, sum or
//!    product of lengths wraps.
//!
//! # Where things are
//! From the top, where each file uses those below it:
//!
//! 1. The checked entries, which are safe: `columns`, `text`, `pieces`, `form`, `encode`, `decode`,
//!    `lossy`, `parts`, `examine`, `find`. They check what the kernels rely on.
//! 2. `simd::dispatch` runs the kernel of the backend that is asked for, and no other.
//! 3. The kernels: `simd` has those with vectors, and [`scalar`] is the definition, which finishes
//!    their rest.
//! 4. Shared code: `rules` (the policies, ready for kernels), `marks` (64 bytes as
//!    bits), `chunks` (cuts that split no triplet), `memory` (buffers and limits), and `trust`, the
//!    unsafe leaves that are not SIMD (all but one, in `encode`).

pub(crate) mod chunks;
#[cfg(feature = "batch")]
pub(crate) mod columns;
pub(crate) mod decode;
pub(crate) mod encode;
#[cfg(feature = "path")]
pub(crate) mod examine;
pub(crate) mod find;
#[cfg(feature = "form")]
pub(crate) mod form;
pub(crate) mod lossy;
pub(crate) mod marks;
pub(crate) mod memory;
mod parts;
pub(crate) mod pieces;
pub(crate) mod rules;
pub(crate) mod scalar;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod text;
pub(crate) mod trust;

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
