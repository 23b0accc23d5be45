//! RFC 5849 *The OAuth 1.0 Protocol*, section 3.6: text as UTF-8, bytes as they are; upper-case
//! hex; SP is `%20`. Used to make signature base strings, where one wrong byte makes the signature
//! wrong. (Twitter's page of examples is right in its four results; the same page labels `-._~`
//! reserved and gives 0xE6 as the UTF-8 of `æ`, which is 0xC3 0xA6.)

use super::Scheme;
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
