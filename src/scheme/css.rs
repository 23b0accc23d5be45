//! CSS Values and Units 4, section 4.5 `url()`.

use core::fmt;

use crate::{EncodeDisplay, Encoder, sets};

/// Writes a value as one unquoted `url()`, parentheses included.
///
/// The value is one component. To write a whole URL, with its `/` and `:`, use a quoted string
/// instead.
///
/// ```
/// use percent_simd::scheme::css;
/// assert_eq!(css::url("it's (1).png").to_string(), "url(it%27s%20%281%29.png)");
/// ```
#[must_use]
pub const fn url(value: &str) -> impl fmt::Display {
    Url(EncodeDisplay { encoder: Encoder::new(sets::CSS_URL), input: value.as_bytes() })
}

/// The return value of [`url`].
struct Url<'a>(EncodeDisplay<'a>);

impl fmt::Display for Url<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "url({})", self.0)
    }
}
