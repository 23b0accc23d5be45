//! AWS Signature Version 4, *UriEncode*, and the keys in S3's events; see [`aws`](crate::scheme::aws).

use crate::scheme::Scheme;
use crate::sets;

/// UriEncode: query names and values.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::AWS;
/// assert_eq!(AWS.encode("test$file.text"), "test%24file.text");
/// # }
/// ```
pub const AWS: Scheme = Scheme::new(
    "aws",
    sets::AWS,
    "AWS Signature Version 4, UriEncode",
    ("test$file.text", "test%24file.text"),
);

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

/// An object's key as S3 writes it: in event messages, in inventories, and in listings with
/// `encoding-type=url`. It is encoded as in a form, SP as `+`, but `/` stays.
///
/// A signature needs [`AWS_PATH`] instead.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::S3_KEY;
/// assert_eq!(&*S3_KEY.decode("red+flower.jpg").unwrap(), b"red flower.jpg");
/// assert_eq!(S3_KEY.encode("photos/test_file(3).png"), "photos/test_file%283%29.png");
/// # }
/// ```
pub const S3_KEY: Scheme = Scheme::new(
    "s3-key",
    sets::S3_KEY_SET,
    "Amazon S3, event messages and encoding-type=url",
    ("photos/red flower.jpg", "photos/red+flower.jpg"),
)
.space_as_plus();
