//! What the standards define on top of the policies, each beside its own text.

#[path = "../common/mod.rs"]
mod common;

#[cfg(feature = "encoding")]
mod charset;
mod form;
#[cfg(feature = "serde")]
mod form_serde;
#[cfg(feature = "alloc")]
mod iri;
#[cfg(feature = "alloc")]
mod js;
#[cfg(feature = "alloc")]
mod schemes;
#[cfg(feature = "alloc")]
mod templates;
#[cfg(feature = "alloc")]
mod uri;
