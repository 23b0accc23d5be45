//! Hive's partitions, `region=Serbia%2Fsrb`: the names of folders, as `FileUtils.escapePathName` of
//! Hive and `ExternalCatalogUtils` of Spark write them.
//!
//! [`HIVE_PARTITION`] is the rule as a scheme.

use alloc::borrow::Cow;

use super::{HIVE_PARTITION, raw_text};

/// The folder's value for null and for the empty text.
pub const DEFAULT_PARTITION: &str = "__HIVE_DEFAULT_PARTITION__";

/// Encodes the name or the value of a partition's column: 0x00-0x1F, 0x7F and `"#%'*/:=?\{[]^`
/// ([`sets::HIVE_PARTITION`](crate::sets::HIVE_PARTITION)) become triplets in upper case, and all else stays. The empty text
/// becomes [`DEFAULT_PARTITION`]. Borrowed if nothing changes.
///
/// (On Windows, Hive and Spark escape SP `<>|`, too. Spark leaves NUL, which no path can hold.)
///
/// ```
/// use percent_simd::scheme::hive;
/// assert_eq!(hive::escape_path_name("Serbia/srb%"), "Serbia%2Fsrb%25");
/// assert_eq!(hive::escape_path_name(""), "__HIVE_DEFAULT_PARTITION__");
/// ```
#[must_use]
#[inline]
pub fn escape_path_name(text: &str) -> Cow<'_, str> {
    if text.is_empty() {
        return Cow::Borrowed(DEFAULT_PARTITION);
    }
    HIVE_PARTITION.encode(text)
}

/// Decodes as `unescapePathName` of Hive and Spark do: each triplet is a UTF-16 code unit, U+0000
/// to U+00FF, and not a byte of UTF-8; a malformed `%` stays. Borrowed if nothing changes.
///
/// (Hive leaves the digits to Java's `Integer.parseInt`, which takes `%+f` for U+000F, too. Spark
/// reads hex digits alone, as here.)
///
/// ```
/// use percent_simd::scheme::hive;
/// assert_eq!(hive::unescape_path_name("Serbia%2Fsrb%25 %zz"), "Serbia/srb% %zz");
/// assert_eq!(hive::unescape_path_name("caf%E9"), "café");
/// ```
#[must_use]
#[inline]
pub fn unescape_path_name(text: &str) -> Cow<'_, str> {
    raw_text::decode(text, char::from)
}
