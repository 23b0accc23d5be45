//! Other codecs beside this one: crates, and the programs of other languages.

#[path = "../common/mod.rs"]
mod common;

#[cfg(all(feature = "serde", not(target_family = "wasm")))]
mod form_serde_peer;
#[cfg(all(feature = "serde", feature = "std", not(target_family = "wasm")))]
mod migration;
#[cfg(feature = "alloc")]
mod peers;
#[cfg(all(feature = "alloc", not(target_family = "wasm")))]
mod programs;
