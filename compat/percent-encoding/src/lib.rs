//! `percent-encoding` on the kernels of `percent-simd`.
//!
//! The same items with the same behaviour as `percent-encoding` 2.3.2, so that one line puts SIMD
//! under every program that uses it, directly or through `url`, `reqwest`, `axum` and many others:
//!
//! ```toml
//! [patch.crates-io]
//! percent-encoding = { git = "https://github.com/percent-simd/percent-simd" }
//! ```
//!
//! What is escaped depends on where the text is to stand. This package knows only [`CONTROLS`] and
//! [`NON_ALPHANUMERIC`]; other sets are made from those:
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
//! | `std` | yes | `alloc`, and no more |
//! | `alloc` | yes | `Cow`s of what was encoded or decoded, `decode_utf8` and `decode_utf8_lossy` |
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
