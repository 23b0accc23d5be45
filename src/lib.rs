//! A SIMD-accelerated percent-encoding (`%XX`) codec: encodes, decodes and checks bytes and text in
//! every variant that the standards define, with SSE2, AVX2, NEON and wasm kernels (SSSE3 and
//! AVX-512 as features) chosen at run time.
//! [BENCHMARKS.md](https://github.com/percent-simd/percent-simd/blob/main/BENCHMARKS.md) compares its
//! speed with that of other crates, losses included. The minimum supported Rust version is 1.85, with
//! the feature `avx512` 1.89.
//!
//! ```
//! use percent_simd::{decode, decode_str, encode, sets};
//!
//! assert_eq!(encode("cafés & bars", sets::URI_COMPONENT), "caf%C3%A9s%20%26%20bars");
//! assert_eq!(encode("/plain/path", sets::URL_PATH), "/plain/path"); // unchanged: borrowed
//! assert_eq!(&*decode("a%20b 100%"), b"a b 100%"); // a malformed `%` stays (WHATWG)
//! assert_eq!(decode_str("caf%C3%A9s").unwrap(), "cafés"); // an error if it is not UTF-8
//! ```
//!
//! # Which call
//!
//! Every byte input accepts any `AsRef<[u8]>`: `&str`, `&[u8]`, `&String`, `&Vec<u8>`.
//!
//! | to | use |
//! | --- | --- |
//! | escape text or bytes | [`encode`] with a set of [`sets`], an [`Encoder`] or a [`Scheme`](scheme::Scheme) |
//! | decode to bytes | [`decode`]; it never fails |
//! | decode to text | [`decode_str`] of text, [`Decoder::decode_utf8`] of bytes (an error if the result is not UTF-8), [`decode_lossy`] of both |
//! | follow one standard (OAuth, AWS, JavaScript, ...) | a [`Scheme`](scheme::Scheme) of [`scheme`] |
//! | read and write forms and queries, as pairs or as your own types | [`form`] |
//! | compare or normalize URIs, repair a stray `%` | [`uri`] |
//! | convert IRIs and URIs, or strings of JavaScript | [`iri`], [`js`] |
//! | write `+` for a space or lower-case hex, encode nothing twice | an [`Encoder`] |
//! | be strict, keep or reject escapes, read `+`, choose a UTF-8 policy | a [`Decoder`] |
//! | decode lines of a log, so that each stays one line | a [`Decoder`] that [keeps](Decoder::keep) [`sets::CONTROLS`] |
//! | allocate nothing, or use a buffer again | [`encode_append`](Encoder::encode_append), [`encode_into`](Encoder::encode_into), [`encode_into_uninit`](Encoder::encode_into_uninit), [`decode_append`](Decoder::decode_append), [`decode_into`](Decoder::decode_into), [`decode_into_uninit`](Decoder::decode_into_uninit), [`decode_in_place`](Decoder::decode_in_place), [`decode_vec`](Decoder::decode_vec), [`decode_string`](Decoder::decode_string), `display` of those |
//! | look only | `find` of those, [`check`](Decoder::check), [`check_utf8`](Decoder::check_utf8), [`encoded_len`](Encoder::encoded_len), [`decoded_len`](Decoder::decoded_len) |
//! | judge input: NUL, line ends, hidden `/` and `..`, double encoding | [`inspect`], [`contains_decoded`] |
//! | resolve the path of an untrusted request | a [`PathPolicy`](path::PathPolicy) of [`path`], after [`RequestLine::parse`](request_line::RequestLine::parse) |
//! | take input in pieces | [`EncodeStream`], [`DecodeStream`] |
//! | take whole columns (values and offsets, or views, as in Apache Arrow) | [`batch`] |
//! | wrap a `Read` or a `Write` | [`io`] |
//!
//! The names follow one rule. `_append` adds to something that grows, `_into` fills a caller's
//! slice, `_in_place` works in the input, `_str` takes text, `_utf8` gives text or an error,
//! `_bytes` is raw bytes where the plain name is text, `_shared` is the `Bytes` of the crate
//! `bytes`, `_batch` is a column, `_array` is an array of Apache Arrow.
//!
//! Policies are `Copy` and built in `const`:
//!
//! ```
//! use percent_simd::{AsciiSet, Decoder, Encoder, Malformed, Utf8, sets};
//!
//! const FORM: Encoder = Encoder::new(sets::FORM_SET).space_as_plus(true);
//! /// For one name in a path or a key: strict, `%2F` and `%25` stay escaped, `%00` is refused. The
//! /// path of a request is for a `path::PathPolicy`.
//! const NAME: Decoder = Decoder::new()
//!     .malformed(Malformed::Error)
//!     .keep(AsciiSet::from_bytes(b"/%"))
//!     .reject(AsciiSet::from_bytes(b"\0"));
//!
//! assert_eq!(FORM.encode("1 + 1"), "1+%2B+1");
//! assert_eq!(&*NAME.decode("a%2Fb%20c").unwrap(), b"a%2Fb c");
//! let error = NAME.decode("a%00").unwrap_err();
//! assert_eq!(error.position(), 1);
//! assert_eq!(error.to_string(), "rejected byte 0x00 at byte 1: the policy refuses it");
//! assert_eq!(Decoder::new().utf8(Utf8::KeepEscaped).decode_utf8("%E9%C3%A9").unwrap(), "%E9é");
//! ```
//!
//! # Schemes
//!
//! [`scheme`] has a constant for each variant, with its standard, its set and its decoder, and a
//! [matrix](scheme#the-matrix-of-schemes-by-printable-ascii) of them all with their standards. A
//! variant that needs a loop of its own (`%uXXXX`, IRIs, ALPN, legacy charsets) has functions in
//! its module.
//!
//! Its constants:
//! `URL_C0`, `URL_FRAGMENT`, `URL_QUERY`, `URL_SPECIAL_QUERY`, `URL_PATH`, `URL_USERINFO`,
//! `URL_COMPONENT`, `FORM`, `FORM_MAILTO`, `URI_COMPONENT`, `URI_SEGMENT`, `URI_SEGMENT_NC`,
//! `URI_QUERY`, `URI_FRAGMENT`, `URI_USERINFO`, `URI_REG_NAME`, `URI_2396`, `URI_1738`,
//! `URI_2396_EXCLUDED`, `CGI`, `OAUTH`, `OAUTH2`, `AWS`, `AWS_PATH`, `S3_KEY`, `JS_URI`,
//! `JS_COMPONENT`, `TEMPLATE`, `TEMPLATE_RESERVED`, `TEMPLATE_LITERAL`, `LEIRI`,
//! `XPATH_ENCODE_FOR_URI`, `XPATH_IRI_TO_URI`, `XPATH_ESCAPE_HTML_URI`, `PHP_RAWURLENCODE`,
//! `PHP_URLENCODE`, `CSS_URL`, `RFC5987`, `HTTP_SIGNATURE`, `BAGGAGE`, `GRPC_MESSAGE`,
//! `JSON_POINTER`, `SIP_USER`, `SIP_PARAM`, `SIP_HEADER`, `PURL`, `HIVE_PARTITION`, `ALL`.
//!
//! # Promises
//!
//! * **Bounds.** Linear time, for any length that fits in memory. Encoded output is at most three
//!   times the input; decoded bytes are at most the input (text with U+FFFD or kept triplets: three
//!   times). A buffer of exactly `encoded_len` or `decoded_len` bytes suffices.
//! * **Output buffers.** `encode_into` and `decode_into` may write anywhere in the buffer: the
//!   result is its front, and the rest is unspecified; after an error all of it is. The spare
//!   capacity of a `Vec` or `String` that is appended to is scratch space. No byte outside is
//!   touched.
//! * **Memory.** An owned result has at most an eighth of its length and 64 bytes to spare. Inputs
//!   of more than 1 MiB are measured first: a gibibyte costs its output, in one allocation, and no
//!   more. A `Vec` with spare room for the input's length is not reallocated in decoding; each
//!   method names the room that it reserves. (Where an allocator moves a block to resize it, both
//!   exist for a moment.)
//! * **No change, no allocation.** A `Cow` is borrowed exactly if the output is the input.
//! * **An error changes nothing** that a call appends to or decodes in place, and costs no memory
//!   unless it concerns UTF-8. An error is 16 bytes, `Copy`, and names the byte.
//! * **Every backend gives the same result** on every input, malformed or hostile. Tests and fuzz
//!   targets compare each of them with an oracle written from the standards.
//! * **No panic** on any input. `unsafe` code is only in `src/kernel`, and nowhere without the
//!   feature `simd`: fewer than 200 unsafe blocks and functions
//!   ([`ci/unsafe`](https://github.com/percent-simd/percent-simd/blob/main/ci/unsafe) counts them),
//!   each block with the reason why it is sound.
//!
//! A minor version may follow a change of a living standard, such as the sets of the WHATWG URL
//! Standard. The definitions of a finished standard (an RFC, for example) do not change.
//!
//! Nothing is guessed: `+` is a plus unless the policy says otherwise, and a decoded triplet is not
//! decoded again (`%2541` is `%41`).
//!
//! # Paths of files, and memory that may run out
//!
//! ```
//! use std::{collections::TryReserveError, path::{Path, PathBuf}};
//! use percent_simd::{Decoder, Encoder, decode, decode_str, encode, sets};
//!
//! // Unix: a path is bytes, and comes back whatever these are.
//! #[cfg(unix)]
//! fn to_url(path: &Path) -> String {
//!     use std::os::unix::ffi::OsStrExt;
//!     encode(path.as_os_str().as_bytes(), sets::URL_PATH).into_owned()
//! }
//! #[cfg(unix)]
//! fn from_url(path: &str) -> PathBuf {
//!     use std::os::unix::ffi::OsStringExt;
//!     std::ffi::OsString::from_vec(decode(path).into_owned()).into()
//! }
//! // Windows, and whatever is portable: a path is Unicode, or has no URL; `\` is the separator.
//! # assert_eq!(to_url_from_windows(Path::new(r"\a b")).as_deref(), Some("/a%20b"));
//! # #[cfg(unix)] assert_eq!(from_url(&to_url(Path::new("/caf\u{e9} 1"))), Path::new("/caf\u{e9} 1"));
//! fn to_url_from_windows(path: &Path) -> Option<String> {
//!     Some(encode(&path.to_str()?.replace('\\', "/"), sets::URL_PATH).into_owned())
//! }
//! fn from_url_to_windows(path: &str) -> Option<PathBuf> {
//!     Some(decode_str(path).ok()?.replace('/', "\\").into())
//! }
//! # assert_eq!(from_url_to_windows("/a%20b").unwrap(), Path::new(r"\a b"));
//!
//! // An allocation that fails is an error: the lengths are known before.
//! fn try_decode(input: &[u8]) -> Result<Vec<u8>, TryReserveError> {
//!     let mut output = Vec::new();
//!     output.try_reserve_exact(input.len())?; // so nothing more is allocated
//!     Decoder::new().decode_append(input, &mut output).expect("the default policy refuses nothing");
//!     Ok(output)
//! }
//! fn try_encode(input: &[u8], encoder: Encoder) -> Result<Vec<u8>, TryReserveError> {
//!     let (mut output, len) = (Vec::new(), encoder.encoded_len(input));
//!     output.try_reserve_exact(len)?;
//!     output.resize(len, 0);
//!     encoder.encode_into(input, &mut output).expect("this is its length");
//!     Ok(output)
//! }
//! # assert_eq!(try_decode(b"a%20b").unwrap(), b"a b");
//! # assert_eq!(try_encode(b"a b", Encoder::new(sets::URL_PATH)).unwrap(), b"a%20b");
//! # assert!(try_encode(b"a b", Encoder::new(sets::URL_PATH)).unwrap().capacity() == 5);
//! ```
//!
//! # Features
//!
//! | feature | default | |
//! | --- | --- | --- |
//! | `std` | yes | [`io`]: `std::io` adapters; implies `alloc` |
//! | `alloc` | yes | calls that return a `Cow` or append to a `Vec` or a `String` |
//! | `simd` | yes | the kernels for SSE2, AVX2, NEON and wasm's simd128, and the dependency `cpufeatures`; without it the crate is `forbid(unsafe_code)` |
//! | `avx512` | no | the kernel for AVX-512 (Ice Lake, Zen 4 and later), which needs Rust 1.89; implies `simd`. An application turns it on for input with many escapes (2 times the speed) or for long input (2 to 4 times); without it such a CPU runs the kernel of AVX2 |
//! | `ssse3` | no | the kernel for CPUs with SSSE3 and without AVX2 (Nehalem to Ivy Bridge, Goldmont); implies `simd`. Without it such a CPU runs the kernel of SSE2 |
//! | `full` | no | `batch`, `form`, `inspect`, `path` and `scheme` |
//! | `scheme` | no | [`scheme`]: a constant for each variant; modules for standards with a loop of their own. Of these, [`uri`], [`iri`], [`js`], and in `scheme` `aws`, `hive`, `modsecurity`, `php` and `template` need `alloc`; `http_signature` and `multipart` also need `form` |
//! | `form` | no | [`form`]: pairs parsed without a copy, and serialized |
//! | `path` | no | [`path`] and [`request_line`] |
//! | `inspect` | no | [`inspect`] and [`contains_decoded`]: tricks that escapes in untrusted text hide |
//! | `batch` | no | [`batch`]: columns; implies `alloc`. With `form`, `path` or `inspect` also theirs |
//! | `arrow` | no | `decode_array`, `decode_utf8_array`, `encode_array`, and conversions between columns and arrays: arrays of Apache Arrow in and out ([`batch`] has a table); implies `std` and `batch`, needs `arrow-array` and `arrow-buffer` 59 |
//! | `charset` | no | `charset`: text and forms in legacy charsets (Shift_JIS, windows-1252, ...), by their labels; implies `alloc` and `form`, needs `encoding_rs` |
//! | `bytes` | no | `decode_shared`, `encode_shared` (no copy where nothing changes), and `push_buf` and `finish_buf` of the streams; implies `alloc`, needs `bytes` |
//! | `http` | no | `http_uri`: decoded views of `http::Uri`; implies `std`, `form` and `path`, needs `http` |
//! | `serde` | no | `form::from_str`, `form::to_string` and their kin: types from forms and forms from types; implies `alloc` and `form`, needs `serde` and `ryu` |
//!
#![doc = include_str!("migration.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
// Some links are to items that only some features have.
#![cfg_attr(not(all(feature = "std", feature = "full")), allow(rustdoc::broken_intra_doc_links))]
#![cfg_attr(not(feature = "simd"), forbid(unsafe_code))]
#![cfg_attr(not(any(feature = "std", test)), no_std)]

