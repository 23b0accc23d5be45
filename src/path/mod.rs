//! Resolves the path of a request target under one policy: split, decoded once, checked, and
//! normalized, so that a proxy or server can trust it.
//!
//! ```
//! # #[cfg(feature = "alloc")] {
//! use percent_simd::path::{self, PathErrorKind};
//!
//! let resolved = path::STRICT.resolve("/caf%C3%A9/./menu//today").unwrap();
//! assert_eq!(&*resolved.path, "/café/menu/today".as_bytes());
//!
//! let error = path::STRICT.resolve("/cgi-bin/.%2e/.%2e/etc/passwd").unwrap_err();
//! assert_eq!((error.position(), error.kind()), (14, PathErrorKind::ClimbsAboveRoot));
//! # }
//! ```
//!
//! # The steps, in this order
//!
//! The input is the path of a request target, with its leading `/` and without the query: see
//! [`Target::path`](crate::request_line::Target::path). Under a [`PathPolicy`]:
//!
//! 1. **Split first**, at `/`, before anything is decoded; and at `\`, `%2F`, and `%5C` where the
//!    policy treats them as slashes.
//! 2. **Decode once**, each segment. Malformed triplets, control characters, bytes that are not
//!    UTF-8, and whatever else the policy refuses are errors, even in a segment that `..` removes.
//!    NUL is always an error, and so is a raw control character, `?` or `#`.
//! 3. **Empty segments** are removed, if the policy merges slashes.
//! 4. **Dot segments** are resolved, in every spelling, and never climb above the root. Only with
//!    [`EscapedSlashes::UnescapeLast`] is the path split at `%2F` after that, and steps 3 and 4 are
//!    repeated.
//! 5. **Never decode twice**: `%25`, and `%2F`, `%5C`, and `%3B` where they are kept, stay as they
//!    are written. Decoding the output once more gives the value that the client meant. A malformed
//!    `%` that is kept must not become a triplet by that: `%%32%65`, which decodes to `%2e`, is an
//!    error.
//!
//! # What holds for every accepted path
//!
//! Under every preset, and under every policy without [`EscapedPercent::Decode`], which gives up
//! all three:
//!
//! * **Decoded once more, the output has no dot segment and no NUL.** Slashes here are those that
//!   the policy treats as slashes: with [`Backslash::Keep`], `\` is one only if `%5C` is kept. A
//!   further decoding adds slashes only where the policy keeps escaped ones
//!   ([`EscapedSlashes::Keep`]).
//! * **The output holds no triplet but `%25` and the kept ones of step 5**, in upper case (RFC 3986
//!   6.2.2.1).
//! * **Written with [`TARGET`], the output is a target that resolves to itself**, and the only
//!   spelling of its path: a rule has to know only that one, and a second proxy with the same policy
//!   accepts that target and forwards the same one. (The output alone is neither: a `%` or `\` that
//!   stayed raw is `%25` or `%5C` in the target, and in what that resolves to.)
//!
//! To forward the output, write it with [`TARGET`]: decoding may have produced a `?`, a space, or
//! bytes >= 0x80, which are not allowed raw in a target. [`request_line`](crate::request_line) has
//! the example from the request line to the target that is forwarded.
//!
//! ```
//! # #[cfg(feature = "alloc")] {
//! use percent_simd::path;
//!
//! let resolved = path::STRICT.resolve("/x/../what%3F/100%25%20sure").unwrap();
//! assert_eq!(&*resolved.path, b"/what?/100%25 sure");
//! assert_eq!(path::TARGET.encode(&resolved.path), "/what%3F/100%25%20sure");
//! // Segments are decoded to the end.
//! assert!(resolved.segments().eq([&b"what?"[..], b"100% sure"]));
//! # }
//! ```
#![doc = include_str!("presets.md")]

mod policy;
mod resolve;

#[cfg(feature = "batch")]
mod batch;
mod error;
mod examine;
mod options;
mod presets;
mod segments;

use crate::encode::Encoder;
use crate::sets::{self, AsciiSet};

pub use error::{PathError, PathErrorKind};
pub use options::{
    Backslash, DotSegments, EmptySegments, EscapedPercent, EscapedSlashes, Semicolon,
};
pub use policy::PathPolicy;
pub use presets::{
    APACHE_KEEP, APACHE_REJECT, APACHE_UNESCAPE, ENVOY_KEEP, ENVOY_REDIRECT, ENVOY_REJECT,
    ENVOY_UNESCAPE, HAPROXY, NGINX, PRESETS, SPRING, STRICT, TOMCAT,
};
#[cfg(feature = "alloc")]
pub use resolve::Resolved;

/// Writes the output of [`PathPolicy::resolve`] as the path of a request target: escapes whatever a
/// *segment* (RFC 3986 3.3) may not contain, and leaves existing triplets as they are. Decoded
/// once, the target is the value that the output stands for.
///
/// Not for the output of a policy with [`EscapedPercent::Decode`]: what looks like a triplet there
/// may not be one.
pub const TARGET: Encoder = Encoder::new(ESCAPED).keep_escapes(true);

const ESCAPED: AsciiSet = sets::URI_SEGMENT.remove(b'/');
