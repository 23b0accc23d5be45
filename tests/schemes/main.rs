//! What the standards define on top of the policies, each beside its own text.

#[path = "../common"]
mod common {
    #[cfg(feature = "alloc")]
    pub(crate) mod active;
    mod backends;
    mod cases;

    pub(crate) use backends::backends;
    pub(crate) use cases::cases;
}

#[cfg(feature = "charset")]
mod after_encoding;
#[path = "../oracle/answers"]
mod answers {
    #[cfg(feature = "charset")]
    pub(crate) mod charset;
    #[cfg(feature = "alloc")]
    pub(crate) mod ecma;
}
#[cfg(feature = "charset")]
mod charset;
#[cfg(feature = "alloc")]
mod examples;
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
#[cfg(feature = "alloc")]
mod variants;
