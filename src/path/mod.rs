//! Resolves the path of a request target under one policy: split, decoded once, checked, and
//! normalized, so that a proxy or server can trust it.
//!
//! ```
//! use percent_simd::path::{self, PathErrorKind};
//!
//! let resolved = path::STRICT.resolve("/caf%C3%A9/./menu//today").unwrap();
//! assert_eq!(&*resolved.path, "/café/menu/today".as_bytes());
//!
//! let error = path::STRICT.resolve("/cgi-bin/.%2e/.%2e/etc/passwd").unwrap_err();
//! assert_eq!((error.position(), error.kind()), (14, PathErrorKind::ClimbsAboveRoot));
//! ```
//!
//! The path of a request target is [`Target::path`](crate::request_line::Target::path).
//!
//! # The judged path and the forwarded target
//!
//! * **The path that rules judge** is [`Resolved::path`]: decoded, so that a rule on `/admin` sees
//!   every spelling of it. Compare it with a [`Prefix`].
//! * **The target that is forwarded** is [`PathPolicy::target`]: the same segments, but the
//!   client's escapes stay, except those of unreserved characters. `/libc%2B%2B.rpm` and
//!   `/libc++.rpm` are two resources (RFC 3986 2.2).
//! * **A path is forwarded as received** where a signature demands it (AWS SigV4), and only if
//!   [`PathPolicy::changes_segments`] is false: else the rules have judged another path.
//!
//! A router in the same process that compares undecoded text may need [`Reserved::Decode`].
//! [`request_line`](crate::request_line) has the example from the request line to the target.
//!
//! # Guarantees for every accepted path
//!
//! Under every preset, and under every policy without [`EscapedPercent::Decode`], which gives up
//! the first two:
//!
//! * **Decoded once more, the resolved path has no dot segment and no NUL.** Slashes here are those
//!   that the policy treats as slashes: with [`Backslash::Keep`], `\` is one only if `%5C` is kept. A
//!   further decoding adds slashes only where the policy keeps escaped ones
//!   ([`EscapedSlashes::Keep`]).
//! * **The resolved path holds no triplet but `%25` and the kept ones of step 5**, in upper case
//!   (RFC 3986 6.2.2.1).
//! * **The policy accepts the target, and forwards it as it is**; decoded, it equals the decoded
//!   resolved path. It resolves to the same path, except that a `%` or `\` that stayed raw there
//!   is `%25` or `%5C` in the target and in the target's resolved path.
#![doc = include_str!("presets.md")]

mod policy;

mod builder;
#[cfg(feature = "alloc")]
mod resolved;

mod resolve;
mod target;

mod error;
mod examine;
#[cfg(feature = "std")]
mod file;
#[cfg(feature = "alloc")]
mod join;
mod options;
mod prefix;
mod presets;
mod segment_error;
mod segments;

pub use error::{PathError, PathErrorKind, PathIntoError};
#[cfg(feature = "std")]
pub use file::DotFiles;
#[cfg(feature = "alloc")]
pub use join::join;
pub use options::{
    Backslash, DotSegments, EmptySegments, EscapedPercent, EscapedSlashes, Reserved, Semicolon,
};
pub use policy::PathPolicy;
pub use prefix::{Prefix, PrefixError, PrefixErrorKind};
pub use presets::*;
#[cfg(feature = "alloc")]
pub use resolved::Resolved;
pub use segment_error::{SegmentError, SegmentErrorKind};
