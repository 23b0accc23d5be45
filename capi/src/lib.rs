//! The C library of `percent-simd`; cbindgen generates `include/percent_simd.h` from this crate.
//!
//! [`ffi`] is the boundary to C, with all unsafe code: it turns pointers and lengths into slices,
//! out-parameters into results, and panics into
//! [`PERCENT_SIMD_RESULT_PANIC`](result::percent_simd_result::Panic). [`values`], [`path_policy`]
//! and [`stream`] have the plain values that C stores, [`prefix`] the comparison of paths,
//! [`result`] the results, and [`names`] the NUL-terminated names of schemes, presets, flags, and
//! backends.

#![deny(unsafe_code)]
// The static library has no part of std: it may be linked beside other static libraries of Rust.
#![cfg_attr(all(feature = "capi", not(test)), no_std)]

pub mod ffi;
mod names;
pub mod path_policy;
mod policies;
pub mod prefix;
pub mod result;
pub mod stream;
pub mod values;
