//! The C library of `percent-simd`: `include/percent_simd.h` is made of this crate.
//!
//! [`ffi`] is the border, with all unsafe code: it turns pointers and lengths into slices, out-parameters into results, and panics into
//! [`PERCENT_SIMD_RESULT_PANIC`](result::percent_simd_result::Panic). [`values`] are the plain values that C holds, [`result`] says what went
//! wrong, [`names`] has the names of schemes, presets, flags, and backends with a NUL at their end.

#![deny(unsafe_code)]

pub mod ffi;
mod names;
mod policies;
pub mod result;
pub mod values;
