//! The nameless first part of a form: `isindex`.

use crate::Backend;
use crate::kernel;

/// The raw first part of the form if it holds no `=`, as `isindex` forms sent their one field. It
/// is empty for an empty input.
///
/// History: HTML 2 had an element `isindex`. Later, browsers sent a first text field named
/// `isindex` without its name and `=`, and WHATWG's parser had a flag to read it. Today's parser
/// reads the part as a name with an empty value. RFC 3875 4.4 splits such a query into words:
/// [`cgi::keywords`](crate::scheme::cgi::keywords).
///
/// ```
/// use percent_simd::form;
/// assert_eq!(form::isindex("two+words&a=b"), Some(&b"two+words"[..]));
/// assert_eq!(form::isindex("a=b&two+words"), None);
/// ```
#[must_use]
#[inline]
pub fn isindex<I: AsRef<[u8]> + ?Sized>(input: &I) -> Option<&[u8]> {
    first_part(input.as_ref())
}

fn first_part(input: &[u8]) -> Option<&[u8]> {
    // The first separator, `&` or `=`, ends the part.
    let (part, rest) = input.split_at(kernel::find_either(Backend::active(), input, b'&', b'='));
    (!rest.starts_with(b"=")).then_some(part)
}
