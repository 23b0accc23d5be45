//! Expected results in the library's types, from the standards and from the library's
//! documentation.

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
