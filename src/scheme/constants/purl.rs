//! ECMA-427 *Package-URL*: `pkg:npm/%40angular/animation@12.3.1`.

use crate::scheme::Scheme;
use crate::sets;

/// Keeps alphanumerics, `.-_~` and `:` (ECMA-427 5.4): one component, one segment of a namespace or
/// a subpath, or one value of a qualifier. A `+` is a plus both ways.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::PURL;
/// assert_eq!(PURL.encode("@angular"), "%40angular");
/// assert_eq!(PURL.encode("sha256:244fd"), "sha256:244fd");
/// assert_eq!(&*PURL.decode("NSData+zlib").unwrap(), b"NSData+zlib");
/// # }
/// ```
pub const PURL: Scheme = Scheme::new(
    "purl",
    sets::PURL,
    "ECMA-427 5.4, Package-URL",
    ("NSData+zlib v1:2", "NSData%2Bzlib%20v1:2"),
);
