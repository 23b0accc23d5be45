//! Serializes a struct, a map or a sequence of pairs as a form.

use alloc::string::String;
use core::borrow::BorrowMut;

use ::serde::Serialize;

use super::{SerdeError, writer};
use crate::form;

/// Serializes a value as a form (*application/x-www-form-urlencoded*, WHATWG URL 5.2).
///
/// [`Serializer`](form::Serializer) has options, and writes levels of names.
///
/// The value is a struct, a map, or a sequence or tuple of pairs; the unit and `None` give a form
/// without pairs. Names and values are text, numbers, booleans, characters, bytes, unit variants of
/// enums, and newtypes of these. A `None` value writes no pair. Floating-point numbers have the
/// fewest digits that read back as the same number, with a point or an exponent: `1.0`.
///
/// **Sequences.** A value that is a sequence or a tuple gives one pair for each element, all with
/// the same name; an empty one gives no pair.
///
/// # Errors
/// [`SerdeError`], which names the field: if a value is a map, a struct, a unit, a variant with
/// content, or a sequence within a sequence; if a name is an option or has a type not listed above;
/// or if the top-level type is not supported.
///
/// ```
/// #[derive(serde::Serialize)]
/// struct Search<'a> {
///     q: &'a str,
///     tag: Vec<&'a str>,
///     page: Option<u32>,
/// }
///
/// let search = Search { q: "café & bar", tag: vec!["new", "open"], page: None };
/// assert_eq!(percent_simd::form::to_string(search).unwrap(), "q=caf%C3%A9+%26+bar&tag=new&tag=open");
/// ```
pub fn to_string<T: Serialize>(value: T) -> Result<String, SerdeError> {
    let mut text = String::with_capacity(64);
    append_to(&value, &mut text)?;
    Ok(text)
}

/// Serializes a value as [`to_string`] does and appends the form to `output`. No separator is
/// written before the first pair.
///
/// # Errors
/// The errors of [`to_string`]; `output` is then unchanged.
///
/// ```
/// let mut url = String::from("https://example.com/search?");
/// percent_simd::form::append_to(&[("q", "1 + 1")], &mut url).unwrap();
/// assert_eq!(url, "https://example.com/search?q=1+%2B+1");
/// ```
pub fn append_to<T: Serialize + ?Sized>(value: &T, output: &mut String) -> Result<(), SerdeError> {
    form::Serializer::new(output).append_fields(value).map(|_| ())
}

impl<T: BorrowMut<String>> form::Serializer<T> {
    /// Appends the pairs of a value as [`to_string`] does, under the options of this serializer.
    ///
    /// # Errors
    /// The errors of [`to_string`]. With a [`delimiter`](Self::delimiter) also an element that
    /// contains it, for which the styles have no escape (a comma has one), and a sequence of one
    /// empty text, which reads as an empty sequence. Nothing is appended then.
    pub fn append_fields<V: Serialize + ?Sized>(
        &mut self,
        value: &V,
    ) -> Result<&mut Self, SerdeError> {
        self.append_value(false, value)
    }

    /// Appends the pairs of a struct or a map with brackets for levels, as OpenAPI's style
    /// *deepObject* and many frameworks read them: `filter[tags][0]=Chess`. (The brackets are
    /// escaped, as everywhere in a form.) [`Parser::from_bytes_nested`](form::Parser::from_bytes_nested)
    /// reads it.
    ///
    /// A sequence has a level of numbers from 0 on, or one value with a
    /// [`delimiter`](Self::delimiter). `None`, an empty sequence and an empty map have no pair.
    ///
    /// # Errors
    /// Those of [`append_fields`](Self::append_fields), except that levels may be nested, up to 16;
    /// and a name that is empty or has a bracket. Nothing is appended then.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use percent_simd::form::Serializer;
    ///
    /// #[derive(serde::Serialize)]
    /// struct Filter<'a> {
    ///     tags: &'a [&'a str],
    ///     year: Option<u16>,
    /// }
    ///
    /// let mut query = String::new();
    /// let games = BTreeMap::from([("filter", Filter { tags: &["Chess"], year: Some(1886) })]);
    /// Serializer::new(&mut query).append_nested(&games).unwrap();
    /// assert_eq!(query, "filter%5Btags%5D%5B0%5D=Chess&filter%5Byear%5D=1886");
    /// ```
    pub fn append_nested<V: Serialize + ?Sized>(
        &mut self,
        value: &V,
    ) -> Result<&mut Self, SerdeError> {
        self.append_value(true, value)
    }

    /// Appends the pairs of a value, or nothing after an error.
    fn append_value<V: Serialize + ?Sized>(
        &mut self,
        has_levels: bool,
        value: &V,
    ) -> Result<&mut Self, SerdeError> {
        let &mut Self { encoder, separator, is_first, delimiter, ref mut target } = self;
        let target = target.borrow_mut();
        let len = target.len();
        let mut form =
            form::Serializer { target: &mut *target, encoder, separator, is_first, delimiter };
        match writer::write(&mut form, has_levels, value) {
            Ok(()) => self.is_first = form.is_first,
            Err(error) => {
                target.truncate(len);
                return Err(error);
            }
        }
        Ok(self)
    }
}

/// Serializes a value as a form and writes it to `writer`; see [`to_string`]. The whole form is
/// built first, so nothing is written if serialization fails.
///
/// # Errors
/// The errors of the writer. A [`SerdeError`] is returned inside an [`io::Error`](std::io::Error)
/// of kind `InvalidData`.
#[cfg(feature = "std")]
pub fn to_writer<W: std::io::Write, T: Serialize>(mut writer: W, value: T) -> std::io::Result<()> {
    let text = to_string(value)
        .map_err(|error| std::io::Error::new(std::io::ErrorKind::InvalidData, error))?;
    writer.write_all(text.as_bytes())
}
