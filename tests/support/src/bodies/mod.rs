//! The bodies of the fuzz targets. Each derives a policy and an input from the fuzzer's bytes, and
//! runs every backend of this CPU and build. Each backend, the scalar one first, agrees with the
//! oracle, which is written from the standards, and with `percent-encoding` where the semantics are
//! equal.
//!
//! The bodies are plain functions of public interfaces, without a fuzzing engine: tests run them on
//! the corpus, too.

mod batch;
#[cfg(feature = "charset")]
mod charset;
mod decode;
mod encode;
mod expect;
#[cfg(feature = "fields")]
pub mod fields;
mod find;
mod form;
mod inspect;
mod iri;
mod js;
#[cfg(feature = "serde")]
mod nested;
mod normalize;
mod path;
mod plan;
mod policy;
#[cfg(feature = "requests")]
mod requests;
mod room;
mod roundtrip;
mod rows;
mod stream;
mod utf8;
mod variants;
mod views;

pub use batch::batch;
#[cfg(feature = "charset")]
pub use charset::charset;
pub use decode::decode;
pub use encode::encode;
pub use find::find;
pub use form::form;
pub use inspect::inspect;
pub use iri::iri;
pub use js::js;
#[cfg(feature = "serde")]
pub use nested::nested;
pub use normalize::normalize;
pub use path::path;
pub use policy::policy;
#[cfg(feature = "requests")]
pub use requests::requests;
pub use roundtrip::roundtrip;
pub use stream::stream;
pub use utf8::utf8;
pub use variants::variants;
pub use views::views;
