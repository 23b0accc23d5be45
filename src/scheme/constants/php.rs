//! PHP's functions; see [`php`](crate::scheme::php).

use crate::scheme::Scheme;
use crate::sets;

/// `rawurlencode`, and type `PHP_QUERY_RFC3986`: keeps unreserved.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::PHP_RAWURLENCODE;
/// assert_eq!(PHP_RAWURLENCODE.encode("foo bar@baz~"), "foo%20bar%40baz~");
/// # }
/// ```
pub const PHP_RAWURLENCODE: Scheme = Scheme::new(
    "php-rawurlencode",
    sets::PHP_RAWURLENCODE,
    "PHP manual, rawurlencode",
    ("foo bar@baz~", "foo%20bar%40baz~"),
);

/// `urlencode`, and type `PHP_QUERY_RFC1738`: keeps alphanumerics and `-._`; SP is `+`. `~` is
/// escaped.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::PHP_URLENCODE;
/// assert_eq!(PHP_URLENCODE.encode("foo bar@baz~"), "foo+bar%40baz%7E");
/// # }
/// ```
pub const PHP_URLENCODE: Scheme = Scheme::new(
    "php-urlencode",
    sets::PHP_URLENCODE_SET,
    "PHP manual, urlencode",
    ("foo bar@baz~", "foo+bar%40baz%7E"),
)
.space_as_plus();
