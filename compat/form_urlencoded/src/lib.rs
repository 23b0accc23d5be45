//! The API of `form_urlencoded` 1.2.2 on the kernels of `percent-simd`: reads and writes forms and
//! queries by the [WHATWG URL
//! Standard](https://url.spec.whatwg.org/#application/x-www-form-urlencoded), section 5. It is
//! meant for `[patch.crates-io]`; new code has more options in `percent_simd::form`.
//!
//! ```
//! let query = form_urlencoded::Serializer::new(String::new())
//!     .append_pair("q", "café & bar")
//!     .append_key_only("all words")
//!     .finish();
//! assert_eq!(query, "q=caf%C3%A9+%26+bar&all+words");
//!
//! let pairs: Vec<_> = form_urlencoded::parse(query.as_bytes()).into_owned().collect();
//! assert_eq!(pairs, [("q".into(), "café & bar".into()), ("all words".into(), "".into())]);
//! ```
//!
//! | task | call |
//! | --- | --- |
//! | parse a body or a query | [`parse()`], and [`Parse::into_owned`] for pairs of `String`s |
//! | write a body or a query | [`Serializer`] |
//! | encode a name or a value | [`byte_serialize()`] |
//!
//! The features are those of the original: `std` (default) and `alloc`, which is required.
#![no_std]
#![forbid(unsafe_code)]

#[cfg(not(feature = "alloc"))]
compile_error!("form_urlencoded needs the feature `alloc`");

#[cfg(feature = "alloc")]
extern crate alloc;

#[cfg(feature = "alloc")]
mod byte_serialize;
#[cfg(feature = "alloc")]
mod decode;
#[cfg(feature = "alloc")]
mod parse;
#[cfg(feature = "alloc")]
mod serializer;
#[cfg(feature = "alloc")]
mod window;

#[cfg(feature = "alloc")]
pub use self::byte_serialize::{ByteSerialize, byte_serialize};
#[cfg(feature = "alloc")]
pub use self::parse::{Parse, ParseIntoOwned, parse};
#[cfg(feature = "alloc")]
pub use self::serializer::{EncodingOverride, Serializer, Target};
