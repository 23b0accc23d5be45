//! Parts of `pct`, as a library for its own tests and fuzz targets.
//!
//! **Nobody may rely on it.** Anything here may change or go in any version. The library to use is
//! `percent-simd`.
#![forbid(unsafe_code)]

#[doc(hidden)]
pub mod fields;
