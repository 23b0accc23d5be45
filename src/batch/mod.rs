//! Whole columns in one call: the values of all rows in one buffer, and offsets that say where each
//! begins, as in Apache Arrow's *Variable-size Binary Layout*. It saves the cost of a call for each
//! row.
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
//! * **Rows are independent.** A row becomes the result of [`Decoder::decode`] or
//!   [`Encoder::encode`] for it, whatever is beside it: no triplet begins in one row and ends in
//!   the next.
//! * **Null stays null.** Such a row becomes an empty one, and any bytes it has are ignored.
//! * **Memory is reused.** A [`Column`] that is filled again keeps its buffers; where they suffice
//!   (encoding reserves up to 12 KiB more than it writes), nothing is allocated.
//! * **An error changes nothing.** The column is then as it was before the call.
//!
//! The values are bytes: decoded rows need not be UTF-8 (`%FF`), so in Arrow's terms a decoded
//! column is `Binary`, and an encoded one `Utf8`. [`Decoder::decode_utf8_batch`] makes `Utf8` of
//! the former, too: each of its rows is text, or refused.

mod column;
mod decode;
mod encode;
mod error;
mod fill;
mod offset;

#[cfg(doc)]
use crate::{Decoder, Encoder};

pub use column::{Column, ColumnRef};
pub use error::{BatchError, BatchErrorKind};
pub use offset::Offset;

/// What to do with a row that the decoder's policy refuses.
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
