//! Policies with a name.

use super::{Backslash, DotSegments, EmptySegments, EscapedPercent, EscapedSlashes, PathPolicy, Semicolon};
use crate::Malformed;

/// What we recommend where nothing else is asked for, and what [`PathPolicy::new`] is: slashes are never escaped, backslashes, controls, malformed
/// triplets, raw bytes of 80 and above and what is not UTF-8 are errors, dot segments are resolved, slashes merged, `%25` and `%3B` stay escaped.
///
/// ```
/// use percent_simd::path::{self, PathErrorKind};
///
/// assert!(path::STRICT.check(b"/wiki/Caf%C3%A9;v=1").is_ok());
/// assert_eq!(path::STRICT.check(b"/a/..;/b").unwrap_err().kind(), PathErrorKind::HiddenDotSegment);
/// assert_eq!(path::STRICT.check(b"/%C0%AF").unwrap_err().kind(), PathErrorKind::Utf8);
/// ```
pub const STRICT: PathPolicy = PathPolicy::new();

/// Envoy as its best practices for edge proxies have it (`normalize_path`, `merge_slashes`), with one action for `%2F` and `%5C`.
const fn envoy(action: EscapedSlashes) -> PathPolicy {
    PathPolicy::new()
        .escaped_slashes(action)
        .escaped_backslash(action)
        .backslash(Backslash::Slash)
        .dot_segments(DotSegments::Clamp)
        .malformed(Malformed::Keep)
        .escaped_controls(true)
        .raw_non_ascii(true)
        .must_be_utf8(false)
}

/// Envoy with `normalize_path`, `merge_slashes` and `path_with_escaped_slashes_action: KEEP_UNCHANGED`.
///
/// Envoy lets dot segments beside a kept slash pass (`/a%2F..%2Fb`), which is CVE-2021-29492; here they are an error.
///
/// **A server behind it that decodes `%2F` sees other paths than the rules before it.** `/%2Fadmin` is accepted as it is written, so a rule for `/admin` does
/// not match; nginx makes `//admin` of it, merges the slashes, and serves `/admin`. Use this preset only before servers to which `%2F` is no slash; before
/// others, [`ENVOY_REJECT`] or [`ENVOY_UNESCAPE`], which gives `/admin`.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::path::{self, PathErrorKind};
///
/// assert_eq!(&*path::ENVOY_KEEP.resolve(b"/a%2fb/c\\d").unwrap().path, b"/a%2fb/c/d");
/// assert_eq!(path::ENVOY_KEEP.check(b"/a%2F..%2Fb").unwrap_err().kind(), PathErrorKind::HiddenDotSegment);
///
/// assert_eq!(&*path::ENVOY_KEEP.resolve(b"/%2Fadmin").unwrap().path, b"/%2Fadmin");
/// assert_eq!(&*path::NGINX.resolve(b"/%2Fadmin").unwrap().path, b"/admin"); // what the server behind makes of it
/// # }
/// ```
pub const ENVOY_KEEP: PathPolicy = envoy(EscapedSlashes::Keep);

/// Envoy with `normalize_path`, `merge_slashes` and `path_with_escaped_slashes_action: REJECT_REQUEST`.
///
/// ```
/// use percent_simd::path::{self, PathErrorKind};
/// assert_eq!(path::ENVOY_REJECT.check(b"/a%5Cb").unwrap_err().kind(), PathErrorKind::EscapedSlash(b'\\'));
/// ```
pub const ENVOY_REJECT: PathPolicy = envoy(EscapedSlashes::Reject);

/// Envoy with `normalize_path`, `merge_slashes` and `path_with_escaped_slashes_action: UNESCAPE_AND_REDIRECT`.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::path;
///
/// let resolved = path::ENVOY_REDIRECT.resolve(b"/a%2Fb").unwrap();
/// assert_eq!((&*resolved.path, resolved.redirect), (&b"/a/b"[..], true));
/// assert!(!path::ENVOY_REDIRECT.resolve(b"/a/b").unwrap().redirect);
/// # }
/// ```
pub const ENVOY_REDIRECT: PathPolicy = envoy(EscapedSlashes::Redirect);

/// Envoy with `normalize_path`, `merge_slashes` and `path_with_escaped_slashes_action: UNESCAPE_AND_FORWARD`.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::path;
/// assert_eq!(&*path::ENVOY_UNESCAPE.resolve(b"/a%5C..%2Fb").unwrap().path, b"/b");
/// # }
/// ```
pub const ENVOY_UNESCAPE: PathPolicy = envoy(EscapedSlashes::Unescape);

/// The defaults of Spring Security's `StrictHttpFirewall`: what is not normal is refused, nothing is repaired. But U+2028 and U+2029,
/// which that refuses, pass.
///
/// ```
/// use percent_simd::path::{self, PathErrorKind};
///
/// assert!(path::SPRING.check(b"/caf%C3%A9/a.b").is_ok());
/// assert_eq!(path::SPRING.check(b"/a//b").unwrap_err().kind(), PathErrorKind::EmptySegment);
/// assert_eq!(path::SPRING.check(b"/100%25").unwrap_err().kind(), PathErrorKind::EscapedPercent);
/// ```
pub const SPRING: PathPolicy = PathPolicy::new()
    .escaped_percent(EscapedPercent::Reject)
    .dot_segments(DotSegments::Reject)
    .empty_segments(EmptySegments::Reject)
    .semicolon(Semicolon::Reject)
    .escaped_dots(false);

/// nginx as it makes `$uri` by default (`merge_slashes on`), on systems where `\` separates nothing.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::path::{self, PathErrorKind};
///
/// assert_eq!(&*path::NGINX.resolve(b"/a%2F%2e./b//c\\d").unwrap().path, b"/b/c\\d");
/// assert_eq!(path::NGINX.check(b"/..").unwrap_err().kind(), PathErrorKind::ClimbsAboveRoot);
/// # }
/// ```
pub const NGINX: PathPolicy = PathPolicy::new()
    .escaped_slashes(EscapedSlashes::Unescape)
    .escaped_backslash(EscapedSlashes::Unescape)
    .backslash(Backslash::Keep)
    .semicolon(Semicolon::Keep)
    .escaped_controls(true)
    .raw_non_ascii(true)
    .must_be_utf8(false);
