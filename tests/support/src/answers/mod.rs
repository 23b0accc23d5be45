//! Answers in terms of the library's types, from the standards and from the documentation of the
//! library.

#[cfg(feature = "charset")]
pub mod charset;
#[cfg(feature = "answers")]
pub mod ecma;
#[cfg(feature = "answers")]
pub mod flags;
#[cfg(feature = "answers")]
pub mod iri;
#[cfg(feature = "answers")]
pub mod path;
#[cfg(feature = "answers")]
pub mod request_line;
