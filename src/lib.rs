//! Percent-encoding (`%XX`) at the speed of the machine: encode, decode and check bytes and text in every variant that the standards know, with SSE2,
//! SSSE3, AVX2, AVX-512, NEON and wasm kernels chosen at run time.
//!
//! ```
//! # #[cfg(feature = "alloc")] {
//! use percent_simd::{decode, decode_str, encode, sets};
//!
//! assert_eq!(encode("cafés & bars", sets::URI_COMPONENT), "caf%C3%A9s%20%26%20bars");
//! assert_eq!(encode("/plain/path", sets::URL_PATH), "/plain/path"); // nothing to do: borrowed, not copied
//! assert_eq!(&*decode("a%20b 100%"), b"a b 100%"); // WHATWG: a malformed `%` stays
//! assert_eq!(decode_str("caf%C3%A9s").unwrap(), "cafés"); // text, if the bytes are UTF-8
//! # }
//! ```
//!
//! # Which call
//!
//! | you have, and want | call |
#![cfg_attr(feature = "alloc", doc = "| text or bytes to escape | [`encode`] with a set of [`sets`] |")]
#![cfg_attr(feature = "alloc", doc = "| bytes with triplets, and bytes | [`decode`]; it never fails |")]
#![cfg_attr(feature = "alloc", doc = "| text with triplets, and text | [`decode_str`] (an error where it is not UTF-8), [`decode_lossy`] |")]
#![cfg_attr(feature = "alloc", doc = "| what one standard says (OAuth, AWS, JavaScript, ...) | a [`Scheme`](scheme::Scheme) of [`scheme`] |")]
#![cfg_attr(feature = "alloc", doc = "| forms and queries: pairs, one by one or as types of your own | [`form`] |")]
#![cfg_attr(feature = "alloc", doc = "| URIs compared or normalized, a stray `%` repaired | [`uri`] |")]
#![cfg_attr(feature = "alloc", doc = "| IRIs and URIs converted, strings of JavaScript | [`iri`], [`js`] |")]
//! | `+` for space, lower-case hex, no double encoding | an [`Encoder`] |
//! | strictness, escapes to keep or to reject, `+`, other UTF-8 policies | a [`Decoder`] |
//! | no allocation | `encode_append`, `encode_into`, `decode_append`, `decode_into`, `decode_in_place`, `display` of those |
//! | only to look | `find`, `check`, `check_utf8`, `encoded_len`, `decoded_len` of those |
//! | to judge what somebody sent: NUL, line ends, hidden `/` and `..`, double encoding | [`inspect`], [`contains_decoded`] |
//! | the path of a request, from people who attack | a [`PathPolicy`](path::PathPolicy) of [`path`], after [`RequestLine::parse`](request_line::RequestLine::parse) |
#![cfg_attr(feature = "alloc", doc = "| input in pieces | [`EncodeStream`], [`DecodeStream`] |")]
#![cfg_attr(feature = "alloc", doc = "| whole columns (values and offsets, as in Apache Arrow) | [`batch`] |")]
#![cfg_attr(feature = "std", doc = "| a `Read` or a `Write` | [`io`] |")]
//!
//! Policies are `Copy` and built in `const`:
//!
//! ```
//! use percent_simd::{AsciiSet, Decoder, Encoder, Malformed, Utf8, sets};
//!
//! const FORM: Encoder = Encoder::new(sets::FORM_SET).space_as_plus(true);
//! /// For a proxy: strict, `%2F` and `%25` stay as they are, `%00` is refused.
//! const PATH: Decoder = Decoder::new()
//!     .malformed(Malformed::Error)
//!     .keep(AsciiSet::from_bytes(b"/%"))
//!     .reject(AsciiSet::from_bytes(b"\0"));
//!
//! # #[cfg(feature = "alloc")] {
//! assert_eq!(FORM.encode(b"1 + 1"), "1+%2B+1");
//! assert_eq!(&*PATH.decode(b"/a%2Fb%20c").unwrap(), b"/a%2Fb c");
//! let error = PATH.decode(b"/a%00").unwrap_err();
//! assert_eq!((error.position(), error.to_string().as_str()), (2, "rejected byte 0x00 at byte 2: the policy refuses it"));
//! assert_eq!(Decoder::new().utf8(Utf8::KeepEscaped).decode_utf8(b"%E9%C3%A9").unwrap(), "%E9é");
//! # }
//! ```
//!
//! # Promises
//!
//! * **Bounds.** Linear time. Encoded output is at most three times the input; decoded bytes are at most the input (text with U+FFFD or kept triplets:
//!   three times). A buffer of exactly `encoded_len` or `decoded_len` bytes suffices, and nothing behind the result is touched.
//! * **Memory.** An owned result has at most an eighth of its length and 64 bytes to spare. Inputs of more than 1 MiB are measured first: a gibibyte
//!   costs its output, in one allocation, and no more. Room that a `Vec` has is used; each method says what it reserves. (Where an allocator moves
//!   what grows or gives back, the old and the new are there at once.)
//! * **Nothing changes: nothing is allocated.** A `Cow` is borrowed exactly if the output is the input.
//! * **An error changes nothing**, and costs no memory unless it is about UTF-8. What was appended to is as it was, buffers too. An error is 16
//!   bytes, `Copy`, and names the byte.
//! * **Every backend gives the same result**, on every input, malformed or hostile. Tests compare each of them with an oracle written from the
//!   standards; fuzz targets do the same.
//! * **No panic** on any input. `unsafe` stands in the kernels only, and without the feature `simd` nowhere.
//!
//! What it never does: guess. `+` is a plus unless the policy says otherwise; what is decoded once is not decoded twice (`%2541` is `%41`).
//!
//! # Backends
//!
//! [`Backend::active`] is the best of `scalar`, `sse2`, `ssse3`, `avx2`, `avx512` (with VBMI and VBMI2), `neon` and `simd128` that the CPU has. It is
//! found once, by CPUID, also in `no_std`; [`Backend::set_active`] and [`Encoder::on`], [`Decoder::on`] choose another. On wasm the vector kernel is
//! there if the module is built with `-C target-feature=+simd128`.
//!
//! # Features
//!
//! | feature | default | |
//! | --- | --- | --- |
//! | `std` | yes | `std::io` adapters; implies `alloc` |
//! | `alloc` | yes | whatever returns a `Cow` or appends to a `Vec` or a `String` |
//! | `simd` | yes | the vector kernels and the dependency `cpufeatures`; without it the crate is `forbid(unsafe_code)` |
//! | `charset` | no | `charset`: text and forms in legacy charsets (Shift_JIS, windows-1252, ...), by their labels; implies `alloc`, needs `encoding_rs` |
//! | `bytes` | no | `decode_bytes`, `encode_bytes` (no copy where nothing changes), `decode_buf_mut`, `encode_buf_mut`; implies `alloc`, needs `bytes` |
//! | `http` | no | `http`: decoded views of `http::Uri`; implies `std`, needs `http` |
//! | `serde` | no | `form::from_str`, `form::to_string` and their kin: types from forms and forms from types; implies `alloc`, needs `serde` and `ryu` |
//!
//! # Coming from other crates
#![doc = include_str!("migration.md")]
#![cfg_attr(not(feature = "simd"), forbid(unsafe_code))]
#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "alloc")]
extern crate alloc;

