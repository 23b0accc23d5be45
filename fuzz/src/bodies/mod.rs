//! The bodies of the fuzz targets. Each takes the fuzzer's bytes, makes a policy and an input of them, and runs every backend that this CPU and
//! build have: each must answer what the oracle answers, which was written from the standards, and what `percent-encoding` answers where its
//! semantics are the same. (So each backend is compared with the scalar one too, which is the first of them.)
//!
//! They are plain functions of the library's public interface, without a fuzzing engine: `tests/fuzz_replay.rs` includes this module, so that
//! every lane of the tests (NEON, wasm, 32-bit, big-endian) replays the corpus and random input through them.

#[cfg(feature = "encoding")]
mod charset;
mod decode;
mod encode;
mod expect;
mod find;
mod form;
mod iri;
mod js;
mod normalize;
mod plan;
mod policy;
mod room;
mod roundtrip;
mod stream;

#[cfg(feature = "encoding")]
#[path = "../../../tests/common/charset.rs"]
#[allow(dead_code, unreachable_pub, reason = "the tests use the rest of it")]
mod charset_oracle;
#[path = "../../../tests/common/form.rs"]
mod form_oracle;
#[path = "../../../tests/common/oracle.rs"]
mod oracle;

#[path = "../../../tests/common/ecma.rs"]
mod ecma;

#[cfg(feature = "encoding")]
pub(crate) use charset::charset;
pub(crate) use decode::decode;
pub(crate) use encode::encode;
pub(crate) use find::find;
pub(crate) use form::form;
pub(crate) use iri::iri;
pub(crate) use js::js;
pub(crate) use normalize::normalize;
pub(crate) use policy::policy;
pub(crate) use roundtrip::roundtrip;
pub(crate) use stream::stream;
