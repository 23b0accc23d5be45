//! Answers in terms of the library's types, from the standards and from the documentation of the
//! library.

#[cfg(feature = "charset")]
pub mod charset;
#[cfg(feature = "full")]
pub mod ecma;
#[cfg(feature = "full")]
pub mod flags;
#[cfg(feature = "full")]
pub mod path;
#[cfg(feature = "full")]
pub mod request_line;
