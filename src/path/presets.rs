//! Policies with a name.

use super::{
    Backslash, DotSegments, EmptySegments, EscapedPercent, EscapedSlashes, PathPolicy, Reserved,
    Semicolon,
};
use crate::decode::Malformed;
use crate::sets::AsciiSet;

/// The policy to use unless another is required, and that of [`PathPolicy::new`].
///
/// Escaped slashes, backslashes, control characters, malformed triplets, raw bytes >= 0x80, and
/// decoded bytes that are not UTF-8 are errors. Dot segments are resolved, slashes are merged,
/// `%25` and `%3B` stay escaped.
///
/// ```
/// use percent_simd::path::{PathErrorKind, STRICT};
///
/// assert!(STRICT.check("/wiki/Caf%C3%A9;v=1").is_ok());
/// assert_eq!(STRICT.check("/a/..;/b").unwrap_err().kind(), PathErrorKind::HiddenDotSegment);
/// ```
pub const STRICT: PathPolicy = PathPolicy::new();

/// In front of an unknown server: [`STRICT`], and everything that servers read differently is
/// an error: `;` and `%3B` (parameters), `%25` (a second decoding), and `%3F` and `%23` (a query or a
/// fragment in the decoded path).
///
/// Every server that resolves dot segments, merges slashes, drops parameters, or decodes once more
/// reads the [target](PathPolicy::target) as the path that rules have judged. Two things
/// remain for the caller: servers that ignore case
/// ([`Prefix::ignoring_ascii_case`](super::Prefix::ignoring_ascii_case)), and files on Windows
/// ([`windows_names`](PathPolicy::windows_names)).
///
/// ```
/// use percent_simd::path::UNKNOWN;
///
/// assert!(UNKNOWN.check("/x/../caf%c3%a9").is_ok());
/// assert!(["/admin;x", "/%2561dmin", "/admin%3F"].map(|path| UNKNOWN.check(path).is_err()) == [true; 3]);
/// ```
pub const UNKNOWN: PathPolicy = STRICT
    .semicolon(Semicolon::Reject)
    .escaped_percent(EscapedPercent::Reject)
    .reject(AsciiSet::from_bytes(b"?#"));

/// In front of an object store that decodes the path once and reads the rest literally: Amazon S3
/// and stores that speak its protocol (path-style requests), Google's Cloud Storage (XML API).
///
/// Nothing is merged, resolved, or dropped: `//`, `;`, `\`, and `%25` are parts of a key. `%2F` is
/// the slash that the store reads, so a [`Prefix`](super::Prefix) sees `private%2Fx` and
/// `private/x` as one key. Dot segments are errors in every spelling, because clients and proxies on
/// the way resolve them. A raw `+` is a plus, and the [target](PathPolicy::target) holds it as
/// `%2B`: Amazon S3 reads a raw one as a space. Control characters except NUL are parts of a key if
/// they are escaped.
///
/// Forward the target. If it is signed anew (AWS SigV4), the canonical URI is that of the key:
/// `encode(&decode(&*target), sets::AWS_PATH)`. If the client has signed the path, forward it as
/// received, unless [`changes_segments`](PathPolicy::changes_segments) is true: then the store may
/// read another key in it, as in a raw `+`.
///
/// A rule on a path sees no other place of a request that names keys or buckets: the query
/// `prefix=` of a listing, the field `x-amz-copy-source`, the body of a deletion of several objects;
/// and with virtual-hosted style, the bucket is in `Host` and not in the path.
///
/// [Which policy](super#which-policy) has the options for MinIO, and for stores with one segment for
/// a name (Google's JSON API, CouchDB).
///
/// ```
/// use percent_simd::path::{OBJECTS, Prefix};
///
/// assert_eq!(OBJECTS.target("/bucket/a//b;v=1").unwrap(), "/bucket/a//b;v=1");
/// assert_eq!(OBJECTS.target("/bucket/a%2Fb+c%252F").unwrap(), "/bucket/a/b%2Bc%252F");
/// let private = Prefix::new("/bucket/private").unwrap();
/// assert!(OBJECTS.resolve("/bucket/private%2Fkey").unwrap().is_under(&private));
/// assert!(OBJECTS.check("/bucket/a%2F%2e%2E%2Fb").is_err());
/// ```
pub const OBJECTS: PathPolicy = STRICT
    .escaped_slashes(EscapedSlashes::Unescape)
    .escaped_backslash(EscapedSlashes::Unescape)
    .backslash(Backslash::Keep)
    .dot_segments(DotSegments::Reject)
    .empty_segments(EmptySegments::Keep)
    .semicolon(Semicolon::Keep)
    .escaped_controls(true)
    .reserved(Reserved::EscapePlus);

