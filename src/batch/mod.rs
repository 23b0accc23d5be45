//! Whole columns in one call: the values of all rows in one buffer and offsets that say where each
//! begins, as in Apache Arrow's *Variable-size Binary Layout* ([`ColumnRef`]), or views into several
//! buffers, as in its *Variable-size Binary View Layout* ([`ViewColumnRef`]). It saves the cost of a
//! call for each row.
//!
//! ```
//! use percent_simd::Decoder;
//! use percent_simd::batch::{Column, ColumnRef, OnError};
//!
//! // Three rows: `/a%20b`, `/clean`, and one that is null.
//! let input = ColumnRef::new(b"/a%20b/clean", &[0_u32, 6, 12, 12]).unwrap().with_validity(&[0b011], 0).unwrap();
//! let mut output = Column::new();
//! Decoder::new().decode_batch(input, OnError::Fail, &mut output).unwrap();
//! assert!(output.iter().eq([Some(&b"/a b"[..]), Some(b"/clean"), None]));
//! assert_eq!((output.values(), output.offsets()), (&b"/a b/clean"[..], &[0, 4, 10, 10][..]));
//! ```
//!
//! | you want | call |
//! | --- | --- |
//! | a column decoded to bytes, to text; encoded | [`Decoder::decode_batch`], [`Decoder::decode_utf8_batch`], [`Encoder::encode_batch`] |
//! | the value of one name, of forms or queries | [`form::Parser::value_batch`](crate::form::Parser::value_batch) |
//! | resolved paths, null where they are refused | [`Column::from_rows`]`(rows.map(\|path\| Some(STRICT.resolve(path?).ok()?.path)))` |
//! | the flags of each row | [`inspect_batch`](crate::inspect_batch) |
//!
//! * **Rows are independent.** A row becomes the result of [`Decoder::decode`] or
//!   [`Encoder::encode`] for it alone: no triplet begins in one row and ends in
//!   the next.
//! * **Null stays null.** Such a row becomes an empty one, and any bytes it has are ignored, as is
//!   its view.
//! * **Memory is reused.** A [`Column`] that is filled again keeps its buffers; where they suffice
//!   (encoding reserves up to 12 KiB more than it writes), nothing is allocated. A [`ViewColumn`] is
//!   made anew; it refers to the input's buffers for rows that do not change, by the rule that its
//!   documentation says.
//! * **An error changes nothing.** The column is then as it was before the call.
//!
//! The values are bytes: decoded rows need not be UTF-8 (`%FF`), so in Arrow's terms a decoded
//! column is `Binary`, and an encoded one `Utf8`. [`Decoder::decode_utf8_batch`] makes `Utf8` of
//! the former, too: each of its rows is text, or refused.
//!
//! # Arrow's arrays
//!
//! With the feature `arrow`, arrays of the crate `arrow-array` 59 go in and come out, of strings or
//! binary values, with offsets, views or a dictionary:
//!
//! | you want | call |
//! | --- | --- |
//! | an array decoded to bytes, to text; encoded | `Decoder::decode_array`, `Decoder::decode_utf8_array`, `Encoder::encode_array` |
//! | an array as the input of another call | `&array` where the call takes an iterator of rows; `ColumnRef::from(&array)` where it takes a [`ColumnRef`] |
//! | a column as an array | `BinaryArray::from(column)`, `StringArray::try_from(column)` (or their `Large` types) of a [`Column`] |
//!
//! Another version of the crate, or another crate, works with the parts of its arrays:
//!
//! | array | input | output |
//! | --- | --- | --- |
//! | `Utf8`, `Binary` (`i32`), `LargeUtf8`, `LargeBinary` (`i64`) | [`ColumnRef::new`]`(a.values(), a.offsets())` | [`Column::into_parts`] |
//! | `Utf8View`, `BinaryView` | [`ViewColumnRef::new`]`(a.views().inner().as_chunks().0, &buffers, nulls)`, where `buffers` are `a.data_buffers()` as slices | [`ViewColumn::into_parts`]; [`ViewBuffer::Input(i)`](ViewBuffer::Input) is `a.data_buffers()[i].clone()` |
//! | `Dictionary` | its values, those null that no key has | the keys as they are, with the new values |
//! | any other source of rows | [`Column::from_rows`] | |
//!
//! Null rows are `a.nulls().map(|nulls| (nulls.validity(), nulls.offset()))`, which
//! [`ViewColumnRef::new`] and [`ColumnRef::with_validity`] take. Slices of arrays are given as they
//! are: neither their offsets nor their bits need begin at 0. Where [`Column::changed`],
//! [`Column::refused`] and the new nulls are 0, the array that came in can be handed on instead.

#[cfg(feature = "arrow")]
mod arrow;
mod codec;
mod column;
mod error;
mod fill;
mod fill_views;
mod offset;
#[cfg(test)]
mod tests;
mod validity;
mod verbs;
mod view;
mod view_column;

#[cfg(doc)]
use crate::{Decoder, Encoder};

pub use column::{Column, ColumnRef};
pub use error::{BatchError, BatchErrorKind};
pub use offset::Offset;
pub use verbs::Fill;
pub use view::ViewColumnRef;
pub use view_column::{ViewBuffer, ViewColumn};

/// The action for a row that the decoder's policy refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum OnError {
    /// The whole call fails, and names the first such row. A policy that can fail looks at all rows
    /// first, which costs a second pass.
    #[default]
    Fail,
    /// The row becomes null.
    Null,
    /// The row stays as it is written.
    Keep,
}
