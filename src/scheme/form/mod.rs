//! WHATWG URL Standard, section 5: *application/x-www-form-urlencoded*.

#[cfg(feature = "serde")]
mod serde;
#[cfg(feature = "serde")]
mod stand_in;
#[cfg(feature = "serde")]
use stand_in::*;

use super::Scheme;
use crate::sets;

#[cfg(all(feature = "serde", feature = "std"))]
pub use self::serde::to_writer;
#[cfg(feature = "serde")]
pub use self::serde::{SerdeError, from_bytes, from_str, to_string};

/// The *application/x-www-form-urlencoded percent-encode set*, SP as `+`: one name or one value. Decoding reads `+` as SP.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::FORM;
/// assert_eq!(FORM.encode_str("50% off = +1"), "50%25+off+%3D+%2B1");
/// assert_eq!(&*FORM.decode(b"a+b%2B").unwrap(), b"a b+");
/// # }
/// ```
pub const FORM: Scheme =
    Scheme::new("form", sets::FORM, "WHATWG URL 5, application/x-www-form-urlencoded", ("50% off = +1", "50%25+off+%3D+%2B1")).space_as_plus();