/// Envoy as its best practices for edge proxies configure it (`normalize_path`, `merge_slashes`),
/// with one action for `%2F` and `%5C`.
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

/// Envoy with `normalize_path`, `merge_slashes`, and
/// `path_with_escaped_slashes_action: KEEP_UNCHANGED`.
///
/// **A server behind this policy that decodes `%2F` sees other paths than the rules in front of
/// it** ([`EscapedSlashes::Keep`]): a rule for `/admin` does not match `/%2Fadmin`, which nginx
/// serves as `/admin`. In front of such a server use [`ENVOY_REJECT`], or [`ENVOY_UNESCAPE`], which
/// gives `/admin`.
///
/// ```
/// use percent_simd::path::{ENVOY_KEEP, ENVOY_REDIRECT, ENVOY_REJECT, ENVOY_UNESCAPE};
///
/// assert_eq!(&*ENVOY_KEEP.resolve("/a%2fb/c\\d").unwrap().path, b"/a%2Fb/c/d");
/// assert!(ENVOY_REJECT.check("/a%2Fb").is_err());
/// assert_eq!(&*ENVOY_UNESCAPE.resolve("/a%5C..%2Fb").unwrap().path, b"/b");
/// let resolved = ENVOY_REDIRECT.resolve("/a%2Fb").unwrap();
/// assert_eq!((&*resolved.path, resolved.redirect), (&b"/a/b"[..], true));
/// ```
pub const ENVOY_KEEP: PathPolicy = envoy(EscapedSlashes::Keep);

/// [`ENVOY_KEEP`], but with `REJECT_REQUEST`: `%2F` and `%5C` are errors.
pub const ENVOY_REJECT: PathPolicy = envoy(EscapedSlashes::Reject);

/// [`ENVOY_KEEP`], but with `UNESCAPE_AND_REDIRECT`: the client is to ask for the unescaped path.
pub const ENVOY_REDIRECT: PathPolicy = envoy(EscapedSlashes::Redirect);

/// [`ENVOY_KEEP`], but with `UNESCAPE_AND_FORWARD`: `%2F` and `%5C` are slashes.
pub const ENVOY_UNESCAPE: PathPolicy = envoy(EscapedSlashes::Unescape);

/// The defaults of Spring Security's `StrictHttpFirewall`: a path that is not normalized is
/// refused, and nothing is repaired.
///
/// ```
/// use percent_simd::path::SPRING;
///
/// assert!(SPRING.check("/caf%C3%A9/a.b").is_ok() && SPRING.check("/a//b").is_err());
/// ```
pub const SPRING: PathPolicy = PathPolicy::new()
    .escaped_percent(EscapedPercent::Reject)
    .dot_segments(DotSegments::Reject)
    .empty_segments(EmptySegments::Reject)
    .semicolon(Semicolon::Reject)
    .escaped_dots(false);

/// nginx as it computes `$uri` by default (`merge_slashes on`), on systems where `\` separates
/// nothing.
///
/// ```
/// assert_eq!(&*percent_simd::path::NGINX.resolve("/a%2F%2e./b//c\\d").unwrap().path, b"/b/c\\d");
/// ```
pub const NGINX: PathPolicy = PathPolicy::new()
    .escaped_slashes(EscapedSlashes::Unescape)
    .escaped_backslash(EscapedSlashes::Unescape)
    .backslash(Backslash::Keep)
    .semicolon(Semicolon::Keep)
    .escaped_controls(true)
    .raw_non_ascii(true)
    .must_be_utf8(false);

