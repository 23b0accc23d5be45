//! RFC 6570 *URI Template*; see [`template`](crate::scheme::template).

use crate::scheme::Scheme;
use crate::sets;

/// Keeps unreserved (RFC 6570 3.2.1): the values of `{x}` and of all operators but `+` and `#`.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::TEMPLATE;
/// assert_eq!(TEMPLATE.encode("Hello World!"), "Hello%20World%21");
/// # }
/// ```
pub const TEMPLATE: Scheme = Scheme::new(
    "template",
    sets::TEMPLATE,
    "RFC 6570 3.2.2, simple expansion",
    ("Hello World!", "Hello%20World%21"),
);

/// Keeps unreserved, reserved and valid triplets (RFC 6570 3.2.3): the values of `{+x}` and `{#x}`.
/// A stray `%` becomes `%25`.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::TEMPLATE_RESERVED;
/// assert_eq!(TEMPLATE_RESERVED.encode("50%/%41 [b]"), "50%25/%41%20[b]");
/// # }
/// ```
pub const TEMPLATE_RESERVED: Scheme = Scheme::new(
    "template-reserved",
    sets::TEMPLATE_RESERVED,
    "RFC 6570 3.2.3, reserved expansion",
    ("50%/%41 [b]", "50%25/%41%20[b]"),
)
.keep_escapes();

/// The set for the literals between the expressions (RFC 6570 3.1).
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::TEMPLATE_LITERAL;
/// assert_eq!(TEMPLATE_LITERAL.encode("/größe?100%"), "/gr%C3%B6%C3%9Fe?100%25");
/// # }
/// ```
pub const TEMPLATE_LITERAL: Scheme = Scheme::new(
    "template-literal",
    sets::TEMPLATE_LITERAL,
    "RFC 6570 3.1, literals",
    ("/größe?100%", "/gr%C3%B6%C3%9Fe?100%25"),
)
.keep_escapes();
