//! Values of HTTP header fields, and the parts of signed requests.

use crate::scheme::Scheme;
use crate::sets;

/// Keeps *baggage-octet* without `%` (W3C Baggage 3.3.1.3): one value, or the value of a property.
/// A key is a token, and never escaped. A `+` is a plus both ways.
///
/// The decoded value is text: sequences that are not UTF-8 become U+FFFD, as the standard requires.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::BAGGAGE;
/// assert_eq!(BAGGAGE.encode("DF 28"), "DF%2028");
/// assert_eq!(BAGGAGE.encode("a+b=c,d"), "a+b=c%2Cd");
/// assert_eq!(BAGGAGE.decode("a+b%20%FF").unwrap(), "a+b \u{FFFD}".as_bytes());
/// # }
/// ```
pub const BAGGAGE: Scheme = Scheme::new(
    "baggage",
    sets::BAGGAGE,
    "W3C Baggage 3.3.1.3, baggage-octet (cookie-octet of RFC 6265)",
    ("DF 28; é", "DF%2028%3B%20%C3%A9"),
)
.lossy_text();

/// Keeps *Percent-Byte-Unencoded*: SP and the visible ASCII characters but `%`.
///
/// Decoding never fails, which the standard requires: a malformed triplet stays. Where text is
/// needed, [`decode_lossy`](crate::decode_lossy) never fails either.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::GRPC_MESSAGE;
/// assert_eq!(GRPC_MESSAGE.encode("100% of \"café\"\n"), "100%25 of \"caf%C3%A9\"%0A");
/// assert_eq!(&*GRPC_MESSAGE.decode("50% off%").unwrap(), b"50% off%");
/// # }
/// ```
pub const GRPC_MESSAGE: Scheme = Scheme::new(
    "grpc-message",
    sets::GRPC_MESSAGE,
    "gRPC over HTTP/2, Status-Message",
    ("100% of café", "100%25 of caf%C3%A9"),
);

/// The name or the value of a query parameter in a signature base: the set of
/// [`FORM`](crate::scheme::FORM), but SP is `%20`.
///
/// (The RFC refers to the URL Standard's *percent-encode after encoding*, which wrote SP as `%20`
/// for this set until March 2026. The examples of the RFC decide.)
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::HTTP_SIGNATURE;
/// assert_eq!(HTTP_SIGNATURE.encode("with plus whitespace"), "with%20plus%20whitespace");
/// assert_eq!(HTTP_SIGNATURE.encode("façade\": "), "fa%C3%A7ade%22%3A%20");
/// # }
/// ```
pub const HTTP_SIGNATURE: Scheme = Scheme::new(
    "http-signature",
    sets::FORM_SET,
    "RFC 9421 2.2.8, @query-param",
    ("façade\": ", "fa%C3%A7ade%22%3A%20"),
);

/// Keeps *attr-char* (RFC 8187 3.2.1).
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::RFC5987;
/// assert_eq!(RFC5987.encode("€ rates"), "%E2%82%AC%20rates");
/// # }
/// ```
pub const RFC5987: Scheme = Scheme::new(
    "rfc5987",
    sets::RFC5987,
    "RFC 8187 3.2.1, attr-char (RFC 5987)",
    ("€ rates", "%E2%82%AC%20rates"),
);

// ---- OAuth: RFC 5849 3.6, RFC 6749. ----

// Signature base strings are made of these, where one wrong byte makes the signature wrong.

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

// ---- AWS Signature Version 4, and the keys in S3's events; see `scheme::aws`. ----

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
