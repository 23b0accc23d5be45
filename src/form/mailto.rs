//! Forms sent by mail: HTML Standard, form submission: *Mail with headers*, and RFC 6068 *The
//! 'mailto' URI Scheme*.
//!
//! The header fields of a `mailto:` URL look like a form's pairs, but `+` is a plus, and a mail
//! program shows it as a plus. HTML therefore serializes the form and then replaces each `+` with
//! `%20`, and a parser of such a URL must not read `+` as SP (RFC 6068 5).
//!
//! ```
//! # #[cfg(feature = "alloc")] {
//! use percent_simd::form::mailto;
//!
//! let fields = mailto::serialize([("to", "a+b@example.com"), ("subject", "two words")]);
//! assert_eq!(fields, "to=a%2Bb%40example.com&subject=two%20words");
//! let to = mailto::parse("to=a+b@example.com&subject=two%20words").next().unwrap();
//! assert_eq!(to.value(), "a+b@example.com");
//! # }
//! ```

use super::{Parse, Parser};
#[cfg(feature = "alloc")]
use super::{Serializer, newlines::normalize_newlines};

/// Parses the header fields of a `mailto:` URL, given the part after its `?`, as
/// [`form::parse`](super::parse()) does, but `+` is a plus.
#[inline]
pub fn parse<I: AsRef<[u8]> + ?Sized>(input: &I) -> Parse<'_> {
    Parser::new().plus_as_space(false).parse(input)
}

/// Serializes the pairs as header fields of a `mailto:` URL. It writes pairs like
/// [`form::serialize`](super::serialize()), but SP as `%20` and every line break as `%0D%0A` (RFC
/// 6068 5), whether it is CR, LF or CRLF in the value.
#[cfg(feature = "alloc")]
#[must_use]
pub fn serialize<I, N, V>(pairs: I) -> alloc::string::String
where
    I: IntoIterator<Item: core::borrow::Borrow<(N, V)>>,
    N: AsRef<str>,
    V: AsRef<str>,
{
    let mut serializer = Serializer::new(alloc::string::String::new()).space_as_plus(false);
    for pair in pairs {
        let (name, value) = core::borrow::Borrow::borrow(&pair);
        serializer
            .append_pair(&normalize_newlines(name.as_ref()), &normalize_newlines(value.as_ref()));
    }
    crate::memory::trimmed(serializer.finish())
}
