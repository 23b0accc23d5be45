//! RFC 3261 25.1 *SIP: Session Initiation Protocol*: the parts of a SIP URI,
//! `sip:user@host;parameter=value?header=value`.

use crate::scheme::Scheme;
use crate::sets;

/// Keeps *unreserved* and *user-unreserved*: the user. (A password keeps fewer: add `;?/`.)
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::SIP_USER;
/// assert_eq!(SIP_USER.encode("j@s0n"), "j%40s0n");
/// assert_eq!(SIP_USER.encode("+358-555;postd=pp22"), "+358-555;postd=pp22");
/// # }
/// ```
pub const SIP_USER: Scheme =
    Scheme::new("sip-user", sets::SIP_USER, "RFC 3261 25.1, user", ("j@s0n", "j%40s0n"));

/// Keeps *unreserved* and *param-unreserved*: the name or the value of a parameter.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::SIP_PARAM;
/// assert_eq!(SIP_PARAM.encode("[2001:db8::1]"), "[2001:db8::1]");
/// assert_eq!(SIP_PARAM.encode("a=b;c"), "a%3Db%3Bc");
/// # }
/// ```
pub const SIP_PARAM: Scheme =
    Scheme::new("sip-param", sets::SIP_PARAM, "RFC 3261 25.1, paramchar", ("a=b;c", "a%3Db%3Bc"));

/// Keeps *unreserved* and *hnv-unreserved*: the name or the value of a header.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::SIP_HEADER;
/// assert_eq!(SIP_HEADER.encode("sip:user@example.com"), "sip:user%40example.com");
/// # }
/// ```
pub const SIP_HEADER: Scheme = Scheme::new(
    "sip-header",
    sets::SIP_HEADER,
    "RFC 3261 25.1, hname and hvalue",
    ("sip:user@example.com", "sip:user%40example.com"),
);
