//! WHATWG URL 5, *application/x-www-form-urlencoded*, and its form in `mailto:` URLs; see `form`.

use crate::scheme::Scheme;
use crate::sets;

/// The *application/x-www-form-urlencoded percent-encode set*, SP as `+`: one name or value.
/// Decoding reads `+` as SP.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::FORM;
/// assert_eq!(FORM.encode("50% off = +1"), "50%25+off+%3D+%2B1");
/// assert_eq!(&*FORM.decode(b"a+b%2B").unwrap(), b"a b+");
/// # }
/// ```
pub const FORM: Scheme = Scheme::new(
    "form",
    sets::FORM_SET,
    "WHATWG URL 5, application/x-www-form-urlencoded",
    ("50% off = +1", "50%25+off+%3D+%2B1"),
)
.space_as_plus();

/// The set of [`FORM`](crate::scheme::FORM) with SP as `%20`: one name or value in a `mailto:` URL.
/// Decoding leaves `+` unchanged.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::FORM_MAILTO;
/// assert_eq!(FORM_MAILTO.encode("50% off = +1"), "50%25%20off%20%3D%20%2B1");
/// assert_eq!(&*FORM_MAILTO.decode(b"a+b%20c").unwrap(), b"a+b c");
/// # }
/// ```
pub const FORM_MAILTO: Scheme = Scheme::new(
    "form-mailto",
    sets::FORM_SET,
    "HTML, form submission: Mail with headers",
    ("50% off = +1", "50%25%20off%20%3D%20%2B1"),
);
