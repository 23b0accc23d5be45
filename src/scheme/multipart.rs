//! HTML Standard, *multipart/form-data encoding algorithm*: the names and the file names in the
//! header field `Content-Disposition` of a form's part.
//!
//! Only LF, CR and `"` are escaped. `%` and characters outside ASCII stay, so these names cannot be
//! decoded for certain: `%22` may be either. (RFC 8187's `filename*` must not be used in a form:
//! RFC 7578 4.2.)

use alloc::borrow::Cow;

use crate::form::newlines::normalize_newlines;
use crate::{AsciiSet, Encoder};

const ENCODER: Encoder = Encoder::new(AsciiSet::from_bytes(b"\n\r\"")).keep_non_ascii(true);

/// The name of a field: newlines become CRLF first, which HTML requires of names; then LF, CR and
/// `"` are escaped. Borrowed if nothing changes.
///
/// ```
/// use percent_simd::scheme::multipart;
/// assert_eq!(multipart::name("a\"b\né%"), "a%22b%0D%0Aé%");
/// ```
#[must_use]
#[inline]
pub fn name(name: &str) -> Cow<'_, str> {
    match normalize_newlines(name) {
        Cow::Borrowed(name) => ENCODER.encode(name),
        Cow::Owned(name) => Cow::Owned(ENCODER.encode(&name).into_owned()),
    }
}

/// The name of a file: LF, CR and `"` are escaped, and newlines stay as they are. Borrowed if
/// nothing changes.
///
/// ```
/// use percent_simd::scheme::multipart;
/// assert_eq!(multipart::file_name("\"é\".txt"), "%22é%22.txt");
/// ```
#[must_use]
#[inline]
pub fn file_name(name: &str) -> Cow<'_, str> {
    ENCODER.encode(name)
}
