//! Columns of forms: the value of one name in each row.

use super::Parser;
use crate::batch::{BatchError, BatchErrorKind, Column, Offset, OnError};

/// Selects a value if a name occurs more than once.
///
/// The standards leave this choice to the application. Applications differ, and attackers exploit
/// it (HTTP parameter pollution): choose the rule of the server that handled these requests. A
/// column holds one value a row; to get all values, [`parse`](super::parse()) each row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Occurrence {
    /// The first value: `URLSearchParams.get` (WHATWG URL 6.2), Java's `getParameter`, Go's
    /// `Query().Get`.
    #[default]
    First,
    /// The last value: PHP's `$_GET`, Ruby's Rack, Django's `GET[name]`.
    Last,
}

impl Parser {
    /// Returns the value of one name in each row, as a column of text. The value is null if no pair
    /// has that name or the row is null, and empty if the name has no value (`flag`, `flag=`).
    ///
    /// Names are compared as in [`Pair::name_is`](super::Pair::name_is). Values are decoded as in
    /// [`Pair::value`](super::Pair::value), unless [`malformed`](Self::malformed) or
    /// [`utf8`](Self::utf8) make the decoder reject some: `on_error` then decides the result.
    /// ([`OnError::Keep`] makes a rejected value null if its raw bytes are not UTF-8.)
    ///
    /// A row is a query or a body; for a URL, pass the part after its `?`. Rows come from
    /// [`ColumnRef::iter`](crate::batch::ColumnRef::iter) or another iterator.
    ///
    /// # Errors
    /// * Under [`OnError::Fail`] only: [`Decode`](BatchErrorKind::Decode) for the first row whose
    ///   value is rejected; the position counts from the row's first byte.
    /// * [`Overflow`](BatchErrorKind::Overflow) for the first row whose end does not fit in `O`.
    ///
    /// ```
    /// use percent_simd::batch::{Column, OnError};
    /// use percent_simd::form::{Occurrence, Parser};
    ///
    /// let queries = [Some("q=caf%C3%A9+1&page=2"), Some("page=2&page=3"), None, Some("q&q=1")];
    /// let value = |name, which| -> Column<i32> {
    ///     Parser::new().value_batch(queries, name, which, OnError::Fail).unwrap()
    /// };
    /// let first = value("q", Occurrence::First);
    /// assert!(first.iter().eq([Some("café 1".as_bytes()), None, None, Some(b"")]));
    /// let last = value("page", Occurrence::Last);
    /// assert!(last.iter().eq([Some(&b"2"[..]), Some(b"3"), None, None]));
    /// ```
    pub fn value_batch<O: Offset, R: AsRef<[u8]>>(
        self,
        rows: impl IntoIterator<Item = Option<R>>,
        name: impl AsRef<[u8]>,
        which: Occurrence,
        on_error: OnError,
    ) -> Result<Column<O>, BatchError> {
        let name = name.as_ref();
        let mut column = Column::from_rows::<R>([])?;
        for (row, input) in rows.into_iter().enumerate() {
            let pair = input.as_ref().and_then(|input| {
                let mut pairs = self.parse(input.as_ref()).filter(|pair| pair.name_is(name));
                match which {
                    Occurrence::First => pairs.next(),
                    Occurrence::Last => pairs.last(),
                }
            });
            let Some(pair) = pair else {
                column.push_row(None)?;
                continue;
            };
            let raw = pair.value_raw();
            match (pair.typed_text(false), on_error) {
                (Ok(text), _) => {
                    column.push_row(Some(text.as_bytes()))?;
                    column.counts.changed += usize::from(text.as_bytes() != raw);
                }
                (Err(error), OnError::Fail) => {
                    let error = error.offset(pair.value_range().start);
                    return Err(BatchError::new(row, BatchErrorKind::Decode(error)));
                }
                (Err(_), _) => {
                    let keeps = on_error == OnError::Keep && core::str::from_utf8(raw).is_ok();
                    column.push_row(keeps.then_some(raw))?;
                    column.counts.refused += 1;
                }
            }
        }
        Ok(column)
    }
}
