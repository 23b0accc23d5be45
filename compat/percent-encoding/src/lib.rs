//! `percent-encoding` on the kernels of `percent-simd`.
//!
//! This package has the items and the behaviour of `percent-encoding` 2.3.2. One line gives the
//! SIMD kernels to every program that uses it, directly or through `url`, `reqwest`, `axum` and
//! many others:
//!
//! ```toml
//! [patch.crates-io]
//! percent-encoding = { git = "https://github.com/percent-simd/percent-simd" }
//! ```
//!
//! The place of the text determines the set to escape. This package defines only [`CONTROLS`] and
//! [`NON_ALPHANUMERIC`]; build other sets from them:
//!
//! ```
//! use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};
//!
//! /// WHATWG URL 1.3, fragment percent-encode set.
//! const FRAGMENT: &AsciiSet = &CONTROLS.add(b' ').add(b'"').add(b'<').add(b'>').add(b'`');
//!
//! # #[cfg(feature = "alloc")] {
//! assert_eq!(utf8_percent_encode("a <b>", FRAGMENT).to_string(), "a%20%3Cb%3E");
//! assert_eq!(percent_decode_str("a%20%3Cb%3E").decode_utf8().unwrap(), "a <b>");
//! # }
//! ```
//!
//! # Features
//!
//! | feature | default | |
//! | --- | --- | --- |
//! | `std` | yes | only enables `alloc` |
//! | `alloc` | yes | conversions into `Cow`s, `decode_utf8` and `decode_utf8_lossy` |
#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;

mod ascii_set;
mod decode;
mod encode;

pub use ascii_set::{AsciiSet, CONTROLS, NON_ALPHANUMERIC};
pub use decode::{PercentDecode, percent_decode, percent_decode_str};
pub use encode::{PercentEncode, percent_encode, percent_encode_byte, utf8_percent_encode};
