//! Fetch Standard, *data: URL processor*: the parts of `data:text/plain;charset=utf-8,caf%C3%A9`.

/// The parts of a `data:` URL.
///
/// ```
/// use percent_simd::scheme::data_url::DataUrl;
///
/// let url = DataUrl::parse("data:text/html;charset=utf-8,%3Cp%3Ea,b#top").unwrap();
/// assert_eq!(url.media_type(), b"text/html;charset=utf-8");
/// assert_eq!(&*url.body(), b"<p>a,b");
/// assert!(!url.is_base64());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DataUrl<'a> {
    media_type: &'a [u8],
    is_base64: bool,
    body: &'a [u8],
}

impl<'a> DataUrl<'a> {
    /// Parses a `data:` URL as the URL Standard serializes it: without tabs and newlines, and
    /// without spaces at its ends. `None` if it has another scheme or no `,`. The part after the
    /// first `#` is the fragment, and not in the body.
    #[must_use]
    #[inline]
    pub fn parse<I: AsRef<[u8]> + ?Sized>(url: &'a I) -> Option<Self> {
        let (scheme, rest) = url.as_ref().split_at_checked(5)?;
        if !scheme.eq_ignore_ascii_case(b"data:") {
            return None;
        }
        let end = rest.iter().position(|&byte| byte == b'#').unwrap_or(rest.len());
        let input = &rest[..end];
        let comma = input.iter().position(|&byte| byte == b',')?;
        let media_type = input[..comma].trim_ascii();
        let without = without_base64(media_type);
        Some(Self {
            media_type: without.unwrap_or(media_type),
            is_base64: without.is_some(),
            body: &input[comma + 1..],
        })
    }

    /// The media type as it is written, without `;base64`. If it is empty, or not a media type, the
    /// standard means `text/plain;charset=US-ASCII`; one that starts with `;` is preceded by
    /// `text/plain`.
    #[must_use]
    pub const fn media_type(self) -> &'a [u8] {
        self.media_type
    }

    /// True if the decoded body is Base64 (*forgiving-base64*), which this crate
    /// does not decode.
    #[must_use]
    pub const fn is_base64(self) -> bool {
        self.is_base64
    }

    /// The body as it is written.
    #[must_use]
    pub const fn body_raw(self) -> &'a [u8] {
        self.body
    }

    /// The percent-decoded body; borrowed if it holds no triplet.
    #[cfg(feature = "alloc")]
    #[must_use]
    #[inline]
    pub fn body(self) -> alloc::borrow::Cow<'a, [u8]> {
        crate::decode(self.body)
    }
}

/// The media type before `;`, any spaces and `base64` in any case at its end.
#[inline]
fn without_base64(media_type: &[u8]) -> Option<&[u8]> {
    let (rest, base64) = media_type.split_at_checked(media_type.len().checked_sub(6)?)?;
    let spaces = rest.iter().rev().take_while(|&&byte| byte == b' ').count();
    let rest = rest[..rest.len() - spaces].strip_suffix(b";")?;
    base64.eq_ignore_ascii_case(b"base64").then_some(rest)
}
