//! The names of Hive's partitions; see [`hive`](crate::scheme::hive).

use crate::scheme::Scheme;
use crate::sets;

/// The name or the value of a column in the name of a Hive partition's folder, as Hive and Spark
/// write it: 0x00-0x1F, 0x7F and `"#%'*/:=?\{[]^` are escaped, and characters that are not ASCII
/// stay. Null and the empty text have a name of their own, which
/// [`escape_path_name`](crate::scheme::hive::escape_path_name) writes.
///
/// The decoder takes triplets for bytes of UTF-8. Hive takes each for a UTF-16 code unit, as
/// [`unescape_path_name`](crate::scheme::hive::unescape_path_name) does: they differ only on
/// triplets from `%80` on, which Hive and Spark never write.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::HIVE_PARTITION;
/// assert_eq!(HIVE_PARTITION.encode("Київ/a=b"), "Київ%2Fa%3Db");
/// assert_eq!(HIVE_PARTITION.encode(b"a\xFFb"), "a%FFb");
/// # }
/// ```
pub const HIVE_PARTITION: Scheme = Scheme::new(
    "hive-partition",
    sets::HIVE_PARTITION,
    "Hive, FileUtils.escapePathName",
    ("Київ/a=b", "Київ%2Fa%3Db"),
)
.keep_non_ascii();