#[cfg(feature = "alloc")]
extern crate alloc;

// rustdoc lists the methods of a type in the order of these modules: here and below, those that make
// a policy come first.
mod decode;
mod encode;

mod ascii_set;
mod backend;
#[cfg(feature = "batch")]
pub mod batch;
mod carry;
#[cfg(feature = "charset")]
pub mod charset;
mod error;
#[cfg(feature = "form")]
pub mod form;
#[cfg(any(feature = "scheme", all(feature = "path", feature = "alloc")))]
mod host;
#[cfg(feature = "inspect")]
mod inspect;
#[cfg(any(feature = "bytes", feature = "http"))]
mod interop;
#[cfg(feature = "std")]
pub mod io;
#[cfg(all(feature = "scheme", feature = "alloc"))]
pub mod iri;
#[cfg(all(feature = "scheme", feature = "alloc"))]
pub mod js;
mod kernel;
#[cfg(feature = "alloc")]
mod memory;
#[cfg(feature = "path")]
pub mod path;
#[cfg(feature = "path")]
pub mod request_line;
#[cfg(any(feature = "scheme", feature = "form"))]
pub mod scheme;
pub mod sets;
mod syntax;
#[cfg(all(feature = "scheme", feature = "alloc"))]
pub mod uri;

pub use ascii_set::AsciiSet;
pub use backend::{Backend, ParseBackendError};
pub use decode::{DecodeDisplay, Decoder, HexDigits, Malformed, Utf8};
#[cfg(feature = "alloc")]
pub use decode::{DecodeStream, DecodeTimesError, DecodedTimes, decode, decode_lossy, decode_str};
pub use encode::{EncodeDisplay, EncodePieces, Encoder, triplet};
#[cfg(feature = "alloc")]
pub use encode::{EncodeOutput, EncodeStream, encode};
pub use error::{DecodeError, DecodeErrorKind, DecodeIntoError, OutputTooSmall};
#[cfg(any(feature = "scheme", all(feature = "path", feature = "alloc")))]
pub use host::{HostError, HostErrorKind};
#[cfg(all(feature = "inspect", feature = "batch"))]
pub use inspect::inspect_batch;
#[cfg(feature = "inspect")]
pub use inspect::{Flags, ParseFlagsError, Report, contains_decoded, inspect};
#[cfg(feature = "http")]
pub use interop::http_uri;

/// The examples of the README are tested.
#[cfg(all(doctest, feature = "std", feature = "full"))]
#[doc = include_str!("../README.md")]
struct Readme;