mod ascii_set;
mod backend;
#[cfg(feature = "alloc")]
pub mod batch;
#[cfg(feature = "alloc")]
mod carry;
mod decode;
mod encode;
mod error;
mod find;
mod inspect;
#[cfg(any(feature = "bytes", feature = "http"))]
mod interop;
#[cfg(feature = "std")]
pub mod io;
mod kernel;
pub mod path;
pub mod request_line;
pub mod scheme;
pub mod sets;
mod text;

pub use backend::{Backend, ParseBackendError};
pub use decode::{DecodeDisplay, Decoder, Malformed, Utf8};
#[cfg(feature = "alloc")]
pub use decode::{DecodeStream, DecodeTimesError, DecodedTimes, decode, decode_lossy, decode_str};
pub use encode::{EncodeDisplay, EncodePieces, Encoder, EncodingProblems, triplet};
#[cfg(feature = "alloc")]
pub use encode::{EncodeStream, encode};
pub use error::{DecodeError, DecodeErrorKind, DecodeIntoError, OutputTooSmall};
pub use inspect::{Flags, Report, contains_decoded, inspect};
#[cfg(feature = "http")]
pub use interop::http;
#[cfg(feature = "charset")]
pub use scheme::charset;
pub use scheme::{form, iri, js, uri};
pub use sets::AsciiSet;

/// The examples of the README are tested.
#[cfg(all(doctest, feature = "std"))]
#[doc = include_str!("../README.md")]
struct Readme;
