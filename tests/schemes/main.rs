//! The standards' definitions on top of the policies, each against the standard's text.

#[cfg(feature = "charset")]
mod after_encoding;
#[cfg(feature = "charset")]
mod charset;
mod examples;
mod form;
#[cfg(feature = "serde")]
mod form_serde;
mod iri;
mod js;
mod schemes;
mod templates;
mod uri;
mod variants;
