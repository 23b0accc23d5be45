//! The error of form serialization and deserialization.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Display};

use ::serde::{de, ser};

use crate::form::Parse;

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
pub struct SerdeError(Box<Parts>); // in a box, as every call returns a `Result` of it

#[derive(Clone, Debug, PartialEq, Eq)]
struct Parts {
    message: Box<str>,
    field: Option<Box<str>>,
    /// The text that a type did not expect, until its field is known.
    unexpected: Option<Box<str>>,
}

/// The result of a step of reading or writing.
pub(super) type Result<T> = core::result::Result<T, SerdeError>;

impl SerdeError {
    /// The decoded name of the field that caused the error, if known. Within `#[serde(flatten)]` it
    /// is known if one field alone has the value.
    #[must_use]
    #[inline]
    pub fn field(&self) -> Option<&str> {
        self.0.field.as_deref()
    }

    pub(super) fn new(message: impl Display) -> Self {
        Self::of(message.to_string(), None)
    }

    #[inline]
    fn of(message: String, field: Option<&str>) -> Self {
        let field = field.map(Box::from);
        Self(Box::new(Parts { message: message.into(), field, unexpected: None }))
    }

    /// Adds the field's name to this error, unless it already names one.
    #[cold]
    #[inline]
    pub(super) fn in_field(mut self, name: &str) -> Self {
        self.0.unexpected = None;
        if self.0.field.is_none() {
            self.0.message = format!("field {name:?}: {}", self.0.message).into();
            self.0.field = Some(name.into());
        }
        self
    }

    /// Adds the name of the field whose value was not expected, or the names of all with that value:
    /// serde reads fields within `#[serde(flatten)]` as text, and does not say which it is.
    #[cold]
    #[inline]
    pub(super) fn among(mut self, pairs: Parse<'_>) -> Self {
        let Some(text) = self.0.unexpected.take() else { return self };
        const REMEDY: &str = "a field within `#[serde(flatten)]` needs `deserialize_with`";
        let mut names: Vec<_> =
            pairs.filter(|pair| pair.value() == *text).map(|pair| pair.name()).collect();
        names.sort_unstable();
        names.dedup();
        match &names[..] {
            [] => self,
            [name] => {
                self.0.message = format!("{}; {REMEDY}", self.0.message).into();
                self.in_field(name)
            }
            _ => {
                let names: Vec<String> = names.iter().map(|name| format!("{name:?}")).collect();
                let names = names.join(", ");
                self.0.message =
                    format!("one of the fields {names}: {}; {REMEDY}", self.0.message).into();
                self
            }
        }
    }
}

impl Display for SerdeError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl core::error::Error for SerdeError {}

impl de::Error for SerdeError {
    fn custom<T: Display>(message: T) -> Self {
        Self::new(message)
    }

    #[inline]
    fn invalid_type(unexpected: de::Unexpected<'_>, expected: &dyn de::Expected) -> Self {
        let mut error = Self::new(format_args!("invalid type: {unexpected}, expected {expected}"));
        if let de::Unexpected::Str(text) = unexpected {
            error.0.unexpected = Some(text.into());
        }
        error
    }

    #[inline]
    fn missing_field(field: &'static str) -> Self {
        Self::of(format!("missing field {field:?}"), Some(field))
    }

    #[inline]
    fn duplicate_field(field: &'static str) -> Self {
        Self::of(format!("duplicate field {field:?}"), Some(field))
    }
}

impl ser::Error for SerdeError {
    fn custom<T: Display>(message: T) -> Self {
        Self::new(message)
    }
}
