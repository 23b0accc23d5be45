//! Columns of paths: which are accepted, why others are refused, and what they resolve to.

use super::PathPolicy;
use crate::batch::{BatchError, BooleanColumn, Column, Offset};

impl PathPolicy {
    /// The answer of [`check`](Self::check) to the path in each row: true if it is accepted; null
    /// where the row is null.
    ///
    /// Rows come from [`ColumnRef::iter`](crate::batch::ColumnRef::iter),
    /// [`ViewColumnRef::iter`](crate::batch::ViewColumnRef::iter), or anything like them.
    ///
    /// ```
    /// use percent_simd::batch::Column;
    /// use percent_simd::path::STRICT;
    ///
    /// let paths = [Some("/a%20b"), Some("/../etc/passwd"), None];
    /// assert!(STRICT.accept_batch(paths).iter().eq([Some(true), Some(false), None]));
    /// let reasons: Column<i32> = STRICT.reason_batch(paths).unwrap();
    /// assert!(reasons.iter().eq([None, Some(&b"climbs-above-root"[..]), None]));
    /// let resolved: Column<i32> = STRICT.resolve_batch(paths).unwrap();
    /// assert!(resolved.iter().eq([Some(&b"/a b"[..]), None, None]));
    /// ```
    #[must_use]
    pub fn accept_batch<R: AsRef<[u8]>>(
        self,
        rows: impl IntoIterator<Item = Option<R>>,
    ) -> BooleanColumn {
        BooleanColumn::from_rows(
            rows.into_iter().map(|row| row.map(|row| self.check(row.as_ref()).is_ok())),
        )
    }

    /// Why the policy refuses the path in each row: the [name](super::PathErrorKind::name) of the
    /// error, which is text; null where the path is accepted, and where the row is null.
    ///
    /// # Errors
    /// [`Overflow`](crate::batch::BatchErrorKind::Overflow) for the first row whose end `O` cannot
    /// hold.
    pub fn reason_batch<O: Offset, R: AsRef<[u8]>>(
        self,
        rows: impl IntoIterator<Item = Option<R>>,
    ) -> Result<Column<O>, BatchError> {
        Column::from_rows(
            rows.into_iter().map(|row| Some(self.check(row?.as_ref()).err()?.kind().name())),
        )
    }

    /// The [resolved](Self::resolve) path of each row; null where it is refused, which
    /// [`Column::refused`] counts, and where the row is null. The rows are text if the policy says
    /// that paths [must be UTF-8](Self::must_be_utf8).
    ///
    /// # Errors
    /// [`Overflow`](crate::batch::BatchErrorKind::Overflow) for the first row whose end `O` cannot
    /// hold.
    pub fn resolve_batch<O: Offset, R: AsRef<[u8]>>(
        self,
        rows: impl IntoIterator<Item = Option<R>>,
    ) -> Result<Column<O>, BatchError> {
        let mut column = Column::from_rows::<R>([])?;
        for path in rows {
            match path.as_ref().map(|path| (path.as_ref(), self.resolve(path.as_ref()))) {
                None => column.push_row(None)?,
                Some((path, Ok(resolved))) => column.push_changed(&resolved.path, path)?,
                Some((_, Err(_))) => column.push_refused(None)?,
            }
        }
        Ok(column)
    }
}