/// Apache's httpd as it computes the request's URI by default: `MergeSlashes On`,
/// `AllowEncodedSlashes Off`, on systems where `\` separates nothing.
///
/// httpd answers 404 to `%2F`, but not in a segment that a raw `..` removes (`/a%2Fb/../c`); here
/// it is an error anywhere.
///
/// ```
/// use percent_simd::path::{APACHE_KEEP, APACHE_REJECT, APACHE_UNESCAPE};
///
/// assert!(APACHE_REJECT.check("/a%2Fb").is_err());
/// assert_eq!(&*APACHE_KEEP.resolve("/a%2Fb/%63").unwrap().path, b"/a%2Fb/c");
/// assert_eq!(&*APACHE_UNESCAPE.resolve("/a%2Fb/%63").unwrap().path, b"/a/b/c");
/// ```
pub const APACHE_REJECT: PathPolicy = NGINX.escaped_slashes(EscapedSlashes::Reject);

/// [`APACHE_REJECT`], but with `AllowEncodedSlashes NoDecode`. A server behind this policy must not
/// decode `%2F`: see [`ENVOY_KEEP`].
pub const APACHE_KEEP: PathPolicy = NGINX.escaped_slashes(EscapedSlashes::Keep);

/// [`APACHE_REJECT`], but with `AllowEncodedSlashes On`: a raw `..` removes the name before it, with
/// the escaped slashes in that name (`/a%2Fb/../c` is `/c`, and `/a/c` for [`NGINX`]).
pub const APACHE_UNESCAPE: PathPolicy = NGINX.escaped_slashes(EscapedSlashes::UnescapeLast);

/// HAProxy with these normalizers, in this order: `percent-decode-unreserved strict`,
/// `path-merge-slashes`, `path-strip-dot`, `path-strip-dotdot full`.
///
/// `%2F`, `%5C`, and `\` separate nothing. A server behind this policy must not decode `%2F`: see
/// [`ENVOY_KEEP`].
///
/// ```
/// assert_eq!(&*percent_simd::path::HAPROXY.resolve("/%61%2Fb//c/../d").unwrap().path, b"/a%2Fb/d");
/// ```
pub const HAPROXY: PathPolicy = PathPolicy::new()
    .escaped_slashes(EscapedSlashes::Keep)
    .escaped_backslash(EscapedSlashes::Keep)
    .backslash(Backslash::Keep)
    .dot_segments(DotSegments::Clamp)
    .escaped_controls(true)
    .must_be_utf8(false);

/// Tomcat 10.1 with its defaults: `;` to the end of each segment is dropped before anything is
/// decoded, `%2F`, `%5C` and `\` are refused, and `..` above the root, too.
///
/// A server that decodes before it drops parameters reads `/adm%3Bx` as `/adm`: in front of such a
/// one, use [`Semicolon::Reject`].
///
/// ```
/// assert_eq!(&*percent_simd::path::TOMCAT.resolve("/x/;/..;a=b/admin;x").unwrap().path, b"/admin");
/// ```
pub const TOMCAT: PathPolicy = PathPolicy::new().semicolon(Semicolon::Drop).escaped_controls(true);

/// Every preset beside its name: that of its constant in lower case, with `-`, as in `envoy-keep`.
pub const PRESETS: &[(&str, PathPolicy)] = &[
    ("strict", STRICT),
    ("envoy-keep", ENVOY_KEEP),
    ("envoy-reject", ENVOY_REJECT),
    ("envoy-redirect", ENVOY_REDIRECT),
    ("envoy-unescape", ENVOY_UNESCAPE),
    ("spring", SPRING),
    ("nginx", NGINX),
    ("apache-reject", APACHE_REJECT),
    ("apache-keep", APACHE_KEEP),
    ("apache-unescape", APACHE_UNESCAPE),
    ("haproxy", HAPROXY),
    ("tomcat", TOMCAT),
    ("unknown", UNKNOWN),
    ("objects", OBJECTS),
];
