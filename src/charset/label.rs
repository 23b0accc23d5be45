//! Charsets by their labels.

use core::fmt;

use encoding_rs::Encoding;

/// A charset of the WHATWG Encoding Standard.
///
/// ```
/// use percent_simd::charset::Charset;
///
/// let latin = Charset::from_label("latin1").unwrap();
/// assert_eq!(latin.name(), "windows-1252"); // as the standard has it
/// assert_eq!(Charset::from_label(" Shift_JIS "), Charset::from_label("sjis"));
/// assert_eq!(Charset::from_label("klingon"), None);
/// assert_eq!(Charset::from_label("utf-16le").map(Charset::output), Some(Charset::UTF_8));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Charset(&'static Encoding);

impl Charset {
    /// UTF-8.
    pub const UTF_8: Self = Self(encoding_rs::UTF_8);

    /// The charset of a label (WHATWG Encoding 4.2, *get an encoding*). Case and surrounding white
    /// space are ignored. A charset's [`name`](Self::name) is one of its labels.
    #[must_use]
    #[inline]
    pub fn from_label<I: AsRef<[u8]> + ?Sized>(label: &I) -> Option<Self> {
        Encoding::for_label(label.as_ref()).map(Self)
    }

    /// The name in the standard's spelling.
    #[must_use]
    #[inline]
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// The charset used for output in place of this one (WHATWG Encoding 4.3, *get an output
    /// encoding*): UTF-8 for UTF-16 and *replacement*, otherwise this charset.
    #[must_use]
    #[inline]
    pub fn output(self) -> Self {
        Self(self.0.output_encoding())
    }

    pub(super) const fn encoding(self) -> &'static Encoding {
        self.0
    }
}

impl fmt::Display for Charset {
    /// Writes the name.
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Debug for Charset {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Charset({})", self.name())
    }
}
