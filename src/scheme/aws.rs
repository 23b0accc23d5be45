//! AWS Signature Version 4, *UriEncode*: keeps unreserved, SP is `%20`, hex digits are upper case. `/` is escaped everywhere but in the name of an
//! object (S3).

#[cfg(feature = "alloc")]
use alloc::borrow::Cow;

use super::Scheme;
#[cfg(feature = "alloc")]
use crate::Encoder;
use crate::sets;

/// UriEncode: query names and values.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::AWS;
/// assert_eq!(AWS.encode("test$file.text"), "test%24file.text");
/// # }
/// ```
pub const AWS: Scheme = Scheme::new("aws", sets::AWS, "AWS Signature Version 4, UriEncode", ("test$file.text", "test%24file.text"));

/// UriEncode of an object's name: `/` stays.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::AWS_PATH;
/// assert_eq!(AWS_PATH.encode("photos/Jan/sample (1).jpg"), "photos/Jan/sample%20%281%29.jpg");
/// # }
/// ```
pub const AWS_PATH: Scheme = Scheme::new(
    "aws-path",
    sets::AWS_PATH,
    "AWS Signature Version 4, UriEncode of an object key",
    ("photos/Jan/sample (1).jpg", "photos/Jan/sample%20%281%29.jpg"),
);

/// AWS's `UriEncode(string, encodeSlash)`; borrowed if nothing changes.
///
/// ```
/// use percent_simd::scheme::aws;
/// assert_eq!(aws::uri_encode(b"photos/my cat~1.jpg", false), "photos/my%20cat~1.jpg");
/// assert_eq!(aws::uri_encode(b"photos/my cat~1.jpg", true), "photos%2Fmy%20cat~1.jpg");
/// ```
#[cfg(feature = "alloc")]
#[must_use]
pub fn uri_encode(input: &[u8], encode_slash: bool) -> Cow<'_, str> {
    Encoder::new(if encode_slash { sets::AWS } else { sets::AWS_PATH }).encode(input)
}
