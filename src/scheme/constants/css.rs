//! CSS Values and Units; see [`css`](crate::scheme::css).

use crate::scheme::Scheme;
use crate::sets;

/// The component set plus `'`, `(` and `)`: safe inside an unquoted `url()`.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::CSS_URL;
/// assert_eq!(CSS_URL.encode("it's (1).png"), "it%27s%20%281%29.png");
/// # }
/// ```
pub const CSS_URL: Scheme = Scheme::new(
    "css-url",
    sets::CSS_URL,
    "CSS Values 4, url()",
    ("it's (1).png", "it%27s%20%281%29.png"),
);
