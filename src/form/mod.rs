//! WHATWG URL Standard, section 5: *application/x-www-form-urlencoded*, the encoding of forms and
//! of most queries.
//!
//! ```
//! # #[cfg(feature = "alloc")] {
//! use percent_simd::form;
//!
//! let query = form::serialize([("q", "Ladies & Gentlemen"), ("page", "2")]);
//! assert_eq!(query, "q=Ladies+%26+Gentlemen&page=2");
//! let page = form::parse(&query).find(|pair| pair.name_is("page")).unwrap();
//! assert_eq!(page.value_utf8().unwrap(), "2");
//! # }
//! ```
//!
//! | to get | call |
//! | --- | --- |
//! | the pairs of a body or a query | [`parse()`], [`Parser`]; as tuples of text: [`Parse::into_tuples`] |
#![cfg_attr(
    feature = "serde",
    doc = "| values of types, by serde | [`from_bytes`], [`from_str`], [`to_string`], [`append_to`]; `a[b]=1`: [`Parser::from_bytes_nested`], [`Serializer::append_nested`] |"
)]
//! | a body or a query of pairs | [`serialize()`], [`Serializer`] |
//! | the header fields of a `mailto:` URL, where `+` is a plus | [`mailto`] |
//! | a column of the values of one name | [`Parser::value_batch`] |
//! | one name or value | [`scheme::FORM`](crate::scheme::FORM) |
//!
//! Use this module only for forms. A `+` in a body, or in the query of an `http:` or `ws:` URL, is
//! probably a form's space; anywhere else it is a plus. The module does not guess the charset of a
//! form that is not UTF-8: [`Pair`] returns the bytes.

#[cfg(feature = "serde")]
mod delimiter;
mod options;
mod pair;
mod parse;
#[cfg(feature = "alloc")]
mod serialize;

#[cfg(feature = "batch")]
mod batch;
pub mod mailto;
#[cfg(feature = "alloc")]
pub(crate) mod newlines;
#[cfg(feature = "serde")]
mod serde;
#[cfg(test)]
mod tests;

#[cfg(all(feature = "serde", feature = "std"))]
pub use self::serde::to_writer;
#[cfg(feature = "serde")]
pub use self::serde::{SerdeError, append_to, from_bytes, from_str, to_string};
#[cfg(feature = "batch")]
pub use batch::Occurrence;
#[cfg(feature = "serde")]
pub use delimiter::Delimiter;
pub use options::Parser;
pub use pair::Pair;
pub use parse::{Parse, parse};
#[cfg(feature = "alloc")]
pub use serialize::{Serializer, serialize};
