//! WHATWG URL 5, *application/x-www-form-urlencoded*, and its form in `mailto:` URLs; see `form`.

use crate::scheme::Scheme;
use crate::sets;

scheme! {
    /// The *application/x-www-form-urlencoded percent-encode set*, SP as `+`: one name or value.
    /// Decoding reads `+` as SP.
    FORM("form", sets::FORM_SET with space_as_plus(),
        "WHATWG URL 5, application/x-www-form-urlencoded",
        "50% off = +1" => "50%25+off+%3D+%2B1",
        decode "a+b%2B" => b"a b+")
}

scheme! {
    /// The set of [`FORM`] with SP as `%20`: one name or value in a `mailto:`
    /// URL. Decoding leaves `+` unchanged.
    FORM_MAILTO("form-mailto", sets::FORM_SET, "HTML, form submission: Mail with headers",
        "50% off = +1" => "50%25%20off%20%3D%20%2B1",
        decode "a+b%20c" => b"a+b c")
}
