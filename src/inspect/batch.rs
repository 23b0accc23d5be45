//! Columns: the flags of each row.

use super::{Flags, inspect};

/// The [`Flags`] of each row, `None` where the row is null.
///
/// Rows come from [`ColumnRef::iter`](crate::batch::ColumnRef::iter),
/// [`ViewColumnRef::iter`](crate::batch::ViewColumnRef::iter), an array of Apache Arrow, or
/// anything like them. As a column of numbers the flags are their [bits](Flags::bits).
///
/// ```
/// use percent_simd::{Flags, inspect_batch};
///
/// let flags = inspect_batch([Some("/a%2Fb"), None, Some("/clean")]);
/// assert!(flags.eq([Some(Flags::SLASH), None, Some(Flags::EMPTY)]));
/// ```
pub fn inspect_batch<R: AsRef<[u8]>>(
    rows: impl IntoIterator<Item = Option<R>>,
) -> impl Iterator<Item = Option<Flags>> {
    rows.into_iter().map(|row| row.map(|row| inspect(row.as_ref()).flags()))
}
