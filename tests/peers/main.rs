//! Other codecs beside this one: crates, and the programs of other languages.
#![cfg(feature = "alloc")]

#[path = "../common"]
mod common {
    pub(crate) mod active;
    mod backends;
    mod cases;

    pub(crate) use backends::backends;
    pub(crate) use cases::cases;
}

#[cfg(all(feature = "serde", not(target_family = "wasm")))]
mod form_serde_peer;
#[cfg(all(feature = "serde", feature = "full", feature = "std", not(target_family = "wasm")))]
mod migration;
mod peers;
#[cfg(all(feature = "full", not(target_family = "wasm")))]
mod programs;
