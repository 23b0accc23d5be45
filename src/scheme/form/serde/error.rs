//! The error of form serialization and deserialization.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use core::fmt::{self, Display};

use ::serde::{de, ser};

/// Why a form does not deserialize to a type, or a value does not serialize to a form. The error
/// names its field, if it has one. It never holds a value from the form unless the type's own
/// [`Deserialize`](::serde::Deserialize) puts it there (serde's own types quote an unexpected
/// value).
///
/// ```
/// #[derive(serde::Deserialize, Debug)]
/// struct Page {
///     number: u32,
/// }
///
/// let error = percent_simd::form::from_str::<Page>("number=ten").unwrap_err();
/// assert_eq!(error.field(), Some("number"));
/// assert_eq!(error.to_string(), r#"field "number": invalid digit found in string"#);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SerdeError {
    message: Box<str>,
    field: Option<Box<str>>,
}

impl SerdeError {
    /// The decoded name of the field that caused the error, if known. A field within
    /// `#[serde(flatten)]` is not known.
    #[must_use]
    pub fn field(&self) -> Option<&str> {
        self.field.as_deref()
    }

    pub(super) fn new(message: impl Display) -> Self {
        Self { message: message.to_string().into(), field: None }
    }

    /// Adds the field's name to this error, unless it already names one.
    #[cold]
    pub(super) fn in_field(mut self, name: &str) -> Self {
        if self.field.is_none() {
            self.message = format!("field {name:?}: {}", self.message).into();
            self.field = Some(name.into());
        }
        self
    }

    /// Creates an error whose message names the field.
    fn of_field(name: &str, message: String) -> Self {
        Self { message: message.into(), field: Some(name.into()) }
    }
}

impl Display for SerdeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl core::error::Error for SerdeError {}

impl de::Error for SerdeError {
    fn custom<T: Display>(message: T) -> Self {
        Self::new(message)
    }

    fn missing_field(field: &'static str) -> Self {
        Self::of_field(field, format!("missing field {field:?}"))
    }

    fn duplicate_field(field: &'static str) -> Self {
        Self::of_field(field, format!("duplicate field {field:?}"))
    }
}

impl ser::Error for SerdeError {
    fn custom<T: Display>(message: T) -> Self {
        Self::new(message)
    }
}
