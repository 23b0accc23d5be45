//! RFC 5849 *The OAuth 1.0 Protocol*, section 3.6: text as UTF-8, bytes as they are; upper-case
//! hex; SP is `%20`. Used to make signature base strings, where one wrong byte makes the signature
//! wrong. (Twitter's page of examples is right in its four results; the same page labels `-._~`
//! reserved and gives 0xE6 as the UTF-8 of `æ`, which is 0xC3 0xA6.)

use crate::scheme::Scheme;
use crate::sets;

/// Keeps unreserved (RFC 5849 3.6).
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::OAUTH;
/// assert_eq!(OAUTH.encode("Ladies + Gentlemen"), "Ladies%20%2B%20Gentlemen");
/// assert_eq!(OAUTH.encode("An encoded string!"), "An%20encoded%20string%21");
/// assert_eq!(OAUTH.encode("Dogs, Cats & Mice"), "Dogs%2C%20Cats%20%26%20Mice");
/// assert_eq!(OAUTH.encode("☃"), "%E2%98%83");
/// # }
/// ```
pub const OAUTH: Scheme = Scheme::new(
    "oauth",
    sets::OAUTH,
    "RFC 5849 3.6",
    ("Ladies + Gentlemen", "Ladies%20%2B%20Gentlemen"),
);

/// RFC 6749 (OAuth 2.0) 2.3.1 and Appendix B: the client's id and its secret are encoded as a form
/// before they are joined by `:` and become the Base64 of `Authorization: Basic`. This is
/// [`FORM`](crate::scheme::FORM) under its name in OAuth 2.0, and not the rule of [`OAUTH`].
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::OAUTH2;
/// assert_eq!(OAUTH2.encode(" %&+£€"), "+%25%26%2B%C2%A3%E2%82%AC");
/// # }
/// ```
pub const OAUTH2: Scheme = Scheme::new(
    "oauth2",
    sets::FORM_SET,
    "RFC 6749 2.3.1, Appendix B",
    ("id %&+£€", "id+%25%26%2B%C2%A3%E2%82%AC"),
)
.space_as_plus();
