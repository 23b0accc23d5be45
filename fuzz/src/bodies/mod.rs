//! The bodies of the fuzz targets. Each derives a policy and an input from the fuzzer's bytes, and
//! runs every backend of this CPU and build. Each backend must agree with the oracle, which was
//! written from the standards, and with `percent-encoding` where its semantics are the same. The
//! scalar backend is the first of them.
//!
//! They are plain functions of the library's public interface, without a fuzzing engine:
//! `tests/fuzz_replay.rs` includes this module, and calls them with the corpus.

mod batch;
#[cfg(feature = "charset")]
mod charset;
mod decode;
mod encode;
mod expect;
mod find;
mod form;
mod inspect;
mod iri;
mod js;
mod normalize;
mod path;
mod plan;
mod policy;
mod room;
mod roundtrip;
mod rows;
mod stream;
mod utf8;
mod views;

pub(crate) use batch::batch;
#[cfg(feature = "charset")]
pub(crate) use charset::charset;
pub(crate) use decode::decode;
pub(crate) use encode::encode;
pub(crate) use find::find;
pub(crate) use form::form;
pub(crate) use inspect::inspect;
pub(crate) use iri::iri;
pub(crate) use js::js;
pub(crate) use normalize::normalize;
pub(crate) use path::path;
pub(crate) use policy::policy;
pub(crate) use roundtrip::roundtrip;
pub(crate) use stream::stream;
pub(crate) use utf8::utf8;
pub(crate) use views::views;
