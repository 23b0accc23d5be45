//! Columns: what each row hides.

use super::inspect;
use crate::batch::PrimitiveColumn;

/// The [`Flags`](super::Flags) of each row, as [bits](super::Flags::bits); null where the row is
/// null.
///
/// Rows come from [`ColumnRef::iter`](crate::batch::ColumnRef::iter),
/// [`ViewColumnRef::iter`](crate::batch::ViewColumnRef::iter), or anything like them.
///
/// ```
/// use percent_simd::{Flags, inspect_batch};
///
/// let flags = inspect_batch([Some("/a%2Fb"), None, Some("/clean")]);
/// assert_eq!(flags.values(), [Flags::SLASH.bits(), 0, 0]);
/// assert_eq!(flags.validity(), Some(&[0b101][..]));
/// ```
pub fn inspect_batch<R: AsRef<[u8]>>(
    rows: impl IntoIterator<Item = Option<R>>,
) -> PrimitiveColumn<u32> {
    PrimitiveColumn::from_rows(
        rows.into_iter().map(|row| row.map(|row| inspect(row.as_ref()).flags().bits())),
    )
}
